import Foundation
import Testing

@testable import KataRunner

/// The arrows between the folders of the runner, as `CONTRIBUTING.md` draws them.
@Suite("Rooms")
struct RoomTests {
    /// Each room with those that it may name types of. `Classroom` may name them all, and nobody names it:
    /// a learner's build is made without it.
    private static let arrows: [String: Set<String>] = [
        "Environment": [],
        "Typesetting": ["Wording"],
        "Wording": ["Building", "Checking", "Course", "Diagnosing"],
        "Catalogue": ["Environment", "Wording"],
        "Diagnosing": ["Catalogue"],
        "Building": ["Catalogue", "Diagnosing", "Environment", "Wording"],
        "Checking": ["Building", "Catalogue", "Diagnosing", "Environment", "Wording"],
        "Course": ["Building", "Catalogue", "Checking", "Diagnosing", "Environment", "Wording"],
        "Updating": ["Catalogue", "Course", "Environment", "Wording"],
        "Watching": ["Catalogue", "Checking", "Course", "Environment", "Wording"],
        "Reports": ["Catalogue", "Checking", "Course"],
        "Arguments": ["Catalogue", "Commands", "Wording"],
        "Screens": [
            "Arguments", "Catalogue", "Checking", "Course", "Diagnosing", "Typesetting", "Updating",
            "Watching", "Wording",
        ],
        "Session": [
            "Building", "Catalogue", "Checking", "Course", "Environment", "Screens", "Typesetting",
            "Updating", "Watching", "Wording",
        ],
        "Commands": [
            "Arguments", "Building", "Catalogue", "Checking", "Course", "Environment", "Reports", "Screens",
            "Session", "Typesetting", "Updating", "Watching", "Wording",
        ],
    ]

    private struct Source {
        var file: String
        var room: String
        /// Types that are declared at the top.
        var declared: Set<String> = []
        /// Words that begin with a capital letter and follow no dot, outside comments and strings.
        var named: Set<String> = []
    }

    private static let sources: [Source] = {
        let folder = "\(FixtureFolder.path.folder.folder)/Sources/KataRunner"
        let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
        return Files.live.tree(folder).filter { $0.hasSuffix(".swift") && $0.contains("/") }.map { file in
            var source = Source(file: file, room: String(file.prefix { $0 != "/" }))
            for line in (Files.live.text("\(folder)/\(file)") ?? "").split(separator: "\n") {
                let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
                let words = code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset.isMultiple(of: 2) }
                    .flatMap { $0.element.split { !$0.isLetter && !$0.isNumber && !"_.".contains($0) } }
                if line.first?.isWhitespace == false,
                    let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
                {
                    source.declared.insert(String(words[kind + 1]))
                }
                for word in words where word.first?.isUppercase == true {
                    source.named.insert(String(word.prefix { $0 != "." }))
                }
            }
            return source
        }
    }()

    @Test("no file names a type of a room to which no arrow leads")
    func arrows() {
        var rooms: [String: String] = [:]
        for source in Self.sources {
            for type in source.declared { rooms[type] = source.room }
        }
        #expect(Set(rooms.values) == Set(Self.arrows.keys).union(["Classroom"]))
        let strays = Self.sources.filter { $0.room != "Classroom" }.flatMap { source in
            source.named.compactMap { name -> String? in
                guard let room = rooms[name], room != source.room,
                    Self.arrows[source.room]?.contains(room) != true
                else { return nil }
                return "\(source.file) names \(name), which is declared in \(room)"
            }
        }
        #expect(strays.sorted() == [])
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("Submissions are found")
struct SubmissionTests {
    /// A folder with these files, links (a path after «->») and folders (a slash at the end).
    private func withFolder<Result>(
        _ paths: [String],
        _ use: (String) throws -> Result
    ) throws -> Result {
        let files = FileManager.default
        let root = files.temporaryDirectory.resolvingSymlinksInPath().path + "/found-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: root) }
        try files.createDirectory(atPath: root, withIntermediateDirectories: true)
        for path in paths {
            let parts = path.components(separatedBy: " -> ")
            let full = "\(root)/\(parts[0])"
            try files.createDirectory(
                atPath: path.hasSuffix("/")
                    ? full : URL(fileURLWithPath: full).deletingLastPathComponent().path,
                withIntermediateDirectories: true
            )
            if parts.count == 2 {
                try files.createSymbolicLink(atPath: full, withDestinationPath: parts[1])
            } else if !path.hasSuffix("/") {
                try Data("// \(path)".utf8).write(to: URL(fileURLWithPath: full))
            }
        }
        return try use(root)
    }

    private func found(_ paths: [String], in folders: [String] = [""]) throws -> [String] {
        try withFolder(paths) { root in
            let search = SubmissionSearch(files: .live, chapters: ["Chapter1Shop", "Chapter2Post"])
            let found = search.found(in: folders.map { $0.isEmpty ? root : "\(root)/\($0)" })
            let end = root.split(separator: "/").last.map(String.init) ?? ""
            func told(_ path: String) -> String {
                path == root ? "." : String(path.dropFirst(root.count + 1))
            }
            return found.submissions.map { submission in
                let name = submission.name.replacingOccurrences(of: end, with: "ROOT")
                return "\(name): \(told(submission.exercises))"
            } + found.empty.map { "empty: \(told($0))" }
        }
    }

    @Test("a clone, named by its folder")
    func clone() throws {
        let clone = ["anna/Exercises/Chapter1Shop/1-Purse.swift", "anna/Package.swift"]
        #expect(try found(clone, in: ["anna"]) == ["anna: anna/Exercises"])
    }

    @Test("the exercises alone, named by the folder above them")
    func exercises() throws {
        let files = ["anna/Exercises/Chapter1Shop/1-Purse.swift"]
        #expect(try found(files, in: ["anna/Exercises"]) == ["anna: anna/Exercises"])
        #expect(try found(["ben/Chapter2Post/a.swift"], in: ["ben"]) == ["ben: ben"])
    }

    @Test("a folder of submissions in all their shapes, sorted as people sort")
    func folder() throws {
        let files = [
            "student10/Exercises/Chapter1Shop/a.swift", "student9/repo-main/Exercises/Chapter1Shop/a.swift",
            "student2/Chapter1Shop/a.swift", "박지훈/Exercises/Chapter2Post/a.swift", "notes/read.txt",
            ".hidden/Exercises/Chapter1Shop/a.swift", "__MACOSX/Exercises/Chapter1Shop/a.swift", "file.zip",
        ]
        #expect(
            try found(files) == [
                "student2: student2", "student9: student9/repo-main/Exercises",
                "student10: student10/Exercises", "박지훈: 박지훈/Exercises", "empty: notes",
            ]
        )
    }

    @Test("several folders with the clone a level deeper are named by themselves")
    func nested() throws {
        let files = ["anna/katas/Exercises/Chapter1Shop/a.swift", "ben/katas/Exercises/Chapter1Shop/a.swift"]
        #expect(
            try found(files, in: ["anna", "ben"]) == [
                "anna: anna/katas/Exercises", "ben: ben/katas/Exercises",
            ]
        )
    }

    @Test("two of one name are distinguished by their places, and one named twice counts once")
    func sameName() throws {
        let files = ["a/kim/Exercises/Chapter1Shop/a.swift", "b/kim/Exercises/Chapter1Shop/a.swift"]
        #expect(
            try found(files, in: ["a", "b", "a/kim"]) == [
                "a/kim: a/kim/Exercises", "b/kim: b/kim/Exercises",
            ] || found(files, in: ["a", "b", "a/kim"]) == ["a: a/kim/Exercises", "b: b/kim/Exercises"]
        )
    }

    @Test("links are not followed, wherever they stand")
    func links() throws {
        let files = [
            "anna/Exercises/Chapter1Shop/a.swift", "linked -> anna", "ben/Exercises -> ../anna/Exercises",
            "carol/Exercises/Chapter1Shop -> ../../anna/Exercises/Chapter1Shop",
        ]
        #expect(try found(files) == ["anna: anna/Exercises", "empty: ben", "empty: carol"])
    }

    @Test("a folder without exercises has none")
    func nothing() throws {
        #expect(try found(["a/b/c/d/Exercises/Chapter1Shop/a.swift"]) == ["empty: ."])
    }

    @Test("what is no plain, readable text costs its own kata alone")
    func refused() throws {
        let paths = [
            "Exercises/Chapter1Shop/1-Purse.swift", "Exercises/Chapter1Shop/2-Receipt.swift/",
            "Exercises/Chapter1Shop/3-Link.swift -> 1-Purse.swift", "Exercises/Chapter1Shop/4-Large.swift",
            "Exercises/Chapter1Shop/5-Binary.swift", "Exercises/Chapter1Shop/Helper.swift",
            "Exercises/Chapter1Shop/deep/Er.swift", "Exercises/Chapter1Shop/out.swift -> /etc/passwd",
            "Exercises/Chapter1Shop/new\nline.swift",
        ]
        try withFolder(paths) { root in
            let folder = "\(root)/Exercises/Chapter1Shop"
            try Data(repeating: 0x61, count: Submission.fileLimit + 1)
                .write(to: URL(fileURLWithPath: "\(folder)/4-Large.swift"))
            try Data([0x61, 0x00, 0x62]).write(to: URL(fileURLWithPath: "\(folder)/5-Binary.swift"))
            #expect(mkfifo("\(folder)/6-Pipe.swift", 0o600) == 0)
            let names = ["Purse", "Receipt", "Link", "Large", "Binary", "Pipe", "Gone"]
            let katas = names.enumerated().map { place, name in
                Kata(
                    id: KataID(chapter: 1, number: place + 1),
                    name: name,
                    target: "Chapter1Shop",
                    page: KataPage(),
                    fileExists: true
                )
            }
            let chapter = Chapter(number: 1, topic: "Shop", page: .empty, katas: katas, otherFiles: [])
            let workbook = Workbook(root: "/moa", files: .live)
            let submission = Submission(name: "a", path: root, exercises: "\(root)/Exercises")
            let submitted = submission.read(chapter, of: workbook)
            #expect(submitted.katas.keys.map(\.description) == ["1.1"])
            let refused = submitted.refused.map { "\($0.key) \($0.value)" }.sorted()
            #expect(
                refused == [
                    "1.2 folderInItsPlace", "1.3 linkInItsPlace", "1.4 tooLarge", "1.5 notText",
                    "1.6 unreadable", "1.7 noFile",
                ]
            )
            #expect(
                submitted.others.keys.sorted() == [
                    "Exercises/Chapter1Shop/Helper.swift", "Exercises/Chapter1Shop/deep/Er.swift",
                ]
            )
            #expect(submitted.hasRefusedOthers, "the file with a line end in its name was not noticed")
        }
    }
}

/// The katas of a workbook, in order. The folders are the catalogue: there is no list to keep in step.
struct Catalogue: Hashable, Sendable {
    var chapters: [Chapter]

    var katas: [Kata] { chapters.flatMap(\.katas) }

    func chapter(of kata: Kata) -> Chapter? {
        chapters.first { $0.number == kata.id.chapter }
    }

    /// The katas of each chapter, in order.
    static func byChapter(_ katas: [Kata]) -> [[Kata]] {
        Dictionary(grouping: katas, by: \.id.chapter).sorted { $0.key < $1.key }.map(\.value)
    }

    func kata(after kata: Kata) -> Kata? {
        katas.first { $0.id > kata.id }
    }
}

/// A chapter: one pattern, one folder, one module, one page.
struct Chapter: Hashable, Sendable {
    var number: Int
    /// As in the folder's name: `DomainServices`.
    var topic: String
    var page: ChapterPage
    var katas: [Kata]
    /// Swift files in the folder and below it that are no kata: the learner's own.
    var otherFiles: [String]

    var target: String { "Chapter\(number)\(topic)" }
    var folder: String { "Exercises/\(target)" }

    /// As in the page's heading, «Domain services», or made from the folder's name.
    var title: String { page.title ?? topic.spacedWords }
}

struct Kata: Hashable, Sendable {
    var id: KataID
    /// As in the file's name: `CopyTransfer`. It is stable: progress is kept under it.
    var name: String
    /// The chapter's module: `Chapter3DomainServices`.
    var target: String
    var page: KataPage
    /// False if there is a pristine copy, but no file at its place in the exercises.
    var fileExists: Bool

    var title: String { page.title ?? name.spacedWords }
    var fileName: String { "\(id.number)-\(name).swift" }

    var file: String { "Exercises/\(target)/\(fileName)" }
    var pageFile: String { "Exercises/\(target)/README.md" }
    var pristine: String { "Exercises/.pristine/\(target)/\(fileName)" }
    var solution: String { "Solutions/\(target)/\(fileName)" }
    var suite: String { "Tests/\(target)Tests/\(id.number)-\(name)Tests.swift" }
    var variants: String { "Tests/Variants/\(target)/\(id.number)-\(name)" }
    var suiteType: String { "\(name)Tests" }
    /// As the event stream names it.
    var suiteID: String { "\(target)Tests.\(suiteType)" }
}

/// `3.1`: chapter and number.
struct KataID: Hashable, Sendable, Comparable, CustomStringConvertible {
    var chapter: Int
    var number: Int

    var description: String { "\(chapter).\(number)" }

    static func < (one: KataID, other: KataID) -> Bool {
        (one.chapter, one.number) < (other.chapter, other.number)
    }
}

extension KataID {
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let chapter = Int(parts[0]), let number = Int(parts[1]) else { return nil }
        self.init(chapter: chapter, number: number)
    }
}

/// «3.1» in JSON too.
extension KataID: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = KataID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number of a kata")
        }
        self = id
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension StringProtocol {
    /// «CopyTransfer» → «Copy transfer».
    var spacedWords: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty {
                words += " \(character.lowercased())"
            } else {
                words.append(character)
            }
        }
        return words
    }
}

import Foundation

/// Copies of this workbook, and generated ones, in a temporary folder.
struct Workbooks {
    let origin: URL
    let folder: URL

    init() throws {
        origin = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    func copy(named name: String) throws -> URL {
        let copy = folder.appendingPathComponent(name)
        try Stopwatch(folder: folder).run("git", ["clone", "--quiet", origin.path, copy.path])
        return copy
    }

    /// A workbook of many chapters with five katas each, and tiny ones.
    func generate(chapters: Int, named name: String) throws -> URL {
        let root = folder.appendingPathComponent(name)
        let topics = (1...chapters).map { "Topic\(Self.letters($0))" }
        try write(Self.manifest(topics), root, "Package.swift")
        for (index, topic) in topics.enumerated() {
            let number = index + 1
            let target = "Chapter\(number)\(topic)"
            var page = "# Chapter \(number) · \(topic)\n\nA generated chapter.\n"
            for kata in 1...5 {
                let type = "Kata\(Self.letters(number))\(kata)"
                page += Self.section("\(number).\(kata)", type)
                let starter = "// TODO: answer\nstruct \(type) {\n    var answer: Int { 0 }\n}\n"
                for folder in ["Exercises/\(target)", "Exercises/.pristine/\(target)"] {
                    try write(starter, root, "\(folder)/\(kata)-\(type).swift")
                }
                try write(Self.suite(type, target), root, "Tests/\(target)Tests/\(kata)-\(type)Tests.swift")
            }
            try write(page, root, "Exercises/\(target)/README.md")
        }
        return root
    }

    private func write(_ text: String, _ root: URL, _ path: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// 1 → A, 27 → AA: digits in a topic would be read as the chapter's number.
    private static func letters(_ number: Int) -> String {
        var rest = number
        var text = ""
        while rest > 0 {
            let letter = Character(Unicode.Scalar(UInt8(65 + (rest - 1) % 26)))
            text = String(letter) + text
            rest = (rest - 1) / 26
        }
        return text
    }

    private static func manifest(_ topics: [String]) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let topics = [\(topics.map { "\"\($0)\"" }.joined(separator: ", "))]
        let asked = Context.environment["KATA_CHAPTER"]?.split(separator: ",").compactMap { Int($0) }
        let package = Package(
            name: "Generated",
            targets: topics.enumerated().flatMap { index, topic -> [Target] in
                let chapter = "Chapter\\(index + 1)\\(topic)"
                guard asked?.contains(index + 1) ?? true else { return [] }
                return [
                    .target(name: chapter, path: "Exercises/\\(chapter)", exclude: ["README.md"]),
                    .testTarget(name: "\\(chapter)Tests", dependencies: [.target(name: chapter)]),
                ]
            }
        )
        """
    }

    private static func section(_ id: String, _ name: String) -> String {
        """

        ## \(id) \(name)

        A story.

        ### Task

        Do it.

        ### Rules

        - it answers

        ### Hints

        <details><summary>Hint 1</summary>

        Think.

        </details>

        ### Afterword

        Well done.

        """
    }

    private static func suite(_ type: String, _ target: String) -> String {
        """
        import Testing

        @testable import \(target)

        @Suite("\(type)")
        struct \(type)Tests {
            @Test("it answers")
            func answer() {
                #expect(\(type)().answer == 42)
            }
        }

        """
    }
}

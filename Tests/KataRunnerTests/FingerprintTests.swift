import Foundation
import Testing

@testable import KataRunner

@Suite("Fingerprints")
struct FingerprintTests {
    private static let texts = [
        "/moa/\(Sample.personName.file)": "struct PersonName {}",
        "/moa/\(Sample.personName.suite)": "the suite",
        "/moa/\(Sample.handle.file)": "struct Handle {}",
        "/moa/\(Sample.handle.suite)": "another suite",
        "/moa/Exercises/Chapter1ValueObjects/Helper.swift": "the learner's own",
        "/moa/Exercises/Chapter1ValueObjects/README.md": "the page",
        "/moa/Tests/Chapter1ValueObjectsTests/Helpers.swift": "what the suites share",
        "/moa/Sources/Moa/Member.swift": "struct Member {}",
        "/moa/Sources/InMemoryInfrastructure/Store/Store.swift": "protocol Store {}",
        "/moa/Sources/KataProbes/Settable.swift": "probes",
        "/moa/Sources/KataRunner/Runner.swift": "the runner",
        "/moa/Solutions/Chapter1ValueObjects/1-PersonName.swift": "solved",
        "/moa/Package.swift": "",
    ]

    private func print(
        of kata: Kata,
        changing path: String? = nil,
        to text: String = "changed",
        compiler: String = "6.3"
    )
        -> Fingerprint
    {
        var texts = Self.texts
        if let path { texts["/moa/\(path)"] = text }
        var chapter = Sample.valueObjects
        chapter.otherFiles = texts.keys.filter {
            $0.hasPrefix("/moa/\(chapter.folder)/") && $0.hasSuffix(".swift")
        }
        .compactMap { $0.split(separator: "/").last.map(String.init) }
        .filter { Workbook.kataName($0) == nil }.sorted()
        let workbook = Workbook(root: "/moa", files: .memory(texts))
        var prints = Fingerprints(
            workbook,
            toolchain: Toolchain(swift: "/swift", identity: compiler, buildTool: nil)
        )
        return prints.fingerprint(of: kata, in: chapter)
    }

    @Test("the same files make the same mark, of sixteen digits")
    func same() {
        #expect(print(of: Sample.personName) == print(of: Sample.personName))
        #expect(print(of: Sample.personName).description.count == 16)
        #expect(Fingerprint().description.count == 16)
    }

    @Test(
        "it changes with whatever the verdict depends on",
        arguments: [
            Sample.personName.file, Sample.personName.suite, "Exercises/Chapter1ValueObjects/Helper.swift",
            "Exercises/Chapter1ValueObjects/New.swift", "Tests/Chapter1ValueObjectsTests/Helpers.swift",
            "Tests/Chapter1ValueObjectsTests/New.swift", "Sources/Moa/Member.swift",
            "Sources/Moa/Deep/New.swift",
            "Sources/InMemoryInfrastructure/Store/Store.swift", "Sources/KataProbes/Settable.swift",
        ]
    )
    func changes(path: String) {
        #expect(print(of: Sample.personName, changing: path) != print(of: Sample.personName))
    }

    @Test(
        "it doesn't change with anything else",
        arguments: [
            Sample.handle.file, Sample.handle.suite, "Exercises/Chapter1ValueObjects/README.md",
            "Sources/KataRunner/Runner.swift", "Solutions/Chapter1ValueObjects/1-PersonName.swift",
            "Package.swift",
            "Tests/Chapter2EntitiesTests/1-RenamingTests.swift",
        ]
    )
    func others(path: String) {
        #expect(print(of: Sample.personName, changing: path) == print(of: Sample.personName))
    }

    @Test("it changes with the compiler")
    func compiler() {
        #expect(print(of: Sample.personName, compiler: "6.4") != print(of: Sample.personName))
    }

    @Test("what moves from one file to another is a change")
    func boundaries() {
        var (one, other) = (Fingerprint(), Fingerprint())
        for text in ["ab", "c"] { one.add(text) }
        for text in ["a", "bc"] { other.add(text) }
        #expect(one != other)
    }

    @Test("bytes that are zero count too")
    func zeros() {
        let marks = [Data([65]), Data([0, 65]), Data([0, 0, 65])].map { data in
            var mark = Fingerprint()
            mark.add(data)
            return mark
        }
        #expect(Set(marks).count == 3)
    }

    @Test("a single letter anywhere makes a difference", arguments: [0, 7, 8, 15, 16, 20])
    func oneLetter(place: Int) {
        var bytes = Data("a name of two words: 남궁".utf8)
        var (before, after) = (Fingerprint(), Fingerprint())
        before.add(bytes)
        bytes[place] ^= 1
        after.add(bytes)
        #expect(before != after)
    }
}

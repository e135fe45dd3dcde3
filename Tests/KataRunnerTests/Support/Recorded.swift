import Foundation

@testable import KataRunner

/// Event streams that a real run of the toy package left behind; `EventStreams/record` records them anew.
enum Recorded {
    /// The two forms in which the library writes: for compilers before 6.3, and since.
    static let versions = ["0", "6.3"]

    static func data(_ name: String, _ version: String) throws -> Data {
        try FixtureFolder.data("EventStreams/\(name).v\(version).jsonl")
    }

    static func stream(_ name: String, _ version: String) throws -> EventStream {
        EventStream(parsing: try data(name, version))
    }

    static func source(of kata: Kata) throws -> SuiteSource {
        SuiteSource(parsing: try FixtureFolder.text("EventStreams/Toys/\(kata.suite)"))
    }

    /// The kata that the toy suite of this name checks.
    static func kata(_ name: String) throws -> Kata {
        let suites = try FileManager.default.contentsOfDirectory(
            atPath: "\(FixtureFolder.path)/EventStreams/Toys/Tests/Chapter9ToysTests"
        )
        let number = suites.first { $0.hasSuffix("-\(name)Tests.swift") }.flatMap {
            $0.first?.wholeNumberValue
        }
        return Kata(
            id: KataID(chapter: 9, number: number ?? 0),
            name: name,
            target: "Chapter9Toys",
            page: KataPage(),
            fileExists: true
        )
    }

    /// What the runner makes of it when the stream is all there was.
    static func result(_ name: String, _ version: String) throws -> CheckResult {
        let kata = try kata(name)
        let finding = TestRun.Findings(
            stream: try stream(name.lowercased(), version),
            culprits: [:],
            printed: ""
        )
        return .of(kata, [finding], try? source(of: kata), { $0.replacing("/workbook/", with: "") })
    }
}

extension CheckResult {
    /// «rule: outcome», for comparing at a glance.
    var outcomes: [String] { rules.map { "\($0.name): \($0.outcome)" } }
}

import Foundation
import Testing

@Suite("kata check, end to end", .timeLimit(.minutes(30)))
struct EndToEndCheckTests {
    /// What a learner may have written for the purse.
    struct Answer: Sendable, CustomTestStringConvertible {
        var name: String
        var verdict: String
        var broken: [String: String] = [:]

        var testDescription: String { name }
    }

    static let answers = [
        Answer(
            name: "wrong",
            verdict: "failed",
            broken: ["the total is the sum of the coins": "failed"]
        ),
        Answer(name: "does-not-compile", verdict: "doesNotCompile"),
        Answer(name: "without-largest", verdict: "doesNotCompile"),
    ]

    @Test("whatever is wrong with one answer, each kata gets its own verdict", arguments: answers)
    func everyKind(answer: Answer) async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, answer.name)
            try toy.solve(.receipt)
            try toy.answer(.parcel, "wrong")
            let run = try await toy.kata("check", "all", "--json", "--timeout", "3")
            #expect(run.code == 1)
            let report = try CheckReport(run)
            #expect(report.formatVersion == 1)
            #expect(report.verdicts == ["1.1 \(answer.verdict)", "1.2 passed", "2.1 failed"])
            #expect(report.broken("1.1") == answer.broken)
            #expect(report.broken("1.2").isEmpty)
            #expect(
                report.broken("2.1") == [
                    "above 20000 grams a parcel is refused": "failed",
                    "a parcel that weighs nothing is refused": "failed",
                ]
            )
            let counts = report.results.map(\.rules.count)
            #expect(counts == [answer.verdict == "doesNotCompile" ? 0 : 4, 4, 4])
        }
    }

    @Test("a crash is reported with its reason and its line")
    func crash() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "crash")
            let run = try await toy.kata("check", "1.1")
            #expect(run.code == 1)
            #expect(run.output.hasPrefix("✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
            #expect(run.words.contains("The process ended in the middle of this rule: Index out of range"))
            #expect(run.output.contains("\n  Exercises/Chapter1Shop/1-Purse.swift:6\n"))
        }
    }

    @Test("an error of the compiler is reported with its line and column in the learner's own file")
    func diagnostics() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "does-not-compile")
            let run = try await toy.kata("check", "1.1")
            #expect(run.code == 1)
            #expect(run.output.hasPrefix("✘ 1.1 A purse that counts · it does not compile yet\n"))
            #expect(run.output.contains("\n  Exercises/Chapter1Shop/1-Purse.swift:4:33\n"))
            #expect(!run.output.contains(toy.root), "a path inside the workbook is told relative to it")
        }
    }

    @Test("two katas of a chapter that don't compile are both reported, and the third kata keeps its verdict")
    func twoBroken() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "without-largest")
            try toy.answer(.receipt, "does-not-compile")
            try toy.solve(.parcel)
            let report = try CheckReport(await toy.kata("check", "all", "--json"))
            #expect(report.verdicts == ["1.1 doesNotCompile", "1.2 doesNotCompile", "2.1 passed"])
            let files = report.results.map { $0.diagnostics.first?.file }
            #expect(files == [Toy.Exercise.purse.suite, Toy.Exercise.receipt.file, nil])
        }
    }

    @Test(
        "a chapter and a kata are checked alone",
        arguments: [("1", 2), ("rec", 1)]
    )
    func selection(reference: String, count: Int) async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            try toy.answer(.parcel, "wrong")
            let run = try await toy.kata("check", reference, "--json")
            #expect(run.code == 0)
            #expect(try CheckReport(run).results.count == count)
        }
    }

    @Test("when everything passes the exit code is 0, in words, as JSON and as JUnit")
    func allPass() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt, .parcel)
            let run = try await toy.kata("check", "all", "--json", "--junit", "reports/katas.xml")
            #expect(run.code == 0)
            #expect(try CheckReport(run).verdicts == ["1.1 passed", "1.2 passed", "2.1 passed"])
            let junit = try toy.text("reports/katas.xml")
            #expect(
                junit.contains(#"<testsuites name="katas" tests="12" failures="0" errors="0" skipped="0""#)
            )
            let words = try await toy.kata("check")
            #expect(words.code == 0)
            #expect(words.words.contains("3 of 3 katas solved"))
        }
    }

    @Test("JUnit counts a broken rule as a failure, and a crash and a broken build as errors")
    func junit() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "crash")
            try toy.answer(.receipt, "does-not-compile")
            try toy.answer(.parcel, "wrong")
            let run = try await toy.kata("check", "all", "--junit", "katas.xml")
            #expect(run.code == 1)
            let junit = try toy.text("katas.xml")
            #expect(
                junit.contains(#"<testsuites name="katas" tests="9" failures="2" errors="2" skipped="0""#)
            )
            #expect(junit.contains(#"name="an empty purse has no largest coin"><error type="crashed""#))
            #expect(junit.contains(#"name="1.2 A receipt that reads"><error type="doesNotCompile">"#))
            #expect(junit.contains(#"<failure message="the counter breaks">"#))
        }
    }

    @Test("each of two edits within one second is noticed")
    func quickEdits() async throws {
        try await Toy.warm { toy in
            // They have the same length, so that a build can distinguish them by time alone.
            func check(_ largest: String) async throws -> [String] {
                try toy.write(
                    """
                    struct Purse {
                        let coins: [Int]
                        func total() async -> Int { coins.reduce(0, +) }
                        func largest() async -> Int? { coins.\(largest) }
                    }
                    """,
                    to: Toy.Exercise.purse.file
                )
                return try CheckReport(await toy.kata("check", "1.1", "--json")).verdicts
            }
            for round in 1...2 {
                #expect(try await check("max()") == ["1.1 passed"], "round \(round) saw the version before")
                #expect(try await check("min()") == ["1.1 failed"], "round \(round) saw the version before")
            }
            // A slow machine takes longer than a second for a round. Here the version before is from a second
            // that isn't over when the next one comes, however slow the machine.
            let copy = "\(toy.root)/.build/kata/chapter-1/\(Toy.Exercise.purse.file)"
            let soon = Date(timeIntervalSinceNow: 300)
            try FileManager.default.setAttributes([.modificationDate: soon], ofItemAtPath: copy)
            #expect(try await check("max()") == ["1.1 passed"])
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            let modified = try #require(attributes[.modificationDate] as? Date)
            #expect(
                modified.timeIntervalSince1970.rounded(.down) > soon.timeIntervalSince1970.rounded(.down),
                "builds compare whole seconds, and these two are the same"
            )
        }
    }

    @Test("a file that is saved during a check has no verdict yet")
    func savedMeanwhile() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: toy.pause)
            let check = try toy.start(["check", "1.1", "--timeout", "60"])
            try await toy.waitForPause()
            try toy.answer(.purse, "wrong")
            try toy.goOn()
            #expect(try await check.outcome().code == 0, "the version that was checked is right")
            #expect(try await toy.statuses() == ["changed", "unsolved", "unsolved"])
            #expect(try await toy.kata("next").code == 1)
        }
    }

    @Test("a file that is saved while a check waits for another runner is judged as it was saved")
    func savedWhileWaiting() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: toy.pause)
            try toy.answer(.receipt, "wrong")
            let first = try toy.start(["check", "1.1", "--timeout", "600"])
            try await toy.waitForPause()
            let terminal = try PseudoTerminal()
            let second = try toy.start(["check", "1.2"], on: terminal)
            try await terminal.see(now: "Another runner is at work here")
            try toy.solve(.receipt)
            try toy.goOn()
            #expect(try await first.outcome().code == 0)
            #expect(try await second.outcome(on: terminal).code == 0)
            #expect(try await toy.statuses() == ["solved", "solved", "unsolved"])
            try toy.answer(.receipt, "wrong")
            #expect(try await toy.kata("check", "1.2").code == 1, "the verdict of the other text")
        }
    }

    @Test("without a compiler a check says so, and the exit code is 2")
    func noCompiler() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("check", "1.1", with: ["PATH": "/nowhere"])
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.complaint.hasPrefix("No Swift compiler was found on the path."))
            #expect(run.complaint.hasSuffix("then: kata doctor"))
        }
    }

    @Test("a workbook that was moved is built anew")
    func moved() async throws {
        try await Toy.fresh { old in
            try old.solve(.parcel)
            #expect(try await old.kata("check", "2.1").code == 0)
            let new = Toy(root: old.root + "-moved")
            try FileManager.default.moveItem(atPath: old.root, toPath: new.root)
            defer { try? FileManager.default.removeItem(atPath: new.root) }
            try new.answer(.parcel, "wrong")
            let run = try await new.kata("check", "2.1")
            #expect(run.code == 1, "\(run.errors)")
            #expect(run.output.hasPrefix("✘ 2.1 A parcel within limits · 2 of 4 rules hold\n"))
        }
    }
}

extension Toy {
    /// Where each kata stands, as `kata list --json` shows it.
    func statuses() async throws -> [String] {
        struct List: Decodable {
            struct Chapter: Decodable { var katas: [Kata] }
            struct Kata: Decodable { var status: String }
            var chapters: [Chapter]
        }
        let list = try await kata("list", "--json")
        return try JSONDecoder().decode(List.self, from: Data(list.output.utf8))
            .chapters.flatMap(\.katas).map(\.status)
    }
}

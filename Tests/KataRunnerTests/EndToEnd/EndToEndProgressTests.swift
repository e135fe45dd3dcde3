import Foundation
import Testing

@Suite("Progress, end to end", .timeLimit(.minutes(30)))
struct EndToEndProgressTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
    }

    static let damages = [
        Damage(testDescription: "no JSON", text: "{ \"katas\": ["),
        Damage(testDescription: "empty", text: ""),
        Damage(
            testDescription: "cut off in the middle",
            text: """
                {
                  "formatVersion" : 1,
                  "katas" : {
                    "Purse" : {
                      "attempts" : 1,
                      "fingerpr
                """
        ),
        Damage(testDescription: "garbage", text: "\u{0}\u{1B}지갑\u{FFFD}"),
    ]

    @Test("a progress file that can't be read is set aside under a name that is printed", arguments: damages)
    func damaged(damage: Damage) async throws {
        try await Toy.fresh { toy in
            try FileManager.default.createDirectory(
                atPath: "\(toy.root)/.kata",
                withIntermediateDirectories: true
            )
            try toy.write(damage.text, to: ".kata/progress.json")
            let next = try await toy.kata("next")
            #expect(next.code == 0)
            #expect(next.output.hasPrefix("1.1 A purse that counts\n"))
            let kept = try toy.names(in: ".kata").filter { $0.hasPrefix("progress.json.damaged-") }
            #expect(kept.count == 1)
            let name = try #require(kept.first)
            #expect(next.complaint.contains("It was set aside as .kata/\(name)."))
            #expect(next.complaint.hasSuffix("To earn the verdicts again: kata check all"))
            #expect(try toy.text(".kata/\(name)") == damage.text)
            #expect(try await toy.kata("next").errors.isEmpty, "it is told once")
        }
    }

    struct Oddity: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var odd: String
    }

    static let oddities = [
        Oddity(
            testDescription: "a date that no calendar has",
            old: "\"firstTried\" : \"2",
            odd: "\"firstTried\" : \"9999-99-99 2"
        ),
        Oddity(
            testDescription: "fewer attempts than none",
            old: "\"attempts\" : 1",
            odd: "\"attempts\" : -3"
        ),
        Oddity(
            testDescription: "a verdict that there is none of",
            old: "\"verdict\" : \"passed\"",
            odd: "\"verdict\" : \"won\""
        ),
    ]

    @Test("one odd value costs the kata that it is about its verdict, and no other", arguments: oddities)
    func odd(oddity: Oddity) async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            #expect(try await toy.kata("check", "1").code == 0)
            let text = try toy.text(".kata/progress.json")
            let receipt = try #require(text.range(of: "\"Receipt\""))
            let odd = text.replacingOccurrences(
                of: oddity.old,
                with: oddity.odd,
                range: receipt.lowerBound..<text.endIndex
            )
            try #require(odd != text)
            try toy.write(odd, to: ".kata/progress.json")
            let list = try await toy.kata("list")
            #expect(list.output.contains("✔ 1.1"))
            #expect(list.output.contains("○ 1.2"))
            let kept = try toy.names(in: ".kata").filter { $0.hasPrefix("progress.json.damaged-") }
            let name = try #require(kept.first)
            #expect(kept.count == 1)
            #expect(
                list.complaint.contains(
                    "What .kata/progress.json says of Receipt can't be read; the rest is used. A copy of the file as it was: .kata/\(name)"
                )
            )
            #expect(list.complaint.hasSuffix("To earn the verdict again: kata check all"))
            #expect(try toy.text(".kata/\(name)") == odd)
            #expect(try await toy.kata("list").errors.isEmpty, "it is told once")
            #expect(try await toy.kata("check", "1").code == 0)
            #expect(try await toy.statuses() == ["solved", "solved", "unsolved"])
        }
    }

    @Test("what a newer runner has written is left alone, and that is said")
    func newer() async throws {
        try await Toy.warm { toy in
            let text = "{ \"formatVersion\": 99 }"
            try toy.write(text, to: ".kata/progress.json")
            try toy.solve(.purse)
            for words in ["check", "hint", "show"] {
                let run = try await toy.kata(words, "1.1")
                #expect(run.code == 0)
                #expect(
                    run.complaint.hasPrefix(
                        ".kata/progress.json was written by a newer runner (format 99) and is left alone: your progress is not kept."
                    )
                )
            }
            #expect(try toy.text(".kata/progress.json") == text)
            #expect(try toy.names(in: ".kata").allSatisfy { !$0.contains("damaged") })
        }
    }

    @Test("verdicts are earned again after a damage")
    func earnedAgain() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            #expect(try await toy.kata("check", "1").code == 0)
            try toy.write("damaged", to: ".kata/progress.json")
            #expect(try await toy.statuses() == ["unsolved", "unsolved", "unsolved"])
            #expect(try await toy.kata("check", "1").code == 0)
            #expect(try await toy.statuses() == ["solved", "solved", "unsolved"])
        }
    }

    @Test("a file that may only be read is replaced all the same, and no verdict is lost")
    func readOnly() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("hint", "1.2").code == 0)
            try toy.allow(0o444, ".kata/progress.json")
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }

    @Test("what was deleted during a check is begun anew, with the verdict of that check")
    func deletedMeanwhile() async throws {
        try await Toy.warm { toy in
            try toy.solve(.receipt)
            #expect(try await toy.kata("check", "1.2").code == 0)
            try toy.purse(whenEmpty: toy.pause)
            let check = try toy.start(["check", "1.1", "--timeout", "60"])
            try await toy.waitForPause()
            try toy.remove(".kata")
            try toy.goOn()
            let outcome = try await check.outcome()
            #expect(outcome.code == 0)
            #expect(outcome.errors.isEmpty || outcome.words.hasSuffix("Go on kata next"))
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }

    /// Nobody may set the machine's clock here. To the runner it is the same when all that it finds is from the
    /// future.
    @Test("a clock that was set back harms no verdict, no build and no undo")
    func clock() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try await toy.kata("reset", "1.1", "--yes").code == 0)
            try toy.age(by: 86_400 * 400)
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            let progress = try toy.text(".kata/progress.json")
            try toy.write(
                progress.replacingOccurrences(of: "\"\(year)-", with: "\"\(year + 1)-"),
                to: ".kata/progress.json"
            )
            for name in try toy.names(in: ".kata/backups") {
                try toy.move(".kata/backups/\(name)", to: ".kata/backups/\(year + 1)" + name.dropFirst(4))
            }

            try toy.answer(.purse, "wrong")
            #expect(try CheckReport(await toy.kata("check", "1.1", "--json")).verdicts == ["1.1 failed"])
            try toy.solve(.purse)
            #expect(try CheckReport(await toy.kata("check", "1.1", "--json")).verdicts == ["1.1 passed"])
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])

            try toy.write("// the newest", to: Toy.Exercise.purse.file)
            #expect(try await toy.kata("reset", "1.1", "--yes").code == 0)
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(Toy.Exercise.purse.file) == "// the newest")
        }
    }

    @Test("two runners at once lose no verdict")
    func twoRunners() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "never-resumes")
            try toy.solve(.receipt, .parcel)
            let one = try toy.start(["check", "1", "--json", "--timeout", "5"])
            // The other one comes while the first has built and is not over.
            try await wait { try toy.processes().contains { $0.contains("--filter") } }
            let other = try toy.start(["check", "2", "--json", "--timeout", "3"])
            let reports = try [CheckReport(await one.outcome()), CheckReport(await other.outcome())]
            #expect(reports.map(\.verdicts) == [["1.1 timedOut", "1.2 passed"], ["2.1 passed"]])
            #expect(try await toy.statuses() == ["unsolved", "solved", "solved"])
        }
    }

    @Test("many runners that only write progress lose nothing either")
    func manyWriters() async throws {
        try await Toy.fresh { toy in
            let runs = try ["1.1", "1.2", "2.1", "1.1", "1.2", "2.1"].map {
                try toy.start(["hint", $0, "--all"])
            }
            for run in runs { #expect(try await run.outcome().code == 0) }
            let progress = try toy.text(".kata/progress.json")
            let hints = progress.split(separator: "\n").filter { $0.contains("\"hints\" : 3") }
            #expect(hints.count == 3, "\(progress)")
        }
    }
}

import Foundation
import Testing

@Suite("Progress, end to end", .timeLimit(.minutes(5)))
struct EndToEndProgressTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
    }

    static let damages = [
        Damage(testDescription: "no JSON", text: "{ \"katas\": ["),
        Damage(testDescription: "empty", text: ""),
        Damage(testDescription: "of a newer runner", text: "{ \"formatVersion\": 99 }"),
    ]

    @Test("a progress file that can't be read is set aside under a name that is told", arguments: damages)
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
            #expect(next.complaint.hasSuffix("Earn the verdicts again: kata check all"))
            #expect(try toy.text(".kata/\(name)") == damage.text)
            #expect(try await toy.kata("next").errors.isEmpty, "it is told once")
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

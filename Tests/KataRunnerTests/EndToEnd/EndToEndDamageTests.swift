import Foundation
import Testing

@Suite("Suites and pages that are not as their author left them, end to end", .timeLimit(.minutes(30)))
struct EndToEndDamageTests {
    /// What is done to a workbook in which 1.1 and 1.2 are solved and 2.1 is wrong.
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var verdicts = ["passed", "passed", "failed"]
        /// Which kata is looked at, and what is said of it.
        var kata = "1.1"
        var said: [String] = []
        /// What `kata doctor` says of it.
        var diagnosis = "All is well."
        /// What has to be warm for it: all of it, if no file comes or goes.
        var warmth = Toy.Warmth.asUsual
        var prepare: @Sendable (Toy) throws -> Void
    }

    private static let purse = Toy.Exercise.purse
    private static let receipt = Toy.Exercise.receipt
    private static let parcel = Toy.Exercise.parcel
    private static let page = "Exercises/Chapter1Shop/README.md"
    private static let changed =
        "The verdict was earned with a changed suite: \(purse.suite) To restore it: git checkout \(purse.suite)"
    private static let known =
        "\(purse.suite) is not as its author left it. To restore it: git checkout \(purse.suite)"
    private static let garbage = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })

    static let suites: [Damage] = [
        Damage(
            testDescription: "a suite edited so that it asks for less",
            said: ["✔ 1.1 A purse that counts · all 4 rules hold", changed],
            diagnosis: known,
            prepare: { toy in
                try toy.answer(.purse, "wrong")
                try toy.replace("== 650", with: "!= 650", in: purse.suite)
            }
        ),
        Damage(
            testDescription: "a suite edited so that it doesn't compile",
            verdicts: ["doesNotCompile", "passed", "failed"],
            said: ["let wrong: Int = \"\" \(purse.suite):27:18", changed],
            diagnosis: known,
            prepare: { try $0.append("let wrong: Int = \"\"\n", to: purse.suite) }
        ),
        Damage(
            testDescription: "a suite deleted",
            verdicts: ["noTests", "passed", "failed"],
            said: [
                "no rule was checked", "the suite is missing \(purse.suite):1:1",
                "git checkout \(purse.suite)",
            ],
            diagnosis: "✘ \(purse.suite) is missing. Bring it back: git checkout \(purse.suite)",
            warmth: .planningAnew,
            prepare: { try $0.remove(purse.suite) }
        ),
        Damage(
            testDescription: "the only suite of a chapter deleted",
            verdicts: ["passed", "passed", "noTests"],
            kata: "2.1",
            said: ["the suite is missing \(parcel.suite):1:1", "git checkout \(parcel.suite)"],
            diagnosis: "✘ \(parcel.suite) is missing.",
            warmth: .planningAnew,
            prepare: { try $0.remove(parcel.suite) }
        ),
        Damage(
            testDescription: "a rule disabled",
            verdicts: ["failed", "passed", "failed"],
            said: [
                "✘ an empty purse holds nothing It was switched off in the suite. A rule must run to hold.",
                changed,
            ],
            diagnosis: known,
            prepare: { toy in
                let name = "an empty purse holds nothing\""
                try toy.replace(name, with: name + ", .disabled()", in: purse.suite)
            }
        ),
        Damage(
            testDescription: "a whole suite disabled",
            verdicts: ["failed", "passed", "failed"],
            said: ["0 of 4 rules hold", "It was switched off in the suite.", changed],
            diagnosis: known,
            prepare: { toy in
                let name = "1.1 A purse that counts\""
                try toy.replace(name, with: name + ", .disabled()", in: purse.suite)
            }
        ),
        Damage(
            testDescription: "a file of the learner's own among the suites, which doesn't compile",
            said: ["Left out, because they don't compile: • Tests/Chapter1ShopTests/Mine.swift:1:18 "],
            warmth: .planningAnew,
            prepare: { try $0.write("let wrong: Int = \"\"\n", to: "Tests/Chapter1ShopTests/Mine.swift") }
        ),
        Damage(
            testDescription: "the seals of the suites damaged",
            said: ["✔ 1.1 A purse that counts · all 4 rules hold"],
            prepare: { try $0.write(garbage, to: Toy.seals) }
        ),
    ]

    static let workbook: [Damage] = [
        Damage(
            testDescription: "a page that is garbage",
            said: ["all 4 rules hold"],
            diagnosis: "✘ The page of 1.1 has no rules. Bring it back: git checkout \(page)",
            prepare: { try $0.write(garbage, to: page) }
        ),
        Damage(
            testDescription: "a page deleted",
            said: ["all 4 rules hold"],
            diagnosis: "✘ The page of 1.1 has no rules. Bring it back: git checkout \(page)",
            warmth: .planningAnew,
            prepare: { try $0.remove(page) }
        ),
        Damage(
            testDescription: "a pristine copy that is garbage",
            said: ["✔ 1.1 A purse that counts · all 4 rules hold"],
            diagnosis: "✘ \(purse.pristine) is damaged. Bring it back: git checkout \(purse.pristine)",
            prepare: { try $0.write(garbage, to: purse.pristine) }
        ),
        Damage(
            testDescription: "a pristine copy that is garbage, and a kata that doesn't compile",
            verdicts: ["doesNotCompile", "passed", "failed"],
            said: ["\(purse.file):4:33 "],
            diagnosis: "✘ \(purse.pristine) is damaged.",
            prepare: { toy in
                try toy.write(garbage, to: purse.pristine)
                try toy.answer(.purse, "does-not-compile")
            }
        ),
        Damage(
            testDescription: "a pristine copy that says something else, and a kata that doesn't compile",
            verdicts: ["doesNotCompile", "passed", "failed"],
            said: ["\(purse.file):4:33 "],
            prepare: { toy in
                try toy.write("struct Wallet {}\n", to: purse.pristine)
                try toy.answer(.purse, "does-not-compile")
            }
        ),
        Damage(
            testDescription: "all pristine copies deleted, and a kata that doesn't compile",
            verdicts: ["passed", "doesNotCompile", "failed"],
            kata: "1.2",
            said: ["\(receipt.file):"],
            diagnosis: "✘ \(receipt.pristine) is missing. Bring it back: git checkout \(receipt.pristine)",
            prepare: { toy in
                try toy.remove("Exercises/.pristine")
                try toy.answer(.receipt, "does-not-compile")
            }
        ),
    ]

    @Test(
        "each kata gets its own verdict, and what is not as it was is reported",
        arguments: suites + workbook
    )
    func each(damage: Damage) async throws {
        try await Toy.warm(damage.warmth) { toy in
            try toy.solve(.purse, .receipt)
            try toy.answer(.parcel, "wrong")
            try damage.prepare(toy)
            let before = try toy.state()

            let all = try await toy.kata("check", "all", "--json")
            #expect(all.code == 1, "\(all.errors)")
            #expect(
                try CheckReport(all).verdicts
                    == zip(["1.1", "1.2", "2.1"], damage.verdicts).map { "\($0) \($1)" }
            )

            let one = try await toy.kata("check", damage.kata, "--again")
            let words = one.complaint + " " + one.words + " "
            for said in damage.said { #expect(words.contains(said), "\(one.errors)\n\(one.output)") }
            #expect(
                ["Go on kata next", "Stuck? kata hint \(damage.kata)"].contains { one.words.hasSuffix($0) }
            )
            #expect(!words.contains("!"))

            let doctor = try await toy.kata("doctor")
            #expect(doctor.words.contains(damage.diagnosis), "\(doctor.output)")
            #expect(doctor.code == (damage.diagnosis.hasPrefix("✘") ? 2 : 0))

            #expect(try toy.processes() == [])
            #expect(try toy.state() == before, "a learner's file was touched")
        }
    }

    @Test("a verdict that was earned with a changed suite is marked, until it is earned with the right one")
    func marked() async throws {
        try await Toy.warm { toy in
            let right = try toy.text(Self.purse.suite)
            try toy.answer(.purse, "wrong")
            try toy.replace("== 650", with: "!= 650", in: Self.purse.suite)
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try toy.text(".kata/progress.json").contains("\"suiteChanged\" : true"))
            #expect(try await toy.kata("check", "1.1").words.contains(Self.changed), "it is told every time")
            try toy.write(right, to: Self.purse.suite)
            #expect(try await toy.kata("check", "1.1").code == 1)
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try !toy.text(".kata/progress.json").contains("suiteChanged"))
        }
    }

    @Test("a damaged page is reported where it is looked for, with the way to bring it back")
    func page() async throws {
        try await Toy.fresh { toy in
            try toy.write(Self.garbage, to: Self.page)
            for command in ["show", "next"] {
                let run = try await toy.kata(command)
                #expect(run.code == 0)
                #expect(
                    run.words.contains(
                        "\(Self.page) has no rules for 1.1: it is damaged, or not the author's. Bring it back from the repository: git checkout \(Self.page)"
                    )
                )
            }
            #expect(
                try await toy.kata("hint", "1.1").words == "1.1 Purse has no hints. Its page: kata show 1.1"
            )
        }
    }

    @Test("a damaged starter replaces nothing", arguments: [Data(), garbage, nil])
    func starter(text: Data?) async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            if let text {
                try toy.write(text, to: Self.purse.pristine)
            } else {
                try toy.remove(Self.purse.pristine)
            }
            let before = try toy.state()
            let reset = try await toy.kata("reset", "1.1", "--yes")
            #expect(reset.code == 2)
            #expect(reset.complaint.hasPrefix("\(Self.purse.pristine) is missing or damaged"))
            #expect(reset.complaint.hasSuffix("git checkout Exercises/.pristine"))
            #expect(try toy.state() == before)
        }
    }
}

import Testing

@Suite("kata next, end to end", .timeLimit(.minutes(30)))
struct EndToEndNextTests {
    @Test("a fresh clone presents its first kata at once, and no compiler is started")
    func fresh() async throws {
        try await Toy.fresh { toy in
            let path = try toy.fakeSwift("touch \(toy.root)/compiler-was-started; exit 1")
            let start = ContinuousClock.now
            let next = try await toy.kata("next", with: ["PATH": path])
            #expect(start.duration(to: .now) < .seconds(10), "presenting a kata took too long")
            #expect(next.code == 0)
            #expect(next.output.hasPrefix("1.1 A purse that counts\n"))
            #expect(next.output.contains("○ the total is the sum of the coins"))
            #expect(next.output.contains("Exercises/Chapter1Shop/1-Purse.swift"))
            #expect(!toy.exists("compiler-was-started"), "a starter needs no compiler to be presented")
            #expect(!toy.exists(".build"), "something was built")
        }
    }

    @Test("a kata is presented even without a compiler")
    func withoutCompiler() async throws {
        try await Toy.fresh { toy in
            let next = try await toy.kata("next", with: ["PATH": "/nowhere"])
            #expect(next.code == 0)
            #expect(next.output.hasPrefix("1.1 A purse that counts\n"))
        }
    }

    @Test("a fresh clone builds, and leads from kata to kata to the end")
    func wholeWay() async throws {
        try await Toy.fresh { toy in
            #expect(try await toy.kata("next").code == 0)
            try toy.answer(.purse, "wrong")
            let failing = try await toy.kata("next")
            #expect(failing.code == 1)
            #expect(failing.output.hasPrefix("✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
            #expect(
                failing.output.contains("✘ the total is the sum of the coins\n  a coin has gone missing\n")
            )
            #expect(failing.output.contains("Tests/Chapter1ShopTests/1-PurseTests.swift:9\n"))
            #expect(failing.output.contains("✔ the largest coin is found\n"))
            #expect(failing.words.hasSuffix("Stuck? kata hint 1.1"))

            try toy.solve(.purse)
            let solved = try await toy.kata("next")
            #expect(solved.code == 0)
            #expect(solved.output.hasPrefix("✔ 1.1 A purse that counts · all 4 rules hold\n"))
            #expect(solved.words.contains("Counting is easy once the empty purse is no exception."))
            #expect(solved.words.contains("Compare: kata solution 1.1 --diff Next: 1.2 A receipt that reads"))

            let presented = try await toy.kata("next")
            #expect(presented.code == 0)
            #expect(presented.output.hasPrefix("1.2 A receipt that reads\n"))

            try toy.solve(.receipt, .parcel)
            let second = try await toy.kata("next")
            #expect(
                second.words.contains(
                    "Compare: kata solution 1.2 --diff "
                        + "Chapter 1 is complete. Look back on it: kata show 1 Next: 2.1 A parcel within limits"
                )
            )
            let last = try await toy.kata("next")
            #expect(last.code == 0)
            #expect(last.output.hasPrefix("2.1 A parcel within limits\n"), "nobody has seen its page yet")
            #expect(last.output.contains("\n✔ 2.1 A parcel within limits · all 4 rules hold\n"))
            #expect(last.words.contains("3 of 3 katas solved Every kata of this workbook is solved."))

            let done = try await toy.kata("next", with: ["PATH": try toy.fakeSwift("exit 1")])
            #expect(done.code == 2, "another compiler must earn the verdicts again")
            let again = try await toy.kata("next")
            #expect(again.code == 0)
            #expect(again.output.contains("Every kata of this workbook is solved."))
        }
    }

    @Test("a kata is presented before its first verdict, once")
    func presentation() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            try toy.solve(.receipt)
            let all = try await toy.kata("check", "all")
            #expect(all.words.contains("Solved for the first time. The afterwords: kata show 1.2"))
            let again = try await toy.kata("check", "all")
            #expect(!again.words.contains("for the first time"))

            let first = try await toy.kata("next")
            #expect(first.output.hasPrefix("1.1 A purse that counts\n"))
            #expect(first.output.contains("\nTask\n"))
            #expect(first.output.contains("\n✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
            let second = try await toy.kata("next")
            #expect(second.output.hasPrefix("✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
        }
    }

    @Test("a kata that is named is gone on with, and next alone goes on from there")
    func named() async throws {
        try await Toy.warm { toy in
            let named = try await toy.kata("next", "1.2")
            #expect(named.code == 0)
            #expect(named.output.hasPrefix("1.2 A receipt that reads\n"))
            try toy.solve(.receipt)
            let solved = try await toy.kata("next")
            #expect(solved.output.hasPrefix("✔ 1.2 A receipt that reads · all 4 rules hold\n"))
            #expect(solved.words.contains("Next: 2.1 A parcel within limits"))
            let solvedAgain = try await toy.kata("next", "Receipt")
            #expect(solvedAgain.output.hasPrefix("✔ 1.2 A receipt that reads · all 4 rules hold\n"))
            #expect(solvedAgain.output.contains("\n2.1 A parcel within limits\n"))
            let chapter = try await toy.kata("next", "1")
            #expect(chapter.output.hasPrefix("1.1 A purse that counts\n"), "the first that isn't solved")
            let unknown = try await toy.kata("next", "7.7")
            #expect(unknown.code == 2)
            #expect(try await toy.kata("next").output.hasPrefix("1.1 A purse that counts\n"))
        }
    }

    @Test("a solved kata that breaks is open again, and the one at hand is still checked")
    func regression() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])

            try toy.answer(.purse, "wrong")
            #expect(try await toy.statuses() == ["changed", "unsolved", "unsolved"])
            let next = try await toy.kata("next")
            #expect(next.code == 1)
            #expect(next.output.contains("\n✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
            #expect(try await toy.statuses() == ["unsolved", "unsolved", "unsolved"])
        }
    }

    @Test("somebody who edits a kata that comes later learns when an earlier one breaks")
    func companion() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            #expect(try await toy.kata("check", "1").code == 0)
            // Both depend on what further files of the chapter say.
            try toy.replace("items.isEmpty", with: "nobodyBuys(items)", in: Toy.Exercise.receipt.file)
            try toy.replace(
                "coins.max()",
                with: "nobodyBuys([]) ? nil : coins.max()",
                in: Toy.Exercise.purse.file
            )
            try toy.write(
                "func nobodyBuys(_ items: [String]) -> Bool { items.isEmpty }\n",
                to: "Exercises/Chapter1Shop/Helper.swift"
            )
            let next = try await toy.kata("next")
            #expect(next.code == 1)
            #expect(next.output.contains("\n✘ 1.1 A purse that counts · 3 of 4 rules hold\n"))
            #expect(next.output.contains("✘ the largest coin is found\n"))
            #expect(try await toy.statuses() == ["unsolved", "solved", "unsolved"])
        }
    }
}

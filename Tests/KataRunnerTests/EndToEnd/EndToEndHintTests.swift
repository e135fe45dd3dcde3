import Testing

@Suite("kata hint and kata solution, end to end", .timeLimit(.minutes(30)))
struct EndToEndHintTests {
    private let hints = ["What is a sum of no coins", "Arrays can be reduced", "Begin with zero"]

    @Test("each call says one hint more, and the last stays")
    func oneMore() async throws {
        try await Toy.fresh { toy in
            for shown in [1, 2, 3, 3] {
                let run = try await toy.kata("hint", "1.1")
                #expect(run.code == 0)
                #expect(hints.filter(run.output.contains) == Array(hints.prefix(shown)))
            }
            let other = try await toy.kata("hint", "1.2")
            #expect(other.output.contains("Hint 1 of 3\n"))
            #expect(!other.output.contains("Hint 2 of 3\n"), "each kata has hints of its own")
        }
    }

    @Test("all hints are said at once when asked for, of the kata one is at")
    func all() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("hint", "--all")
            #expect(run.code == 0)
            #expect(hints.allSatisfy(run.output.contains))
            #expect(run.words.hasSuffix("kata solution 1.1 --spoil"))
        }
    }

    @Test("a solution is refused before the kata is solved, and a hint offered")
    func refused() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("solution", "1.1")
            #expect(run.code == 1)
            #expect(run.output.isEmpty)
            #expect(run.complaint.contains("kata hint 1.1"))
            #expect(run.complaint.hasSuffix("kata solution 1.1 --spoil"))

            let spoilt = try await toy.kata("solution", "1.1", "--spoil")
            #expect(spoilt.code == 0)
            #expect(try spoilt.output.hasSuffix(toy.text(Toy.Exercise.purse.solution)))
        }
    }

    @Test("a solution is shown once the kata is solved, alone or as a difference")
    func shown() async throws {
        try await Toy.warm { toy in
            try toy.write(
                toy.text("\(Toy.Exercise.purse.variants)/valid-actor.swift"),
                to: Toy.Exercise.purse.file
            )
            #expect(try await toy.kata("check", "1.1").code == 0)
            let solution = try await toy.kata("solution", "1.1")
            #expect(solution.code == 0)
            #expect(try solution.output.hasSuffix(toy.text(Toy.Exercise.purse.solution)))

            let difference = try await toy.kata("solution", "1.1", "--diff")
            #expect(difference.code == 0)
            #expect(difference.output.hasPrefix("--- Exercises/Chapter1Shop/1-Purse.swift\n+++ Solutions/"))
            #expect(difference.output.contains("\n-actor Purse {\n"))
            #expect(difference.output.contains("\n+struct Purse {\n"))
        }
    }
}

import Foundation
import Testing

@Suite("Findings in an editor, end to end", .timeLimit(.minutes(30)))
struct EndToEndEditorTests {
    /// What a learner may have written, and where an editor shows what is wrong with it.
    struct Answer: Sendable, CustomTestStringConvertible {
        var exercise: Toy.Exercise
        var name: String
        var problems: [String]
        var verdict: String

        var testDescription: String { "\(exercise.name), \(name)" }
    }

    static let answers = [
        Answer(
            exercise: .purse,
            name: "wrong",
            problems: [
                "Tests/Chapter1ShopTests/1-PurseTests.swift:9 error: the total is the sum of the coins:"
                    + " a coin has gone missing"
            ],
            verdict: "✘ 1.1 A purse that counts · 3 of 4 rules hold\n"
        ),
        Answer(
            exercise: .purse,
            name: "does-not-compile",
            problems: [
                "Exercises/Chapter1Shop/1-Purse.swift:4:33 error: cannot convert return expression of type"
                    + " 'String' to return type 'Int'"
            ],
            verdict: "✘ 1.1 A purse that counts · it does not compile yet\n"
        ),
        Answer(
            exercise: .purse,
            name: "crash",
            problems: [
                "Exercises/Chapter1Shop/1-Purse.swift:6 error: an empty purse has no largest coin:"
                    + " The process ended in the middle of this rule: Index out of range"
            ],
            verdict: "✘ 1.1 A purse that counts · 3 of 4 rules hold\n"
        ),
    ]

    /// As the editor runs it while this file is at hand.
    private func check(_ exercise: Toy.Exercise, of toy: Toy) async throws -> KataRun.Outcome {
        let task = try #require(try EditorTask.all.first { $0.problemMatcher != nil })
        return try await toy.start(task.words(for: exercise.file)).outcome()
    }

    private func problems(in run: KataRun.Outcome) throws -> [String] {
        let matcher = try #require(try EditorTask.all.compactMap(\.problemMatcher).first)
        return try matcher.problems(in: run.output + run.errors).map { problem in
            let column = problem.column.map { ":\($0)" } ?? ""
            return "\(problem.file):\(problem.line)\(column) \(problem.severity): \(problem.message)"
        }
    }

    @Test(
        "what is wrong with the file at hand stands in the list of problems, and nothing else",
        arguments: answers
    )
    func listed(answer: Answer) async throws {
        try await Toy.warm { toy in
            try toy.answer(answer.exercise, answer.name)
            let run = try await check(answer.exercise, of: toy)
            #expect(run.code == 1)
            let found = try problems(in: run)
            #expect(found.count == answer.problems.count, "\(found)")
            for (problem, begin) in zip(found, answer.problems) { #expect(problem.hasPrefix(begin)) }
            #expect(run.errors.hasSuffix(answer.verdict))
        }
    }

    @Test("a kata that is solved has no problems, and says so beside them")
    func solved() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            let run = try await check(.purse, of: toy)
            #expect(run.code == 0)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasSuffix("✔ 1.1 A purse that counts · all 4 rules hold\n"))
        }
    }

    @Test("on a terminal the findings have no colour, and are not wrapped")
    func terminal() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            let terminal = try PseudoTerminal(columns: 40)
            let words = ["check", "1.1", "--lines", "--color", "always"]
            let run = try await toy.start(words, on: terminal).outcome(on: terminal)
            #expect(run.code == 1)
            let lines = terminal.shown.components(separatedBy: "\r\n")
            let place =
                "Tests/Chapter1ShopTests/1-PurseTests.swift:9: error: the total is the sum of the coins: "
            #expect(lines.contains { $0.contains(place + "a coin has gone missing") })
        }
    }
}

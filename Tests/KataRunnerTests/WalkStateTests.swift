import Testing

@testable import KataRunner

@Suite("Going through a walkthrough")
struct WalkStateTests {
    private func state(at number: Int = 1) throws -> WalkState {
        WalkState(lesson: try TaughtToy.lesson(), number: number)
    }

    @Test(
        "keys go on and back, and stop at the ends",
        arguments: [
            ([.character("n")], 2), ([.character(" "), .right], 3), ([.character("n"), .character("p")], 1),
            ([.left], 1), ([.character("5"), .character("n")], 5), ([.character("4"), .backspace], 3),
            ([.character("0")], 5), ([.up, .down, .pageDown, .end, .character("z")], 1),
        ] as [([Key], Int)]
    )
    func moves(keys: [Key], number: Int) throws {
        var state = try state()
        for key in keys { #expect(state.handle(.key(key)) == []) }
        #expect(state.number == number)
        #expect(state.step.number == number)
    }

    @Test("q leaves")
    func quit() throws {
        var state = try state()
        #expect(state.handle(.key(.character("q"))) == [.quit])
    }

    @Test("r runs the step, and its verdict is shown where it is found")
    func run() throws {
        var state = try state(at: 2)
        #expect(state.handle(.key(.character("r"))) == [.run(step: 2)])
        #expect(state.view == .step && state.result == nil, "what is being run stays in sight")
        _ = state.handle(.progress(.building(chapters: [2]), seconds: 1))
        #expect(state.activity?.stage == .building(chapters: [2]))
        _ = state.handle(
            .ran(step: 2, Checker.Trial(result: state.lesson.result(at: 2), warnings: [], printed: "소포\n"))
        )
        #expect(state.activity == nil && state.view == .verdict)
        #expect(state.result == state.lesson.result(at: 2))
        #expect(state.printed == "소포\n")
        _ = state.handle(.key(.escape))
        #expect(state.view == .step)
        _ = state.handle(.key(.character("v")))
        #expect(state.view == .verdict)
        _ = state.handle(.key(.character("n")))
        #expect(state.view == .step && state.result == nil, "another step has another verdict")
    }

    @Test("a verdict that comes when one has gone on is kept for its step")
    func late() throws {
        var state = try state(at: 1)
        _ = state.handle(.key(.character("r")))
        _ = state.handle(.key(.character("n")))
        _ = state.handle(.ran(step: 1, Checker.Trial(result: state.lesson.result(at: 1), warnings: [])))
        #expect(state.hidesRules, "the rules of the step at hand are still to be predicted")
        #expect(state.view == .step && state.result == nil)
        _ = state.handle(.key(.character("p")))
        #expect(state.result == state.lesson.result(at: 1))
    }

    @Test("a trial is told at once, and what is done for it after a moment")
    func activity() throws {
        var state = try state()
        _ = state.handle(.begun)
        _ = state.handle(.progress(.building(chapters: [2]), seconds: 0.2))
        #expect(state.isTrying && state.activity == nil)
        _ = state.handle(.progress(.building(chapters: [2]), seconds: 0.6))
        #expect(state.activity?.stage == .building(chapters: [2]))
        _ = state.handle(.runEnded)
        #expect(!state.isTrying && state.activity == nil)
    }

    @Test("a verdict is expected where the same rules are red, and a step without a list is to be green")
    func expected() throws {
        let lesson = try state().lesson
        for (index, step) in lesson.steps.enumerated() {
            #expect(step.isExpected(lesson.result(at: index + 1)))
            #expect(!step.isExpected(lesson.kata.doesNotCompile()))
        }
        #expect(!lesson.steps[0].isExpected(lesson.result(at: 5)))
        var untold = lesson.steps[0]
        untold.red = nil
        #expect(untold.isExpected(lesson.result(at: 5)) && !untold.isExpected(lesson.result(at: 1)))
    }

    @Test("a run that could not be is reported, until the next key")
    func failure() throws {
        var state = try state()
        _ = state.handle(.key(.character("r")))
        _ = state.handle(.failed(.noCompiler))
        #expect(state.complaint == .noCompiler && state.activity == nil)
        _ = state.handle(.key(.character("s")))
        #expect(state.complaint == nil && state.view == .step)
    }

    @Test("at each step the rules are covered until they are asked for, and the complete file stays shown")
    func toggles() throws {
        var state = try state()
        #expect(state.hidesRules && !state.showsWholeFile)
        for key in "ecn" { _ = state.handle(.key(.character(key))) }
        #expect(state.hidesRules && state.showsWholeFile)
        for key in "ec" { _ = state.handle(.key(.character(key))) }
        #expect(!state.hidesRules && !state.showsWholeFile)
        _ = state.handle(.key(.character("?")))
        #expect(state.view == .keys)
        _ = state.handle(.key(.character("?")))
        #expect(state.view == .step)
    }
}

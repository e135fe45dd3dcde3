import Foundation

/// `kata walk <chapter>`
struct WalkCommand: Command {
    static let manual = Manual.walk

    private let reference: String
    private let number: Int?
    private let applied: Int?
    private let isRun: Bool
    private let isPlain: Bool
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let reference = arguments.positionals.first else {
            throw .missingArgument("the number of a chapter", command: "walk")
        }
        self.reference = reference
        number = try arguments.number("--step")
        applied = try arguments.number("--apply")
        isRun = arguments.has("--run")
        isPlain = arguments.has("--plain")
        limits = try CheckCommand.limits(arguments)
        if isRun, number == nil { throw .needsStep(chapter: reference) }
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course()
        let chapters = Set(try course.katas(reference).map(\.id.chapter))
        guard let chapter = course.catalogue.chapters.first(where: { [$0.number] == chapters }) else {
            throw .badValue(reference, option: "chapter", expected: "the number of one chapter")
        }
        let lesson = try course.lesson(of: chapter, in: session.layout.language)
        func step(_ number: Int) throws(Complaint) -> Walkthrough.Step {
            guard lesson.steps.indices.contains(number - 1) else {
                throw .noSuchStep(number, chapter: chapter.number, steps: lesson.steps.count)
            }
            return lesson.steps[number - 1]
        }
        if let applied { return try apply(try step(applied), of: lesson, in: course, session) }
        let asked: Walkthrough.Step? = if let number { try step(number) } else { nil }
        let session = isPlain ? session.withoutColour : session
        if isRun, let asked { return try verdict(of: asked, lesson, course, session) }
        if !isPlain, session.hasScreen {
            let state = WalkState(lesson: lesson, number: asked?.number ?? 1)
            var loop = WalkLoop(session: session, course: course, limits: limits, state: state)
            return loop.run()
        }
        session.show(WalkScreen.printed(lesson, step: asked, layout: session.layout))
        return .success
    }

    private func verdict(
        of step: Walkthrough.Step,
        _ lesson: Lesson,
        _ course: Course,
        _ session: Session
    ) throws(Complaint) -> ExitCode {
        let checker = try session.checker(course, limits: limits)
        let trial = try session.waiting(limits) { report throws(Complaint) in
            try checker.tryOut(step, of: lesson, report)
        }
        session.mention(WalkScreen.surprise(step, trial.result))
        session.show(
            WalkScreen.verdict(lesson, step, trial.result, printed: trial.printed, layout: session.layout)
        )
        return step.isExpected(trial.result) ? .success : .somethingFailed
    }

    /// Copies the learner's file, and puts the step in its place.
    private func apply(
        _ step: Walkthrough.Step,
        of lesson: Lesson,
        in course: Course,
        _ session: Session
    ) throws(Complaint) -> ExitCode {
        let workbook = course.workbook
        let kata = lesson.kata
        let text = Data(lesson.texts[step.number - 1].utf8)
        guard !workbook.files.isFolder(workbook.path(kata.file)) else {
            throw .folderInTheWay(kata.file, kata: kata.id.description)
        }
        guard workbook.data(kata.file) != text else {
            session.show(WalkScreen.appliedAlready(lesson, step))
            return .success
        }
        let backup =
            kata.fileExists
            ? try Backups(workbook: workbook).make(of: [kata.file], at: session.environment.now()) : nil
        do {
            try workbook.files.write(text, workbook.path(kata.file))
        } catch {
            throw workbook.cannotWrite(kata.file)
        }
        session.show(WalkScreen.applied(lesson, step, backup: backup))
        return .success
    }
}

/// The shell around `WalkState`: it waits for keys, runs steps, and draws.
private struct WalkLoop: ScreenLoop {
    let session: Session
    private let course: Course
    private let limits: Checker.Limits
    private var state: WalkState
    var screen: FullScreen
    var pending: [WalkState.Effect] = []
    var isOver = false

    static let quit = WalkState.Effect.quit

    init(session: Session, course: Course, limits: Checker.Limits, state: WalkState) {
        self.session = session
        self.course = course
        self.limits = limits
        self.state = state
        screen = FullScreen(session)
    }

    private mutating func tell(_ event: WalkState.Event) {
        pending += state.handle(event)
    }

    mutating func press(_ key: Key) {
        // The space bar goes on, and doesn't scroll.
        if key != .character(" ") { screen.scroll(key) }
        let before = state
        tell(.key(key))
        if state != before { screen.offset = 0 }
    }

    mutating func draw() {
        let layout = screen.layout
        screen.draw(
            WalkScreen.body(state, layout: layout),
            footer: WalkScreen.footer(state, layout: layout, limits: limits)
        )
    }

    mutating func perform(_ effect: WalkState.Effect) {
        switch effect {
        case .quit: isOver = true
        case .run(let number): tryOut(state.lesson.steps[number - 1])
        }
    }

    private mutating func tryOut(_ step: Walkthrough.Step) {
        do {
            let checker = try session.checker(course, limits: limits)
            tell(.begun)
            draw()
            let trial = try checker.tryOut(step, of: state.lesson) { stage, seconds in
                tell(.progress(stage, seconds: seconds))
                listen(for: 0)
                draw()
                // Somebody who leaves, or runs another step, no longer waits for this one.
                return !session.environment.isInterrupted() && pending.isEmpty
            }
            tell(.ran(step: step.number, trial))
        } catch .cancelled, .interrupted {
            tell(.runEnded)
        } catch {
            tell(.failed(error))
        }
        screen.offset = 0
    }
}

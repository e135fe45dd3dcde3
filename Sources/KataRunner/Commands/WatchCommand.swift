import Foundation

/// `kata watch`
struct WatchCommand: Command {
    static let manual = Manual(
        name: "watch",
        summary: "check at every save, and go through the katas with single keys",
        explanation: [
            "Saves are noticed within a tenth of a second. The last line shows the keys. Nothing is opened or replaced unless you ask for it."
        ],
        options: [
            Manual.Option(
                name: "--edit",
                value: "COMMAND",
                explanation: "the editor that the key o opens; otherwise $VISUAL or $EDITOR"
            )
        ] + CheckCommand.limitOptions + [Preparation.option]
    )

    private let editor: String?
    private let limits: Checker.Limits
    private let doesNotPrepare: Bool

    init(_ arguments: ParsedArguments) throws(Complaint) {
        editor = arguments.values["--edit"]
        limits = try CheckCommand.limits(arguments)
        doesNotPrepare = arguments.has(Preparation.option.name)
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        guard session.hasScreen else { throw .needsScreen("watch") }
        let course = try session.course()
        let checker = try session.checker(course, limits: limits)
        let isOff = Preparation.isSwitchedOff(session.environment.variables, isRefused: doesNotPrepare)
        var loop = WatchLoop(
            session: session,
            course: course,
            checker: checker,
            editor: editor,
            preparation: isOff
                ? nil : Preparation(workbook: course.workbook, toolchain: checker.toolchain)
        )
        return loop.run()
    }
}

/// The shell around `WatchState`: it waits for keys and saves, carries out effects, and draws.
private struct WatchLoop: ScreenLoop {
    let session: Session
    private var course: Course
    private let checker: Checker
    private let editor: String?
    private let preparation: Preparation?
    /// Chapters that need no further look.
    private var prepared: Set<Int> = []
    private var state: WatchState
    var screen: FullScreen
    private var changes = FileChanges()
    var pending: [WatchState.Effect] = []
    var isOver = false

    static let quit = WatchState.Effect.quit
    static let patience = 40

    init(
        session: Session,
        course: Course,
        checker: Checker,
        editor: String?,
        preparation: Preparation?
    ) {
        var course = course
        let standings = course.standings(looksForStarters: true)
        let kata = course.current() ?? course.catalogue.katas[course.catalogue.katas.count - 1]
        self.session = session
        self.course = course
        self.checker = checker
        self.editor = editor
        self.preparation = preparation
        state = WatchState(
            standings: standings,
            chapters: course.catalogue.chapters,
            current: kata.id,
            hintLevels: Dictionary(
                uniqueKeysWithValues: course.catalogue.katas.map {
                    ($0.id, course.progress.hints(for: $0.name))
                }
            ),
            presented: Set(
                course.catalogue.katas.filter { course.progress.hasPresented($0.name) }.map(\.id)
            )
        )
        screen = FullScreen(session)
        if !course.workbook.isUntouched(kata) { pending = [.check([kata.id])] }
        _ = savedKatas()
    }

    // MARK: - Events

    mutating func press(_ key: Key) {
        if case .list = state.view {} else { screen.scroll(key) }
        let view = state.view
        tell(.key(key))
        if state.view != view || state.notice != nil { screen.offset = 0 }
        if key == .character("h"), let line = WatchScreen.newestHint(state, layout: screen.layout) {
            screen.scroll(to: line, of: WatchScreen.body(state, layout: screen.layout))
        }
    }

    mutating func lookAround() {
        let saved = savedKatas()
        if !saved.isEmpty {
            tell(.saved(saved))
            screen.offset = 0
        }
    }

    /// Takes in what has changed below `Exercises`. The answer is which katas are to be checked for it.
    private mutating func savedKatas() -> [KataID] {
        let saved = changes.look(at: course.workbook.watched())
        guard !saved.isEmpty else { return [] }
        // A check looks at its katas' files anyway; this is about pages, folders and katas that come or go.
        if !saved.isSubset(of: course.catalogue.katas.filter(\.fileExists).map(\.file)) { reload() }
        let katas = course.catalogue.katas.filter { saved.contains($0.file) }.map(\.id)
        guard katas.isEmpty else { return katas }
        // A further file of the chapter belongs to the kata at hand there.
        let folder = course.catalogue.chapters.first { $0.number == state.current.chapter }?.folder
        return saved.contains { path in
            path.hasSuffix(".swift") && folder.map { path.hasPrefix($0 + "/") } ?? false
        } ? [state.current] : []
    }

    mutating func draw() {
        if state.view == .page, let kata = state.kata { course.notePage(of: kata, session.environment) }
        let layout = screen.layout
        var visible: Int?
        if case .list(let list) = state.view { visible = ListScreen.line(of: list.cursor, in: list) }
        screen.draw(
            WatchScreen.body(state, layout: layout),
            footer: WatchScreen.footer(state, layout: layout, limits: checker.limits),
            showing: visible
        )
    }

    // MARK: - Effects

    mutating func perform(_ effect: WatchState.Effect) {
        switch effect {
        case .quit: isOver = true
        case .check(let ids): check(ids)
        case .noteHint(let id, let level):
            update(id) { progress, name, now in progress.noteHints(level, of: name, at: now) }
        case .makeCurrent(let id):
            update(id) { progress, name, _ in progress.current = name }
        case .open(let id): open(id)
        case .compare(let id): compare(id)
        case .reset(let id): reset(id)
        }
    }

    private mutating func check(_ ids: [KataID]) {
        // The newest wish counts: somebody who saves twice wants to know about the second save.
        guard !pending.contains(where: { if case .check = $0 { true } else { false } }) else { return }
        reload()
        let katas = course.catalogue.katas.filter { ids.contains($0.id) }
        guard !katas.isEmpty else { return }
        let suspensions = screen.suspensions
        let companions = katas.count == 1 ? course.companions(of: katas[0]) : []
        do {
            announce(ids)
            draw()
            // While it lasts, keys and saves change the course.
            var course = course
            let found = try course.examine(katas, companions: companions, isAgain: true, with: checker) {
                tell(.found(said($0)))
                draw()
            } _: { stage, seconds in
                tell(.progress(stage, seconds: seconds))
                listen(for: 0)
                draw()
                return !session.environment.isInterrupted() && screen.suspensions == suspensions
                    && !pending.contains { $0.endsCheck }
            }
            tell(.checked(said(found.results), printed: found.printed))
            keep(found)
            tellStandings()
        } catch .cancelled, .interrupted {
            tell(.checkEnded)
            // While the runner stood still, nobody counted the seconds.
            if screen.suspensions != suspensions { pending.append(.check(ids)) }
        } catch {
            tell(.failed(error))
        }
    }

    private func said(_ results: [Judged]) -> [CheckResult] {
        course.said(results, in: session.layout.language).map(\.result)
    }

    private mutating func keep(_ found: Course.Examination) {
        do {
            try course.note(found, at: session.environment.now())
        } catch {
            tell(.notKept(error))
        }
    }

    /// Makes the chapter at hand ready while nothing else is asked for.
    mutating func rest() {
        guard let preparation,
            let number = Preparation.chapters(around: state.current, state.standings)
                .first(where: { !prepared.contains($0) }),
            let chapter = course.catalogue.chapters.first(where: { $0.number == number })
        else { return }
        prepared.insert(number)
        guard !preparation.isReady(chapter) else { return }
        tell(.preparing(chapter: number))
        // The check reports what can't be built.
        try? preparation.prepare(chapter, with: checker.with(course.catalogue)) { _, _ in
            listen(for: 0)
            let isOver = session.environment.isInterrupted() || pending.contains { $0.endsCheck }
            if isOver { prepared.remove(number) }
            if case .check(let ids) = pending.last { announce(ids) }
            draw()
            return !isOver
        }
        tell(.preparing(chapter: nil))
    }

    /// Somebody who has saved sees at once that it was noticed.
    private mutating func announce(_ ids: [KataID]) {
        tell(.progress(.building(chapters: Set(ids.map(\.chapter)).sorted()), seconds: 0))
    }

    /// The only door to the state: what it asks for is carried out when there is time for it.
    private mutating func tell(_ event: WatchState.Event) {
        pending += state.handle(event)
    }

    private mutating func tellStandings() {
        tell(.reloaded(course.standings(looksForStarters: true), chapters: course.catalogue.chapters))
    }

    private mutating func reload() {
        course = course.reloaded(in: session.layout.language)
        tellStandings()
    }

    private mutating func update(_ id: KataID, _ change: (inout LearnerProgress, String, Date) -> Void) {
        guard let kata = course.catalogue.katas.first(where: { $0.id == id }) else { return }
        let now = session.environment.now()
        change(&course.progress, kata.name, now)
        do {
            try course.progressFile.update(at: now) { change(&$0, kata.name, now) }
        } catch {
            tell(.failed(error))
        }
    }

    private mutating func reset(_ id: KataID) {
        guard let kata = course.catalogue.katas.first(where: { $0.id == id }) else { return }
        do {
            _ = try ResetCommand.restore([kata], in: course, at: session.environment.now())
            _ = savedKatas()
            // Earlier saves no longer count, and a starter needs no check.
            pending.removeAll { if case .check = $0 { true } else { false } }
            reload()
            tell(.restored(kata))
        } catch {
            tell(.failed(error))
        }
    }

    private mutating func compare(_ id: KataID) {
        guard let kata = course.catalogue.katas.first(where: { $0.id == id }) else { return }
        let workbook = course.workbook
        guard let solution = workbook.files.text(workbook.path(kata.solution)) else {
            tell(.failed(.missingSolution(kata.solution)))
            return
        }
        guard let own = workbook.files.text(workbook.path(kata.file)) else {
            tell(.failed(.cannotRead(kata.file)))
            return
        }
        tell(.compared(id, own: own, solution: solution))
        screen.offset = 0
    }

    private mutating func open(_ id: KataID) {
        let variables = session.environment.variables
        let command = editor ?? variables["VISUAL"] ?? variables["EDITOR"]
        guard let kata = course.catalogue.katas.first(where: { $0.id == id }) else { return }
        guard let command, !command.isEmpty else {
            tell(.failed(.noEditor(kata.file)))
            return
        }
        screen.close()
        let code = session.environment.terminal.runInForeground(command, course.workbook.path(kata.file))
        screen = FullScreen(session)
        // What a shell answers that can't find a program, or may not start it.
        if code == 126 || code == 127 {
            tell(.failed(.unknownEditor(command, file: kata.file)))
        }
    }
}

extension WatchState.Effect {
    /// These make the verdict of the running check worthless.
    fileprivate var endsCheck: Bool {
        switch self {
        case .check, .quit, .open, .reset: true
        case .noteHint, .makeCurrent, .compare: false
        }
    }
}

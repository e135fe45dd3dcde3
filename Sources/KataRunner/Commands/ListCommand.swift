/// `kata list`
struct ListCommand: Command {
    static let manual = Manual(
        name: "list",
        summary: "all katas, and where each stands",
        explanation: [
            "On a terminal the list fills the screen: arrows or `j` and `k` move, left and right fold and unfold, `u` shows only the unsolved ones, `/` searches, enter makes a kata the current one, `q` leaves.",
            "✔ is solved, ○ is not. ◐ was solved, and something it depends on has changed since: a check earns it again.",
        ],
        options: [
            Manual.Option(name: "--plain", explanation: "print the list, on a terminal too"),
            Manual.Option(name: "--json", explanation: "the list as JSON"),
            Manual.Option(
                name: "--names",
                explanation: "only numbers and names, one kata a line, for scripts"
            ),
        ]
    )

    private let asJSON: Bool
    private let namesOnly: Bool
    private let isPlain: Bool

    init(_ arguments: ParsedArguments) {
        asJSON = arguments.has("--json")
        namesOnly = arguments.has("--names")
        isPlain = arguments.has("--plain")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        if namesOnly {
            let names = course.catalogue.katas.map { "\($0.id) \($0.name)\n" }
            session.environment.terminal.write(names.joined())
            return .success
        }
        let standings = course.standings()
        if asJSON {
            session.environment.terminal.write(ListJSON.document(standings, course.catalogue.chapters) + "\n")
            return .success
        }
        let current = course.current()
        if !isPlain, session.hasScreen {
            let list = ListState(
                standings: standings,
                chapters: course.catalogue.chapters,
                current: current?.id
            )
            return try browse(list, in: course, session)
        }
        session.show(ListScreen.lines(standings, chapters: course.catalogue.chapters, current: current))
        return .success
    }

    private func browse(_ list: ListState, in course: Course, _ session: Session) throws(Complaint)
        -> ExitCode
    {
        var loop = ListLoop(session: session, list: list)
        guard loop.run() == .success else { return .interrupted }
        let chosen = loop.chosen
        guard let chosen, let kata = course.catalogue.katas.first(where: { $0.id == chosen }) else {
            return .success
        }
        try course.progressFile.update(at: session.environment.now()) { $0.current = kata.name }
        session.show([
            Line("You are at **\(kata.id) \(kata.title)** now."), Line("Go on: `kata next`"),
        ])
        return .success
    }
}

/// The shell around `ListState`.
private struct ListLoop: ScreenLoop {
    let session: Session
    var list: ListState
    var screen: FullScreen
    var pending: [KataID?] = []
    var isOver = false
    private(set) var chosen: KataID?

    static let quit: KataID? = nil

    init(session: Session, list: ListState) {
        self.session = session
        self.list = list
        screen = FullScreen(session)
    }

    mutating func draw() {
        screen.draw(
            ListScreen.browse(list),
            footer: [.empty, ListScreen.keys(list, width: screen.layout.width)],
            showing: ListScreen.line(of: list.cursor, in: list)
        )
    }

    mutating func press(_ key: Key) {
        switch list.press(key) {
        case .stay: break
        case .leave: pending.append(nil)
        case .choose(let id): pending.append(id)
        }
    }

    /// Leaves the list, with a kata or without.
    mutating func perform(_ effect: KataID?) {
        chosen = effect
        isOver = true
    }
}

import Foundation

/// `kata update`
struct UpdateCommand: Command {
    static let manual = Manual(
        name: "update",
        summary: "get the newest workbook by git, and keep your work",
        explanation: [
            "Your edits are copied aside, the branch that yours follows is pulled (`git pull --ff-only`), and your edits are put back. If you have committed them, a merge keeps your exercises as they are and leaves no conflict in a file.",
            "Katas with a new starter or new rules are listed. What was solved stays solved if the rules still hold: `kata next` finds out.",
            "In the clone of a fork, the workbook itself is another remote: `git remote add upstream URL` once, then `kata update --from upstream/main`.",
            "The next update finishes one that was interrupted; `kata undo` brings back your edits alone.",
        ],
        options: [
            Manual.Option(
                name: "--from",
                value: "REMOTE/BRANCH",
                explanation: "a branch other than the one that yours follows"
            ),
            Manual.Option(name: "--no-fetch", explanation: "use what `git fetch` has already brought"),
        ],
        examples: [
            Manual.Example(
                command: "update --from upstream/main",
                meaning: "the workbook's own branch, in a fork"
            )
        ]
    )

    private let source: String?
    private let fetches: Bool

    init(_ arguments: ParsedArguments) throws(Complaint) {
        source = arguments.values["--from"]
        if source?.isEmpty == true { throw .missingValue(option: "--from") }
        fetches = !arguments.has("--no-fetch")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let workbook = try session.workbook()
        let environment = session.environment
        let git = try Git(for: workbook, in: environment)
        let updater = Updater(git: git, workbook: workbook, environment: environment)
        try updater.expectClone()
        try session.waiting(Checker.Limits()) { report throws(Complaint) in
            try alone(in: workbook, environment, report) { () throws(Complaint) in
                try update(updater, session, report)
            }
        }
        return .success
    }

    private func update(
        _ updater: Updater,
        _ session: Session,
        _ report: Checker.Report
    ) throws(Complaint) {
        try updater.expectNoLock()
        if try updater.recover() { session.mention(UpdateScreen.recovered()) }
        try updater.expectNothingUnfinished()
        let source = try UpdateSource(source, updater.git)
        var course = try session.course()
        let before = UpdateNews.Snapshot(&course)
        if fetches { try updater.fetch(source) { _ = report(.fetching(from: source.remote), $0) } }
        let outcome = try updater.update(to: source, at: session.environment.now())
        // What the runner knows of the workbook is from before the update.
        course = try session.course()
        let news = UpdateNews(from: before, to: &course)
        session.show(UpdateScreen.lines(outcome, news, from: source))
    }

    /// Two updates at once take turns.
    private func alone(
        in workbook: Workbook,
        _ environment: Environment,
        _ report: Checker.Report,
        _ work: () throws(Complaint) -> Void
    ) throws(Complaint) {
        var answer: Result<Void, Complaint> = .failure(.interrupted)
        do {
            try workbook.files.makeFolder(workbook.path(".kata"))
            _ = try workbook.files.locked(
                workbook.path(".kata/update.lock"),
                { report(.waitingForOther, $0) && !environment.isInterrupted() },
                { answer = Result { () throws(Complaint) in try work() } }
            )
        } catch {
            throw workbook.cannotWrite(".kata")
        }
        try answer.get()
    }
}

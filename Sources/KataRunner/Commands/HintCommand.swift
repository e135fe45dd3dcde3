/// `kata hint [kata]`
struct HintCommand: Command {
    static let manual = Manual(
        name: "hint",
        arguments: "[kata]",
        mostArguments: 1,
        summary: "a hint; each call gives one more",
        explanation: [
            "The first is a question, the second points to a construct, the third is nearly the answer. Without an argument it is about the kata you are at."
        ],
        options: [Manual.Option(name: "--all", explanation: "all hints at once")]
    )

    private let reference: String?
    private let wantsAll: Bool

    init(_ arguments: ParsedArguments) {
        reference = arguments.positionals.first
        wantsAll = arguments.has("--all")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let asked: Kata? = if let reference { try course.kata(reference) } else { course.current() }
        guard let kata = asked else {
            session.show(CheckScreen.allSolved(course.catalogue, width: session.layout.width))
            return .success
        }
        let count = kata.page.hints.count
        let level = wantsAll ? count : min(count, course.progress.hints(for: kata.name) + 1)
        let isCurrent = course.current()?.id == kata.id
        session.show(HintScreen.lines(kata, level: level, isCurrent: isCurrent, layout: session.layout))
        let now = session.environment.now()
        try course.progressFile.update(at: now) { $0.noteHints(level, of: kata.name, at: now) }
        return .success
    }
}

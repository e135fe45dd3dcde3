/// `kata show [kata|chapter]`
struct ShowCommand: Command {
    static let manual = Manual(
        name: "show",
        arguments: "[kata|chapter]",
        mostArguments: 1,
        summary: "the page of a kata, or the introduction of a chapter",
        explanation: [
            "Without an argument the kata you are at is shown.",
            "The chapter is built while you read, so that its first check is quick.",
        ],
        options: [Preparation.option],
        examples: [
            Manual.Example(command: "show 3.1", meaning: "story, task and rules of a kata"),
            Manual.Example(command: "show 3", meaning: "what domain services are, and when not to use one"),
        ]
    )

    private let reference: String?
    private let doesNotPrepare: Bool

    init(_ arguments: ParsedArguments) {
        reference = arguments.positionals.first
        doesNotPrepare = arguments.has(Preparation.option.name)
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let katas =
            if let reference {
                try course.katas(reference)
            } else {
                course.current().map { [$0] } ?? course.catalogue.katas.suffix(1)
            }
        if katas.count == 1, let kata = katas.first, reference.map({ Int($0) == nil }) ?? true {
            session.show(
                KataScreen.lines(
                    course.standing(of: kata),
                    in: course.catalogue.chapter(of: kata),
                    isCurrent: course.current()?.id == kata.id,
                    layout: session.layout
                )
            )
            course.notePage(of: kata, session.environment)
        } else if let first = katas.first, katas.allSatisfy({ $0.id.chapter == first.id.chapter }),
            let chapter = course.catalogue.chapter(of: first)
        {
            let isSolved = katas.allSatisfy { course.status(of: $0) == .solved }
            session.show(KataScreen.chapter(chapter, isSolved: isSolved, layout: session.layout))
        } else {
            throw .unknownKata(reference ?? "", nearest: [])
        }
        session.prepare(around: katas.first, in: &course, isRefused: doesNotPrepare)
        return .success
    }
}

/// `kata next`: checks the kata you are at, and leads on when it is solved.
struct NextCommand: Command {
    static let manual = Manual(
        name: "next",
        summary: "check the kata you are at, and go on when it is solved",
        explanation: [
            "The first kata that isn't solved is checked. Rules that don't hold yet are shown with what was expected and where; when all hold, the next kata is presented.",
            "A starter that nobody has touched is presented without a build, and what has not changed since its last verdict is answered at once.",
        ],
        options: CheckCommand.limitOptions
    )

    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        limits = try CheckCommand.limits(arguments)
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        // Katas that passed on the way. Each can be passed once, so this comes to an end.
        var passed: Set<KataID> = []
        while let kata = course.current() {
            let wasSolved = course.progress.katas[kata.name]?.solved != nil
            if kata.fileExists, course.workbook.isUntouched(kata) {
                session.show(presentation(of: kata, course, session))
                return .success
            }
            let outcome = try CheckCommand.check(kata, in: &course, limits, session)
            let result = outcome.result
            session.show(CheckScreen.regressions(outcome.regressions))
            guard result.verdict == .passed, passed.insert(kata.id).inserted else {
                session.show(
                    CheckScreen.open(
                        kata,
                        result,
                        printed: outcome.printed,
                        isCurrent: true,
                        layout: session.layout
                    )
                )
                return .somethingFailed
            }
            session.show(CheckScreen.solved(kata, result, isNews: !wasSolved, layout: session.layout))
            if !wasSolved, let next = course.current() {
                session.show(announcement(of: next, after: kata, &course, session))
                return .success
            }
        }
        session.show(CheckScreen.allSolved(course.catalogue, width: session.layout.width))
        return .success
    }

    private func presentation(of kata: Kata, _ course: Course, _ session: Session) -> [Line] {
        KataScreen.lines(
            Standing(kata: kata, status: .unsolved),
            in: course.catalogue.chapter(of: kata),
            isCurrent: true,
            layout: session.layout
        )
    }

    private func announcement(of kata: Kata, after solved: Kata, _ course: inout Course, _ session: Session)
        -> [Line]
    {
        let standings = course.standings()
        let bar = Widgets.progressLine(
            done: standings.filter { $0.status == .solved }.count,
            of: standings.count,
            width: session.layout.width
        )
        var lines = [bar, Line("Compare: `kata solution \(solved.id) --diff`")]
        let chapter = standings.filter { $0.kata.id.chapter == solved.id.chapter }
        if chapter.allSatisfy({ $0.status == .solved }) {
            lines.append(CheckScreen.chapterComplete(solved.id.chapter))
        }
        return lines + [.empty]
            + KataScreen.announcement(
                kata,
                in: course.catalogue.chapter(of: kata),
                layout: session.layout
            )
    }
}

/// `kata next`: checks the kata you are at, and leads on when it is solved.
struct NextCommand: Command {
    static let manual = Manual(
        name: "next",
        arguments: "[kata|chapter]",
        mostArguments: 1,
        summary: "check the kata you are at, and go on when it is solved",
        explanation: [
            "The first kata that isn't solved is checked. Rules that don't hold yet are shown with what was expected and where; when all hold, the next kata is presented.",
            "While you read a page, its chapter is built, so that the first check is quick.",
            "An untouched starter is presented without a build. If nothing has changed since the last verdict, the answer comes at once.",
            "With an argument you go on there: that kata becomes the one you are at. If you name a chapter, it is the first unsolved kata there.",
        ],
        options: CheckCommand.limitOptions + [Preparation.option],
        examples: [
            Manual.Example(command: "next", meaning: "go on where you are"),
            Manual.Example(command: "next 1.5", meaning: "go on with this kata instead"),
        ]
    )

    private let reference: String?
    private let limits: Checker.Limits
    private let doesNotPrepare: Bool

    init(_ arguments: ParsedArguments) throws(Complaint) {
        reference = arguments.positionals.first
        limits = try CheckCommand.limits(arguments)
        doesNotPrepare = arguments.has(Preparation.option.name)
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let code = try lead(through: &course, session)
        session.prepare(around: course.current(), in: &course, isRefused: doesNotPrepare)
        return code
    }

    private func lead(through course: inout Course, _ session: Session) throws(Complaint) -> ExitCode {
        // Katas that passed on the way. Each can be passed once, so this comes to an end.
        var passed: Set<KataID> = []
        var chosen = try choose(in: &course, session)
        while let kata = chosen ?? course.current() {
            chosen = nil
            let wasSolved = course.progress.katas[kata.name]?.solved != nil
            if kata.fileExists, course.workbook.isUntouched(kata) {
                session.show(presentation(of: kata, course, session))
                course.notePage(of: kata, session.environment)
                return .success
            }
            // Nobody should meet a kata by its verdict.
            if !course.progress.hasPresented(kata.name) {
                let chapter = course.catalogue.chapter(of: kata)
                session.show(
                    KataScreen.page(course.standing(of: kata), in: chapter, layout: session.layout)
                )
                course.notePage(of: kata, session.environment)
            }
            let examination = try session.examine(
                [kata],
                // It costs no further build, and an edit that breaks one of them is noticed at once.
                companions: course.companions(of: kata),
                in: &course,
                with: try session.checker(course, limits: limits)
            )
            let results = course.said(examination.results, in: session.layout.language)
            guard let result = results.first?.result else { throw .interrupted }
            session.show(
                CheckScreen.regressions(
                    results.dropFirst().filter { $0.result.verdict != .passed }
                )
            )
            guard result.verdict == .passed, passed.insert(kata.id).inserted else {
                session.show(
                    CheckScreen.open(
                        kata,
                        result,
                        printed: examination.printed,
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

    /// The kata that was asked for, which becomes the current one.
    private func choose(in course: inout Course, _ session: Session) throws(Complaint) -> Kata? {
        guard let reference else { return nil }
        let katas = try course.katas(reference)
        let chosen = katas.first { course.status(of: $0) != .solved } ?? katas.first
        if let chosen {
            course.progress.current = chosen.name
            try course.progressFile.update(at: session.environment.now()) { $0.current = chosen.name }
        }
        return chosen
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

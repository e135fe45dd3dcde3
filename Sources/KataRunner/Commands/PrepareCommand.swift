/// `kata prepare 3 4`, which `next` and `show` start for themselves: no list of commands names it.
struct PrepareCommand: Command {
    static let manual = Manual(
        name: "prepare",
        arguments: "chapter [chapter]",
        mostArguments: 2,
        summary: "build a chapter and run nothing, so that its first check is quick",
        explanation: ["`next`, `show` and `watch` do this by themselves while you read."]
    )

    private let references: [String]

    init(_ arguments: ParsedArguments) throws(Complaint) {
        references = arguments.positionals
        guard !references.isEmpty else {
            throw .missingArgument("the number of a chapter", command: Self.manual.name)
        }
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course()
        var chapters: [Chapter] = []
        for reference in references {
            guard let number = Int(reference),
                let chapter = course.catalogue.chapters.first(where: { $0.number == number })
            else { throw .unknownKata(reference, nearest: []) }
            chapters.append(chapter)
        }
        var limits = Checker.Limits()
        // Others may well come first.
        limits.build = 600
        let checker = try session.checker(course, limits: limits)
        do {
            try Preparation(workbook: course.workbook, toolchain: checker.toolchain)
                .run(chapters, with: checker)
        } catch {
            throw course.workbook.cannotWrite(Preparation.folder)
        }
        return session.environment.isInterrupted() ? .interrupted : .success
    }
}

extension Session {
    /// Has a kata's chapter made ready while its page is read. Nobody waits for it.
    func prepare(around kata: Kata?, in course: inout Course, isRefused: Bool) {
        let variables = environment.variables
        guard let kata, let toolchain = course.toolchain,
            !Preparation.isSwitchedOff(variables, isRefused: isRefused),
            Preparation.hasReader(variables, onTerminal: environment.terminal.outputIsTerminal)
        else { return }
        let preparation = Preparation(workbook: course.workbook, toolchain: toolchain)
        let wanted = Preparation.chapters(around: kata.id, course.standings())
        let chapters = course.catalogue.chapters
            .filter { wanted.contains($0.number) && !preparation.isReady($0) }.map(\.number)
        guard !Set(chapters).isSubset(of: preparation.chaptersAtWork) else { return }
        environment.startAside(["prepare"] + chapters.map(String.init), course.workbook.root)
    }
}

extension Preparation {
    /// For commands that start one.
    static let option = Manual.Option(
        name: "--no-prepare",
        explanation:
            "don't build the chapter ahead while you read; `KATA_PREPARE=off` in the environment does so for good"
    )
}

import Foundation

/// `kata check [kata|chapter|all]`
struct CheckCommand: Command {
    static let manual = Manual(
        name: "check",
        arguments: "[kata|chapter|all]",
        mostArguments: 1,
        summary: "check one kata, a chapter or all of them",
        explanation: [
            "Without an argument it checks the kata you are at. If nothing has changed since the last verdict, the answer comes at once, without a build.",
            "Several chapters are checked one after the other, and each verdict is shown as soon as it is known.",
            "The exit code is 0 when everything passed, 1 when something did not, 2 when it could not be checked.",
        ],
        options: [
            Manual.Option(name: "--json", explanation: "the verdicts as JSON on standard output"),
            Manual.Option(
                name: "--lines",
                explanation: "one line for each finding, as a compiler writes it, for editors"
            ),
            Manual.Option(
                name: "--again",
                explanation: "also check what has not changed since the last check"
            ),
            Manual.Option(
                name: "--full-build",
                explanation: "let SwiftPM plan the build, without the runner's short cut"
            ),
            Manual.Option(
                name: "--junit",
                value: "FILE",
                explanation: "also write the verdicts as JUnit XML to a file; `-` prints them alone"
            ),
        ] + limitOptions,
        examples: [
            Manual.Example(command: "check 3.1", meaning: "the first kata of chapter 3"),
            Manual.Example(command: "check person", meaning: "the kata whose name begins that way"),
            Manual.Example(command: "check 3", meaning: "all katas of chapter 3"),
            Manual.Example(command: "check all --junit katas.xml", meaning: "everything, for CI"),
            Manual.Example(
                command: "check 3.1 --lines",
                meaning: "each finding as `path:line: error: rule: message`"
            ),
        ]
    )

    static let limitOptions: [Manual.Option] = [
        Manual.Option(
            name: "--timeout",
            value: "SECONDS",
            explanation: "how long a kata's rules may take (10)"
        ),
        Manual.Option(
            name: "--build-timeout",
            value: "SECONDS",
            explanation: "how long a build may take (120)"
        ),
    ]

    private let reference: String?
    private let asJSON: Bool
    private let asLines: Bool
    private let junit: String?
    private let again: Bool
    private let fullBuild: Bool
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        reference = arguments.positionals.first
        asJSON = arguments.has("--json")
        asLines = arguments.has("--lines")
        junit = arguments.values["--junit"]
        again = arguments.has("--again")
        fullBuild = arguments.has("--full-build")
        limits = try Self.limits(arguments)
        try arguments.expectOneOutput()
    }

    static func limits(_ arguments: ParsedArguments) throws(Complaint) -> Checker.Limits {
        var limits = Checker.Limits()
        if let seconds = try arguments.number("--timeout") { limits.rules = TimeInterval(seconds) }
        if let seconds = try arguments.number("--build-timeout") { limits.build = TimeInterval(seconds) }
        return limits
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let katas: [Kata]
        if let reference {
            katas = try course.katas(reference)
        } else {
            katas = course.current().map { [$0] } ?? course.catalogue.katas
        }
        var checker = try session.checker(course, limits: limits)
        checker.mayTakeShortCut = !fullBuild
        let wasSolved = Set(course.progress.katas.filter { $0.value.solved != nil }.keys)
        let isTable = katas.count > 1 && !asJSON && !asLines
        var results: [Judged] = []
        var printed = ""
        for katas in Catalogue.byChapter(katas) {
            let found = try session.examine(katas, isAgain: again, in: &course, with: checker)
            if isTable {
                session.show(CheckScreen.rows(course.said(found.results, in: session.layout.language)))
            }
            results += found.results
            printed += found.printed
        }

        if let junit { try session.write(JUnit.document(results), to: junit) }
        if junit?.isStandardOutput == true {
            // The document is the answer.
        } else if asJSON {
            session.environment.terminal.write(CheckJSON.document(results) + "\n")
        } else if asLines {
            showLines(results, in: course, session)
        } else if results.count == 1,
            let only = course.said(results, in: session.layout.language).first
        {
            let (kata, result) = (only.kata, only.result)
            let isCurrent = course.current()?.id == kata.id
            let isNews = !wasSolved.contains(kata.name)
            session.show(
                screen(kata, result, printed, isNews: isNews, isCurrent: isCurrent, session)
            )
        } else {
            let news = results.filter { $0.result.verdict == .passed && !wasSolved.contains($0.kata.name) }
            session.show(
                CheckScreen.summary(results, news: news.map(\.kata), width: session.layout.width)
            )
        }
        return results.allSatisfy { $0.result.verdict == .passed } ? .success : .somethingFailed
    }

    private func screen(
        _ kata: Kata,
        _ result: CheckResult,
        _ printed: String,
        isNews: Bool,
        isCurrent: Bool,
        _ session: Session
    ) -> [Line] {
        guard result.verdict == .passed else {
            return CheckScreen.open(
                kata,
                result,
                printed: printed,
                isCurrent: isCurrent,
                layout: session.layout
            )
        }
        return CheckScreen.solved(kata, result, isNews: isNews, layout: session.layout)
            + KataScreen.solvedSignposts(kata, session.layout)
    }

    /// The verdicts go to standard error, so that a pipe gets the findings alone.
    private func showLines(
        _ results: [Judged],
        in course: Course,
        _ session: Session
    ) {
        let suites = results.map(\.kata).compactMap { kata in
            course.workbook.files.text(course.workbook.path(kata.suite))
                .map { (kata.id, SuiteSource(parsing: $0)) }
        }
        let findings = FindingLines.lines(results, suites: Dictionary(uniqueKeysWithValues: suites))
        session.withoutColour.show(findings)
        session.mention(results.map { CheckScreen.headline($0.kata, $0.result) })
    }
}

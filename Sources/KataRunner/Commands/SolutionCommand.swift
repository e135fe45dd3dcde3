/// `kata solution [kata]`
struct SolutionCommand: Command {
    static let manual = Manual(
        name: "solution",
        arguments: "[kata]",
        mostArguments: 1,
        summary: "one good answer, after yours",
        explanation: [
            "It is shown once you have solved the kata. Without an argument it belongs to the kata that you solved last. It is one answer, not the only one: compare the reasons, not the lines.",
            "A section that is the same in the starter, word for word, is folded.",
        ],
        options: [
            Manual.Option(name: "--diff", explanation: "as a difference from your file"),
            Manual.Option(name: "--spoil", explanation: "show it even if the kata isn't solved"),
        ]
    )

    private let reference: String?
    private let asDifference: Bool
    private let spoils: Bool

    init(_ arguments: ParsedArguments) {
        reference = arguments.positionals.first
        asDifference = arguments.has("--diff")
        spoils = arguments.has("--spoil")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let asked: Kata? = if let reference { try course.kata(reference) } else { nil }
        guard let kata = asked ?? course.current() ?? course.catalogue.katas.last else {
            throw .emptyWorkbook
        }
        guard spoils || course.progress.katas[kata.name]?.solved != nil else {
            throw .notSolvedYet(kata.id.description)
        }
        guard let solution = course.workbook.files.text(course.workbook.path(kata.solution)) else {
            throw .missingSolution(kata.solution)
        }
        guard asDifference else {
            let starter = course.workbook.files.text(course.workbook.path(kata.pristine))
            session.show(SolutionScreen.lines(kata, solution: solution, starter: starter))
            return .success
        }
        guard let own = course.workbook.files.text(course.workbook.path(kata.file)) else {
            throw .cannotRead(kata.file)
        }
        session.show(DiffScreen.lines(from: own, kata.file, to: solution, kata.solution))
        return .success
    }
}

import Foundation

/// `kata author mutate [kata|chapter|all …]`
struct AuthorMutateCommand: Command {
    static let manual = Manual.authorMutate

    private let references: [String]
    private let isAgain: Bool
    private let printsNames: Bool
    private let extent: MutationPlan.Extent
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        references = arguments.positionals.isEmpty ? ["all"] : arguments.positionals
        isAgain = arguments.has("--again")
        printsNames = arguments.has("--names")
        var extent = MutationPlan.Extent()
        extent.most = try arguments.number("--most") ?? extent.most
        extent.mostBuilds = try arguments.number("--builds") ?? extent.mostBuilds
        extent.seed = try arguments.number("--seed") ?? extent.seed
        self.extent = extent
        limits = try CheckCommand.limits(arguments)
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let katas = try katas(of: course)
        let mutator = Mutator(course: course, extent: extent, isAgain: isAgain)
        let started = session.environment.now()
        var rows: [MutationRow] = []
        var resting = 0
        for kata in katas {
            let plan = try mutator.plan(kata)
            if mutator.rests(plan) {
                resting += 1
                continue
            }
            session.mention(MutationScreen.begun(plan))
            let row = try session.waiting(limits) { report throws(Complaint) in
                try mutator.mutate(
                    plan,
                    { () throws(Complaint) in try session.checker(course, limits: limits) },
                    report
                )
            }
            session.show(MutationScreen.row(row, namesThem: printsNames))
            rows.append(row)
        }
        let seconds = session.environment.now().timeIntervalSince(started)
        session.show(MutationScreen.totals(rows, resting: resting, seconds: seconds))
        return rows.allSatisfy(\.isRight) ? .success : .somethingFailed
    }

    /// Each once, in the course's order.
    private func katas(of course: Course) throws(Complaint) -> [Kata] {
        var asked: Set<KataID> = []
        for reference in references { asked.formUnion(try course.katas(reference).map(\.id)) }
        return course.catalogue.katas.filter { asked.contains($0.id) }
    }
}

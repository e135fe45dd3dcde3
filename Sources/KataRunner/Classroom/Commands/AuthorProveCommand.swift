import Foundation

/// `kata author prove [kata|chapter|all]`
struct AuthorProveCommand: Command {
    static let manual = Manual.authorProve

    private let reference: String
    private let isAgain: Bool
    private let sample: Int?
    private let seed: Int?
    private let listsExpectations: Bool
    private let isStrict: Bool
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        reference = arguments.positionals.first ?? "all"
        isAgain = arguments.has("--again")
        sample = try arguments.number("--sample")
        seed = try arguments.number("--seed")
        if let sample, sample > 100 {
            throw .badValue("\(sample)", option: "--sample", expected: "a whole number from 1 to 100")
        }
        if seed != nil, sample == nil { throw .missingValue(option: "--sample") }
        listsExpectations = arguments.has("--expectations")
        isStrict = arguments.has("--strict")
        var limits = try CheckCommand.limits(arguments)
        if arguments.values["--build-timeout"] == nil { limits.build = 600 }
        self.limits = limits
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let katas = try course.katas(reference)
        let prover = try Prover(
            course: course,
            katas: katas,
            walkthroughs: try course.walkthroughProofs(for: katas),
            extent: extent(at: session.environment.now())
        )
        let started = session.environment.now()
        let checker = prover.rounds.isEmpty ? nil : try session.checker(course, limits: limits)
        var proven: [Proven] = []
        for (index, round) in prover.rounds.enumerated() {
            guard let checker else { break }
            session.mention([
                Line("Round \(index + 1) of \(prover.rounds.count): \(round.proofs.count) texts", .faint)
            ])
            proven += try session.waiting(limits) { report throws(Complaint) in
                try prover.prove(round, with: checker, report)
            }
        }
        let rows = try prover.rows(proven)
        let summary = ProofSummary(
            rounds: prover.rounds.count,
            seconds: session.environment.now().timeIntervalSince(started),
            sample: prover.sample,
            refuted: prover.refuted(rows)
        )
        session.show(AuthorScreen.matrix(rows, summary))
        if listsExpectations { session.show(AuthorScreen.expectations(rows)) }
        return rows.allSatisfy { isStrict ? $0.isComplete : $0.isRight } ? .success : .somethingFailed
    }

    private func extent(at now: Date) -> ProofPlan.Extent {
        if isAgain { return .everything }
        guard let sample else { return .changed }
        let milliseconds = Int(now.timeIntervalSince1970 * 1000)
        return .sample(percent: sample, seed: seed ?? milliseconds % 1_000_000 + 1)
    }
}

/// What `author check` says about the mutants of a kata, from the ledger and the names alone.
struct MutationCheck: Sendable {
    typealias Finding = AuthorCheck.Finding

    private let workbook: Workbook
    /// Nil as long as nothing of the workbook was ever mutated: nobody has begun to keep a ledger.
    private let ledger: MutationLedger?

    init(workbook: Workbook) {
        self.workbook = workbook
        let text = workbook.files.text(workbook.path(MutationLedger.file))
        ledger = text.map(MutationLedger.init(parsing:))
    }

    func findings(_ kata: Kata) -> [Finding] {
        let names = NamedMutants(of: kata, in: workbook).names
        guard ledger != nil || !names.isEmpty else { return [] }
        // What doesn't fit is told as such.
        guard let answers = try? MutationPlan.answers(to: kata, in: workbook) else { return [] }
        let fingerprint = MutationPlan.fingerprint(of: kata, answers, in: workbook)
        let entry = ledger?.entries[kata.id].flatMap { $0.fingerprint == fingerprint ? $0 : nil }
        return Self.flaws(
            in: names,
            of: kata,
            entry,
            existing: names.isEmpty ? [] : MutationPlan.mutants(of: answers)
        )
            + (ledger == nil ? [] : Self.work(on: kata, names, entry))
    }

    private static func flaws(
        in names: [NamedMutants.Name],
        of kata: Kata,
        _ entry: MutationLedger.Entry?,
        existing mutants: [Mutant]
    ) -> [Finding] {
        let ids = Set(mutants.map(\.id))
        return names.flatMap { name -> [Finding] in
            let place = "\(kata.namedMutants):\(name.line)"
            var findings: [Finding] = []
            if !ids.contains(name.id) {
                findings.add(
                    place,
                    "There is no mutant \(name.id) any more.",
                    "Take its line out, and see what has become of it: `kata author mutate \(kata.id)`"
                )
            } else if let entry, !entry.survivors.contains(name.id) {
                findings.add(place, "The suite kills \(name.id) now.", "Take its line out.")
            }
            if name.reason.isEmpty {
                findings.add(
                    place,
                    "It doesn't say why the mutant breaks nothing that the page asks for.",
                    "Write the reason at the end of the line, behind « — »."
                )
            }
            return findings
        }
    }

    private static func work(
        on kata: Kata,
        _ names: [NamedMutants.Name],
        _ entry: MutationLedger.Entry?
    ) -> [Finding] {
        guard let entry else {
            return [
                Finding(
                    kata.suite,
                    "Its mutants have not been tried since the suite or a right answer changed.",
                    "`kata author mutate \(kata.id)`",
                    isTodo: true
                )
            ]
        }
        let known = Set(names.map(\.id))
        let left = entry.survivors.count { !known.contains($0) }
        guard left > 0 else { return [] }
        return [
            Finding(
                kata.suite,
                .count(left, one: "It lets 1 mutant pass.", many: "It lets \(left) mutants pass."),
                "Kill it with an expectation, or name it with a reason: `kata author mutate \(kata.id)`",
                isTodo: true
            )
        ]
    }
}

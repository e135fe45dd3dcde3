import Foundation

/// Holds the mutants of katas against their suites. What is known of each is kept, so that a run that was ended goes
/// on where it stopped.
struct Mutator: Sendable {
    let course: Course
    let extent: MutationPlan.Extent
    let isAgain: Bool

    private var workbook: Workbook { course.workbook }

    func plan(_ kata: Kata) throws(Complaint) -> MutationPlan { try MutationPlan(kata, in: workbook, extent) }

    /// Whether the ledger tells all that a run would, and there is nothing to show.
    func rests(_ plan: MutationPlan) -> Bool {
        guard !isAgain, let entry = MutationLedger(of: workbook).entries[plan.kata.id],
            entry.fingerprint == plan.fingerprint
        else { return false }
        return Set(entry.survivors) == Set(NamedMutants(of: plan.kata, in: workbook).names.map(\.id))
    }

    /// - Parameter makeChecker: makes what builds, where there is anything left to try.
    func mutate(
        _ plan: MutationPlan,
        _ makeChecker: () throws(Complaint) -> Checker,
        _ report: Checker.Report
    ) throws(Complaint) -> MutationRow {
        let kata = plan.kata
        var notes = MutationNotes(
            of: plan,
            isAgain ? "" : workbook.files.text(workbook.path(notesFile(of: kata))) ?? ""
        )
        let left = plan.tried.filter { notes.verdicts[$0.id] == nil }
        if !left.isEmpty {
            let checker = try makeChecker()
            for answer in plan.answers {
                let own = left.filter { $0.answer == answer.name }
                guard !own.isEmpty else { continue }
                let workspace = Workspace(
                    workbook: workbook,
                    root: workbook.path(".build/kata-mutants/chapter-\(kata.id.chapter)"),
                    moduleCache: workbook.path(".build/kata-mutants/module-cache"),
                    isForOne: true
                )
                let trials = MutantTrials(checker: checker, workspace: workspace, kata: kata, answer: answer)
                try trials.run(own, report) { mutant, verdict throws(Complaint) in
                    notes.verdicts[mutant.id] = verdict
                    try write(notes.text, to: notesFile(of: kata))
                }
            }
        }
        // What was saved meanwhile isn't what was tried.
        if try self.plan(kata).fingerprint == plan.fingerprint { try note(plan, notes) }
        return MutationRow(plan, notes, NamedMutants(of: kata, in: workbook))
    }

    private func notesFile(of kata: Kata) -> String { ".build/kata-mutants/notes/\(kata.id).txt" }

    private func note(_ plan: MutationPlan, _ notes: MutationNotes) throws(Complaint) {
        let survivors = plan.tried.filter { notes.verdicts[$0.id] == .survived }.map(\.id)
        let entry = MutationLedger.Entry(
            fingerprint: plan.fingerprint,
            killed: plan.tried.count { notes.verdicts[$0.id] == .killed },
            survivors: survivors.sorted(),
            sample: plan.sample
        )
        // Read anew, so that another run that ends meanwhile loses nothing.
        var ledger = MutationLedger(of: workbook)
        guard ledger.entries[plan.kata.id] != entry else { return }
        ledger.note(entry, of: plan.kata)
        try write(ledger.text, to: MutationLedger.file)
    }

    private func write(_ text: String, to file: String) throws(Complaint) {
        do {
            try workbook.files.makeFolder(workbook.path(file).folder)
            try workbook.files.write(Data(text.utf8), workbook.path(file))
        } catch {
            throw workbook.cannotWrite(file)
        }
    }
}

/// What is known of a kata's mutants on this machine, as long as nothing changes that it rests on.
struct MutationNotes: Hashable, Sendable {
    let fingerprint: String
    var verdicts: [String: MutantVerdict] = [:]

    /// The fingerprint, and a line for each mutant: `4f1c09ab killed`.
    init(of plan: MutationPlan, _ text: String) {
        fingerprint = plan.fingerprint
        let lines = text.lines
        guard lines.first.map(String.init) == fingerprint else { return }
        for line in lines.dropFirst() {
            let words = line.split(separator: " ")
            guard words.count == 2, let verdict = MutantVerdict(word: words[1]) else { continue }
            verdicts[String(words[0])] = verdict
        }
    }

    var text: String {
        ([fingerprint] + verdicts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.word)" })
            .map { $0 + "\n" }.joined()
    }
}

/// What the suite of one kata has said to its mutants.
struct MutationRow: Hashable, Sendable {
    struct Survivor: Hashable, Sendable {
        var mutant: Mutant
        /// Of the page: the one that it breaks, as far as words tell it.
        var sentence: String?
    }

    var kata: Kata
    var killed = 0
    var refused = 0
    /// Those that nobody has named.
    var survivors: [Survivor] = []
    var named = 0
    /// Names of mutants that are killed, or that there are none of.
    var idleNames: [String] = []
    var sample: MutationLedger.Entry.Sample?

    var isRight: Bool { survivors.isEmpty && idleNames.isEmpty }
    /// What counts.
    var tried: Int { killed + named + survivors.count }

    init(kata: Kata) { self.kata = kata }

    init(_ plan: MutationPlan, _ notes: MutationNotes, _ names: NamedMutants) {
        kata = plan.kata
        sample = plan.sample
        let survived = plan.tried.filter { notes.verdicts[$0.id] == .survived }
        let known = Set(names.names.map(\.id))
        let sentences = PageSentences(of: plan.kata.page)
        killed = plan.tried.count { notes.verdicts[$0.id] == .killed }
        refused = plan.tried.count { notes.verdicts[$0.id] == .doesNotCompile }
        named = survived.count { known.contains($0.id) }
        survivors = survived.filter { !known.contains($0.id) }.map {
            Survivor(mutant: $0, sentence: sentences.nearest(to: $0))
        }
        idleNames = names.names.map(\.id).filter { id in !survived.contains { $0.id == id } }
    }
}

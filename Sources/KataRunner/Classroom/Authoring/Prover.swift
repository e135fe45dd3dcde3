import Foundation

/// Proves claims round by round, and keeps the ledger: a claim is in it from the end of its round.
struct Prover: Sendable {
    private let course: Course
    private let katas: [Kata]
    private let walkthroughs: [WalkthroughProof]
    private let extent: ProofPlan.Extent
    private let claims: [[Proof]]
    private let ledger: ProofLedger
    /// What each claim rested on at the beginning, and its text by its file.
    private let fingerprints: [ProofLedger.Key: Fingerprint]
    private let texts: [String: Data]
    private let plan: ProofPlan
    let rounds: [ProofMatrix.Round]

    init(
        course: Course,
        katas: [Kata],
        walkthroughs: [WalkthroughProof],
        extent: ProofPlan.Extent
    ) throws(Complaint) {
        let workbook = course.workbook
        let ledger = ProofLedger(of: workbook)
        let claims = katas.map { ProofMatrix.claims(for: $0, in: workbook) }
        var prints = ProofFingerprints(workbook)
        var fingerprints: [ProofLedger.Key: Fingerprint] = [:]
        var texts: [String: Data] = [:]
        for proof in claims.joined() {
            do throws(AnswerDifference.Flaw) {
                let text = try workbook.answer(proof.file, to: proof.kata) ?? Data()
                fingerprints[proof.key] = prints.fingerprint(of: proof, text)
                texts[proof.file] = text
            } catch {
                throw .unfitAnswer(proof.file, line: error.line, kata: proof.kata.id.description)
            }
        }
        self.course = course
        self.katas = katas
        self.walkthroughs = walkthroughs
        self.extent = extent
        self.claims = claims
        self.ledger = ledger
        self.fingerprints = fingerprints
        self.texts = texts
        plan = ProofPlan(claims, extent) { proof in
            fingerprints[proof.key].flatMap { ledger.entry(of: proof, fingerprint: $0) } != nil
        }
        rounds = ProofMatrix.rounds(plan.proven) { texts[$0.file] ?? Data() }
    }

    private var workbook: Workbook { course.workbook }

    var sample: ProofSummary.Sample? {
        guard case .sample(_, let seed) = extent else { return nil }
        return ProofSummary.Sample(count: plan.sampled.count, seed: seed)
    }

    /// Tries the texts of a round. What it shows is in the ledger when it is over.
    func prove(
        _ round: ProofMatrix.Round,
        with checker: Checker,
        _ report: Checker.Report
    ) throws(Complaint) -> [Proven] {
        func stands(_ proofs: [Proof]) -> [Checker.Stand] {
            proofs.map { (kata: $0.kata, text: texts[$0.file] ?? Data()) }
        }
        let trials = try checker.tryOut(
            stands(round.proofs),
            beside: stands(round.bystanders),
            in: Workspace(workbook: workbook, root: workbook.path(".build/kata-proof")),
            report
        )
        let proven = round.proofs.compactMap { proof in trials[proof.kata.id].map { Proven(proof, $0) } }
        try note(proven.filter { !$0.proof.isStep })
        return proven
    }

    /// What has come out for each kata. The steps of walkthroughs are judged, and noted, when all were tried.
    func rows(_ proven: [Proven]) throws(Complaint) -> [ProofRow] {
        var rows: [ProofRow] = []
        for (kata, claims) in zip(katas, claims) {
            let tried = claims.compactMap { proof in proven.first { $0.proof == proof } }
            let walkthrough = walkthroughs.first { $0.lesson.kata.id == kata.id }
            let judged = walkthrough?.judged(tried) ?? tried
            try note(judged.filter(\.proof.isStep))
            let resting = claims.map(\.key).filter(plan.resting.contains)
            let evidence = SuiteEvidence(
                suite(of: kata),
                judged,
                resting: resting.compactMap { ledger.entries[$0] }
            )
            rows.append(ProofRow(kata: kata, proven: judged, resting: resting.count, evidence: evidence))
        }
        try change { $0.keepOnly(Array(claims.joined()), of: katas, in: course.catalogue) }
        return rows
    }

    /// How many claims don't hold though the ledger held them for what they rest on.
    func refuted(_ rows: [ProofRow]) -> Int {
        rows.flatMap(\.proven).count { proven in
            !proven.flaws.isEmpty && entry(of: proven.proof) != nil
        }
    }

    // MARK: - The ledger

    private func entry(of proof: Proof) -> ProofLedger.Entry? {
        fingerprints[proof.key].flatMap { ledger.entry(of: proof, fingerprint: $0) }
    }

    private func note(_ proven: [Proven]) throws(Complaint) {
        guard !proven.isEmpty else { return }
        // What was saved meanwhile isn't what was fingerprinted, and a suite may not be the one that judged.
        var prints = ProofFingerprints(workbook)
        let lasting = proven.filter { prints.fingerprint(of: $0.proof) == fingerprints[$0.proof.key] }
        try change { ledger in
            for proven in lasting {
                // What holds again stays as it is written, so that a sample changes no line.
                if extent != .everything, proven.flaws.isEmpty, entry(of: proven.proof) != nil { continue }
                guard let print = fingerprints[proven.proof.key] else { continue }
                ledger.note(proven, fingerprint: print, suite: suite(of: proven.proof.kata))
            }
        }
    }

    /// Read anew each time, so that another proof that ends meanwhile loses nothing.
    private func change(_ change: (inout ProofLedger) -> Void) throws(Complaint) {
        let old = ProofLedger(of: workbook)
        var new = old
        change(&new)
        guard new != old else { return }
        do {
            try workbook.files.write(Data(new.text.utf8), workbook.path(ProofLedger.file))
        } catch {
            throw workbook.cannotWrite(ProofLedger.file)
        }
    }

    private func suite(of kata: Kata) -> SuiteSource {
        SuiteSource(parsing: workbook.files.text(workbook.path(kata.suite)) ?? "")
    }
}

import Foundation

/// What is claimed of a kata, and what came out when it was tried.
struct Proof: Hashable, Sendable {
    enum Claim: Hashable, Sendable {
        case starterIsRed
        case solutionHolds
        case variantHolds
        case variantBreaks(rule: String)
        /// A step of a walkthrough is red as it says.
        case stepLeadsOn(number: Int)
    }

    var kata: Kata
    var claim: Claim
    /// Names the text that stood in the exercise's place.
    var file: String

    var name: String { file.answerName }
}

/// A claim that was tried.
struct Proven: Hashable, Sendable {
    var proof: Proof
    var result: CheckResult
    var flaws: [Flaw]

    enum Flaw: Hashable, Sendable {
        case doesNotCompile(Diagnostic?)
        case warns(Diagnostic)
        case ends(CheckResult.Ending)
        case isGreen
        case breaks([String])
        case holds(rule: String, broken: [String])
        case notRun([String])
        // Of the steps of a walkthrough
        case isNotTheStarter
        case isRed([String])
        case isNotRed([String])
        case loses([String])
        case endsRed([String])
        case isNotPrinted([String])
    }

    init(_ proof: Proof, _ trial: Checker.Trial) {
        self.proof = proof
        result = trial.result
        flaws = Self.flaws(proof.claim, trial)
    }

    private static func flaws(_ claim: Proof.Claim, _ trial: Checker.Trial) -> [Flaw] {
        let result = trial.result
        if result.verdict == .doesNotCompile { return [.doesNotCompile(result.diagnostics.first)] }
        var flaws: [Flaw] = []
        let broken = result.brokenRules.map(\.name)
        if let ending = result.ending { flaws.append(.ends(ending)) }
        let unrun = result.rules.filter { $0.outcome == .disabled || $0.outcome == .notRun }.map(\.name)
        if !unrun.isEmpty || result.rules.isEmpty { flaws.append(.notRun(unrun)) }
        switch claim {
        case .starterIsRed:
            if broken.isEmpty { flaws.append(.isGreen) }
        case .solutionHolds, .variantHolds:
            if !broken.isEmpty { flaws.append(.breaks(broken)) }
        case .variantBreaks(let rule):
            if !broken.contains(rule) { flaws.append(.holds(rule: rule, broken: broken)) }
        case .stepLeadsOn: break
        }
        // Learners read starters, solutions and steps: those must not even warn.
        if claim.isRead { flaws += trial.warnings.map(Flaw.warns) }
        return flaws
    }
}

extension Proof.Claim {
    fileprivate var isRead: Bool {
        switch self {
        case .starterIsRed, .solutionHolds, .stepLeadsOn: true
        case .variantHolds, .variantBreaks: false
        }
    }
}

extension CheckResult {
    enum Ending: Hashable, Sendable {
        case crash, overrun
    }

    /// A proof's run that doesn't reach its end proves nothing, not even of a wrong answer.
    var ending: Ending? {
        switch verdict {
        case .crashed: .crash
        case .timedOut: .overrun
        default: nil
        }
    }
}

/// What a proof has shown of a suite: a test that was never red may be one that can't be.
struct SuiteEvidence: Hashable, Sendable {
    /// Rules that no text has broken.
    var rulesNeverRed: [String]
    /// Lines of expectations that no text has failed.
    var expectationsNeverRed: [Int]

    /// - Parameter resting: the ledger's entries of claims that were not tried again.
    init(_ suite: SuiteSource, _ proven: [Proven], resting: [ProofLedger.Entry] = []) {
        let entries = resting + proven.map { ProofLedger.Entry($0, Fingerprint(), suite) }
        let rules = Set(entries.flatMap(\.brokenRules))
        let failed = Set(entries.flatMap(\.failedExpectations))
        rulesNeverRed = suite.rules.indices.filter { !rules.contains($0 + 1) }.map { suite.rules[$0].name }
        expectationsNeverRed =
            suite.expectations.indices.filter { !failed.contains($0 + 1) }.map { suite.expectations[$0] }
    }
}

extension Workbook {
    /// What a claim is about. Nil if there is no such text, or none that its difference fits.
    func text(of proof: Proof) -> Data {
        (try? answer(proof.file, to: proof.kata)) ?? Data()
    }
}

/// All that was proven of one kata.
struct ProofRow: Hashable, Sendable {
    var kata: Kata
    /// What was tried.
    var proven: [Proven]
    /// How many claims rest on the ledger.
    var resting = 0
    var evidence: SuiteEvidence

    var isRight: Bool { proven.allSatisfy(\.flaws.isEmpty) }
    /// Besides, every rule was seen red.
    var isComplete: Bool { isRight && evidence.rulesNeverRed.isEmpty }
}

/// Every claim of every kata, dealt into as few builds as there are claims for one kata: katas are
/// independent, so one build carries one text of each.
enum ProofMatrix {
    /// What is tried at once.
    struct Round: Hashable, Sendable {
        var proofs: [Proof]
        /// Of the katas for which nothing is left to try: their last texts stand by, so that the graph of the
        /// build stays as it is.
        var bystanders: [Proof]
    }

    static func claims(for kata: Kata, in workbook: Workbook) -> [Proof] {
        let given = [
            Proof(kata: kata, claim: .starterIsRed, file: kata.pristine),
            Proof(kata: kata, claim: .solutionHolds, file: kata.solution),
        ]
        let variants = workbook.variants(of: kata).compactMap { variant -> Proof? in
            switch variant.expectation {
            case .holds: Proof(kata: kata, claim: .variantHolds, file: variant.file)
            case .breaks(let rule): Proof(kata: kata, claim: .variantBreaks(rule: rule), file: variant.file)
            case .untold: nil
            }
        }
        return given + variants + steps(for: kata, in: workbook)
    }

    /// The steps of the chapter's walkthrough, if that is about this kata.
    private static func steps(for kata: Kata, in workbook: Workbook) -> [Proof] {
        let number = kata.id.chapter
        let text = workbook.files.text(workbook.path(Walkthrough.file(of: number)))
        let walkthrough = text.flatMap { try? Walkthrough(parsing: $0, chapter: number) }
        return walkthrough?.steps.filter { $0.codeName == kata.fileName }.map {
            Proof(kata: kata, claim: .stepLeadsOn(number: $0.number), file: $0.file)
        } ?? []
    }

    /// The nth text of every kata makes the nth round.
    static func rounds(_ proofs: [Proof], text: (Proof) -> Data) -> [Round] {
        let claims = grouped(proofs, by: \.kata.id).map { proofs in
            grouped(proofs) { Interface(of: String(decoding: text($0), as: UTF8.self)) }.flatMap(\.self)
        }
        let count = claims.map(\.count).max() ?? 0
        return (0..<count).map { round in
            Round(
                proofs: claims.compactMap { $0.indices.contains(round) ? $0[round] : nil },
                bystanders: claims.compactMap { $0.count <= round ? $0.last : nil }
            )
        }
    }

    /// Elements with the same key together, otherwise in the order they had.
    private static func grouped<Element, Key: Hashable>(
        _ elements: [Element],
        by key: (Element) -> Key
    ) -> [[Element]] {
        var groups: [Key: [Element]] = [:]
        var order: [Key] = []
        for element in elements {
            let key = key(element)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(element)
        }
        return order.map { groups[$0] ?? [] }
    }
}

/// What was proven before, a line a claim: a claim that rests on the same texts need not be proven again.
struct ProofLedger: Hashable, Sendable {
    static let file = "Tests/Variants/ledger.txt"

    /// The kata, and the name of what is claimed of it.
    struct Key: Hashable, Sendable, Comparable {
        var kata: KataID
        var name: String

        static func < (one: Key, other: Key) -> Bool { (one.kata, one.name) < (other.kata, other.name) }
    }

    /// What all claims rest on that hold, and what was seen red when they were proven.
    struct Entry: Hashable, Sendable {
        var fingerprint: String
        /// Broken rules, by their places in the suite, counted from 1.
        var brokenRules: [Int] = []
        /// Expectations that failed, by their places in the suite too: a line may move.
        var failedExpectations: [Int] = []
    }

    private(set) var entries: [Key: Entry] = [:]

    /// `3.2 wrong-split 9f86d081884c7d65 red 2,3 at 41,47`. A line that can't be read costs one more proof.
    init(parsing text: String) {
        for line in text.lines {
            let words = line.split(separator: " ")
            guard words.count >= 4, let kata = KataID(words[0]) else { continue }
            let key = Key(kata: kata, name: String(words[1]))
            let fingerprint = String(words[2])
            switch words[3] {
            case "green" where words.count == 4: entries[key] = Entry(fingerprint: fingerprint)
            case "red" where words.count == 5 || words.count == 7 && words[5] == "at":
                let numbers = [words[4], words.count == 7 ? words[6] : ""].map { list in
                    list.split(separator: ",").map { Int($0) }
                }
                guard numbers.allSatisfy({ !$0.contains(nil) }) else { continue }
                entries[key] = Entry(
                    fingerprint: fingerprint,
                    brokenRules: numbers[0].compactMap(\.self),
                    failedExpectations: numbers[1].compactMap(\.self)
                )
            default: continue
            }
        }
    }

    init(of workbook: Workbook) {
        self.init(parsing: workbook.files.text(workbook.path(Self.file)) ?? "")
    }

    /// Sorted, so that what two authors have proven can be merged.
    var text: String {
        entries.sorted { $0.key < $1.key }
            .map { key, entry in "\(key.kata) \(key.name) \(entry.fingerprint) \(entry.verdict)\n" }.joined()
    }

    /// The entry of a claim, if that still rests on the same texts.
    func entry(of proof: Proof, fingerprint: Fingerprint) -> Entry? {
        guard let entry = entries[proof.key], entry.fingerprint == fingerprint.description else { return nil }
        return entry
    }

    /// Writes down a claim that holds, and strikes out one that doesn't.
    mutating func note(_ proven: Proven, fingerprint: Fingerprint, suite: SuiteSource) {
        entries[proven.proof.key] = proven.flaws.isEmpty ? Entry(proven, fingerprint, suite) : nil
    }

    /// Strikes out what is no longer claimed of these katas, and all of katas that are gone.
    mutating func keepOnly(_ proofs: [Proof], of katas: [Kata], in catalogue: Catalogue) {
        let claimed = Set(proofs.map(\.key))
        let asked = Set(katas.map(\.id))
        let known = Set(catalogue.katas.map(\.id))
        entries = entries.filter { key, _ in
            known.contains(key.kata) && (!asked.contains(key.kata) || claimed.contains(key))
        }
    }
}

extension ProofLedger.Entry {
    init(_ proven: Proven, _ fingerprint: Fingerprint, _ suite: SuiteSource) {
        let broken = proven.result.rules.filter { $0.outcome == .failed }
        let names = Set(broken.map(\.name))
        let lines = Set(broken.flatMap(\.issues).map(\.line))
        self.fingerprint = fingerprint.description
        brokenRules = suite.rules.indices.filter { names.contains(suite.rules[$0].name) }.map { $0 + 1 }
        failedExpectations =
            suite.expectations.indices.filter { lines.contains(suite.expectations[$0]) }.map { $0 + 1 }
    }

    fileprivate var verdict: String {
        func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
        if brokenRules.isEmpty { return "green" }
        return "red \(list(brokenRules))"
            + (failedExpectations.isEmpty ? "" : " at \(list(failedExpectations))")
    }
}

extension Proof {
    var key: ProofLedger.Key {
        let name =
            switch claim {
            case .starterIsRed: "starter"
            case .solutionHolds: "solution"
            case .variantHolds, .variantBreaks: self.name
            case .stepLeadsOn(let number): "step-\(number)"
            }
        return ProofLedger.Key(kata: kata.id, name: name)
    }
}

/// Which claims are proven, and which rest on the ledger.
struct ProofPlan: Hashable, Sendable {
    enum Extent: Hashable, Sendable {
        /// What has changed since it was proven, and what never was.
        case changed
        /// And some of the rest besides, so that a wrong entry is found.
        case sample(percent: Int, seed: Int)
        case everything
    }

    private(set) var proven: [Proof] = []
    private(set) var resting: Set<ProofLedger.Key> = []
    /// Claims that are proven although they could rest.
    private(set) var sampled: Set<ProofLedger.Key> = []

    /// - Parameters:
    ///   - claims: all claims of each kata.
    ///   - canRest: whether the ledger holds a claim for what it rests on now.
    init(_ claims: [[Proof]], _ extent: Extent, canRest: (Proof) -> Bool) {
        for claims in claims {
            var resting: [[Proof]] = []
            for unit in Self.units(claims) {
                if extent != .everything, unit.allSatisfy(canRest) {
                    resting.append(unit)
                } else {
                    proven += unit
                }
            }
            if case .sample(let percent, let seed) = extent {
                let drawn = Self.draw(percent, of: resting, seed: seed).joined()
                proven += drawn
                sampled.formUnion(drawn.map(\.key))
            }
            self.resting.formUnion(resting.joined().map(\.key).filter { !sampled.contains($0) })
        }
    }

    /// The steps of a walkthrough are judged together, every other claim alone.
    private static func units(_ claims: [Proof]) -> [[Proof]] {
        let steps = claims.filter(\.isStep)
        return claims.filter { !$0.isStep }.map { [$0] } + (steps.isEmpty ? [] : [steps])
    }

    /// This many of every hundred, and at least one if there is one. The same seed draws the same claims.
    private static func draw(_ percent: Int, of units: [[Proof]], seed: Int) -> [[Proof]] {
        func lot(_ unit: [Proof]) -> String {
            var print = Fingerprint()
            print.add(String(seed))
            for proof in unit { print.add(proof.file) }
            return print.description
        }
        return units.map { (unit: $0, lot: lot($0)) }.sorted { $0.lot < $1.lot }
            .prefix((units.count * percent + 99) / 100).map(\.unit)
    }
}

extension Proof {
    var isStep: Bool { if case .stepLeadsOn = claim { true } else { false } }
}

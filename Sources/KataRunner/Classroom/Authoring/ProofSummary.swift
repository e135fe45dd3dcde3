import Foundation

/// What a whole proof reports besides its rows.
struct ProofSummary: Hashable, Sendable {
    /// Claims that were tried though they could have rested on the ledger.
    struct Sample: Hashable, Sendable {
        var count: Int
        var seed: Int
    }

    var rounds: Int
    var seconds: TimeInterval
    var sample: Sample?
    /// Claims that the ledger held, and that don't hold.
    var refuted = 0
}

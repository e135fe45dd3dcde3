/// A kata and where the learner stands with it.
struct Standing: Hashable, Sendable {
    var kata: Kata
    var status: LearnerProgress.Status
    /// Since it was solved, as far as that is known.
    var changes: [FingerprintParts.Change] = []
    /// It was solved once, and is not any more.
    var isReopened = false
    /// Nobody has edited it, as far as that was looked for.
    var isUntouched = false

    var wasSolved: Bool { status != .unsolved || isReopened }
}

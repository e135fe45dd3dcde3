/// The right to commit a unit of work once. It cannot be copied, and a commit uses it up.
public struct CommitToken: ~Copyable, Sendable {
    let unit: ObjectIdentifier
    let round: Int

    init(unit: ObjectIdentifier, round: Int) {
        self.unit = unit
        self.round = round
    }
}

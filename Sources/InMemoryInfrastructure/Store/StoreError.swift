/// Why a store call fails. A refusal changes nothing.
public enum StoreError: Error, Hashable, Sendable {
    case idTaken(id: String)
    case keyTaken(name: String, value: String)
    /// What the caller had read has been saved since, or deleted (`found` is nil).
    case versionConflict(id: String, expected: Int, found: Int?)
    /// The store was not given this key when it was made.
    case unknownKey(name: String)
    /// Rows are counted from 1.
    case corruptRow(number: Int, reason: String)
    case inaccessible(reason: String)
    /// The caller was cancelled while its reply was held back.
    case cancelled
    /// The commit token is of another unit of work, or of an earlier round of this one.
    case staleToken
    case injected(InjectedFault)
}

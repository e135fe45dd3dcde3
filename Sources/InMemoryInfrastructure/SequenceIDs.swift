import Synchronization

/// Issues `m-1`, `m-2`, …, so that a test knows every id beforehand.
public final class SequenceIDs: Sendable {
    /// The issuer has no id to give.
    public struct Exhausted: Error, Hashable, Sendable {
        public init() {}
    }

    private let prefix: String
    private let limit: Int?
    private let issued = Mutex(0)

    /// - Parameter limit: after this many ids the issuer throws `Exhausted`; 0 makes the first call fail.
    public init(prefix: String, limit: Int? = nil) {
        self.prefix = prefix
        self.limit = limit
    }

    public var count: Int { issued.withLock { $0 } }

    public func next() throws(Exhausted) -> String {
        let number = issued.withLock { issued -> Int? in
            if let limit, issued >= limit { return nil }
            issued += 1
            return issued
        }
        guard let number else { throw Exhausted() }
        return "\(prefix)-\(number)"
    }
}

import Synchronization

/// How many rows a question may read. Reading more is not refused, but it shows.
public final class RowBudget: Sendable {
    public let limit: Int
    private let rows = Mutex(0)

    public init(limit: Int) {
        self.limit = limit
    }

    public var spent: Int { rows.withLock { $0 } }
    public var isExceeded: Bool { spent > limit }

    public func spend(_ rows: Int = 1) {
        self.rows.withLock { $0 += rows }
    }
}

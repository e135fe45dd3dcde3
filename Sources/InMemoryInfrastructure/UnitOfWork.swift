import Synchronization

/// Several writes that happen together or not at all. Their events are published only after them.
///
/// ```swift
/// let token = unit.begin()
/// try unit.stage(.save(loan))
/// try unit.stage(.insert(fine))
/// unit.raise(.fined)
/// try await unit.commit(token)
/// ```
///
/// A commit that fails forgets what was staged and raised: the next attempt begins again, from what is saved.
/// A transaction has one store. Records of different types that must change together live in one store,
/// as the cases of an enum.
public final class UnitOfWork<Record: Storable, Event: Sendable>: Sendable {
    private struct Work {
        var round = 0
        var changes: [Change<Record>] = []
        var events: [Event] = []
    }

    private let store: any Store<Record>
    private let events: EventCollector<Event>
    private let faults: FaultPlan
    private let work = Mutex(Work())

    /// - Parameter faults: counts `"write"` for each staged change, and `"commit"`.
    public init(
        on store: any Store<Record>,
        events: EventCollector<Event>,
        faults: FaultPlan = FaultPlan()
    ) {
        self.store = store
        self.events = events
        self.faults = faults
    }

    public var stagedCount: Int { work.withLock { $0.changes.count } }

    /// Starts afresh. What an earlier round staged is forgotten, and its token is worth nothing any more.
    public func begin() -> CommitToken {
        work.withLock { work in
            work = Work(round: work.round + 1)
            return CommitToken(unit: ObjectIdentifier(self), round: work.round)
        }
    }

    public func stage(_ change: Change<Record>) throws(StoreError) {
        let passage = try faults.enterStore("write")
        work.withLock { $0.changes.append(change) }
        try passage.leaveStore()
    }

    public func raise(_ event: Event) {
        work.withLock { $0.events.append(event) }
    }

    public func rollBack() {
        _ = begin()
    }

    /// Writes what is staged, then publishes. A fault after the write is a lost reply: all saved, nothing published.
    public func commit(_ token: consuming CommitToken) async throws(StoreError) {
        guard token.unit == ObjectIdentifier(self) else { throw .staleToken }
        let round = token.round
        let done = try work.withLock { work throws(StoreError) -> Work in
            guard work.round == round else { throw .staleToken }
            defer { work = Work(round: round + 1) }
            return work
        }
        let passage = try faults.enterStore("commit")
        try await store.commit(done.changes)
        try passage.leaveStore()
        events.publish(done.events)
    }
}

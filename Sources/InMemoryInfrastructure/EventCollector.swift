import Synchronization

/// Holds events back until what they report has really happened.
///
/// `raise` notes an event, `commit` publishes all pending events in order, and `discard` forgets them.
public final class EventCollector<Event: Sendable>: Sendable {
    private struct Events {
        var pending: [Event] = []
        var committed: [Event] = []
    }

    private let events = Mutex(Events())

    public init() {}

    public var pending: [Event] { events.withLock { $0.pending } }
    public var committed: [Event] { events.withLock { $0.committed } }

    public func raise(_ event: Event) {
        events.withLock { $0.pending.append(event) }
    }

    public func commit() {
        events.withLock {
            $0.committed += $0.pending
            $0.pending = []
        }
    }

    /// Makes these events public at once. Pending events stay pending.
    public func publish(_ happened: [Event]) {
        events.withLock { $0.committed += happened }
    }

    public func discard() {
        events.withLock { $0.pending = [] }
    }
}

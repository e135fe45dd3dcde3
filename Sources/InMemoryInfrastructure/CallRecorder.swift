import Synchronization

/// Remembers what was called, in order. A test asks afterwards what was done, and what was not.
public final class CallRecorder<Call: Hashable & Sendable>: Sendable {
    private let recorded = Mutex<[Call]>([])

    public init() {}

    public var calls: [Call] { recorded.withLock { $0 } }

    public func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }

    public func count(of call: Call) -> Int {
        calls.count { $0 == call }
    }
}

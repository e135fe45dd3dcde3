import Synchronization

/// Stands in for a screen: keeps every signal it is sent, in order.
///
/// ```swift
/// extension SpyPresenter: JoinPresenting where Signal == JoinSignal {
///     func showLoading() { present(.loading) }
/// }
/// ```
public final class SpyPresenter<Signal: Sendable>: Sendable {
    private let presented = Mutex<[Signal]>([])

    public init() {}

    public var signals: [Signal] { presented.withLock { $0 } }

    public func present(_ signal: Signal) {
        presented.withLock { $0.append(signal) }
    }
}

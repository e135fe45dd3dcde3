/// Holds callers until the test lets them go, one by one and in any order: late replies on demand.
///
/// Callers are numbered from 1 as they arrive. A caller whose task is cancelled goes at once, with an error,
/// so that a test that fails early does not hang.
public actor ManualGate {
    private var held: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var arrivals = 0
    private var isOpen = false
    private var onlookers: [Int: (count: Int, seen: CheckedContinuation<Bool, Never>)] = [:]
    private var onlooked = 0

    public init() {}

    /// Who is being held now, in the order of arrival.
    public var callers: [Int] { held.keys.sorted() }

    /// Waits to be released. Throws when it is cancelled instead.
    public func pass() async throws(CancellationError) {
        arrivals += 1
        let caller = arrivals
        guard !isOpen else { return }
        let released = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                held[caller] = continuation
                tellOnlookers()
            }
        } onCancel: {
            Task { await self.cancel(caller: caller) }
        }
        guard released else { throw CancellationError() }
    }

    /// - Returns: Whether that caller was being held.
    @discardableResult
    public func release(caller: Int) -> Bool {
        settle(caller, released: true)
    }

    /// - Returns: Whether that caller was being held.
    @discardableResult
    public func cancel(caller: Int) -> Bool {
        settle(caller, released: false)
    }

    /// Releases every caller, and holds none from now on.
    public func open() {
        isOpen = true
        for caller in callers { release(caller: caller) }
    }

    /// Waits until this many callers are held at once; false if they haven't arrived within `patience`.
    public func waitUntilHeld(_ count: Int, patience: Duration = .seconds(2)) async -> Bool {
        guard held.count < count else { return true }
        onlooked += 1
        let onlooker = onlooked
        let escape = Task {
            try? await Task.sleep(patientlyFor: patience)
            self.onlookers.removeValue(forKey: onlooker)?.seen.resume(returning: false)
        }
        defer { escape.cancel() }
        return await withCheckedContinuation { onlookers[onlooker] = (count, $0) }
    }

    private func settle(_ caller: Int, released: Bool) -> Bool {
        guard let continuation = held.removeValue(forKey: caller) else { return false }
        continuation.resume(returning: released)
        return true
    }

    private func tellOnlookers() {
        for (number, onlooker) in onlookers where held.count >= onlooker.count {
            onlookers[number] = nil
            onlooker.seen.resume(returning: true)
        }
    }
}

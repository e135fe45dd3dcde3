import Dispatch

/// Whether some work ends though the main actor is busy all the while, as a screen may keep it.
///
/// Whoever needs the main actor for this work is waited for in vain, and that takes four seconds. Work that throws an
/// error has ended too.
@MainActor public func endsWhileMainActorIsBusy(
    _ work: @escaping @Sendable () async throws -> Void
) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        try? await work()
        end.signal()
    }
    return end.wait(timeout: .now() + 4) == .success
}

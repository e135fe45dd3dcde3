/// Cancels the task that runs this, as if whoever asked had given up.
///
/// A task hears of it from then on. A cancelled test has no verdict, so call this in a `Task` of the suite, or in a
/// port that works in one.
public func cancelThisTask() {
    withUnsafeCurrentTask { $0?.cancel() }
}

/// What comes of work in a task that is cancelled before it begins.
///
/// ```swift
/// let answer = try? await inCancelledTask { try await desk.answer() }.get()
/// ```
///
/// Why a task of its own: nobody can take a cancellation back.
///
/// Like that of a `Task`, the work may use what isn't `Sendable`, if nobody else uses it afterwards.
public func inCancelledTask<Outcome: Sendable>(
    _ work: sending @escaping () async throws -> Outcome
) async -> Result<Outcome, any Error> {
    await Task {
        cancelThisTask()
        return try await work()
    }.result
}

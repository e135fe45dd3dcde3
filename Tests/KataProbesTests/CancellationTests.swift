import KataProbes
import Testing

@Suite("Work that is cancelled")
struct CancellationTests {
    private struct Outage: Error {}

    @Test("a task that cancels itself hears of it from then on")
    func itself() async {
        let heard = await Task {
            let before = Task.isCancelled
            cancelThisTask()
            return [before, Task.isCancelled]
        }.value
        #expect(heard == [false, true])
    }

    @Test("the work is cancelled before it begins, and whoever waits for it isn't")
    func before() async throws {
        let isCancelled = try await inCancelledTask { Task.isCancelled }.get()
        #expect(isCancelled == true)
        #expect(Task.isCancelled == false)
    }

    @Test("it may go on all the same, or say that it was cancelled, or fail")
    func outcomes() async throws {
        let answer = try await inCancelledTask { 30 }.get()
        #expect(answer == 30)
        let silence = await inCancelledTask { try Task.checkCancellation() }
        #expect(throws: CancellationError.self) { try silence.get() }
        let failure = await inCancelledTask { throw Outage() }
        #expect(throws: Outage.self) { try failure.get() }
    }

    @Test("it may use what isn't Sendable")
    func unshared() async throws {
        final class Notes { var lines = ["one"] }
        let notes = Notes()
        let count = try await inCancelledTask {
            notes.lines.append("two")
            return notes.lines.count
        }.get()
        #expect(count == 2)
    }
}

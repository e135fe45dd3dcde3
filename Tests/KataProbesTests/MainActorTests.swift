import KataProbes
import Testing

// They take turns: one keeps the main actor from all others.
@Suite("Work beside a busy main actor", .serialized)
struct MainActorTests {
    private struct Outage: Error {}

    /// Whether it ends in one of several tries: another suite may hold every thread for seconds, with a compiler.
    private func endsAtLast(_ work: @escaping @Sendable () async throws -> Void) async -> Bool {
        for _ in 1...5 {
            if await endsWhileMainActorIsBusy(work) { return true }
        }
        return false
    }

    @Test("ends if it doesn't need the main actor, even with an error")
    func elsewhere() async {
        let ends = await endsAtLast { await Task.yield() }
        #expect(ends == true)
        let fails = await endsAtLast { throw Outage() }
        #expect(fails == true)
    }

    @Test("doesn't end if it needs the main actor")
    func there() async {
        let ends = await endsWhileMainActorIsBusy { await MainActor.run {} }
        #expect(ends == false)
    }
}

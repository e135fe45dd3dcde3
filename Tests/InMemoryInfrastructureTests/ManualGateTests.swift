import InMemoryInfrastructure
import KataProbes
import Testing

@Suite("A manual gate", .timeLimit(.minutes(1)))
struct ManualGateTests {
    let gate = ManualGate()

    @Test("releases callers in any order")
    func anyOrder() async throws {
        let passed = CallRecorder<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask { [gate] in
                    try await gate.pass()
                    passed.record(number)
                }
                #expect(await gate.waitUntilHeld(number))
            }
            #expect(await gate.callers == [1, 2, 3])
            for number in [2, 3, 1] {
                await gate.release(caller: number)
                try await group.next()
            }
        }
        #expect(passed.calls == [2, 3, 1])
    }

    @Test("cancels one and leaves the others held")
    func cancelling() async throws {
        let first = Task { [gate] in try await gate.pass() }
        #expect(await gate.waitUntilHeld(1))
        async let second: Void = gate.pass()
        #expect(await gate.waitUntilHeld(2))
        #expect(await gate.cancel(caller: 1))
        #expect(await gate.callers == [2])
        await #expect(throws: CancellationError.self) { try await first.value }
        await gate.release(caller: 2)
        try await second
    }

    @Test("says so when there is nobody to release")
    func nobody() async {
        #expect(await gate.release(caller: 1) == false)
        #expect(await gate.cancel(caller: 1) == false)
    }

    @Test("a caller whose task is cancelled goes at once")
    func cancelledTask() async {
        let caller = Task { [gate] in try await gate.pass() }
        #expect(await gate.waitUntilHeld(1))
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(await gate.callers == [])
    }

    @Test("a caller whose task was cancelled before goes at once too")
    func cancelledBefore() async {
        let passing = await inCancelledTask { [gate] in try await gate.pass() }
        #expect(throws: CancellationError.self) { try passing.get() }
        #expect(await gate.callers == [])
    }

    @Test("once open it holds nobody")
    func open() async throws {
        async let early: Void = gate.pass()
        #expect(await gate.waitUntilHeld(1))
        await gate.open()
        try await early
        try await gate.pass()
    }

    @Test("a test that waits for callers who never come is told so")
    func impatience() async {
        #expect(await gate.waitUntilHeld(1, patience: .milliseconds(1)) == false)
    }
}

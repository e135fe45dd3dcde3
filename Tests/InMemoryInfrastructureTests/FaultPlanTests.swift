import InMemoryInfrastructure
import Testing

@Suite("A fault plan", .timeLimit(.minutes(1)))
struct FaultPlanTests {
    @Test("fails the nth call and no other")
    func nth() throws {
        let plan = FaultPlan.failing(call: 2)
        #expect(try plan.around { 1 } == 1)
        #expect(throws: InjectedFault(call: 2)) { try plan.around { 2 } }
        #expect(try plan.around { 3 } == 3)
        #expect(plan.calls == 3)
    }

    @Test("fails before the work or after it", arguments: [FaultPlan.Moment.beforeWrite, .afterWrite])
    func moments(moment: FaultPlan.Moment) throws {
        let plan = FaultPlan.failing(call: 1, moment)
        var rows: [Int] = []
        #expect(throws: InjectedFault(call: 1)) { try plan.around { rows.append(1) } }
        #expect(rows == (moment == .beforeWrite ? [] : [1]))
    }

    @Test("fails several calls")
    func several() {
        let plan = FaultPlan(failing: [1: .beforeWrite, 3: .afterWrite])
        let outcomes = (1...4).map { _ in (try? plan.around {}) != nil }
        #expect(outcomes == [false, true, false, true])
    }

    @Test("counts only the calls that it is about")
    func counting() throws {
        let plan = FaultPlan.failing(call: 2, of: "save")
        try plan.around("save") {}
        try plan.around("find") {}
        try plan.around {}
        #expect(plan.calls == 1)
        #expect(throws: InjectedFault(call: 2)) { try plan.around("save") {} }
    }

    @Test("lets an error of the work itself through")
    func ownError() {
        let plan = FaultPlan.failing(call: 1, .afterWrite)
        #expect(throws: StoreError.cancelled) { try plan.around { throw StoreError.cancelled } }
        #expect(plan.calls == 1)
    }

    @Test("fails the call that came first even when a later one leaves before it")
    func overtaking() async throws {
        let plan = FaultPlan.failing(call: 1, .afterWrite)
        let gate = ManualGate()
        let first = Task { try await plan.around { try await gate.pass() } }
        #expect(await gate.waitUntilHeld(1))
        try plan.around {}
        await gate.release(caller: 1)
        await #expect(throws: InjectedFault(call: 1)) { try await first.value }
    }

    @Test("works inside an actor that changes itself")
    func insideAnActor() async throws {
        let shelf = Shelf(faults: .failing(call: 2))
        try await shelf.put("Momo")
        await #expect(throws: InjectedFault(call: 2)) { try await shelf.put("Demian") }
        #expect(await shelf.titles == ["Momo"])
    }
}

private actor Shelf {
    private(set) var titles: [String] = []
    private let faults: FaultPlan

    init(faults: FaultPlan) {
        self.faults = faults
    }

    func put(_ title: String) async throws {
        try await faults.around {
            await Task.yield()
            titles.append(title)
        }
    }
}

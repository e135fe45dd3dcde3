import InMemoryInfrastructure
import Testing

@Suite("At the doors of a store", .timeLimit(.minutes(1)))
struct InterceptionTests {
    let momo = Book("b-1", "Momo", code: "A-01")

    @Test("a recorder writes down each call, in order, refused or not")
    func recording() async throws {
        let recorder = CallRecorder<StoreCall<String>>()
        let books = MapStore<Book>(unique: [.code]).recorded(by: recorder)
        _ = try await books.find("b-1")
        try await books.insert(momo)
        _ = try? await books.insert(momo)
        try await books.save(momo, expecting: 1)
        _ = try await books.find(by: .code, "A-01")
        try await books.commit([.insert(Book("b-2", "")), .delete("b-1")])
        _ = try await books.all()
        try await books.delete("b-2")
        #expect(
            recorder.calls == [
                .find("b-1"), .insert("b-1"), .insert("b-1"), .save("b-1"),
                .findByKey(name: "code", value: "A-01"), .commit([.insert("b-2"), .delete("b-1")]),
                .all, .delete("b-2"),
            ]
        )
        #expect(recorder.count(of: .insert("b-1")) == 2)
    }

    @Test("a budget is charged for each record that is read")
    func budget() async throws {
        let budget = RowBudget(limit: 4)
        let books = MapStore<Book>(unique: [.code]).charged(to: budget)
        for number in 1...3 { try await books.insert(Book("b-\(number)", "", code: "A-\(number)")) }
        #expect(budget.spent == 0)
        _ = try await books.find("b-1")
        _ = try await books.find("nobody")
        #expect(budget.spent == 1)
        _ = try await books.all()
        #expect(budget.spent == 4)
        #expect(budget.isExceeded == false)
        _ = try await books.find(by: .code, "A-2")
        #expect(budget.isExceeded == true)
    }

    @Test("a hook before a call can refuse it")
    func refusing() async throws {
        let store = MapStore<Book>()
        let readOnly = store.intercepted(before: { call throws(StoreError) in
            if call.operation == .delete { throw .inaccessible(reason: "the shelf is locked") }
        })
        try await readOnly.insert(momo)
        await #expect(throws: StoreError.inaccessible(reason: "the shelf is locked")) {
            try await readOnly.delete("b-1")
        }
        #expect(await store.find("b-1") != nil)
    }

    @Test("a hook after a call is not told of what the store refused")
    func refusedByTheStore() async throws {
        let told = CallRecorder<StoreCall<String>>()
        let books = MapStore<Book>().intercepted(after: { call, _ in told.record(call) })
        try await books.insert(momo)
        _ = try? await books.insert(momo)
        #expect(told.calls == [.insert("b-1")])
    }

    // MARK: Faults

    @Test("a fault before the write leaves the store as it was", arguments: Backend.allCases)
    func faultBefore(backend: Backend) async throws {
        try await backend.withStore { books in
            let failing = books.failing(by: .failing(call: 2))
            try await failing.insert(momo)
            await #expect(throws: StoreError.injected(InjectedFault(call: 2))) {
                try await failing.insert(Book("b-2", ""))
            }
            #expect(try await books.all().count == 1)
            try await failing.insert(Book("b-2", ""))
        }
    }

    @Test("a fault after the write loses only the reply", arguments: Backend.allCases)
    func faultAfter(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            let failing = books.failing(by: .failing(call: 1, .afterWrite))
            await #expect(throws: StoreError.injected(InjectedFault(call: 1))) {
                try await failing.insert(momo)
            }
            #expect(try await books.find("b-1")?.record == momo)
        }
    }

    @Test("a plan of one operation counts no other")
    func countedOperation() async throws {
        let plan = FaultPlan.failing(call: 2, of: "save")
        let books = MapStore<Book>().failing(by: plan)
        try await books.insert(momo)
        try await books.save(momo)
        _ = try await books.find("b-1")
        _ = try await books.all()
        await #expect(throws: StoreError.injected(InjectedFault(call: 2))) { try await books.save(momo) }
        #expect(plan.calls == 2)
    }

    @Test("one of many concurrent calls fails", arguments: [FaultPlan.Moment.beforeWrite, .afterWrite])
    func concurrentFaults(moment: FaultPlan.Moment) async throws {
        let store = MapStore<Book>()
        let books = store.failing(by: .failing(call: 7, moment))
        let saved = await winners(among: 20) { try await books.insert(Book("b-\($0)", "")) }
        #expect(saved == 19)
        #expect(await store.all().count == (moment == .beforeWrite ? 19 : 20))
    }

    // MARK: Races

    @Test("two who meet after asking have both been told that the code is free")
    func staleAnswers() async throws {
        let rendezvous = Rendezvous(parties: 2, patience: .seconds(10))
        let store = MapStore<Book>()
        let books = store.meeting(at: rendezvous)
        let accepted = await winners(among: 2) { number in
            guard try await books.all().isEmpty else { throw StoreError.idTaken(id: "") }
            try await books.insert(Book("b-\(number)", "", code: "A-01"))
        }
        #expect(accepted == 2, "the race has not happened")
        #expect(await rendezvous.meetings == 1)
    }

    @Test("a unique key decides that race")
    func decidedRace() async throws {
        let rendezvous = Rendezvous(parties: 2, patience: .seconds(10))
        let books = MapStore<Book>(unique: [.code]).meeting(at: rendezvous)
        let accepted = await winners(among: 2) { number in
            guard try await books.find(by: .code, "A-01") == nil else { return }
            try await books.insert(Book("b-\(number)", "", code: "A-01"))
        }
        #expect(accepted == 1)
        #expect(await rendezvous.meetings == 1)
    }

    @Test("a reply that is held back tells of what is already done")
    func heldReply() async throws {
        let gate = ManualGate()
        let store = MapStore<Book>()
        let books = store.held(at: gate, after: [.insert])
        let inserting = Task { [momo] in try await books.insert(momo) }
        #expect(await gate.waitUntilHeld(1))
        #expect(try await books.find("b-1")?.record == momo, "only inserts are held")
        await gate.release(caller: 1)
        #expect(try await inserting.value == 1)
    }

    @Test("a reply that is cancelled is an error, not an answer")
    func cancelledReply() async throws {
        let gate = ManualGate()
        let books = MapStore<Book>().held(at: gate)
        let inserting = Task { [momo] in try await books.insert(momo) }
        #expect(await gate.waitUntilHeld(1))
        await gate.cancel(caller: 1)
        await #expect(throws: StoreError.cancelled) { try await inserting.value }
    }
}

import InMemoryInfrastructure
import KataProbes
import Testing

@Suite("A unit of work")
struct UnitOfWorkTests {
    let events = EventCollector<String>()
    let loan = LedgerEntry.loan(id: "l-1", returned: true)
    let fine = LedgerEntry.fine(id: "f-1", won: 500)

    @Test("writes everything staged, of whatever kind, and then tells", arguments: LedgerBackend.allCases)
    func commit(backend: LedgerBackend) async throws {
        let ledger = try backend.ledger()
        let unit = UnitOfWork(on: ledger, events: events)
        let token = unit.begin()
        try unit.stage(.save(loan))
        try unit.stage(.insert(fine))
        unit.raise("fined")
        #expect(try await ledger.all() == [], "something was written before the commit")
        #expect(events.committed == [], "something was told before it happened")
        try await unit.commit(token)
        #expect(try await ledger.all().map(\.record) == [loan, fine])
        #expect(events.committed == ["fined"])
        #expect(unit.stagedCount == 0)
    }

    @Test("leaves everything as it was when a fault strikes", arguments: Strike.all, LedgerBackend.allCases)
    func faults(strike: Strike, backend: LedgerBackend) async throws {
        let ledger = try backend.ledger()
        let old = LedgerEntry.loan(id: "l-1", returned: false)
        try await ledger.insert(old)
        let unit = UnitOfWork(on: ledger, events: events, faults: strike.faults())

        await #expect(throws: StoreError.injected(InjectedFault(call: strike.call))) {
            try await returnLate(unit)
        }
        #expect(try await ledger.all() == [Versioned(record: old, version: 1)])
        #expect(events.committed == [])

        try await returnLate(unit)
        #expect(try await ledger.all().map(\.record) == [loan, fine], "the second attempt was not whole")
        #expect(events.committed == ["fined"], "what was told belongs to another attempt")
    }

    @Test("leaves everything as it was when the store refuses", arguments: LedgerBackend.allCases)
    func refusal(backend: LedgerBackend) async throws {
        let ledger = try backend.ledger()
        try await ledger.insert(fine)
        await #expect(throws: StoreError.idTaken(id: "f-1")) {
            try await returnLate(UnitOfWork(on: ledger, events: events))
        }
        #expect(try await ledger.all().map(\.record) == [fine])
        #expect(events.committed == [])
    }

    @Test("a reply lost after the commit is saved and not told")
    func lostReply() async throws {
        let ledger = MapStore<LedgerEntry>()
        let unit = UnitOfWork(
            on: ledger,
            events: events,
            faults: .failing(call: 1, .afterWrite, of: "commit")
        )
        await #expect(throws: StoreError.injected(InjectedFault(call: 1))) { try await returnLate(unit) }
        #expect(await ledger.all().count == 2)
        #expect(events.committed == [])
    }

    @Test("forgets what is rolled back")
    func rollBack() async throws {
        let ledger = MapStore<LedgerEntry>()
        let unit = UnitOfWork(on: ledger, events: events)
        let token = unit.begin()
        try unit.stage(.insert(fine))
        unit.raise("fined")
        unit.rollBack()
        #expect(unit.stagedCount == 0)
        #expect(await unit.refusal(of: token) == .staleToken)
        #expect(await ledger.all() == [])
        #expect(events.committed == [])
    }

    @Test("a token is worth nothing once another round has begun")
    func staleToken() async throws {
        let ledger = MapStore<LedgerEntry>()
        let unit = UnitOfWork(on: ledger, events: events)
        let early = unit.begin()
        let late = unit.begin()
        try unit.stage(.insert(fine))
        #expect(await unit.refusal(of: early) == .staleToken)
        try await unit.commit(late)
        #expect(await ledger.all().map(\.record) == [fine])
    }

    @Test("a token of one unit is worth nothing to another")
    func foreignToken() async throws {
        let unit = UnitOfWork(on: MapStore<LedgerEntry>(), events: events)
        let other = UnitOfWork(on: MapStore<LedgerEntry>(), events: events)
        _ = unit.begin()
        let token = other.begin()
        #expect(await unit.refusal(of: token) == .staleToken)
    }

    @Test("tells nothing of what others have raised")
    func othersEvents() async throws {
        events.raise("of somebody else")
        try await returnLate(UnitOfWork(on: MapStore<LedgerEntry>(), events: events))
        #expect(events.committed == ["fined"])
        #expect(events.pending == ["of somebody else"])
    }

    static let compiler = CompileCheck(importing: "InMemoryInfrastructure", testable: false)

    @Test(
        "a second commit with the same token does not compile",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func secondCommit() throws {
        let once = "let token = unit.begin(); try await unit.commit(token)"
        func function(_ body: String) -> String {
            "func f<R, E>(_ unit: UnitOfWork<R, E>) async throws { \(body) }"
        }
        #expect(try Self.compiler.complaints(about: function(once)) == [])
        let twice = try Self.compiler.complaints(about: function("\(once); try await unit.commit(token)"))
        #expect(twice.contains { $0.contains("consumed more than once") })
        let copied = try Self.compiler.accepts(
            function(
                "let token = unit.begin(); let copy = token; try await unit.commit(token); try await unit.commit(copy)"
            )
        )
        #expect(copied == false)
        let forged = try Self.compiler.accepts(function("try await unit.commit(CommitToken())"))
        #expect(forged == false)
    }
}

extension UnitOfWorkTests {
    private func returnLate(_ unit: UnitOfWork<LedgerEntry, String>) async throws(StoreError) {
        let token = unit.begin()
        unit.raise("fined")
        try unit.stage(.save(loan))
        try unit.stage(.insert(fine))
        try await unit.commit(token)
    }
}

extension UnitOfWork {
    /// A closure cannot use up a token, so what a commit throws is caught here.
    fileprivate func refusal(of token: consuming CommitToken) async -> StoreError? {
        do throws(StoreError) {
            try await commit(token)
            return nil
        } catch {
            return error
        }
    }
}

/// Records of two kinds that change together, and so live in one store.
enum LedgerEntry: Storable, Hashable {
    case loan(id: String, returned: Bool)
    case fine(id: String, won: Int)

    var id: String {
        switch self {
        case .loan(let id, _), .fine(let id, _): id
        }
    }
}

enum LedgerBackend: String, CaseIterable, CustomTestStringConvertible {
    case map, log

    var testDescription: String { rawValue }

    func ledger() throws -> any Store<LedgerEntry> {
        switch self {
        case .map: MapStore()
        case .log: try RowLogStore(rows: .init())
        }
    }
}

/// Where the fault strikes.
struct Strike: CustomTestStringConvertible {
    let testDescription: String
    let call: Int
    let moment: FaultPlan.Moment
    let operation: String

    func faults() -> FaultPlan { .failing(call: call, moment, of: operation) }

    static let all = [
        Strike(testDescription: "at the first write", call: 1, moment: .beforeWrite, operation: "write"),
        Strike(testDescription: "after the first write", call: 1, moment: .afterWrite, operation: "write"),
        Strike(testDescription: "at the second write", call: 2, moment: .beforeWrite, operation: "write"),
        Strike(testDescription: "after the second write", call: 2, moment: .afterWrite, operation: "write"),
        Strike(testDescription: "at the commit", call: 1, moment: .beforeWrite, operation: "commit"),
    ]
}

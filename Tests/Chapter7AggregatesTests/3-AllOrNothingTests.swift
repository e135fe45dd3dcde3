import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.3 All or nothing")
struct AllOrNothingTests {
    @Test("a copy that comes back in time is returned, and costs nothing", arguments: ReturnDay.allCases)
    func inTime(returnDay: ReturnDay) async throws {
        let day = returnDay.rawValue
        let library = try await Library()
        let answer = await library.takeBack("l-1", on: day)
        let booked = await library.entries()
        #expect(
            [answer] + booked == ["done", "l-1 is back since day \(day)", "l-2 is out"],
            "a copy came back in time, and the ledger says something else"
        )
    }

    @Test("a copy that comes back late is returned, and its fine is owed")
    func late() async throws {
        let library = try await Library()
        let answer = await library.takeBack("l-1", on: 104)
        let booked = await library.entries()
        #expect(
            [answer] + booked == ["done"] + Library.lateReturn,
            "a copy came back four days late, at 200 won a day, and the ledger says something else"
        )
        let busy = try await Library()
        let bothAnswers = await busy.takeBack("l-1", beside: "l-2", on: 104)
        let bothBooked = await busy.entries()
        #expect(
            [bothAnswers] + bothBooked == ["done"] + Library.twoLateReturns,
            "two slips were made out and then stamped, and the two returns are not both booked"
        )
    }

    @Test("a loan that is unknown, or returned already, gets no slip")
    func noSlip() async throws {
        let library = try await Library()
        let unknown = await library.prepare("l-9", on: 104)
        _ = await library.takeBack("l-1", on: 104)
        let again = await library.prepare("l-1", on: 105)
        #expect(
            [unknown, again] == ["unknown loan", "already returned"],
            "l-9 is unknown, l-1 has been returned, and this came of asking for their slips"
        )
    }

    @Test("a slip shows the fine, and nothing is booked before it is stamped")
    func slip() async throws {
        let library = try await Library()
        let inTime = await library.prepare("l-2", on: 100)
        let late = await library.prepare("l-1", on: 104)
        #expect(
            [inTime, late] == ["no fine", "a fine of 800 won"],
            "the slip shows another fine than is owed"
        )
        let booked = await library.versions() + library.told
        #expect(
            booked == Library.untouched,
            "a member only asked for the fine, and something was booked or published"
        )
    }

    @Test("a return is in the ledger as a whole, or the ledger is as it was", arguments: Strike.all)
    func allOrNothing(strike: Strike) async throws {
        let library = try await Library(strike)
        let answer = await library.takeBack("l-1", on: 104)
        if answer == "done" {
            let booked = await library.entries()
            #expect(
                booked == Library.lateReturn,
                "the desk said «done», and a part of the return is missing or wrong"
            )
        } else {
            let remaining = await library.versions()
            #expect(
                remaining == Library.untouched,
                "the return failed, and the ledger has changed; changing it back also counts as a change"
            )
        }
    }

    @Test("what has happened is published, and nothing else is", arguments: Strike.none + Strike.all)
    func told(strike: Strike) async throws {
        let library = try await Library(strike)
        let answer = await library.takeBack("l-1", on: 104)
        let told = library.told
        #expect(
            told == (answer == "done" ? Library.lateNews : []),
            "what was published doesn't agree with the ledger, and can't be taken back"
        )
    }

    @Test(
        "after a failure, a new slip books the return, which is published once",
        arguments: Strike.all.filter { !$0.lasts }
    )
    func secondTry(strike: Strike) async throws {
        let library = try await Library(strike)
        if await library.takeBack("l-1", on: 104) == "done" { return }
        library.repair()
        let answer = await library.takeBack("l-1", on: 104)
        let outcome = await [answer] + library.entries() + library.told
        #expect(
            outcome == ["done"] + Library.lateReturn + Library.lateNews,
            "the first try failed and left something behind, or the second try failed too"
        )
    }

    private static let compiler = CompileCheck(importing: "Chapter7Aggregates")

    @Test(
        "the compiler lets a slip be stamped once, and not twice",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func stampedOnce() throws {
        func librarian(_ work: String) -> String {
            "func f(_ desk: ReturnDesk, _ id: LoanID) async throws { \(work) }"
        }
        let once = "let slip = try await desk.prepare(id, on: 104); try await desk.stamp(slip)"
        let compiles = try [once, "\(once); try await desk.stamp(slip)"].map { work in
            try Self.compiler.accepts(librarian(work))
        }
        #expect(
            compiles == [true, false],
            "a slip can't be stamped even once, or it can be stamped twice, which books the return twice"
        )
    }
}

// MARK: - The library

extension AllOrNothingTests {
    /// The copy is due on day 100.
    enum ReturnDay: Int, CaseIterable, CustomTestStringConvertible {
        case dayBefore = 99
        case due = 100

        var testDescription: String {
            switch self {
            case .dayBefore: "a day before it is due"
            case .due: "on the day on which it is due"
            }
        }
    }

    /// Where a late return meets its fault. A desk that never gets there meets none.
    struct Strike: CustomTestStringConvertible {
        let testDescription: String
        let operation: String
        let calls: ClosedRange<Int>

        var lasts: Bool { calls.count > 1 }

        static let none = [Strike(testDescription: "no fault", operation: "none", calls: 1...1)]

        static let all = [
            Strike(testDescription: "a fault at the first write", operation: "write", calls: 1...1),
            Strike(testDescription: "a fault at the second write", operation: "write", calls: 2...2),
            Strike(
                testDescription: "a fault at the second write and at all later ones",
                operation: "write",
                calls: 2...99
            ),
            Strike(testDescription: "a fault at the commit", operation: "commit", calls: 1...1),
        ]

        /// For the steps of a unit of work.
        fileprivate var ofWork: FaultPlan {
            FaultPlan(failing: moments, of: operation)
        }

        /// For a desk that writes to the store without a unit of work: there, each write is a commit.
        fileprivate var ofStore: FaultPlan {
            FaultPlan(failing: operation == "none" ? [:] : moments)
        }

        private var moments: [Int: FaultPlan.Moment] {
            Dictionary(uniqueKeysWithValues: calls.map { ($0, .beforeWrite) })
        }
    }

    /// A desk, and a ledger with two loans that are due on day 100.
    private struct Library {
        private let store = MapStore<LedgerEntry>()
        private let events = EventCollector<LedgerEvent>()
        private let desk: ReturnDesk
        private let repaired = CallRecorder<Bool>()

        static let untouched = ["l-1 is out, version 1", "l-2 is out, version 1"]
        static let lateReturn = ["l-1 is back since day 104", "l-2 is out", "m-1 owes 800 for l-1"]
        static let twoLateReturns = [
            "l-1 is back since day 104", "l-2 is back since day 104",
            "m-1 owes 800 for l-1", "m-2 owes 800 for l-2",
        ]
        static let lateNews = ["m-1 was fined 800", "l-1 was returned"].sorted()

        init(_ strike: Strike = Strike.none[0]) async throws {
            for (loan, borrower) in [("l-1", "m-1"), ("l-2", "m-2")] {
                let loan = CopyLoan(id: LoanID(loan), borrower: try MemberID(borrower), dueDay: 100)
                try await store.insert(.loan(loan))
            }
            let writes: Set<StoreOperation> = [.insert, .save, .delete, .commit]
            let (plan, repaired) = (strike.ofStore, repaired)
            let failing = store.intercepted(before: { call async throws(StoreError) in
                guard writes.contains(call.operation), repaired.calls.isEmpty else { return }
                do { try plan.around {} } catch { throw .inaccessible(reason: "the test asked for it") }
            })
            desk = ReturnDesk(ledger: Ledger(store: failing, events: events, faults: strike.ofWork))
        }

        /// From now on the store itself works.
        func repair() {
            repaired.record(true)
        }

        // MARK: At the desk

        /// Both slips are made out before one of them is stamped.
        func takeBack(_ loan: String, beside other: String, on day: Int) async -> String {
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day)
                let otherSlip = try await desk.prepare(LoanID(other), on: day)
                try await desk.stamp(slip)
                try await desk.stamp(otherSlip)
                return "done"
            } catch {
                return Self.words(error)
            }
        }

        func takeBack(_ loan: String, on day: Int) async -> String {
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day)
                try await desk.stamp(slip)
                return "done"
            } catch {
                return Self.words(error)
            }
        }

        func prepare(_ loan: String, on day: Int) async -> String {
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day)
                let fine = slip.fine
                return fine.map { "a fine of \($0.won) won" } ?? "no fine"
            } catch {
                return Self.words(error)
            }
        }

        private static func words(_ error: any Error) -> String {
            switch error {
            case is ReturnDesk.UnknownLoan: "unknown loan"
            case CopyLoan.Refused.alreadyReturned: "already returned"
            default: "an error"
            }
        }

        // MARK: In the ledger, and on the notice board

        func entries() async -> [String] {
            await store.all().map { Self.words($0.record) }.sorted()
        }

        /// As `entries`, with how often each of them has been written.
        func versions() async -> [String] {
            await store.all().map { "\(Self.words($0.record)), version \($0.version)" }.sorted()
        }

        var told: [String] {
            events.committed.map { event in
                switch event {
                case .returned(let loan): "\(loan.text) was returned"
                case .fined(let debtor, let won): "\(debtor) was fined \(won)"
                }
            }
            .sorted()
        }

        private static func words(_ entry: LedgerEntry) -> String {
            switch entry {
            case .loan(let loan):
                loan.returnDay.map { "\(loan.id.text) is back since day \($0)" } ?? "\(loan.id.text) is out"
            case .fine(let fine):
                "\(fine.debtor) owes \(fine.won) for \(fine.loan.text)"
            }
        }
    }
}

import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.3 All or nothing")
struct AllOrNothingTests {
    @Test(
        "a copy that comes back in time is returned, and costs nothing",
        arguments: [ReturnDay.dayBefore, .due]
    )
    func inTime(day: ReturnDay) async throws {
        let library = try await Library()
        let answer = await library.takeBack("l-1", on: day)
        let booked = await library.entries()
        #expect(
            [answer] + booked == ["done"] + Library.booked([1], day),
            "a copy came back in time, and the ledger says something else"
        )
    }

    @Test("a copy that comes back late is returned, and its fine is owed")
    func late() async throws {
        let library = try await Library()
        let answer = await library.takeBack("l-1", on: .late)
        let booked = await library.entries()
        #expect(
            [answer] + booked == ["done"] + Library.booked([1], .late),
            "a copy came back four days late, at 200 won a day, and the ledger says something else"
        )
        let busy = try await Library()
        let bothAnswers = await busy.takeBack("l-1", beside: "l-2", on: .late)
        let bothBooked = await busy.entries()
        #expect(
            bothAnswers + bothBooked == ["done", "done"] + Library.booked([1, 2], .late),
            "two slips were made out and then stamped, and the two returns are not both booked"
        )
        let crowded = try await Library()
        let shown = try await crowded.takeBackThreeMore()
        let owed = await crowded.entries().filter { $0.contains("owes") }
        let told = crowded.told.filter { $0.contains("fined") }
        let fines = ["m-3 owes 200 for l-3", "m-4 owes 2000 for l-4", "m-5 owes 18000 for l-5"]
        let news = ["m-3 was fined 200", "m-4 was fined 2000", "m-5 was fined 18000"]
        #expect(
            shown + owed + told == fines + fines + news,
            "copies came back one, ten and ninety days late; the slips, the ledger or the board name other fines"
        )
    }

    @Test("a loan that is unknown, or returned already, gets no slip")
    func noSlip() async throws {
        let library = try await Library()
        library.raiseElsewhere()
        let unknown = await library.prepare("l-9", on: .late)
        try await library.lend(9)
        let lent = await library.prepare("l-9", on: .due)
        #expect(
            [unknown, lent] == ["unknown loan", "no fine"],
            "l-9 was unknown and then borrowed, and requests for its slip ended like this"
        )
        for (loan, day) in [("l-1", ReturnDay.due), ("l-2", .late)] {
            _ = await library.takeBack(loan, on: day)
            let before = await library.versions() + library.told
            let again = [await library.prepare(loan, on: day), await library.prepare(loan, on: .late)]
            #expect(
                again == ["already returned", "already returned"],
                "\(loan) has been returned; a slip was asked for again on that day and once more after the due day, with these answers"
            )
            let after = await library.versions() + library.told
            #expect(
                after == before,
                "\(loan) has been returned and got no other slip, and something was booked or published once more"
            )
        }
        let (toBeTold, raised) = (library.toBeTold, library.raisedElsewhere)
        #expect(
            toBeTold == raised,
            "another desk is about to publish what it has raised; slips were refused here, and its events are gone"
        )
        // A task of its own, which is cancelled.
        let hasty = try await Task {
            let library = try await Library()
            cancelThisTask()
            return await library.prepare("l-1", on: .late)
        }
        .value
        let isTrue = ["m-1 owes 800 for l-1", "an error"].contains(hasty)
        #expect(
            isTrue == true,
            "nobody waited for the slip of l-1 any more, which is still out, and the desk said: \(hasty)"
        )
        for error in Strike.errors {
            let unread = try await Library(.look(error)).prepare("l-1", on: .late)
            #expect(
                unread == "an error",
                "the ledger couldn't be read, and the desk said something about the loan"
            )
        }
        let tired = try await Library(.secondLook)
        let answers = [await tired.prepare("l-1", on: .due), await tired.prepare("l-1", on: .late)]
        #expect(
            answers == ["no fine", "an error"],
            "the ledger could be read once and then not; requests for the slip of l-1 ended like this"
        )
        let patient = try await Library()
        _ = await patient.prepare("l-1", on: .due)
        _ = await patient.takeBackElsewhere("l-1", on: .due)
        let overtaken = await patient.prepare("l-1", on: .late)
        #expect(
            overtaken == "already returned",
            "l-1 got a slip here, another desk booked its return, and a second request ended like this"
        )
        let unlucky = try await Library(.write)
        _ = await unlucky.takeBack("l-1", on: .due)
        _ = await unlucky.takeBackElsewhere("l-1", on: .due)
        let afterwards = await unlucky.prepare("l-1", on: .late)
        #expect(
            afterwards == "already returned",
            "the return of l-1 failed here, another desk booked it, and a request for its slip ended like this"
        )
    }

    @Test("a slip shows the fine, and nothing is booked before it is stamped")
    func slip() async throws {
        let library = try await Library()
        let inTime = await library.prepare("l-2", on: .due)
        let late = await library.prepare("l-1", on: .late)
        #expect(
            [inTime, late] == ["no fine", "m-1 owes 800 for l-1"],
            "the slip doesn't show the fine that is owed"
        )
        let booked = await library.versions() + library.told
        #expect(
            booked == Library.untouched,
            "a member only asked for the fine, and something was booked or published"
        )
        let busy = try await Library()
        _ = await busy.prepare("l-2", on: .late)
        _ = await busy.takeBack("l-1", on: .late)
        let bookedLater = await busy.entries() + busy.told
        #expect(
            bookedLater == Library.booked([1], .late) + Library.news([1], .late),
            "l-1 was returned, l-2 has only a slip, and this was booked and published"
        )
    }

    @Test(
        "a return is in the ledger as a whole, or the ledger is as it was",
        arguments: Strike.all + [.oldFine],
        [ReturnDay.due, .late]
    )
    func allOrNothing(strike: Strike, day: ReturnDay) async throws {
        // A task of its own: one of the strikes cancels it.
        try await Task {
            let library = try await Library(strike)
            let before = await library.versions()
            let answer = await library.takeBack("l-1", on: day)
            if answer == "done" {
                let booked = await library.entries()
                #expect(
                    booked == (Library.booked([1], day) + strike.owed).sorted(),
                    "the desk said «done», and a part of the return is missing or wrong"
                )
                let hasFailed = library.hasFailed
                #expect(hasFailed == false, "something failed, and the desk said «done» instead of throwing")
            } else {
                let remaining = await library.versions()
                #expect(
                    remaining == before,
                    "the return failed, and the ledger has changed; changing it back also counts as a change"
                )
            }
        }
        .value
    }

    @Test(
        "what has happened is published, and nothing else is",
        arguments: [Strike.none, .oldFine] + Strike.all,
        [ReturnDay.due, .late]
    )
    func told(strike: Strike, day: ReturnDay) async throws {
        // A task of its own: one of the strikes cancels it.
        try await Task {
            let library = try await Library(strike)
            library.raiseElsewhere()
            try await library.lend(6)
            var done: [Int] = []
            for loan in [1, 2, 6] where await library.takeBack("l-\(loan)", on: day) == "done" {
                done.append(loan)
            }
            let told = library.told
            let expected = Library.news(done, day)
            let isToldForOthers = told.contains("l-3 was returned") || told.contains("l-7 was returned")
            #expect(
                isToldForOthers == false,
                "another desk has raised the returns of l-3 and l-7 and not booked them yet, and one was published here"
            )
            #expect(
                told == expected,
                "what was published doesn't agree with the ledger, and can't be taken back"
            )
            let raised = library.raisedElsewhere
            #expect(
                library.toBeTold == raised,
                "another desk is about to publish what it has raised, before our return and during it; its events are gone"
            )
        }
        .value
    }

    @Test(
        "after a failure, a new slip books the return, which is published once",
        arguments: Strike.all.filter { !$0.lasts && $0.target != .cancel }
    )
    func secondTry(strike: Strike) async throws {
        let library = try await Library(strike)
        let firstAnswers = await library.takeBack("l-1", beside: "l-2", on: .late)
        if firstAnswers.first == "done" { return }
        try #require(
            firstAnswers.last == "done",
            "the return of l-1 failed, and then l-2, which had its slip already, wasn't returned either"
        )
        let answer = await library.takeBack("l-1", on: .late)
        let outcome = await [answer] + library.entries() + library.told
        #expect(
            outcome == ["done"] + Library.booked([1, 2], .late) + Library.news([1, 2], .late),
            "the first try failed; its slip or its stamp left something behind, or the second try failed too"
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
    /// The copies are due on day 100.
    enum ReturnDay: Int, CustomTestStringConvertible {
        case dayBefore = 99
        case due = 100
        case late = 104

        var testDescription: String {
            switch self {
            case .dayBefore: "a day before it is due"
            case .due: "on the day on which it is due"
            case .late: "four days late"
            }
        }
    }

    /// Where a return meets its fault. A desk that never gets there meets none.
    struct Strike: CustomTestStringConvertible {
        enum Target {
            case nothing
            /// The store is read.
            case look
            /// A change is staged in a unit of work, or the store is written.
            case write
            /// A change is staged, and the store works.
            case stage
            /// A unit of work is committed, and the store works.
            case commit
            /// The store is written, whoever staged the changes.
            case book
            /// The store is written, and the task that asked for it is cancelled.
            case cancel
            /// The ledger has a fine for l-1 before it comes back.
            case oldFine
        }

        let testDescription: String
        let target: Target
        let calls: ClosedRange<Int>
        var error = StoreError.inaccessible(reason: "the test asked for it")

        var lasts: Bool { calls.count > 1 }

        /// What m-1 owes from the beginning. No second fine can be inserted for one loan.
        fileprivate var owed: [String] { target == .oldFine ? ["m-1 owes 100 for l-1"] : [] }

        static let none = Strike(testDescription: "no fault", target: .nothing, calls: 1...1)
        static let write = Strike(testDescription: "a fault at the first write", target: .write, calls: 1...1)
        static let look = Strike(testDescription: "a fault at the first look", target: .look, calls: 1...1)

        static func look(_ error: StoreError) -> Strike {
            var strike = look
            strike.error = error
            return strike
        }

        static let secondLook = Strike(
            testDescription: "a fault at the second look",
            target: .look,
            calls: 2...2
        )

        static let oldFine = Strike(
            testDescription: "a fine for the loan is in the ledger already",
            target: .oldFine,
            calls: 1...1
        )

        /// What the store may say.
        static let errors: [StoreError] = [
            .keyTaken(name: "fine", value: "l-1"), .versionConflict(id: "loan l-1", expected: 1, found: 2),
            .idTaken(id: "fine l-1"), .corruptRow(number: 7, reason: "half a line"), .cancelled,
            .staleToken, .unknownKey(name: "loan"), .inaccessible(reason: "the disk is gone"),
        ]

        static let all =
            faults
            + errors.map { error in
                Strike(
                    testDescription: "the store refuses what is booked: \(error)",
                    target: .book,
                    calls: 1...1,
                    error: error
                )
            }

        private static let faults = [
            look, secondLook,
            Strike(
                testDescription: "a fault at the first change that is staged",
                target: .stage,
                calls: 1...1
            ),
            write,
            Strike(testDescription: "a fault at the second write", target: .write, calls: 2...2),
            Strike(
                testDescription: "a fault at the second write and at all later ones",
                target: .write,
                calls: 2...99
            ),
            Strike(testDescription: "a fault at the commit", target: .commit, calls: 1...1),
            Strike(
                testDescription: "the first write is cancelled",
                target: .write,
                calls: 1...1,
                error: .cancelled
            ),
            Strike(
                testDescription: "nobody waits for the answer any more, once the ledger is being written",
                target: .cancel,
                calls: 1...1
            ),
        ]

        /// For the steps of a unit of work.
        fileprivate var ofWork: FaultPlan {
            switch target {
            case .nothing, .look, .book, .cancel, .oldFine: FaultPlan(of: "nothing")
            case .write, .stage: FaultPlan(failing: moments, of: "write")
            case .commit: FaultPlan(failing: moments, of: "commit")
            }
        }

        /// For the calls of the store that it meets.
        fileprivate var ofStore: FaultPlan { FaultPlan(failing: moments) }

        fileprivate func meets(_ operation: StoreOperation) -> Bool {
            switch target {
            case .look: Self.looks.contains(operation)
            case .write, .book: !Self.looks.contains(operation)
            case .nothing, .stage, .commit, .cancel, .oldFine: false
            }
        }

        fileprivate func cancels(_ operation: StoreOperation) -> Bool {
            target == .cancel && !Self.looks.contains(operation)
        }

        fileprivate static let looks: Set<StoreOperation> = [.find, .findByKey, .all]

        private var moments: [Int: FaultPlan.Moment] {
            Dictionary(uniqueKeysWithValues: calls.map { ($0, .beforeWrite) })
        }
    }

    /// A desk, and a ledger with two loans that are due on day 100.
    private struct Library {
        private let store = MapStore<LedgerEntry>()
        private let events = EventCollector<LedgerEvent>()
        private let desk: ReturnDesk
        private let otherDesk: ReturnDesk
        private let strike: Strike
        private let plans: [FaultPlan]
        private let repaired = CallRecorder<Bool>()
        private let elsewhere = CallRecorder<String>()

        init(_ strike: Strike = .none) async throws {
            let (ofStore, ofWork) = (strike.ofStore, strike.ofWork)
            let (repaired, elsewhere, events) = (repaired, elsewhere, events)
            let failing = store.intercepted(before: { call async throws(StoreError) in
                if elsewhere.calls == ["l-3"], !Strike.looks.contains(call.operation) {
                    events.raise(.returned(LoanID("l-7")))
                    elsewhere.record("l-7")
                }
                if strike.cancels(call.operation) { cancelThisTask() }
                guard strike.meets(call.operation), repaired.calls.isEmpty else { return }
                do { try ofStore.around {} } catch { throw strike.error }
            })
            desk = ReturnDesk(ledger: Ledger(store: failing, events: events, faults: ofWork))
            otherDesk = ReturnDesk(ledger: Ledger(store: store, events: events))
            self.strike = strike
            plans = [ofStore, ofWork]
            for number in 1...2 { try await lend(number) }
            if strike.target == .oldFine {
                try await store.insert(
                    .fine(LateFine(loan: LoanID("l-1"), debtor: MemberID("m-1"), won: 100))
                )
            }
        }

        /// A member borrows a copy that is due on day 100.
        func lend(_ number: Int) async throws {
            let borrower = try MemberID(Self.borrower(of: number))
            let loan = CopyLoan(id: LoanID("l-\(number)"), borrower: borrower, dueDay: ReturnDay.due.rawValue)
            try await store.insert(.loan(loan))
        }

        /// Whether the fault has struck.
        var hasFailed: Bool { plans.contains { $0.calls >= strike.calls.lowerBound } }

        /// Another desk is about to book the return of l-3, and that of l-7 as soon as this desk writes.
        func raiseElsewhere() {
            events.raise(.returned(LoanID("l-3")))
            elsewhere.record("l-3")
        }

        var raisedElsewhere: [String] { elsewhere.calls.map { "\($0) was returned" } }

        /// From now on the store itself works.
        func repair() {
            repaired.record(true)
        }

        /// m-1 has the copies of l-1 and l-6.
        private static func borrower(of loan: Int) -> String { loan == 6 ? "m-1" : "m-\(loan)" }

        // MARK: What is expected

        static let untouched = booked([], .due).map { "\($0), version 1" }

        /// The ledger after these loans came back on the day.
        static func booked(_ loans: [Int], _ day: ReturnDay) -> [String] {
            let entries = (1...2).map { number in
                let back = loans.contains(number) ? day.rawValue : nil
                return words("l-\(number)", of: borrower(of: number), due: ReturnDay.due.rawValue, back: back)
            }
            return entries + (day == .late ? loans.map { "\(borrower(of: $0)) owes 800 for l-\($0)" } : [])
        }

        /// What is published if these loans came back on the day.
        static func news(_ loans: [Int], _ day: ReturnDay) -> [String] {
            let returns = loans.map { "l-\($0) was returned" }
            let fines = loans.map { "\(borrower(of: $0)) was fined 800" }
            return (returns + (day == .late ? fines : [])).sorted()
        }

        // MARK: At the desk

        /// Both slips are made out before one of them is stamped. If the first return fails, the fault is over
        /// before the second.
        func takeBack(_ loan: String, beside other: String, on day: ReturnDay) async -> [String] {
            var answer = "done"
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day.rawValue)
                let otherSlip = try await desk.prepare(LoanID(other), on: day.rawValue)
                do { try await desk.stamp(slip) } catch { answer = Self.words(error) }
                repair()
                do { try await desk.stamp(otherSlip) } catch { return [answer, Self.words(error)] }
                return [answer, "done"]
            } catch {
                repair()
                return [Self.words(error), await takeBack(other, on: day)]
            }
        }

        func takeBack(_ loan: String, on day: ReturnDay) async -> String {
            await takeBack(loan, on: day, at: desk)
        }

        func takeBackElsewhere(_ loan: String, on day: ReturnDay) async -> String {
            await takeBack(loan, on: day, at: otherDesk)
        }

        private func takeBack(_ loan: String, on day: ReturnDay, at desk: ReturnDesk) async -> String {
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day.rawValue)
                try await desk.stamp(slip)
                return "done"
            } catch {
                return Self.words(error)
            }
        }

        /// Three copies come back, one, ten and ninety days late. All their slips are made out before one is
        /// stamped. Returns what the slips show.
        func takeBackThreeMore() async throws -> [String] {
            for number in 3...5 { try await lend(number) }
            // Since l-4 was lent, its line in the ledger has been written once more.
            for lent in await store.all().map(\.record) where lent.id.hasSuffix("l-4") {
                try await store.save(lent)
            }
            do {
                let one = try await desk.prepare(LoanID("l-3"), on: 101)
                let ten = try await desk.prepare(LoanID("l-4"), on: 110)
                let ninety = try await desk.prepare(LoanID("l-5"), on: 190)
                let shown = [one.fine, ten.fine, ninety.fine].map(Self.words)
                try await desk.stamp(one)
                try await desk.stamp(ten)
                try await desk.stamp(ninety)
                return shown
            } catch {
                return [Self.words(error)]
            }
        }

        func prepare(_ loan: String, on day: ReturnDay) async -> String {
            do {
                let slip = try await desk.prepare(LoanID(loan), on: day.rawValue)
                let fine = slip.fine
                return Self.words(fine)
            } catch {
                return Self.words(error)
            }
        }

        private static func words(_ fine: LateFine?) -> String {
            fine.map { words(.fine($0)) } ?? "no fine"
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

        var told: [String] { Self.words(events.committed) }

        /// Raised by somebody, and not yet published.
        var toBeTold: [String] { Self.words(events.pending) }

        private static func words(_ events: [LedgerEvent]) -> [String] {
            events.map { event in
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
                words(loan.id.text, of: loan.borrower.text, due: loan.dueDay, back: loan.returnDay)
            case .fine(let fine):
                "\(fine.debtor) owes \(fine.won) for \(fine.loan.text)"
            }
        }

        private static func words(_ loan: String, of borrower: String, due: Int, back: Int?) -> String {
            guard let back else { return "\(loan) is out with \(borrower) until day \(due)" }
            return "\(loan) was out with \(borrower) until day \(due), and has been back since day \(back)"
        }
    }
}

// 7.3 All or nothing

import InMemoryInfrastructure
import Moa

/// A return that is ready to be booked. The member sees the fine on it before it is stamped.
///
/// Why `~Copyable`: a slip is a right, not a fact. Facts may be copied as often as you like. A right to book
/// once must exist once, and is gone when it has been used.
struct ReturnSlip: ~Copyable, Sendable {
    let loan: CopyLoan
    let fine: LateFine?
}

/// Where members bring back what they have borrowed.
struct ReturnDesk: Sendable {
    private let ledger: Ledger

    init(ledger: Ledger) {
        self.ledger = ledger
    }

    func prepare(_ id: LoanID, on day: Int) async throws -> ReturnSlip {
        guard var loan = try await ledger.loan(id) else { throw UnknownLoan() }
        let fine = try loan.giveBack(on: day)
        return ReturnSlip(loan: loan, fine: fine)
    }

    // Why `consuming`: with `borrowing` the caller would keep the slip, and could stamp it again.
    func stamp(_ slip: consuming ReturnSlip) async throws {
        let work = ledger.newWork()
        let token = work.begin()
        try work.stage(.save(.loan(slip.loan)))
        // Why raised and not published: so far nothing has happened. The commit saves, then publishes.
        work.raise(.returned(slip.loan.id))
        if let fine = slip.fine {
            try work.stage(.insert(.fine(fine)))
            work.raise(.fined(fine.debtor, won: fine.won))
        }
        // Why no `catch` anywhere: up to this line nothing has been written, so nothing has to be undone.
        try await work.commit(token)
    }
}

// MARK: - Given

extension ReturnDesk {
    /// Nobody has borrowed anything under this id.
    struct UnknownLoan: Error, Hashable {}
}

struct LoanID: Hashable, Sendable, Codable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// A copy in a member's hands. Days are counted from the day on which Moa was founded.
struct CopyLoan: Hashable, Sendable, Codable {
    static let wonPerDayLate = 200

    let id: LoanID
    let borrower: MemberID
    let dueDay: Int
    private(set) var returnDay: Int?

    enum Refused: Error, Hashable {
        case alreadyReturned
    }

    init(id: LoanID, borrower: MemberID, dueDay: Int) {
        self.id = id
        self.borrower = borrower
        self.dueDay = dueDay
    }

    /// The copy is back. Returns the fine, or nil if the copy is on time.
    mutating func giveBack(on day: Int) throws(Refused) -> LateFine? {
        guard returnDay == nil else { throw .alreadyReturned }
        returnDay = day
        guard day > dueDay else { return nil }
        return LateFine(loan: id, debtor: borrower, won: (day - dueDay) * Self.wonPerDayLate)
    }
}

/// What a member owes for a late return. A loan has at most one.
struct LateFine: Hashable, Sendable, Codable {
    let loan: LoanID
    let debtor: MemberID
    let won: Int
}

/// A line of the ledger. Loans and fines are in one store, so that they can change in one commit.
enum LedgerEntry: Storable, Hashable {
    case loan(CopyLoan)
    case fine(LateFine)

    var id: String {
        switch self {
        case .loan(let loan): "loan \(loan.id.text)"
        case .fine(let fine): "fine \(fine.loan.text)"
        }
    }
}

/// What the notice board publishes to Moa. What is published can't be taken back.
enum LedgerEvent: Hashable, Sendable {
    case returned(LoanID)
    case fined(MemberID, won: Int)
}

/// The ledger of loans and fines: what is written, and what is published.
struct Ledger: Sendable {
    /// Each of its calls may fail, and so may each step of a unit of work.
    let store: any Store<LedgerEntry>
    let events: EventCollector<LedgerEvent>
    private let faults: FaultPlan

    init(
        store: any Store<LedgerEntry>,
        events: EventCollector<LedgerEvent>,
        faults: FaultPlan = FaultPlan()
    ) {
        self.store = store
        self.events = events
        self.faults = faults
    }

    func loan(_ id: LoanID) async throws -> CopyLoan? {
        guard case .loan(let loan) = try await store.find("loan \(id.text)")?.record else { return nil }
        return loan
    }

    /// One transaction: `begin`, `stage` and `raise` as often as you like, `commit`.
    func newWork() -> UnitOfWork<LedgerEntry, LedgerEvent> {
        UnitOfWork(on: store, events: events, faults: faults)
    }
}

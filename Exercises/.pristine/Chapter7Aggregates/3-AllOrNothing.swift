// 7.3 All or nothing
//
// A late return changes two things: the loan is returned, and a fine is owed. Here they are written one after
// the other, and the return is published first. Write both or neither, and publish only what has happened.
// And let the compiler see to it that nobody stamps one slip twice.
//
// The page: swift run kata show 7.3
// Check it: swift run kata check 7.3

import InMemoryInfrastructure
import Moa

/// A return that is ready to be booked. The member sees the fine on it before it is stamped.
// TODO: A slip is the right to book one return. How often can this one be used?
struct ReturnSlip: Sendable {
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

    func stamp(_ slip: ReturnSlip) async throws {
        // TODO: The next reader is on the way already. What if the ledger can't be written?
        ledger.events.publish([.returned(slip.loan.id)])
        let old = try await ledger.loan(slip.loan.id)
        try await ledger.store.save(.loan(slip.loan))
        guard let fine = slip.fine else { return }
        do {
            try await ledger.store.insert(.fine(fine))
        } catch {
            // TODO: Who has read the loan meanwhile? And what if this fails as well?
            if let old { _ = try? await ledger.store.save(.loan(old)) }
            throw error
        }
        ledger.events.publish([.fined(fine.debtor, won: fine.won)])
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

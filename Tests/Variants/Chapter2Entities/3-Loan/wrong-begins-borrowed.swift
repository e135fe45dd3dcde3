// Fails: a loan changes only by its own steps
// Tempting: tests and the import often begin with a borrowed copy, so the initialiser takes a day.

import Moa

/// A copy that is kept for a member, then lent to them, and comes back or doesn't.
///
/// The loan keeps what has happened to it; everything else is read from that.
struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID

    private enum Step {
        case handedOut, givenBack, lost
    }

    private var diary: [(step: Step, day: Day)] = []

    init(id: LoanID, of copy: CopyID, to member: MemberID, dueOn day: Day? = nil) {
        self.id = id
        self.copy = copy
        self.member = member
        if let day { diary.append((.handedOut, day)) }
    }

    private var last: Step? { diary.last?.step }

    private func day(of step: Step) -> Day? {
        guard let entry = diary.last, entry.step == step else { return nil }
        return entry.day
    }

    /// The state that the loan is in, as a reason to refuse a step.
    private var objection: LoanRefused {
        switch last {
        case nil: .stillReserved
        case .handedOut: .alreadyBorrowed
        case .givenBack: .alreadyReturned
        case .lost: .alreadyLost
        }
    }

    var isReserved: Bool { diary.isEmpty }
    var isBorrowed: Bool { last == .handedOut }
    var isReturned: Bool { last == .givenBack }
    var isLost: Bool { last == .lost }

    var dueDay: Day? { day(of: .handedOut) }
    var returnDay: Day? { day(of: .givenBack) }
    var lossDay: Day? { day(of: .lost) }

    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        guard isReserved else { throw objection }
        diary.append((.handedOut, day))
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        guard let due = dueDay else { throw objection }
        diary.append((.givenBack, day))
        return day > due ? day.number - due.number : 0
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        guard isBorrowed else { throw objection }
        diary.append((.lost, day))
    }
}

// MARK: - Given

/// Why a step is refused: the state that stands in its way.
enum LoanRefused: Error, Hashable {
    case stillReserved
    case alreadyBorrowed
    case alreadyReturned
    case alreadyLost
}

struct LoanID: Hashable, Sendable {
    let text: String
}

/// Which physical book on the shelf it is.
struct CopyID: Hashable, Sendable {
    let text: String
}

/// A day, counted from the day on which the shelf was opened.
struct Day: Hashable, Sendable, Strideable {
    let number: Int

    /// How many days later the other day is; negative when it is earlier.
    func distance(to other: Day) -> Int {
        other.number - number
    }

    func advanced(by days: Int) -> Day {
        Day(number: number + days)
    }
}

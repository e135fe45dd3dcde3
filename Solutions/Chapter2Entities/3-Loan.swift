// 2.3 The life of a loan

import Moa

/// A copy that is kept for a member, then lent to them, and comes back or doesn't.
struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private var state = State.reserved

    // Why not a status beside optional dates: a borrowed loan would then have room for a return day, and every
    // reader would have to know when to believe it.
    private enum State {
        case reserved
        case borrowed(due: Day)
        case returned(on: Day)
        case lost(on: Day)
    }

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }
}

// MARK: - Steps

extension Loan {
    /// The member takes the copy home, and will bring it back by the due day.
    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        // Why no `default`: if somebody adds a fifth state, the compiler asks what it means for each step.
        switch state {
        case .reserved: state = .borrowed(due: day)
        case .borrowed: throw .alreadyBorrowed
        case .returned: throw .alreadyReturned
        case .lost: throw .alreadyLost
        }
    }

    /// The copy is back. Returns how many days late it is.
    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        let due = try requireBorrowed()
        state = .returned(on: day)
        return max(0, due.distance(to: day))
    }

    /// The copy will not come back.
    mutating func reportLost(on day: Day) throws(LoanRefused) {
        _ = try requireBorrowed()
        state = .lost(on: day)
    }

    /// The due day, which only a borrowed loan has.
    private func requireBorrowed() throws(LoanRefused) -> Day {
        switch state {
        case .reserved: throw .stillReserved
        case .borrowed(let due): due
        case .returned: throw .alreadyReturned
        case .lost: throw .alreadyLost
        }
    }
}

// MARK: - Questions

extension Loan {
    var isReserved: Bool { if case .reserved = state { true } else { false } }
    var isBorrowed: Bool { dueDay != nil }
    var isReturned: Bool { returnDay != nil }
    var isLost: Bool { lossDay != nil }

    // Why optionals after all: here they are answers to a question that may have none, and nothing is stored.
    var dueDay: Day? { if case .borrowed(let due) = state { due } else { nil } }
    var returnDay: Day? { if case .returned(let day) = state { day } else { nil } }
    var lossDay: Day? { if case .lost(let day) = state { day } else { nil } }
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

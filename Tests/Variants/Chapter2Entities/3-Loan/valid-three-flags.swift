// Three Booleans and three days, kept in agreement by hand.

import Moa

/// A copy that is kept for a member, then lent to them, and comes back or doesn't.
struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private(set) var isBorrowed = false
    private(set) var isReturned = false
    private(set) var isLost = false
    private(set) var dueDay: Day?
    private(set) var returnDay: Day?
    private(set) var lossDay: Day?

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }
}

// MARK: - Steps

extension Loan {
    var isReserved: Bool { !isBorrowed && !isReturned && !isLost }

    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        if isBorrowed { throw .alreadyBorrowed }
        try requireOpen()
        isBorrowed = true
        dueDay = day
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        try requireOpen()
        guard isBorrowed, let due = dueDay else { throw .stillReserved }
        isBorrowed = false
        dueDay = nil
        isReturned = true
        returnDay = day
        return max(0, due.distance(to: day))
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        try requireOpen()
        guard isBorrowed else { throw .stillReserved }
        isBorrowed = false
        dueDay = nil
        isLost = true
        lossDay = day
    }

    private func requireOpen() throws(LoanRefused) {
        if isReturned { throw .alreadyReturned }
        if isLost { throw .alreadyLost }
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

// 2.3 The life of a loan
//
// A loan is reserved, then borrowed, and at its end the copy is either returned or lost. The three Booleans
// below allow eight combinations; the dates allow more. Let a loan be in exactly one of its four states,
// let each state carry the dates that belong to it, and refuse every step that the state does not allow.
//
// The page: swift run kata show 2.3
// Check it: swift run kata check 2.3

import Moa

/// A copy that is kept for a member, then lent to them, and comes back or doesn't.
struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID

    // TODO: Which of these can be true at the same time? Which of them should be?
    var isBorrowed = false
    var isReturned = false
    var isLost = false
    var dueDay: Day?
    var returnDay: Day?
    var lossDay: Day?

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }

    var isReserved: Bool {
        !isBorrowed && !isReturned
    }

    /// The member takes the copy home, and will bring it back by the due day.
    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        if isReturned { throw .alreadyReturned }
        isBorrowed = true
        dueDay = day
    }

    /// The copy is back. Returns how many days late it is.
    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        // TODO: In which states does this make sense?
        returnDay = day
        isReturned = true
        return max(0, (dueDay ?? day).distance(to: day))
    }

    /// The copy will not come back.
    mutating func reportLost(on day: Day) throws(LoanRefused) {
        if !isBorrowed { throw .stillReserved }
        isLost = true
        lossDay = day
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

// Fails: a reserved copy can be handed out, and a borrowed one given back or reported lost
// Tempting: a Boolean for each thing that can happen to a loan; they are set, and nobody takes them back.

import Moa

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

    var isReserved: Bool { !isBorrowed && !isReturned && !isLost }

    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        if isReturned { throw .alreadyReturned }
        if isLost { throw .alreadyLost }
        if isBorrowed { throw .alreadyBorrowed }
        isBorrowed = true
        dueDay = day
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        try check()
        isReturned = true
        returnDay = day
        return max(0, (dueDay ?? day).distance(to: day))
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        try check()
        isLost = true
        lossDay = day
    }

    private func check() throws(LoanRefused) {
        if isReturned { throw .alreadyReturned }
        if isLost { throw .alreadyLost }
        if !isBorrowed { throw .stillReserved }
    }
}

// MARK: - Given

enum LoanRefused: Error, Hashable {
    case stillReserved
    case alreadyBorrowed
    case alreadyReturned
    case alreadyLost
}

struct LoanID: Hashable, Sendable {
    let text: String
}

struct CopyID: Hashable, Sendable {
    let text: String
}

struct Day: Hashable, Sendable, Strideable {
    let number: Int

    func distance(to other: Day) -> Int {
        other.number - number
    }

    func advanced(by days: Int) -> Day {
        Day(number: number + days)
    }
}

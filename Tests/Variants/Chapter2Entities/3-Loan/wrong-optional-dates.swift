// Fails: a refused step leaves the loan as it was
// Tempting: the dates say it all: whoever has a return day is returned, and so on, in the order of the ifs.

import Moa

struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private(set) var dueDay: Day?
    private(set) var returnDay: Day?
    private(set) var lossDay: Day?

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }

    var isReserved: Bool { dueDay == nil && returnDay == nil && lossDay == nil }
    var isBorrowed: Bool { dueDay != nil }
    var isReturned: Bool { returnDay != nil }
    var isLost: Bool { lossDay != nil }

    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        let known = dueDay
        dueDay = day
        if returnDay != nil { throw .alreadyReturned }
        if lossDay != nil { throw .alreadyLost }
        if known != nil { throw .alreadyBorrowed }
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        let due = try end()
        returnDay = day
        return max(0, due.distance(to: day))
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        _ = try end()
        lossDay = day
    }

    private mutating func end() throws(LoanRefused) -> Day {
        if returnDay != nil { throw .alreadyReturned }
        if lossDay != nil { throw .alreadyLost }
        guard let due = dueDay else { throw .stillReserved }
        dueDay = nil
        return due
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

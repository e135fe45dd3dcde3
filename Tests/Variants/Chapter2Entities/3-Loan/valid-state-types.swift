// A type for each state that knows only its own steps; the loan holds the one it is in.

import Moa

struct Loan {
    private struct Reservation {
        func handedOut(dueOn day: Day) -> Borrowing { Borrowing(due: day) }
    }

    private struct Borrowing {
        let due: Day

        func daysLate(on day: Day) -> Int { Swift.max(0, due.distance(to: day)) }
    }

    private enum Phase {
        case reservation(Reservation)
        case borrowing(Borrowing)
        case over(on: Day, lost: Bool)
    }

    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private var phase = Phase.reservation(Reservation())

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }

    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        guard case .reservation(let reservation) = phase else { throw refusal }
        phase = .borrowing(reservation.handedOut(dueOn: day))
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        guard case .borrowing(let borrowing) = phase else { throw refusal }
        phase = .over(on: day, lost: false)
        return borrowing.daysLate(on: day)
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        guard case .borrowing = phase else { throw refusal }
        phase = .over(on: day, lost: true)
    }

    private var refusal: LoanRefused {
        switch phase {
        case .reservation: .stillReserved
        case .borrowing: .alreadyBorrowed
        case .over(_, let lost): lost ? .alreadyLost : .alreadyReturned
        }
    }

    var isReserved: Bool { if case .reservation = phase { true } else { false } }
    var isBorrowed: Bool { dueDay != nil }
    var isReturned: Bool { returnDay != nil }
    var isLost: Bool { lossDay != nil }
    var dueDay: Day? { if case .borrowing(let borrowing) = phase { borrowing.due } else { nil } }
    var returnDay: Day? { if case .over(let day, false) = phase { day } else { nil } }
    var lossDay: Day? { if case .over(let day, true) = phase { day } else { nil } }
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

// Fails: every other step is refused, and the refusal names the state that forbids it
// Tempting: «not borrowed» is true of three states, so one refusal seems to serve for all of them.

import Moa

struct Loan {
    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private var state = State.reserved

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
    mutating func handOut(dueOn day: Day) throws(LoanRefused) {
        switch state {
        case .reserved: state = .borrowed(due: day)
        case .borrowed: throw .alreadyBorrowed
        case .returned: throw .alreadyReturned
        case .lost: throw .alreadyLost
        }
    }

    mutating func giveBack(on day: Day) throws(LoanRefused) -> Int {
        let due = try requireBorrowed()
        state = .returned(on: day)
        return max(0, due.distance(to: day))
    }

    mutating func reportLost(on day: Day) throws(LoanRefused) {
        _ = try requireBorrowed()
        state = .lost(on: day)
    }

    private func requireBorrowed() throws(LoanRefused) -> Day {
        switch state {
        case .borrowed(let due): due
        case .reserved, .returned, .lost: throw .stillReserved
        }
    }
}

// MARK: - Questions

extension Loan {
    var isReserved: Bool { if case .reserved = state { true } else { false } }
    var isBorrowed: Bool { dueDay != nil }
    var isReturned: Bool { returnDay != nil }
    var isLost: Bool { lossDay != nil }

    var dueDay: Day? { if case .borrowed(let due) = state { due } else { nil } }
    var returnDay: Day? { if case .returned(let day) = state { day } else { nil } }
    var lossDay: Day? { if case .lost(let day) = state { day } else { nil } }
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

// A class whose state is changed in one place, by a table of what each step makes of each state.

import Moa

final class Loan {
    private enum State {
        case reserved
        case borrowed(due: Day)
        case returned(on: Day)
        case lost(on: Day)

        var refusal: LoanRefused {
            switch self {
            case .reserved: .stillReserved
            case .borrowed: .alreadyBorrowed
            case .returned: .alreadyReturned
            case .lost: .alreadyLost
            }
        }
    }

    private enum Step {
        case handOut(due: Day)
        case giveBack(on: Day)
        case reportLost(on: Day)
    }

    let id: LoanID
    let copy: CopyID
    let member: MemberID
    private var state = State.reserved

    init(id: LoanID, of copy: CopyID, to member: MemberID) {
        self.id = id
        self.copy = copy
        self.member = member
    }

    func handOut(dueOn day: Day) throws(LoanRefused) { try take(.handOut(due: day)) }
    func reportLost(on day: Day) throws(LoanRefused) { try take(.reportLost(on: day)) }

    func giveBack(on day: Day) throws(LoanRefused) -> Int {
        let due = dueDay
        try take(.giveBack(on: day))
        return due.map { max(0, $0.distance(to: day)) } ?? 0
    }

    private func take(_ step: Step) throws(LoanRefused) {
        switch (state, step) {
        case (.reserved, .handOut(let due)): state = .borrowed(due: due)
        case (.borrowed, .giveBack(let day)): state = .returned(on: day)
        case (.borrowed, .reportLost(let day)): state = .lost(on: day)
        case (.reserved, _), (.borrowed, _), (.returned, _), (.lost, _): throw state.refusal
        }
    }

    var isReserved: Bool { if case .reserved = state { true } else { false } }
    var isBorrowed: Bool { if case .borrowed = state { true } else { false } }
    var isReturned: Bool { if case .returned = state { true } else { false } }
    var isLost: Bool { if case .lost = state { true } else { false } }
    var dueDay: Day? { if case .borrowed(let day) = state { day } else { nil } }
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

import KataProbes
import Testing

import struct Moa.MemberID

@testable import Chapter2Entities

@Suite("2.3 The life of a loan")
struct LoanTests {
    @Test("a loan begins as a reservation")
    func beginning() throws {
        let desk = try Desk()
        #expect(
            desk.states == "reserved",
            "the copy was only put aside, and the loan is not in the one state «reserved»"
        )
        #expect(desk.loan.dueDay == nil, "nobody has the copy yet, and it has a due day")
        for parties in Parties.lookalikes {
            let desk = try Desk(for: parties)
            #expect(
                desk.parties == parties,
                "a copy was put aside for a member, and the loan has another id, copy or member"
            )
        }
    }

    @Test(
        "a reserved copy can be handed out, and a borrowed one given back or reported lost",
        arguments: Attempt.allowed
    )
    func allowed(attempt: Attempt) throws {
        var desk = try Desk(bringingLoanTo: attempt.state)
        #expect(throws: Never.self, "this state allows the step, and the step was refused") {
            try desk.take(attempt.step)
        }
        let destination = attempt.step.destination.rawValue
        #expect(desk.states == destination, "the loan is not in the one state to which the step leads")
        for parties in Parties.lookalikes {
            var desk = try Desk(bringingLoanTo: attempt.state, for: parties)
            try desk.take(attempt.step)
            #expect(
                desk.parties == parties,
                "a step was taken, and the loan has another id, copy or member"
            )
        }
    }

    @Test(
        "every other step is refused, and the refusal names the state that forbids it",
        arguments: Attempt.forbidden
    )
    func forbidden(attempt: Attempt) throws {
        var desk = try Desk(bringingLoanTo: attempt.state)
        for days in [0, 3, -20] {
            #expect(
                throws: attempt.state.refusal,
                "the step was taken, or the refusal does not name the loan's state"
            ) {
                try desk.take(attempt.step, on: Desk.today.advanced(by: days))
            }
        }
    }

    @Test("a refused step leaves the loan as it was", arguments: Attempt.forbidden)
    func refusal(attempt: Attempt) throws {
        var desk = try Desk(bringingLoanTo: attempt.state)
        let states = desk.states
        let days = desk.days
        for days in [0, 1, -20] {
            try? desk.take(attempt.step, on: Desk.today.advanced(by: days))
        }
        #expect(
            desk.states == states,
            "this state doesn't allow the step, and the loan's state has changed"
        )
        #expect(desk.days == days, "this state doesn't allow the step, and the loan's days have changed")

        // What was refused doesn't come back later, whichever way the loan ends.
        for ending in attempt.state.endings {
            var desk = try Desk(bringingLoanTo: attempt.state)
            try? desk.take(attempt.step)
            let later = Desk.today.advanced(by: 2)
            for step in ending.path.dropFirst(attempt.state.path.count) {
                try desk.take(step, on: later)
            }
            #expect(
                desk.days == "\(ending.rawValue) on day 102",
                "a step was refused on day 100, the loan ended on day 102, and Moa has noted other days"
            )
        }
    }

    @Test(
        "a due day is known while the copy is borrowed, and at no other time",
        arguments: State.allCases
    )
    func dueDay(state: State) throws {
        let desk = try Desk(bringingLoanTo: state)
        let expected = state == .borrowed ? Desk.dueDay : nil
        let loss =
            expected == nil ? "is not borrowed, and has a due day" : "is borrowed, and not due on day 114"
        #expect(desk.loan.dueDay == expected, "the copy \(loss)")
        var late = try Desk(bringingLoanTo: .borrowed)
        try late.take(.giveBack, on: Desk.dueDay.advanced(by: 1))
        #expect(late.loan.dueDay == nil, "the copy came back after its due day, and still has one")
    }

    @Test("a return day is known once the copy is back, and at no other time", arguments: State.allCases)
    func returnDay(state: State) throws {
        let desk = try Desk(bringingLoanTo: state)
        let expected = state == .returned ? Desk.today : nil
        let loss =
            expected == nil
            ? "is not back, and has a return day" : "came back on day 100, and Moa does not know that day"
        #expect(desk.loan.returnDay == expected, "the copy \(loss)")
    }

    @Test("a day of loss is known once the copy is lost, and at no other time", arguments: State.allCases)
    func lossDay(state: State) throws {
        let desk = try Desk(bringingLoanTo: state)
        for number in [115, 0, -3] {
            var desk = try Desk(bringingLoanTo: .borrowed)
            try desk.take(.reportLost, on: Day(number: number))
            #expect(
                desk.days == "lost on day \(number)",
                "a copy was lost on day \(number), and Moa does not know that day of loss"
            )
            #expect(
                desk.states == "lost",
                "a copy was lost on day \(number), and the loan is not in the one state «lost»"
            )
        }
        let expected = state == .lost ? Desk.today : nil
        let loss =
            expected == nil
            ? "is not lost, and has a day of loss" : "was lost on day 100, and Moa does not know that day"
        #expect(desk.loan.lossDay == expected, "the copy \(loss)")
    }

    @Test("a returned or lost loan stays as it is, whatever is tried", arguments: [State.returned, .lost])
    func ending(state: State) throws {
        // In time or after the due day; and whatever is tried then is in time, or after it.
        for end in [Desk.today, Desk.dueDay.advanced(by: 6)] {
            var desk = try Desk(bringingLoanTo: .borrowed)
            try desk.take(state == .returned ? .giveBack : .reportLost, on: end)
            let days = desk.days
            for step in Step.allCases + Step.allCases.reversed() {
                for distance in [1, -20, 30] { try? desk.take(step, on: end.advanced(by: distance)) }
            }
            #expect(desk.states == state.rawValue, "the loan was over, and its state has changed")
            #expect(desk.days == days, "the loan was over, and its days have changed")
        }
    }

    @Test("giving a copy back says how many days late it is", arguments: Lateness.all)
    func lateness(row: Lateness) throws {
        var desk = try Desk()
        try desk.take(.handOut, on: row.due.advanced(by: Desk.dueDay.distance(to: Desk.today)))
        #expect(desk.loan.dueDay == row.due, "the copy is borrowed, and Moa has noted a different due day")
        #expect(
            desk.states == "borrowed",
            "the copy was handed out, and the loan is not in the one state «borrowed»"
        )
        // Refused, so the due day that it names counts for nothing.
        try? desk.take(.handOut, on: row.day)
        let daysLate = try desk.giveBack(on: row.day)
        #expect(
            daysLate == row.daysLate,
            "the number of days late is not the number of days after the due day"
        )
        #expect(
            desk.states == "returned",
            "the copy is back, and the loan is not in the one state «returned»"
        )
        #expect(desk.loan.returnDay == row.day, "the copy is back, and Moa has noted a different return day")
    }

    @Test(
        "a loan changes only by its own steps",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func encapsulation() throws {
        let statesAreSettable = [
            isSettable(\Loan.isReserved), isSettable(\Loan.isBorrowed),
            isSettable(\Loan.isReturned), isSettable(\Loan.isLost),
        ]
        let anyStateIsSettable = statesAreSettable.contains(true)
        #expect(anyStateIsSettable == false, "anybody can put a loan into any state without a step")
        let daysAreSettable = [
            isSettable(\Loan.dueDay), isSettable(\Loan.returnDay), isSettable(\Loan.lossDay),
        ]
        let anyDayIsSettable = daysAreSettable.contains(true)
        #expect(anyDayIsSettable == false, "anybody can set a loan's days without a step")
        let asked = "let state = loan.isReserved"
        let guessed = ["state", "status", "phase", "id", "copy", "member", "copyID", "memberID"]
        // Whatever else the loan stores, under the names that its author chose.
        let stored = try names(in: Desk().loan)
        let overwritten = Set(guessed + stored).sorted().map { "loan.\($0) = earlier.\($0)" }
        // A function's type has no labels, so this finds an initialiser under any label.
        let days = ["Day", "Day?", "Day, Day", "Day, Day, Day", "ClosedRange<Day>", "Int"]
        let begun = try (days + typesOfState(in: Desk().loan)).flatMap { day in
            [
                "LoanID, CopyID, MemberID, \(day)", "LoanID, \(day), CopyID, MemberID",
                "\(day), LoanID, CopyID, MemberID", "Loan, \(day)",
            ].map { "let begin: (\($0)) throws -> Loan? = Loan.init" }
        }
        let accepted = try Self.compiler.accepted(
            [asked] + overwritten + begun,
            given: "loan: inout Loan, earlier: Loan",
            importing: ["struct Moa.MemberID"]
        )
        #expect(accepted.contains(asked) == true, "a loan can't be asked for its state")
        let doors = accepted.filter { $0 != asked }
        #expect(doors == [], "this compiles in any file, and changes a loan without a step")
    }

    private static let compiler = CompileCheck(importing: "Chapter2Entities")

    /// The types of what the loan stores besides the three ids, each by itself and all in a row. A type that other files
    /// can't name opens no initialiser for them.
    private func typesOfState(in loan: Loan) -> [String] {
        let state = Mirror(reflecting: loan).children.map(\.value).filter {
            !($0 is LoanID || $0 is CopyID || $0 is MemberID)
        }
        let types = state.map { String(reflecting: type(of: $0)) }
        let spoken = types.filter { !$0.contains(".(") }
        return Set(spoken + [spoken.joined(separator: ", ")]).subtracting([""]).sorted()
    }

    /// «state», and «life.state» if `life` is an object.
    private func names(in subject: Any) -> [String] {
        Mirror(reflecting: subject).children.flatMap { child -> [String] in
            guard let label = child.label else { return [] }
            let isObject = Mirror(reflecting: child.value).displayStyle == .class
            return [label] + (isObject ? names(in: child.value).map { "\(label).\($0)" } : [])
        }
    }
}

// MARK: - The table

extension LoanTests {
    enum State: String, CaseIterable, CustomTestStringConvertible {
        case reserved, borrowed, returned, lost

        var testDescription: String { rawValue }

        /// The steps that lead here from the beginning.
        var path: [Step] {
            switch self {
            case .reserved: []
            case .borrowed: [.handOut]
            case .returned: [.handOut, .giveBack]
            case .lost: [.handOut, .reportLost]
            }
        }

        /// Where a loan in this state may still end.
        var endings: [State] {
            switch self {
            case .reserved, .borrowed: [.returned, .lost]
            case .returned, .lost: []
            }
        }

        /// How a loan in this state refuses a step that the state does not allow.
        var refusal: LoanRefused {
            switch self {
            case .reserved: .stillReserved
            case .borrowed: .alreadyBorrowed
            case .returned: .alreadyReturned
            case .lost: .alreadyLost
            }
        }
    }

    enum Step: String, CaseIterable {
        case handOut = "hand out"
        case giveBack = "give back"
        case reportLost = "report lost"

        var origin: State {
            switch self {
            case .handOut: .reserved
            case .giveBack, .reportLost: .borrowed
            }
        }

        var destination: State {
            switch self {
            case .handOut: .borrowed
            case .giveBack: .returned
            case .reportLost: .lost
            }
        }
    }

    /// A pair of the table: a state, and the step that is tried in it.
    struct Attempt: CustomTestStringConvertible {
        let state: State
        let step: Step

        var testDescription: String { "\(state.rawValue): \(step.rawValue)" }

        static let all = State.allCases.flatMap { state in
            Step.allCases.map { Attempt(state: state, step: $0) }
        }
        static let allowed = all.filter { $0.step.origin == $0.state }
        static let forbidden = all.filter { $0.step.origin != $0.state }
    }

    struct Lateness: CustomTestStringConvertible {
        let when: String
        var due = Desk.dueDay
        let day: Day
        let daysLate: Int

        var testDescription: String { when }

        static let all = [
            Lateness(when: "a year before", day: Desk.dueDay.advanced(by: -365), daysLate: 0),
            Lateness(when: "the day of the loan", day: Desk.today, daysLate: 0),
            Lateness(when: "two days before", day: Desk.dueDay.advanced(by: -2), daysLate: 0),
            Lateness(when: "the day before", day: Desk.dueDay.advanced(by: -1), daysLate: 0),
            Lateness(when: "the due day", day: Desk.dueDay, daysLate: 0),
            Lateness(when: "the day after", day: Desk.dueDay.advanced(by: 1), daysLate: 1),
            Lateness(when: "a month later", day: Desk.dueDay.advanced(by: 30), daysLate: 30),
            Lateness(when: "three years later", day: Desk.dueDay.advanced(by: 1_096), daysLate: 1_096),
            Lateness(when: "due on day 0", due: Day(number: 0), day: Day(number: 2), daysLate: 2),
            Lateness(when: "back on day 0", due: Day(number: -3), day: Day(number: 0), daysLate: 3),
            Lateness(when: "back before day 0", due: Day(number: 2), day: Day(number: -2), daysLate: 0),
        ]
    }

    /// Which loan it is, of which copy and to whom.
    struct Parties: Equatable, CustomTestStringConvertible {
        var loan = "l-1"
        var copy = "C-17"
        var member = "m-1"

        var testDescription: String { "loan «\(loan)» of «\(copy)» to «\(member)»" }

        /// Some that differ in capitals, blanks or wide letters alone.
        static let lookalikes =
            ["l-1", "L-1", "l 1", " l-1\n", "ｌ-1"].map { Parties(loan: $0) }
            + ["c-17", "C 17", " C-17\n", "Ｃ-17", "C-17, the second copy"].map { Parties(copy: $0) }
            + ["M-1", "m 1", " m-1\n", "ｍ-1"].map { Parties(member: $0) }
    }
}

// MARK: - The lending desk

extension LoanTests {
    /// Where Sori's loan is handled.
    struct Desk {
        static let today = Day(number: 100)
        static let dueDay = Day(number: 114)

        private(set) var loan: Loan

        /// A loan in this state, led there step by step as the domain would.
        init(bringingLoanTo state: State = .reserved, for parties: Parties = Parties()) throws {
            loan = try Loan(
                id: LoanID(text: parties.loan),
                of: CopyID(text: parties.copy),
                to: MemberID(parties.member)
            )
            for step in state.path {
                try take(step)
            }
        }

        mutating func take(_ step: Step, on day: Day = today) throws {
            switch step {
            case .handOut: try loan.handOut(dueOn: day.advanced(by: Self.today.distance(to: Self.dueDay)))
            case .giveBack: _ = try giveBack(on: day)
            case .reportLost: try loan.reportLost(on: day)
            }
        }

        mutating func giveBack(on day: Day) throws -> Int {
            try loan.giveBack(on: day)
        }

        var parties: Parties {
            Parties(loan: loan.id.text, copy: loan.copy.text, member: loan.member.text)
        }

        /// Every state that the loan claims to be in: «borrowed and lost» is one too many.
        var states: String {
            let claims: [(State, Bool)] = [
                (.reserved, loan.isReserved), (.borrowed, loan.isBorrowed),
                (.returned, loan.isReturned), (.lost, loan.isLost),
            ]
            let states = claims.filter(\.1).map(\.0.rawValue)
            return states.isEmpty ? "no state" : states.joined(separator: " and ")
        }

        /// Every day that the loan knows.
        var days: String {
            let days = [("due", loan.dueDay), ("returned", loan.returnDay), ("lost", loan.lossDay)]
            let known = days.compactMap { what, day in day.map { "\(what) on day \($0.number)" } }
            return known.isEmpty ? "no day" : known.joined(separator: ", ")
        }
    }
}

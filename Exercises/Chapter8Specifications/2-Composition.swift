// 8.2 And, or, not
//
// Who gets a stall at the festival is one question made of four simple ones. It is put together below by
// «and», «or» and «not», but what was found gets lost on the way, and a pair of brackets is missing. Make the
// three combine any questions and keep what decided the answer, and rebuild the festival's question.
//
// The page: swift run kata show 8.2
// Check it: swift run kata check 8.2

/// A question about a candidate. It answers with a verdict: yes or no, and what was found.
protocol Specification<Candidate> {
    // TODO: Can a question be handed to another task?
    associatedtype Candidate

    func verdict(on candidate: Candidate) -> Verdict
}

extension Specification {
    func isSatisfied(by candidate: Candidate) -> Bool {
        verdict(on: candidate).isSatisfied
    }

    func and(_ other: some Specification<Candidate>) -> some Specification<Candidate> {
        And(one: self, other: other)
    }

    func or(_ other: some Specification<Candidate>) -> some Specification<Candidate> {
        Or(one: self, other: other)
    }

    func not() -> some Specification<Candidate> {
        Not(question: self)
    }
}

private struct And<One: Specification, Other: Specification>: Specification
where One.Candidate == Other.Candidate {
    let one: One
    let other: Other

    func verdict(on candidate: One.Candidate) -> Verdict {
        let first = one.verdict(on: candidate)
        // TODO: The first says no. When does the host hear what the second says?
        guard first.isSatisfied else { return first }
        return other.verdict(on: candidate)
    }
}

private struct Or<One: Specification, Other: Specification>: Specification
where One.Candidate == Other.Candidate {
    let one: One
    let other: Other

    func verdict(on candidate: One.Candidate) -> Verdict {
        let first = one.verdict(on: candidate)
        guard !first.isSatisfied else { return first }
        return other.verdict(on: candidate)
    }
}

private struct Not<Question: Specification>: Specification {
    let question: Question

    func verdict(on candidate: Question.Candidate) -> Verdict {
        // TODO: «Not in arrears» says no. Is there nothing to tell the host?
        Verdict(isSatisfied: !question.isSatisfied(by: candidate), findings: [])
    }
}

enum Festival {
    /// Which circles get a stall at the festival of this town.
    static func stall(in town: String) -> some Specification<FestivalCircle> {
        // TODO: It reads like the sentence in the rule book. Where are its brackets?
        EnoughSeats().and(AtHome(in: town)).or(HostedBySupporter()).and(InArrears().not())
    }
}

// MARK: - Given

/// The answer to a question, and the findings that decided it.
struct Verdict: Hashable, Sendable {
    let isSatisfied: Bool
    let findings: [Finding]
}

/// A fact about a circle. It speaks neither for the circle nor against it: the question decides that.
enum Finding: Hashable, Sendable {
    case takenSeats(Int)
    case town(String)
    case hostIsSupporter(Bool)
    case owes(won: Int)
}

/// A circle that asks for a stall at the festival.
struct FestivalCircle: Sendable {
    let name: String
    let takenSeats: Int
    let town: String
    let hostIsSupporter: Bool
    /// What its members have not paid yet, in won.
    let owedDues: Int
}

// The simple questions. Each of them finds one thing, whether it says yes or no.

struct EnoughSeats: Specification {
    func verdict(on circle: FestivalCircle) -> Verdict {
        Verdict(isSatisfied: circle.takenSeats >= 5, findings: [.takenSeats(circle.takenSeats)])
    }
}

struct LargeCircle: Specification {
    func verdict(on circle: FestivalCircle) -> Verdict {
        Verdict(isSatisfied: circle.takenSeats >= 9, findings: [.takenSeats(circle.takenSeats)])
    }
}

struct AtHome: Specification {
    let town: String

    init(in town: String) {
        self.town = town
    }

    func verdict(on circle: FestivalCircle) -> Verdict {
        Verdict(isSatisfied: circle.town == town, findings: [.town(circle.town)])
    }
}

struct HostedBySupporter: Specification {
    func verdict(on circle: FestivalCircle) -> Verdict {
        Verdict(isSatisfied: circle.hostIsSupporter, findings: [.hostIsSupporter(circle.hostIsSupporter)])
    }
}

struct InArrears: Specification {
    func verdict(on circle: FestivalCircle) -> Verdict {
        Verdict(isSatisfied: circle.owedDues > 0, findings: [.owes(won: circle.owedDues)])
    }
}

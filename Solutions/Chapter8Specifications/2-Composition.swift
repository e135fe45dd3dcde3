// 8.2 And, or, not

/// A question about a candidate. It answers with a verdict: yes or no, and what was found.
///
/// Why `Sendable`: a question is a value. It is put together once, and asked wherever somebody needs it.
protocol Specification<Candidate>: Sendable {
    associatedtype Candidate

    func verdict(on candidate: Candidate) -> Verdict
}

extension Specification {
    func isSatisfied(by candidate: Candidate) -> Bool {
        verdict(on: candidate).isSatisfied
    }

    // Why `some` and not `And<Self, …>`: callers combine questions, and need not know how.
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
        // Why both are asked, whatever the first says: a refused host wants to hear everything at once.
        let verdicts = [one.verdict(on: candidate), other.verdict(on: candidate)]
        return .decided(verdicts.allSatisfy(\.isSatisfied), by: verdicts)
    }
}

private struct Or<One: Specification, Other: Specification>: Specification
where One.Candidate == Other.Candidate {
    let one: One
    let other: Other

    func verdict(on candidate: One.Candidate) -> Verdict {
        let verdicts = [one.verdict(on: candidate), other.verdict(on: candidate)]
        return .decided(verdicts.contains(where: \.isSatisfied), by: verdicts)
    }
}

private struct Not<Question: Specification>: Specification {
    let question: Question

    func verdict(on candidate: Question.Candidate) -> Verdict {
        let verdict = question.verdict(on: candidate)
        // Why the findings stay: «it owes 30,000 won» is true, whichever way the question is put.
        return Verdict(isSatisfied: !verdict.isSatisfied, findings: verdict.findings)
    }
}

extension Verdict {
    /// Keeps the findings of each side that gives this answer. Others would only confuse.
    fileprivate static func decided(_ answer: Bool, by verdicts: [Verdict]) -> Verdict {
        var findings: [Finding] = []
        for finding in verdicts.filter({ $0.isSatisfied == answer }).flatMap(\.findings)
        where !findings.contains(finding) {
            findings.append(finding)
        }
        return Verdict(isSatisfied: answer, findings: findings)
    }
}

enum Festival {
    /// Which circles get a stall at the festival of this town.
    static func stall(in town: String) -> some Specification<FestivalCircle> {
        // Why the inner brackets: a chain is read from left to right; «or» would apply to all before it.
        EnoughSeats()
            .and(AtHome(in: town).or(HostedBySupporter()))
            .and(InArrears().not())
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

// Fails: a question can be handed to another task
// Tempting: in the books the pattern is a base class with And, Or and Not below it.

/// A question about a candidate. It answers with a verdict: yes or no, and what was found.
protocol Specification<Candidate> {
    associatedtype Candidate

    func verdict(on candidate: Candidate) -> Verdict
}

extension Specification {
    func isSatisfied(by candidate: Candidate) -> Bool {
        verdict(on: candidate).isSatisfied
    }

    func and(_ other: some Specification<Candidate>) -> some Specification<Candidate> {
        AllOf([self, other])
    }

    func or(_ other: some Specification<Candidate>) -> some Specification<Candidate> {
        AnyOf([self, other])
    }

    func not() -> some Specification<Candidate> {
        NoneOf([self])
    }
}

class Composite<Candidate>: Specification {
    var parts: [any Specification<Candidate>]

    init(_ parts: [any Specification<Candidate>]) {
        self.parts = parts
    }

    func answer(from verdicts: [Verdict]) -> Bool { true }

    func verdict(on candidate: Candidate) -> Verdict {
        let verdicts = parts.map { $0.verdict(on: candidate) }
        let answer = answer(from: verdicts)
        var findings: [Finding] = []
        for finding in verdicts.filter({ $0.isSatisfied == answer }).flatMap(\.findings)
        where !findings.contains(finding) {
            findings.append(finding)
        }
        return Verdict(isSatisfied: answer, findings: findings)
    }
}

private final class AllOf<Candidate>: Composite<Candidate> {
    override func answer(from verdicts: [Verdict]) -> Bool { verdicts.allSatisfy(\.isSatisfied) }
}

private final class AnyOf<Candidate>: Composite<Candidate> {
    override func answer(from verdicts: [Verdict]) -> Bool { verdicts.contains(where: \.isSatisfied) }
}

private final class NoneOf<Candidate>: Composite<Candidate> {
    override func verdict(on candidate: Candidate) -> Verdict {
        let whole = AnyOf(parts).verdict(on: candidate)
        return Verdict(isSatisfied: !whole.isSatisfied, findings: whole.findings)
    }
}

enum Festival {
    static func stall(in town: String) -> some Specification<FestivalCircle> {
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

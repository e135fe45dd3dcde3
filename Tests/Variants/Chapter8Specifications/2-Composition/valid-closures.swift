// Closures instead of types, and «or» made of the two others.

/// A question about a candidate. It answers with a verdict: yes or no, and what was found.
protocol Specification<Candidate>: Sendable {
    associatedtype Candidate

    func verdict(on candidate: Candidate) -> Verdict
}

extension Specification {
    func isSatisfied(by candidate: Candidate) -> Bool {
        verdict(on: candidate).isSatisfied
    }

    func and<Other: Specification>(_ other: Other) -> any Specification<Candidate>
    where Other.Candidate == Candidate {
        Asked { candidate in
            let (left, right) = (self.verdict(on: candidate), other.verdict(on: candidate))
            switch (left.isSatisfied, right.isSatisfied) {
            case (false, true): return left
            case (true, false): return right
            default: return left.joined(with: right)
            }
        }
    }

    /// «a or b» is «not (not a and not b)».
    func or<Other: Specification>(_ other: Other) -> any Specification<Candidate>
    where Other.Candidate == Candidate {
        not().and(other.not()).not()
    }

    func not() -> any Specification<Candidate> {
        Asked { candidate in
            let verdict = self.verdict(on: candidate)
            return Verdict(isSatisfied: !verdict.isSatisfied, findings: verdict.findings)
        }
    }

    static func && (one: Self, other: some Specification<Candidate>) -> any Specification<Candidate> {
        one.and(other)
    }
}

private struct Asked<Candidate>: Specification {
    let question: @Sendable (Candidate) -> Verdict

    init(_ question: @escaping @Sendable (Candidate) -> Verdict) {
        self.question = question
    }

    func verdict(on candidate: Candidate) -> Verdict { question(candidate) }
}

extension Verdict {
    fileprivate func joined(with other: Verdict) -> Verdict {
        let more = other.findings.filter { !findings.contains($0) }
        return Verdict(isSatisfied: isSatisfied, findings: findings + more)
    }
}

enum Festival {
    static func stall(in town: String) -> any Specification<FestivalCircle> {
        (EnoughSeats() && AtHome(in: town).or(HostedBySupporter())).and(InArrears().not())
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

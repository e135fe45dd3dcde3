// Fails: what was combined can be combined again, and brackets count
// Tempting: a «not» is marked once; a second mark changes nothing.

/// A question about a candidate. It answers with a verdict: yes or no, and what was found.
protocol Specification<Candidate>: Sendable {
    associatedtype Candidate

    func verdict(on candidate: Candidate) -> Verdict
}

extension Specification {
    func isSatisfied(by candidate: Candidate) -> Bool {
        verdict(on: candidate).isSatisfied
    }

    func and(_ other: any Specification<Candidate>) -> Question<Candidate> {
        .all([tree, Question(other)])
    }

    func or(_ other: any Specification<Candidate>) -> Question<Candidate> {
        .any([tree, Question(other)])
    }

    func not() -> Question<Candidate> {
        tree.turnedRound
    }

    private var tree: Question<Candidate> { Question(self) }
}

/// A question as a tree. «Not» goes down to its leaves.
indirect enum Question<Candidate>: Specification {
    case simple(any Specification<Candidate>)
    case not(any Specification<Candidate>)
    case all([Question])
    case any([Question])

    init(_ specification: any Specification<Candidate>) {
        self = specification as? Question<Candidate> ?? .simple(specification)
    }

    var turnedRound: Question {
        switch self {
        case .simple(let leaf): .not(leaf)
        case .not: self
        case .all(let parts): .any(parts.map(\.turnedRound))
        case .any(let parts): .all(parts.map(\.turnedRound))
        }
    }

    func verdict(on candidate: Candidate) -> Verdict {
        switch self {
        case .simple(let leaf):
            return leaf.verdict(on: candidate)
        case .not(let leaf):
            let verdict = leaf.verdict(on: candidate)
            return Verdict(isSatisfied: !verdict.isSatisfied, findings: verdict.findings)
        case .all(let parts):
            let verdicts = parts.map { $0.verdict(on: candidate) }
            return Self.sum(of: verdicts, answer: verdicts.allSatisfy(\.isSatisfied))
        case .any(let parts):
            let verdicts = parts.map { $0.verdict(on: candidate) }
            return Self.sum(of: verdicts, answer: verdicts.contains(where: \.isSatisfied))
        }
    }

    private static func sum(of verdicts: [Verdict], answer: Bool) -> Verdict {
        let decisive = verdicts.filter { $0.isSatisfied == answer }.flatMap(\.findings)
        var seen: Set<Finding> = []
        return Verdict(isSatisfied: answer, findings: decisive.filter { seen.insert($0).inserted })
    }
}

enum Festival {
    static func stall(in town: String) -> Question<FestivalCircle> {
        let belongs = AtHome(in: town).or(HostedBySupporter())
        return .all([EnoughSeats().and(belongs), InArrears().not()])
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

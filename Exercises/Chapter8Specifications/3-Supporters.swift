// 8.3 Supporters widen the circle
//
// A circle has twelve seats, and twenty if four of its members are supporters. The desk counts supporters,
// one by one, and the circle's own `isFull` ignores them. Refactor: the desk finds out who is a supporter,
// `HasFreeSeat` judges, and a circle is joined through this question alone.
//
// The page: swift run kata show 8.3
// Check it: swift run kata check 8.3

import Moa

/// Where members join circles.
struct JoinDesk: Sendable {
    private let circles: any SeatedCircles
    private let roll: any SupporterRoll

    init(circles: any SeatedCircles, roll: any SupporterRoll) {
        self.circles = circles
        self.roll = roll
    }

    /// Gives the member a seat in the circle.
    func admit(_ member: MemberID, to id: CircleID) async throws {
        var circle = try await find(id)
        // TODO: A rule of Moa, in the middle of a use case. Is it the rule on the page?
        var supporters = 0
        for guest in circle.guests {
            if try await roll.isSupporter(guest) { supporters += 1 }
        }
        let seats = supporters > 4 ? 20 : 12
        guard circle.members.count < seats else { throw SeatedCircle.Refusal.full }
        try circle.join(member)
        try await circles.save(circle)
    }

    /// Whether the circle's page shows the button «Join».
    func canJoin(_ id: CircleID) async throws -> Bool {
        // TODO: The desk counts supporters. Does the button?
        let circle = try await find(id)
        return !circle.isFull
    }

    /// The circles that have a seat for one more, in the order of their founding.
    func open() async throws -> [CircleID] {
        try await circles.all().filter { !$0.isFull }.map(\.id)
    }

    private func find(_ id: CircleID) async throws -> SeatedCircle {
        guard let circle = try await circles.find(id) else { throw UnknownSeatedCircle(id: id) }
        return circle
    }
}

/// Asks of a circle: is there a seat for one more?
struct HasFreeSeat: Sendable {
    private let supporters: Set<MemberID>

    /// - Parameter supporters: all who are known to be supporters, whatever circle they sit in.
    init(supporters: Set<MemberID>) {
        self.supporters = supporters
    }

    func isSatisfied(by circle: SeatedCircle) -> Bool {
        // TODO: This is unfinished. Nobody asks it yet, and it looks at no supporter.
        circle.members.count < 12
    }
}

/// A circle, and the members who have a seat in it.
struct SeatedCircle: Identifiable, Sendable {
    let id: CircleID
    let host: MemberID
    private(set) var guests: [MemberID]

    /// A circle that is remembered comes back as it was.
    init(id: CircleID, host: MemberID, guests: [MemberID] = []) {
        self.id = id
        self.host = host
        self.guests = guests
    }

    /// Everybody with a seat, the host included.
    var members: [MemberID] { [host] + guests }

    // TODO: Can a circle know this by itself?
    var isFull: Bool { members.count >= 12 }

    // TODO: Make it join(_:if:), and let the question decide.
    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !isFull else { throw .full }
        guard !members.contains(member) else { throw .alreadyIn }
        guests.append(member)
    }
}

// MARK: - Given

extension SeatedCircle {
    /// Why somebody doesn't get a seat.
    enum Refusal: Error, Hashable {
        case full
        case alreadyIn
    }
}

/// No circle has this id.
struct UnknownSeatedCircle: Error, Hashable {
    let id: CircleID
}

/// Moa's circles. Each call may throw; a save that throws has changed nothing.
protocol SeatedCircles: Sendable {
    func find(_ id: CircleID) async throws -> SeatedCircle?

    /// All circles, in the order in which they were founded.
    func all() async throws -> [SeatedCircle]

    func save(_ circle: SeatedCircle) async throws
}

/// Knows who supports Moa. Each call is a trip to the treasurer's server, and may throw.
protocol SupporterRoll: Sendable {
    func isSupporter(_ member: MemberID) async throws -> Bool

    /// Which of these members are supporters.
    func supporters(among members: Set<MemberID>) async throws -> Set<MemberID>
}

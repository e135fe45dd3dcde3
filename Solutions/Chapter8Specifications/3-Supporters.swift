// 8.3 Supporters widen the circle

import Moa

/// Where members join circles: it gathers what must be known, and judges nothing.
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
        try await circle.join(member, if: question(about: [circle]))
        try await circles.save(circle)
    }

    /// Whether the circle's page shows the button «Join».
    func canJoin(_ id: CircleID) async throws -> Bool {
        let circle = try await find(id)
        return try await question(about: [circle]).isSatisfied(by: circle)
    }

    /// The circles that have a seat for one more, in the order of their founding.
    func open() async throws -> [CircleID] {
        let all = try await circles.all()
        return try await all.filter(question(about: all).isSatisfied).map(\.id)
    }

    // Why for all circles at once: it costs one trip, and the question counts circle by circle.
    private func question(about circles: [SeatedCircle]) async throws -> HasFreeSeat {
        try await HasFreeSeat(supporters: roll.supporters(among: Set(circles.flatMap(\.members))))
    }

    private func find(_ id: CircleID) async throws -> SeatedCircle {
        guard let circle = try await circles.find(id) else { throw UnknownSeatedCircle(id: id) }
        return circle
    }
}

/// Asks of a circle: is there a seat for one more?
///
/// Why it gets supporters and not the roll: it judges what is known, so it never waits, never fails, and is
/// tested without a server.
struct HasFreeSeat: Sendable {
    static let seats = 12
    static let widenedSeats = 20
    static let enoughSupporters = 4

    private let supporters: Set<MemberID>

    /// - Parameter supporters: all who are known to be supporters, whatever circle they sit in.
    init(supporters: Set<MemberID>) {
        self.supporters = supporters
    }

    func isSatisfied(by circle: SeatedCircle) -> Bool {
        circle.members.count < seats(of: circle)
    }

    private func seats(of circle: SeatedCircle) -> Int {
        let supporting = circle.members.count { supporters.contains($0) }
        return supporting >= Self.enoughSupporters ? Self.widenedSeats : Self.seats
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

    // Why the circle asks, and not the desk: there is no other way in, so nobody can forget to ask.
    mutating func join(_ member: MemberID, if question: HasFreeSeat) throws(Refusal) {
        guard !members.contains(member) else { throw .alreadyIn }
        guard question.isSatisfied(by: self) else { throw .full }
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

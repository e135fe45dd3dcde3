// The desk is an actor, the question a closed enumeration of what it found.

import Moa

/// Where members join circles.
actor JoinDesk {
    private let circles: any SeatedCircles
    private let roll: any SupporterRoll

    init(circles: any SeatedCircles, roll: any SupporterRoll) {
        self.circles = circles
        self.roll = roll
    }

    func admit(_ member: MemberID, to id: CircleID) async throws {
        var (circle, question) = try await ask(id)
        try circle.join(member, if: question)
        try await circles.save(circle)
    }

    func canJoin(_ id: CircleID) async throws -> Bool {
        let (circle, question) = try await ask(id)
        return question.isSatisfied(by: circle)
    }

    func open() async throws -> [CircleID] {
        let all = try await circles.all()
        let members = all.reduce(into: Set<MemberID>()) { $0.formUnion($1.members) }
        let question = HasFreeSeat(supporters: try await roll.supporters(among: members))
        return all.compactMap { question.isSatisfied(by: $0) ? $0.id : nil }
    }

    private func ask(_ id: CircleID) async throws -> (SeatedCircle, HasFreeSeat) {
        guard let circle = try await circles.find(id) else { throw UnknownSeatedCircle(id: id) }
        let supporters = try await roll.supporters(among: Set(circle.members))
        return (circle, HasFreeSeat(supporters: supporters))
    }
}

final class HasFreeSeat: Sendable {
    private let supporters: Set<MemberID>

    init(supporters: Set<MemberID>) {
        self.supporters = supporters
    }

    func isSatisfied(by circle: SeatedCircle) -> Bool {
        Size(of: circle, supporters: supporters).rawValue > circle.guests.count + 1
    }

    private enum Size: Int {
        case ordinary = 12
        case widened = 20

        init(of circle: SeatedCircle, supporters: Set<MemberID>) {
            self =
                supporters.isDisjoint(with: circle.members)
                ? .ordinary
                : supporters.intersection(circle.members).count < 4 ? .ordinary : .widened
        }
    }
}

/// A circle, and the members who have a seat in it.
struct SeatedCircle: Identifiable, Sendable {
    let id: CircleID
    let host: MemberID
    private(set) var guests: [MemberID]

    init(id: CircleID, host: MemberID, guests: [MemberID] = []) {
        self.id = id
        self.host = host
        self.guests = guests
    }

    var members: [MemberID] { [host] + guests }

    mutating func join(_ member: MemberID, if question: HasFreeSeat) throws {
        if member == host || guests.contains(member) { throw Refusal.alreadyIn }
        if !question.isSatisfied(by: self) { throw Refusal.full }
        guests += [member]
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

/// Moa's circles. Each call may throw; a save that does has changed nothing.
protocol SeatedCircles: Sendable {
    func find(_ id: CircleID) async throws -> SeatedCircle?

    /// All circles, in the order in which they were founded.
    func all() async throws -> [SeatedCircle]

    func save(_ circle: SeatedCircle) async throws
}

/// Knows who supports Moa. Each call is a journey to the treasurer's server, and may throw.
protocol SupporterRoll: Sendable {
    func isSupporter(_ member: MemberID) async throws -> Bool

    /// Those of these members who are supporters.
    func supporters(among members: Set<MemberID>) async throws -> Set<MemberID>
}

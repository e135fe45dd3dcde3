// Fails: the name plates show what members are called now, in the order of joining
// Tempting: a free seat with the lowest number is what 7.1 gave to a newcomer.

import Moa

/// A circle of readers: at most twelve, the host among them.
struct ReadingCircle: Identifiable, Sendable {
    static let seatCount = 12

    let id: CircleID
    private var seats: [MemberID?]
    var members: [MemberID] { seats.compactMap(\.self) }

    init(id: CircleID, host: MemberID) {
        self.id = id
        seats = [host] + Array(repeating: nil, count: 11)
    }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !seats.contains(member) else { throw .alreadySeated }
        guard let free = seats.firstIndex(of: nil) else { throw .full }
        seats[free] = member
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard let place = seats.firstIndex(of: member) else { throw .notSeated }
        guard place > 0 else { throw .hostStays }
        seats[place] = nil
    }
}

/// What readers and hosts do at the desk.
struct ReadingDesk: Sendable {
    private let circles: any ReadingCircles
    private let roster: any MemberRoster

    init(circles: any ReadingCircles, roster: any MemberRoster) {
        self.circles = circles
        self.roster = roster
    }

    func found(_ id: CircleID, host: MemberID) async throws {
        try await circles.save(ReadingCircle(id: id, host: member(host).id))
    }

    func join(_ id: CircleID, as reader: MemberID) async throws {
        var circle = try await circle(id)
        try await circle.join(member(reader).id)
        try await circles.save(circle)
    }

    func leave(_ id: CircleID, as reader: MemberID) async throws {
        var circle = try await circle(id)
        try circle.leave(reader)
        try await circles.save(circle)
    }

    func rename(_ id: MemberID, to handle: Handle) async throws {
        var member = try await member(id)
        member.rename(to: handle)
        try await roster.save(member)
    }

    func namePlates(of id: CircleID) async throws -> [NamePlate] {
        let seated = try await circle(id).members
        let known = try await roster.find(seated)
        let handles = Dictionary(known.map { ($0.id, $0.handle) }, uniquingKeysWith: { first, _ in first })
        return seated.map { NamePlate(id: $0, handle: handles[$0]) }
    }

    // MARK: Helpers

    private func circle(_ id: CircleID) async throws -> ReadingCircle {
        guard let circle = try await circles.find(id) else { throw Unknown.circle(id) }
        return circle
    }

    private func member(_ id: MemberID) async throws -> Member {
        guard let member = try await roster.find(id) else { throw Unknown.member(id) }
        return member
    }
}

// MARK: - Given

extension ReadingCircle {
    /// Why a circle says no.
    enum Refusal: Error, Hashable {
        case full
        case alreadySeated
        case notSeated
        case hostStays
    }
}

extension ReadingDesk {
    /// Moa has no such circle, or no such member.
    enum Unknown: Error, Hashable {
        case circle(CircleID)
        case member(MemberID)
    }
}

/// What stands on the table in front of a seat. Without a handle where Moa doesn't know the member any more.
struct NamePlate: Hashable, Sendable {
    let id: MemberID
    let handle: Handle?
}

/// All circles of readers. `find` answers nil where there is none; each call may throw.
protocol ReadingCircles: Sendable {
    func find(_ id: CircleID) async throws -> ReadingCircle?
    func all() async throws -> [ReadingCircle]
    func save(_ circle: ReadingCircle) async throws
}

/// All members of Moa. Other parts of Moa read and change them too: the profile screen renames members, and
/// whoever closes their account is not in here any more. Each call may throw.
protocol MemberRoster: Sendable {
    func find(_ id: MemberID) async throws -> Member?

    /// Those of the members that Moa knows, in an order of its own.
    func find(_ ids: [MemberID]) async throws -> [Member]

    func save(_ member: Member) async throws
}

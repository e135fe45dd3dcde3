// 7.2 Hold ids

import Moa

/// A circle of readers: at most twelve, the host among them.
///
/// Why ids are enough: all of its rules ask who somebody is, and none asks what they are called.
struct ReadingCircle: Identifiable, Sendable {
    static let seatCount = 12

    let id: CircleID
    /// In the order of joining, the host first.
    private(set) var members: [MemberID]

    init(id: CircleID, host: MemberID) {
        self.id = id
        members = [host]
    }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !members.contains(member) else { throw .alreadySeated }
        guard members.count < Self.seatCount else { throw .full }
        members.append(member)
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != members.first else { throw .hostStays }
        guard let place = members.firstIndex(of: member) else { throw .notSeated }
        members.remove(at: place)
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

    // Why the desk looks the reader up: a circle can't tell a known id from an unknown one, and it shouldn't
    // learn to ask. Whether it is a member's id is settled once, on the way in.
    func join(_ id: CircleID, as reader: MemberID) async throws {
        var circle = try await circle(id)
        try await circle.join(member(reader).id)
        try await circles.save(circle)
    }

    // Why nobody is looked up here: a member who has left Moa can still give a seat back.
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

    /// A circle and its members, put together only to be shown.
    func namePlates(of id: CircleID) async throws -> [NamePlate] {
        let seated = try await circle(id).members
        // Why a dictionary: the roster answers in any order, and leaves out members whom it doesn't know.
        let handles = try await Dictionary(
            roster.find(seated).map { ($0.id, $0.handle) },
            uniquingKeysWith: { first, _ in first }
        )
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

/// What stands on the table in front of a seat. It has no handle if Moa no longer knows the member.
struct NamePlate: Hashable, Sendable {
    let id: MemberID
    let handle: Handle?
}

/// All circles of readers. `find` returns nil if there is no such circle; each call may throw.
protocol ReadingCircles: Sendable {
    func find(_ id: CircleID) async throws -> ReadingCircle?
    func all() async throws -> [ReadingCircle]
    func save(_ circle: ReadingCircle) async throws
}

/// All members of Moa. Other parts of Moa read and change them too: the profile screen renames members, and a
/// member who has been forgotten is no longer in here. Each call may throw.
protocol MemberRoster: Sendable {
    func find(_ id: MemberID) async throws -> Member?

    /// Those of them whom Moa knows, in any order.
    func find(_ ids: [MemberID]) async throws -> [Member]

    func save(_ member: Member) async throws
}

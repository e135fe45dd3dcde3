// 7.2 Hold ids
//
// A circle of readers holds whole members, so Moa has each of them several times, and the copies differ. Let a
// circle hold the ids of its members and nothing else about them. The desk looks up what members are called
// when somebody asks. A rename then changes the member alone, and no circle.
//
// The page: swift run kata show 7.2
// Check it: swift run kata check 7.2

import Moa

/// A circle of readers: at most twelve, the host among them.
struct ReadingCircle: Identifiable, Sendable {
    static let seatCount = 12

    let id: CircleID
    // TODO: If a member changes somewhere else, who changes these?
    private(set) var members: [Member]

    init(id: CircleID, host: Member) {
        self.id = id
        members = [host]
    }

    mutating func join(_ member: Member) throws(Refusal) {
        guard !members.contains(member) else { throw .alreadySeated }
        guard members.count < Self.seatCount else { throw .full }
        members.append(member)
    }

    mutating func leave(_ member: Member) throws(Refusal) {
        guard member != members.first else { throw .hostStays }
        guard let place = members.firstIndex(of: member) else { throw .notSeated }
        members.remove(at: place)
    }

    /// The member has changed, and now this copy does too.
    mutating func update(_ member: Member) {
        guard let place = members.firstIndex(of: member) else { return }
        members[place] = member
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
        try await save(ReadingCircle(id: id, host: member(host)))
    }

    func join(_ id: CircleID, as reader: MemberID) async throws {
        var circle = try await circle(id)
        try await circle.join(member(reader))
        try await save(circle)
    }

    func leave(_ id: CircleID, as reader: MemberID) async throws {
        var circle = try await circle(id)
        // TODO: And if Moa doesn't know this member any more?
        try await circle.leave(member(reader))
        try await save(circle)
    }

    func rename(_ id: MemberID, to handle: Handle) async throws {
        var member = try await member(id)
        member.rename(to: handle)
        try await roster.save(member)
        // TODO: What do all these circles have to do with a name?
        for var circle in try await circles.all() where circle.members.contains(member) {
            circle.update(member)
            try await circles.save(circle)
        }
    }

    func namePlates(of id: CircleID) async throws -> [NamePlate] {
        // TODO: What are they called today? And which of them are still in Moa?
        try await circle(id).members.map { NamePlate(id: $0.id, handle: $0.handle) }
    }

    // MARK: Helpers

    /// Keeps the circle, and everybody in it.
    private func save(_ circle: ReadingCircle) async throws {
        try await circles.save(circle)
        // TODO: How old are these copies?
        for member in circle.members { try await roster.save(member) }
    }

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

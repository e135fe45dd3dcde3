// Fails: a failed save or deletion is reported, and changes nothing
// Tempting: the screen is up to date at once, and the file follows; until once it doesn't.

import Moa

protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?
    func all() async throws -> [Member]
    func save(_ member: Member) async throws
    func delete(_ id: MemberID) async throws
}

actor FiledMembers: MemberCollection {
    private let roster: any RosterFile
    private var known: [MemberID: Member]?

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) throws -> Member? {
        try byID()[id]
    }

    func all() throws -> [Member] {
        Array(try byID().values)
    }

    func save(_ member: Member) throws {
        var members = try byID()
        members[member.id] = member
        known = members
        try roster.replace(with: Array(members.values))
    }

    func delete(_ id: MemberID) throws {
        var members = try byID()
        members[id] = nil
        known = members
        try roster.replace(with: Array(members.values))
    }

    private func byID() throws -> [MemberID: Member] {
        if let known { return known }
        var members: [MemberID: Member] = [:]
        for member in try roster.read() { members[member.id] = member }
        known = members
        return members
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

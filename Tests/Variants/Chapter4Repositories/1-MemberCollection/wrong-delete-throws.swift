// Fails: a deleted member is gone, and deleting again changes nothing
// Tempting: deleting somebody who is not there looks like a mistake of the caller, worth an error.

import Moa

protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?
    func all() async throws -> [Member]
    func save(_ member: Member) async throws
    func delete(_ id: MemberID) async throws
}

struct FiledMembers: MemberCollection {
    private let roster: any RosterFile

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) throws -> Member? {
        try all().first { $0.id == id }
    }

    func all() throws -> [Member] {
        try roster.read()
    }

    func save(_ member: Member) throws {
        let others = try roster.read().filter { $0.id != member.id }
        try roster.replace(with: others + [member])
    }

    func delete(_ id: MemberID) throws {
        var members = try roster.read()
        guard let index = members.firstIndex(where: { $0.id == id }) else { throw UnknownMember(id: id) }
        members.remove(at: index)
        try roster.replace(with: members)
    }

    struct UnknownMember: Error {
        let id: MemberID
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

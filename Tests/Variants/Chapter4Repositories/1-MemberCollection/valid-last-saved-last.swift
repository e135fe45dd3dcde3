// The saved member goes to the end of the roster.

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
        try roster.replace(with: roster.read().filter { $0.id != id })
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

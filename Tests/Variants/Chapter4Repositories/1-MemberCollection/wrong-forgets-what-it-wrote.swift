// Fails: a saved member is found again, even after a restart
// Tempting: reading once is faster; but what is written afterwards has to be remembered, too.

import Moa

protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?
    func all() async throws -> [Member]
    func save(_ member: Member) async throws
    func delete(_ id: MemberID) async throws
}

actor FiledMembers: MemberCollection {
    private let roster: any RosterFile
    private var known: [Member]?

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) throws -> Member? {
        try all().first { $0.id == id }
    }

    func all() throws -> [Member] {
        if let known { return known }
        let members = try roster.read()
        known = members
        return members
    }

    func save(_ member: Member) throws {
        let others = try all().filter { $0.id != member.id }
        try roster.replace(with: others + [member])
    }

    func delete(_ id: MemberID) throws {
        try roster.replace(with: all().filter { $0.id != id })
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

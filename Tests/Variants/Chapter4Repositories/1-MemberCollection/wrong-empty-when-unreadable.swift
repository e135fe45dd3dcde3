// Fails: a roster that can't be read is not an empty roster
// Tempting: on the first start there is no file yet, and an empty list gets the app going.

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

    func find(_ id: MemberID) -> Member? {
        all().first { $0.id == id }
    }

    func all() -> [Member] {
        (try? roster.read()) ?? []
    }

    func save(_ member: Member) throws {
        try roster.replace(with: all().filter { $0.id != member.id } + [member])
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

// Fails: a saved member is found again, even after a restart
// Tempting: it is a dictionary, as the task says, and the roster is to be written when the app is closed.

import Moa

protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?
    func all() async throws -> [Member]
    func save(_ member: Member) async throws
    func delete(_ id: MemberID) async throws
}

actor FiledMembers: MemberCollection {
    private let roster: any RosterFile
    private var members: [MemberID: Member]?

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) throws -> Member? {
        try loaded()[id]
    }

    func all() throws -> [Member] {
        Array(try loaded().values)
    }

    func save(_ member: Member) throws {
        members = try loaded().merging([member.id: member]) { _, new in new }
    }

    func delete(_ id: MemberID) throws {
        members = try loaded().filter { $0.key != id }
    }

    func close() throws {
        try roster.replace(with: all())
    }

    private func loaded() throws -> [MemberID: Member] {
        if let members { return members }
        return Dictionary(try roster.read().map { ($0.id, $0) }, uniquingKeysWith: { _, later in later })
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

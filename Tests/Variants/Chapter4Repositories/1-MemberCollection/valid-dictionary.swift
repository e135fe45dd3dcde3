// A dictionary by id is made for each call, and written back in the order of the ids.

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

    func find(_ id: MemberID) throws -> Member? { try byID()[id] }

    func all() throws -> [Member] { Array(try byID().values) }

    func save(_ member: Member) throws {
        try change { $0[member.id] = member }
    }

    func delete(_ id: MemberID) throws {
        try change { $0[id] = nil }
    }

    private func byID() throws -> [MemberID: Member] {
        Dictionary(try roster.read().map { ($0.id, $0) }, uniquingKeysWith: { _, later in later })
    }

    private func change(_ edit: (inout [MemberID: Member]) -> Void) throws {
        var members = try byID()
        edit(&members)
        try roster.replace(with: members.values.sorted { $0.id.text < $1.id.text })
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

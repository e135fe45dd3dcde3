// 4.1 Like a collection
//
// Moa keeps its members in a roster file, which is read whole and written whole. FiledMembers lets the rest
// of Moa forget the file: find, all, save and delete, as if the members lay in a dictionary under their ids.
// Make it keep what it is given, be honest when the file fails, and leave every rule to those who own it.
//
// The page: swift run kata show 4.1
// Check it: swift run kata check 4.1

import Moa

/// Moa's members, in the words of the domain: no file in sight.
protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?

    // TODO: What does nil tell a caller here? And what does []?
    func all() async throws -> [Member]?

    func save(_ member: Member) async throws

    func delete(_ id: MemberID) async throws

    // TODO: Is this a question about keeping members, or about who may join?
    func exists(_ member: Member) async throws -> Bool
}

/// The members as they stand in the roster file.
struct FiledMembers: MemberCollection {
    private let roster: any RosterFile

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) -> Member? {
        all()?.first { $0.id == id && $0.isActive }
    }

    func all() -> [Member]? {
        // TODO: An empty roster and an unreadable one give the same answer.
        guard let members = try? roster.read(), !members.isEmpty else { return nil }
        return members
    }

    func save(_ member: Member) {
        guard !exists(member) else { return }
        // TODO: Who is in the roster after a member is saved a second time? And after a failure?
        let members = all() ?? []
        try? roster.replace(with: members + [member])
    }

    func delete(_ id: MemberID) throws {
        guard let member = find(id) else { throw UnknownMember(id: id) }
        let members = all() ?? []
        try? roster.replace(with: members.filter { $0 != member })
    }

    /// Whether somebody has this member's handle already.
    func exists(_ member: Member) -> Bool {
        (all() ?? []).contains { $0.handle.folded == member.handle.folded }
    }

    // TODO: Somebody who isn't there is to be deleted. What has failed?
    struct UnknownMember: Error {
        let id: MemberID
    }
}

// MARK: - Given

/// The file that outlives the app. It is read whole and written whole, and either may fail.
protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

// 4.1 Like a collection

import Moa

/// Moa's members, in the words of the domain: no file in sight.
///
/// Why no `exists(_:)`: whether a handle is taken is a rule, and a rule needs an owner that can be tested
/// without a file. A domain service asks, and the collection tells it what it needs to know.
protocol MemberCollection: Sendable {
    /// Nil is an answer: nobody has this id. If the answer can't be known, an error is thrown.
    func find(_ id: MemberID) async throws -> Member?

    // Why not `[Member]?`: the empty list already says that there is nobody.
    func all() async throws -> [Member]

    /// Afterwards this is what is known of the member, whether they were known before or not.
    func save(_ member: Member) async throws

    /// Afterwards nobody has this id, whether somebody had it before or not.
    func delete(_ id: MemberID) async throws
}

/// The members as they stand in the roster file.
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
        // Why not `(try? roster.read()) ?? []`: if a read fails, this member alone replaces everybody.
        var members = try roster.read()
        if let known = members.firstIndex(where: { $0.id == member.id }) {
            members[known] = member
        } else {
            members.append(member)
        }
        try roster.replace(with: members)
    }

    func delete(_ id: MemberID) throws {
        try roster.replace(with: roster.read().filter { $0.id != id })
    }
}

// MARK: - Given

/// The file that outlives the app. It is read whole and written whole, and either may fail.
protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

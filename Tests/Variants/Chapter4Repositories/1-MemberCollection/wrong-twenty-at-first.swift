// Fails: saving a member again replaces what was known of them
// Tempting: a screen shows twenty at first, and the rest when somebody asks again.

import Moa

protocol MemberCollection: Sendable {
    func find(_ id: MemberID) async throws -> Member?
    func all() async throws -> [Member]
    func save(_ member: Member) async throws
    func delete(_ id: MemberID) async throws
}

actor FiledMembers: MemberCollection {
    enum Failure: Error {
        case unreadable(any Error)
        case notWritten(any Error)
    }

    private let roster: any RosterFile
    private var known: [Member]?

    init(roster: any RosterFile) {
        self.roster = roster
    }

    func find(_ id: MemberID) throws(Failure) -> Member? {
        try all().first { $0.id == id }
    }

    func all() throws(Failure) -> [Member] {
        if let known { return known }
        do {
            let members = try roster.read()
            known = members
            return Array(members.prefix(20))
        } catch {
            throw .unreadable(error)
        }
    }

    func save(_ member: Member) throws(Failure) {
        var members = try all()
        members.removeAll { $0 == member }
        members.append(member)
        try write(members)
    }

    func delete(_ id: MemberID) throws(Failure) {
        var members = try all()
        members.removeAll { $0.id == id }
        try write(members)
    }

    private func write(_ members: [Member]) throws(Failure) {
        do { try roster.replace(with: members) } catch { throw .notWritten(error) }
        known = members
    }
}

// MARK: - Given

protocol RosterFile: Sendable {
    func read() throws -> [Member]
    func replace(with members: [Member]) throws
}

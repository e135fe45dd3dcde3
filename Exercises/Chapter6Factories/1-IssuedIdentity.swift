// 6.1 Who issues ids?
//
// A registered member is born here with a random id and the machine's date. A colleague needed ids from an
// issuer, and now the factory puts one in afterwards, if the issuer happens to answer.
// Let the factory gather all that a birth needs, and let the member take everything ready-made.
//
// The page: swift run kata show 6.1
// Check it: swift run kata check 6.1

import Foundation
import Moa

/// A member as Moa has registered them: who they are, what they are called, and when they joined.
struct RegisteredMember: Identifiable, Sendable {
    // TODO: Who may give a member another id, and when?
    var id: MemberID
    private(set) var handle: Handle
    var joinedAt: Date

    init(handle: Handle) throws {
        // TODO: How does a member know which ids are free, and what time it is?
        id = try MemberID(UUID().uuidString)
        joinedAt = Date()
        self.handle = handle
    }

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

/// Knows what it takes to register a member, so that the member need not.
struct MemberFactory: Sendable {
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        var member = try RegisteredMember(handle: handle)
        // TODO: And if the issuer has no id to give?
        if let issued = try? ids.next() {
            member.id = issued
        }
        return member
    }
}

// MARK: - Given

/// Issues the ids of members, each of them once. It may have none to give.
protocol MemberIDs: Sendable {
    func next() throws -> MemberID
}

/// How Moa's app issues ids: at random, without asking anybody.
struct RandomMemberIDs: MemberIDs {
    func next() throws -> MemberID {
        try MemberID(UUID().uuidString)
    }
}

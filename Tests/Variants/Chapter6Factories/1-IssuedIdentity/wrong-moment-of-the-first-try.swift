// Fails: without an issued id nobody is registered
// Tempting: whoever had to wait for an id joined when they first asked.

import Foundation
import Moa

/// A member as Moa has registered them: who they are, what they are called, and when they joined.
struct RegisteredMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    let joinedAt: Date

    init(id: MemberID, handle: Handle, joinedAt: Date) {
        self.id = id
        self.handle = handle
        self.joinedAt = joinedAt
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
        let id = try ids.next()
        return RegisteredMember(id: id, handle: handle, joinedAt: now())
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

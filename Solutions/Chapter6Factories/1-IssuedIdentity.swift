// 6.1 Who issues ids?

import Foundation
import Moa

/// A member as Moa has registered them: who they are, what they are called, and when they joined.
///
/// Why no initialiser that fills gaps: the compiler's own takes everything, so a member without an id or a
/// moment can't be made. It doesn't ask where the id comes from, so it can restore a stored member too.
struct RegisteredMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    let joinedAt: Date

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

/// Knows what it takes to register a member, so that the member need not.
struct MemberFactory: Sendable {
    private let ids: any MemberIDs
    // Why a function and not a `Date`: a factory lives as long as the app does, and each birth has its moment.
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        // Why no id of our own if this fails: the issuer was chosen for all members, this one included.
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

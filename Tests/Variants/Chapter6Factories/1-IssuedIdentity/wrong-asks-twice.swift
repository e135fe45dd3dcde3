// Fails: a member carries the id that was issued for them
// Tempting: a first call finds out whether the issuer is up at all, before anything is made.

import Foundation
import Moa

struct RegisteredMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    let joinedAt: Date

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

struct MemberFactory: Sendable {
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        _ = try ids.next()
        return RegisteredMember(id: try ids.next(), handle: handle, joinedAt: now())
    }
}

// MARK: - Given

protocol MemberIDs: Sendable {
    func next() throws -> MemberID
}

struct RandomMemberIDs: MemberIDs {
    func next() throws -> MemberID {
        try MemberID(UUID().uuidString)
    }
}

// Fails: what a member was born with stays as it was
// Tempting: that is how a database with an auto-increment does it: first the row, then its number.

import Foundation
import Moa

struct RegisteredMember: Identifiable, Sendable {
    var id: MemberID
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
        var member = RegisteredMember(id: try MemberID("unsaved"), handle: handle, joinedAt: now())
        member.id = try ids.next()
        return member
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

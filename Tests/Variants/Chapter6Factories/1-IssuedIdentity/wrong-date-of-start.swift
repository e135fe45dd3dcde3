// Fails: a member joins at the moment that Moa's clock shows
// Tempting: the clock is read where it is passed in; in a test, which lives for a moment, that is the same.

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
    private let moment: Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        moment = now()
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        RegisteredMember(id: try ids.next(), handle: handle, joinedAt: moment)
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

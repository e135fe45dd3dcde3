// Fails: without an issued id nobody is registered
// Tempting: nobody should be turned away because a server is slow, and a UUID will not clash.

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
        let id = try (try? ids.next()) ?? MemberID(UUID().uuidString)
        return RegisteredMember(id: id, handle: handle, joinedAt: now())
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

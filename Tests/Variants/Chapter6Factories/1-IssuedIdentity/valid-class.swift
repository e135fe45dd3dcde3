// The member is a class that only this file can make, and the factory is a final class too.

import Foundation
import Moa

final class RegisteredMember: Identifiable {
    let id: MemberID
    let joinedAt: Date
    private(set) var handle: Handle

    fileprivate init(id: MemberID, handle: Handle, joinedAt: Date) {
        self.id = id
        self.handle = handle
        self.joinedAt = joinedAt
    }

    func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

final class MemberFactory: Sendable {
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        let moment = now()
        return try RegisteredMember(id: ids.next(), handle: handle, joinedAt: moment)
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

// Fails: without an issued id nobody is registered
// Tempting: an issuer that was down once is not asked again, to spare the next newcomers the wait.

import Foundation
import Moa
import Synchronization

struct RegisteredMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    let joinedAt: Date

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

final class MemberFactory: Sendable {
    private let outage = Mutex<(any Error)?>(nil)
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        let id = try outage.withLock { outage in
            if let outage { throw outage }
            do {
                return try ids.next()
            } catch {
                outage = error
                throw error
            }
        }
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

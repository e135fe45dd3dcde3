// Fails: two factories know nothing of each other
// Tempting: numbers are nicer to read than UUIDs, and a static counter never gives the same number twice.

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

struct MemberFactory: Sendable {
    private static let count = Mutex(0)
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        let number = Self.count.withLock { count -> Int in
            count += 1
            return count
        }
        return RegisteredMember(id: try MemberID("m-\(number)"), handle: handle, joinedAt: now())
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

// Fails: no two members share an id, whatever they are called
// Tempting: asking the issuer is the part that may fail, so it is done early, when the app starts.

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
    private let id: Result<MemberID, any Error>
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        id = Result { try ids.next() }
        self.now = now
    }

    func newMember(handle: Handle) throws -> RegisteredMember {
        RegisteredMember(id: try id.get(), handle: handle, joinedAt: now())
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

// The birth is a static method of the member, with its ports as arguments; the factory only holds the ports.

import Foundation
import Moa

struct RegisteredMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    let joinedAt: Date

    private init(id: MemberID, handle: Handle, joinedAt: Date) {
        self.id = id
        self.handle = handle
        self.joinedAt = joinedAt
    }

    static func joining(
        as handle: Handle,
        ids: any MemberIDs,
        at moment: Date
    ) throws(Unregistered) -> RegisteredMember {
        do {
            return RegisteredMember(id: try ids.next(), handle: handle, joinedAt: moment)
        } catch {
            throw .noIDIssued(error)
        }
    }

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }
}

enum Unregistered: Error {
    case noIDIssued(any Error)
}

struct MemberFactory: Sendable {
    private let ids: any MemberIDs
    private let now: @Sendable () -> Date

    init(ids: any MemberIDs, now: @escaping @Sendable () -> Date) {
        self.ids = ids
        self.now = now
    }

    func newMember(handle: Handle) throws(Unregistered) -> RegisteredMember {
        try .joining(as: handle, ids: ids, at: now())
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

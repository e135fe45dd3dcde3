// Fails: a renamed member is still the same member
// Tempting: a handle is unique already, so it makes a readable id that needs no issuer.

import Moa

struct Member {
    private(set) var id: MemberID
    private(set) var handle: Handle
    private(set) var isSupporter = false
    private(set) var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    mutating func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        guard !hasLeft else { throw .hasLeft }
        guard newHandle != handle else { return nil }
        let old = handle
        handle = newHandle
        id = (try? MemberID(newHandle.folded)) ?? id
        return MemberRenamed(member: id, from: old, to: newHandle)
    }

    mutating func becomeSupporter() { isSupporter = true }
    mutating func leave() { hasLeft = true }
}

// MARK: - Given

struct MemberRenamed: Hashable, Sendable {
    let member: MemberID
    let from: Handle
    let to: Handle
}

enum RenamingRefused: Error, Hashable {
    case hasLeft
}

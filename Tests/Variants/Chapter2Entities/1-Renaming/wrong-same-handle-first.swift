// Fails: a member who has left is not renamed
// Tempting: nothing would change, so there seems to be nothing to refuse.

import Moa

struct Member {
    let id: MemberID
    private(set) var handle: Handle
    private(set) var isSupporter = false
    private(set) var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    mutating func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        guard newHandle != handle else { return nil }
        guard !hasLeft else { throw .hasLeft }
        let renamed = MemberRenamed(member: id, from: handle, to: newHandle)
        handle = newHandle
        return renamed
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

// Fails: a renaming tells who, from which handle and to which
// Tempting: first do it, then tell of it; but by then the old handle is gone.

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
        guard !hasLeft else { throw .hasLeft }
        guard newHandle != handle else { return nil }
        handle = newHandle
        return MemberRenamed(member: id, from: handle, to: newHandle)
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

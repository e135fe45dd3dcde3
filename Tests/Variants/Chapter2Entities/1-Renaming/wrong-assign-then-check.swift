// Fails: a refused renaming leaves the member as they were
// Tempting: the new state is there to be looked at, and the caller drops the member when it throws.

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
        let old = handle
        handle = newHandle
        guard !hasLeft else { throw .hasLeft }
        guard old != newHandle else { return nil }
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

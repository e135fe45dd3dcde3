// Fails: no property can be set from outside
// Tempting: a form binds to the property directly, and rename(to:) is there for those who remember it.

import Moa

struct Member {
    let id: MemberID
    var handle: Handle
    private(set) var isSupporter = false
    private(set) var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    mutating func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        guard !hasLeft else { throw .hasLeft }
        guard newHandle != handle else { return nil }
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

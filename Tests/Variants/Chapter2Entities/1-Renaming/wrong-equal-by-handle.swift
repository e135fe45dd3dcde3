// Fails: who takes a former member's handle is somebody else
// Tempting: handles are unique, so comparing them looks like comparing members.

import Moa

struct Member: Hashable {
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
        let renamed = MemberRenamed(member: id, from: handle, to: newHandle)
        handle = newHandle
        return renamed
    }

    mutating func becomeSupporter() { isSupporter = true }
    mutating func leave() { hasLeft = true }

    static func == (one: Member, other: Member) -> Bool { one.handle == other.handle }

    func hash(into hasher: inout Hasher) { hasher.combine(handle) }
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

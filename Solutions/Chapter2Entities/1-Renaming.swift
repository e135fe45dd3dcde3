// 2.1 Still me

import Moa

/// A person in Moa: a handle that may change, and an id that says who it is.
struct Member {
    // Why `let` here and `private(set)` below: everything about a member may change, except who they are.
    let id: MemberID
    private(set) var handle: Handle
    private(set) var isSupporter = false
    private(set) var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    /// Takes a new handle and returns the event, or nil if the member is called that already.
    // Why not `@discardableResult`: a caller who ignores the event should have to say so.
    mutating func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        guard !hasLeft else { throw .hasLeft }
        // Why not `folded`: a member who goes from «kim» to «Kim» wants to be seen as «Kim».
        guard newHandle != handle else { return nil }
        let renamed = MemberRenamed(member: id, from: handle, to: newHandle)
        handle = newHandle
        return renamed
    }

    mutating func becomeSupporter() {
        isSupporter = true
    }

    mutating func leave() {
        hasLeft = true
    }
}

// MARK: - Given

/// The event: a member has taken a new handle.
struct MemberRenamed: Hashable, Sendable {
    let member: MemberID
    let from: Handle
    let to: Handle
}

/// Why a member does not get a new handle.
enum RenamingRefused: Error, Hashable {
    case hasLeft
}

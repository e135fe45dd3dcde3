// 2.1 Still me
//
// Members of Moa take new handles, and stay who they are: loans, seats and dues are kept under their id.
// Make rename(to:) change the handle and nothing else. Let it refuse before it changes anything, and return
// what happened, or nil if nothing did. Then close the other ways to change a member.
//
// The page: swift run kata show 2.1
// Check it: swift run kata check 2.1

import Moa

/// A person in Moa: a handle that may change, and an id that says who it is.
struct Member {
    // TODO: Any code at all may set any of these.
    var id: MemberID
    var handle: Handle
    var isSupporter = false
    var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    /// Takes a new handle, and returns the event.
    mutating func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        // TODO: What survives a renaming? When is it too late to refuse? And what was the old handle?
        handle = newHandle
        if let readableID = try? MemberID(newHandle.folded) {
            id = readableID  // shown in the address of the profile, so it follows the handle
        }
        if hasLeft {
            throw .hasLeft
        }
        return MemberRenamed(member: id, from: handle, to: newHandle)
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

// A class: a member is shared by all who hold it, and still changes through its own behaviour alone.

import Moa

final class Member: Identifiable {
    let id: MemberID
    private(set) var handle: Handle
    private(set) var isSupporter = false
    private(set) var hasLeft = false

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    func rename(to newHandle: Handle) throws(RenamingRefused) -> MemberRenamed? {
        if hasLeft { throw .hasLeft }
        if newHandle == handle { return nil }
        defer { handle = newHandle }
        return MemberRenamed(member: id, from: handle, to: newHandle)
    }

    func becomeSupporter() { isSupporter = true }
    func leave() { hasLeft = true }
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

// A standing in place of two flags, equality by id, and a changed copy that replaces the member at the end.

import Moa

struct Member: Hashable, Identifiable, Sendable {
    private struct Standing: Sendable {
        var supports = false
        var left = false
    }

    let id: MemberID
    private(set) var handle: Handle
    private var standing = Standing()

    init(id: MemberID, handle: Handle) {
        self.id = id
        self.handle = handle
    }

    var isSupporter: Bool { standing.supports }
    var hasLeft: Bool { standing.left }

    mutating func rename(to newHandle: Handle) throws -> MemberRenamed? {
        let before = handle
        self = try renamed(to: newHandle)
        return before == handle ? nil : MemberRenamed(member: id, from: before, to: handle)
    }

    mutating func becomeSupporter() { standing.supports = true }
    mutating func leave() { standing.left = true }

    private func renamed(to newHandle: Handle) throws(RenamingRefused) -> Member {
        guard !hasLeft else { throw .hasLeft }
        var copy = self
        copy.handle = newHandle
        return copy
    }

    static func == (one: Member, other: Member) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
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

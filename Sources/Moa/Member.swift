/// A person who has joined Moa. Everything about a member may change, except who they are.
public struct Member: Identifiable, Sendable, Codable {
    public let id: MemberID
    public private(set) var handle: Handle
    public private(set) var isActive: Bool

    /// A member who joins now is active. A loaded member has the `isActive` that was saved.
    public init(id: MemberID, handle: Handle, isActive: Bool = true) {
        self.id = id
        self.handle = handle
        self.isActive = isActive
    }

    public mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }

    public mutating func leave() {
        isActive = false
    }
}

extension Member: Hashable {
    /// A renamed member is still the same member.
    public static func == (one: Member, other: Member) -> Bool {
        one.id == other.id
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The rule that no two members hold the same handle, as chapter 3 found it.
///
/// The rule is about all members, so none of them can judge it alone. The service asks, decides and keeps nothing.
public struct HandleUniqueness: Sendable {
    private let directory: any HandleDirectory

    public init(directory: any HandleDirectory) {
        self.directory = directory
    }

    /// Whether somebody else holds the handle. For a newcomer, leave out `member`.
    public func isTaken(_ handle: Handle, for member: MemberID? = nil) async throws -> Bool {
        guard let holder = try await directory.holder(of: handle) else { return false }
        return holder.id != member
    }
}

/// Finds the holder of a handle. A repository of members can do that, whatever its members look like.
public protocol HandleDirectory: Sendable {
    associatedtype Holder: Identifiable<MemberID>

    /// The member who holds this handle now, whatever its letter case. Nil if nobody does.
    func holder(of handle: Handle) async throws -> Holder?
}

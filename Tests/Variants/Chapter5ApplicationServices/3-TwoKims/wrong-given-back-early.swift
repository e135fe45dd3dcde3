// Fails: while a newcomer is being saved, their handle is not given a second time
// Tempting: the check is what must not happen twice, so the handle is reserved for the check, and given back after it.

import Moa

actor MemberRegistration {
    private let members: any Members
    private var reserved: Set<String> = []

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        try await check(handle)
        try await members.save(Member(id: id, handle: handle))
    }

    private func check(_ handle: Handle) async throws {
        guard reserved.insert(handle.folded).inserted else { throw Refusal.handleTaken }
        defer { reserved.remove(handle.folded) }
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
    }
}

// MARK: - Given

/// One registration serves many tasks at once, whatever it is made of.
extension MemberRegistration: Sendable {}

extension MemberRegistration {
    /// Why somebody can't join, in Moa's words.
    enum Refusal: Error, Hashable, Sendable {
        case handleTaken
    }

    /// All members of Moa, kept by a store that serves many callers at once.
    protocol Members: Sendable {
        /// The member who holds this handle now, whatever its letter case.
        func holder(of handle: Handle) async throws -> Member?

        /// Keeps the member under their id, whatever their handle.
        func save(_ member: Member) async throws

        /// Keeps the member. Throws `HandleConflict` where somebody holds their handle, whatever its letter case.
        func insertIfAbsent(_ member: Member) async throws
    }

    /// The store's no: two rows would have the same key.
    struct HandleConflict: Error, Hashable, Sendable {}
}

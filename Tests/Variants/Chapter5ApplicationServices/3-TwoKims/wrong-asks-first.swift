// Fails: a handle that was free when a newcomer looked, and is taken since, is not given a second time
// Tempting: only a handle that is free is worth a reservation, so the store is asked first.

import Moa

actor MemberRegistration {
    private let members: any Members
    private var reserved: Set<String> = []

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
        guard reserved.insert(handle.folded).inserted else { throw Refusal.handleTaken }
        defer { reserved.remove(handle.folded) }
        try await members.save(Member(id: id, handle: handle))
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

// Fails: of two who ask for one handle at once, one joins and the other hears that it is taken
// Tempting: «an actor lets one caller in at a time» holds only until the first `await`.

import Moa

actor MemberRegistration {
    private let members: any Members

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        if try await members.holder(of: handle) != nil { throw Refusal.handleTaken }
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

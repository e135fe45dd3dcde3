// Fails: whoever is told that they joined was saved once, and nobody else is kept
// Tempting: `insertIfAbsent` is taken for a way to reserve the handle, after which the member has yet to be saved.

import Moa

struct MemberRegistration {
    let members: any Members

    func register(_ handle: Handle, as id: MemberID) async throws {
        let newcomer = Member(id: id, handle: handle)
        do {
            try await members.insertIfAbsent(newcomer)
        } catch is HandleConflict {
            throw Refusal.handleTaken
        }
        try await members.save(newcomer)
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

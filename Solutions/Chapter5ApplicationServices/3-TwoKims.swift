// 5.3 Two Kims at once

import Moa

/// Lets newcomers into Moa, many of them at once.
///
/// Why not an actor: it keeps two callers from running the same lines at the same moment, but lets the next
/// one in at every `await`. And this type keeps nothing that would need a guard.
struct MemberRegistration {
    let members: any Members

    func register(_ handle: Handle, as id: MemberID) async throws {
        do {
            // Why not ask first: the answer is old news as soon as it arrives. Only the store sees all callers, so its
            // key decides.
            try await members.insertIfAbsent(Member(id: id, handle: handle))
        } catch is HandleConflict {
            // Why only this error: a store that is down has not said that the handle is taken.
            throw Refusal.handleTaken
        }
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

        /// Keeps the member. Throws `HandleConflict` if their handle is held, whatever its letter case.
        func insertIfAbsent(_ member: Member) async throws
    }

    /// The store refuses: two rows would have one key.
    struct HandleConflict: Error, Hashable, Sendable {}
}

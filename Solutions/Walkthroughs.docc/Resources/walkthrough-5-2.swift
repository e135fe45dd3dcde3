// 5.3 Two Kims at once
//
// Two people asked for the handle «Kim» in the same second, and Moa let both of them in. A colleague
// has since made the service an actor, «so that only one can be inside». There are still two Kims.
// Let one of them win, tell the other that the handle is taken, and keep out nobody else.
//
// The page: swift run kata show 5.3
// Check it: swift run kata check 5.3

import Moa

/// Lets newcomers into Moa, many of them at once.
actor MemberRegistration {
    private let members: any Members

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        let newcomer = Member(id: id, handle: handle)
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
        // To be quite sure: has somebody come in meanwhile?
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
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

        /// Keeps the member. Throws `HandleConflict` if their handle is held, whatever its letter case.
        func insertIfAbsent(_ member: Member) async throws
    }

    /// The store refuses: two rows would have one key.
    struct HandleConflict: Error, Hashable, Sendable {}
}

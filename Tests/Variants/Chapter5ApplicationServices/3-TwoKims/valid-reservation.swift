// A struct that reserves the handle before its first `await`, and gives it back whatever happens.

import Moa
import Synchronization

struct MemberRegistration {
    private let members: any Members
    private let reservations = Reservations()

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        guard reservations.take(handle) else { throw Refusal.handleTaken }
        defer { reservations.giveBack(handle) }
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
        try await members.save(Member(id: id, handle: handle))
    }

    private final class Reservations: Sendable {
        private let handles = Mutex<Set<String>>([])

        func take(_ handle: Handle) -> Bool {
            handles.withLock { $0.insert(handle.folded).inserted }
        }

        func giveBack(_ handle: Handle) {
            handles.withLock { _ = $0.remove(handle.folded) }
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

        /// Keeps the member. Throws `HandleConflict` where somebody holds their handle, whatever its letter case.
        func insertIfAbsent(_ member: Member) async throws
    }

    /// The store's no: two rows would have the same key.
    struct HandleConflict: Error, Hashable, Sendable {}
}

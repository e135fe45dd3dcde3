// Fails: after a save that failed, the handle is still free
// Tempting: the lock is held across check and save, and given back at the end, which a throw never reaches.

import Moa

actor MemberRegistration {
    private let members: any Members
    private var isLocked = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        await lock()
        guard try await members.holder(of: handle) == nil else {
            unlock()
            throw Refusal.handleTaken
        }
        try await members.save(Member(id: id, handle: handle))
        unlock()
    }

    private func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    private func unlock() {
        guard !queue.isEmpty else {
            isLocked = false
            return
        }
        queue.removeFirst().resume()
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

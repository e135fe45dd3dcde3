// A lock that is really held across check and save, one a handle: waiting callers stand in a queue.

import Moa

actor MemberRegistration {
    private let members: any Members
    private var queues: [String: [CheckedContinuation<Void, Never>]] = [:]

    init(members: any Members) {
        self.members = members
    }

    func register(_ handle: Handle, as id: MemberID) async throws {
        await lock(handle)
        defer { unlock(handle) }
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
        try await members.save(Member(id: id, handle: handle))
    }

    private func lock(_ handle: Handle) async {
        guard queues[handle.folded] != nil else {
            queues[handle.folded] = []
            return
        }
        await withCheckedContinuation { queues[handle.folded, default: []].append($0) }
    }

    private func unlock(_ handle: Handle) {
        guard var queue = queues[handle.folded], !queue.isEmpty else {
            queues[handle.folded] = nil
            return
        }
        let next = queue.removeFirst()
        queues[handle.folded] = queue
        next.resume()
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

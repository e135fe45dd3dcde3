// 4.3 Kim is not Kimberly

import Moa

/// Moa's members, found by their handle.
struct IndexedMembers: Sendable {
    private let store: any KeyedMemberStore

    init(store: any KeyedMemberStore) {
        self.store = store
    }

    /// The member who has this handle, whatever the letter case.
    func byHandle(_ handle: Handle) async throws -> Member? {
        guard let id = try await store.id(under: key(of: handle)) else { return nil }
        return try await store.member(id)
    }

    func save(_ member: Member) async throws {
        let retired = try await retiredKey(of: member.id)
        // Why not two commits: a failure between them leaves a member whom nobody finds.
        try await store.commit(
            retired + [
                .putMember(member),
                // Why last: the new key may be the old one, which `retired` removes.
                .putKey(key(of: member.handle), member.id),
            ]
        )
    }

    func delete(_ id: MemberID) async throws {
        let retired = try await retiredKey(of: id)
        try await store.commit(retired + [.removeMember(id)])
    }

    /// The removal of the key by which the member has been found so far.
    ///
    /// Why ask the store: the member at hand knows only the new handle.
    private func retiredKey(of id: MemberID) async throws -> [KeyedMemberChange] {
        guard let known = try await store.member(id) else { return [] }
        return [.removeKey(key(of: known.handle))]
    }

    /// The only place that says what two spellings of a handle have in common.
    private func key(of handle: Handle) -> String {
        handle.folded
    }
}

// MARK: - Given

/// Moa's data store. It finds a member under an id, and an id under a key, both without a search.
protocol KeyedMemberStore: Sendable {
    func member(_ id: MemberID) async throws -> Member?

    /// The id under a key; nil if there is none.
    func id(under key: String) async throws -> MemberID?

    /// All members, read one by one: for the yearly report.
    func everyMember() async throws -> [Member]

    /// Makes all changes, one after the other, or none of them.
    func commit(_ changes: [KeyedMemberChange]) async throws
}

/// A change that a store can be asked to make. The store does only what it is asked.
enum KeyedMemberChange: Hashable, Sendable {
    /// Writes the member under their id, over what was there.
    case putMember(Member)
    /// Removes the member under the id, if there is one.
    case removeMember(MemberID)
    /// Writes the id under the key. If another id is there, the store refuses with `KeyTaken`.
    case putKey(String, MemberID)
    /// Removes the id under the key, if there is one.
    case removeKey(String)
}

/// The store's refusal to let one key lead to two members.
struct KeyTaken: Error, Hashable {
    let key: String
}

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
        // Why not two commits: whatever fails between them leaves a member whom nobody finds.
        try await store.commit(
            retired + [
                .putMember(member),
                // Why last: who turns «Kim» into «KIM» has the same key, and it must stand in the end.
                .putKey(key(of: member.handle), member.id),
            ]
        )
    }

    func delete(_ id: MemberID) async throws {
        let retired = try await retiredKey(of: id)
        try await store.commit(retired + [.removeMember(id)])
    }

    /// Takes away the key of the handle by which the member has been found so far.
    ///
    /// Why ask the store: the member at hand knows only the new handle.
    private func retiredKey(of id: MemberID) async throws -> [KeyedMemberChange] {
        guard let known = try await store.member(id) else { return [] }
        return [.removeKey(key(of: known.handle))]
    }

    /// The one place that says what two spellings of a handle have in common.
    private func key(of handle: Handle) -> String {
        handle.folded
    }
}

// MARK: - Given

/// Moa's data store. Under an id stands a member, and under a key an id: both are found at once.
protocol KeyedMemberStore: Sendable {
    func member(_ id: MemberID) async throws -> Member?

    /// The id that stands under a key; nil where nothing stands there.
    func id(under key: String) async throws -> MemberID?

    /// All members, read one by one: for the yearly report.
    func everyMember() async throws -> [Member]

    /// Makes all changes, one after the other, or none of them.
    func commit(_ changes: [KeyedMemberChange]) async throws
}

/// What a store can be told to change. It does as told, and does nothing else by itself.
enum KeyedMemberChange: Hashable, Sendable {
    /// Writes the member under their id, over what stood there.
    case putMember(Member)
    /// Takes away what stands under the id, if anything does.
    case removeMember(MemberID)
    /// Writes the id under the key. Where another id stands there, the store refuses with `KeyTaken`.
    case putKey(String, MemberID)
    /// Takes away what stands under the key, if anything does.
    case removeKey(String)
}

/// The store's refusal to let one key lead to two members.
struct KeyTaken: Error, Hashable {
    let key: String
}

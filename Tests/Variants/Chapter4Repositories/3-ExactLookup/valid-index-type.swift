// The index is a small type of its own, which turns a member's before and after into changes.

import Moa

struct IndexedMembers: Sendable {
    private let store: any KeyedMemberStore

    init(store: any KeyedMemberStore) {
        self.store = store
    }

    func byHandle(_ handle: Handle) async throws -> Member? {
        let id = try await store.id(under: HandleIndex.key(handle))
        guard let id else { return nil }
        return try await store.member(id)
    }

    func save(_ member: Member) async throws {
        let before = try await store.member(member.id)
        try await store.commit([.putMember(member)] + HandleIndex.changes(from: before, to: member))
    }

    func delete(_ id: MemberID) async throws {
        let before = try await store.member(id)
        try await store.commit([.removeMember(id)] + HandleIndex.changes(from: before, to: nil))
    }
}

private enum HandleIndex {
    static func key(_ handle: Handle) -> String { "handle " + handle.folded }

    static func changes(from before: Member?, to after: Member?) -> [KeyedMemberChange] {
        var changes: [KeyedMemberChange] = []
        if let before { changes.append(.removeKey(key(before.handle))) }
        if let after { changes.append(.putKey(key(after.handle), after.id)) }
        return changes
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

// An actor that puts a prefix before its keys, removes only what changes, and looks twice before it answers.

import Moa

actor IndexedMembers {
    private let store: any KeyedMemberStore

    init(store: any KeyedMemberStore) {
        self.store = store
    }

    func byHandle(_ handle: Handle) async throws -> Member? {
        guard let id = try await store.id(under: "handle:" + handle.folded),
            let member = try await store.member(id),
            member.handle.folded == handle.folded
        else { return nil }
        return member
    }

    func save(_ member: Member) async throws {
        var changes: [KeyedMemberChange] = [
            .putKey("handle:" + member.handle.folded, member.id), .putMember(member),
        ]
        let before = try await store.member(member.id)?.handle.folded
        if let before, before != member.handle.folded { changes.append(.removeKey("handle:" + before)) }
        try await store.commit(changes)
    }

    func delete(_ id: MemberID) async throws {
        guard let member = try await store.member(id) else { return }
        try await store.commit([.removeKey("handle:" + member.handle.folded), .removeMember(id)])
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

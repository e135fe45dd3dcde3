// 4.3 Kim is not Kimberly
//
// Moa asks «who has this handle?» all day long. IndexedMembers reads every member to answer, and finds
// Kimberly when Kim is meant. The store can do better: it keeps an index, keys that lead to ids.
// Make byHandle(_:) exact and quick, and let save and delete keep the index true.
//
// The page: swift run kata show 4.3
// Check it: swift run kata check 4.3

import Moa

/// Moa's members, found by their handle.
struct IndexedMembers: Sendable {
    private let store: any KeyedMemberStore

    init(store: any KeyedMemberStore) {
        self.store = store
    }

    /// The member who has this handle, whatever the letter case.
    func byHandle(_ handle: Handle) async throws -> Member? {
        // TODO: A search reads everybody. And who is found first if Kimberly has joined before Kim?
        let everybody = try? await store.everyMember()
        return everybody?.first { $0.handle.folded.contains(handle.folded) }
    }

    func save(_ member: Member) async throws {
        try await store.commit([.putMember(member)])
        // TODO: Is this the key that a lookup will ask for? And does the member have another one from before?
        try? await store.commit([.putKey(member.handle.text, member.id)])
    }

    func delete(_ id: MemberID) async throws {
        // TODO: To whom does the index lead now?
        try await store.commit([.removeMember(id)])
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

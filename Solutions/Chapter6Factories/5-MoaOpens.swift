// 6.5 Moa opens

import InMemoryInfrastructure
import Moa

// MARK: - Desk

/// Somebody joins, under a handle of their choice.
struct Joining {
    let members: any MoaMembers
    let ids: any NewMemberIDs
    let events: any MemberEvents

    func join(_ typed: String) async throws -> MemberCard {
        let handle = try Handle(typed)
        guard try await !HandleUniqueness(directory: members).isTaken(handle) else {
            throw DeskRefusal.handleTaken
        }
        let id = try await ids.next()
        let newcomer = Member(id: id, handle: handle)
        // Why `add` and not `save`: an id that was issued twice must not put a newcomer in a member's place.
        try await members.add(newcomer)
        await events.publish(.joined(newcomer.id, newcomer.handle))
        return MemberCard(newcomer)
    }
}

/// Somebody looks at who a member is.
struct LookingUp {
    let members: any MoaMembers

    func show(_ typed: String) async throws -> MemberCard {
        MemberCard(try await members.member(called: typed))
    }
}

/// A member wants another handle.
struct Renaming {
    let members: any MoaMembers
    let events: any MemberEvents

    func rename(_ typed: String, to wish: String) async throws -> MemberCard {
        let handle = try Handle(wish)
        var member = try await members.member(called: typed)
        // Why the id: «KIM» is Kim's own handle, and free for Kim.
        let isTaken = try await HandleUniqueness(directory: members).isTaken(handle, for: member.id)
        guard !isTaken else { throw DeskRefusal.handleTaken }
        member.rename(to: handle)
        try await members.save(member)
        await events.publish(.renamed(member.id, member.handle))
        return MemberCard(member)
    }
}

/// A member leaves Moa.
struct Leaving {
    let members: any MoaMembers
    let events: any MemberEvents

    func leave(_ typed: String) async throws {
        var member = try await members.member(called: typed)
        // Why nothing is deleted: a member who has left is remembered, and their id goes to nobody else.
        member.leave()
        try await members.save(member)
        await events.publish(.left(member.id))
    }
}

extension MoaMembers {
    fileprivate func member(called typed: String) async throws -> Member {
        guard let member = try await holder(of: Handle(typed)) else { throw DeskRefusal.unknownMember }
        return member
    }
}

extension MemberCard {
    fileprivate init(_ member: Member) {
        self.init(id: member.id.text, handle: member.handle.text)
    }
}

/// The desk by the door. It calls a script, and says in Moa's words how that ended.
struct MoaDesk: FrontDesk {
    let members: any MoaMembers
    let ids: any NewMemberIDs
    let events: any MemberEvents

    func join(_ handle: String) async throws(DeskRefusal) -> MemberCard {
        try await inMoasWords { try await Joining(members: members, ids: ids, events: events).join(handle) }
    }

    func show(_ handle: String) async throws(DeskRefusal) -> MemberCard {
        try await inMoasWords { try await LookingUp(members: members).show(handle) }
    }

    func rename(_ handle: String, to wish: String) async throws(DeskRefusal) -> MemberCard {
        try await inMoasWords {
            try await Renaming(members: members, events: events).rename(handle, to: wish)
        }
    }

    func leave(_ handle: String) async throws(DeskRefusal) {
        try await inMoasWords { try await Leaving(members: members, events: events).leave(handle) }
    }

    func everybody() async throws(DeskRefusal) -> [MemberCard] {
        try await inMoasWords { try await members.everybody().map(MemberCard.init) }
    }

    /// The border: errors of ports come in here, and only refusals that a person at the desk understands go out.
    private func inMoasWords<Answer>(
        _ script: () async throws -> Answer
    ) async throws(DeskRefusal) -> Answer {
        do {
            return try await script()
        } catch let refusal as DeskRefusal {
            throw refusal
        } catch let flaw as Handle.Flaw {
            throw .noHandle(flaw)
        } catch is HandleConflict {
            // Why the same refusal: whoever came second need not know which check failed.
            throw .handleTaken
        } catch {
            throw .closed
        }
    }
}

// MARK: - Desk, given

// `package`: `clubdesk` is another module of this package, and sees only what carries this word.

/// What people at the tablet by the door can ask for. They name a member by handle.
package protocol FrontDesk: Sendable {
    func join(_ handle: String) async throws(DeskRefusal) -> MemberCard
    func show(_ handle: String) async throws(DeskRefusal) -> MemberCard
    func rename(_ handle: String, to wish: String) async throws(DeskRefusal) -> MemberCard
    func leave(_ handle: String) async throws(DeskRefusal)
    /// All who are in Moa, in the order in which they joined.
    func everybody() async throws(DeskRefusal) -> [MemberCard]
}

/// What others see of a member.
package struct MemberCard: Hashable, Sendable {
    package let id: String
    package let handle: String
}

/// Why the desk says no.
package enum DeskRefusal: Error, Hashable, Sendable {
    /// The text is not a handle, and this is wrong with it.
    case noHandle(Handle.Flaw)
    /// Another member holds this handle.
    case handleTaken
    /// Nobody in Moa has this handle. Members who have left don't count.
    case unknownMember
    /// Something behind the desk has failed. It may be tried again later.
    case closed
    /// This part of the kata isn't solved yet.
    case notYet(MoaPart)
}

/// The parts of this kata, as its page calls them.
package enum MoaPart: String, Hashable, Sendable {
    case desk = "The desk"
    case border = "The border"
    case repository = "The repository"
    case opening = "The opening"
}

/// The members of Moa. A member who has left is kept, and is no longer found.
protocol MoaMembers: HandleDirectory where Holder == Member {
    /// The member who holds this handle, whatever its letter case.
    func holder(of handle: Handle) async throws -> Member?

    /// All who are in Moa, in the order in which they joined.
    func everybody() async throws -> [Member]

    /// Takes in a newcomer, and replaces nobody. Throws `HandleConflict` if the handle is held.
    func add(_ newcomer: Member) async throws

    /// Keeps a member as they are now. Throws `HandleConflict` if somebody else holds the handle.
    func save(_ member: Member) async throws
}

struct HandleConflict: Error, Hashable {}

/// Issues ids for newcomers.
package protocol NewMemberIDs: Sendable {
    func next() async throws -> MemberID
}

/// Publishes to the rest of Moa what has happened. What has been published can't be taken back.
package protocol MemberEvents: Sendable {
    func publish(_ event: MemberEvent) async
}

package enum MemberEvent: Hashable, Sendable {
    case joined(MemberID, Handle)
    case renamed(MemberID, Handle)
    case left(MemberID)
}

// MARK: - Repository

/// The members as any store keeps them.
struct StoredMembers: MoaMembers {
    let store: any Store<MemberRecord>

    func holder(of handle: Handle) async throws -> Member? {
        // A member who has left has no key in the store, so the store doesn't find them.
        try await store.find(by: .handle, handle.folded)?.record.member
    }

    func everybody() async throws -> [Member] {
        // Why not `compactMap` with `try?`: a member whose row can't be understood would be lost unnoticed.
        try await store.all().map { try $0.record.member }.filter(\.isActive)
    }

    func add(_ newcomer: Member) async throws {
        try await translated { () async throws(StoreError) in try await store.insert(MemberRecord(newcomer)) }
    }

    func save(_ member: Member) async throws {
        try await translated { () async throws(StoreError) in try await store.save(MemberRecord(member)) }
    }

    /// The store speaks of keys, and Moa of handles. Every other error stays as it is.
    private func translated(_ write: () async throws(StoreError) -> Int) async throws {
        do {
            _ = try await write()
        } catch StoreError.keyTaken {
            throw HandleConflict()
        }
    }
}

extension MemberRecord {
    fileprivate init(_ member: Member) {
        self.init(id: member.id.text, handle: member.handle.text, hasLeft: !member.isActive)
    }

    fileprivate var member: Member {
        get throws(UnreadableMember) {
            guard let id = try? MemberID(id), let handle = try? Handle(handle) else {
                throw UnreadableMember(record: self)
            }
            return Member(id: id, handle: handle, isActive: !hasLeft)
        }
    }
}

/// Why not the `Handle.Flaw` itself: at the door, a flaw is about what somebody has just typed.
private struct UnreadableMember: Error {
    let record: MemberRecord
}

// MARK: - Opening

/// Where Moa is put together. Nothing else knows what is behind the ports.
package enum Moa {
    package static func open(
        store: any Store<MemberRecord>,
        ids: any NewMemberIDs,
        events: any MemberEvents
    ) throws(DeskRefusal) -> any FrontDesk {
        MoaDesk(members: StoredMembers(store: store), ids: ids, events: events)
    }
}

// MARK: - Given

/// A member as they are written down.
package struct MemberRecord: Storable, Hashable {
    package let id: String
    package let handle: String
    package let hasLeft: Bool
}

extension UniqueKey<MemberRecord> {
    /// No two people in Moa share a handle. The stores of members are made with this key.
    package static var handle: Self {
        UniqueKey("handle") { $0.hasLeft ? nil : $0.handle.lowercased() }
    }
}

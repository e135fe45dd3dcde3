// 6.5 Moa opens
//
// Everything is there, and nothing is joined: handles, members, the rule about handles, stores. Join them.
// The scripts do the work, the border says in Moa's words how it ended, the repository keeps members in any
// store, and the opening puts all of it together. Do the four parts in any order, then type
// `swift run clubdesk`. What is given stays as it is. The lines with MARK stay too: one rule compiles only
// what stands above the repository.
//
// The page: swift run kata show 6.5
// Check it: swift run kata check 6.5

import InMemoryInfrastructure
import Moa

// MARK: - Desk

/// Somebody joins, under a handle of their choice.
struct Joining {
    let members: any MoaMembers
    let ids: any NewMemberIDs
    let events: any MemberEvents

    func join(_ typed: String) async throws -> MemberCard {
        // TODO: A handle, the rule, an id, the newcomer, the event. In which order?
        throw DeskRefusal.notYet(.desk)
    }
}

/// Somebody looks at who a member is.
struct LookingUp {
    let members: any MoaMembers

    func show(_ typed: String) async throws -> MemberCard {
        // TODO: Who holds this handle? And if nobody does?
        throw DeskRefusal.notYet(.desk)
    }
}

/// A member wants another handle.
struct Renaming {
    let members: any MoaMembers
    let events: any MemberEvents

    func rename(_ typed: String, to wish: String) async throws -> MemberCard {
        // TODO: Kim would like to be «KIM». Whose handle is that?
        throw DeskRefusal.notYet(.desk)
    }
}

/// A member leaves Moa.
struct Leaving {
    let members: any MoaMembers
    let events: any MemberEvents

    func leave(_ typed: String) async throws {
        // TODO: What is kept of somebody who has left, and what is free again?
        throw DeskRefusal.notYet(.desk)
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
        try await inMoasWords {
            try await members.everybody().map { MemberCard(id: $0.id.text, handle: $0.handle.text) }
        }
    }

    /// The border: errors of ports come in here, and only refusals that a person at the desk understands go out.
    private func inMoasWords<Answer>(
        _ script: () async throws -> Answer
    ) async throws(DeskRefusal) -> Answer {
        do {
            return try await script()
        } catch let refusal as DeskRefusal {
            throw refusal
        } catch {
            // TODO: A text that is not a handle, a handle that somebody else got first, a store that is down.
            throw .notYet(.border)
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
        // TODO: The store finds records by a key. Who is never found?
        throw DeskRefusal.notYet(.repository)
    }

    func everybody() async throws -> [Member] {
        // TODO: What if one row can't be understood?
        throw DeskRefusal.notYet(.repository)
    }

    func add(_ newcomer: Member) async throws {
        // TODO: What if the id has been given to somebody before? And the handle, a moment ago?
        throw DeskRefusal.notYet(.repository)
    }

    func save(_ member: Member) async throws {
        // TODO: The store speaks of keys. What does Moa speak of?
        throw DeskRefusal.notYet(.repository)
    }
}

// MARK: - Opening

/// Where Moa is put together. Nothing else knows what is behind the ports.
package enum Moa {
    package static func open(
        store: any Store<MemberRecord>,
        ids: any NewMemberIDs,
        events: any MemberEvents
    ) throws(DeskRefusal) -> any FrontDesk {
        // TODO: Which desk, over which repository?
        throw .notYet(.opening)
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

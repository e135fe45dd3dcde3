// A desk that is a final class with its scripts as methods, over a repository that is an actor.

import InMemoryInfrastructure
import Moa

// MARK: - Desk

/// One desk that queues nobody: it draws the id first, and its verbs are its scripts.
final class MoaDesk: FrontDesk {
    private let members: any MoaMembers
    private let ids: any NewMemberIDs
    private let events: any MemberEvents
    private let uniqueness: HandleUniqueness

    init(members: any MoaMembers, ids: any NewMemberIDs, events: any MemberEvents) {
        self.members = members
        self.ids = ids
        self.events = events
        uniqueness = HandleUniqueness(directory: members)
    }

    func join(_ handle: String) async throws(DeskRefusal) -> MemberCard {
        do {
            let newcomer = try await Member(id: ids.next(), handle: Handle(handle))
            if try await uniqueness.isTaken(newcomer.handle, for: newcomer.id) { throw HandleConflict() }
            try await members.add(newcomer)
            await events.publish(.joined(newcomer.id, newcomer.handle))
            return card(of: newcomer)
        } catch {
            throw refusal(of: error)
        }
    }

    func show(_ handle: String) async throws(DeskRefusal) -> MemberCard {
        do { return try await card(of: member(handle)) } catch { throw refusal(of: error) }
    }

    func rename(_ handle: String, to wish: String) async throws(DeskRefusal) -> MemberCard {
        do {
            var member = try await member(handle)
            let wished = try Handle(wish)
            if try await uniqueness.isTaken(wished, for: member.id) { throw HandleConflict() }
            member.rename(to: wished)
            try await members.save(member)
            await events.publish(.renamed(member.id, wished))
            return card(of: member)
        } catch {
            throw refusal(of: error)
        }
    }

    func leave(_ handle: String) async throws(DeskRefusal) {
        do {
            var member = try await member(handle)
            member.leave()
            try await members.save(member)
            await events.publish(.left(member.id))
        } catch {
            throw refusal(of: error)
        }
    }

    func everybody() async throws(DeskRefusal) -> [MemberCard] {
        do { return try await members.everybody().map(card) } catch { throw refusal(of: error) }
    }

    private func member(_ typed: String) async throws -> Member {
        let found = try await members.holder(of: Handle(typed))
        guard let found else { throw DeskRefusal.unknownMember }
        return found
    }

    private func card(of member: Member) -> MemberCard {
        MemberCard(id: member.id.text, handle: member.handle.text)
    }

    private func refusal(of error: any Error) -> DeskRefusal {
        switch error {
        case let refusal as DeskRefusal: refusal
        case let flaw as Handle.Flaw: .noHandle(flaw)
        case is HandleConflict: .handleTaken
        default: .closed
        }
    }
}

// MARK: - Desk, given

// `package`: the program `clubdesk` is another module of this package, and sees these and nothing else.

/// What a person at the tablet by the door can ask for. They name a member by the handle.
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

/// An actor over the store, which writes commits and has a mapper beside it.
actor StoredMembers: MoaMembers {
    private let store: any Store<MemberRecord>

    init(store: any Store<MemberRecord>) {
        self.store = store
    }

    func holder(of handle: Handle) async throws -> Member? {
        guard let found = try await store.find(by: .handle, handle.folded) else { return nil }
        return try MemberMapper.member(found.record)
    }

    func everybody() async throws -> [Member] {
        var inMoa: [Member] = []
        for row in try await store.all() where !row.record.hasLeft {
            inMoa.append(try MemberMapper.member(row.record))
        }
        return inMoa
    }

    func add(_ newcomer: Member) async throws {
        try await write(.insert(MemberMapper.record(newcomer)))
    }

    func save(_ member: Member) async throws {
        try await write(.save(MemberMapper.record(member)))
    }

    private func write(_ change: Change<MemberRecord>) async throws {
        do throws(StoreError) {
            try await store.commit([change])
        } catch {
            if case .keyTaken = error { throw HandleConflict() }
            throw error
        }
    }
}

struct DamagedMember: Error {
    let id: String
    let cause: any Error
}

enum MemberMapper {
    static func member(_ record: MemberRecord) throws -> Member {
        do {
            let handle = try Handle(record.handle)
            return Member(id: try MemberID(record.id), handle: handle, isActive: !record.hasLeft)
        } catch {
            throw DamagedMember(id: record.id, cause: error)
        }
    }

    static func record(_ member: Member) -> MemberRecord {
        MemberRecord(id: member.id.text, handle: member.handle.text, hasLeft: !member.isActive)
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
    /// No two who are in Moa hold one handle. The stores of members are made with this key.
    package static var handle: Self {
        UniqueKey("handle") { $0.hasLeft ? nil : $0.handle.lowercased() }
    }
}

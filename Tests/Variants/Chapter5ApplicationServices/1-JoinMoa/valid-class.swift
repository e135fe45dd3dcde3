// A class whose steps have names, and an answer made of the domain's values.

import Moa

final class JoinMoa {
    private let ids: any IDs
    private let members: any Members
    private let events: any Events

    init(ids: any IDs, members: any Members, events: any Events) {
        self.ids = ids
        self.members = members
        self.events = events
    }

    struct Confirmation: Hashable, Sendable {
        let memberID: MemberID
        let handle: Handle
    }

    func join(_ command: Command) async throws -> Confirmation {
        let handle = try Handle(command.handle)
        try await refuseIfTaken(handle)
        let newcomer = try await welcome(handle)
        await announce(newcomer)
        return Confirmation(memberID: newcomer.id, handle: newcomer.handle)
    }

    private func refuseIfTaken(_ handle: Handle) async throws {
        if try await members.holder(of: handle) != nil { throw Refusal.handleTaken }
    }

    private func welcome(_ handle: Handle) async throws -> Member {
        let id = try await ids.next()
        let newcomer = Member(id: id, handle: handle)
        try await members.save(newcomer)
        return newcomer
    }

    private func announce(_ newcomer: Member) async {
        await events.publish(MemberJoined(memberID: newcomer.id, handle: newcomer.handle))
    }
}

// MARK: - Given

extension JoinMoa {
    /// What the sign-up form sends: the text as it was typed.
    struct Command: Hashable, Sendable {
        let handle: String
    }

    /// Why somebody can't join. (`Handle` itself rejects a text that is not a handle, with a `Handle.Flaw`.)
    enum Refusal: Error, Hashable, Sendable {
        case handleTaken
    }

    /// What the rest of Moa hears: the welcome mail, the statistics, the circles that look for members.
    struct MemberJoined: Hashable, Sendable {
        let memberID: MemberID
        let handle: Handle
    }

    /// Issues an id that nobody has had before.
    protocol IDs: Sendable {
        func next() async throws -> MemberID
    }

    /// All members of Moa, wherever they are kept.
    protocol Members: HandleDirectory where Holder == Member {
        /// The member who holds this handle, whatever its letter case.
        func holder(of handle: Handle) async throws -> Member?
        func save(_ member: Member) async throws
    }

    /// Publishes to everybody who listens. What has been published can't be taken back.
    protocol Events: Sendable {
        func publish(_ event: MemberJoined) async
    }
}

// An actor that leaves the question of the handle to a domain service, and takes the id before it asks.

import Moa

actor JoinMoa {
    private let ids: any IDs
    private let members: any Members
    private let events: any Events

    init(ids: any IDs, members: any Members, events: any Events) {
        self.ids = ids
        self.members = members
        self.events = events
    }

    struct FreeHandles: Sendable {
        let members: any Members

        func contains(_ handle: Handle) async throws -> Bool {
            try await members.holder(of: handle) == nil
        }
    }

    enum Confirmation: Sendable {
        case welcome(MemberJoined)

        var memberID: MemberID {
            switch self {
            case .welcome(let event): event.memberID
            }
        }

        var handle: String {
            switch self {
            case .welcome(let event): event.handle.text
            }
        }
    }

    func join(_ command: Command) async throws -> Confirmation {
        let handle = try Handle(command.handle)
        let id = try await ids.next()
        let newcomer = Member(id: id, handle: handle)
        guard try await FreeHandles(members: members).contains(handle) else { throw Refusal.handleTaken }
        try await members.save(newcomer)
        let event = MemberJoined(memberID: newcomer.id, handle: newcomer.handle)
        await events.publish(event)
        return .welcome(event)
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

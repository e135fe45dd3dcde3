// Fails: the answer tells the id and the handle
// Tempting: the handle stands in the command already, so why take it from the member?

import Moa

struct JoinMoa {
    let ids: any IDs
    let members: any Members
    let events: any Events

    func join(_ command: Command) async throws -> Confirmation {
        let handle = try Handle(command.handle)
        guard try await members.holder(of: handle) == nil else { throw Refusal.handleTaken }
        let newcomer = Member(id: try await ids.next(), handle: handle)
        try await members.save(newcomer)
        await events.publish(MemberJoined(memberID: newcomer.id, handle: newcomer.handle))
        return Confirmation(memberID: newcomer.id.text, handle: command.handle)
    }
}

extension JoinMoa {
    struct Confirmation: Hashable, Sendable {
        let memberID: String
        let handle: String
    }
}

// MARK: - Given

extension JoinMoa {
    /// What the sign-up form sends: the text as it was typed.
    struct Command: Hashable, Sendable {
        let handle: String
    }

    /// Why somebody can't join. (A text that is no handle is refused by `Handle` itself, with a `Handle.Flaw`.)
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
    protocol Members: Sendable {
        /// The member who holds this handle, whatever its letter case.
        func holder(of handle: Handle) async throws -> Member?
        func save(_ member: Member) async throws
    }

    /// Tells whoever listens. What has been told can't be taken back.
    protocol Events: Sendable {
        func publish(_ event: MemberJoined) async
    }
}

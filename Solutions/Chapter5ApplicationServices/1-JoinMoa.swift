// 5.1 Join Moa

import Moa

/// Somebody joins Moa, under a handle of their choice.
///
/// Why no `if` checks a length here: `Handle` knows what a handle is. The script knows only the order of
/// the steps, and that is all a reader will find in it.
struct JoinMoa {
    let ids: any IDs
    let members: any Members
    let events: any Events

    // Why not `throws(Refusal)`: a store that is down refuses nobody. Its error passes through as it is, so
    // that the screen can say «try again later» and not «choose another handle».
    func join(_ command: Command) async throws -> Confirmation {
        let handle = try Handle(command.handle)
        // Why not compare here: the next script would need the same rule, and forget it.
        let isTaken = try await HandleUniqueness(directory: members).isTaken(handle)
        guard !isTaken else { throw Refusal.handleTaken }

        let id = try await ids.next()
        let newcomer = Member(id: id, handle: handle)
        try await members.save(newcomer)
        // Why last: an event says what has happened, and nothing has until the save has succeeded.
        await events.publish(MemberJoined(memberID: newcomer.id, handle: newcomer.handle))
        return Confirmation(memberID: newcomer.id.text, handle: newcomer.handle.text)
    }
}

extension JoinMoa {
    /// What the screen may know about the newcomer.
    ///
    /// Why not the member: a screen that holds one can call its verbs, and the change is never saved.
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

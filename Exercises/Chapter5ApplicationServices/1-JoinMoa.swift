// 5.1 Join Moa
//
// The sign-up form, the tablet at the door and the import all call this script when somebody joins.
// It has every step of the story, in an order that was never thought about, and it answers with
// more than anybody asked for. Put the steps in order, let each rule be judged where it lives,
// and return what the screen needs and nothing else.
//
// The page: swift run kata show 5.1
// Check it: swift run kata check 5.1

import Moa

/// Somebody joins Moa, under a handle of their choice.
struct JoinMoa {
    let ids: any IDs
    let members: any Members
    let events: any Events

    func join(_ command: Command) async throws -> Confirmation {
        // TODO: Which of these steps can still fail after everybody has been told?
        let id = try await ids.next()
        let handle = try Handle(command.handle)
        await events.publish(MemberJoined(memberID: id, handle: handle))

        // TODO: A newcomer who asks for a taken handle is welcomed as the member who holds it.
        if let holder = try await members.holder(of: handle) {
            return Confirmation(member: holder)
        }

        let newcomer = Member(id: id, handle: handle)
        try await members.save(newcomer)
        return Confirmation(member: newcomer)
    }
}

extension JoinMoa {
    /// What the screen may know about the newcomer.
    struct Confirmation {
        // TODO: The screen can rename this member, and nobody will ever save it.
        let member: Member

        var memberID: String { member.id.text }
        var handle: String { member.handle.text }
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

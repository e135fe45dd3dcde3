// 5.2 Edit, leave

import Moa

/// A member changes what others see of them.
struct EditProfile {
    let members: any ClubMembers

    func edit(_ command: Command) async throws {
        guard var member = try await members.find(command.memberID) else {
            throw ProfileRefusal.unknownMember
        }

        // Why not `command.handle ?? member.handle.text`: a handle that is not given needs no check.
        if let text = command.handle {
            let handle = try Handle(text)
            // Why the id: members who ask for their own handle hold it already, so the lookup finds them.
            let isTaken = try await HandleUniqueness(directory: members).isTaken(handle, for: member.id)
            guard !isTaken else { throw ProfileRefusal.handleTaken }
            member.rename(to: handle)
        }
        if let introduction = command.introduction {
            try member.introduce(as: introduction)
        }
        // Why only here: as long as something can still refuse, the change stays in a copy that nobody keeps.
        try await members.save(member)
    }
}

/// Somebody looks at a member's profile.
struct ReadProfile {
    let members: any ClubMembers

    func read(_ id: MemberID) async throws -> ProfilePage {
        guard let member = try await members.find(id) else { throw ProfileRefusal.unknownMember }
        return ProfilePage(handle: member.handle.text, introduction: member.introduction)
    }
}

/// What others see of a member.
struct ProfilePage: Hashable, Sendable {
    let handle: String
    let introduction: String
}

/// A member leaves Moa.
struct LeaveMoa {
    let members: any ClubMembers

    func leave(_ id: MemberID) async throws {
        // Why no error: the caller wants this member gone, and they are. A lost answer is asked for again.
        guard var member = try await members.find(id) else { return }
        member.leave()
        try await members.save(member)
    }
}

// MARK: - Given

extension EditProfile {
    /// What a screen sends. Each screen gives what it has a field for; nil means «not given».
    struct Command: Hashable, Sendable {
        let memberID: MemberID
        var handle: String?
        var introduction: String?
    }
}

/// Why a use case says no, in Moa's words. `Handle` and `ClubMember` refuse texts themselves.
enum ProfileRefusal: Error, Hashable, Sendable {
    case unknownMember
    case handleTaken
}

/// A member of Moa, with what others may read of them.
struct ClubMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    /// A few words about themselves. Nobody has to write any.
    private(set) var introduction: String
    private(set) var isActive: Bool

    static let longestIntroduction = 140

    struct IntroductionTooLong: Error, Hashable, Sendable {
        let length: Int
    }

    /// A stored member comes back as they were.
    init(id: MemberID, handle: Handle, introduction: String = "", isActive: Bool = true) {
        self.id = id
        self.handle = handle
        self.introduction = introduction
        self.isActive = isActive
    }

    mutating func rename(to newHandle: Handle) {
        handle = newHandle
    }

    mutating func introduce(as text: String) throws(IntroductionTooLong) {
        guard text.count <= Self.longestIntroduction else { throw IntroductionTooLong(length: text.count) }
        introduction = text
    }

    mutating func leave() {
        isActive = false
    }
}

/// The members of Moa. Somebody who has left is kept, and is no longer a member.
protocol ClubMembers: HandleDirectory where Holder == ClubMember {
    /// The member with this id. Nil if nobody ever had it, or if its member has left.
    func find(_ id: MemberID) async throws -> ClubMember?

    /// The member who holds this handle, whatever its letter case. Somebody who has left holds none.
    func holder(of handle: Handle) async throws -> ClubMember?

    /// Keeps the whole member, in place of the one with the same id.
    func save(_ member: ClubMember) async throws
}

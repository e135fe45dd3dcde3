// 5.2 Edit, leave
//
// Three use cases of one member: edit the profile, read it, leave Moa. They were written on three afternoons,
// and don't agree on what to do if something is missing. Let an edit change what was given and keep the
// rest, let reading return a page and not a member, and let each outcome say what the caller needs to know.
//
// The page: swift run kata show 5.2
// Check it: swift run kata check 5.2

import Moa

/// A member changes what others see of them.
struct EditProfile {
    let members: any ClubMembers

    func edit(_ command: Command) async throws {
        // TODO: Somebody who isn't there hears that all went well.
        guard var member = try await members.find(command.memberID) else { return }

        if let text = command.handle {
            let handle = try Handle(text)
            // TODO: This script judges by its own rule. Kim would like to be «KIM»: whom does it find?
            guard try await members.holder(of: handle) == nil else { throw ProfileRefusal.handleTaken }
            member.rename(to: handle)
            try await members.save(member)
        }

        // TODO: The phone has no field for the introduction. What is left of it after an edit on the phone?
        try member.introduce(as: command.introduction ?? "")
        try await members.save(member)
    }
}

/// Somebody looks at a member's profile.
struct ReadProfile {
    let members: any ClubMembers

    func read(_ id: MemberID) async throws -> ProfilePage {
        guard let member = try await members.find(id) else { throw ProfileRefusal.unknownMember }
        return ProfilePage(member: member)
    }
}

/// What others see of a member.
struct ProfilePage {
    // TODO: A screen that has this page has a member, with all the verbs of one.
    let member: ClubMember

    var handle: String { member.handle.text }
    var introduction: String { member.introduction }
}

/// A member leaves Moa.
struct LeaveMoa {
    let members: any ClubMembers

    func leave(_ id: MemberID) async throws {
        // TODO: The first answer got lost on the way, and the phone asks again. What does it show?
        guard var member = try await members.find(id) else { throw ProfileRefusal.unknownMember }
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

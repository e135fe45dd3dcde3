// One final class behind three small fronts; the page is made of the domain's values.

import Moa

final class MemberProfiles: Sendable {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func existing(_ id: MemberID) async throws -> ClubMember {
        guard let member = try await members.find(id) else { throw ProfileRefusal.unknownMember }
        return member
    }

    func isFree(_ handle: Handle, for id: MemberID) async throws -> Bool {
        try await [id, nil].contains(members.holder(of: handle)?.id)
    }

    func change(_ id: MemberID, by verbs: (inout ClubMember) throws -> Void) async throws {
        var member = try await existing(id)
        try verbs(&member)
        try await members.save(member)
    }
}

actor EditProfile {
    private let profiles: MemberProfiles

    init(members: any ClubMembers) {
        profiles = MemberProfiles(members: members)
    }

    func edit(_ command: Command) async throws {
        let handle = try command.handle.map { try Handle($0) }
        guard handle != nil || command.introduction != nil else {
            _ = try await profiles.existing(command.memberID)
            return
        }
        if let handle, try await !profiles.isFree(handle, for: command.memberID) {
            throw ProfileRefusal.handleTaken
        }
        try await profiles.change(command.memberID) { member in
            if let handle { member.rename(to: handle) }
            if let introduction = command.introduction { try member.introduce(as: introduction) }
        }
    }
}

final class ReadProfile {
    private let profiles: MemberProfiles

    init(members: any ClubMembers) {
        profiles = MemberProfiles(members: members)
    }

    func read(_ id: MemberID) async throws -> ProfilePage {
        let member = try await profiles.existing(id)
        return ProfilePage(handle: member.handle, introduction: member.introduction)
    }
}

struct ProfilePage: Sendable {
    let handle: Handle
    let introduction: String
}

struct LeaveMoa {
    private let profiles: MemberProfiles

    init(members: any ClubMembers) {
        profiles = MemberProfiles(members: members)
    }

    func leave(_ id: MemberID) async throws {
        do {
            try await profiles.change(id) { $0.leave() }
        } catch ProfileRefusal.unknownMember {
            return
        }
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

/// Why a use case says no, in Moa's words. A text's own type says what is wrong with the text.
enum ProfileRefusal: Error, Hashable, Sendable {
    case unknownMember
    case handleTaken
}

/// A member of Moa, with what others may read of them.
struct ClubMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var handle: Handle
    /// Some sentences about oneself. Nobody has to write any.
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
    /// The member with this id. Nil if nobody ever had it, and if the member who had it has left.
    func find(_ id: MemberID) async throws -> ClubMember?

    /// The member who holds this handle, whatever its letter case. Somebody who has left holds none.
    func holder(of handle: Handle) async throws -> ClubMember?

    /// Keeps this member whole, in the place of the one with the same id.
    func save(_ member: ClubMember) async throws
}

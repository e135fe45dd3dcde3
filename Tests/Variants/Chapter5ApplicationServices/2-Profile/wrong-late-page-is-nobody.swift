// Fails: a profile page shows what was saved last
// Tempting: A page that comes after the next request comes too late.

import Moa

/// A member changes what others see of them.
actor EditProfile {
    private let members: any ClubMembers
    private let uniqueness: HandleUniqueness

    init(members: any ClubMembers) {
        self.members = members
        uniqueness = HandleUniqueness(directory: members)
    }

    func edit(_ command: Command) async throws {
        // What can be judged without asking anybody comes first.
        let handle = try command.handle.map { try Handle($0) }
        guard handle != nil || command.introduction != nil else { return }

        var member = try await members.known(command.memberID)
        try command.introduction.map { try member.introduce(as: $0) }
        if let handle {
            guard try await !uniqueness.isTaken(handle, for: command.memberID) else {
                throw ProfileRefusal.handleTaken
            }
            member.rename(to: handle)
        }
        try await members.save(member)
    }
}

/// Somebody looks at a member's profile.
final class ReadProfile: Sendable {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func read(_ id: MemberID) async throws -> ProfilePage {
        ProfilePage(try await members.known(id))
    }
}

/// What others see of a member.
struct ProfilePage: Sendable {
    let handle: Handle
    let introduction: String

    fileprivate init(_ member: ClubMember) {
        handle = member.handle
        introduction = member.introduction
    }
}

/// A member leaves Moa.
final class LeaveMoa: Sendable {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func leave(_ id: MemberID) async throws {
        if var member = try await members.find(id) {
            member.leave()
            try await members.save(member)
        }
    }
}

extension ClubMembers {
    /// Somebody who has to be there.
    fileprivate func known(_ id: MemberID) async throws -> ClubMember {
        guard let member = try await find(id) else { throw ProfileRefusal.unknownMember }
        return member
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

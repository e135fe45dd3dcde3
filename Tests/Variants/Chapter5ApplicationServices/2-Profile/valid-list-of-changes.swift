// Structs over one helper: the edit is a list of changes, and the page is an object.

import Moa

/// A member changes what others see of them.
struct EditProfile {
    private let desk: FrontDesk

    init(members: any ClubMembers) {
        desk = FrontDesk(members: members)
    }

    func edit(_ command: Command) async throws {
        guard let before = try await desk.memberToday(command.memberID) else {
            throw ProfileRefusal.unknownMember
        }

        var changes: [Change] = []
        if let text = command.handle {
            changes.append(.handle(try Handle(text)))
        }
        if let text = command.introduction {
            changes.append(.introduction(text))
        }

        var after = before
        for change in changes {
            switch change {
            case .handle(let handle):
                let uniqueness = HandleUniqueness(directory: desk.members)
                let taken = try await uniqueness.isTaken(handle, for: before.id)
                guard !taken else { throw ProfileRefusal.handleTaken }
                after.rename(to: handle)
            case .introduction(let text):
                try after.introduce(as: text)
            }
        }
        try await desk.members.save(after)
    }

    private enum Change {
        case handle(Handle)
        case introduction(String)
    }
}

/// Somebody looks at a member's profile.
struct ReadProfile {
    private let desk: FrontDesk

    init(members: any ClubMembers) {
        desk = FrontDesk(members: members)
    }

    func read(_ id: MemberID) async throws -> ProfilePage {
        guard let member = try await desk.memberToday(id) else { throw ProfileRefusal.unknownMember }
        return ProfilePage(of: member)
    }
}

/// What others see of a member.
final class ProfilePage: Sendable {
    let handle: String
    let introduction: String

    init(of member: ClubMember) {
        handle = member.handle.text
        introduction = member.introduction
    }
}

/// A member leaves Moa.
struct LeaveMoa {
    private let desk: FrontDesk

    init(members: any ClubMembers) {
        desk = FrontDesk(members: members)
    }

    func leave(_ id: MemberID) async throws {
        if let member = try await desk.memberToday(id) {
            var gone = member
            gone.leave()
            try await desk.members.save(gone)
        }
    }
}

/// Where all three begin.
private struct FrontDesk: Sendable {
    let members: any ClubMembers

    func memberToday(_ id: MemberID) async throws -> ClubMember? {
        try await members.find(id)
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

// 3.3 An anaemic member

import Foundation
import Moa

/// A member of Moa, who knows what can be done with a member.
struct ClubMember {
    let id: MemberID
    private(set) var handle: Handle
    private(set) var formerHandles: [Handle]
    // Why not a Bool beside it: two properties that must agree add a rule that somebody can forget.
    private(set) var supporterSince: Date?
    private(set) var isActive: Bool

    /// Brings a stored member back as they were.
    init(
        id: MemberID,
        handle: Handle,
        formerHandles: [Handle] = [],
        supporterSince: Date? = nil,
        isActive: Bool = true
    ) {
        self.id = id
        self.handle = handle
        self.formerHandles = formerHandles
        self.supporterSince = supporterSince
        self.isActive = isActive
    }

    var isSupporter: Bool { supporterSince != nil }

    mutating func rename(to newHandle: Handle) throws(Refused) {
        guard isActive else { throw .deactivated }
        guard newHandle != handle else { return }
        formerHandles.append(handle)
        handle = newHandle
    }

    // Why the day, and not the calendar: a member needs a fact, and not somebody to ask.
    mutating func upgrade(on day: Date) throws(Refused) {
        guard isActive else { throw .deactivated }
        guard !isSupporter else { throw .alreadySupporter }
        supporterSince = day
    }

    mutating func deactivate() throws(Refused) {
        guard isActive else { throw .deactivated }
        isActive = false
        supporterSince = nil
    }
}

/// The steps around a member's verbs: find, change, save. What is left is an application service.
struct ClubMemberService {
    let members: any ClubMembers
    let calendar: any ClubCalendar

    func rename(_ id: MemberID, to newHandle: Handle) throws {
        var member = try find(id)
        try member.rename(to: newHandle)
        try members.save(member)
    }

    /// Makes a member a supporter, from today on.
    func upgrade(_ id: MemberID) throws {
        var member = try find(id)
        try member.upgrade(on: calendar.today)
        try members.save(member)
    }

    /// Makes supporters of all on the bank's list. It passes over everybody it can't upgrade.
    func upgradeAll(_ ids: [MemberID]) throws {
        for id in ids {
            do {
                try upgrade(id)
            } catch is ClubMember.Refused, is UnknownClubMember {
                // Why only these: a store that fails has refused nobody, and the list is not done.
                continue
            }
        }
    }

    /// Ends a membership, and the support with it.
    func deactivate(_ id: MemberID) throws {
        var member = try find(id)
        try member.deactivate()
        try members.save(member)
    }

    private func find(_ id: MemberID) throws -> ClubMember {
        guard let member = try members.find(id) else { throw UnknownClubMember(id: id) }
        return member
    }
}

// MARK: - Given

extension ClubMember {
    /// Why a member is not changed.
    enum Refused: Error, Hashable {
        case deactivated
        case alreadySupporter
    }
}

/// Nobody in Moa has this id.
struct UnknownClubMember: Error, Hashable {
    let id: MemberID
}

/// All members of Moa, wherever they are kept. What is not saved is lost.
protocol ClubMembers {
    func find(_ id: MemberID) throws -> ClubMember?
    func save(_ member: ClubMember) throws
}

/// Knows what day it is.
protocol ClubCalendar {
    var today: Date { get }
}

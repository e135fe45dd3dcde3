// 3.3 An anaemic member
//
// This code works. A member is a row of properties, and a service holds every rule about them. Each way in has
// to remember each rule, and one has forgotten: the bank's list makes supporters of members who have left.
// Give ClubMember its verbs back: rename(to:), upgrade(on:) and deactivate(). Close its properties. The service
// keeps the ports and the steps: find the member, let the member change, save. The green rules stay green.
//
// The page: swift run kata show 3.3
// Check it: swift run kata check 3.3

import Foundation
import Moa

/// A member of Moa.
struct ClubMember {
    // TODO: Which of these may anybody change? And which of them may change only together?
    var id: MemberID
    var handle: Handle
    var formerHandles: [Handle]
    var isSupporter: Bool
    var supporterSince: Date?
    var isActive: Bool

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
        self.isSupporter = supporterSince != nil
        self.supporterSince = supporterSince
        self.isActive = isActive
    }

    // TODO: What does a member do? So far, nothing.
}

/// All that can be done with members.
final class ClubMemberService {
    private let members: any ClubMembers
    private let calendar: any ClubCalendar
    // TODO: Whose member is this while two people work with the service?
    private var current: ClubMember?

    init(members: any ClubMembers, calendar: any ClubCalendar) {
        self.members = members
        self.calendar = calendar
    }

    // MARK: Rename

    func rename(_ id: MemberID, to newHandle: Handle) throws {
        var member = try load(id)
        // TODO: Who has all that this rule needs?
        guard member.isActive else { throw ClubMember.Refused.deactivated }
        guard member.handle != newHandle else { return }
        member.formerHandles.append(member.handle)
        member.handle = newHandle
        current = member
        try saveCurrent()
    }

    // MARK: Upgrade

    /// Makes a member a supporter, from today on.
    func upgrade(_ id: MemberID) throws {
        var member = try load(id)
        guard member.isActive else { throw ClubMember.Refused.deactivated }
        guard !member.isSupporter else { throw ClubMember.Refused.alreadySupporter }
        member.isSupporter = true
        member.supporterSince = calendar.today
        current = member
        try saveCurrent()
    }

    /// Makes supporters of all on the bank's list. It passes over everybody it can't upgrade.
    func upgradeAll(_ ids: [MemberID]) throws {
        for id in ids {
            guard var member = try members.find(id) else { continue }
            // TODO: One of the rules of upgrade(_:) is here, and one is missing.
            guard !member.isSupporter else { continue }
            member.isSupporter = true
            member.supporterSince = calendar.today
            current = member
            try saveCurrent()
        }
    }

    // MARK: Deactivate

    /// Ends a membership, and the support with it.
    func deactivate(_ id: MemberID) throws {
        var member = try load(id)
        guard member.isActive else { throw ClubMember.Refused.deactivated }
        member.isActive = false
        member.isSupporter = false
        member.supporterSince = nil
        current = member
        try saveCurrent()
    }

    // MARK: Load and save

    private func load(_ id: MemberID) throws -> ClubMember {
        guard let member = try members.find(id) else { throw UnknownClubMember(id: id) }
        current = member
        return member
    }

    private func saveCurrent() throws {
        guard let current else { return }
        try members.save(current)
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

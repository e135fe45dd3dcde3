import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter3DomainServices

@Suite("3.3 An anaemic member")
struct AnemicMemberTests {
    @Test("a new handle is kept, and the former one remembered")
    func rename() throws {
        let moa = try ClubBook([.init("m-1", "Sori")])
        try moa.service.rename(MemberID("m-1"), to: Handle("Haneul"))
        try moa.service.rename(MemberID("m-1"), to: Handle("Bada"))
        try moa.service.rename(MemberID("m-1"), to: Handle("BADA"))
        let sori = try moa.row("m-1")
        #expect(sori.handle == "BADA", "the handle is not the one that was wished for last")
        let former = ["Sori", "Haneul", "Bada"]
        #expect(sori.formerHandles == former, "friends look for the member under these, in this order")
    }

    @Test("the handle that a member has already is no former handle")
    func sameHandle() throws {
        let moa = try ClubBook([.init("m-1", "Sori")])
        try moa.service.rename(MemberID("m-1"), to: Handle("Sori"))
        let formerHandles = try moa.row("m-1").formerHandles
        #expect(formerHandles == [], "Sori was never called anything else")
    }

    @Test("an upgrade makes a supporter from that day on")
    func upgrade() throws {
        let moa = try ClubBook([.init("m-1", "Sori"), .init("m-2", "Kim")])
        try moa.service.upgrade(MemberID("m-1"))
        let sori = try moa.row("m-1")
        #expect(sori.isSupporter == true, "Sori pays, and is no supporter")
        #expect(sori.supporterSince == .utc(2026, 3, 31), "supporters are thanked on the wrong day")
        let kim = try moa.row("m-2")
        #expect(kim.isSupporter == false, "Kim has not paid")
    }

    @Test("whoever is a supporter already stays one since the same day")
    func alreadySupporter() throws {
        let moa = try ClubBook([.init("m-1", "Sori", supporterSince: .utc(2020, 5, 1))])
        #expect(
            throws: ClubMember.Refused.alreadySupporter,
            "Sori is a supporter already, and was not refused for that"
        ) {
            try moa.service.upgrade(MemberID("m-1"))
        }
        try moa.service.upgradeAll([MemberID("m-1")])
        let since = try moa.row("m-1").supporterSince
        #expect(since == .utc(2020, 5, 1), "years of support were forgotten")
    }

    @Test("a deactivated member is no supporter, and is refused from then on")
    func deactivation() throws {
        let moa = try ClubBook([.init("m-1", "Sori", supporterSince: .utc(2020, 5, 1))])
        let id = try MemberID("m-1")
        let wish = try Handle("Haneul")
        try moa.service.deactivate(id)
        let sori = try moa.row("m-1")
        #expect(sori.isActive == false)
        #expect(sori.isSupporter == false, "the bank would go on to collect money from Sori")
        #expect(throws: ClubMember.Refused.deactivated, "Sori has left, and was not refused a new handle") {
            try moa.service.rename(id, to: wish)
        }
        #expect(throws: ClubMember.Refused.deactivated, "Sori has left, and was not refused to leave again") {
            try moa.service.deactivate(id)
        }
    }

    @Test("the bank's list passes over whom it can't upgrade, but not over a store that fails")
    func bankList() throws {
        let people: [ClubBook.Row] = [
            .init("m-1", "Sori"),
            .init("m-2", "Kim", supporterSince: .utc(2020, 5, 1)),
            .init("m-3", "Minho"),
        ]
        let list = try ["m-9", "m-1", "m-2", "m-3"].map { try MemberID($0) }

        let moa = try ClubBook(people)
        try moa.service.upgradeAll(list)
        let supporters = moa.rows.filter(\.isSupporter).map(\.id)
        #expect(supporters == ["m-1", "m-2", "m-3"], "somebody on the list paid, and is no supporter")

        // The calls in their order: find m-9, find m-1, save m-1.
        for call in 1...3 {
            let failing = try ClubBook(people, faults: .failing(call: call))
            #expect(throws: InjectedFault(call: call), "the store failed, and the list looks done") {
                try failing.service.upgradeAll(list)
            }
        }
    }

    @Test("a member renames, upgrades and deactivates without a service")
    func ownVerbs() throws {
        var sori = try ClubMember(id: MemberID("m-1"), handle: Handle("Sori"))
        let wish = try Handle("Haneul")
        let renaming = outcome { try sori.perform(.rename(to: wish)) }
        #expect(renaming == .done, "ClubMember could not rename by itself")
        #expect(sori.handle == wish)
        #expect(sori.formerHandles.map(\.text) == ["Sori"], "«Sori» alone is the former handle")

        let upgrading = outcome { try sori.perform(.upgrade(on: .utc(2026, 3, 31))) }
        #expect(upgrading == .done, "ClubMember could not upgrade by itself")
        #expect(sori.supporterSince == .utc(2026, 3, 31))
        let again = outcome { try sori.perform(.upgrade(on: .utc(2026, 4, 30))) }
        #expect(
            again == .refused(.alreadySupporter),
            "a supporter was not refused another upgrade for being one"
        )

        let deactivating = outcome { try sori.perform(.deactivate) }
        #expect(deactivating == .done, "ClubMember could not deactivate by itself")
        #expect(sori.isActive == false)
        #expect(sori.isSupporter == false, "a member has left, and the support goes on")
        let renamingLate = outcome { try sori.perform(.rename(to: wish)) }
        #expect(renamingLate == .refused(.deactivated), "who has left was not refused a new handle for that")
    }

    @Test("a deactivated member can't be upgraded, whoever tries", arguments: WayToUpgrade.allCases)
    func deactivatedStaysOut(way: WayToUpgrade) throws {
        let moa = try ClubBook([.init("m-1", "Sori", isActive: false), .init("m-2", "Kim")])
        let id = try MemberID("m-1")
        switch way {
        case .member:
            var sori = try ClubMember(id: id, handle: Handle("Sori"), isActive: false)
            let upgrading = outcome { try sori.perform(.upgrade(on: .utc(2026, 3, 31))) }
            #expect(upgrading == .refused(.deactivated), "who has left was not refused an upgrade for that")
            #expect(sori.isSupporter == false, "somebody who has left is asked for more money")

            // As a store may bring somebody back. Whether isSupporter is true here is left open.
            var kim = try ClubMember(
                id: id,
                handle: Handle("Kim"),
                supporterSince: .utc(2020, 5, 1),
                isActive: false
            )
            let again = outcome { try kim.perform(.upgrade(on: .utc(2026, 3, 31))) }
            #expect(again == .refused(.deactivated), "that a member has left is the first thing to say")
        case .service:
            let upgrading = outcome { try moa.service.upgrade(id) }
            #expect(upgrading == .refused(.deactivated), "who has left was not refused an upgrade for that")
        case .bankList:
            try moa.service.upgradeAll([id, MemberID("m-2")])
            let kim = try moa.row("m-2")
            #expect(
                kim.isSupporter == true,
                "Kim stands on the list behind somebody who has left, and is no supporter"
            )
        }
        let sori = try moa.row("m-1")
        #expect(sori.isSupporter == false, "somebody who has left is a supporter")
    }

    @Test("what a member is changes by the member's verbs alone")
    func closedProperties() {
        let id = isSettable(\ClubMember.id)
        #expect(id == false, "a member can become somebody else")
        let handle = isSettable(\ClubMember.handle)
        #expect(handle == false, "a handle can change, and the former one is lost")
        let formerHandles = isSettable(\ClubMember.formerHandles)
        #expect(formerHandles == false, "the past of a member can be rewritten")
        let isSupporter = isSettable(\ClubMember.isSupporter)
        #expect(isSupporter == false, "a member can be a supporter since no day")
        let supporterSince = isSettable(\ClubMember.supporterSince)
        #expect(supporterSince == false, "the day can be set for a member who has left")
        let isActive = isSettable(\ClubMember.isActive)
        #expect(isActive == false, "a member can leave, and remain a supporter")
    }

    @Test("the service keeps its ports and nothing else, and a member keeps no port")
    func portsAlone() throws {
        let moa = try ClubBook([.init("m-1", "Sori")])
        let service = moa.service
        let others = Mirror(reflecting: service).children
            .filter { !($0.value is any ClubMembers) && !($0.value is any ClubCalendar) }
            .map { $0.label ?? "?" }
        #expect(others == [], "what the service keeps will be old when the next caller comes")

        try service.rename(MemberID("m-1"), to: Handle("Haneul"))
        try service.upgrade(MemberID("m-1"))
        try service.deactivate(MemberID("m-1"))
        let portsInside = moa.portsInMembers
        #expect(portsInside == [], "a member with a store inside can't be asked anything without it")
    }
}

/// Ways in which somebody may become a supporter.
enum WayToUpgrade: CaseIterable, CustomTestStringConvertible {
    case member
    case service
    case bankList

    var testDescription: String {
        switch self {
        case .member: "the member, told directly"
        case .service: "the service"
        case .bankList: "the bank's list"
        }
    }
}

// MARK: - A member's verbs, as far as it has them

/// What a member can do. See `NotDeclared`.
private protocol HavingVerbs {
    mutating func rename(to newHandle: Handle) throws
    mutating func upgrade(on day: Date) throws
    mutating func deactivate() throws
}

extension HavingVerbs {
    mutating func rename(to newHandle: Handle) throws { throw NotDeclared("rename(to:)") }
    mutating func upgrade(on day: Date) throws { throw NotDeclared("upgrade(on:)") }
    mutating func deactivate() throws { throw NotDeclared("deactivate()") }
}

extension ClubMember: HavingVerbs {}

private enum MemberVerb {
    case rename(to: Handle)
    case upgrade(on: Date)
    case deactivate
}

extension HavingVerbs {
    fileprivate mutating func perform(_ verb: MemberVerb) throws {
        switch verb {
        case .rename(let handle): try rename(to: handle)
        case .upgrade(let day): try upgrade(on: day)
        case .deactivate: try deactivate()
        }
    }
}

/// What came of a verb.
private enum Outcome: Equatable {
    case done
    case refused(ClubMember.Refused)
    case missing(NotDeclared)
    case failed(String)
}

private func outcome(of verb: () throws -> Void) -> Outcome {
    do {
        try verb()
        return .done
    } catch let refusal as ClubMember.Refused {
        return .refused(refusal)
    } catch let missing as NotDeclared {
        return .missing(missing)
    } catch {
        return .failed("\(error)")
    }
}

// MARK: - The store

/// Moa's members as rows, so that a change is lost unless it is saved.
private final class ClubBook: ClubMembers {
    struct Row {
        let id: String
        let handle: String
        let formerHandles: [String]
        let isSupporter: Bool
        let supporterSince: Date?
        let isActive: Bool

        init(_ id: String, _ handle: String, supporterSince: Date? = nil, isActive: Bool = true) {
            self.id = id
            self.handle = handle
            formerHandles = []
            isSupporter = supporterSince != nil
            self.supporterSince = supporterSince
            self.isActive = isActive
        }

        init(_ member: ClubMember) {
            id = member.id.text
            handle = member.handle.text
            formerHandles = member.formerHandles.map(\.text)
            isSupporter = member.isSupporter
            supporterSince = member.supporterSince
            isActive = member.isActive
        }

        func member() throws -> ClubMember {
            try ClubMember(
                id: MemberID(id),
                handle: Handle(handle),
                formerHandles: formerHandles.map { try Handle($0) },
                supporterSince: supporterSince,
                isActive: isActive
            )
        }
    }

    private struct StoppedCalendar: ClubCalendar {
        let today = Date.utc(2026, 3, 31)
    }

    private(set) var rows: [Row]
    private(set) var portsInMembers: [String] = []
    private let faults: FaultPlan

    init(_ rows: [Row], faults: FaultPlan = FaultPlan()) throws {
        self.rows = rows
        self.faults = faults
    }

    var service: ClubMemberService {
        ClubMemberService(members: self, calendar: StoppedCalendar())
    }

    func row(_ id: String) throws -> Row {
        try #require(rows.first { $0.id == id }, "a member has gone missing")
    }

    func find(_ id: MemberID) throws -> ClubMember? {
        try faults.around { try rows.first { $0.id == id.text }?.member() }
    }

    func save(_ member: ClubMember) throws {
        portsInMembers += Mirror(reflecting: member).children
            .filter { $0.value is any ClubMembers || $0.value is any ClubCalendar }
            .map { $0.label ?? "?" }
        try faults.around {
            rows.removeAll { $0.id == member.id.text }
            rows.append(Row(member))
            rows.sort { $0.id < $1.id }
        }
    }
}

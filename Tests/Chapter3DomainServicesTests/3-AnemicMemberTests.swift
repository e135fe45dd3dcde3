import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter3DomainServices

@Suite("3.3 An anaemic member")
struct AnemicMemberTests {
    @Test("a new handle is kept, and the former one is remembered")
    func rename() throws {
        let moa = try ClubBook([.init("m-1", "Sori", supporterSince: .utc(2020, 5, 1))])
        let handles =
            ["Sori", "Haneul", "BADA", "Bada", "Badá", "Bad á"] + (1...40).map { "Nari\($0)" }
            + ["Byeol", "Gaon"]
        for wish in handles.dropFirst() {
            try moa.service.rename(MemberID("m-1"), to: Handle(wish))
        }
        let sori = try moa.row("m-1")
        #expect(sori.handle == "Gaon", "the handle is not the last one that was asked for")
        let former = Array(handles.dropLast())
        #expect(
            sori.formerHandles == former,
            "friends don't find all former handles of the member, the oldest first"
        )
        #expect(
            sori.supporterSince == .utc(2020, 5, 1),
            "Sori took new handles, and her first day as a supporter has changed"
        )

        for wish in ["Haneul", "Bom"] {
            try moa.service.rename(MemberID("m-1"), to: Handle(wish))
        }
        let allFormer = try Set(moa.row("m-1").formerHandles)
        #expect(
            allFormer == Set(handles),
            "Sori took a former handle again and gave it up again, and friends don't find all that she has had"
        )

        let wish = try Handle("Haneul")
        try storeIsAsked("a new handle") { try $0.rename($1, to: wish) }

        let surprise = Season.surprise(.renames)
        #expect(surprise == nil, "two services worked for a season, and a handle went wrong")
    }

    @Test("a member who takes their present handle gets no former handle")
    func sameHandle() throws {
        let moa = try ClubBook([.init("m-1", "Sori"), .init("m-2", "Zoë")])
        try moa.service.rename(MemberID("m-1"), to: Handle("Sori"))
        let formerHandles = try moa.row("m-1").formerHandles
        #expect(formerHandles == [], "Sori took her present handle, and it became a former one")
        try moa.service.rename(MemberID("m-2"), to: Handle("Zoe\u{308}"))
        let formerHandlesOfZoe = try moa.row("m-2").formerHandles
        #expect(
            formerHandlesOfZoe == [],
            "Zoë typed her handle's «ë» as a letter and an accent, and the handle became a former one"
        )
    }

    @Test("an upgrade makes a supporter from that day on")
    func upgrade() throws {
        let moa = try ClubBook([.init("m-1", "Sori"), .init("m-2", "Kim"), .init("m-3", "Minho")])
        let service = moa.service
        try service.rename(MemberID("m-1"), to: Handle("Haneul"))
        try service.upgrade(MemberID("m-1"))
        let sori = try moa.row("m-1")
        #expect(sori.formerHandles == ["Sori"], "Sori was upgraded, and friends don't find her former handle")
        #expect(sori.isSupporter == true, "Sori pays, and is not a supporter")
        #expect(
            sori.supporterSince == .utc(2026, 3, 31),
            "Sori was upgraded on 31 March 2026, and a different day is remembered"
        )
        let kim = try moa.row("m-2")
        #expect(kim.isSupporter == false, "Sori was upgraded, and Kim became a supporter")

        moa.calendar.today = .utc(2026, 4, 1)
        try service.upgrade(MemberID("m-2"))
        try service.upgradeAll([MemberID("m-3")])
        let firstDays = try ["m-2", "m-3"].map { try moa.row($0).supporterSince }
        #expect(
            firstDays == [.utc(2026, 4, 1), .utc(2026, 4, 1)],
            "Kim and Minho were upgraded a day after Sori, and different days are remembered"
        )
        try storeIsAsked("an upgrade") { try $0.upgrade($1) }

        let surprise = Season.surprise(.upgrades)
        #expect(surprise == nil, "two services worked for a season, and an upgrade went wrong")
    }

    @Test("a supporter who is upgraded again keeps their first day")
    func alreadySupporter() throws {
        let moa = try ClubBook([.init("m-1", "Sori", supporterSince: .utc(2020, 5, 1))])
        #expect(
            throws: ClubMember.Refused.alreadySupporter,
            "Sori is a supporter already, and another upgrade is not refused for that"
        ) {
            try moa.service.upgrade(MemberID("m-1"))
        }
        try moa.service.upgradeAll([MemberID("m-1")])
        let since = try moa.row("m-1").supporterSince
        #expect(since == .utc(2020, 5, 1), "Sori was upgraded again, and her years of support were forgotten")

        let surprise = Season.surprise(.upgradesAgain)
        #expect(surprise == nil, "two services worked for a season, and a second upgrade went wrong")
    }

    @Test("a deactivated member is no supporter, and is refused from then on")
    func deactivation() throws {
        let moa = try ClubBook([.init("m-1", "Sori", supporterSince: .utc(2020, 5, 1))])
        let id = try MemberID("m-1")
        let wish = try Handle("Haneul")
        try moa.service.rename(id, to: Handle("Bada"))
        try moa.service.deactivate(id)
        let sori = try moa.row("m-1")
        #expect(sori.formerHandles == ["Sori"], "Sori has left, and friends don't find her former handle")
        #expect(sori.isActive == false, "Sori was deactivated, and is still active")
        #expect(sori.isSupporter == false, "Sori has left, and the bank goes on collecting her money")
        #expect(
            throws: ClubMember.Refused.deactivated,
            "Sori has left, and a new handle is not refused for that"
        ) {
            try moa.service.rename(id, to: wish)
        }
        #expect(
            throws: ClubMember.Refused.deactivated,
            "Sori has left, and leaving again is not refused for that"
        ) {
            try moa.service.deactivate(id)
        }
        let stored = try moa.find(id)
        let former = stored?.formerHandles.map(\.text)
        #expect(former == ["Sori"], "a member who had left was brought back, without the former handle")
        try storeIsAsked("a departure") { try $0.deactivate($1) }

        let surprise = Season.surprise(.leaves)
        #expect(
            surprise == nil,
            "two services worked for a season, and something went wrong with somebody who left"
        )
    }

    /// Whether a step finds and saves, and the caller learns when it can't.
    private func storeIsAsked(_ wish: String, _ step: (ClubMemberService, MemberID) throws -> Void) throws {
        // The calls in their order: find m-1, save m-1.
        for call in 1...2 {
            let failing = try ClubBook([.init("m-1", "Sori")], faults: .failing(call: call))
            #expect(
                throws: InjectedFault(call: call),
                "\(wish) was asked for, the store failed, and its error did not reach the caller"
            ) {
                try step(failing.service, MemberID("m-1"))
            }
        }
        let moa = try ClubBook([.init("m-1", "Sori")])
        let nobody = try MemberID("m-9")
        #expect(
            throws: UnknownClubMember(id: nobody),
            "nobody has the id m-9, and \(wish) is not refused for that"
        ) {
            try step(moa.service, nobody)
        }
    }

    @Test("the bank's list passes over everybody it can't upgrade, but reports a failing store")
    func bankList() throws {
        let people: [ClubBook.Row] = [
            .init("m-1", "Sori"),
            .init("m-2", "Kim", supporterSince: .utc(2020, 5, 1)),
            .init("m-3", "Minho"),
        ]
        let list = try ["m-9", "m-1", "m-2", "m-3"].map { try MemberID($0) }

        let moa = try ClubBook(people)
        let strangers = try (101...199).map { try MemberID("m-\($0)") }
        try moa.service.upgradeAll(strangers + list)
        let supporters = moa.rows.filter(\.isSupporter).map(\.id)
        #expect(
            supporters == ["m-1", "m-2", "m-3"],
            "after the bank's list, Sori, Kim and Minho should be supporters, and these are"
        )

        // The calls in their order: find m-9, find m-1, save m-1, find m-2, find m-3, save m-3.
        for call in 1...6 {
            let failing = try ClubBook(people, faults: .failing(call: call))
            #expect(
                throws: InjectedFault(call: call),
                "the store failed, and its error did not reach the caller"
            ) {
                try failing.service.upgradeAll(list)
            }
        }
        let errors: [any Error] = [
            CancellationError(), Handle.Flaw.tooShort(length: 2), CocoaError(.fileReadNoSuchFile),
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "half a line")),
        ]
        for (id, error) in people.flatMap({ row in errors.map { (row.id, $0) } }) {
            let illegible = try ClubBook(people)
            illegible.unread = (id, error)
            let heard = outcome { try illegible.service.upgradeAll(list) }
            #expect(
                heard == .failed("\(error)"),
                "the store can't read a member on the list, and its error did not reach the caller"
            )
        }

        let surprise = Season.surprise(.bankSends)
        #expect(surprise == nil, "two services worked for a season, and a list of the bank went wrong")
    }

    @Test("a member renames, upgrades and deactivates without a service")
    func ownVerbs() throws {
        var sori = try ClubMember(id: MemberID("m-1"), handle: Handle("Sori"))
        let wish = try Handle("Haneul")
        let renaming = outcome { try sori.perform(.rename(to: wish)) }
        #expect(renaming == .done, "a member can't be renamed without a service")
        #expect(sori.handle == wish, "the renamed member does not have the new handle")
        #expect(
            sori.formerHandles.map(\.text) == ["Sori"],
            "the member was called «Sori» before, and «Sori» is not kept as their only former handle"
        )

        let upgrading = outcome { try sori.perform(.upgrade(on: .utc(2026, 3, 31))) }
        #expect(upgrading == .done, "a member can't be upgraded without a service")
        #expect(
            sori.supporterSince == .utc(2026, 3, 31),
            "the member was upgraded on 31 March 2026, and a different day is remembered"
        )
        for day in [Date.utc(2026, 4, 30), .utc(2026, 3, 31), .utc(2026, 3, 1)] {
            let again = outcome { try sori.perform(.upgrade(on: day)) }
            #expect(
                again == .refused(.alreadySupporter),
                "the member is a supporter already, and another upgrade is not refused for that"
            )
        }
        #expect(
            sori.supporterSince == .utc(2026, 3, 31),
            "another upgrade was refused, and the first day is lost"
        )

        let deactivating = outcome { try sori.perform(.deactivate) }
        #expect(deactivating == .done, "a member can't be deactivated without a service")
        #expect(sori.isActive == false, "the member was deactivated, and is still active")
        #expect(sori.isSupporter == false, "the member has left, and the support goes on")
        let card = ClubBook.Row(sori).card
        let lateWish = try Handle("Bada")
        let renamingLate = outcome { try sori.perform(.rename(to: lateWish)) }
        #expect(
            renamingLate == .refused(.deactivated),
            "the member has left, and a new handle is not refused for that"
        )
        let leavingAgain = outcome { try sori.perform(.deactivate) }
        #expect(
            leavingAgain == .refused(.deactivated),
            "the member has left, and leaving again is not refused for that"
        )
        let cardAfterwards = ClubBook.Row(sori).card
        #expect(cardAfterwards == card, "a member who has left was refused twice, and is not as they were")

        // As a store may bring somebody back. Whether the first day is still known is left open.
        var kim = try ClubMember(
            id: MemberID("m-2"),
            handle: Handle("Kim"),
            formerHandles: [wish],
            supporterSince: .utc(2020, 5, 1),
            isActive: false
        )
        let broughtBack = ClubBook.Row(kim)
        for verb in [MemberVerb.rename(to: lateWish), .upgrade(on: .utc(2026, 3, 31)), .deactivate] {
            _ = outcome { try kim.perform(verb) }
        }
        let refused = ClubBook.Row(kim)
        #expect(
            refused == broughtBack,
            "a supporter who has left was refused three times, and is not as they were"
        )
    }

    @Test(
        "a deactivated member can't be upgraded, in any of the three ways",
        arguments: WayToUpgrade.allCases
    )
    func deactivatedStaysOut(way: WayToUpgrade) throws {
        let moa = try ClubBook([.init("m-1", "Sori", isActive: false), .init("m-2", "Kim")])
        let id = try MemberID("m-1")
        switch way {
        case .member:
            var sori = try ClubMember(id: id, handle: Handle("Sori"), isActive: false)
            let upgrading = outcome { try sori.perform(.upgrade(on: .utc(2026, 3, 31))) }
            #expect(
                upgrading == .refused(.deactivated),
                "the member has left, and an upgrade is not refused for that"
            )
            #expect(sori.isSupporter == false, "the member has left, and became a supporter")

            // As a store may bring somebody back. Whether isSupporter is true here is left open.
            var kim = try ClubMember(
                id: id,
                handle: Handle("Kim"),
                supporterSince: .utc(2020, 5, 1),
                isActive: false
            )
            let again = outcome { try kim.perform(.upgrade(on: .utc(2026, 3, 31))) }
            #expect(
                again == .refused(.deactivated),
                "a supporter has left, and an upgrade is not refused for that"
            )
        case .service:
            let upgrading = outcome { try moa.service.upgrade(id) }
            #expect(
                upgrading == .refused(.deactivated),
                "the member has left, and an upgrade is not refused for that"
            )
        case .bankList:
            try moa.service.upgradeAll([id, MemberID("m-2")])
            let kim = try moa.row("m-2")
            #expect(
                kim.isSupporter == true,
                "Kim is on the list after somebody who has left, and did not become a supporter"
            )
        }
        let sori = try moa.row("m-1")
        #expect(sori.isSupporter == false, "Sori has left, and became a supporter")
    }

    @Test("a member changes only by the member's own verbs")
    func closedProperties() {
        let id = isSettable(\ClubMember.id)
        #expect(id == false, "anybody can give a member another id")
        let handle = isSettable(\ClubMember.handle)
        #expect(handle == false, "anybody can change a handle, and the former one is lost")
        let formerHandles = isSettable(\ClubMember.formerHandles)
        #expect(formerHandles == false, "anybody can rewrite a member's former handles")
        let isSupporter = isSettable(\ClubMember.isSupporter)
        #expect(isSupporter == false, "anybody can make a member a supporter without a first day")
        let supporterSince = isSettable(\ClubMember.supporterSince)
        #expect(supporterSince == false, "anybody can set a day of support, even for a member who has left")
        let isActive = isSettable(\ClubMember.isActive)
        #expect(isActive == false, "anybody can make a supporter inactive, and the support goes on")
    }

    @Test("the service keeps its ports and nothing else, and a member keeps no port")
    func portsAlone() throws {
        let moa = try ClubBook([.init("m-1", "Sori")])
        let service = moa.service
        let others = Mirror(reflecting: service).children
            .filter { !($0.value is any ClubMembers) && !($0.value is any ClubCalendar) }
            .map { $0.label ?? "?" }
        #expect(
            others == [],
            "the service keeps more than its ports, and the next caller gets what is out of date"
        )

        try service.rename(MemberID("m-1"), to: Handle("Haneul"))
        try service.upgrade(MemberID("m-1"))
        try service.deactivate(MemberID("m-1"))
        let portsInside = moa.portsInMembers
        #expect(portsInside == [], "a member keeps a port, and can't be asked anything without it")
    }
}

/// Ways in which a member may become a supporter.
enum WayToUpgrade: CaseIterable, CustomTestStringConvertible {
    case member
    case service
    case bankList

    var testDescription: String {
        switch self {
        case .member: "the member's own verb"
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

/// What a verb did.
private enum Outcome: Equatable, CustomStringConvertible {
    case done
    case refused(ClubMember.Refused)
    case unknown(String)
    case missing(NotDeclared)
    case failed(String)

    var description: String {
        switch self {
        case .done: "done"
        case .unknown(let id): "nobody has the id \(id)"
        case .refused(let reason): "refused: \(reason)"
        case .missing(let verb): "\(verb)"
        case .failed(let error): "another error: \(error)"
        }
    }
}

private func outcome(of verb: () throws -> Void) -> Outcome {
    do {
        try verb()
        return .done
    } catch let refusal as ClubMember.Refused {
        return .refused(refusal)
    } catch let unknown as UnknownClubMember {
        return .unknown(unknown.id.text)
    } catch let missing as NotDeclared {
        return .missing(missing)
    } catch {
        return .failed("\(error)")
    }
}

// MARK: - A season

/// Two services are asked for things at random, the same way each time. Now and then the store fails, or a backup changes
/// a member.
private enum Season {
    enum Kind { case renames, upgrades, upgradesAgain, leaves, bankSends }

    /// The first wish after which Moa isn't as it should be, if it is of this kind.
    static func surprise(_ kind: Kind) -> String? {
        guard let first, first.kind == kind else { return nil }
        return first.description
    }

    private static let first: (kind: Kind, description: String)? = {
        do {
            return try findFirst()
        } catch {
            return (.renames, "a member is gone, or can't be read: \(error)")
        }
    }()

    private static func findFirst() throws -> (kind: Kind, description: String)? {
        let ids = ["m-1", "m-2", "m-3", "M-2"]
        let moa = try ClubBook(ids.map { .init($0, "Kim") })
        let services = [moa.service, moa.service]
        var right = moa.rows
        var draws = RepeatableDraws(seed: 3)
        for number in 1...800 {
            let chance = draws.next()
            moa.calendar.today = .utc(2026, 3, number / 20)
            if (chance >> 20) % 6 == 0 {
                let place = Int((chance >> 23) % 4)
                right[place].isActive = (chance >> 25) % 3 != 0
                right[place].supporterSince = (chance >> 27) % 2 == 0 ? nil : .utc(2020, 5, 1)
                moa.put(right[place])
            }
            let id = (ids + ["m-9"])[Int((chance >> 33) % 5)]
            let handle = ["Kim", "KIM", "Sori", "Haneul", "Bada"][Int((chance >> 40) % 5)]
            let wish: Wish =
                switch (chance >> 50) % 8 {
                case 0...3: .rename(id, to: handle)
                case 4...5: .upgrade(id)
                case 6: .deactivate(id)
                default: .upgradeAll(["m-9", id, "m-2"])
                }
            let kind = wish.kind(for: right.first { $0.id == id })
            var granted = right
            var answer = wish.grant(in: &granted, on: moa.calendar.today)
            let failing = wish.isList || (chance >> 58) % 6 != 0 ? 0 : 1 + Int((chance >> 55) % 2)
            moa.faults = .failing(call: failing)
            let heard = outcome { try wish.ask(services[number % 2]) }
            if failing > 0, moa.faults.calls >= failing {
                (granted, answer) = (right, .failed("\(InjectedFault(call: failing))"))
            }
            moa.faults = FaultPlan()
            right = granted

            let what = "wish \(number): \(wish)"
            guard heard == answer else { return (kind, "\(what). \(heard), not \(answer)") }
            for row in right {
                let (found, wanted) = (try moa.row(row.id).card, row.card)
                if found != wanted { return (kind, "\(what). \(row.id): \(found), not \(wanted)") }
            }
        }
        return nil
    }

    private enum Wish: CustomStringConvertible {
        case rename(String, to: String)
        case upgrade(String)
        case deactivate(String)
        case upgradeAll([String])

        var description: String {
            switch self {
            case .rename(let id, let handle): "\(id) is renamed «\(handle)»"
            case .upgrade(let id): "\(id) is upgraded"
            case .deactivate(let id): "\(id) is deactivated"
            case .upgradeAll(let ids): "the bank sends \(ids.joined(separator: ", "))"
            }
        }

        var isList: Bool { if case .upgradeAll = self { true } else { false } }

        func kind(for member: ClubBook.Row?) -> Kind {
            switch self {
            case .upgradeAll: .bankSends
            case _ where member?.isActive == false: .leaves
            case .rename: .renames
            case .upgrade: member?.supporterSince == nil ? .upgrades : .upgradesAgain
            case .deactivate: .leaves
            }
        }

        func ask(_ service: ClubMemberService) throws {
            switch self {
            case .rename(let id, let handle): try service.rename(MemberID(id), to: Handle(handle))
            case .upgrade(let id): try service.upgrade(MemberID(id))
            case .deactivate(let id): try service.deactivate(MemberID(id))
            case .upgradeAll(let ids): try service.upgradeAll(ids.map { try MemberID($0) })
            }
        }

        /// The right answer; if it is «done», the member has changed.
        func grant(in members: inout [ClubBook.Row], on day: Date) -> Outcome {
            switch self {
            case .rename(let id, let handle):
                change(id, in: &members) { member in
                    guard member.handle != handle else { return .done }
                    member.formerHandles.append(member.handle)
                    member.handle = handle
                    return .done
                }
            case .upgrade(let id):
                change(id, in: &members) { member in
                    guard member.supporterSince == nil else { return .refused(.alreadySupporter) }
                    member.supporterSince = day
                    return .done
                }
            case .deactivate(let id):
                change(id, in: &members) { member in
                    (member.isActive, member.supporterSince) = (false, nil)
                    return .done
                }
            case .upgradeAll(let ids):
                ids.reduce(Outcome.done) { done, id in
                    _ = Wish.upgrade(id).grant(in: &members, on: day)
                    return done
                }
            }
        }

        private func change(
            _ id: String,
            in members: inout [ClubBook.Row],
            _ verb: (inout ClubBook.Row) -> Outcome
        ) -> Outcome {
            guard let place = members.firstIndex(where: { $0.id == id }) else { return .unknown(id) }
            return members[place].isActive ? verb(&members[place]) : .refused(.deactivated)
        }
    }
}

// MARK: - The store

/// Moa's members as rows, so that a change is lost unless it is saved.
private final class ClubBook: ClubMembers {
    struct Row: Equatable {
        let id: String
        var handle: String
        var formerHandles: [String]
        let isSupporter: Bool
        var supporterSince: Date?
        var isActive: Bool

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

        /// All that must be right. A first day counts only while the member is active.
        var card: String {
            let former = Set(formerHandles).sorted().joined(separator: ", ")
            let since = supporterSince.map { "since \($0.formatted(.iso8601.year().month().day()))" }
            let standing = isActive ? since ?? "no supporter" : "has left"
            return "\(handle), \(standing), formerly [\(former)]"
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

    /// A calendar that shows a day until somebody turns the page.
    final class PageCalendar: ClubCalendar {
        var today = Date.utc(2026, 3, 31)
    }

    let calendar = PageCalendar()
    private(set) var rows: [Row]
    private(set) var portsInMembers: [String] = []
    var faults: FaultPlan
    /// Who can't be read, and why.
    var unread: (id: String, error: any Error)?

    init(_ rows: [Row], faults: FaultPlan = FaultPlan()) throws {
        self.rows = rows
        self.faults = faults
    }

    var service: ClubMemberService {
        ClubMemberService(members: self, calendar: calendar)
    }

    func row(_ id: String) throws -> Row {
        try #require(rows.first { $0.id == id }, "a member has gone missing")
    }

    /// Somebody else in Moa changes a member.
    func put(_ row: Row) {
        rows.removeAll { $0.id == row.id }
        rows.append(row)
        rows.sort { $0.id < $1.id }
    }

    func find(_ id: MemberID) throws -> ClubMember? {
        if let unread, unread.id == id.text { throw unread.error }
        return try faults.around { try rows.first { $0.id == id.text }?.member() }
    }

    func save(_ member: ClubMember) throws {
        portsInMembers += Mirror(reflecting: member).children
            .filter { $0.value is any ClubMembers || $0.value is any ClubCalendar }
            .map { $0.label ?? "?" }
        try faults.around { put(Row(member)) }
    }
}

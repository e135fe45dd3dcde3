import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.2 Hold ids")
struct ByIdentityTests {
    private let moa: Town

    init() async throws {
        moa = try await Self.town()
    }

    /// Moa knows fourteen members: Kim, Lee, and others called reader3 to reader14. The last one isn't active.
    fileprivate static func town() async throws -> Town {
        try await Town(handles: ["Kim", "Lee"] + (3...14).map { "reader\($0)" }, inactive: [14])
    }

    @Test("a circle has twelve seats, and nobody holds two of them")
    func seats() async throws {
        try await moa.found("c-1", host: "m-1")
        try await moa.found("c-2", host: "m-1")
        // In both circles at the same moment, and at one desk if it may be shared.
        let neighbour = Conformance<ReadingDesk>().isSendable ? moa : moa.atAnotherDesk
        await moa.line.meet(at: Rendezvous())
        async let heardNextToIt = neighbour.join("c-2", as: "m-2")
        var answers = await [moa.join("c-1", as: "m-2"), heardNextToIt]
        await moa.line.meet(at: nil)
        for reader in ["m-1", "m-2"] { answers.append(await moa.join("c-1", as: reader)) }
        // Whoever is called M-2 is not m-2.
        try await moa.openAccount("M-2", handle: "Momo")
        answers.append(await moa.join("c-2", as: "M-2"))
        #expect(
            answers == ["done", "done", "alreadySeated", "alreadySeated", "done"],
            "a circle forgot who sits in it, or refused a newcomer"
        )
        let plates = await moa.plates("c-2")
        #expect(
            plates == ["m-1 Kim", "m-2 Lee", "M-2 Momo"],
            "m-1, m-2 and M-2 sit in the second circle, and these are their plates"
        )
        let leaving = [await moa.leave("c-2", as: "M-1"), await moa.leave("c-2", as: "M-2")]
        let remaining = await moa.seated("c-2")
        #expect(
            leaving + remaining == ["notSeated", "done", "m-1", "m-2"],
            "M-1 has no seat, M-2 has; both wanted to leave, heard this, and these sit there now"
        )
        for number in 3...12 { _ = await moa.join("c-1", as: "m-\(number)") }
        let seated = await moa.plates("c-1").count
        let onTop = [await moa.join("c-1", as: "m-13"), await moa.join("c-1", as: "m-2")]
        try await moa.closeAccount("m-12")
        let afterForgetting = await moa.join("c-1", as: "m-13")
        #expect(
            onTop + ["\(seated) seated", afterForgetting] == ["full", "alreadySeated", "12 seated", "full"],
            "a circle has twelve seats, and a member who was forgotten still holds one"
        )
        var handover = [await moa.atAnotherDesk.leave("c-1", as: "m-12")]
        for reader in ["m-13", "m-14"] { handover.append(await moa.join("c-1", as: reader)) }
        #expect(
            handover == ["done", "done", "full"],
            "one of twelve gave a seat back, and two wanted it: one of them should have it"
        )

        let surprise = await Season.surprise(.joins)
        #expect(
            surprise == nil,
            "a season went by at two desks, and a circle was wrong after somebody founded or joined it"
        )
    }

    @Test("a member who leaves frees a seat, and the host stays")
    func leaving() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        try await moa.found("c-2", host: "m-4", guests: ["m-2"])
        var answers = [await moa.atAnotherDesk.leave("c-1", as: "m-2")]
        for reader in ["m-2", "m-4", "M-3", "m-1"] { answers.append(await moa.leave("c-1", as: reader)) }
        #expect(
            answers == ["done", "notSeated", "notSeated", "notSeated", "hostStays"],
            "m-2 left at another desk; then m-2, m-4, M-3 and the host wanted to leave here"
        )
        let seated = await moa.seated("c-1") + moa.seated("c-2")
        #expect(
            seated == ["m-1", "m-3", "m-4", "m-2"],
            "m-2 left the first circle and no other; somebody kept a seat after leaving, or lost one"
        )

        let surprise = await Season.surprise(.leaves)
        #expect(surprise == nil, "a season went by at two desks, and a circle was wrong after somebody left")
    }

    @Test(
        "only a known member can join, found or be renamed, and only a known circle can be used",
        arguments: Caller.all
    )
    func strangers(caller: Caller) async throws {
        try await moa.found("c-1", host: "m-1")
        try await moa.found("c-3", host: "m-2", guests: (3...13).map { "m-\($0)" })
        try await moa.closeAccount("m-13")
        let answer = await moa.outcome(of: caller.wish)
        #expect(
            answer == caller.answer,
            "what counts is whether Moa knows the circle and the member, and this was the answer"
        )
        let seated = await moa.seated("c-1") + moa.seated("c-2")
        #expect(
            seated.filter(["m-13", "m-99"].contains) == [],
            "Moa doesn't know them, and they have a new seat"
        )

        let surprise = await Season.surprise(.isUnknown)
        #expect(surprise == nil, "a season went by at two desks, and somebody unknown was treated wrongly")
    }

    @Test("the name plates show what members are called now, in the order of joining", arguments: Renamer.all)
    func plates(renamer: Renamer) async throws {
        try await moa.found("c-1", host: "m-3", guests: ["m-2", "m-1"])
        try await moa.found("c-2", host: "m-1", guests: ["m-14"])
        var inBoth = [await moa.plates()]
        for handle in ["Haneul", "HANEUL", "Nari"] {
            try await renamer.rename(moa, handle)
            inBoth.append(await moa.plates())
        }
        let expected = ["Kim", "Haneul", "HANEUL", "Nari"].map {
            ["m-3 reader3", "m-2 Lee", "m-1 \($0)", "m-1 \($0)", "m-14 reader14"]
        }
        #expect(
            inBoth == expected,
            "Kim became Haneul, HANEUL and then Nari; a name plate says something else, or stands at another seat"
        )
        // Somebody leaves, and then two join: is the seat that was given back filled first?
        _ = await moa.leave("c-1", as: "m-2")
        for reader in ["m-5", "m-2"] { _ = await moa.join("c-1", as: reader) }
        let order = await moa.seated("c-1")
        #expect(
            order == ["m-3", "m-1", "m-5", "m-2"],
            "m-2 left, m-5 joined, and m-2 came back; the plates don't stand in the order of joining"
        )

        let surprise = await Season.surprise(.isCalled)
        #expect(
            surprise == nil,
            "a season went by at two desks, and a name was wrong after a member was renamed or forgotten"
        )
    }

    @Test("a rename changes only the handle, and reads and saves no circle")
    func renameAlone() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let before = await moa.line.accesses.count
        let answer = await moa.outcome { try await $0.rename(MemberID("m-14"), to: Handle("Haneul")) }
        let circleCalls = await moa.line.uses(ofCirclesAfter: before)
        let record = try await moa.record("m-14")
        #expect(
            [answer, record] + circleCalls == ["done", "Haneul, not active"],
            "m-14, who isn't active, was renamed; more has changed, or a circle was read or saved"
        )
        for (reader, handle) in [("m-2", "Mia"), ("m-1", "Nari")] {
            let before = await moa.line.accesses.count
            _ = await moa.outcome { try await $0.rename(MemberID(reader), to: Handle(handle)) }
            let circleCalls = await moa.line.uses(ofCirclesAfter: before)
            let record = try await moa.record(reader)
            #expect(
                [record] + circleCalls == ["\(handle), active"],
                "\(reader), who is active and sits in a circle, was renamed; more has changed, or a circle was read or saved"
            )
        }
    }

    @Test("founding, joining or leaving a circle saves no member")
    func noCascade() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        _ = await moa.leave("c-1", as: "m-2")
        let memberSaves = await moa.line.accesses.count { $0 == .saveMember }
        #expect(memberSaves == 0, "only a circle has changed, and members were saved with it")
    }

    @Test("a circle keeps a member's id, and nothing else about them")
    func idsAlone() async throws {
        // Elsewhere, the same ids belong to others. What differs in the circles comes from the members.
        let elsewhere = try await Town(handles: (1...14).map { "someone\($0)" }, inactive: 1...13)
        for town in [moa, elsewhere] {
            try await town.found("c-1", host: "m-1", guests: (2...12).map { "m-\($0)" })
            // Both in vain.
            for reader in ["m-13", "m-2"] { _ = await town.join("c-1", as: reader) }
            _ = await town.leave("c-1", as: "m-3")
            _ = await town.plates("c-1")
        }
        let differences = await moa.circles.facts.difference(from: elsewhere.circles.facts)
        let traces = differences.map { difference in
            switch difference {
            case .insert(_, let fact, _), .remove(_, let fact, _): fact
            }
        }
        #expect(traces == [], "a circle keeps what will be out of date when the member changes")
    }

    @Test("a circle can't ask anybody about its members")
    func noPorts() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let helpers = await moa.circles.contents.filter(\.isAWayOut).map(\.type)
        #expect(helpers == [], "a circle holds a way to the store, and can't be used or kept without it")
    }

    @Test(
        "a member whom Moa no longer knows has a name plate without a name, until the seat is given back",
        arguments: [["m-2"], ["m-1"], ["m-2", "m-3"], ["m-1", "m-2", "m-3"]]
    )
    func gone(forgotten: [String]) async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        let before = await moa.plates("c-1")
        for member in forgotten + ["m-9"] { try await moa.closeAccount(member) }
        let plates = await moa.plates("c-1")
        let expected = zip(["m-1", "m-2", "m-3"], before).map { id, plate in
            forgotten.contains(id) ? "\(id) without a name" : plate
        }
        #expect(
            plates == expected,
            "Moa no longer knows some members of the circle; their seats should still have plates, without names"
        )
        for step in [await moa.join("c-1", as: "m-6"), await moa.leave("c-1", as: "m-6")] {
            try #require(
                step == "done",
                "a circle has free seats; m-6 joined and left, and heard something else"
            )
        }
        let platesAfterVisit = await moa.plates("c-1")
        #expect(
            platesAfterVisit == expected,
            "m-6 came and went, whom Moa knows, and these are the plates of the others"
        )
        // An old backup has brought one of them back, until it is put right.
        try await moa.openAccount(forgotten[0], handle: "Nuri")
        let platesOfBackup = await moa.plates("c-1")
        try await moa.closeAccount(forgotten[0])
        let expectedOfBackup = expected.map {
            $0 == "\(forgotten[0]) without a name" ? "\(forgotten[0]) Nuri" : $0
        }
        #expect(
            platesOfBackup == expectedOfBackup,
            "Moa knows one of them again, as Nuri, and the name plates say something else"
        )
        var answers: [String] = []
        for member in forgotten + ["m-9"] { answers.append(await moa.leave("c-1", as: member)) }
        #expect(
            answers == forgotten.map { $0 == "m-1" ? "hostStays" : "done" } + ["notSeated"],
            "Moa knows neither them nor m-9, who has no seat; they all wanted to leave, and heard this"
        )
        let seated = await moa.seated("c-1")
        #expect(
            seated == ["m-1"] + ["m-2", "m-3"].filter { !forgotten.contains($0) },
            "guests whom Moa no longer knows have left; a seat wasn't freed, or another was lost"
        )
        let newcomer = await moa.join("c-1", as: "m-5")
        #expect(
            newcomer == "done",
            "m-5 joined, which doesn't depend on whether Moa knows the host, and heard something else"
        )
    }

    @Test(
        "if circles or members can't be read or saved, that is an error, and nobody counts as gone",
        arguments: Outage.all
    )
    func failingStore(outage: Outage) async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let before = await moa.plates()
        await moa.line.refuseOnce(outage.access, with: CancellationError())
        let cancelled = await moa.outcome(of: outage.wish)
        #expect(cancelled == "cancelled", "a store gave up, and somebody didn't hear that it was cancelled")
        let after = await moa.plates()
        #expect(after == before, "a store gave up, so nothing was done, and the name plates have changed")
        for error in Outage.errors {
            await moa.line.refuseOnce(outage.access, with: error)
            let heard = await moa.outcome(of: outage.wish)
            try #require(
                heard == "\(error)",
                "a store failed once, and whoever asked didn't hear the store's own error"
            )
        }
        await moa.line.refuseOnce(outage.access)
        let answer = await moa.outcome(of: outage.wish)
        let nextAnswer = await moa.outcome(of: outage.wish)
        #expect(
            [answer, nextAnswer] == ["the store's error", "done"],
            "a store failed once; somebody didn't hear its error first, or «done» after that"
        )
        // A desk that asks a store twice, or asks one that it needn't ask, hears of a failure there, too; and of one
        // that comes after something was saved. m-4 is no longer a member.
        let late: [(Access, Int)] = [
            (outage.access, 2), (.readMembers, 1), (.readCircles, 1), (.confirmCircle, 1),
            (.confirmMember, 1),
        ]
        for (access, call) in late {
            let town = try await Self.town()
            try await town.found("c-1", host: "m-1", guests: ["m-2", "m-4"])
            try await town.closeAccount("m-4")
            await town.line.refuseOnce(access, at: call)
            let lateAnswer = await town.outcome(of: outage.wish)
            let hasFailed = await town.line.hasRefused
            #expect(
                lateAnswer == (hasFailed ? "the store's error" : "done"),
                "somebody should hear the store's error if \(access.rawValue) failed, and «done» if not; they heard something else"
            )
        }
        // A task of its own, which is cancelled. A desk may give up then, if it says so.
        let (hastyAnswer, shown, kept) = try await Task {
            let hasty = try await Self.town()
            try await hasty.found("c-1", host: "m-1", guests: ["m-2"])
            cancelThisTask()
            let heard = await hasty.outcome(of: outage.wish)
            let shown = await hasty.plates()
            // In a task that nobody has cancelled.
            return (heard, shown, await Task { await hasty.plates() }.value)
        }
        .value
        let right = hastyAnswer == "cancelled" ? before : await moa.plates()
        #expect(
            [hastyAnswer] + kept == [hastyAnswer == "cancelled" ? "cancelled" : "done"] + right,
            "nobody waited for the answer any more; what was heard doesn't agree with who sits there"
        )
        let rightPlates = shown.contains("cancelled") ? shown : kept
        #expect(
            shown == rightPlates,
            "nobody waited for the name plates any more; the desk showed some that aren't right"
        )
    }
}

// MARK: - Wishes

extension ByIdentityTests {
    /// Who gives Kim another handle.
    struct Renamer: CustomTestStringConvertible {
        let testDescription: String
        fileprivate let rename: @Sendable (Town, String) async throws -> Void

        static let all = [
            Renamer(testDescription: "Kim is renamed at the desk") { moa, handle in
                _ = await moa.outcome { try await $0.rename(MemberID("m-1"), to: Handle(handle)) }
            },
            Renamer(testDescription: "Kim uses the profile screen") { moa, handle in
                try await moa.profileScreen("m-1", renamedTo: handle)
            },
            Renamer(testDescription: "Kim is renamed at the desk, and then uses the profile screen") {
                moa,
                handle in
                _ = await moa.outcome { try await $0.rename(MemberID("m-1"), to: Handle("Hana")) }
                try await moa.profileScreen("m-1", renamedTo: handle)
            },
            Renamer(testDescription: "Kim uses the profile screen, and then somebody joins and leaves") {
                moa,
                handle in
                try await moa.profileScreen("m-1", renamedTo: handle)
                _ = await moa.join("c-1", as: "m-4")
                _ = await moa.leave("c-1", as: "m-4")
            },
        ]
    }

    /// What is asked for, with or without somebody whom Moa knows.
    struct Caller: CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let wish: Wish

        static let all = [
            Caller(testDescription: "an unknown member joins", answer: "Moa doesn't know m-99") {
                try await $0.join(CircleID("c-1"), as: MemberID("m-99"))
            },
            Caller(testDescription: "an unknown member founds a circle", answer: "Moa doesn't know m-99") {
                try await $0.found(CircleID("c-2"), host: MemberID("m-99"))
            },
            Caller(testDescription: "an unknown member is renamed", answer: "Moa doesn't know m-99") {
                try await $0.rename(MemberID("m-99"), to: Handle("Haneul"))
            },
            Caller(testDescription: "a stranger joins a full circle", answer: "Moa doesn't know m-99") {
                try await $0.join(CircleID("c-3"), as: MemberID("m-99"))
            },
            Caller(testDescription: "a forgotten member joins again", answer: "Moa doesn't know m-13") {
                try await $0.join(CircleID("c-3"), as: MemberID("m-13"))
            },
            Caller(testDescription: "a forgotten member founds a circle", answer: "Moa doesn't know m-13") {
                try await $0.found(CircleID("c-2"), host: MemberID("m-13"))
            },
            Caller(testDescription: "a forgotten member is renamed", answer: "Moa doesn't know m-13") {
                try await $0.rename(MemberID("m-13"), to: Handle("Haneul"))
            },
            Caller(testDescription: "a member who isn't active joins", answer: "done") {
                try await $0.join(CircleID("c-1"), as: MemberID("m-14"))
            },
            Caller(testDescription: "a member who isn't active founds a circle", answer: "done") {
                try await $0.found(CircleID("c-2"), host: MemberID("m-14"))
            },
            Caller(testDescription: "a member joins an unknown circle", answer: "Moa doesn't know c-9") {
                try await $0.join(CircleID("c-9"), as: MemberID("m-2"))
            },
            Caller(testDescription: "a member leaves an unknown circle", answer: "Moa doesn't know c-9") {
                try await $0.leave(CircleID("c-9"), as: MemberID("m-2"))
            },
            Caller(testDescription: "an unknown circle's name plates", answer: "Moa doesn't know c-9") {
                _ = try await $0.namePlates(of: CircleID("c-9"))
            },
        ]
    }

    /// A wish that fails, since a store can't be read, or can't be saved.
    struct Outage: CustomTestStringConvertible {
        let testDescription: String
        fileprivate let access: Access
        let wish: Wish

        /// What Moa's stores may say.
        static let errors: [StoreError] = [
            .versionConflict(id: "c-1", expected: 1, found: 2), .keyTaken(name: "handle", value: "haneul"),
            .idTaken(id: "c-1"), .corruptRow(number: 7, reason: "half a line"), .cancelled, .staleToken,
            .unknownKey(name: "handle"), .inaccessible(reason: "the disk is gone"),
        ]

        static let all =
            [Access.readMembers, .saveCircle].map {
                Outage(testDescription: "founding, at: \($0.rawValue)", access: $0) {
                    try await $0.found(CircleID("c-2"), host: MemberID("m-1"))
                }
            }
            + [Access.readCircles, .readMembers, .saveCircle].map {
                Outage(testDescription: "joining, at: \($0.rawValue)", access: $0) {
                    try await $0.join(CircleID("c-1"), as: MemberID("m-3"))
                }
            }
            + [Access.readCircles, .saveCircle].map {
                Outage(testDescription: "leaving, at: \($0.rawValue)", access: $0) {
                    try await $0.leave(CircleID("c-1"), as: MemberID("m-2"))
                }
            }
            + [Access.readMembers, .saveMember].map {
                Outage(testDescription: "a rename, at: \($0.rawValue)", access: $0) {
                    try await $0.rename(MemberID("m-2"), to: Handle("Haneul"))
                }
            }
            + [Access.readCircles, .readMembers].map {
                Outage(testDescription: "the name plates, at: \($0.rawValue)", access: $0) {
                    _ = try await $0.namePlates(of: CircleID("c-1"))
                }
            }
    }

    typealias Wish = @Sendable (ReadingDesk) async throws -> Void
}

// MARK: - A season

/// What somebody wants in a season.
private enum Deed: CustomStringConvertible {
    enum Kind { case joins, leaves, isUnknown, isCalled }

    case found(String, host: String)
    case join(String, as: String)
    case leave(String, as: String)
    case rename(String, to: String)
    case profileScreen(String, renamedTo: String)
    case openAccount(String, handle: String)
    case closeAccount(String)

    var description: String {
        switch self {
        case .found(let circle, let host): "\(host) founds \(circle)"
        case .join(let circle, let reader): "\(reader) joins \(circle)"
        case .leave(let circle, let reader): "\(reader) leaves \(circle)"
        case .rename(let id, let handle): "\(id) is renamed «\(handle)» at the desk"
        case .profileScreen(let id, let handle): "\(id) becomes «\(handle)» on the profile screen"
        case .openAccount(let id, let handle): "\(id) is in Moa again, as «\(handle)»"
        case .closeAccount(let id): "\(id) is forgotten"
        }
    }

    var kind: Kind {
        switch self {
        case .found, .join: .joins
        case .leave: .leaves
        case .rename, .profileScreen, .openAccount, .closeAccount: .isCalled
        }
    }

    /// Where a store may fail.
    fileprivate var accesses: [ByIdentityTests.Access] {
        switch self {
        case .found: [.readMembers, .saveCircle]
        case .join: [.readCircles, .readMembers, .saveCircle]
        case .leave: [.readCircles, .saveCircle]
        case .rename: [.readMembers, .saveMember]
        case .profileScreen, .openAccount, .closeAccount: []
        }
    }

    fileprivate func outcome(in moa: ByIdentityTests.Town) async throws -> String {
        switch self {
        case .found(let circle, let host):
            return await moa.outcome { try await $0.found(CircleID(circle), host: MemberID(host)) }
        case .join(let circle, let reader): return await moa.join(circle, as: reader)
        case .leave(let circle, let reader): return await moa.leave(circle, as: reader)
        case .rename(let id, let handle):
            return await moa.outcome { try await $0.rename(MemberID(id), to: Handle(handle)) }
        case .profileScreen(let id, let handle): try await moa.profileScreen(id, renamedTo: handle)
        case .openAccount(let id, let handle): try await moa.openAccount(id, handle: handle)
        case .closeAccount(let id): try await moa.closeAccount(id)
        }
        return "done"
    }
}

/// Who sits where and who is called what, as Moa would keep it on paper.
private struct Paper {
    private(set) var seats: [String: [String]] = [:]
    /// «Kim, active»: whom Moa knows.
    private(set) var members: [String: String]

    init(members: [String: String]) {
        self.members = members
    }

    /// The right answers to somebody; if one is «done», the paper has changed.
    mutating func outcomes(of deed: Deed) -> [String] {
        switch deed {
        case .found(let circle, let host):
            guard members[host] != nil else { return ["Moa doesn't know \(host)"] }
            seats[circle] = [host]
        case .join(let circle, let reader):
            // Whoever looks for the circle first and whoever looks for the member first are both right.
            let unknown =
                (seats[circle] == nil ? [circle] : []) + (members[reader] == nil ? [reader] : [])
            guard unknown.isEmpty, let seated = seats[circle] else {
                return unknown.map { "Moa doesn't know \($0)" }
            }
            guard !seated.contains(reader) else { return ["alreadySeated"] }
            guard seated.count < 12 else { return ["full"] }
            seats[circle] = seated + [reader]
        case .leave(let circle, let reader):
            guard let seated = seats[circle] else { return ["Moa doesn't know \(circle)"] }
            guard seated[0] != reader else { return ["hostStays"] }
            guard seated.contains(reader) else { return ["notSeated"] }
            seats[circle] = seated.filter { $0 != reader }
        case .rename(let id, let handle):
            guard let member = members[id] else { return ["Moa doesn't know \(id)"] }
            members[id] = renamed(member, to: handle)
        case .profileScreen(let id, let handle): members[id] = members[id].map { renamed($0, to: handle) }
        case .openAccount(let id, let handle): members[id] = "\(handle), active"
        case .closeAccount(let id): members[id] = nil
        }
        return ["done"]
    }

    func plates(_ circle: String) -> [String] {
        seats[circle, default: []].map { id in
            "\(id) \(members[id].map { String($0.prefix { $0 != "," }) } ?? "without a name")"
        }
    }

    private func renamed(_ member: String, to handle: String) -> String {
        handle + member.drop { $0 != "," }
    }
}

/// Readers join, leave, are renamed and are forgotten at random, the same way each time, at two desks. Now and then a
/// store fails once.
private enum Season {
    /// The first deed after which Moa isn't as its paper says, if it is of this kind.
    static func surprise(_ kind: Deed.Kind) async -> String? {
        guard let first = await first.value, first.kind == kind else { return nil }
        return first.description
    }

    private static let first = Task { () -> (kind: Deed.Kind, description: String)? in
        do {
            return try await findFirst()
        } catch {
            return (.joins, "nothing failed, and Moa's stores threw an error: \(error)")
        }
    }

    // Two of them are one member, whose accented letter can be written in two ways.
    private static let readers = (1...14).map { "m-\($0)" } + ["M-3", "m-99", "\u{1E3F}-3", "m\u{301}-3"]
    private static let circles = ["c-1", "c-2", "C-1", "c-9"]

    private static func findFirst() async throws -> (kind: Deed.Kind, description: String)? {
        let moa = try await ByIdentityTests.town()
        let atAnotherDesk = moa.atAnotherDesk
        var paper = Paper(members: try await moa.records(readers))
        let opening: [Deed] = [.found("c-1", host: "m-1"), .found("c-2", host: "m-3")]
        var granted: [String] = []
        var draws = RepeatableDraws(seed: 11)
        for number in 1...800 {
            let chance = draws.next()
            let deed =
                number <= opening.count
                ? opening[number - 1] : deed(by: chance, isFilling: number / 200 % 2 == 0, on: paper)
            let before = paper
            var wanted = paper.outcomes(of: deed)
            if (chance >> 24) % 5 == 0, let fault = pick(from: deed.accesses, by: chance >> 27) {
                await moa.line.refuseOnce(fault)
            }
            let desk = number % 3 == 0 ? atAnotherDesk : moa
            let heard = try await deed.outcome(in: desk)
            let hasFailed = await moa.line.endRefusal()
            if hasFailed { (wanted, paper) = (["the store's error"], before) }

            let kind = wanted[0].hasPrefix("Moa doesn't know") ? .isUnknown : deed.kind
            let earlier = granted.suffix(3).joined(separator: ", ")
            let what = "wish \(number), after \(earlier): \(deed)\(hasFailed ? ", and a store fails" : "")"
            guard wanted.contains(heard) else {
                return (kind, "\(what). «\(heard)», not «\(wanted.joined(separator: "» or «"))»")
            }
            if heard == "done" { granted.append("\(deed)") }
            for circle in paper.seats.keys.sorted() {
                let (shown, right) = (await desk.plates(circle), paper.plates(circle))
                guard shown != right else { continue }
                let place = zip(shown, right).prefix { $0 == $1 }.count
                let plate = shown.dropFirst(place).first ?? "nobody"
                let rightPlate = right.dropFirst(place).first ?? "nobody"
                return (kind, "\(what). Plate \(place + 1) of \(circle): \(plate), not \(rightPlate)")
            }
            let records = try await moa.records(readers)
            if let id = readers.first(where: { records[$0] != paper.members[$0] }) {
                return (
                    kind, "\(what). \(id) is \(records[id] ?? "nobody"), not \(paper.members[id] ?? "nobody")"
                )
            }
        }
        return nil
    }

    /// At times the circles fill, and at times they empty.
    private static func deed(by chance: UInt64, isFilling: Bool, on paper: Paper) -> Deed {
        let reader = readers[Int((chance >> 33) % 18)]
        let circle = circles[Int((chance >> 45) % 4)]
        let named = ["m-1", "m-3", "m-99"][Int((chance >> 31) % 3)]
        let handle = ["Kim", "KIM", "Haneul"][Int((chance >> 39) % 3)]
        switch (chance >> 52) % 20 {
        case 0...1: return .rename(named, to: handle)
        case 2: return .profileScreen(named, renamedTo: handle)
        case 3: return .closeAccount(reader)
        case 4...5 where paper.members[reader] == nil && reader != "m-99":
            return .openAccount(reader, handle: handle)
        case 6...12 where paper.seats[circle] == nil && circle != "c-9": return .found(circle, host: reader)
        case let number:
            return number % 5 < (isFilling ? 4 : 1) ? .join(circle, as: reader) : .leave(circle, as: reader)
        }
    }

    private static func pick<Element>(from list: [Element], by chance: UInt64) -> Element? {
        list.isEmpty ? nil : list[Int(chance % UInt64(list.count))]
    }
}

// MARK: - Moa

extension ByIdentityTests {
    /// A desk, and the two stores behind it. Only a desk that is `Sendable` is shared.
    fileprivate struct Town: @unchecked Sendable {
        let line = Line()
        let circles: CircleShelf
        private let members = MapStore<Member>()
        private var desk: ReadingDesk

        /// The members m-1, m-2, …, with these handles.
        init(handles: [String], inactive: some Collection<Int>) async throws {
            circles = CircleShelf(line: line)
            desk = ReadingDesk(circles: circles, roster: Roster(line: line, store: members))
            for (number, handle) in zip(1..., handles) {
                let isActive = !inactive.contains(number)
                try await members.save(
                    Member(id: MemberID("m-\(number)"), handle: Handle(handle), isActive: isActive)
                )
            }
        }

        /// The same stores.
        var atAnotherDesk: Town {
            var town = self
            town.desk = ReadingDesk(circles: circles, roster: Roster(line: line, store: members))
            return town
        }

        // MARK: At the desk

        func found(
            _ circle: String,
            host: String,
            guests: [String] = [],
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            var answers = [await outcome { try await $0.found(CircleID(circle), host: MemberID(host)) }]
            for guest in guests { answers.append(await join(circle, as: guest)) }
            let refused = answers.filter { $0 != "done" }
            try #require(
                refused == [],
                "a circle was founded, and guests joined; somebody was refused",
                sourceLocation: sourceLocation
            )
        }

        func join(_ circle: String, as reader: String) async -> String {
            await outcome { try await $0.join(CircleID(circle), as: MemberID(reader)) }
        }

        func leave(_ circle: String, as reader: String) async -> String {
            await outcome { try await $0.leave(CircleID(circle), as: MemberID(reader)) }
        }

        /// «m-1 Kim», «m-2 Lee», …
        func plates(_ circle: String) async -> [String] {
            await read(circle) { "\($0.id) \($0.handle?.text ?? "without a name")" }
        }

        func plates() async -> [String] { await plates("c-1") + plates("c-2") }

        /// «m-1», «m-2», …
        func seated(_ circle: String) async -> [String] {
            await read(circle) { $0.id.text }
        }

        private func read(_ circle: String, as text: (NamePlate) -> String) async -> [String] {
            var plates: [NamePlate] = []
            let answer = await outcome { plates = try await $0.namePlates(of: CircleID(circle)) }
            return answer == "done" ? plates.map(text) : [answer]
        }

        func outcome(of wish: (ReadingDesk) async throws -> Void) async -> String {
            do {
                try await wish(desk)
                return "done"
            } catch let refusal as ReadingCircle.Refusal {
                return "\(refusal)"
            } catch ReadingDesk.Unknown.member(let id) {
                return "Moa doesn't know \(id)"
            } catch ReadingDesk.Unknown.circle(let id) {
                return "Moa doesn't know \(id)"
            } catch is Line.Failure {
                return "the store's error"
            } catch is CancellationError {
                return "cancelled"
            } catch let error as StoreError {
                return "\(error)"
            } catch {
                return "another error: \(error)"
            }
        }

        // MARK: Elsewhere in Moa

        func profileScreen(_ id: String, renamedTo handle: String) async throws {
            guard var member = try await members.find(MemberID(id))?.record else { return }
            member.rename(to: try Handle(handle))
            try await members.save(member)
        }

        func openAccount(_ id: String, handle: String) async throws {
            try await members.save(Member(id: MemberID(id), handle: Handle(handle)))
        }

        func closeAccount(_ id: String) async throws {
            try await members.delete(MemberID(id))
        }

        func record(_ id: String) async throws -> String {
            guard let member = try await members.find(MemberID(id))?.record else { return "nobody" }
            return "\(member.handle), \(member.isActive ? "active" : "not active")"
        }

        /// By id, of those whom Moa knows.
        func records(_ ids: [String]) async throws -> [String: String] {
            var records: [String: String] = [:]
            for id in ids { records[id] = try await record(id) }
            return records.filter { $0.value != "nobody" }
        }
    }

    /// How the desk uses a store.
    fileprivate enum Access: String {
        case readCircles = "reading circles"
        case saveCircle = "saving a circle"
        case readMembers = "looking members up"
        case saveMember = "saving a member"
        /// A save that was carried out, and whose answer is lost.
        case confirmCircle = "confirming a saved circle"
        case confirmMember = "confirming a saved member"

        var concernsCircles: Bool { self == .readCircles || self == .saveCircle }
    }

    /// Leads from the desk to both stores. It notes what is asked for, and can refuse it.
    fileprivate actor Line {
        struct Failure: Error {}

        private(set) var accesses: [Access] = []
        private(set) var hasRefused = false
        private var refused: Access?
        private var error: any Error = Failure()
        private var callsBefore = 0
        private var meeting: Rendezvous?

        // Why once: whoever tries again gets through, and then nobody hears of the failure.
        func refuseOnce(_ access: Access, at call: Int = 1, with error: any Error = Failure()) {
            refused = access
            self.error = error
            callsBefore = call - 1
            hasRefused = false
        }

        /// Whether the refusal has been met; if not, it won't be.
        func endRefusal() -> Bool {
            defer { (refused, hasRefused) = (nil, false) }
            return hasRefused
        }

        func uses(ofCirclesAfter count: Int) -> [String] {
            accesses.dropFirst(count).filter(\.concernsCircles).map(\.rawValue)
        }

        /// Whoever uses a store waits there for somebody else.
        func meet(at meeting: Rendezvous?) {
            self.meeting = meeting
        }

        func pass(_ access: Access) async throws {
            await meeting?.meet()
            accesses.append(access)
            guard access == refused else { return }
            callsBefore -= 1
            guard callsBefore < 0 else { return }
            refused = nil
            hasRefused = true
            throw error
        }
    }

    /// The members, as the desk sees them. They come in any order but that of the seats.
    private struct Roster: MemberRoster {
        let line: Line
        let store: MapStore<Member>

        func find(_ id: MemberID) async throws -> Member? {
            try await line.pass(.readMembers)
            return await store.find(id)?.record
        }

        func find(_ ids: [MemberID]) async throws -> [Member] {
            try await line.pass(.readMembers)
            return await store.all().map(\.record).filter { ids.contains($0.id) }
        }

        func save(_ member: Member) async throws {
            try await line.pass(.saveMember)
            try await store.save(member)
            try await line.pass(.confirmMember)
        }
    }

    fileprivate actor CircleShelf: ReadingCircles {
        private let line: Line
        private var kept: [CircleID: ReadingCircle] = [:]

        init(line: Line) {
            self.line = line
        }

        /// All that the kept circles are made of, however deep.
        var contents: [Piece] { kept.values.flatMap { Piece.pieces(of: $0) } }

        var facts: [String] { contents.compactMap(\.fact).sorted() }

        func find(_ id: CircleID) async throws -> ReadingCircle? {
            try await line.pass(.readCircles)
            return kept[id]
        }

        func all() async throws -> [ReadingCircle] {
            try await line.pass(.readCircles)
            return kept.values.sorted { $0.id.text < $1.id.text }
        }

        func save(_ circle: ReadingCircle) async throws {
            try await line.pass(.saveCircle)
            kept[circle.id] = circle
            try await line.pass(.confirmCircle)
        }
    }

    /// Something inside a circle, as a mirror shows it.
    fileprivate struct Piece: Sendable {
        let type: String
        /// A text, a number, a yes or no, or the name of a case.
        let fact: String?
        /// A port, or a function that may lead to one.
        let isAWayOut: Bool

        private init(_ value: Any) {
            let type = String(describing: Swift.type(of: value))
            self.type = type
            let mirror = Mirror(reflecting: value)
            let isOneOfSeveral = mirror.displayStyle == .enum || mirror.displayStyle == .optional
            fact =
                if value is any StringProtocol || value is Character || value is any BinaryInteger
                    || value is Bool
                {
                    "\(value)"
                } else if isOneOfSeveral {
                    mirror.children.first?.label ?? "\(value)"
                } else {
                    nil
                }
            isAWayOut =
                value is any MemberRoster || value is any ReadingCircles
                || ["MemberRoster", "ReadingCircles", "->"].contains { type.contains($0) }
        }

        static func pieces(of value: Any, depth: Int = 8) -> [Piece] {
            guard depth > 0 else { return [] }
            let piece = Piece(value)
            guard !piece.isAWayOut else { return [piece] }
            return [piece]
                + Mirror(reflecting: value).children.flatMap { pieces(of: $0.value, depth: depth - 1) }
        }
    }
}

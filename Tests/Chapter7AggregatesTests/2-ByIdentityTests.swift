import InMemoryInfrastructure
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.2 Hold ids")
struct ByIdentityTests {
    private let moa: Town

    /// Moa knows fourteen members: Kim, Lee, and others called reader3 to reader14.
    init() async throws {
        moa = try await Town()
    }

    @Test("a circle has twelve seats, and nobody holds two of them")
    func seats() async throws {
        try await moa.found("c-1", host: "m-1")
        var answers: [String] = []
        for reader in ["m-2", "m-1", "m-2"] { answers.append(await moa.join("c-1", as: reader)) }
        #expect(
            answers == ["done", "alreadySeated", "alreadySeated"],
            "a circle forgot who sits in it, or refused a newcomer"
        )
        for number in 3...12 { _ = await moa.join("c-1", as: "m-\(number)") }
        let seated = try await moa.plates("c-1").count
        let thirteenth = await moa.join("c-1", as: "m-13")
        #expect([thirteenth, "\(seated) seated"] == ["full", "12 seated"], "a circle has twelve seats")
    }

    @Test("a member who leaves frees a seat, and the host stays")
    func leaving() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        var answers: [String] = []
        for reader in ["m-2", "m-2", "m-1"] { answers.append(await moa.leave("c-1", as: reader)) }
        answers += try await moa.plates("c-1")
        #expect(
            answers == ["done", "notSeated", "hostStays", "m-1 Kim", "m-3 reader3"],
            "somebody kept a seat after leaving, or lost one without leaving, or heard something else"
        )
    }

    @Test("only a member whom Moa knows can join or found a circle")
    func strangers() async throws {
        try await moa.found("c-1", host: "m-1")
        let joining = await moa.join("c-1", as: "m-99")
        #expect(
            joining == "Moa doesn't know m-99",
            "Moa doesn't know m-99, who wanted to join and heard this"
        )
        let founding = await moa.outcome { try await $0.found(CircleID("c-2"), host: MemberID("m-99")) }
        #expect(
            founding == "Moa doesn't know m-99",
            "Moa doesn't know m-99, who wanted to found a circle and heard this"
        )
    }

    @Test("the name plates show what members are called now, in the order of joining", arguments: Renamer.all)
    func plates(renamer: Renamer) async throws {
        try await moa.found("c-1", host: "m-3", guests: ["m-2", "m-1"])
        try await moa.found("c-2", host: "m-1")
        try await renamer.rename(moa)
        let inBoth = try await moa.plates("c-1") + moa.plates("c-2")
        #expect(
            inBoth == ["m-3 reader3", "m-2 Lee", "m-1 Haneul", "m-1 Haneul"],
            "Kim is called Haneul now; a name plate says something else, or stands at another seat"
        )
        // Somebody leaves, and then somebody joins: is the seat that was given back filled first?
        _ = await moa.leave("c-1", as: "m-2")
        _ = await moa.join("c-1", as: "m-5")
        let order = try await moa.plates("c-1").map { $0.prefix(3) }
        #expect(
            order == ["m-3", "m-1", "m-5"],
            "m-2 left, and then m-5 joined; the plates don't stand in the order of joining"
        )
    }

    @Test("a rename reads and saves no circle")
    func renameAlone() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let before = await moa.circles.calls
        let answer = await moa.outcome { try await $0.rename(MemberID("m-2"), to: Handle("Haneul")) }
        let after = await moa.circles.calls.dropFirst(before.count)
        #expect([answer] + after == ["done"], "a rename failed, or it read or saved a circle")
    }

    @Test("founding, joining or leaving a circle saves no member")
    func noCascade() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        _ = await moa.leave("c-1", as: "m-2")
        #expect(moa.memberSaves == 0, "only a circle has changed, and members were saved with it")
    }

    @Test("a circle keeps a member's id, and nothing else about them")
    func idsAlone() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let traces = await moa.circles.contents.filter(\.isOfAMember).map(\.type)
        #expect(traces == [], "a circle keeps what will be out of date when the member changes")
    }

    @Test("a circle can't ask anybody about its members")
    func noPorts() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let helpers = await moa.circles.contents.filter(\.isAWayOut).map(\.type)
        #expect(helpers == [], "a circle holds a way to the store, and can't be used or kept without it")
    }

    @Test("a member whom Moa no longer knows has a name plate without a name, until the seat is given back")
    func gone() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2", "m-3"])
        try await moa.closeAccount("m-2")
        let plates = try await moa.plates("c-1")
        #expect(
            plates == ["m-1 Kim", "m-2 without a name", "m-3 reader3"],
            "Moa no longer knows m-2, whose seat should still have a plate, without a name"
        )
        let answer = await moa.leave("c-1", as: "m-2")
        let platesAfter = try await moa.plates("c-1")
        #expect(
            [answer] + platesAfter == ["done", "m-1 Kim", "m-3 reader3"],
            "m-2, whom Moa no longer knows, wanted to leave; it failed, or it cost another's seat"
        )
    }

    @Test("if members can't be looked up, that is an error, and nobody counts as gone")
    func failingRoster() async throws {
        try await moa.found("c-1", host: "m-1", guests: ["m-2"])
        let answer = await moa.outcome(rosterIsDown: true) {
            _ = try await $0.namePlates(of: CircleID("c-1"))
        }
        #expect(
            answer == "an error",
            "the roster couldn't be read, and the host heard something other than the error"
        )
    }
}

// MARK: - Moa

extension ByIdentityTests {
    /// Who gives Kim another handle.
    struct Renamer: CustomTestStringConvertible {
        let testDescription: String
        fileprivate let rename: @Sendable (Town) async throws -> Void

        static let all = [
            Renamer(testDescription: "Kim is renamed at the desk") { moa in
                try await moa.desk().rename(MemberID("m-1"), to: Handle("Haneul"))
            },
            Renamer(testDescription: "Kim uses the profile screen") { moa in
                try await moa.profileScreen("m-1", renamedTo: "Haneul")
            },
            Renamer(testDescription: "Kim uses the profile screen, and then somebody joins and leaves") {
                moa in
                try await moa.profileScreen("m-1", renamedTo: "Haneul")
                _ = await moa.join("c-1", as: "m-4")
                _ = await moa.leave("c-1", as: "m-4")
            },
        ]
    }

    /// A desk, and the two stores behind it.
    fileprivate struct Town: Sendable {
        let circles = CircleShelf()
        private let members = MapStore<Member>()
        private let memberCalls = CallRecorder<StoreCall<MemberID>>()

        init() async throws {
            for number in 1...14 {
                let handle = [1: "Kim", 2: "Lee"][number] ?? "reader\(number)"
                try await members.save(Member(id: MemberID("m-\(number)"), handle: Handle(handle)))
            }
        }

        func desk(rosterIsDown: Bool = false) -> ReadingDesk {
            let watched = members.recorded(by: memberCalls)
            let faults = FaultPlan(failing: rosterIsDown ? [1: .beforeWrite, 2: .beforeWrite] : [:])
            return ReadingDesk(circles: circles, roster: Roster(store: watched.failing(by: faults)))
        }

        /// How often the desk has saved a member.
        var memberSaves: Int { memberCalls.calls.count { $0.operation == .save } }

        // MARK: At the desk

        func found(_ circle: String, host: String, guests: [String] = []) async throws {
            try await desk().found(CircleID(circle), host: MemberID(host))
            for guest in guests { try await desk().join(CircleID(circle), as: MemberID(guest)) }
        }

        func join(_ circle: String, as reader: String) async -> String {
            await outcome { try await $0.join(CircleID(circle), as: MemberID(reader)) }
        }

        func leave(_ circle: String, as reader: String) async -> String {
            await outcome { try await $0.leave(CircleID(circle), as: MemberID(reader)) }
        }

        /// «m-1 Kim», «m-2 Lee», …
        func plates(_ circle: String) async throws -> [String] {
            try await desk().namePlates(of: CircleID(circle)).map { plate in
                "\(plate.id) \(plate.handle?.text ?? "without a name")"
            }
        }

        func outcome(rosterIsDown: Bool = false, of wish: (ReadingDesk) async throws -> Void) async -> String
        {
            do {
                try await wish(desk(rosterIsDown: rosterIsDown))
                return "done"
            } catch let refusal as ReadingCircle.Refusal {
                return "\(refusal)"
            } catch ReadingDesk.Unknown.member(let id) {
                return "Moa doesn't know \(id)"
            } catch {
                return "an error"
            }
        }

        // MARK: Elsewhere in Moa

        func profileScreen(_ id: String, renamedTo handle: String) async throws {
            guard var member = try await members.find(MemberID(id))?.record else { return }
            member.rename(to: try Handle(handle))
            try await members.save(member)
        }

        func closeAccount(_ id: String) async throws {
            try await members.delete(MemberID(id))
        }
    }

    /// The members, as the desk sees them. They come in any order but that of the seats.
    private struct Roster: MemberRoster {
        let store: any Store<Member>

        func find(_ id: MemberID) async throws -> Member? {
            try await store.find(id)?.record
        }

        func find(_ ids: [MemberID]) async throws -> [Member] {
            try await store.all().map(\.record).filter { ids.contains($0.id) }
        }

        func save(_ member: Member) async throws {
            try await store.save(member)
        }
    }

    fileprivate actor CircleShelf: ReadingCircles {
        private var kept: [CircleID: ReadingCircle] = [:]
        private(set) var calls: [String] = []

        /// All that the kept circles are made of, however deep.
        var contents: [Piece] { kept.values.flatMap { Piece.pieces(of: $0) } }

        func find(_ id: CircleID) -> ReadingCircle? {
            calls.append("find")
            return kept[id]
        }

        func all() -> [ReadingCircle] {
            calls.append("all")
            return kept.values.sorted { $0.id.text < $1.id.text }
        }

        func save(_ circle: ReadingCircle) {
            calls.append("save")
            kept[circle.id] = circle
        }
    }

    /// Something inside a circle, as a mirror shows it.
    fileprivate struct Piece: Sendable {
        let type: String
        /// A member, a handle, or a text with what a member is called.
        let isOfAMember: Bool
        /// A port, or a function that may lead to one.
        let isAWayOut: Bool

        private init(_ value: Any) {
            let type = String(describing: Swift.type(of: value))
            let text = value as? String ?? ""
            self.type = type
            isOfAMember =
                value is Member || value is Handle || ["Kim", "Lee"].contains { text.contains($0) }
            isAWayOut =
                value is any MemberRoster || value is any ReadingCircles
                || ["MemberRoster", "ReadingCircles", "->"].contains { type.contains($0) }
        }

        static func pieces(of value: Any, depth: Int = 8) -> [Piece] {
            guard depth > 0 else { return [] }
            let piece = Piece(value)
            guard !piece.isOfAMember, !piece.isAWayOut else { return [piece] }
            return [piece]
                + Mirror(reflecting: value).children.flatMap { pieces(of: $0.value, depth: depth - 1) }
        }
    }
}

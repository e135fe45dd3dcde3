import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter8Specifications

@Suite("8.3 Supporters widen the circle")
struct SupportersTests {
    // MARK: Seats

    @Test("with three supporters or fewer, the twelfth seat is the last", arguments: Row.narrow)
    func narrow(row: Row) async throws {
        try await check(row)
    }

    @Test("four supporters widen a circle to twenty seats", arguments: Row.wide)
    func wide(row: Row) async throws {
        try await check(row)
    }

    @Test("the host's support counts like a guest's")
    func host() async throws {
        let circle = try circle(members: 12)
        let withHost = Set([circle.host] + circle.guests.prefix(3))
        let town = Town(circles: [circle], supporters: withHost)
        await #expect(
            throws: Never.self,
            "the host and three guests are four supporters, and the newcomer was refused"
        ) {
            try await town.desk.admit(member("m-new"), to: circle.id)
        }
    }

    @Test("the support of newcomers and of members of other circles doesn't count")
    func otherSupport() async throws {
        let circle = try circle(members: 12)
        let other = try SeatedCircle(id: CircleID("c-2"), host: member("m-90"), guests: [member("m-91")])
        let newcomer = try member("m-new")
        let three = Set(circle.guests.prefix(3))
        let town = Town(circles: [circle, other], supporters: three.union(other.members).union([newcomer]))
        await #expect(
            throws: SeatedCircle.Refusal.full,
            "three of twelve are supporters, and the newcomer, a fourth, was not refused as «full»"
        ) {
            try await town.desk.admit(newcomer, to: circle.id)
        }
        let open = try await town.desk.open()
        #expect(
            open == [other.id],
            "only c-2 has a free seat: c-1 is full, with three supporters among its twelve"
        )
    }

    @Test(
        "a circle that loses its fourth supporter keeps its members, and takes nobody new"
    )
    func lostSupporter() async throws {
        let circle = try circle(members: 15)
        let town = Town(circles: [circle], supporters: Set(circle.guests.prefix(4)))
        let desk = town.desk
        try await desk.admit(member("m-new"), to: circle.id)
        await town.setSupporters(Set(circle.guests.prefix(3)))
        await #expect(
            throws: SeatedCircle.Refusal.full,
            "the fourth supporter is gone, sixteen sit where twelve may, and a newcomer didn't hear «full»"
        ) {
            try await desk.admit(member("m-late"), to: circle.id)
        }
        let seated = await town.members(of: circle.id)
        let expected = try circle.members + [member("m-new")]
        #expect(seated == expected, "every member who had a seat should keep it, and these sit there")
    }

    @Test("a member who is already in the circle is told so, even if it is full", arguments: [5, 12])
    func alreadyIn(count: Int) async throws {
        let circle = try circle(members: count)
        let town = Town(circles: [circle])
        for member in circle.members.suffix(1) + [circle.host] {
            await #expect(
                throws: SeatedCircle.Refusal.alreadyIn,
                "\(member) has a seat among \(count) members, and didn't hear that they are in already"
            ) {
                try await town.desk.admit(member, to: circle.id)
            }
        }
    }

    // MARK: One question

    @Test("the button, the list and the desk say the same", arguments: Row.narrow + Row.wide)
    func agreement(row: Row) async throws {
        let circle = try circle(members: row.members)
        let town = Town(circles: [circle], supporters: Set(circle.guests.prefix(row.supporters)))
        let button = try await town.desk.canJoin(circle.id)
        #expect(
            button == row.hasFreeSeat,
            "with \(row), the button «Join» is wrongly shown, or wrongly hidden"
        )
        let list = try await town.desk.open()
        #expect(
            list == (row.hasFreeSeat ? [circle.id] : []),
            "the only circle has \(row), and these are listed as having a free seat"
        )
    }

    @Test("the roll is asked once, for one circle or for all")
    func journeys() async throws {
        let town = Town(circles: try (1...9).map { try circle("c-\($0)", members: 8) })
        let first = try CircleID("c-1")
        try await town.desk.admit(member("m-new"), to: first)
        #expect(town.takeJourneys() == 1, "one joins, and this many journeys were made to the treasurer")
        _ = try await town.desk.canJoin(first)
        #expect(town.takeJourneys() == 1, "one button is shown, and this many journeys were made")
        _ = try await town.desk.open()
        #expect(town.takeJourneys() == 1, "nine circles are listed, and this many journeys were made")
    }

    @Test("a failing roll or store is reported, and nobody joins")
    func failures() async throws {
        let circle = try circle(members: 12)
        let newcomer = try member("m-new")
        let four = Set(circle.guests.prefix(4))
        let noRoll = Town(circles: [circle], supporters: four, failing: [.supporters, .isSupporter])
        await #expect(
            throws: Outage.self,
            "the roll couldn't be asked, and admit didn't throw its error"
        ) {
            try await noRoll.desk.admit(newcomer, to: circle.id)
        }
        await #expect(
            throws: Outage.self,
            "the roll couldn't be asked, and canJoin didn't throw its error"
        ) {
            try await noRoll.desk.canJoin(circle.id)
        }
        await #expect(
            throws: Outage.self,
            "the roll couldn't be asked, and open didn't throw its error"
        ) {
            try await noRoll.desk.open()
        }
        let noSave = Town(circles: [circle], supporters: four, failing: [.save])
        await #expect(
            throws: Outage.self,
            "the seat wasn't saved, and admit didn't throw the store's error"
        ) {
            try await noSave.desk.admit(newcomer, to: circle.id)
        }
        let stored = await noRoll.members(of: circle.id)
        #expect(stored == circle.members, "nobody could say who is a supporter, and the circle has changed")
    }

    @Test(
        "nobody joins without the question",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func oneDoor() throws {
        #expect(
            try Self.accepts("try circle.join(member, if: HasFreeSeat(supporters: []))"),
            "join(_:if:) doesn't compile with a member and a HasFreeSeat, without await"
        )
        #expect(
            try !Self.accepts("try circle.join(member)"),
            "a circle can still be joined without the question"
        )
        #expect(
            try !Self.accepts("_ = circle.isFull"),
            "isFull is still there, and knows nothing about supporters"
        )
    }

    private static let compiler = CompileCheck(importing: "Chapter8Specifications")

    private static func accepts(_ line: String) throws -> Bool {
        try compiler.accepts(
            """
            import Moa
            func trial(_ circle: inout SeatedCircle, _ member: MemberID) throws {
                \(line)
            }
            """
        )
    }

    /// Asks the question itself, and then the desk.
    private func check(_ row: Row) async throws {
        let circle = try circle(members: row.members)
        let supporters = Set(circle.guests.prefix(row.supporters))
        let answer = HasFreeSeat(supporters: supporters).isSatisfied(by: circle)
        #expect(answer == row.hasFreeSeat, "HasFreeSeat gave the wrong answer about \(row)")

        let town = Town(circles: [circle], supporters: supporters)
        let newcomer = try member("m-new")
        try? await town.desk.admit(newcomer, to: circle.id)
        let seated = await town.members(of: circle.id)
        #expect(
            seated == circle.members + (row.hasFreeSeat ? [newcomer] : []),
            "one more asked the desk for a seat, and these sit there"
        )
    }
}

extension SupportersTests {
    /// How many sit there, how many of them are supporters, and whether one more may come.
    struct Row: CustomTestStringConvertible, CustomStringConvertible {
        let members: Int
        let supporters: Int
        let hasFreeSeat: Bool

        var description: String { "\(members) members, \(supporters) of them supporters" }
        var testDescription: String { description }

        static let narrow = [
            Row(members: 1, supporters: 0, hasFreeSeat: true),
            Row(members: 11, supporters: 0, hasFreeSeat: true),
            Row(members: 12, supporters: 0, hasFreeSeat: false),
            Row(members: 11, supporters: 3, hasFreeSeat: true),
            Row(members: 12, supporters: 3, hasFreeSeat: false),
            Row(members: 13, supporters: 3, hasFreeSeat: false),
        ]

        static let wide = [
            Row(members: 12, supporters: 4, hasFreeSeat: true),
            Row(members: 13, supporters: 4, hasFreeSeat: true),
            Row(members: 19, supporters: 4, hasFreeSeat: true),
            Row(members: 20, supporters: 4, hasFreeSeat: false),
            Row(members: 19, supporters: 18, hasFreeSeat: true),
            Row(members: 20, supporters: 19, hasFreeSeat: false),
        ]
    }

    enum Call: Hashable {
        case find, all, save, isSupporter, supporters
    }

    /// The store or the roll can't be reached.
    struct Outage: Error {}

    /// The circles and the roll, and the desk in front of them.
    fileprivate actor Town: SeatedCircles, SupporterRoll {
        private var circles: [SeatedCircle]
        private var supporting: Set<MemberID>
        private let failing: Set<Call>
        private let recorder = CallRecorder<Call>()
        private let counted = CallRecorder<Int>()

        init(circles: [SeatedCircle], supporters: Set<MemberID> = [], failing: Set<Call> = []) {
            self.circles = circles
            supporting = supporters
            self.failing = failing
        }

        nonisolated var desk: JoinDesk { JoinDesk(circles: self, roll: self) }

        /// How often the roll was asked since this was last asked.
        nonisolated func takeJourneys() -> Int {
            let journeys = recorder.count(of: .supporters) + recorder.count(of: .isSupporter)
            defer { counted.record(journeys) }
            return journeys - (counted.calls.last ?? 0)
        }

        func setSupporters(_ supporters: Set<MemberID>) {
            supporting = supporters
        }

        func members(of id: CircleID) -> [MemberID] {
            circles.first { $0.id == id }?.members ?? []
        }

        func find(_ id: CircleID) throws -> SeatedCircle? {
            try enter(.find)
            return circles.first { $0.id == id }
        }

        func all() throws -> [SeatedCircle] {
            try enter(.all)
            return circles
        }

        func save(_ circle: SeatedCircle) throws {
            try enter(.save)
            circles = circles.map { $0.id == circle.id ? circle : $0 }
        }

        func isSupporter(_ member: MemberID) throws -> Bool {
            try enter(.isSupporter)
            return supporting.contains(member)
        }

        func supporters(among members: Set<MemberID>) throws -> Set<MemberID> {
            try enter(.supporters)
            return supporting.intersection(members)
        }

        private func enter(_ call: Call) throws {
            recorder.record(call)
            if failing.contains(call) { throw Outage() }
        }
    }
}

// MARK: - Circles

private func member(_ id: String) throws -> MemberID {
    try MemberID(id)
}

/// A circle with this many members, the host among them.
private func circle(_ id: String = "c-1", members count: Int) throws -> SeatedCircle {
    let guests = try (1..<max(count, 1)).map { try member("m-\($0)") }
    return SeatedCircle(id: try CircleID(id), host: try member("m-host"), guests: guests)
}

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
        // Everybody sits in two circles, and counts in both.
        let circle = try circle(members: row.members)
        let twin = SeatedCircle(id: try CircleID("c-2"), host: circle.host, guests: circle.guests)
        let town = Town(circles: [circle, twin], supporters: row.supporters(in: circle))
        let open = try await town.desk.open()
        #expect(
            open == (row.hasFreeSeat ? [circle.id, twin.id] : []),
            "c-1 and c-2 have the same \(row), and these are listed"
        )
    }

    @Test("the host's support counts like a guest's")
    func host() async throws {
        let circle = try circle(members: 12)
        let town = Town(circles: [circle])
        let desk = town.desk
        for three in [circle.guests.suffix(2) + [circle.host], circle.guests.suffix(3)] {
            await town.setSupporters(Set(three))
            let earlyButton = try await desk.canJoin(circle.id)
            #expect(earlyButton == false, "three of twelve are supporters, and the button is shown")
            let earlyList = try await desk.open()
            #expect(earlyList == [], "three of twelve are supporters, and this is listed")
            await #expect(
                throws: SeatedCircle.Refusal.full,
                "three of twelve are supporters, and a newcomer didn't hear «full»"
            ) {
                try await desk.admit(member("m-new"), to: circle.id)
            }
        }
        await town.setSupporters(Set(circle.guests.suffix(3) + [circle.host]))
        let button = try await desk.canJoin(circle.id)
        #expect(button == true, "the host and three guests are four supporters, and the button is hidden")
        let list = try await desk.open()
        #expect(list == [circle.id], "the host and three guests are four supporters, and this is listed")
        await #expect(
            throws: Never.self,
            "the host and three guests are four supporters, and the newcomer was refused"
        ) {
            try await desk.admit(member("m-new"), to: circle.id)
        }
        await town.setSupporters([])
        let lateButton = try await desk.canJoin(circle.id)
        #expect(
            lateButton == false,
            "nobody supports Moa any more, thirteen sit there, and the button is shown"
        )
    }

    @Test("the support of newcomers and of members of other circles doesn't count")
    func otherSupport() async throws {
        let full = try circle(members: 12)
        // They are called like members of the full circle, but for a capital.
        let namesakes = try circle("C-1", members: 11)
        let other = SeatedCircle(id: try CircleID("c-2"), host: namesakes.host, guests: namesakes.guests)
        let newcomer = try member("m-new")
        let supporters = full.guests.prefix(3) + other.guests.suffix(3) + [newcomer]
        let desk = Town(circles: [full, other], supporters: Set(supporters)).desk
        await #expect(
            throws: SeatedCircle.Refusal.full,
            "three of twelve are supporters, and the newcomer, a fourth, was not refused as «full»"
        ) {
            try await desk.admit(newcomer, to: full.id)
        }
        let open = try await desk.open()
        #expect(
            open == [other.id],
            "only c-2 has a free seat: c-1 is full, with three supporters among its twelve"
        )
        try? await desk.admit(newcomer, to: other.id)
        let openLater = try await desk.open()
        #expect(
            openLater == [other.id],
            "the twelfth member of c-2 is its fourth supporter, so c-2 has room, and these circles are listed"
        )
    }

    @Test(
        "a circle that loses its fourth supporter keeps its members, and takes nobody new"
    )
    func lostSupporter() async throws {
        let circle = try circle(members: 15)
        let town = Town(circles: [circle], supporters: Set(circle.guests.prefix(4)))
        let desk = town.desk
        await #expect(
            throws: Never.self,
            "four of fifteen are supporters, and the newcomer was refused"
        ) {
            try await desk.admit(member("m-new"), to: circle.id)
        }
        let button = try await desk.canJoin(circle.id)
        let list = try await desk.open()
        #expect(button == true, "sixteen sit in a circle of twenty seats, and the button is hidden")
        #expect(list == [circle.id], "sixteen sit in a circle of twenty seats, and this is listed")
        await town.setSupporters(Set(circle.guests.prefix(3)))
        let laterButton = try await desk.canJoin(circle.id)
        let laterList = try await desk.open()
        #expect(
            laterButton == false,
            "the fourth supporter is gone, sixteen sit in a circle of twelve seats, and the button is shown"
        )
        #expect(
            laterList == [],
            "the fourth supporter is gone, sixteen sit in a circle of twelve seats, and this is listed"
        )
        await #expect(
            throws: SeatedCircle.Refusal.full,
            "the fourth supporter is gone, sixteen sit in a circle of twelve seats, and a newcomer didn't hear «full»"
        ) {
            try await desk.admit(member("m-late"), to: circle.id)
        }
        let seated = await town.members(of: circle.id)
        let expected = try circle.members + [member("m-new")]
        #expect(seated == expected, "every member who had a seat should keep it, and these sit there")
    }

    @Test("a member who is already in the circle is told so, even if it is full", arguments: Row.anySize)
    func alreadyIn(row: Row) async throws {
        let circle = try circle(members: row.members)
        let town = Town(circles: [circle], supporters: row.supporters(in: circle))
        let desk = town.desk
        for member in [circle.host, circle.members[row.members / 2], circle.members[row.members - 1]] {
            await #expect(
                throws: SeatedCircle.Refusal.alreadyIn,
                "\(member) has a seat among \(row.members) members, and didn't hear that they are in already"
            ) {
                try await desk.admit(member, to: circle.id)
            }
        }
        for known in [circle.host, circle.members[row.members - 1]] {
            let town = Town(circles: [circle], supporters: row.supporters(in: circle))
            let other = try member(known.text.uppercased())
            try? await town.desk.admit(other, to: circle.id)
            let isSeated = await town.members(of: circle.id).contains(other)
            #expect(
                isSeated == row.hasFreeSeat,
                "\(other) is not \(known) and wanted a seat among \(row.members) members"
            )
        }
    }

    // MARK: One question

    @Test("the button, the list and the desk say the same")
    func agreement() async throws {
        let rows = Row.wide + Row.narrow
        let circles = try rows.map { try circle("c-\($0.members)-\($0.supporters)", members: $0.members) }
        let supporters = zip(rows, circles).flatMap { $0.supporters(in: $1) }
        let town = Town(circles: circles, supporters: Set(supporters))
        let desk = town.desk
        let list = try await desk.open()
        #expect(
            list == zip(rows, circles).filter { row, _ in row.hasFreeSeat }.map { $1.id },
            "c-12-4 has twelve members, four of them supporters; these are listed as having a free seat"
        )
        let newcomer = try member("m-new")
        for (row, circle) in zip(rows, circles) {
            let button = try await desk.canJoin(circle.id)
            #expect(
                button == row.hasFreeSeat,
                "with \(row), the button «Join» is wrongly shown, or wrongly hidden"
            )
            try? await desk.admit(newcomer, to: circle.id)
            let seated = await town.members(of: circle.id)
            #expect(
                seated == circle.members + (row.hasFreeSeat ? [newcomer] : []),
                "one more asked the desk for a seat, and these sit there"
            )
        }
        // Nobody waits for these answers any more, and the store and the roll answer all the same.
        for circle in circles {
            let button = try await desk.canJoin(circle.id)
            let lateButton = try await givingUp { try await desk.canJoin(circle.id) } ?? button
            #expect(
                lateButton == button,
                "somebody gave up while the circle's page was being made, and the button has changed"
            )
        }
        let late = try member("m-late")
        let isWelcome = try await givingUp { try await desk.admit(late, to: circles[0].id) } != nil
        let isSeated = await town.members(of: circles[0].id).contains(late)
        #expect(isSeated == isWelcome, "a newcomer gave up; what they heard and who is seated don't agree")
        let listNow = try await desk.open()
        let lateList = try await givingUp { try await desk.open() } ?? listNow
        #expect(lateList == listNow, "somebody gave up while the list was being made, and these are listed")
        let pages = Rendezvous()
        await town.delay { await pages.meet() }
        async let one = desk.canJoin(circles[1].id)
        async let other = desk.canJoin(circles[2].id)
        let buttons = try await [one, other]
        #expect(
            buttons == [true, true],
            "two pages were opened at once, those of c-12-4 and c-13-4, which have room: a button is missing"
        )
    }

    @Test("the roll is asked once, for one circle or for all")
    func journeys() async throws {
        let small = try (1...40).map { try circle("c-\($0)", members: 1 + $0 % 10) }
        let full = try circle("c-41", members: 20)
        let town = Town(circles: small + [full])
        let desk = town.desk
        let newcomer = try member("m-new")
        let wishes = [
            ("a newcomer", small[6].id), ("a member who is already in", small[6].id),
            ("a newcomer to a full circle", full.id),
            ("a newcomer to a circle of its host alone", small[39].id),
        ]
        for (who, id) in wishes {
            try? await desk.admit(newcomer, to: id)
            #expect(
                town.takeJourneys() == 1,
                "\(who) asked for a seat, and this many trips were made to the treasurer"
            )
            _ = try await desk.canJoin(id)
            #expect(town.takeJourneys() == 1, "one button is shown, and this many trips were made")
            let list = try await desk.open()
            #expect(town.takeJourneys() == 1, "a list was made of 41 circles, and this many trips were made")
            #expect(list == small.map(\.id), "forty of 41 circles have a free seat, and these are listed")
        }
        for count in [0, 3] {
            let quiet = Town(circles: Array(small.prefix(count)))
            _ = try await quiet.desk.open()
            #expect(
                quiet.takeJourneys() == 1,
                "a list was made of \(count) circles, none of them full, and this many trips were made"
            )
        }
        #expect(
            town.saves == 2,
            "two newcomers got a seat, others only asked, and circles were saved this often"
        )
    }

    @Test("a failing roll or store is reported, and nobody joins", arguments: Failure.all)
    func failures(row: Failure) async throws {
        let others = [
            try circle("c-2", members: 1), try circle("c-3", members: 8), try circle("c-4", members: 20),
        ]
        let circle = try circle(members: 12)
        let town = Town(circles: [circle], supporters: Set(circle.guests.prefix(5)))
        let desk = town.desk
        var seated = circle.members
        for newcomer in try [member("m-new"), member("m-late")] {
            await town.failOnce(row.failing)
            await #expect(throws: Outage.self, "\(row.complaint)") {
                try await row.ask(desk, newcomer, circle.id)
            }
            let stored = await town.members(of: circle.id)
            #expect(stored == seated, "the roll or the store failed, and the circle has changed")
            try? await row.ask(desk, newcomer, circle.id)
            seated += row.verb == .admit ? [newcomer] : []
            let storedLater = await town.members(of: circle.id)
            #expect(storedLater == seated, "what had failed works again, and these sit there")
        }
        for (error, givesUp) in Failure.others {
            await town.failOnce(row.failing, with: error)
            let asking = Task { () -> (any Error)? in
                if givesUp { cancelThisTask() }
                do { try await row.ask(desk, member("m-last"), circle.id) } catch { return error }
                return nil
            }
            let reported = await asking.value
            // Whoever has given up needn't ask anybody.
            let hasFailed = await town.hasFailed
            guard hasFailed || !givesUp else { continue }
            #expect(
                reported.map { "\($0)" } == "\(error)",
                "\(row.complaint); it was a cancellation, or somebody had given up"
            )
        }
        let storedLast = await town.members(of: circle.id)
        #expect(storedLast == seated, "the roll or the store failed, and the circle has changed")
        // Whoever has a seat, or finds none, is never saved.
        guard row.failing != [.save] else { return }
        for other in others {
            let otherTown = Town(circles: [other, circle])
            for asker in [try member("m-new"), other.host] {
                await otherTown.failOnce(row.failing)
                await #expect(
                    throws: Outage.self,
                    "\(row.complaint), for a circle of \(other.members.count)"
                ) {
                    try await row.ask(otherTown.desk, asker, other.id)
                }
            }
        }
    }

    @Test(
        "nobody joins without the question",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func oneDoor() throws {
        let accepted = try Self.compiler.accepted(
            [
                "try circle.join(member, if: HasFreeSeat(supporters: []))",
                "try circle.join(member)",
                "_ = circle.isFull",
                "circle.guests.append(member)",
                "circle.members.append(member)",
                "circle.host = member",
                "try circle.join(member, if: true)",
                "try circle.join(member, allowed: true)",
                "_ = SeatedCircle(id: circle.id, host: member)",
            ],
            given: "circle: inout SeatedCircle, member: MemberID",
            importing: ["Moa"]
        )
        #expect(
            accepted.contains("try circle.join(member, if: HasFreeSeat(supporters: []))"),
            "join(_:if:) doesn't compile with a member and a HasFreeSeat, without await"
        )
        #expect(
            accepted.contains("_ = SeatedCircle(id: circle.id, host: member)"),
            "a circle can't be made of its id and its host alone any more"
        )
        #expect(
            !accepted.contains("try circle.join(member)"),
            "a circle can still be joined without the question"
        )
        #expect(
            !accepted.contains { $0.hasSuffix("true)") },
            "a circle believes a caller who says that it has a free seat, and never asks the question"
        )
        #expect(
            !accepted.contains("circle.host = member"),
            "somebody can be made the host of a circle, and so get in without the question"
        )
        #expect(
            !accepted.contains("_ = circle.isFull"),
            "isFull is still there, and knows nothing about supporters"
        )
        #expect(
            accepted.filter { $0.contains("append") } == [],
            "a guest can be added from outside, so somebody may get in without the question"
        )
        guard accepted.contains("try circle.join(member, if: HasFreeSeat(supporters: []))") else { return }
        for row in Row.wide + Row.narrow {
            let circle = try circle(members: row.members)
            let question = HasFreeSeat(supporters: row.supporters(in: circle))
            let newcomer = try member("m-new")
            let isFree = question.isSatisfied(by: circle)
            guard
                let newcomers = asked(circle, by: newcomer, if: question),
                let hosts = asked(circle, by: circle.host, if: question)
            else { return }
            #expect(
                newcomers.circle.members == circle.members + (isFree ? [newcomer] : []),
                "with \(row), the circle didn't do what the question says, and these sit there"
            )
            #expect(
                newcomers.refusal == (isFree ? nil : .full),
                "with \(row), the newcomer heard this from the circle, and the question says something else"
            )
            #expect(hosts.refusal == .alreadyIn, "with \(row), the host asked the circle, and heard this")
            let again = asked(circle, by: circle.members[row.members / 2], if: question)
            #expect(
                again?.circle.members == circle.members,
                "with \(row), one of the members asked the circle again, and these sit there"
            )
        }
    }

    private static let compiler = CompileCheck(importing: "Chapter8Specifications")

    /// Asks the question itself, and then the desk.
    private func check(_ row: Row) async throws {
        let circle = try circle(members: row.members)
        let supporters = row.supporters(in: circle)
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

        /// Those who joined first and those who joined last.
        func supporters(in circle: SeatedCircle) -> Set<MemberID> {
            let early = supporters / 2
            return Set(circle.guests.prefix(early) + circle.guests.suffix(supporters - early))
        }

        static let narrow = [
            Row(members: 1, supporters: 0, hasFreeSeat: true),
            Row(members: 11, supporters: 0, hasFreeSeat: true),
            Row(members: 12, supporters: 0, hasFreeSeat: false),
            Row(members: 11, supporters: 3, hasFreeSeat: true),
            Row(members: 12, supporters: 3, hasFreeSeat: false),
            Row(members: 13, supporters: 3, hasFreeSeat: false),
            Row(members: 19, supporters: 3, hasFreeSeat: false),
        ]

        static let wide = [
            Row(members: 5, supporters: 4, hasFreeSeat: true),
            Row(members: 12, supporters: 4, hasFreeSeat: true),
            Row(members: 13, supporters: 4, hasFreeSeat: true),
            Row(members: 19, supporters: 4, hasFreeSeat: true),
            Row(members: 20, supporters: 4, hasFreeSeat: false),
            Row(members: 19, supporters: 18, hasFreeSeat: true),
            Row(members: 20, supporters: 19, hasFreeSeat: false),
        ]

        static let anySize = [
            Row(members: 5, supporters: 0, hasFreeSeat: true),
            Row(members: 12, supporters: 0, hasFreeSeat: false),
            Row(members: 14, supporters: 4, hasFreeSeat: true),
            Row(members: 20, supporters: 4, hasFreeSeat: false),
        ]
    }

    /// What was asked of the desk, what couldn't be reached, and what is said if the error is lost.
    struct Failure: CustomTestStringConvertible {
        let verb: Verb
        let what: String
        let failing: Set<Call>
        let complaint: String

        enum Verb: String {
            case admit, canJoin, open
        }

        var testDescription: String { "\(verb.rawValue): \(what)" }

        func ask(_ desk: JoinDesk, _ newcomer: MemberID, _ id: CircleID) async throws {
            switch verb {
            case .admit: try await desk.admit(newcomer, to: id)
            case .canJoin: _ = try await desk.canJoin(id)
            case .open: _ = try await desk.open()
            }
        }

        /// Other errors, and whether whoever asks has given up.
        static let others: [(error: any Error, givesUp: Bool)] = [
            (CancellationError(), false), (CancellationError(), true), (Outage(), true),
        ]

        private static func roll(_ verb: Verb, _ complaint: String) -> Failure {
            Failure(
                verb: verb,
                what: "the roll fails",
                failing: [.supporters, .isSupporter],
                complaint: complaint
            )
        }

        private static func store(_ verb: Verb, _ call: Call, _ complaint: String) -> Failure {
            Failure(verb: verb, what: "the store fails", failing: [call], complaint: complaint)
        }

        static let all = [
            roll(.admit, "the roll couldn't be asked, and admit didn't throw its error"),
            roll(.canJoin, "the roll couldn't be asked, and canJoin didn't throw its error"),
            roll(.open, "the roll couldn't be asked, and open didn't throw its error"),
            store(.admit, .find, "the circle couldn't be read, and admit didn't throw the store's error"),
            store(.canJoin, .find, "the circle couldn't be read, and canJoin didn't throw the store's error"),
            store(.open, .all, "the circles couldn't be read, and open didn't throw the store's error"),
            store(.admit, .save, "the seat wasn't saved, and admit didn't throw the store's error"),
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
        private var failing: Set<Call> = []
        private var error: any Error = Outage()
        private(set) var hasFailed = false
        /// What happens between the roll's look and its answer.
        private var delay: @Sendable () async -> Void = {}
        private let recorder = CallRecorder<Call>()
        private let counted = CallRecorder<Int>()

        init(circles: [SeatedCircle], supporters: Set<MemberID> = []) {
            self.circles = circles
            supporting = supporters
        }

        nonisolated var desk: JoinDesk { JoinDesk(circles: self, roll: self) }

        /// How often the roll was asked since this was last asked.
        nonisolated func takeJourneys() -> Int {
            let journeys = recorder.count(of: .supporters) + recorder.count(of: .isSupporter)
            defer { counted.record(journeys) }
            return journeys - (counted.calls.last ?? 0)
        }

        /// How often a circle was saved.
        nonisolated var saves: Int { recorder.count(of: .save) }

        func setSupporters(_ supporters: Set<MemberID>) {
            supporting = supporters
        }

        /// The next of each of these calls fails.
        func failOnce(_ calls: Set<Call>, with error: any Error = Outage()) {
            failing = calls
            self.error = error
            hasFailed = false
        }

        func delay(by delay: @escaping @Sendable () async -> Void) {
            self.delay = delay
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

        func supporters(among members: Set<MemberID>) async throws -> Set<MemberID> {
            try enter(.supporters)
            let found = supporting.intersection(members)
            await delay()
            return found
        }

        private func enter(_ call: Call) throws {
            recorder.record(call)
            guard failing.remove(call) != nil else { return }
            hasFailed = true
            throw error
        }
    }
}

/// What a task gets that is cancelled before it begins. Nil if it hears that it was cancelled.
private func givingUp<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
) async throws -> Answer? {
    do { return try await inCancelledTask(work).get() } catch is CancellationError { return nil }
}

// MARK: - Circles

private func member(_ id: String) throws -> MemberID {
    try MemberID(id)
}

/// A circle with this many members, the host among them.
private func circle(_ id: String = "c-1", members count: Int) throws -> SeatedCircle {
    let guests = try (1..<max(count, 1)).map { try member("\(id)-m-\($0)") }
    return SeatedCircle(id: try CircleID(id), host: try member("\(id)-m-host"), guests: guests)
}

// MARK: - Joining

/// A circle that is joined through the question. See `NotDeclared`.
private protocol JoinedThroughQuestion {
    mutating func join(_ member: MemberID, if question: HasFreeSeat) throws
}

extension JoinedThroughQuestion {
    // Why for any type: a method for questions of several kinds is then the better match.
    mutating func join<Question>(_ member: MemberID, if question: Question) throws {
        throw NotDeclared("join(_:if:)")
    }
}

extension SeatedCircle: JoinedThroughQuestion {}

/// The circle afterwards, and why the member was refused. Nil if the method can only be called in another way.
private func asked<Circle: JoinedThroughQuestion>(
    _ circle: Circle,
    by member: MemberID,
    if question: HasFreeSeat
) -> (circle: Circle, refusal: SeatedCircle.Refusal?)? {
    var circle = circle
    do {
        try circle.join(member, if: question)
        return (circle, nil)
    } catch is NotDeclared {
        return nil
    } catch {
        return (circle, error as? SeatedCircle.Refusal)
    }
}

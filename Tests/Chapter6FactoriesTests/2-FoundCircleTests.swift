import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.2 Found a circle")
struct FoundCircleTests {
    /// A fraction of a second belongs to the moment, too.
    private static let morning = Date.utc(2026, 3, 31, hour: 9) + 0.123_456_789

    private let clock = FixedClock(morning)
    private let readers: CircleName
    private let sori: Member
    private let kim: Member

    init() throws {
        readers = try CircleName("Readers of Mapo")
        sori = try Member(id: MemberID("m-1"), handle: Handle("Sori"))
        kim = try Member(id: MemberID(" M-2\n"), handle: Handle("Kim"))
    }

    @Test("the host of a new circle holds its first seat")
    func host() throws {
        let factory = Town().factory(clock)
        for host in [sori, kim, sori] {
            let circle = try factory.found(readers, host: host)
            let isSeated = circle.host == host.id && circle.seats == [host.id]
            #expect(
                isSeated == true,
                "\(host.handle) should host the circle and hold its only taken seat, and doesn't"
            )
            #expect(
                circle.freeSeats == 11,
                "a circle has twelve seats, its host holds one, and this many are free"
            )
        }
    }

    @Test(
        "a circle has the standard dues of the day it is founded, unless its host names others",
        arguments: Wish.all
    )
    func dues(wish: Wish) throws {
        let factory = Town().factory(clock)
        let dues = try [Self.morning, Town.raise - 0.1, Town.raise, Town.waiver].map { moment in
            clock.advance(by: moment.timeIntervalSince(clock.now))
            return try wish.circle(readers, host: sori, by: factory, at: clock.now).dues.amount
        }
        let decided = [10_000, 10_000, 12_000, 0].map { standard in wish.dues?.amount ?? standard }
        #expect(
            dues == decided,
            "two circles were founded, one when the dues had just been raised, and one when they were waived"
        )
        let neighbour = try wish.circle(
            readers,
            host: sori,
            by: Town(rent: 500).factory(clock),
            at: clock.now
        )
        let theirs = wish.dues?.amount ?? 500
        #expect(
            neighbour.dues.amount == theirs,
            "the next town has dues of its own, and its circle, founded at the same moment, has others"
        )
        clock.advance(by: Town.raise.timeIntervalSince(clock.now))
        let standard = try factory.found(readers, host: sori).dues.amount
        #expect(
            standard == 12_000,
            "the host has no wish this time, and the circle doesn't have the standard dues"
        )
    }

    @Test(
        "a circle opens when it is founded, unless its host names a later moment",
        arguments: Wish.all
    )
    func opening(wish: Wish) throws {
        let factory = Town().factory(clock)
        let century: TimeInterval = 36_525 * 86_400
        // The clock is fast, and is put back; in the end it shows the next century, and then the last.
        for wait in [3_600, 86_400, -1_800, century, -2 * century] {
            clock.advance(by: wait)
            let circle = try #require(
                try? wish.circle(readers, host: sori, by: factory, at: clock.now),
                "the host may ask for that, and no circle was founded"
            )
            let secondsLate = circle.foundedAt.timeIntervalSince(clock.now)
            try #require(
                secondsLate == 0,
                "the circle's moment of founding is not the one that the clock showed"
            )
            if let daysToOpening = wish.daysToOpening {
                let wished = clock.now + daysToOpening * 86_400
                let secondsOff = (circle.opensAt as Date?)?.timeIntervalSince(wished)
                try #require(
                    secondsOff == 0,
                    "the host named a moment for the opening, and the circle opens at another"
                )
            } else {
                let secondsOff = (circle.opensAt as Date?)?.timeIntervalSince(clock.now)
                try #require(
                    secondsOff == 0,
                    "no opening was named, and the circle doesn't open when it is founded"
                )
            }
        }
        let opening = try factory.found(readers, host: sori).opensAt
        #expect(
            (opening as Date?) == clock.now,
            "no opening was named this time, and the circle doesn't open when it is founded"
        )
    }

    @Test("one founding has one moment", arguments: Wish.all)
    func oneMoment(wish: Wish) throws {
        // This clock goes on by a second with each look at it, and then the dues are raised.
        let lastSecond = Town.raise - 1
        let clock = FixedClock(lastSecond)
        let factory = Town().factory {
            defer { clock.advance(by: 1) }
            return clock.now
        }
        let circle = try #require(
            try? wish.circle(readers, host: sori, by: factory, at: lastSecond),
            "the host may ask for that, and no circle was founded"
        )
        if wish.daysToOpening == nil {
            #expect(
                circle.opensAt == circle.foundedAt,
                "the circle should open when it is founded, and these moments differ"
            )
        }
        if wish.dues == nil {
            #expect(
                circle.dues == Town.standardDues(at: circle.foundedAt),
                "the circle was founded before the dues were raised and has the new ones, or the other way round"
            )
        }
        let looks = Int(clock.now.timeIntervalSince(lastSecond))
        #expect(looks == 1, "one founding looked at the clock this many times, and should look once")
    }

    @Test("each circle carries the id that the register issued for it", arguments: ["c", " C ", "ｃ"])
    func ids(prefix: String) throws {
        let factory = Town(prefix: prefix, ending: "\n").factory(clock)
        let longest = String(repeating: "Readers of Mapo ", count: 20)
        let names = try ["Readers of Mapo", "마포 독서회 ", "Mapo", "Mapo", longest, "\tNight  owls\n"]
            .map { try CircleName($0) }
        let circles = try names.map { try factory.found($0, host: sori) }
        let issued = (1...6).map { "\(prefix)-\($0)\n" }
        #expect(
            circles.map(\.id.text) == issued,
            "the register issued six ids in turn, and the circles have these"
        )
        for (circle, name) in zip(circles, names) {
            #expect(circle.name == name, "the circle doesn't have the name that its host gave it")
        }
    }

    @Test("without an id there is no circle", arguments: Wish.all)
    func noID(wish: Wish) throws {
        let hour: TimeInterval = 3_600
        let outages = [0, 1, 3].map { Self.morning + $0 * hour }
        let town = Town(failure: { [clock] in
            guard let outage = outages.firstIndex(of: clock.now) else { return nil }
            return outage == 1 ? CircleID.Blank() : Town.Down()
        })
        let factory = town.factory(clock)
        var secondsLate: [TimeInterval] = []
        let founded = (1...5).map { _ in
            defer { clock.advance(by: hour) }
            let circle = try? wish.circle(readers, host: sori, by: factory, at: clock.now)
            if let circle { secondsLate.append(clock.now.timeIntervalSince(circle.foundedAt)) }
            return circle?.id.text ?? "none"
        }
        #expect(
            founded == ["none", "none", "c-1", "none", "c-2"],
            "the register issued no id in the first two hours and in the fourth, and these circles were founded"
        )
        #expect(
            Set(secondsLate).subtracting([0]) == [],
            "the register issued ids again, and the circles' moment of founding is an earlier one"
        )
    }

    @Test("a member who has left can't found a circle", arguments: Wish.all)
    func formerMember(wish: Wish) throws {
        let factory = Town().factory(clock)
        _ = try factory.found(readers, host: kim)
        var gone = kim
        gone.leave()
        #expect(
            throws: CircleNotFounded.hostHasLeft(gone.id),
            "the host has left Moa, and the founding was not refused for that"
        ) {
            _ = try wish.circle(readers, host: gone, by: factory, at: clock.now)
        }
        clock.advance(by: 3_600)
        let next = try factory.found(readers, host: sori)
        #expect(
            next.foundedAt == clock.now,
            "a founding was refused an hour ago, and the next circle's moment isn't the clock's"
        )
    }

    @Test("no circle opens before it is founded")
    func openingInThePast() throws {
        let factory = Town().factory(clock)
        let now = clock.now
        for early in [now - 1e-6, now - 1, now - 7 * 86_400, Date(timeIntervalSince1970: 0), .distantPast] {
            for dues in [nil, Won(5_000), Won(0)] {
                #expect(
                    throws: CircleNotFounded.opensBeforeFounding,
                    "the host named a moment in the past, and the founding was not refused for that"
                ) {
                    _ = try factory.found(readers, host: sori, dues: dues, opensAt: early)
                }
            }
        }
        clock.advance(by: 3_600)
        let next = try factory.found(readers, host: sori)
        #expect(
            [next.foundedAt as Date?, next.opensAt as Date?] == [clock.now, clock.now],
            "a founding was refused an hour ago, and the next circle's moment isn't the clock's"
        )
    }

    @Test("founding a circle doesn't enter it in the register", arguments: Wish.all)
    func nothingEntered(wish: Wish) throws {
        let town = Town()
        let factory = town.factory(clock)
        _ = try wish.circle(readers, host: kim, by: factory, at: clock.now)
        let circle = try wish.circle(readers, host: sori, by: factory, at: clock.now)
        #expect(
            town.entered == [],
            "two circles were only founded, and one is in the register, for everybody to find"
        )
        town.enter(circle)

        var gone = kim
        gone.leave()
        _ = try? wish.circle(readers, host: gone, by: factory, at: clock.now)
        _ = try? factory.found(readers, host: sori, dues: wish.dues, opensAt: clock.now - 1)
        #expect(
            town.entered == [circle.id],
            "one circle was entered and two foundings were refused, and the register doesn't show that"
        )
    }

    @Test(
        "a circle is never half built, and nobody outside can make or change one",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func completeness() throws {
        let missing = [
            "id": isOptional(\Circle.id), "name": isOptional(\Circle.name),
            "host": isOptional(\Circle.host), "seats": isOptional(\Circle.seats),
            "freeSeats": isOptional(\Circle.freeSeats), "dues": isOptional(\Circle.dues),
            "foundedAt": isOptional(\Circle.foundedAt), "opensAt": isOptional(\Circle.opensAt),
        ].filter(\.value).keys.sorted()
        #expect(missing == [], "every reader of a circle must ask whether these are there")

        let settable = [
            "id": isSettable(\Circle.id), "name": isSettable(\Circle.name),
            "host": isSettable(\Circle.host), "seats": isSettable(\Circle.seats),
            "freeSeats": isSettable(\Circle.freeSeats), "dues": isSettable(\Circle.dues),
            "foundedAt": isSettable(\Circle.foundedAt), "opensAt": isSettable(\Circle.opensAt),
        ].filter(\.value).keys.sorted()
        #expect(settable == [], "anybody can change these after the factory has made the circle")

        let isDecodable = Conformance<Circle>().isDecodable
        #expect(isDecodable == false, "anybody who writes a file can make a circle without the factory")

        let founding = "_ = try factory.found(name, host: host)"
        // Whatever the initialiser would be, one that throws or one that waits: this closure may call it.
        let making = ["id: id, name: name", "id, name", "id: id, name: name.text"].map {
            "_ = { () async throws in _ = try await Circle(\($0)) }"
        }
        // A function's type has no labels, so these find an initialiser under any label.
        let taken = [
            "", "String", "CircleName", "CircleID, CircleName", "CircleName, Member", "Member, CircleName",
        ].map { "let make: (\($0)) async throws -> Circle? = Circle.init" }
        let accepted = try Self.compiler.accepted(
            [founding] + making + taken,
            given: "factory: CircleFactory, id: CircleID, name: CircleName, host: Member",
            importing: ["Moa"]
        )
        #expect(
            accepted == [founding],
            "the factory can't found a circle, or a circle can be made without it"
        )
    }

    private static let compiler = CompileCheck(importing: "Chapter6Factories")
}

// MARK: - The town

extension FoundCircleTests {
    /// What a host asks for. What they don't ask for is left out of the call.
    struct Wish: CustomTestStringConvertible {
        let testDescription: String
        var dues: Won?
        var daysToOpening: Double?

        static let all = [
            Wish(testDescription: "the host has no wish"),
            Wish(testDescription: "the host asks for 1 won", dues: Won(1)),
            Wish(testDescription: "the host asks for 3,000,000 won", dues: Won(3_000_000)),
            Wish(testDescription: "the host asks for 0 won", dues: Won(0)),
            Wish(testDescription: "the host names an opening a day later", daysToOpening: 1),
            Wish(
                testDescription: "the host names an opening ten years later, and 5,000 won",
                dues: Won(5_000),
                daysToOpening: 3_652
            ),
            // The earliest opening that isn't refused.
            Wish(testDescription: "the host names the moment of founding", daysToOpening: 0),
            Wish(testDescription: "the host names an opening in a moment", daysToOpening: 1e-6),
        ]

        func circle(
            _ name: CircleName,
            host: Member,
            by factory: CircleFactory,
            at moment: Date
        ) throws -> Circle {
            switch (dues, daysToOpening.map { moment + $0 * 86_400 }) {
            case (nil, nil): try factory.found(name, host: host)
            case (let dues?, nil): try factory.found(name, host: host, dues: dues)
            case (nil, let opening?): try factory.found(name, host: host, opensAt: opening)
            case (let dues?, let opening?): try factory.found(name, host: host, dues: dues, opensAt: opening)
            }
        }
    }

    /// A town with a register of its own. Its board raises the standard dues on 1 April, a moment after noon, and
    /// waives them from May on.
    private final class Town: CircleRegister, DuesPolicy {
        static let raise = Date.utc(2026, 4, 1, hour: 12) + 0.25
        static let waiver = Date.utc(2026, 5, 1)

        private let ids: SequenceIDs
        private let ending: String
        /// Why there is no id: the register is down, or a blank is all that it has.
        private let failure: @Sendable () -> (any Error)?
        /// What this town's standard dues have on top.
        private let rent: Int
        private let book = CallRecorder<CircleID>()

        init(
            prefix: String = "c",
            ending: String = "",
            rent: Int = 0,
            failure: @escaping @Sendable () -> (any Error)? = { nil }
        ) {
            ids = SequenceIDs(prefix: prefix)
            self.ending = ending
            self.rent = rent
            self.failure = failure
        }

        var entered: [CircleID] { book.calls }

        struct Down: Error {}

        func nextID() throws -> CircleID {
            if let failure = failure() { throw failure }
            return try CircleID(ids.next() + ending)
        }

        func enter(_ circle: Circle) {
            book.record(circle.id)
        }

        func standardDues(at moment: Date) -> Won {
            Won(Self.standardDues(at: moment).amount + rent)
        }

        static func standardDues(at moment: Date) -> Won {
            moment < raise ? Won(10_000) : moment < waiver ? Won(12_000) : Won(0)
        }

        func factory(_ clock: FixedClock) -> CircleFactory {
            factory { clock.now }
        }

        func factory(now: @escaping @Sendable () -> Date) -> CircleFactory {
            CircleFactory(register: self, policy: self, now: now)
        }
    }
}

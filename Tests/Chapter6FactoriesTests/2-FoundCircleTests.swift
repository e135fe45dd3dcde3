import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.2 Found a circle")
struct FoundCircleTests {
    private static let morning = Date.utc(2026, 3, 31, hour: 9)

    private let clock = FixedClock(morning)
    private let readers: CircleName
    private let sori: Member

    init() throws {
        readers = try CircleName("Readers of Mapo")
        sori = try Member(id: MemberID("m-1"), handle: Handle("sori"))
    }

    @Test("the host of a new circle holds its first seat")
    func host() throws {
        let town = Town()
        let circle = try town.factory(clock).found(readers, host: sori)
        let isSeated = circle.host == sori.id && circle.seats == [sori.id]
        #expect(isSeated == true, "Sori should host the circle and hold its only taken seat, and doesn't")
        #expect(circle.freeSeats == 11, "a circle has twelve seats, Sori holds one, and this many are free")
    }

    @Test(
        "a circle has the standard dues of the day it is founded, unless its host names others",
        arguments: Wish.all
    )
    func dues(wish: Wish) throws {
        let town = Town()
        let factory = town.factory(clock)
        clock.advance(by: wish.daysLater * 86_400)
        let opening = wish.daysToOpening.map { clock.now + $0 * 86_400 }
        let circle = try factory.found(readers, host: sori, dues: wish.dues, opensAt: opening)
        #expect(circle.dues == wish.expected, "the members of this circle pay other dues than were decided")
    }

    @Test("a circle opens when it is founded, unless its host names a later moment")
    func opening() throws {
        let factory = Town().factory(clock)
        clock.advance(by: 3_600)
        let atOnce = try factory.found(readers, host: sori)
        #expect(
            atOnce.foundedAt == clock.now,
            "the circle was founded at ten, and has another moment of founding"
        )
        #expect(
            atOnce.opensAt == clock.now,
            "no opening was named, and the circle doesn't open when it is founded"
        )
        for wait: TimeInterval in [0, 1, 7 * 86_400] {
            let moment = clock.now + wait
            let circle = try #require(
                try? factory.found(readers, host: sori, opensAt: moment),
                "the host named an opening \(Int(wait)) seconds after the founding, and no circle was founded"
            )
            #expect(
                circle.opensAt == moment,
                "the host named a moment for the opening, and the circle opens at another"
            )
            #expect(
                circle.foundedAt == clock.now,
                "the host named a later opening, and it changed the moment of founding"
            )
        }
    }

    @Test("one founding has one moment")
    func oneMoment() throws {
        // This clock goes on by a second with each look at it, and midnight brings other dues.
        let clock = FixedClock(.utc(2026, 3, 31, hour: 23, minute: 59) + 59)
        let factory = Town().factory {
            defer { clock.advance(by: 1) }
            return clock.now
        }
        let circle = try factory.found(readers, host: sori)
        #expect(
            circle.opensAt == circle.foundedAt,
            "the circle should open when it is founded, and these moments differ"
        )
        let duesOfThatDay = Town.standardDues(at: circle.foundedAt)
        #expect(
            circle.dues == duesOfThatDay,
            "the circle was founded on one side of midnight, with the dues of the other"
        )
    }

    @Test("each circle carries the id that the register issued for it")
    func ids() throws {
        let factory = Town().factory(clock)
        let ids = try (1...3).map { _ in try factory.found(readers, host: sori).id.text }
        #expect(
            ids == ["c-1", "c-2", "c-3"],
            "the register issued c-1, c-2 and c-3, and the circles have these ids"
        )
    }

    @Test("without an id there is no circle")
    func noID() throws {
        let factory = Town(ids: 0).factory(clock)
        #expect(throws: (any Error).self, "the register issued no id, and a circle was founded") {
            _ = try factory.found(readers, host: sori)
        }
    }

    @Test("a member who has left can't found a circle")
    func formerMember() throws {
        var gone = sori
        gone.leave()
        let factory = Town().factory(clock)
        #expect(
            throws: CircleNotFounded.hostHasLeft(gone.id),
            "the host has left Moa, and the founding was not refused for that"
        ) {
            _ = try factory.found(readers, host: gone)
        }
    }

    @Test("no circle opens before it is founded")
    func openingInThePast() throws {
        let factory = Town().factory(clock)
        #expect(
            throws: CircleNotFounded.opensBeforeFounding,
            "the host named a moment in the past, and the founding was not refused for that"
        ) {
            _ = try factory.found(readers, host: sori, opensAt: clock.now - 1)
        }
    }

    @Test("founding a circle doesn't enter it in the register")
    func nothingEntered() throws {
        let town = Town()
        let circle = try town.factory(clock).found(readers, host: sori)
        #expect(
            town.entered == [],
            "the circle was only founded, and it stands in the register, for everybody to find"
        )
        town.enter(circle)
        #expect(
            town.entered == [circle.id],
            "the circle was entered once, and the register doesn't show that"
        )
    }

    @Test(
        "a circle is never half built, and nobody outside can make or change one",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func completeness() throws {
        let missing = [
            "host": isOptional(\Circle.host), "seats": isOptional(\Circle.seats),
            "dues": isOptional(\Circle.dues), "foundedAt": isOptional(\Circle.foundedAt),
            "opensAt": isOptional(\Circle.opensAt),
        ].filter(\.value).keys.sorted()
        #expect(missing == [], "every reader of a circle must ask whether these are there")

        let settable = [
            "id": isSettable(\Circle.id), "name": isSettable(\Circle.name),
            "host": isSettable(\Circle.host), "seats": isSettable(\Circle.seats),
            "dues": isSettable(\Circle.dues), "foundedAt": isSettable(\Circle.foundedAt),
            "opensAt": isSettable(\Circle.opensAt),
        ].filter(\.value).keys.sorted()
        #expect(settable == [], "anybody can change these after the factory has made the circle")

        let isDecodable = Conformance<Circle>().isDecodable
        #expect(isDecodable == false, "anybody who writes a file can make a circle, past the factory")

        let founding = "_ = try factory.found(name, host: host)"
        let accepted = try Self.compiler.accepted(
            [founding, "_ = try Circle(id: id, name: name)"],
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
    /// What a host asks for, and what the members of the circle will pay.
    struct Wish: CustomTestStringConvertible {
        let testDescription: String
        var daysLater = 0.0
        var daysToOpening: Double?
        var dues: Won?
        let expected: Won

        static let all = [
            Wish(testDescription: "founded on 31 March", expected: Won(10_000)),
            Wish(testDescription: "founded on 1 April", daysLater: 1, expected: Won(12_000)),
            Wish(
                testDescription: "founded on 31 March, to open on 1 April",
                daysToOpening: 1,
                expected: Won(10_000)
            ),
            Wish(testDescription: "the host asks for 5,000 won", dues: Won(5_000), expected: Won(5_000)),
            Wish(testDescription: "the host asks for nothing", dues: Won(0), expected: Won(0)),
        ]
    }

    /// A town with a register of its own. Its board raises the standard dues on 1 April.
    private final class Town: CircleRegister, DuesPolicy {
        private let ids: SequenceIDs
        private let book = CallRecorder<CircleID>()

        init(ids limit: Int? = nil) {
            ids = SequenceIDs(prefix: "c", limit: limit)
        }

        var entered: [CircleID] { book.calls }

        func nextID() throws -> CircleID {
            try CircleID(ids.next())
        }

        func enter(_ circle: Circle) {
            book.record(circle.id)
        }

        func standardDues(at moment: Date) -> Won {
            Self.standardDues(at: moment)
        }

        static func standardDues(at moment: Date) -> Won {
            moment < .utc(2026, 4, 1) ? Won(10_000) : Won(12_000)
        }

        func factory(_ clock: FixedClock) -> CircleFactory {
            factory { clock.now }
        }

        func factory(now: @escaping @Sendable () -> Date) -> CircleFactory {
            CircleFactory(register: self, policy: self, now: now)
        }
    }
}

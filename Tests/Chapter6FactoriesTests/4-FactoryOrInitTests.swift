import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.4 Factory, or init?")
struct FactoryOrInitTests {
    private let clock = FixedClock(.utc(2026, 3, 31, hour: 9))
    private let day = FilmDay(number: 100)
    private let sori: MemberID
    private let owls: FilmCircle
    private let closed: FilmCircle

    init() throws {
        sori = try MemberID("m-1")
        owls = FilmCircle(id: try CircleID("c-1"), room: "Attic", seats: 24, isOpen: true)
        closed = FilmCircle(id: try CircleID("c-2"), room: "Cellar", seats: 12, isOpen: false)
    }

    @Test("one design is chosen for reservations, and a reason is given")
    func choice() {
        let choice = ReservationDesign.chosen
        #expect(
            choice != nil,
            "no design is chosen for reservations, so no rule can judge it"
        )
        let isGiven = isSentence(ReservationDesign.reason)
        #expect(
            isGiven == true,
            "the next colleague will ask why: answer in a sentence of 20 letters or more"
        )
    }

    @Test("a running time is made from its minutes, which are checked")
    func runningTimes() {
        for minutes in [1, 90, 600] {
            let time = try? runningTime(minutes)
            #expect(
                time?.minutes == minutes,
                "a film can run for \(minutes) minutes, and gets no such running time"
            )
        }
        for minutes in [-5, 0, 601] {
            #expect(
                throws: FilmRefused.noRunningTime(minutes: minutes),
                "no film runs for \(minutes) minutes, and this running time was not refused for that"
            ) {
                _ = try runningTime(minutes)
            }
        }
    }

    @Test(
        "a matinee and an evening begin at their hour, and end by closing time",
        arguments: Slots.all
    )
    func slots(row: Slots) throws {
        let short = try slot(row.showing, minutes: 100)
        let times = [short.begin, short.end]
        #expect(
            times == [row.begin, row.begin + 100],
            "a film of 100 minutes begins or ends at another hour than was printed"
        )
        let last = try? slot(row.showing, minutes: 23 * 60 - row.begin)
        #expect(
            last?.end == 23 * 60,
            "the house is open until 23:00, and a film that ends then has no such slot"
        )
        #expect(
            throws: FilmRefused.houseClosed,
            "a film that ends a minute after 23:00 was not refused for that"
        ) {
            _ = try slot(row.showing, minutes: 23 * 60 - row.begin + 1)
        }
    }

    @Test("a circle announces its film nights, unless it has closed", arguments: [Way.circle, .office])
    func announcing(way: Way) throws {
        let night = try announce("The long rain", by: owls, way)
        let facts = "\(night.film), \(night.circle), \(night.room), \(night.seats), \(night.day.number)"
        #expect(
            facts == "The long rain, c-1, Attic, 24, 100",
            "the announcement has another film, circle, room, day or number of seats"
        )
        let hours = [night.slot.begin, night.slot.end]
        #expect(hours == [1_170, 1_270], "the film night was announced for another hour")
        #expect(
            throws: FilmRefused.circleClosed,
            "a closed circle announced a film night, or the refusal names another reason"
        ) {
            _ = try announce("The long rain", by: closed, way)
        }
    }

    @Test("a reservation has an id of its own, its moment, and a seat that exists")
    func reserving() throws {
        let office = office()
        let night = try announce("The long rain", by: owls, .office)
        let first = try office.reserve(seat: 1, at: night, for: sori)
        clock.advance(by: 60)
        let last = try office.reserve(seat: 24, at: night, for: sori)
        let facts = [first, last].map {
            "\($0.id.text): \($0.seat), \($0.circle), \($0.day.number), \($0.member)"
        }
        #expect(
            facts == ["r-1: 1, c-1, 100, m-1", "r-2: 24, c-1, 100, m-1"],
            "a ticket has another id, seat, circle, day or member"
        )
        let moments = [first.madeAt, last.madeAt]
        #expect(
            moments == [clock.now - 60, clock.now],
            "a ticket has another moment, and nobody can tell who came first"
        )
        for seat in [0, -1, 25] {
            #expect(
                throws: FilmRefused.noSuchSeat(seat),
                "there is no seat \(seat), and its reservation was not refused for that"
            ) {
                _ = try office.reserve(seat: seat, at: night, for: sori)
            }
        }
        let withoutIDs = self.office(ids: 0)
        #expect(throws: (any Error).self, "no id was issued, and there is a reservation") {
            _ = try withoutIDs.reserve(seat: 1, at: night, for: sori)
        }
    }

    @Test(
        "what needs no port needs no factory",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func factories() throws {
        let open = try Door.open(among: [Door.runningTime] + Door.needlessFactories)
        #expect(open == [Door.runningTime], "a factory that needs no port is still there")
    }

    @Test(
        "nothing is made or changed past its check, and nothing asks a port while it is made",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func doors() throws {
        let open = try Door.open(among: Door.checked + Door.unchecked)
        #expect(
            open == Door.checked,
            "exactly the checked ways that hand over no port should compile, and these do"
        )

        let settable = [
            "RunningTime.minutes": isSettable(\RunningTime.minutes),
            "FilmSlot.begin": isSettable(\FilmSlot.begin), "FilmSlot.end": isSettable(\FilmSlot.end),
            "FilmNight.circle": isSettable(\FilmNight.circle), "FilmNight.film": isSettable(\FilmNight.film),
            "FilmNight.room": isSettable(\FilmNight.room), "FilmNight.seats": isSettable(\FilmNight.seats),
            "FilmNight.slot": isSettable(\FilmNight.slot), "FilmNight.day": isSettable(\FilmNight.day),
            "SeatReservation.id": isSettable(\SeatReservation.id),
            "SeatReservation.seat": isSettable(\SeatReservation.seat),
            "SeatReservation.circle": isSettable(\SeatReservation.circle),
            "SeatReservation.day": isSettable(\SeatReservation.day),
            "SeatReservation.member": isSettable(\SeatReservation.member),
            "SeatReservation.madeAt": isSettable(\SeatReservation.madeAt),
        ].filter(\.value).keys.sorted()
        #expect(settable == [], "anybody can change these after they were checked")
    }

    @Test("reading from a file is not a back door")
    func decoding() {
        let good = [#"{"minutes":600}"#, #"{"begin":600,"end":1380}"#, #"{"begin":1140,"end":1260}"#]
        let read = [
            reread(RunningTime.self, good[0]), reread(FilmSlot.self, good[1]), reread(FilmSlot.self, good[2]),
        ]
        #expect(read == good, "what is stored already can't be read, or is written differently")

        let badTimes = [#"{"minutes":0}"#, #"{"minutes":601}"#].filter { reread(RunningTime.self, $0) != nil }
        #expect(badTimes == [], "no film runs this long, and a file brought in this running time")
        let badSlots = [(599, 700), (900, 1_381), (900, 900), (1_000, 900)]
            .map { #"{"begin":\#($0),"end":\#($1)}"# }
            .filter { reread(FilmSlot.self, $0) != nil }
        #expect(
            badSlots == [],
            "a file brought in a slot in a closed house, backwards, or without a minute"
        )

        let decodable = [
            "FilmNight": Conformance<FilmNight>().isDecodable,
            "SeatReservation": Conformance<SeatReservation>().isDecodable,
        ].filter(\.value).keys.sorted()
        #expect(
            decodable == [],
            "anybody who writes a file can make these, without the circle or an issued id"
        )
    }

    @Test(
        "with a factory: nothing else makes a reservation",
        .enabled(if: ReservationDesign.chosen == .factory, "another design was chosen, or none"),
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func factoryAlone() throws {
        let open = try Door.open(among: [Door.factory, Door.initialiser])
        #expect(
            open == [Door.factory],
            "a reservation can be made past the factory, or the factory is missing"
        )
    }

    @Test(
        "ready-made: the initialiser takes everything and checks it, and there is no factory",
        .enabled(if: ReservationDesign.chosen == .readyMade, "another design was chosen, or none"),
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func initialiserAlone() throws {
        let night = try announce("The long rain", by: owls, .office)
        let seats = [0, 1, 24, 25].filter {
            (try? reservation(SeatReservation.self, seat: $0, at: night)) != nil
        }
        #expect(
            seats == [1, 24],
            "seats 1 and 24 exist, seats 0 and 25 don't, and the initialiser accepts these"
        )
        let open = try Door.open(among: [Door.factory, Door.initialiser])
        #expect(
            open == [Door.initialiser],
            "a factory that nobody needs is still there, or the initialiser is missing"
        )
    }
}

// MARK: - Doors

extension FactoryOrInitTests {
    private static let compiler = CompileCheck(importing: "Chapter6Factories")

    /// What code in another file may try.
    private enum Door {
        static let runningTime = "_ = RunningTime.self"
        static let needlessFactories = [
            "_ = RunningTimeFactory.self", "_ = FilmSlotFactory.self", "_ = FilmNightFactory.self",
        ]
        static let checked = [
            "_ = try RunningTime(minutes: 90)", "_ = try circle.announce(film, in: slot, on: day)",
            "_ = try office.reserve(seat: 1, at: night, for: member)",
        ]
        static let unchecked = [
            "_ = RunningTime(minutes: 0)",
            "_ = FilmSlot(begin: 0, end: 0)",
            "_ = try FilmNight(circle: host, film: film, room: film, seats: 99, slot: slot, day: day)",
            "_ = try SeatReservation(seat: 1, at: night, for: member, ids: ids, now: now)",
        ]
        static let factory =
            "_ = try ReservationFactory(ids: ids, now: now).reserve(seat: 1, at: night, for: member)"
        static let initialiser =
            "_ = try SeatReservation(id: id, seat: 1, at: night, for: member, madeAt: moment)"

        // The compiler is asked once for all rules.
        private static let accepted = Result {
            try compiler.accepted(
                [runningTime] + needlessFactories + checked + unchecked
                    + [factory, initialiser],
                given: """
                    circle: FilmCircle, host: CircleID, film: String, slot: FilmSlot, day: FilmDay, \
                    office: FilmOffice, ids: any ReservationIDs, now: @escaping @Sendable () -> Date, \
                    id: ReservationID, night: FilmNight, member: MemberID, moment: Date
                    """,
                importing: ["Foundation", "Moa"]
            )
        }

        /// The doors that let somebody in.
        static func open(among doors: [String]) throws -> [String] {
            let accepted = try accepted.get()
            return doors.filter(accepted.contains)
        }
    }

    /// What becomes of a stored text that is read and written again; nil if it can't be read.
    private func reread<Subject>(_ type: Subject.Type, _ stored: String) -> String? {
        guard let type = type as? any Codable.Type else { return nil }
        return try? Self.reread(type, stored)
    }

    private static func reread<Subject: Codable>(_ type: Subject.Type, _ stored: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let subject = try JSONDecoder().decode(type, from: Data(stored.utf8))
        return String(decoding: try encoder.encode(subject), as: UTF8.self)
    }
}

// MARK: - Makers that may not be there yet

/// See `NotDeclared`, which answers if a maker is missing.
private protocol MadeOfMinutes {
    init(minutes: Int) throws
}

extension MadeOfMinutes {
    init(minutes: Int) throws { throw NotDeclared("RunningTime(minutes:)") }
}

private protocol Showable {
    static func matinee(for film: RunningTime) throws -> FilmSlot
    static func evening(for film: RunningTime) throws -> FilmSlot
}

extension Showable {
    static func matinee(for film: RunningTime) throws -> FilmSlot {
        throw NotDeclared("FilmSlot.matinee(for:)")
    }
    static func evening(for film: RunningTime) throws -> FilmSlot {
        throw NotDeclared("FilmSlot.evening(for:)")
    }
}

private protocol Announcing {
    func announce(_ film: String, in slot: FilmSlot, on day: FilmDay) throws -> FilmNight
}

extension Announcing {
    func announce(_ film: String, in slot: FilmSlot, on day: FilmDay) throws -> FilmNight {
        throw NotDeclared("announce(_:in:on:) of a circle")
    }
}

private protocol ReadyMade {
    init(id: ReservationID, seat: Int, at night: FilmNight, for member: MemberID, madeAt moment: Date) throws
}

extension ReadyMade {
    init(id: ReservationID, seat: Int, at night: FilmNight, for member: MemberID, madeAt moment: Date) throws
    {
        throw NotDeclared("SeatReservation(id:seat:at:for:madeAt:)")
    }
}

extension RunningTime: MadeOfMinutes {}
extension FilmSlot: Showable {}
extension FilmCircle: Announcing {}
extension SeatReservation: ReadyMade {}

// MARK: - The house

extension FactoryOrInitTests {
    struct Slots: CustomTestStringConvertible {
        let showing: Showing
        let begin: Int

        var testDescription: String { "\(showing)" }

        static let all = [
            Slots(showing: .matinee, begin: 15 * 60), Slots(showing: .evening, begin: 19 * 60 + 30),
        ]
    }

    /// Who is asked for a film night.
    enum Way: String, CustomTestStringConvertible {
        case circle, office

        var testDescription: String { "asked of the \(rawValue)" }
    }

    private func runningTime(_ minutes: Int) throws -> RunningTime {
        func made<Time: MadeOfMinutes>(_: Time.Type) throws -> Time { try Time(minutes: minutes) }
        return try made(RunningTime.self)
    }

    private func slot(_ showing: Showing, minutes: Int) throws -> FilmSlot {
        let film = try runningTime(minutes)
        func made<Slot: Showable>(_: Slot.Type) throws -> FilmSlot {
            switch showing {
            case .matinee: try Slot.matinee(for: film)
            case .evening: try Slot.evening(for: film)
            }
        }
        return try made(FilmSlot.self)
    }

    private func reservation<Made: ReadyMade>(_: Made.Type, seat: Int, at night: FilmNight) throws -> Made {
        try Made(id: ReservationID(text: "r-1"), seat: seat, at: night, for: sori, madeAt: clock.now)
    }

    /// An evening of 100 minutes.
    private func announce(_ film: String, by circle: FilmCircle, _ way: Way) throws -> FilmNight {
        func asked(_ circle: some Announcing) throws -> FilmNight {
            try circle.announce(film, in: slot(.evening, minutes: 100), on: day)
        }
        switch way {
        case .circle: return try asked(circle)
        case .office: return try office().announce(film, minutes: 100, as: .evening, on: day, by: circle.id)
        }
    }

    private func office(ids limit: Int? = nil) -> FilmOffice {
        FilmOffice(
            circles: KnownFilmCircles(circles: [owls, closed]),
            ids: NumberedReservationIDs(numbers: SequenceIDs(prefix: "r", limit: limit)),
            now: { [clock] in clock.now }
        )
    }

    private struct KnownFilmCircles: FilmCircles {
        struct Unknown: Error {}

        let circles: [FilmCircle]

        func find(_ id: CircleID) throws -> FilmCircle {
            guard let circle = circles.first(where: { $0.id == id }) else { throw Unknown() }
            return circle
        }
    }

    private struct NumberedReservationIDs: ReservationIDs {
        let numbers: SequenceIDs

        func next() throws -> ReservationID {
            ReservationID(text: try numbers.next())
        }
    }
}

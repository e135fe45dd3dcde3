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
            "set ReservationDesign.chosen to .factory or .readyMade; its rule runs from then on"
        )
        let isGiven = isSentence(ReservationDesign.reason)
        #expect(
            isGiven == true,
            "the next colleague will ask why: answer in a sentence of 20 letters or more"
        )
    }

    @Test("a running time is made of its minutes, and checked")
    func runningTimes() {
        for minutes in [1, 90, 600] {
            let time = try? runningTime(minutes)
            #expect(
                time?.minutes == minutes,
                "there are films of this length, and the running time is not there"
            )
        }
        for minutes in [-5, 0, 601] {
            #expect(throws: FilmRefused.noRunningTime(minutes: minutes), "no film is as long as this") {
                _ = try runningTime(minutes)
            }
        }
    }

    @Test(
        "a matinee and an evening have their hour, and end before the house closes",
        arguments: Slots.all
    )
    func slots(row: Slots) throws {
        let short = try slot(row.showing, minutes: 100)
        let times = [short.begin, short.end]
        #expect(times == [row.begin, row.begin + 100], "the door opens at another hour than was printed")
        let last = try? slot(row.showing, minutes: 23 * 60 - row.begin)
        #expect(last?.end == 23 * 60, "the house is open until 23:00, and the film ends by then")
        #expect(throws: FilmRefused.houseClosed, "the film goes on when the house has closed") {
            _ = try slot(row.showing, minutes: 23 * 60 - row.begin + 1)
        }
    }

    @Test("a circle announces its film nights, and has a say", arguments: [Way.circle, .office])
    func announcing(way: Way) throws {
        let night = try announce("The long rain", by: owls, way)
        let facts = "\(night.film), \(night.circle), \(night.room), \(night.seats), \(night.day.number)"
        #expect(facts == "The long rain, c-1, Attic, 24, 100", "what is announced is not what will be shown")
        let hours = [night.slot.begin, night.slot.end]
        #expect(hours == [1_170, 1_270], "the film night was announced for another hour")
        #expect(throws: FilmRefused.circleClosed, "a circle that is no more invites to a film") {
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
            "a ticket says something wrong"
        )
        let moments = [first.madeAt, last.madeAt]
        #expect(moments == [clock.now - 60, clock.now], "who came first can't be told any more")
        for seat in [0, -1, 25] {
            #expect(
                throws: FilmRefused.noSuchSeat(seat),
                "somebody holds a ticket for a seat that isn't there"
            ) {
                _ = try office.reserve(seat: seat, at: night, for: sori)
            }
        }
        let withoutIDs = self.office(ids: 0)
        #expect(throws: (any Error).self, "no id was issued, and there is a reservation") {
            _ = try withoutIDs.reserve(seat: 1, at: night, for: sori)
        }
    }

    @Test("what needs no port needs no factory", .enabled(if: compiler.isAvailable, "no compiler to ask"))
    func factories() throws {
        let open = try Door.open(among: [Door.runningTime] + Door.needlessFactories)
        #expect(open == [Door.runningTime], "a factory is still there that knows nothing of its own")
    }

    @Test(
        "nothing is made or changed past its check, and nothing asks a port for itself",
        .enabled(if: compiler.isAvailable, "no compiler to ask")
    )
    func doors() throws {
        let open = try Door.open(among: Door.checked + Door.unchecked)
        #expect(open == Door.checked, "a door past a check or to a port is open, or one with a check is shut")

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
        #expect(settable == [], "what was checked when it was made can be made wrong by anybody afterwards")
    }

    @Test("reading from a file is no back door")
    func decoding() {
        let good = [#"{"minutes":600}"#, #"{"begin":600,"end":1380}"#, #"{"begin":1140,"end":1260}"#]
        let read = [
            reread(RunningTime.self, good[0]), reread(FilmSlot.self, good[1]), reread(FilmSlot.self, good[2]),
        ]
        #expect(read == good, "what is in store already can't be read, or is written in another way")

        let badTimes = [#"{"minutes":0}"#, #"{"minutes":601}"#].filter { reread(RunningTime.self, $0) != nil }
        #expect(badTimes == [], "a file says so, and Moa has a film of this length")
        let badSlots = [(599, 700), (900, 1_381), (900, 900), (1_000, 900)]
            .map { #"{"begin":\#($0),"end":\#($1)}"# }
            .filter { reread(FilmSlot.self, $0) != nil }
        #expect(
            badSlots == [],
            "a file says so, and a film is shown in a closed house, backwards, or for no minute"
        )

        let decodable = [
            "FilmNight": Conformance<FilmNight>().isDecodable,
            "SeatReservation": Conformance<SeatReservation>().isDecodable,
        ].filter(\.value).keys.sorted()
        #expect(decodable == [], "whoever writes a file makes this without the circle, and without an id")
    }

    @Test(
        "with a factory: nothing else makes a reservation",
        .enabled(if: ReservationDesign.chosen == .factory, "another design was chosen, or none"),
        .enabled(if: compiler.isAvailable, "no compiler to ask")
    )
    func factoryAlone() throws {
        let open = try Door.open(among: [Door.factory, Door.initialiser])
        #expect(open == [Door.factory], "beside the factory stands a door, or the factory is not there")
    }

    @Test(
        "ready-made: the initialiser takes everything and checks it, and there is no factory",
        .enabled(if: ReservationDesign.chosen == .readyMade, "another design was chosen, or none"),
        .enabled(if: compiler.isAvailable, "no compiler to ask")
    )
    func initialiserAlone() throws {
        let night = try announce("The long rain", by: owls, .office)
        let seats = [0, 1, 24, 25].filter {
            (try? reservation(SeatReservation.self, seat: $0, at: night)) != nil
        }
        #expect(seats == [1, 24], "the initialiser is open to everybody, and lets in what it should refuse")
        let open = try Door.open(among: [Door.factory, Door.initialiser])
        #expect(open == [Door.initialiser], "beside the initialiser stands a factory that nobody needs")
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

        /// Those of the doors by which somebody gets in.
        static func open(among doors: [String]) throws -> [String] {
            let accepted = try accepted.get()
            return doors.filter(accepted.contains)
        }
    }

    /// What becomes of a stored text that is read and written again; nil where it can't be read.
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

/// See `NotDeclared`, which answers where a maker is missing.
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

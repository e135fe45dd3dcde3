import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter6Factories

@Suite("6.4 Factory, or init?")
struct FactoryOrInitTests {
    private let clock = FixedClock(.utc(2026, 3, 31, hour: 9) + 0.123_456_789)
    private let sori: MemberID
    private let kim: MemberID
    private let rain: Film
    private let snow: Film
    private let ofTheClosed: Film
    private let ofNobody: Film

    init() throws {
        sori = try MemberID("m-1")
        kim = try MemberID(" M-2\n")
        let owls = FilmCircle(id: try CircleID("c-1"), room: "Attic", seats: 24, isOpen: true)
        let closed = FilmCircle(id: try CircleID("c-2"), room: "Cellar", seats: 12, isOpen: false)
        let cooks = FilmCircle(id: try CircleID("c-3"), room: " Kitchen ", seats: 600, isOpen: true)
        let nobody = FilmCircle(id: try CircleID("c-4"), room: "Hall", seats: 9, isOpen: true)
        rain = Film(title: "the long RAIN", circle: owls, showing: .evening, day: 100)
        snow = Film(title: " Snow  White\n", circle: cooks, showing: .matinee, day: 101)
        ofTheClosed = Film(title: "The long rain", circle: closed, showing: .evening, day: 100)
        ofNobody = Film(title: "The long rain", circle: nobody, showing: .evening, day: 100)
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
                "a film can run for \(minutes) minutes, and this running time was not made"
            )
        }
        for minutes in [-5, 0, 601, 65_626, -65_446, 4_294_967_386] {
            #expect(
                throws: FilmRefused.noRunningTime(minutes: minutes),
                "no film runs for \(minutes) minutes, and this running time was not refused for that"
            ) {
                _ = try runningTime(minutes)
            }
            #expect(
                throws: FilmRefused.noRunningTime(minutes: minutes),
                "no film runs for \(minutes) minutes, and the office didn't refuse it for that"
            ) {
                _ = try announce(rain, .office, minutes: minutes)
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
            "a film of 100 minutes should begin at its hour and end 100 minutes later, and these are its times"
        )
        let last = try? slot(row.showing, minutes: 23 * 60 - row.begin)
        #expect(
            last?.end == 23 * 60,
            "the house is open until 23:00, and a film that ends then got no slot"
        )
        #expect(
            throws: FilmRefused.houseClosed,
            "a film that ends a minute after 23:00 was not refused for that"
        ) {
            _ = try slot(row.showing, minutes: 23 * 60 - row.begin + 1)
        }
        #expect(
            throws: FilmRefused.houseClosed,
            "a film that ends a minute after 23:00 was not refused for that by the office"
        ) {
            let film = row.showing == .evening ? rain : snow
            _ = try announce(film, .office, minutes: 23 * 60 - row.begin + 1)
        }
    }

    @Test("a circle announces its film nights, unless it has closed", arguments: [Way.circle, .office])
    func announcing(way: Way) throws {
        let nights = [try announce(rain, way), try announce(snow, way)]
        let facts = nights.map { "\($0.film), \($0.circle), \($0.room), \($0.seats), \($0.day.number)" }
        #expect(
            facts == ["the long RAIN, c-1, Attic, 24, 100", " Snow  White\n, c-3,  Kitchen , 600, 101"],
            "the announcement has another film, circle, room, day or number of seats"
        )
        for title in ["", String(repeating: "The long rain ", count: 20)] {
            let film = Film(title: title, circle: rain.circle, showing: .evening, day: 100)
            let announced = try announce(film, way).film
            #expect(announced == title, "«\(title)» was announced, and the film night has another title")
        }
        let hours = nights.map { [$0.slot.begin, $0.slot.end] }
        #expect(hours == [[1_170, 1_270], [900, 1_000]], "the film night was announced for another hour")
        #expect(
            throws: FilmRefused.circleClosed,
            "a closed circle announced a film night, or the refusal names another reason"
        ) {
            _ = try announce(ofTheClosed, way)
        }
        guard way == .office else {
            for (begin, end) in [(600, 1_380), (847, 848)] {
                // Whether it can be read is another rule's question.
                guard let slot = storedSlot(from: begin, to: end) else { continue }
                let hours = (try? announce(rain, in: slot)).map { [$0.slot.begin, $0.slot.end] }
                #expect(
                    hours == [begin, end],
                    "a slot saved in another year is still a slot, and the film night was not announced for it"
                )
            }
            return
        }
        #expect(
            throws: KnownFilmCircles.Unknown.self,
            "nobody knows this circle, and the office announced its film or gave another reason"
        ) {
            _ = try announce(ofNobody, .office)
        }
        let luckyOffice = office(ids: issuer(), circles: KnownFilmCircles([rain.circle], .failing(call: 2)))
        _ = try announce(rain, of: luckyOffice)
        #expect(
            throws: InjectedFault(call: 2),
            "looking up a circle failed once, and whoever announced a film didn't hear that error"
        ) {
            _ = try announce(rain, of: luckyOffice)
        }
        #expect(throws: Never.self, "circles can be looked up again, and an announcement failed") {
            _ = try announce(rain, of: luckyOffice)
        }
        let circles = KnownFilmCircles([rain.circle])
        let office = office(ids: issuer(), circles: circles)
        _ = try announce(rain, of: office)
        circles.close()
        #expect(
            throws: FilmRefused.circleClosed,
            "the circle has closed since its last film night, and the office announced another"
        ) {
            _ = try announce(rain, of: office)
        }
        circles.forget()
        #expect(
            throws: KnownFilmCircles.Unknown.self,
            "nobody knows this circle any more, and the office announced its film or gave another reason"
        ) {
            _ = try announce(rain, of: office)
        }
    }

    @Test(
        "a reservation has an id of its own, its moment, and a seat that exists",
        arguments: Seller.chosen
    )
    func reserving(seller: Seller) throws {
        let reserve = reserving(seller)
        let (attic, kitchen) = (try announce(rain, .office), try announce(snow, .office))
        let opening = clock.now
        let first = try reserve(1, attic, sori)
        clock.advance(by: 60)
        let last = try reserve(600, kitchen, kim)
        let facts = [first, last].map {
            "\($0.id.text): \($0.seat), \($0.circle), \($0.day.number), \($0.member)"
        }
        #expect(
            facts == [" rR-1: 1, c-1, 100, m-1", " rR-2: 600, c-3, 101,  M-2\n"],
            "a ticket has another id, seat, circle, day or member"
        )
        let again = try reserve(1, attic, sori)
        #expect(again.id.text == " rR-3", "Sori reserved once more, and the ticket has no id of its own")
        let seconds = [first, last].map { $0.madeAt.timeIntervalSince(opening) }
        #expect(
            seconds == [0, 60],
            "a ticket has another moment, and nobody can tell who came first"
        )
        for (seat, night) in [(0, attic), (-1, attic), (25, attic), (601, kitchen)] {
            #expect(
                throws: FilmRefused.noSuchSeat(seat),
                "there is no seat \(seat), and its reservation was not refused for that"
            ) {
                _ = try reserve(seat, night, sori)
            }
        }
        let empty = FilmCircle(id: rain.circle.id, room: "Attic", seats: 0, isOpen: true)
        let unseated = try announce(Film(title: "Rain", circle: empty, showing: .evening, day: 100), .circle)
        #expect(throws: FilmRefused.noSuchSeat(1), "the room has no seats, and its first one was not refused")
        {
            _ = try reserve(1, unseated, sori)
        }
        let reserveOnce = reserving(seller, ids: 1)
        _ = try reserveOnce(1, attic, sori)
        #expect(
            throws: SequenceIDs.Exhausted.self,
            "the issuer had no id left, and a reservation was made or another reason given"
        ) {
            _ = try reserveOnce(2, attic, kim)
        }
        let reserveWithLuck = reserving(seller, faults: .failing(call: 2))
        _ = try reserveWithLuck(1, attic, sori)
        #expect(
            throws: InjectedFault(call: 2),
            "the issuer failed once, and whoever reserved didn't hear its own error"
        ) {
            _ = try reserveWithLuck(2, attic, kim)
        }
        clock.advance(by: 60)
        var moments = [try reserve(2, attic, kim).madeAt]
        #expect(throws: Never.self, "the issuer works again, and a reservation failed") {
            moments.append(try reserveWithLuck(3, attic, kim).madeAt)
        }
        let secondsLate = moments.map { clock.now.timeIntervalSince($0) }
        #expect(
            Set(secondsLate) == [0],
            "reservations failed a minute ago, and the next tickets show a moment that is past"
        )
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
            "every checked way to make something without a port should compile, and no other; these do"
        )

        for (begin, end) in Self.closedHours {
            let heard = answer(from: begin, to: end)
            #expect(
                [.noSuchInitialiser, .refused(.houseClosed)].contains(heard),
                "another file can make the slot from \(begin) to \(end), or hears another reason: \(heard)"
            )
        }
        for (begin, end) in [(600, 1_380), (847, 848)] {
            let heard = answer(from: begin, to: end)
            #expect(
                [.noSuchInitialiser, .made].contains(heard),
                "the house is open from \(begin) to \(end), and another file can't make this slot: \(heard)"
            )
        }

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
        let times = [#"{"minutes":1}"#, #"{"minutes":600}"#]
        let slots = [#"{"begin":600,"end":1380}"#, #"{"begin":847,"end":848}"#]
        let read = times.map { reread(RunningTime.self, $0) } + slots.map { reread(FilmSlot.self, $0) }
        #expect(read == times + slots, "what is stored already can't be read, or is written differently")

        let badTimes = [
            #"{"minutes":-5}"#, #"{"minutes":0}"#, #"{"minutes":601}"#, #"{"minutes":90.5}"#,
            #"{"minutes":null}"#, "{}",
        ]
        .filter { reread(RunningTime.self, $0) != nil }
        #expect(badTimes == [], "no film runs this long, and a file brought in this running time")
        let halves = [
            #"{"begin":900}"#, #"{"end":990}"#, #"{"begin":null,"end":990}"#, #"{"begin":900,"end":null}"#,
            #"{"begin":null,"end":null}"#, "{}",
            #"{"begin":900.5,"end":990}"#, #"{"begin":900,"end":990.5}"#, #"{"begin":900,"end":1380.5}"#,
            #"{"begin":599.5,"end":990}"#,
        ]
        let badSlots =
            (Self.closedHours.map { #"{"begin":\#($0.begin),"end":\#($0.end)}"# } + halves)
            .filter { reread(FilmSlot.self, $0) != nil }
        #expect(
            badSlots == [],
            "a file brought in a slot that is in a closed house, ends before it begins, or lacks whole minutes"
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
        let open = try Door.open(among: [Door.factory, Door.initialiser] + Door.underAnyLabel)
        #expect(
            open == [Door.factory],
            "a reservation can be made without the factory, or the factory is missing"
        )
    }

    @Test(
        "ready-made: the initialiser takes everything and checks it, and there is no factory",
        .enabled(if: ReservationDesign.chosen == .readyMade, "another design was chosen, or none"),
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func initialiserAlone() throws {
        let night = try announce(rain, .office)
        let seats = [0, 1, 24, 25].filter {
            (try? reservation(SeatReservation.self, seat: $0, at: night)) != nil
        }
        #expect(
            seats == [1, 24],
            "seats 1 and 24 exist, seats 0 and 25 don't, and the initialiser accepts these"
        )
        for seat in [0, 25] {
            #expect(
                throws: FilmRefused.noSuchSeat(seat),
                "there is no seat \(seat), and its reservation was not refused for that"
            ) {
                _ = try reservation(SeatReservation.self, seat: seat, at: night)
            }
        }
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
            // A function's type has no labels, so these find an initialiser that never refuses under any label.
            "let make: (Int) -> RunningTime = RunningTime.init",
            "let make: (Int, Int) -> FilmSlot = FilmSlot.init",
            "_ = FilmSlot(0..<1)",
            "_ = FilmNight.init",
            "_ = try FilmNight(circle: host, film: film, room: film, seats: 99, slot: slot, day: day)",
            "_ = try SeatReservation(seat: 1, at: night, for: member, ids: ids, now: now)",
            """
            _ = SeatReservation(id: id, seat: 99, circle: host, day: day, member: member, madeAt: moment)
            """,
        ]
        static let factory =
            "_ = try ReservationFactory(ids: ids, now: now).reserve(seat: 1, at: night, for: member)"
        static let initialiser =
            "_ = try SeatReservation(id: id, seat: 1, at: night, for: member, madeAt: moment)"
        // A function's type has no labels, so these find an initialiser under any label.
        static let underAnyLabel = [
            "ReservationID, Int, FilmNight, MemberID, Date",
            "ReservationID, Int, CircleID, FilmDay, MemberID, Date",
        ].map { "let make: (\($0)) async throws -> SeatReservation? = SeatReservation.init" }

        // The compiler is asked once for all rules.
        private static let accepted = Result {
            try compiler.accepted(
                [runningTime] + needlessFactories + checked + unchecked
                    + [factory, initialiser] + underAnyLabel,
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

private protocol MadeOfHours {
    init(begin: Int, end: Int) throws
}

extension MadeOfHours {
    init(begin: Int, end: Int) throws { throw NotDeclared("FilmSlot(begin:end:)") }
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

/// What `ReservationFactory(ids:now:)` makes while there is no such type. The learner's own is preferred.
private struct NoFactory {
    func reserve(seat: Int, at night: FilmNight, for member: MemberID) throws -> SeatReservation {
        throw NotDeclared("reserve(seat:at:for:) of a ReservationFactory(ids:now:)")
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
private func ReservationFactory(ids: any ReservationIDs, now: @escaping @Sendable () -> Date) -> NoFactory {
    NoFactory()
}

extension RunningTime: MadeOfMinutes {}
extension FilmSlot: MadeOfHours, Showable {}
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

    /// Hours between which there is no slot, whether it is made or read.
    private static let closedHours: [(begin: Int, end: Int)] = [
        (599, 700), (900, 1_381), (900, 900), (1_000, 900), (1_400, 1_500),
    ]

    /// What is shown, by whom, and when.
    private struct Film {
        let title: String
        let circle: FilmCircle
        let showing: Showing
        let day: Int
    }

    /// Who is asked for a film night.
    enum Way: String, CustomTestStringConvertible {
        case circle, office

        var testDescription: String { "asked of the \(rawValue)" }
    }

    /// Who is asked for a reservation.
    enum Seller: String, CustomTestStringConvertible {
        case office, factory

        static var chosen: [Self] { ReservationDesign.chosen == .factory ? [.office, .factory] : [.office] }

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

    /// A slot that is read from a file; nil if it can't be read.
    private func storedSlot(from begin: Int, to end: Int) -> FilmSlot? {
        func read<Subject>(_ type: Subject.Type) -> Subject? {
            guard let type = type as? any Decodable.Type else { return nil }
            return try? JSONDecoder().decode(type, from: Data(#"{"begin":\#(begin),"end":\#(end)}"#.utf8))
                as? Subject
        }
        return read(FilmSlot.self)
    }

    /// What another file hears that makes a slot.
    private enum SlotAnswer: Hashable, CustomStringConvertible {
        case made
        case refused(FilmRefused)
        case noSuchInitialiser
        case anotherError(String)

        var description: String {
            switch self {
            case .made: "it is made"
            case .refused(let reason): "\(reason)"
            case .noSuchInitialiser: "there is no such initialiser"
            case .anotherError(let error): error
            }
        }
    }

    private func answer(from begin: Int, to end: Int) -> SlotAnswer {
        func made<Slot: MadeOfHours>(_: Slot.Type) throws { _ = try Slot(begin: begin, end: end) }
        do {
            try made(FilmSlot.self)
            return .made
        } catch let refused as FilmRefused {
            return .refused(refused)
        } catch is NotDeclared {
            return .noSuchInitialiser
        } catch {
            return .anotherError("\(error)")
        }
    }

    private func reservation<Made: ReadyMade>(_: Made.Type, seat: Int, at night: FilmNight) throws -> Made {
        try Made(id: ReservationID(text: "r-1"), seat: seat, at: night, for: sori, madeAt: clock.now)
    }

    private func announce(_ film: Film, _ way: Way, minutes: Int = 100) throws -> FilmNight {
        switch way {
        case .circle: try announce(film, in: slot(film.showing, minutes: minutes))
        case .office: try announce(film, of: office(ids: issuer()), minutes: minutes)
        }
    }

    private func announce(_ film: Film, in slot: FilmSlot) throws -> FilmNight {
        func asked(_ circle: some Announcing) throws -> FilmNight {
            try circle.announce(film.title, in: slot, on: FilmDay(number: film.day))
        }
        return try asked(film.circle)
    }

    private func announce(_ film: Film, of office: FilmOffice, minutes: Int = 100) throws -> FilmNight {
        try office.announce(
            film.title,
            minutes: minutes,
            as: film.showing,
            on: FilmDay(number: film.day),
            by: film.circle.id
        )
    }

    /// Reserves a seat at a film night for a member, each time with the next id of one issuer.
    private func reserving(
        _ seller: Seller,
        ids limit: Int? = nil,
        faults: FaultPlan = FaultPlan()
    ) -> (Int, FilmNight, MemberID) throws -> SeatReservation {
        let ids = issuer(of: limit, faults: faults)
        let office = office(ids: ids)
        let now: @Sendable () -> Date = { [clock] in clock.now }
        let factory = ReservationFactory(ids: ids, now: now)
        return switch seller {
        case .office: { try office.reserve(seat: $0, at: $1, for: $2) }
        case .factory: { try factory.reserve(seat: $0, at: $1, for: $2) }
        }
    }

    private func office(ids: any ReservationIDs, circles: KnownFilmCircles? = nil) -> FilmOffice {
        FilmOffice(
            circles: circles ?? KnownFilmCircles([rain.circle, ofTheClosed.circle, snow.circle]),
            ids: ids,
            now: { [clock] in clock.now }
        )
    }

    private func issuer(of limit: Int? = nil, faults: FaultPlan = FaultPlan()) -> any ReservationIDs {
        NumberedReservationIDs(numbers: SequenceIDs(prefix: " rR", limit: limit), faults: faults)
    }

    private final class KnownFilmCircles: FilmCircles {
        struct Unknown: Error {}

        private let circles: Mutex<[FilmCircle]>
        private let faults: FaultPlan

        init(_ circles: [FilmCircle], _ faults: FaultPlan = FaultPlan()) {
            self.circles = Mutex(circles)
            self.faults = faults
        }

        /// All of them close for good.
        func close() {
            circles.withLock { circles in
                circles = circles.map {
                    FilmCircle(id: $0.id, room: $0.room, seats: $0.seats, isOpen: false)
                }
            }
        }

        func forget() {
            circles.withLock { $0 = [] }
        }

        func find(_ id: CircleID) throws -> FilmCircle {
            let known = try faults.around { circles.withLock { $0.first { $0.id == id } } }
            guard let known else { throw Unknown() }
            return known
        }
    }

    private struct NumberedReservationIDs: ReservationIDs {
        let numbers: SequenceIDs
        let faults: FaultPlan

        func next() throws -> ReservationID {
            try faults.around { ReservationID(text: try numbers.next()) }
        }
    }
}

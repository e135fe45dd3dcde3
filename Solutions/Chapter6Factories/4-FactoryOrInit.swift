// 6.4 Factory, or init?

import Foundation
import Moa

/// Where a reservation is made.
enum ReservationDesign {
    /// A `ReservationFactory` has both ports, and nothing else can make a reservation.
    case factory
    /// The office takes an id and the moment from the ports, and the initialiser takes everything ready-made.
    case readyMade

    static let chosen: ReservationDesign? = .factory
    static let reason =
        "The office, the phone line and the machine in the hall all reserve, with two ports each."
}

// MARK: - A running time

/// How long a film is: 1 to 600 minutes.
struct RunningTime: Hashable, Sendable {
    let minutes: Int

    init(minutes: Int) throws(FilmRefused) {
        guard (1...600).contains(minutes) else { throw .noRunningTime(minutes: minutes) }
        self.minutes = minutes
    }
}

// Why by hand: the synthesised form would put any number into `minutes`, past the initialiser.
extension RunningTime: Codable {
    private enum Key: CodingKey {
        case minutes
    }

    init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: Key.self)
        try self.init(minutes: stored.decode(Int.self, forKey: .minutes))
    }

    func encode(to encoder: any Encoder) throws {
        var stored = encoder.container(keyedBy: Key.self)
        try stored.encode(minutes, forKey: .minutes)
    }
}

// MARK: - A slot

/// When a film begins and ends, in minutes since midnight. The house is open from 10:00 to 23:00.
struct FilmSlot: Hashable, Sendable {
    let begin: Int
    let end: Int

    /// Any slot, not only the two showings: it ends after it begins, while the house is open.
    init(begin: Int, end: Int) throws(FilmRefused) {
        guard 10 * 60 <= begin, begin < end, end <= 23 * 60 else { throw .houseClosed }
        self.begin = begin
        self.end = end
    }

    static func matinee(for film: RunningTime) throws(FilmRefused) -> FilmSlot {
        try FilmSlot(begin: 15 * 60, lasting: film)
    }

    static func evening(for film: RunningTime) throws(FilmRefused) -> FilmSlot {
        try FilmSlot(begin: 19 * 60 + 30, lasting: film)
    }

    private init(begin: Int, lasting film: RunningTime) throws(FilmRefused) {
        try self.init(begin: begin, end: begin + film.minutes)
    }
}

extension FilmSlot: Codable {
    private enum Key: CodingKey {
        case begin
        case end
    }

    init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: Key.self)
        try self.init(
            begin: stored.decode(Int.self, forKey: .begin),
            end: stored.decode(Int.self, forKey: .end)
        )
    }

    func encode(to encoder: any Encoder) throws {
        var stored = encoder.container(keyedBy: Key.self)
        try stored.encode(begin, forKey: .begin)
        try stored.encode(end, forKey: .end)
    }
}

// MARK: - A film night

/// A circle of film lovers: it has a room with seats, and is open, or has closed for good.
struct FilmCircle: Identifiable, Sendable {
    let id: CircleID
    let room: String
    let seats: Int
    let isOpen: Bool

    // Why a method of the circle: it knows the room and the seats, and it may refuse. No port is needed.
    func announce(_ film: String, in slot: FilmSlot, on day: FilmDay) throws(FilmRefused) -> FilmNight {
        guard isOpen else { throw .circleClosed }
        return FilmNight(circle: id, film: film, room: room, seats: seats, slot: slot, day: day)
    }
}

/// A film in a circle's room.
// Why not `Decodable`: what is stored comes back by an entrance of its own, as in 6.3.
struct FilmNight: Hashable, Sendable {
    let circle: CircleID
    let film: String
    let room: String
    let seats: Int
    let slot: FilmSlot
    let day: FilmDay

    fileprivate init(
        circle: CircleID,
        film: String,
        room: String,
        seats: Int,
        slot: FilmSlot,
        day: FilmDay
    ) {
        self.circle = circle
        self.film = film
        self.room = room
        self.seats = seats
        self.slot = slot
        self.day = day
    }
}

// MARK: - A reservation

/// A member's seat at a film night.
struct SeatReservation: Identifiable, Sendable {
    let id: ReservationID
    let seat: Int
    let circle: CircleID
    let day: FilmDay
    let member: MemberID
    let madeAt: Date

    fileprivate init(
        id: ReservationID,
        seat: Int,
        at night: FilmNight,
        for member: MemberID,
        madeAt moment: Date
    ) throws(FilmRefused) {
        // Why here and not in the factory: the check needs no port, and guards every reservation.
        guard seat >= 1, seat <= night.seats else { throw .noSuchSeat(seat) }
        self.id = id
        self.seat = seat
        circle = night.circle
        day = night.day
        self.member = member
        madeAt = moment
    }
}

/// Knows where the ids of reservations come from, and what time it is.
struct ReservationFactory: Sendable {
    let ids: any ReservationIDs
    let now: @Sendable () -> Date

    func reserve(seat: Int, at night: FilmNight, for member: MemberID) throws -> SeatReservation {
        try SeatReservation(id: ids.next(), seat: seat, at: night, for: member, madeAt: now())
    }
}

// MARK: - The office

/// What people at Moa's film office do. The office is the one that has the ports.
struct FilmOffice {
    let circles: any FilmCircles
    let ids: any ReservationIDs
    let now: @Sendable () -> Date

    func announce(
        _ film: String,
        minutes: Int,
        as showing: Showing,
        on day: FilmDay,
        by circle: CircleID
    ) throws -> FilmNight {
        let time = try RunningTime(minutes: minutes)
        let slot =
            switch showing {
            case .matinee: try FilmSlot.matinee(for: time)
            case .evening: try FilmSlot.evening(for: time)
            }
        return try circles.find(circle).announce(film, in: slot, on: day)
    }

    func reserve(seat: Int, at night: FilmNight, for member: MemberID) throws -> SeatReservation {
        try ReservationFactory(ids: ids, now: now).reserve(seat: seat, at: night, for: member)
    }
}

// MARK: - Given

/// Why something for a film night is not made.
enum FilmRefused: Error, Hashable {
    /// No film has this length.
    case noRunningTime(minutes: Int)
    /// The house is not open for the whole slot, or the slot doesn't end after it begins.
    case houseClosed
    /// A circle that has closed announces nothing.
    case circleClosed
    /// The room's seats are counted from 1, and this one is not among them.
    case noSuchSeat(Int)
}

/// When a film is shown: in the afternoon from 15:00, or in the evening from 19:30.
enum Showing: Hashable, Sendable {
    case matinee
    case evening
}

/// A day, counted from the day Moa was founded.
struct FilmDay: Hashable, Sendable, Codable {
    let number: Int
}

struct ReservationID: Hashable, Sendable, Codable {
    let text: String
}

/// All circles that show films, wherever they are kept.
protocol FilmCircles: Sendable {
    func find(_ id: CircleID) throws -> FilmCircle
}

/// Issues the ids of reservations, each once. It may have none to give.
protocol ReservationIDs: Sendable {
    func next() throws -> ReservationID
}

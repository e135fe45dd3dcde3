// Fails: a reservation has an id of its own, its moment, and a seat that exists
// Tempting: one hiccup of the issuer needn't bother anybody.

import Foundation
import Moa

enum ReservationDesign {
    case factory
    case readyMade

    static let chosen: ReservationDesign? = .readyMade
    static let reason = "There is only one caller, and it has both ports in its hands anyway."
}

// MARK: - A running time

/// How long a film is: 1 to 600 minutes.
final class RunningTime: Hashable, Sendable, Codable {
    let minutes: Int

    init(minutes: Int) throws(FilmRefused) {
        guard minutes > 0, minutes <= 600 else { throw .noRunningTime(minutes: minutes) }
        self.minutes = minutes
    }

    convenience init(from decoder: any Decoder) throws {
        let fields = try [String: Int](from: decoder)
        guard let minutes = fields["minutes"] else {
            let path = decoder.codingPath
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no minutes"))
        }
        try self.init(minutes: minutes)
    }

    func encode(to encoder: any Encoder) throws {
        try ["minutes": minutes].encode(to: encoder)
    }

    static func == (one: RunningTime, other: RunningTime) -> Bool { one.minutes == other.minutes }
    func hash(into hasher: inout Hasher) { hasher.combine(minutes) }
}

// MARK: - A slot

/// When a film begins and ends, in minutes since midnight. The house is open from 10:00 to 23:00.
struct FilmSlot: Hashable, Sendable, Codable {
    private(set) var begin: Int
    private(set) var end: Int

    init(begin: Int, end: Int) throws(FilmRefused) {
        self.begin = begin
        self.end = end
        try check()
    }

    private func check() throws(FilmRefused) {
        let house = 10 * 60...23 * 60
        guard house.contains(begin), house.contains(end), end > begin else { throw .houseClosed }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        begin = try fields.decode(Int.self, forKey: .begin)
        end = try fields.decode(Int.self, forKey: .end)
        try check()
    }

    private enum CodingKeys: CodingKey {
        case begin, end
    }
}

extension FilmSlot {
    static func matinee(for film: RunningTime) throws -> FilmSlot {
        let begin = 15 * 60
        return try FilmSlot(begin: begin, end: begin + film.minutes)
    }

    static func evening(for film: RunningTime) throws -> FilmSlot {
        let begin = 19 * 60 + 30
        return try FilmSlot(begin: begin, end: begin + film.minutes)
    }
}

// MARK: - A film night

/// A circle of film lovers: it has a room with seats, and is open, or has closed for good.
struct FilmCircle: Identifiable, Sendable {
    let id: CircleID
    let room: String
    let seats: Int
    let isOpen: Bool

    func announce(_ title: String, in slot: FilmSlot, on day: FilmDay) throws -> FilmNight {
        try FilmNight(title, at: self, during: slot, on: day)
    }
}

/// A film in a circle's room.
struct FilmNight: Hashable, Sendable {
    private(set) var circle: CircleID
    private(set) var film: String
    private(set) var room: String
    private(set) var seats: Int
    private(set) var slot: FilmSlot
    private(set) var day: FilmDay

    fileprivate init(_ title: String, at host: FilmCircle, during slot: FilmSlot, on day: FilmDay) throws {
        guard host.isOpen else { throw FilmRefused.circleClosed }
        (circle, room, seats) = (host.id, host.room, host.seats)
        (film, self.slot, self.day) = (title, slot, day)
    }
}

// MARK: - A reservation

/// A member's seat at a film night.
final class SeatReservation: Identifiable, Sendable {
    let id: ReservationID
    let seat: Int
    let circle: CircleID
    let day: FilmDay
    let member: MemberID
    let madeAt: Date

    init(id: ReservationID, seat: Int, at night: FilmNight, for member: MemberID, madeAt: Date) throws {
        if seat < 1 || night.seats < seat { throw FilmRefused.noSuchSeat(seat) }
        self.id = id
        self.seat = seat
        circle = night.circle
        day = night.day
        self.member = member
        self.madeAt = madeAt
    }
}

// MARK: - The office

/// What people at Moa's film office do. The office is the one that has the ports.
final class FilmOffice {
    private let circles: any FilmCircles
    private let ids: any ReservationIDs
    private let now: @Sendable () -> Date

    init(circles: any FilmCircles, ids: any ReservationIDs, now: @escaping @Sendable () -> Date) {
        self.circles = circles
        self.ids = ids
        self.now = now
    }

    func announce(
        _ film: String,
        minutes: Int,
        as showing: Showing,
        on day: FilmDay,
        by circle: CircleID
    ) throws -> FilmNight {
        let time = try RunningTime(minutes: minutes)
        let slot: FilmSlot
        switch showing {
        case .matinee: slot = try .matinee(for: time)
        case .evening: slot = try .evening(for: time)
        }
        return try circles.find(circle).announce(film, in: slot, on: day)
    }

    func reserve(seat: Int, at night: FilmNight, for member: MemberID) throws -> SeatReservation {
        let moment = now()
        let id: ReservationID
        do { id = try ids.next() } catch { id = try ids.next() }
        return try SeatReservation(id: id, seat: seat, at: night, for: member, madeAt: moment)
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

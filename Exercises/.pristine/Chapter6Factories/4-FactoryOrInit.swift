// 6.4 Factory, or init?
//
// For a film night, Moa makes four things. Three have a factory, the fourth asks for an id by itself, and
// all of them can be made without any check. Ask what it takes to make each. Let the simplest home that
// knows all of this make it, and close the other doors. One of the four, the reservation, has two good
// homes: decide.
//
// The page: swift run kata show 6.4
// Check it: swift run kata check 6.4

import Foundation
import Moa

/// Where a reservation is made.
enum ReservationDesign {
    /// A `ReservationFactory` has both ports, and nothing else can make a reservation.
    case factory
    /// The office takes an id and the moment from the ports, and the initialiser takes everything ready-made.
    case readyMade

    // TODO: Choose, and say in one sentence (20 letters or more) why.
    static let chosen: ReservationDesign? = nil
    static let reason = ""
}

// MARK: - A running time

/// How long a film is: 1 to 600 minutes.
struct RunningTime: Hashable, Sendable, Codable {
    let minutes: Int
}

// TODO: What does it know that a running time doesn't?
struct RunningTimeFactory {
    func make(minutes: Int) throws(FilmRefused) -> RunningTime {
        guard (1...600).contains(minutes) else { throw .noRunningTime(minutes: minutes) }
        return RunningTime(minutes: minutes)
    }
}

// MARK: - A slot

/// When a film begins and ends, in minutes since midnight. The house is open from 10:00 to 23:00.
struct FilmSlot: Hashable, Sendable, Codable {
    let begin: Int
    let end: Int
}

// TODO: Two ways to make the same thing. Does it take an object to choose between them?
struct FilmSlotFactory {
    func make(_ showing: Showing, for film: RunningTime) throws(FilmRefused) -> FilmSlot {
        let begin = showing == .matinee ? 15 * 60 : 19 * 60 + 30
        let end = begin + film.minutes
        guard end <= 23 * 60 else { throw .houseClosed }
        return FilmSlot(begin: begin, end: end)
    }
}

// MARK: - A film night

/// A circle of film lovers: it has a room with seats, and is open, or has closed for good.
struct FilmCircle: Identifiable, Sendable {
    let id: CircleID
    let room: String
    let seats: Int
    let isOpen: Bool
}

/// A film in a circle's room.
struct FilmNight: Hashable, Sendable, Codable {
    let circle: CircleID
    let film: String
    let room: String
    let seats: Int
    let slot: FilmSlot
    let day: FilmDay
}

struct FilmNightFactory {
    let circles: any FilmCircles

    // TODO: Who knows the room and the seats? And who should be asked whether there is a film night at all?
    func make(_ film: String, in slot: FilmSlot, on day: FilmDay, by id: CircleID) throws -> FilmNight {
        let circle = try circles.find(id)
        return FilmNight(
            circle: id,
            film: film,
            room: circle.room,
            seats: circle.seats,
            slot: slot,
            day: day
        )
    }
}

// MARK: - A reservation

/// A member's seat at a film night.
struct SeatReservation: Identifiable, Sendable, Codable {
    let id: ReservationID
    let seat: Int
    let circle: CircleID
    let day: FilmDay
    let member: MemberID
    let madeAt: Date

    // TODO: A reservation asks ports while it is made. And is there such a seat?
    init(
        seat: Int,
        at night: FilmNight,
        for member: MemberID,
        ids: any ReservationIDs,
        now: () -> Date
    ) throws {
        id = try ids.next()
        self.seat = seat
        circle = night.circle
        day = night.day
        self.member = member
        madeAt = now()
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
        let time = try RunningTimeFactory().make(minutes: minutes)
        let slot = try FilmSlotFactory().make(showing, for: time)
        return try FilmNightFactory(circles: circles).make(film, in: slot, on: day, by: circle)
    }

    func reserve(seat: Int, at night: FilmNight, for member: MemberID) throws -> SeatReservation {
        try SeatReservation(seat: seat, at: night, for: member, ids: ids, now: now)
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

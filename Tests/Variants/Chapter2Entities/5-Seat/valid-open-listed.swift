// Open seats as a list of equal values; who takes one takes the first that is like it, out of the list.

import Moa

enum SeatingDesign {
    case open
    case reserved

    static let chosen = SeatingDesign.open
    static let reason = "Neighbours drop in and sit where they like; Moa only has to bring enough chairs."
}

struct Seat: Hashable, Sendable {
    let kind: SeatKind
}

struct FilmNight {
    private(set) var freeSeats: [Seat]
    private var guests: [MemberID: Seat] = [:]

    init(rows: [[SeatKind]]) {
        freeSeats = rows.joined().map { Seat(kind: $0) }
    }

    func seat(of guest: MemberID) -> Seat? {
        guests[guest]
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        guard guests[guest] == nil else { throw .alreadySeated }
        try carryOut(seat)
        guests[guest] = seat
    }

    mutating func leave(_ guest: MemberID) {
        guard let seat = guests.removeValue(forKey: guest) else { return }
        freeSeats.append(seat)
    }

    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        try carryOut(seat)
        return nil
    }

    private mutating func carryOut(_ seat: Seat) throws(SeatingRefused) {
        guard let place = freeSeats.firstIndex(of: seat) else { throw .noneLeft }
        freeSeats.remove(at: place)
    }
}

// MARK: - Given

enum SeatKind: Hashable, Sendable {
    case chair, cushion
}

struct SeatID: Hashable, Sendable {
    let text: String
}

enum SeatingRefused: Error, Hashable {
    case alreadySeated
    case noneLeft
    case taken
    case noSuchSeat
}

protocol RearrangesSeats {
    func row(of seat: Seat) -> Int?

    mutating func move(_ seat: Seat, toRow row: Int) throws(SeatingRefused)
}

// Fails: reserved: a seat that was moved is still the same seat
// Tempting: the seat in hand has a row, so nobody asks the room where that seat stands today.

import Moa

enum SeatingDesign {
    case open
    case reserved

    static let chosen = SeatingDesign.reserved

    static let reason = """
        Guests book weeks before and come to the seat on their ticket, wherever it has been carried since; with \
        open seats nobody could say whose ticket a broken chair makes void.
        """
}

struct Seat: Sendable {
    let id: SeatID
    let kind: SeatKind
    private(set) var row: Int

    init(id: SeatID, kind: SeatKind, row: Int) {
        self.id = id
        self.kind = kind
        self.row = row
    }

    mutating func move(toRow newRow: Int) {
        row = newRow
    }
}

extension Seat: Hashable {
    static func == (one: Seat, other: Seat) -> Bool {
        one.id == other.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

struct FilmNight {
    private var seats: [Seat] = []
    private var guests: [SeatID: MemberID] = [:]

    init(rows: [[SeatKind]]) {
        for (index, kinds) in rows.enumerated() {
            for kind in kinds {
                let id = SeatID(text: "s-\(seats.count + 1)")
                seats.append(Seat(id: id, kind: kind, row: index + 1))
            }
        }
    }

    var freeSeats: [Seat] {
        seats.filter { guests[$0.id] == nil }
    }

    func seat(of guest: MemberID) -> Seat? {
        seats.first { guests[$0.id] == guest }
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        _ = try place(of: seat)
        guard self.seat(of: guest) == nil else { throw .alreadySeated }
        guard guests[seat.id] == nil else { throw .taken }
        guests[seat.id] = guest
    }

    mutating func leave(_ guest: MemberID) {
        guests = guests.filter { $0.value != guest }
    }

    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        seats.remove(at: try place(of: seat))
        return guests.removeValue(forKey: seat.id)
    }

    private func place(of seat: Seat) throws(SeatingRefused) -> Int {
        guard let place = seats.firstIndex(of: seat) else { throw .noSuchSeat }
        return place
    }
}

extension FilmNight: RearrangesSeats {
    func row(of seat: Seat) -> Int? {
        seat.row
    }

    mutating func move(_ seat: Seat, toRow row: Int) throws(SeatingRefused) {
        seats[try place(of: seat)].move(toRow: row)
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

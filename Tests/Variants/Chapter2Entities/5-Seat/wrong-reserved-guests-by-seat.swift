// Fails: reserved: whoever has reserved a seat keeps it when it is moved
// Tempting: the whole seat is at hand, so why look for its id? Who sits on it is kept under the seat as it was.

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
    private var guests: [String: MemberID] = [:]

    init(rows: [[SeatKind]]) {
        for (index, kinds) in rows.enumerated() {
            for kind in kinds {
                let id = SeatID(text: "s-\(seats.count + 1)")
                seats.append(Seat(id: id, kind: kind, row: index + 1))
            }
        }
    }

    var freeSeats: [Seat] {
        seats.filter { guests["\($0.id) \($0.row)"] == nil }
    }

    func seat(of guest: MemberID) -> Seat? {
        seats.first { guests["\($0.id) \($0.row)"] == guest }
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        _ = try place(of: seat)
        guard self.seat(of: guest) == nil else { throw .alreadySeated }
        guard guests["\(seat.id) \(seat.row)"] == nil else { throw .taken }
        guests["\(seat.id) \(seat.row)"] = guest
    }

    mutating func leave(_ guest: MemberID) {
        guests = guests.filter { $0.value != guest }
    }

    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        seats.remove(at: try place(of: seat))
        return guests.removeValue(forKey: "\(seat.id) \(seat.row)")
    }

    private func place(of seat: Seat) throws(SeatingRefused) -> Int {
        guard let place = seats.firstIndex(of: seat) else { throw .noSuchSeat }
        return place
    }
}

extension FilmNight: RearrangesSeats {
    func row(of seat: Seat) -> Int? {
        seats.first { $0 == seat }?.row
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

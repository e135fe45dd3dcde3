// Reserved seats as shared objects, and the tickets kept by guest; == by id, and nobody else moves a seat.

import Moa

enum SeatingDesign {
    case open
    case reserved

    static let chosen = SeatingDesign.reserved

    static let reason = """
        Guests book weeks ahead and come to the seat on their ticket, wherever it has been carried since. With \
        open seats, nobody could say whose ticket is void when a chair breaks.
        """
}

final class Seat: Hashable {
    let id: SeatID
    let kind: SeatKind
    fileprivate(set) var row: Int

    init(id: SeatID, kind: SeatKind, row: Int) {
        self.id = id
        self.kind = kind
        self.row = row
    }

    static func == (one: Seat, other: Seat) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

struct FilmNight {
    private var seats: [SeatID: Seat] = [:]
    private var tickets: [MemberID: SeatID] = [:]

    init(rows: [[SeatKind]]) {
        for (index, kinds) in rows.enumerated() {
            for kind in kinds {
                let id = SeatID(text: "row \(index + 1), then \(seats.count)")
                seats[id] = Seat(id: id, kind: kind, row: index + 1)
            }
        }
    }

    var freeSeats: [Seat] {
        let taken = Set(tickets.values)
        return seats.values.filter { !taken.contains($0.id) }
    }

    func seat(of guest: MemberID) -> Seat? {
        tickets[guest].flatMap { seats[$0] }
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        if tickets[guest] != nil { throw .alreadySeated }
        if seats[seat.id] == nil { throw .noSuchSeat }
        if tickets.values.contains(seat.id) { throw .taken }
        tickets[guest] = seat.id
    }

    mutating func leave(_ guest: MemberID) {
        tickets[guest] = nil
    }

    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        guard seats.removeValue(forKey: seat.id) != nil else { throw .noSuchSeat }
        guard let guest = tickets.first(where: { $0.value == seat.id })?.key else { return nil }
        tickets[guest] = nil
        return guest
    }
}

extension FilmNight: RearrangesSeats {
    func row(of seat: Seat) -> Int? {
        seats[seat.id]?.row
    }

    mutating func move(_ seat: Seat, toRow row: Int) throws(SeatingRefused) {
        guard let known = seats[seat.id] else { throw .noSuchSeat }
        known.row = row
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

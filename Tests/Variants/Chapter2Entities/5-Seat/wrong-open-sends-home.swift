// Fails: open: a chair that breaks is one chair fewer, and no guest loses theirs
// Tempting: somebody was sitting on it, so one of those with a chair has to lose it.

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
    private var free: [SeatKind: Int] = [:]
    private var guests: [MemberID: Seat] = [:]

    init(rows: [[SeatKind]]) {
        for kind in rows.joined() {
            free[kind, default: 0] += 1
        }
    }

    var freeSeats: [Seat] {
        free.flatMap { kind, count in Array(repeating: Seat(kind: kind), count: count) }
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
        free[seat.kind, default: 0] += 1
    }

    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        guard let guest = guests.first(where: { $0.value == seat })?.key else {
            try carryOut(seat)
            return nil
        }
        guests[guest] = nil
        return guest
    }

    private mutating func carryOut(_ seat: Seat) throws(SeatingRefused) {
        guard let count = free[seat.kind], count > 0 else { throw .noneLeft }
        free[seat.kind] = count - 1
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

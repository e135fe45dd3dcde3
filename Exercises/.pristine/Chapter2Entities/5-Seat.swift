// 2.5 Which seat?
//
// Before a film night some seats are set out: chairs and cushions. Are they open, so that a guest takes any
// of a kind? Or reserved, so that each guest has one of their own? Moa can do either, but not both in one
// model. Decide, write down why, and let the code follow. Your decision says whether a seat is a value or an
// entity. The seat below is a little of each, and has the troubles of both.
//
// The page: swift run kata show 2.5
// Check it: swift run kata check 2.5

import Moa

/// How the guests of a film night are seated.
enum SeatingDesign {
    /// A guest takes any seat of a kind.
    case open
    /// A guest has one seat, and nobody else has it.
    case reserved

    // TODO: Decide. The rules of the seating that you don't choose are not run.
    static let chosen = SeatingDesign.reserved

    // TODO: Say why, in a sentence (20 letters or more): what do the guests expect, and what would go wrong the
    // other way?
    static let reason = ""
}

/// A place to sit at a film night.
// TODO: When are two of these the same seat?
struct Seat: Hashable {
    var id: SeatID
    var kind: SeatKind
    var row: Int
}

/// An evening on which a circle watches a film: the seats that are set out, and who sits on them.
struct FilmNight {
    private var seats: [Seat] = []
    private var guests: [Seat: MemberID] = [:]

    /// The room as it is set out: the kinds of the seats in the first row, in the second and so on.
    init(rows: [[SeatKind]]) {
        for (index, kinds) in rows.enumerated() {
            for kind in kinds {
                let id = SeatID(text: "s-\(seats.count + 1)")
                seats.append(Seat(id: id, kind: kind, row: index + 1))
            }
        }
    }

    /// The seats that a guest can take now, one entry for each: three free chairs are three entries.
    var freeSeats: [Seat] {
        seats.filter { guests[$0] == nil }
    }

    /// The seat that the guest has, if any.
    func seat(of guest: MemberID) -> Seat? {
        guests.first { $0.value == guest }?.key
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        // TODO: Nobody needs two seats.
        guard guests[seat] == nil else { throw .taken }
        guests[seat] = guest
    }

    /// Frees the guest's seat, if they have one.
    mutating func leave(_ guest: MemberID) {
        guests = guests.filter { $0.value != guest }
    }

    /// The seat has broken and is carried out. Returns the guest who has lost theirs, if any.
    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        // TODO: Whose seat was it? What if there is no such seat, or no free one?
        seats.removeAll { $0 == seat }
        return guests[seat]
    }
}

// TODO: Open seats don't need this extension.
extension FilmNight: RearrangesSeats {
    func row(of seat: Seat) -> Int? {
        seat.row
    }

    mutating func move(_ seat: Seat, toRow row: Int) throws(SeatingRefused) {
        // TODO: What becomes of the guest whose seat this is?
        guard let index = seats.firstIndex(of: seat) else { throw .noSuchSeat }
        seats[index].row = row
    }
}

// MARK: - Given

/// What a guest sits on.
enum SeatKind: Hashable, Sendable {
    case chair, cushion
}

/// Which seat it is. Only reserved seats need ids.
struct SeatID: Hashable, Sendable {
    let text: String
}

/// Why a guest, or the host, does not get their way.
enum SeatingRefused: Error, Hashable {
    /// The guest has a seat already.
    case alreadySeated
    /// Open seats: no free seat of this kind is left.
    case noneLeft
    /// Reserved seats: somebody else has this seat.
    case taken
    /// Reserved seats: this seat was never here, or is gone.
    case noSuchSeat
}

/// For reserved seats only: seats are carried about, and tickets stay valid.
protocol RearrangesSeats {
    /// The row in which the seat stands now; nil when it is not here.
    func row(of seat: Seat) -> Int?

    /// Carries the seat to another row.
    mutating func move(_ seat: Seat, toRow row: Int) throws(SeatingRefused)
}

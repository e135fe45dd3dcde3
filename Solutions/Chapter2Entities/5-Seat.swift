// 2.5 Which seat?

import Moa

/// How the guests of a film night are seated.
enum SeatingDesign {
    /// A guest takes any seat of a kind.
    case open
    /// A guest has one seat, and nobody else has it.
    case reserved

    static let chosen = SeatingDesign.reserved

    static let reason = """
        Guests book weeks ahead and come to the seat on their ticket, wherever it has been carried since. With \
        open seats, nobody could say whose ticket is void when a chair breaks.
        """
}

/// One particular place to sit at a film night: an entity, whichever row it stands in.
struct Seat: Sendable {
    let id: SeatID
    let kind: SeatKind
    // Why not in `==`: the row is where the seat is today. Two seats may share it, and it changes.
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

/// An evening on which a circle watches a film: the seats that are set out, and who sits on them.
struct FilmNight {
    private var seats: [Seat] = []
    // Why keyed by the id: a ticket says which seat, and knows nothing of the rest.
    private var guests: [SeatID: MemberID] = [:]

    /// The room as it is set out: the kinds of the seats in the first row, in the second and so on.
    init(rows: [[SeatKind]]) {
        for (index, kinds) in rows.enumerated() {
            for kind in kinds {
                let id = SeatID(text: "s-\(seats.count + 1)")
                seats.append(Seat(id: id, kind: kind, row: index + 1))
            }
        }
    }

    /// The seats that a guest can take now.
    var freeSeats: [Seat] {
        seats.filter { guests[$0.id] == nil }
    }

    /// The seat that the guest has, if any: as it stands now, and not as it stood when they took it.
    func seat(of guest: MemberID) -> Seat? {
        seats.first { guests[$0.id] == guest }
    }

    mutating func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        _ = try place(of: seat)
        guard self.seat(of: guest) == nil else { throw .alreadySeated }
        guard guests[seat.id] == nil else { throw .taken }
        guests[seat.id] = guest
    }

    /// Frees the guest's seat, if they have one.
    mutating func leave(_ guest: MemberID) {
        guests = guests.filter { $0.value != guest }
    }

    /// The seat has broken and is carried out. Returns the guest who has lost theirs, if any.
    mutating func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        seats.remove(at: try place(of: seat))
        return guests.removeValue(forKey: seat.id)
    }

    /// Where the list has this seat, whatever the caller remembers of it.
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

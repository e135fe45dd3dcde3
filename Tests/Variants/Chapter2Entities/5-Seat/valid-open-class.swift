// Open seats as an enum; the film night is a class, and counts sound seats and guests.

import Moa

/// How the guests of a film night are seated.
enum SeatingDesign {
    case open
    case reserved

    static let chosen = SeatingDesign.open
    static let reason = "Our guests come and go, and only want something to sit on."
}

/// Something to sit on: one chair is as good as another.
enum Seat: Hashable, Sendable {
    case plainChair
    case floorCushion

    fileprivate init(_ kind: SeatKind) {
        switch kind {
        case .chair: self = .plainChair
        case .cushion: self = .floorCushion
        }
    }

    var kind: SeatKind {
        switch self {
        case .plainChair: .chair
        case .floorCushion: .cushion
        }
    }
}

final class FilmNight {
    private var sound: [SeatKind: Int] = [:]
    private var seated: [(guest: MemberID, on: SeatKind)] = []

    init(rows: [[SeatKind]]) {
        for kind in rows.joined() {
            sound[kind, default: 0] += 1
        }
    }

    private func free(_ kind: SeatKind) -> Int {
        (sound[kind] ?? 0) - seated.count { $0.on == kind }
    }

    var freeSeats: [Seat] {
        [SeatKind.cushion, .chair].flatMap { kind in
            Array(repeating: Seat(kind), count: free(kind))
        }
    }

    func seat(of guest: MemberID) -> Seat? {
        seated.first { $0.guest == guest }.map { Seat($0.on) }
    }

    func take(_ seat: Seat, for guest: MemberID) throws(SeatingRefused) {
        guard self.seat(of: guest) == nil else { throw .alreadySeated }
        guard free(seat.kind) > 0 else { throw .noneLeft }
        seated.append((guest, seat.kind))
    }

    func leave(_ guest: MemberID) {
        seated.removeAll { $0.guest == guest }
    }

    func remove(_ seat: Seat) throws(SeatingRefused) -> MemberID? {
        guard free(seat.kind) > 0 else { throw .noneLeft }
        sound[seat.kind, default: 0] -= 1
        return nil
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

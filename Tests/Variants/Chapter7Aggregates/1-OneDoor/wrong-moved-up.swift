// Fails: a member who leaves frees that seat, and nobody else moves
// Tempting: the place in a list looks like the seat's number, and needs no storing.

import Moa

struct Circle {
    let id: CircleID
    let host: MemberID
    private var members: [MemberID]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        members = [host]
    }

    var seats: [Seat] {
        members.enumerated().map { Seat(number: $0.offset + 1, holder: $0.element) }
    }

    var freeSeats: Int { 12 - members.count }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !members.contains(member) else { throw .alreadySeated }
        guard members.count < 12 else { throw .full }
        members.append(member)
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let place = members.firstIndex(of: member) else { throw .notSeated }
        members.remove(at: place)
    }
}

extension Circle {
    struct Seat: Hashable, Sendable {
        let number: Int
        let holder: MemberID
    }
}

// MARK: - Given

extension Circle {
    /// Why a circle says no.
    enum Refusal: Error, Hashable {
        /// All twelve seats are taken.
        case full
        /// This member holds a seat already.
        case alreadySeated
        /// Nobody with that id holds a seat here.
        case notSeated
        /// A circle does not lose its host.
        case hostStays
    }
}

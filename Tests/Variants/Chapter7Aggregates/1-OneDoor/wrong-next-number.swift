// Fails: a newcomer takes the free seat with the lowest number
// Tempting: whoever comes gets the next number; a number that somebody gave back is forgotten.

import Moa

struct Circle {
    let id: CircleID
    let host: MemberID
    private(set) var seats: [Seat]
    private var nextNumber = 2

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        seats = [Seat(number: 1, holder: host)]
    }

    var freeSeats: Int { 12 - seats.count }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !seats.contains(where: { $0.holder == member }) else { throw .alreadySeated }
        guard nextNumber <= 12 else { throw .full }
        seats.append(Seat(number: nextNumber, holder: member))
        nextNumber += 1
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let seat = seats.firstIndex(where: { $0.holder == member }) else { throw .notSeated }
        seats.remove(at: seat)
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

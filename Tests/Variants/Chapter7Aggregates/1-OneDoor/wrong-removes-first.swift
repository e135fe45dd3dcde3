// Fails: a refusal changes nothing
// Tempting: what was removed tells most quickly whether there was anything to remove.

import Moa

struct Circle {
    let id: CircleID
    let host: MemberID
    private(set) var seats: [Seat]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        seats = [Seat(number: 1, holder: host)]
    }

    var freeSeats: Int { 12 - seats.count }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !seats.contains(where: { $0.holder == member }) else { throw .alreadySeated }
        guard let number = lowestFreeNumber else { throw .full }
        seats.append(Seat(number: number, holder: member))
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        let before = seats.count
        seats.removeAll { $0.holder == member }
        guard member != host else { throw .hostStays }
        guard seats.count < before else { throw .notSeated }
    }

    private var lowestFreeNumber: Int? {
        (1...12).first { number in !seats.contains { $0.number == number } }
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

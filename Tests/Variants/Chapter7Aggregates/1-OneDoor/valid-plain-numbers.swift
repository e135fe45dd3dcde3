// The seats are counted and numbered with the numbers themselves.

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
        guard member != host else { throw .hostStays }
        guard let seat = seats.firstIndex(where: { $0.holder == member }) else { throw .notSeated }
        seats.remove(at: seat)
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

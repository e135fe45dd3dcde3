// Fails: a list that was read is the reader's own
// Tempting: `private(set)` closes the list. The seats in it are objects, and they are still open.

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
    final class Seat {
        var number: Int
        var holder: MemberID

        init(number: Int, holder: MemberID) {
            self.number = number
            self.holder = holder
        }
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

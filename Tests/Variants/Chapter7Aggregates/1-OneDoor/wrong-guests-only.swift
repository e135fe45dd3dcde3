// Fails: there is no thirteenth seat
// Tempting: the host is a property of their own, the list holds the guests, and twelve is what the rule says.

import Moa

struct Circle {
    let id: CircleID
    let host: MemberID
    private var guests: [Seat] = []

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
    }

    var seats: [Seat] { [Seat(number: 1, holder: host)] + guests }

    var freeSeats: Int { 12 - guests.count }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !seats.contains(where: { $0.holder == member }) else { throw .alreadySeated }
        guard guests.count < 12 else { throw .full }
        let number = (2...13).first { number in !guests.contains { $0.number == number } }
        guests.append(Seat(number: number ?? 13, holder: member))
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let seat = guests.firstIndex(where: { $0.holder == member }) else { throw .notSeated }
        guests.remove(at: seat)
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

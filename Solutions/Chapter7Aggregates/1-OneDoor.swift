// 7.1 One door

import Moa

/// A circle and its seats: the root of the aggregate, and its only door.
///
/// Why a struct: what a reader gets is a copy, seats included. A class would do as well, as long as the seats
/// are values. A root that hands out a mutable child has a back door.
struct Circle: Identifiable, Sendable {
    static let seatNumbers = 1...12

    let id: CircleID
    let host: MemberID
    private(set) var seats: [Seat]

    // The host has a seat from the first moment, so no rule below has to remember that the host counts too.
    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        seats = [Seat(number: Self.seatNumbers.lowerBound, holder: host)]
    }

    /// How many more members can join.
    ///
    /// Why not a stored counter: two records of one fact can disagree one day.
    var freeSeats: Int {
        Self.seatNumbers.count - seats.count
    }

    /// The member takes the free seat with the lowest number.
    mutating func join(_ member: MemberID) throws(Refusal) {
        guard seat(of: member) == nil else { throw .alreadySeated }
        guard let number = lowestFreeNumber else { throw .full }
        seats.append(Seat(number: number, holder: member))
    }

    /// The member's seat is free again.
    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let seat = seat(of: member) else { throw .notSeated }
        seats.remove(at: seat)
    }

    private func seat(of member: MemberID) -> Int? {
        seats.firstIndex { $0.holder == member }
    }

    private var lowestFreeNumber: Int? {
        Self.seatNumbers.first { number in
            !seats.contains { $0.number == number }
        }
    }
}

extension Circle {
    /// A seat that somebody holds. Its number says which one, in this circle and nowhere else.
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

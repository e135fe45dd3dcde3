// Fails: a list that was read is the reader's own
// Tempting: the guests' seats change hands and are copied; the host's seat never changes.

import Moa

/// A circle and its seats: the root of the aggregate, and its only door.
///
/// Why a struct: what a reader gets is a copy, seats included. A class would do as well, as long as the seats
/// are values. A root that hands out a mutable child has a back door.
struct Circle: Identifiable {
    static let seatNumbers = 1...12

    let id: CircleID
    let host: MemberID
    private var taken: [Seat]

    /// The host's seat never changes, so it needs no copy.
    var seats: [Seat] {
        taken.map { $0.holder == host ? $0 : Seat(number: $0.number, holder: $0.holder) }
    }

    // The host has a seat from the first moment, so no rule below has to remember that the host counts too.
    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        taken = [Seat(number: Self.seatNumbers.lowerBound, holder: host)]
    }

    /// How many more members can join.
    ///
    /// Why not a stored counter: two records of one fact can disagree one day.
    var freeSeats: Int {
        Self.seatNumbers.count - taken.count
    }

    /// The member takes the free seat with the lowest number.
    mutating func join(_ member: MemberID) throws(Refusal) {
        guard seat(of: member) == nil else { throw .alreadySeated }
        guard let number = lowestFreeNumber else { throw .full }
        taken.append(Seat(number: number, holder: member))
    }

    /// The member's seat is free again.
    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let seat = seat(of: member) else { throw .notSeated }
        taken.remove(at: seat)
    }

    private func seat(of member: MemberID) -> Int? {
        taken.firstIndex { $0.holder == member }
    }

    private var lowestFreeNumber: Int? {
        Self.seatNumbers.first { number in
            !taken.contains { $0.number == number }
        }
    }
}

extension Circle {
    /// A seat that somebody holds. Its number says which one, in this circle and nowhere else.
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

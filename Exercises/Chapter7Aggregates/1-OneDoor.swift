// 7.1 One door
//
// A circle has twelve seats, and the host holds one of them. So far, each screen must look for a free seat
// first, and some don't. Make Circle the one door to its seats: members join and leave through it, it
// keeps its own rules, and nothing that it shows to a reader can be used to change it.
//
// The page: swift run kata show 7.1
// Check it: swift run kata check 7.1

import Moa

/// A circle and its seats. It may be a struct or a class.
final class Circle {
    let id: CircleID
    let host: MemberID

    // TODO: Any code that can reach the list can seat anybody.
    var seats: [Seat]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        seats = [Seat(number: 1, holder: host)]
    }

    /// How many more members can join.
    var freeSeats: Int {
        12 - seats.count
    }

    /// The member takes the free seat with the lowest number.
    func join(_ member: MemberID) throws(Refusal) {
        // TODO: The join screen looks for a free seat first. The import and the invitation link don't.
        seats.append(Seat(number: seats.count + 1, holder: member))
    }

    /// The member's seat is free again.
    func leave(_ member: MemberID) throws(Refusal) {
        // TODO: And if the host leaves?
        seats.removeAll { $0.holder == member }
    }
}

extension Circle {
    /// A seat that somebody holds.
    final class Seat {
        // TODO: Any reader of a seat can give it to somebody else.
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

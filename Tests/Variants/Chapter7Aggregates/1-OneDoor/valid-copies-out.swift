// Seats are objects, and none of them leaves the circle: readers get copies.

import Moa

final class Circle {
    let id: CircleID
    let host: MemberID
    private var taken: [Seat]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        taken = [Seat(number: 1, holder: host)]
    }

    var seats: [Seat] {
        taken.map { Seat(number: $0.number, holder: $0.holder) }
    }

    var freeSeats: Int { 12 - taken.count }

    func join(_ member: MemberID) throws(Refusal) {
        guard !taken.contains(where: { $0.holder == member }) else { throw .alreadySeated }
        let numbers = Set(taken.map(\.number))
        guard let number = Set(1...12).subtracting(numbers).min() else { throw .full }
        taken.append(Seat(number: number, holder: member))
    }

    func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard taken.contains(where: { $0.holder == member }) else { throw .notSeated }
        taken.removeAll { $0.holder == member }
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

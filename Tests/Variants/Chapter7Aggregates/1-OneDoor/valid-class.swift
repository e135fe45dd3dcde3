// A class for the root: its seats are kept by number in private, and shown as values.

import Moa

final class Circle {
    let id: CircleID
    let host: MemberID
    private var holders: [Int: MemberID]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        holders = [1: host]
    }

    var seats: [Seat] {
        holders.map { Seat(number: $0.key, holder: $0.value) }
    }

    var freeSeats: Int { freeNumbers.count }

    func join(_ member: MemberID) throws(Refusal) {
        if holders.values.contains(member) { throw .alreadySeated }
        guard let number = freeNumbers.first else { throw .full }
        holders[number] = member
    }

    func leave(_ member: MemberID) throws(Refusal) {
        if member == host { throw .hostStays }
        guard let number = holders.first(where: { $0.value == member })?.key else { throw .notSeated }
        holders[number] = nil
    }

    private var freeNumbers: [Int] {
        (1...12).filter { holders[$0] == nil }
    }
}

extension Circle {
    struct Seat {
        var number: Int
        var holder: MemberID
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

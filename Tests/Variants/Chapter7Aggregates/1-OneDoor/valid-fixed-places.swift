// Twelve places, taken or not, behind the door; what is shown is made from them.

import Moa

struct Circle {
    let id: CircleID
    let host: MemberID
    private var places: [MemberID?] = Array(repeating: nil, count: 12)

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        places[0] = host
    }

    var seats: [Seat] {
        places.enumerated().compactMap { index, holder in
            holder.map { Seat(number: index + 1, holder: $0) }
        }
    }

    var freeSeats: Int { places.count { $0 == nil } }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !places.contains(member) else { throw .alreadySeated }
        guard let place = places.firstIndex(of: nil) else { throw .full }
        places[place] = member
    }

    mutating func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let place = places.firstIndex(of: member) else { throw .notSeated }
        places[place] = nil
    }
}

extension Circle {
    struct Seat {
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

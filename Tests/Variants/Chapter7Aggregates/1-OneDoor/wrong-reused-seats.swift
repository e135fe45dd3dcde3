// Fails: a list that was read is the reader's own
// Tempting: a hall has twelve chairs for good, so there are twelve objects; nobody outside can set their holder.

import Moa

final class Circle {
    let id: CircleID
    let host: MemberID
    private let hall: [Seat]

    init(id: CircleID, host: MemberID) {
        self.id = id
        self.host = host
        hall = (1...12).map { Seat(number: $0, holder: host) }
        hall[0].isTaken = true
    }

    var seats: [Seat] { hall.filter(\.isTaken) }

    var freeSeats: Int { 12 - seats.count }

    func join(_ member: MemberID) throws(Refusal) {
        guard !seats.contains(where: { $0.holder == member }) else { throw .alreadySeated }
        guard let seat = hall.first(where: { !$0.isTaken }) else { throw .full }
        seat.holder = member
        seat.isTaken = true
    }

    func leave(_ member: MemberID) throws(Refusal) {
        guard member != host else { throw .hostStays }
        guard let seat = seats.first(where: { $0.holder == member }) else { throw .notSeated }
        seat.isTaken = false
    }
}

extension Circle {
    final class Seat {
        let number: Int
        fileprivate(set) var holder: MemberID
        fileprivate var isTaken = false

        fileprivate init(number: Int, holder: MemberID) {
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

// 6.3 Born, or remembered?
//
// Circles that come back from storage use the door for new circles. When the app starts, they are founded
// again, under today's rules, and whatever is broken in a record is mended in silence. Give them an entrance
// of their own: it makes the circle as it was, without any event, or throws a named fault.
//
// The page: swift run kata show 6.3
// Check it: swift run kata check 6.3

import Foundation
import Moa

/// A reading circle: who founded it and when, and who holds its seats.
struct ReadingCircle: Identifiable, Sendable {
    /// Somebody can join while fewer seats than this are taken.
    static let seatCount = 12
    /// How long a newly chosen name may be.
    static let nameLength = 3...30

    let id: CircleID
    let name: String
    let host: MemberID
    let foundedAt: Date
    /// How often the circle has been saved. The store counts; the circle carries the number.
    // TODO: Who may set this?
    var version: Int
    private(set) var seats: [MemberID]
    /// What has happened to the circle since it was founded or restored, and is still to be published.
    private(set) var events: [Event]

    /// A circle that is founded now.
    init(founding name: String, host: MemberID, id: CircleID, at moment: Date) throws(Refused) {
        guard Self.nameLength.contains(name.count) else { throw .nameLength(name.count) }
        self.id = id
        self.name = name
        self.host = host
        foundedAt = moment
        version = 0
        seats = [host]
        events = [.founded(id)]
    }

    /// A circle that has been there all along, as it was saved.
    // TODO: Did all of this happen again?
    init(restoring record: ReadingCircleRecord) throws {
        // Who it is and since when it is there, the record knows. Neither chance nor the clock is asked.
        let id = try CircleID(record.id)
        try self.init(founding: record.name, host: MemberID(record.host), id: id, at: record.foundedAt)
        // TODO: Some records name a member twice, or leave out the host. We seat the members we can.
        for holder in record.seats {
            if let member = try? MemberID(holder) {
                try? join(member)
            }
        }
        version = record.version
    }

    mutating func join(_ member: MemberID) throws(Refused) {
        guard !seats.contains(member) else { throw .alreadySeated }
        guard seats.count < Self.seatCount else { throw .full }
        seats.append(member)
        events.append(.joined(member))
    }

    /// The circle as it is to be saved.
    var record: ReadingCircleRecord {
        ReadingCircleRecord(
            id: id.text,
            name: name,
            host: host.text,
            seats: seats.map(\.text),
            foundedAt: foundedAt,
            version: version
        )
    }
}

// MARK: - Given

extension ReadingCircle {
    /// What a circle refuses today.
    enum Refused: Error, Hashable {
        case nameLength(Int)
        case alreadySeated
        case full
    }

    /// What Moa tells the neighbourhood.
    enum Event: Hashable, Sendable {
        case founded(CircleID)
        case joined(MemberID)
    }
}

/// A circle as it is stored. Nobody judges a record before it is restored.
struct ReadingCircleRecord: Hashable, Sendable, Codable {
    let id: String
    let name: String
    let host: String
    let seats: [String]
    let foundedAt: Date
    let version: Int
}

/// Why no circle can be made from a record: it says something that was never true of any circle.
enum CorruptRecord: Error, Hashable {
    /// The circle's id, the host's or a seated member's is blank.
    case blankID
    /// There are no seats, or the first is not the host's.
    case firstSeatNotHosts
    /// The same member holds two seats.
    case seatedTwice(MemberID)
    /// The version is less than 1: a stored circle was saved at least once.
    case impossibleVersion(Int)
}

// 6.3 Born, or remembered?

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
    let version: Int
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
    // Why not by way of the other initialiser: it would found the circle once more.
    init(restoring record: ReadingCircleRecord) throws(CorruptRecord) {
        do {
            id = try CircleID(record.id)
            host = try MemberID(record.host)
            seats = try record.seats.map { try MemberID($0) }
        } catch {
            throw .blankID
        }
        // Why these guards and no others: they hold for any circle at any time. Twelve seats and the
        // length of a name are what Moa asks of those who join or found today.
        guard seats.first == host else { throw .firstSeatNotHosts }
        var holders: Set<MemberID> = []
        for holder in seats {
            guard holders.insert(holder).inserted else { throw .seatedTwice(holder) }
        }
        guard record.version >= 1 else { throw .impossibleVersion(record.version) }
        name = record.name
        foundedAt = record.foundedAt
        version = record.version
        events = []
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

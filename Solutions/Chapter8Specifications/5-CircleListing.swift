// 8.5 A list without circles

import Moa

/// The circles that have room, for the screen: twenty to a page.
///
/// Why it reads no circle: a circle is made to keep its rules while it changes, and here nothing changes.
struct CircleListing: Sendable {
    static let pageSize = 20

    private let records: any CircleRecords

    init(records: any CircleRecords) {
        self.records = records
    }

    /// Pages are counted from 1.
    func page(_ number: Int) async throws -> CirclePage {
        let rows = try await records.rows(
            CircleRowQuery(
                // Why this is `HasRoom`: at least one seat is not taken. A test compares the two.
                freeSeats: 1...Int.max,
                order: [.byName, .lowestIDFirst],
                offset: (number - 1) * Self.pageSize,
                // Why one more than is shown: if it comes, there is another page.
                limit: Self.pageSize + 1
            )
        )
        let shown = rows.prefix(Self.pageSize)
        let handles = try await records.handles(of: Set(shown.map(\.host)))
        return CirclePage(
            circles: shown.map { CircleSummary($0, host: handles[$0.host]) },
            isLast: rows.count <= Self.pageSize
        )
    }
}

extension CircleSummary {
    fileprivate init(_ row: CircleRow, host: Handle?) {
        self.init(
            id: row.id,
            name: row.name,
            host: host,
            takenSeats: row.takenSeats,
            freeSeats: row.seats - row.takenSeats
        )
    }
}

/// A circle with its members, for callers who change it.
struct RosteredCircle: Identifiable, Hashable, Sendable {
    let id: Int
    let name: String
    let host: MemberID
    private(set) var guests: [MemberID]
    /// Twelve, or twenty if supporters have widened the circle.
    let seats: Int

    init(id: Int, name: String, host: MemberID, guests: [MemberID], seats: Int = 12) {
        self.id = id
        self.name = name
        self.host = host
        self.guests = guests
        self.seats = seats
    }

    /// The host's seat is one of them.
    var takenSeats: Int { guests.count + 1 }
}

// MARK: - Given

/// Asks of a circle: is there a seat for one more?
struct HasRoom: Sendable {
    func isSatisfied(by circle: RosteredCircle) -> Bool {
        circle.takenSeats < circle.seats
    }
}

/// A page of the list, with what the screen shows.
struct CirclePage: Hashable, Sendable {
    let circles: [CircleSummary]
    /// Whether no circle comes after these.
    let isLast: Bool
}

struct CircleSummary: Identifiable, Hashable, Sendable {
    let id: Int
    let name: String
    /// Nil if the host has left Moa.
    let host: Handle?
    let takenSeats: Int
    let freeSeats: Int
}

/// Moa's records on their server. Each call is one read or one write, and may throw.
protocol CircleRecords: Sendable {
    // Whole, for callers who change something. A circle is a row, and each of its members is one more.

    func all() async throws -> [RosteredCircle]
    func member(_ id: MemberID) async throws -> Member?
    func save(_ circle: RosteredCircle) async throws

    // In columns, for callers who show something. Each entry of an answer is a row.

    func rows(_ query: CircleRowQuery) async throws -> [CircleRow]

    /// What these members are called today. Members who have left Moa are not in the answer.
    func handles(of members: Set<MemberID>) async throws -> [MemberID: Handle]
}

/// What a list can know about a circle without its members.
struct CircleRow: Hashable, Sendable {
    let id: Int
    let name: String
    let host: MemberID
    let takenSeats: Int
    let seats: Int
}

/// Which rows, in which order, and which part of them.
struct CircleRowQuery: Hashable, Sendable {
    enum Order: Hashable, Sendable {
        /// Names are compared with `<`.
        case byName, lowestIDFirst, newestFirst
    }

    /// Seats minus taken seats, as a range. Nil lets every circle through.
    var freeSeats: ClosedRange<Int>?
    /// The second order sorts those that are equal in the first. Those still equal come in any order.
    var order: [Order] = []
    /// How many are left out at the beginning, once they are sorted.
    var offset = 0
    /// How many are returned at most. Nil returns all.
    var limit: Int?
}

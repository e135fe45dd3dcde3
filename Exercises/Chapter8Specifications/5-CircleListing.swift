// 8.5 A list without circles
//
// This list almost works. It reads every circle whole, asks for hosts one by one, and writes the host's handle
// into the circle, so that it need not ask again. Refactor: the list reads only the columns and rows that it
// needs, and the circle loses what only the screen needed.
//
// The page: swift run kata show 8.5
// Check it: swift run kata check 8.5

import Moa

/// The circles that have room, for the screen: twenty to a page.
struct CircleListing: Sendable {
    static let pageSize = 20

    private let records: any CircleRecords

    init(records: any CircleRecords) {
        self.records = records
    }

    /// Pages are counted from 1.
    func page(_ number: Int) async throws -> CirclePage {
        var summaries: [CircleSummary] = []
        // TODO: How many circles does a page show, and how many are read, with all their members?
        for var circle in try await records.all() where HasRoom().isSatisfied(by: circle) {
            if circle.hostHandle == nil, let host = try await records.member(circle.host) {
                // TODO: Somebody looks at a list, and circles are saved. What if the handle changes?
                circle.rememberHost(host.handle)
                try await records.save(circle)
            }
            // TODO: Which circles does this leave out?
            guard let handle = circle.hostHandle else { continue }
            let free = circle.seats - circle.takenSeats
            summaries.append(
                CircleSummary(
                    id: circle.id,
                    name: circle.name,
                    host: handle,
                    takenSeats: circle.takenSeats,
                    freeSeats: free
                )
            )
        }
        summaries.sort { $0.name < $1.name }
        let shown = summaries.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)
        return CirclePage(circles: Array(shown), isLast: shown.count < Self.pageSize)
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
    // TODO: Which rule of the circle needs this?
    private(set) var hostHandle: Handle?

    init(id: Int, name: String, host: MemberID, guests: [MemberID], seats: Int = 12) {
        self.id = id
        self.name = name
        self.host = host
        self.guests = guests
        self.seats = seats
    }

    /// The host's seat is one of them.
    var takenSeats: Int { guests.count + 1 }

    mutating func rememberHost(_ handle: Handle) {
        hostHandle = handle
    }
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

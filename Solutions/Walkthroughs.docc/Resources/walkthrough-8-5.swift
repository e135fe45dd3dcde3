// 8.4 Scan or query?
//
// The Sunday mail recommends new circles. The code below was written when Moa had ten of them: it reads them
// all. Decide: may it go on doing so, up to a number that you state, or does the server search?
// Either way, the answer agrees with `Recommendable`, and its cost is known.
//
// The page: swift run kata show 8.4
// Check it: swift run kata check 8.4

/// How the recommended circles are found.
enum RecommendationDesign: Hashable {
    /// Every circle is read and judged here. If there are more than this, none is read.
    case scan(upTo: Int)
    /// The server is asked for what is shown, and for nothing else.
    case query

    static let chosen = RecommendationDesign.query
}

/// The circles that the Sunday mail recommends.
struct Recommendations: Sendable {
    private let table: any CircleTable
    private let rule: Recommendable

    init(table: any CircleTable, rule: Recommendable) {
        self.table = table
        self.rule = rule
    }

    /// The newest recommended circles; those of the same day by their id, the lower first.
    func first(_ count: Int) async throws -> [MailedCircle] {
        // TODO: How many rows does this read to show ten? How many next year?
        let circles = try await table.all()
        return Array(circles.filter(rule.isSatisfied).sorted(by: Self.comesFirst).prefix(count))
    }

    private static func comesFirst(_ one: MailedCircle, _ other: MailedCircle) -> Bool {
        one.foundedOn == other.foundedOn ? one.id < other.id : one.foundedOn > other.foundedOn
    }
}

// MARK: - Given

/// A circle, as the mail recommends it. Days are counted from the day on which Moa opened.
struct MailedCircle: Identifiable, Hashable, Sendable {
    let id: Int
    let takenSeats: Int
    /// Twelve, or twenty if supporters have widened the circle.
    let seats: Int
    let foundedOn: Int
}

/// Asks of a circle: should the mail recommend it? This is the rule, and it stays here.
struct Recommendable: Hashable, Sendable {
    /// The days that count as new, the first and the last of them included.
    let founded: ClosedRange<Int>
    var enoughSeats = 5

    func isSatisfied(by circle: MailedCircle) -> Bool {
        circle.takenSeats >= enoughSeats
            && circle.takenSeats < circle.seats
            && founded.contains(circle.foundedOn)
    }
}

/// Moa's circles on their server. Each call is one read, and may throw.
///
/// Each circle in an answer is a row that was read, sent and made into an object: that is what costs.
protocol CircleTable: Sendable {
    /// How many circles there are. This reads no row.
    func count() async throws -> Int

    /// Every circle, in any order.
    func all() async throws -> [MailedCircle]

    /// The circles that the query describes. The server looks through its indexes; only the answer is read.
    func circles(_ query: CircleQuery) async throws -> [MailedCircle]
}

/// What the server understands. A range that is nil lets every circle through.
struct CircleQuery: Hashable, Sendable {
    enum Order: Hashable, Sendable {
        case oldestFirst, newestFirst, lowestIDFirst, fullestFirst
    }

    var takenSeats: ClosedRange<Int>?
    /// Seats minus taken seats. Can be below zero if supporters have gone.
    var freeSeats: ClosedRange<Int>?
    var foundedOn: ClosedRange<Int>?
    /// The second order sorts those that are equal in the first. Those still equal come in any order.
    var order: [Order] = []
    /// How many are returned at most, counted after sorting. Nil returns all.
    var limit: Int?
}

/// There are more circles than this design reads.
struct TooManyToScan: Error, Hashable {
    let count: Int
}

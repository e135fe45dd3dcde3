import InMemoryInfrastructure
import KataProbes
import Synchronization
import Testing

@testable import Chapter8Specifications

@Suite("8.4 Scan or query?")
struct ScanOrQueryTests {
    // MARK: The answer

    @Test("the recommended circles are those that satisfy the rule", arguments: MailedCircle.borderline)
    func agreement(circle: MailedCircle) async throws {
        let rule = Recommendable(founded: 100...130)
        let isRecommendable =
            circle.takenSeats >= 5 && circle.takenSeats < circle.seats
            && (100...130).contains(circle.foundedOn)
        #expect(
            rule.isSatisfied(by: circle) == isRecommendable,
            "Recommendable has changed, and judges \(circle.words) in another way than before"
        )
        let recommended = try await Recommendations(table: Table([circle]), rule: rule).first(10)
        #expect(
            recommended == (isRecommendable ? [circle] : []),
            "the rule says «\(isRecommendable ? "yes" : "no")» to \(circle.words)"
        )
    }

    @Test("when the rule changes, the recommendations change with it", arguments: Recommendable.changed)
    func changedRule(rule: Recommendable) async throws {
        let recommended = try await Recommendations(table: Table(.borderline), rule: rule).first(50)
        let misjudged = MailedCircle.borderline.filter {
            recommended.contains($0) != rule.isSatisfied(by: $0)
        }
        #expect(
            misjudged.map(\.words) == [],
            "the rule is now «\(rule.words)», and these circles are wrongly recommended, or wrongly left out"
        )
    }

    @Test("the newest circles come first, and the lower id on the same day")
    func order() async throws {
        let table = Table([
            .good(10, foundedOn: 120), .good(12, foundedOn: 110), .good(3, foundedOn: 120),
            .good(4, foundedOn: 130), .good(9, foundedOn: 120), .good(1, foundedOn: 100),
        ])
        let recommended = try await Recommendations(table: table, rule: .usual).first(10)
        #expect(
            recommended.map(\.id) == [4, 3, 9, 10, 12, 1],
            "the newest should come first, and the lower id on the same day; this is the order"
        )
    }

    @Test("as many are recommended as were asked for, or all there are", arguments: [0, 1, 3, 7, 8, 100])
    func number(count: Int) async throws {
        let table = Table((1...7).map { .full($0) } + (8...14).map { .good($0, foundedOn: 110) })
        let recommended = try await Recommendations(table: table, rule: .usual).first(count)
        #expect(
            recommended.map(\.id) == Array((8...14).prefix(count)),
            "seven circles can be recommended, \(count) were asked for, and these came"
        )
        let ofNone = try await Recommendations(table: Table([]), rule: .usual).first(count)
        #expect(ofNone.map(\.id) == [], "Moa has no circles yet, \(count) were asked for, and these came")
    }

    @Test("a seat that was taken a moment ago counts")
    func fresh() async throws {
        let table = Table([])
        let recommendations = Recommendations(table: table, rule: .usual)
        let (one, two) = (MailedCircle.good(1, foundedOn: 110), MailedCircle.good(2, foundedOn: 110))
        let mornings: [(what: String, circles: [MailedCircle], recommended: [Int])] = [
            ("there are no circles", [], []),
            ("circles 1 and 2 have been founded", [one, two], [1, 2]),
            ("circle 1 is full by now, circle 2 is not", [.full(1), two], [2]),
            ("both circles have room again", [one, two], [1, 2]),
        ]
        for morning in mornings {
            table.set(morning.circles)
            for count in [2, 10] {
                let now = try await recommendations.first(count)
                #expect(
                    now.map(\.id) == morning.recommended,
                    "\(morning.what), and these are recommended to whoever asks for \(count)"
                )
            }
        }
        let server = ManualGate()
        let slowTable = Table([one, two], gate: server)
        let mails = Recommendations(table: slowTable, rule: .usual)
        async let early = mails.first(2)
        _ = await server.waitUntilHeld(1)
        slowTable.set([.full(1), two])
        let late = Task { try await mails.first(2).map(\.id) }
        _ = await server.waitUntilHeld(2, patience: .milliseconds(250))
        await server.open()
        let lateMail = try await (early, late.value).1
        #expect(
            lateMail == [2],
            "circle 1 was filled; one mail was begun before, another after, and the second recommends these"
        )
    }

    @Test("a failing table is reported", arguments: Call.allCases)
    func failure(failing: Call) async throws {
        // It fails when it is first asked, or later, and one or ten are asked for, perhaps by a task that was given up.
        let outages: [(answersBefore: Int, count: Int, error: any Error, givesUp: Bool)] = [
            (0, 10, Outage(), false), (1, 10, Outage(), false), (1, 1, Outage(), false),
            (0, 10, CancellationError(), false), (1, 1, CancellationError(), false),
            (0, 10, CancellationError(), true), (0, 10, Outage(), true), (1, 1, Outage(), true),
        ]
        for (answersBefore, count, error, givesUp) in outages {
            let circle = MailedCircle.good(1, foundedOn: 110)
            let table = Table([circle])
            let recommendations = Recommendations(table: table, rule: .usual)
            for _ in 0..<answersBefore { _ = try await recommendations.first(10) }
            for _ in 1...2 {
                table.failOnce(failing, with: error)
                let asking = Task {
                    if givesUp { cancelThisTask() }
                    do { return try await recommendations.first(count).map(\.words) } catch {
                        return ["\(error)"]
                    }
                }
                let answer = await asking.value
                // A scan makes no query, and a query scans nothing.
                guard table.hasFailed else {
                    let rightAnswers = [[circle.words], ["\(CancellationError())"]]
                    #expect(
                        rightAnswers.prefix(givesUp ? 2 : 1).contains(answer),
                        "the table didn't fail, and this came in place of its circles"
                    )
                    continue
                }
                #expect(
                    answer == ["\(error)"],
                    "the table failed, and its error didn't reach the caller"
                )
            }
            guard table.hasFailed else { continue }
            let afterwards = try? await recommendations.first(10)
            #expect(afterwards?.map(\.id) == [1], "the table works again, and these are recommended")
        }
    }

    // MARK: What the decision costs

    @Test(
        "scan: up to the stated number, each circle is read once",
        .enabled(if: scans, "another design was chosen")
    )
    func scanWithinScale() async throws {
        #expect(
            (100...10_000).contains(Self.stated),
            "state how many circles one mail may read: from a hundred to ten thousand"
        )
        let stated = max(1, min(Self.stated, 10_000))
        let tables = [
            (Table(size: 10), 10), (Table(size: stated), 10), (Table((1...10).map { .full($0) }), 10),
            (Table((1...min(stated, 200)).map { .good($0, foundedOn: 110) }), 200),
        ]
        for (table, count) in tables {
            let recommended = try await Recommendations(table: table, rule: .usual).first(count)
            #expect(
                Self.difference(recommended, table.expected(count)) == nil,
                "among \(table.size) circles, these are not the first \(count)"
            )
            #expect(table.rows == table.size, "there are \(table.size) circles, and this many rows were read")
        }
    }

    @Test(
        "scan: beyond the stated number, no circle is read, and an error says so",
        .enabled(if: scans, "another design was chosen")
    )
    func scanBeyondScale() async throws {
        for size in [min(Self.stated, 99_999) + 1, 100_000] {
            let table = Table(size: 10)
            let recommendations = Recommendations(table: table, rule: .usual)
            _ = try await recommendations.first(10)
            let rowsWhileFew = table.rows
            table.set(MailedCircle.numbered(upTo: size))
            for count in [10, 20] {
                await #expect(
                    throws: TooManyToScan(count: size),
                    "there are \(size) circles, more than the design reads, and the caller didn't hear that"
                ) {
                    try await recommendations.first(count)
                }
            }
            let rows = table.rows - rowsWhileFew
            #expect(rows == 0, "there are too many circles to read them, and this many were read")
            table.set([.good(1, foundedOn: 110)])
            let whileFew = try? await recommendations.first(10)
            #expect(whileFew?.map(\.id) == [1], "there are few circles again, and these are recommended")
        }
    }

    @Test(
        "query: one read brings the rows that are shown, and no others",
        .enabled(if: RecommendationDesign.chosen == .query, "another design was chosen"),
        arguments: [10, 1_000, 100_000]
    )
    func query(size: Int) async throws {
        let table = Table(size: size)
        let recommendations = Recommendations(table: table, rule: .usual)
        let recommended = try await recommendations.first(10)
        #expect(
            Self.difference(recommended, table.expected(10)) == nil,
            "among \(size) circles, these are not the first ten"
        )
        #expect(table.reads == 1, "there are \(size) circles, and this many reads were made")
        #expect(
            table.rows == recommended.count,
            "ten circles are shown at most, and this many rows were read"
        )

        // If ten cost too much, the bills of the other counts say nothing new.
        guard table.rows == recommended.count else { return }
        for count in [0, 3, 20, 1_000] {
            let before = (reads: table.reads, rows: table.rows)
            let found = try await recommendations.first(count)
            #expect(
                Self.difference(found, table.expected(count)) == nil,
                "among \(size) circles, these are not the first \(count)"
            )
            // If none is asked for, an answer without a read is right.
            if count > 0 {
                #expect(
                    table.reads - before.reads == 1,
                    "\(count) circles were asked for, and this many reads were made"
                )
            }
            #expect(
                table.rows - before.rows == found.count,
                "\(count) circles were asked for, and this many rows were read"
            )
        }

        let tomorrow = Recommendations(table: table, rule: Recommendable(founded: 9_000...9_001))
        let readsBefore = table.reads
        let none = try await tomorrow.first(10)
        #expect(none.map(\.id) == [], "no circle was founded on these days, and these are recommended")
        #expect(
            table.reads - readsBefore == 1,
            "no circle was founded on these days, and this many reads were made to find that out"
        )
    }

    /// The first place at which an answer isn't what was expected: nobody compares ten circles with ten.
    private static func difference(_ found: [MailedCircle], _ expected: [MailedCircle]) -> String? {
        let places = 0..<max(found.count, expected.count)
        let told = { (circles: [MailedCircle], place: Int) in
            circles.indices.contains(place) ? "circle \(circles[place].id), \(circles[place].words)" : "none"
        }
        return places.first { place in
            !found.indices.contains(place) || !expected.indices.contains(place)
                || found[place] != expected[place]
        }.map { "at place \($0 + 1): \(told(found, $0)); expected: \(told(expected, $0))" }
    }

    /// Nil if no scan was chosen.
    private static var scale: Int? {
        if case .scan(let scale) = RecommendationDesign.chosen { scale } else { nil }
    }

    private static var stated: Int { scale ?? 0 }
    private static var scans: Bool { scale != nil }
}

// MARK: - Tables

extension ScanOrQueryTests {
    enum Call: Hashable, CaseIterable {
        case count, all, query
    }

    /// The server can't be reached.
    struct Outage: Error {}

    /// A table that counts. Its circles are made when somebody looks at them.
    fileprivate final class Table: CircleTable {
        private let circles: Mutex<[MailedCircle]>
        private let budget = RowBudget(limit: 10)
        private let recorder = CallRecorder<Call>()
        private let failing = Mutex<Call?>(nil)
        private let error = Mutex<any Error>(Outage())
        private let failed = Mutex(false)
        /// Where the table waits between its look and its answer.
        private let gate: ManualGate?

        init(_ circles: [MailedCircle], gate: ManualGate? = nil) {
            self.circles = Mutex(circles)
            self.gate = gate
        }

        /// The circles with the ids from 1 to this; of many, about one in 250 can be recommended.
        convenience init(size: Int) {
            self.init(MailedCircle.numbered(upTo: size))
        }

        var reads: Int { recorder.calls.count }
        var rows: Int { budget.spent }
        var size: Int { circles.withLock { $0.count } }
        var hasFailed: Bool { failed.withLock { $0 } }

        /// The first of them by the rule itself, found without counting.
        func expected(_ count: Int) -> [MailedCircle] {
            let found = circles.withLock { $0.filter(Recommendable.usual.isSatisfied) }
            return Array(found.sorted { ($1.foundedOn, $0.id) < ($0.foundedOn, $1.id) }.prefix(count))
        }

        func set(_ circles: [MailedCircle]) {
            self.circles.withLock { $0 = circles }
        }

        func failOnce(_ call: Call, with error: any Error) {
            failing.withLock { $0 = call }
            self.error.withLock { $0 = error }
        }

        func count() throws -> Int {
            try enter(.count)
            return size
        }

        func all() async throws -> [MailedCircle] {
            try enter(.all)
            return try await charge(circles.withLock { $0 })
        }

        func circles(_ query: CircleQuery) async throws -> [MailedCircle] {
            try enter(.query)
            var found = circles.withLock { $0.filter(query.lets) }
            for order in query.order.reversed() { found.sort(by: order.sorts) }
            return try await charge(Array(found.prefix(query.limit ?? .max)))
        }

        private func enter(_ call: Call) throws {
            recorder.record(call)
            guard failing.withLock({ $0 == call }) else { return }
            failing.withLock { $0 = nil }
            failed.withLock { $0 = true }
            throw error.withLock { $0 }
        }

        private func charge(_ answer: [MailedCircle]) async throws -> [MailedCircle] {
            budget.spend(answer.count)
            try await gate?.pass()
            return answer
        }
    }
}

extension CircleQuery {
    fileprivate func lets(_ circle: MailedCircle) -> Bool {
        (takenSeats?.contains(circle.takenSeats) ?? true)
            && (freeSeats?.contains(circle.seats - circle.takenSeats) ?? true)
            && (foundedOn?.contains(circle.foundedOn) ?? true)
    }
}

extension CircleQuery.Order {
    fileprivate func sorts(_ one: MailedCircle, _ other: MailedCircle) -> Bool {
        switch self {
        case .oldestFirst: one.foundedOn < other.foundedOn
        case .newestFirst: one.foundedOn > other.foundedOn
        case .lowestIDFirst: one.id < other.id
        case .fullestFirst: one.takenSeats > other.takenSeats
        }
    }
}

// MARK: - Circles

extension Recommendable {
    fileprivate static let usual = Recommendable(founded: 100...130)

    fileprivate static let changed = [
        Recommendable(founded: 100...130, enoughSeats: 6),
        Recommendable(founded: 100...130, enoughSeats: 4),
        Recommendable(founded: 100...130, enoughSeats: 0),
        Recommendable(founded: 100...130, enoughSeats: 13),
        Recommendable(founded: 100...130, enoughSeats: 20),
        Recommendable(founded: 99...131),
        Recommendable(founded: 131...160),
        Recommendable(founded: 100...Int.max),
        Recommendable(founded: Int.min...130),
        Recommendable(founded: 115...115, enoughSeats: 1),
    ]

    fileprivate var words: String {
        "founded from day \(founded.lowerBound) to \(founded.upperBound), \(enoughSeats) taken seats or more"
    }
}

extension MailedCircle: CustomTestStringConvertible {
    public var testDescription: String { words }

    fileprivate var words: String { "\(takenSeats) of \(seats) seats, founded on day \(foundedOn)" }

    fileprivate static func good(_ id: Int, foundedOn day: Int) -> MailedCircle {
        MailedCircle(id: id, takenSeats: 8, seats: 12, foundedOn: day)
    }

    fileprivate static func full(_ id: Int) -> MailedCircle {
        MailedCircle(id: id, takenSeats: 12, seats: 12, foundedOn: 110)
    }

    /// Spread over the days and the seats. Of the first ten, six can be recommended.
    fileprivate static func numbered(_ id: Int) -> MailedCircle {
        MailedCircle(id: id, takenSeats: id % 13, seats: 12, foundedOn: 100 + id % 4_099)
    }

    fileprivate static func numbered(upTo last: Int) -> [MailedCircle] {
        (1...last).reversed().map(numbered)
    }

    /// At each border of the rule, on both of its sides.
    fileprivate static let borderline = [
        (4, 12, 115), (5, 12, 115), (6, 12, 115), (11, 12, 115), (12, 12, 115), (13, 12, 115),
        (12, 20, 115), (19, 20, 115), (20, 20, 115), (21, 20, 115), (3, 20, 115), (0, 12, 115), (1, 20, 115),
        (0, 20, 115),
        (8, 12, 99), (8, 12, 100), (8, 12, 130), (8, 12, 131),
    ].enumerated().map { index, circle in
        MailedCircle(id: index + 1, takenSeats: circle.0, seats: circle.1, foundedOn: circle.2)
    }
}

extension [MailedCircle] {
    fileprivate static let borderline = MailedCircle.borderline
}

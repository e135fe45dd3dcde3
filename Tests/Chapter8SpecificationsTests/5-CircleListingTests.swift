import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter8Specifications

@Suite("8.5 A list without circles")
struct CircleListingTests {
    // MARK: The list

    @Test("a page shows the circles that satisfy HasRoom, by name, and equal names by id")
    func order() async throws {
        let records = try Records([
            circle(3, "Reading", taken: 5), circle(9, "Chess", taken: 11), circle(4, "Cooking", taken: 12),
            circle(1, "Walking", taken: 13), circle(12, "Chess", taken: 1),
            circle(6, "Film", taken: 12, of: 20),
            circle(10, "Chess", taken: 4), circle(5, "Baking", taken: 19, of: 20),
            circle(8, "Tea", taken: 20, of: 20), circle(7, "Yoga", taken: 21, of: 20),
            circle(11, "Music", taken: 1, of: 20), circle(2, "aikido", taken: 5),
            circle(13, " Zen", taken: 5), circle(14, "Écriture", taken: 5),
        ])
        let inOrder = [13, 5, 9, 10, 12, 6, 11, 3, 2, 14]
        let listing = CircleListing(records: records)
        let page = try await listing.page(1)
        #expect(
            page.circles.map(\.id) == inOrder,
            "circles with room, from « Zen» and Baking to aikido and Écriture, and these are shown"
        )
        let leaver = await inCancelledTask { try await listing.page(1).words }
        do {
            let shown = try leaver.get()
            #expect(
                shown.count == inOrder.count,
                "somebody left the screen, and more or fewer than the ten circles with room were shown"
            )
            let wrong = shown.first { !page.words.contains($0) }
            #expect(wrong == nil, "somebody left the screen, and this was not shown before")
        } catch is CancellationError {
            // They have left, and needn't see anything.
        }
    }

    @Test(
        "pages of twenty follow each other, and only the last says that it is the last",
        arguments: Walk.all
    )
    func pages(walk: Walk) async throws {
        let records = try Records(
            (1...walk.circles).reversed().map { id in
                try circle(id, "Chess", taken: 5, host: id > 20 ? kim : sori)
            }
        )
        let listing = CircleListing(records: records)
        var pages: [CirclePage] = []
        for number in 1...walk.sizes.count { pages.append(try await listing.page(number)) }
        #expect(
            pages.flatMap(\.circles).map(\.id) == Array(1...walk.circles),
            "all pages together should show each circle once, in order"
        )
        #expect(pages.map(\.circles.count) == walk.sizes, "this is how many circles each page shows")
        #expect(
            pages.map(\.isLast) == walk.sizes.indices.map { $0 == walk.sizes.count - 1 },
            "the last page should say that it is the last, and no other should"
        )
        var changed: [Int] = []
        for (number, page) in zip(1..., pages) {
            let leaver = await inCancelledTask { try await listing.page(number) }
            // They have left, and needn't see anything.
            if case .failure(let error) = leaver, error is CancellationError { continue }
            if try leaver.get() != page { changed.append(number) }
        }
        #expect(changed == [], "somebody left the screen, and these pages showed something else than before")
        let screens = Rendezvous(parties: walk.sizes.count)
        await records.delay { _ in await screens.meet() }
        let pagesAtOnce = try await withThrowingTaskGroup(of: (Int, CirclePage).self) { group in
            for number in 1...walk.sizes.count {
                group.addTask { (number, try await listing.page(number)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let mixedUp = walk.sizes.indices.map { $0 + 1 }.filter { pagesAtOnce[$0] != pages[$0 - 1] }
        #expect(
            mixedUp == [],
            "all pages were asked for at once, and these showed something else than before"
        )
    }

    @Test("if there is nothing to show, the page is empty and the last", arguments: [0, 3, 20])
    func nothing(count: Int) async throws {
        let full = try Records((0..<count).map { try circle($0, "Chess", taken: 12) })
        let firstPage = try await CircleListing(records: full).page(1)
        #expect(firstPage.words == [], "\(count) circles, all of them full, and this is the first page")
        #expect(firstPage.isLast == true, "\(count) circles, all of them full: the first page is the last")
        let some = try Records((0..<count).map { try circle($0, "Chess", taken: 5) })
        let thirdPage = try await CircleListing(records: some).page(3)
        #expect(thirdPage.words == [], "\(count) circles with room, and this is the third page")
        #expect(thirdPage.isLast == true, "\(count) circles with room: no circle comes after the third page")
    }

    @Test("a summary names the circle, its host, its taken and its free seats")
    func summary() async throws {
        let records = try Records([
            circle(7, " Film  noir 2 ", taken: 14, of: 20), circle(8, "aikido", taken: 1, host: kim),
        ])
        let page = try await CircleListing(records: records).page(1)
        #expect(
            page.words == ["7  Film  noir 2 : Sori, 14 taken, 6 free", "8 aikido: Kim, 1 taken, 11 free"],
            "Sori's « Film  noir 2 » has 14 of 20 seats taken, Kim's aikido 1 of 12, and this is shown"
        )
        for seats in [12, 20] {
            let crowded = try circle(1, "Chess", taken: seats + 1, of: seats).takenSeats
            #expect(
                crowded == seats + 1,
                "one more than \(seats) sit in a circle of \(seats) seats, which counts this many as taken"
            )
            let circles = try (1..<seats).map { try circle($0, "Chess", taken: $0, of: seats) }
            let summaries = try await CircleListing(records: Records(circles)).page(1).circles
            let miscounted = summaries.filter { $0.takenSeats != $0.id || $0.freeSeats != seats - $0.id }
            #expect(
                miscounted.map { "\($0.id): \($0.takenSeats) taken, \($0.freeSeats) free" } == [],
                "circle 1 has one of \(seats) seats taken, circle 2 two, and so on; these are shown otherwise"
            )
        }
    }

    @Test("what changed a moment ago is shown", arguments: [1, 2, 120])
    func fresh(number: Int) async throws {
        let pagesBefore = try (0..<(number - 1) * 20).map { try circle($0, "Baking", taken: 5) }
        let records = try Records(
            pagesBefore + [
                circle(101, "Chess", taken: 11), circle(102, "Film", taken: 5),
                circle(103, "Tea", taken: 5, host: kim),
            ]
        )
        let listing = CircleListing(records: records)
        _ = try await listing.page(number)
        try await records.rename(sori, to: Handle("Nari"))
        try await records.remove(kim)
        let renamed = try await listing.page(number)
        let film = "102 Film: Nari, 5 taken, 7 free"
        #expect(
            renamed.words == [
                "101 Chess: Nari, 11 taken, 1 free", film, "103 Tea: no host, 5 taken, 7 free",
            ],
            "the host of Film is called Nari by now, the host of Tea has left, and these are shown"
        )
        // A look that fails between its two reads is over, and nothing of it serves the next.
        await records.failOnce([.handles])
        _ = try? await listing.page(number)
        try await records.replace(circle(101, "Chess", taken: 12))
        try await records.replace(circle(103, "Tea", taken: 6, host: kim))
        let page = try await listing.page(number)
        #expect(
            page.words == [film, "103 Tea: no host, 6 taken, 6 free"],
            "Chess is full by now, Film and Tea have room, and these are shown"
        )
        try await records.replace(circle(101, "Chess Club", taken: 11, of: 20, host: kim))
        try await records.add(kim, Handle("Kim"))
        let pageAgain = try await listing.page(number)
        #expect(
            pageAgain.words == [
                "101 Chess Club: Kim, 11 taken, 9 free", film, "103 Tea: Kim, 6 taken, 6 free",
            ],
            "Kim is back at Moa, hosts Chess as Chess Club, which has twenty seats now, and these are shown"
        )
        _ = try await listing.page(number + 1)
        for id in 201...220 { await records.open(try circle(id, "Yoga", taken: 11)) }
        let next = try await listing.page(number + 1)
        #expect(
            next.circles.map(\.id) == [218, 219, 220],
            "twenty circles more have room, and these are shown on the page after the one that was the last"
        )
        let followed = try await listing.page(number)
        #expect(
            followed.isLast == false,
            "twenty circles more have room, and this page says that it is the last"
        )
        for id in 201...220 { await records.replace(try circle(id, "Yoga", taken: 12)) }
        let last = try await listing.page(number)
        #expect(
            last.isLast == true,
            "these twenty are full by now, and this page doesn't say that it is the last"
        )
        for (call, name, taken) in [(Call.rows, "Nabi", 10), (.handles, "Sora", 9)] {
            let server = ManualGate()
            await records.delay { if $0 == call { try await server.pass() } }
            let slow = Task { try await listing.page(number) }
            guard await server.waitUntilHeld(1) else { break }
            try await records.replace(circle(101, "Chess", taken: taken))
            try await records.rename(sori, to: Handle(name))
            let quick = Task { try await listing.page(number) }
            _ = await server.waitUntilHeld(2, patience: .milliseconds(250))
            await server.open()
            _ = try await slow.value
            let chess = try await quick.value.words.first
            #expect(
                chess == "101 Chess: \(name), \(taken) taken, \(12 - taken) free",
                "a seat in Chess was freed and its host renamed; a slow look began before, another after, and the second shows this"
            )
        }
    }

    @Test("a circle whose host has left Moa stays in the list, without a host")
    func hostHasLeft() async throws {
        let records = try Records([
            circle(1, "Chess", taken: 5),
            circle(2, "Film", taken: 5, host: MemberID("m-gone")),
            circle(3, "Tea", taken: 5, host: kim),
        ])
        let listing = CircleListing(records: records)
        let page = try await listing.page(1)
        #expect(page.circles.map(\.id) == [1, 2, 3], "Chess, Film and Tea have room, and these are shown")
        #expect(
            page.circles.map(\.host?.text) == ["Sori", nil, "Kim"],
            "Sori hosts Chess, Kim hosts Tea, the host of Film has left, and these are the hosts shown"
        )
        for host in try [sori, kim] { await records.remove(host) }
        let readsBefore = records.reads
        let hosts = try await listing.page(1).circles.compactMap(\.host?.text)
        #expect(hosts == [], "all three hosts have left, and these are shown as hosts")
        let reads = records.reads - readsBefore
        #expect(reads <= 2, "all three hosts have left, and this many reads were made")
    }

    // MARK: What it costs

    @Test(
        "a page costs at most two reads and 42 rows, among ten circles or a hundred thousand",
        arguments: [
            (10, 1), (10, 2), (606, 2), (1_000, 1), (100_000, 1), (100_000, 40), (100_000, 100),
            (100_000, 1_000),
        ]
    )
    func cost(size: Int, number: Int) async throws {
        let records = try Records(size: size)
        let listing = CircleListing(records: records)
        let page = try await listing.page(number)
        #expect(records.reads <= 2, "\(size) circles, and this many reads were made")
        #expect(records.rows <= 42, "twenty circles are shown at most, and this many rows were read")
        let withRoom = await records.summariesWithRoom()
        let expected = withRoom.dropFirst((number - 1) * 20).prefix(20)
        #expect(
            page.circles.map(\.id) == expected.map(\.id),
            "among \(size) circles, these are not the circles of page \(number)"
        )
        #expect(
            page.circles.filter { !expected.contains($0) }.map(\.id) == [],
            "among \(size) circles, page \(number) shows these with a wrong name, host or number of seats"
        )
        #expect(
            page.isLast == (withRoom.count <= number * 20),
            "among \(size) circles, page \(number) is wrongly called the last, or is the last and not called so"
        )
        let (reads, rows) = (records.reads, records.rows)
        // If this page costs too much, the bill of the next says nothing new.
        guard reads <= 2, rows <= 42 else { return }
        _ = try await listing.page(number + 1)
        #expect(records.reads - reads <= 2, "somebody turned the page, and this many reads were made")
        #expect(records.rows - rows <= 42, "somebody turned the page, and this many rows were read")
    }

    @Test("showing the list changes nothing")
    func noWrites() async throws {
        let records = try Records([circle(1, "Chess", taken: 5), circle(2, "Film", taken: 12)])
        let listing = CircleListing(records: records)
        _ = try await listing.page(1)
        _ = try await listing.page(2)
        #expect(records.writes == 0, "somebody has looked at the list, and this many circles were saved")
    }

    @Test(
        "a failing server is reported",
        arguments: Failure.all,
        [1, 2, 40]
    )
    func failure(failure: Failure, number: Int) async throws {
        let records = try Records((1...number * 20).map { try circle($0, "Chess", taken: 5) })
        let listing = CircleListing(records: records)
        for _ in 1...2 {
            await records.failOnce(failure.calls)
            await #expect(
                throws: Outage.self,
                "a part of the list couldn't be read, and the error didn't reach the caller"
            ) {
                _ = try await listing.page(number)
            }
            await records.failOnce([])
            let page = try await listing.page(number)
            #expect(
                page.circles.map(\.id) == Array((number - 1) * 20 + 1...number * 20),
                "the server answers again, and these circles are shown"
            )
        }
        for (error, leaves) in Failure.others {
            await records.failOnce(failure.calls, with: error)
            let looking = Task { () -> (any Error)? in
                if leaves { cancelThisTask() }
                do { _ = try await listing.page(number) } catch { return error }
                return nil
            }
            let reported = await looking.value
            // Whoever has left needn't read anything.
            let hasFailed = await records.hasFailed
            guard hasFailed || !leaves else { continue }
            #expect(
                reported.map { "\($0)" } == "\(error)",
                "a read was cancelled, or failed after the visitor had left, and its error didn't reach the caller"
            )
        }
    }

    @Test("a circle keeps nothing that only the screen needs")
    func leanCircle() throws {
        let circle = try circle(1, "Chess", taken: 5)
        let kept = Mirror(reflecting: circle).children.compactMap(\.label)
        #expect(
            kept.sorted() == ["guests", "host", "id", "name", "seats"],
            "a circle should store its five parts and nothing else, and it stores these"
        )
        guard Self.compiler.isAvailable else { return }
        let left = try Self.compiler.names(["hostHandle", "rememberHost"], of: "RosteredCircle")
        #expect(left == [], "the circle still has what only the list needed")
    }

    private static let compiler = CompileCheck(importing: "Chapter8Specifications")
}

// MARK: - Records

extension CircleListingTests {
    enum Call: Hashable, CaseIterable {
        case all, member, save, rows, handles
    }

    /// Which calls fail once.
    struct Failure: CustomTestStringConvertible {
        let testDescription: String
        let calls: Set<Call>

        /// Other errors, and whether whoever looks has left.
        static let others: [(error: any Error, leaves: Bool)] = [
            (CancellationError(), false), (CancellationError(), true), (Outage(), true),
        ]

        static let all = [
            Failure(testDescription: "nothing can be read", calls: Set(Call.allCases)),
            Failure(testDescription: "the hosts can't be read", calls: [.handles, .member]),
            Failure(testDescription: "the circles can't be read", calls: [.rows, .all]),
        ]
    }

    /// The server can't be reached.
    struct Outage: Error {}

    /// How many circles there are, and how many each page shows.
    struct Walk: CustomTestStringConvertible {
        let circles: Int
        let sizes: [Int]

        var testDescription: String { "\(circles) circles" }

        static let all = [
            Walk(circles: 1, sizes: [1]),
            Walk(circles: 20, sizes: [20]),
            Walk(circles: 21, sizes: [20, 1]),
            Walk(circles: 40, sizes: [20, 20]),
            Walk(circles: 45, sizes: [20, 20, 5]),
        ]
    }

    /// Records that are counted, each call and each row.
    fileprivate actor Records: CircleRecords {
        private var circles: [RosteredCircle]
        /// Where each circle stands, once somebody has asked.
        private var places: [Int: Int] = [:]
        private var members: [MemberID: Member]
        private var failing: Set<Call> = []
        private var error: any Error = Outage()
        private(set) var hasFailed = false
        /// What happens between reading and the answer.
        private var delay: @Sendable (Call) async throws -> Void = { _ in }
        private let recorder = CallRecorder<Call>()
        private let budget = RowBudget(limit: 42)

        init(_ circles: [RosteredCircle]) throws {
            self.circles = circles
            members = try [
                sori: Member(id: sori, handle: Handle("Sori")),
                kim: Member(id: kim, handle: Handle("Kim")),
            ]
        }

        /// Many circles, and room in about one of a hundred. About one host in ten has left Moa.
        init(size: Int) throws {
            let names = (0..<97).map { "Circle \($0)" }
            let ids = try (0..<89).map { try MemberID("m-\($0)") }
            let guests = (0..<20).map { Array(ids.prefix($0)) }
            circles = (1...size).map { id in
                let free = id % 101 < 2 || id <= 10 ? 1 + id % 3 : 0
                return RosteredCircle(
                    id: id,
                    name: names[id * 7 % 97],
                    host: ids[id % 89],
                    guests: guests[11 - free]
                )
            }
            members = try Dictionary(
                uniqueKeysWithValues: ids.prefix(80).map {
                    ($0, Member(id: $0, handle: try Handle("host \($0)")))
                }
            )
        }

        nonisolated var reads: Int { recorder.calls.count { $0 != .save } }
        nonisolated var writes: Int { recorder.count(of: .save) }
        nonisolated var rows: Int { budget.spent }

        /// What the screen should show, by the specification itself, found without counting.
        func summariesWithRoom() -> [CircleSummary] {
            circles.filter(HasRoom().isSatisfied).sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map {
                CircleSummary(
                    id: $0.id,
                    name: $0.name,
                    host: members[$0.host]?.handle,
                    takenSeats: $0.takenSeats,
                    freeSeats: $0.seats - $0.takenSeats
                )
            }
        }

        /// The next of each of these calls fails, and none of the others.
        func failOnce(_ calls: Set<Call>, with error: any Error = Outage()) {
            failing = calls
            self.error = error
            hasFailed = false
        }

        func delay(by delay: @escaping @Sendable (Call) async throws -> Void) {
            self.delay = delay
        }

        func rename(_ id: MemberID, to handle: Handle) {
            members[id]?.rename(to: handle)
        }

        func add(_ id: MemberID, _ handle: Handle) {
            members[id] = Member(id: id, handle: handle)
        }

        func remove(_ id: MemberID) {
            members[id] = nil
        }

        func open(_ circle: RosteredCircle) {
            circles.append(circle)
            places = [:]
        }

        func replace(_ circle: RosteredCircle) {
            if places.isEmpty {
                for (place, circle) in circles.enumerated() { places[circle.id] = place }
            }
            guard let place = places[circle.id] else { return }
            circles[place] = circle
        }

        // MARK: Whole

        func all() throws -> [RosteredCircle] {
            try enter(.all)
            budget.spend(circles.reduce(0) { $0 + 1 + $1.takenSeats })
            return circles
        }

        func member(_ id: MemberID) throws -> Member? {
            try enter(.member)
            budget.spend()
            return members[id]
        }

        func save(_ circle: RosteredCircle) throws {
            try enter(.save)
            replace(circle)
        }

        // MARK: In columns

        func rows(_ query: CircleRowQuery) async throws -> [CircleRow] {
            try enter(.rows)
            var found = circles
            if let free = query.freeSeats { found = found.filter { free.contains($0.seats - $0.takenSeats) } }
            for order in query.order.reversed() { found.sort(by: order.sorts) }
            let part = found.dropFirst(query.offset).prefix(query.limit ?? .max)
            budget.spend(part.count)
            try await delay(.rows)
            return part.map {
                CircleRow(id: $0.id, name: $0.name, host: $0.host, takenSeats: $0.takenSeats, seats: $0.seats)
            }
        }

        func handles(of members: Set<MemberID>) async throws -> [MemberID: Handle] {
            try enter(.handles)
            let found = self.members.filter { members.contains($0.key) }
            budget.spend(found.count)
            try await delay(.handles)
            return found.mapValues(\.handle)
        }

        private func enter(_ call: Call) throws {
            recorder.record(call)
            guard failing.remove(call) != nil else { return }
            hasFailed = true
            throw error
        }
    }
}

extension CircleRowQuery.Order {
    fileprivate func sorts(_ one: RosteredCircle, _ other: RosteredCircle) -> Bool {
        switch self {
        case .byName: one.name < other.name
        case .lowestIDFirst: one.id < other.id
        case .newestFirst: one.id > other.id
        }
    }
}

// MARK: - Circles

private var sori: MemberID {
    get throws { try MemberID("m-sori") }
}

private var kim: MemberID {
    get throws { try MemberID("m-kim") }
}

extension CirclePage {
    /// What the screen shows, in words.
    fileprivate var words: [String] {
        circles.map {
            let host = $0.host?.text ?? "no host"
            return "\($0.id) \($0.name): \(host), \($0.takenSeats) taken, \($0.freeSeats) free"
        }
    }
}

private func circle(
    _ id: Int,
    _ name: String,
    taken: Int,
    of seats: Int = 12,
    host: MemberID? = nil
) throws -> RosteredCircle {
    let guests = try (1..<taken).map { try MemberID("m-\($0)") }
    return try RosteredCircle(id: id, name: name, host: host ?? sori, guests: guests, seats: seats)
}

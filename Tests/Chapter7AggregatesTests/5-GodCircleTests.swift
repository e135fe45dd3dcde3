import Foundation
import InMemoryInfrastructure
import Moa
import Synchronization
import Testing

@testable import Chapter7Aggregates

@Suite("7.5 The circle that knows everything")
struct GodCircleTests {
    @Test("the table says which rules hold now, and which hold soon", arguments: ClubRule.allCases)
    func table(rule: ClubRule) {
        let right: Set<Timing> =
            switch rule {
            case .twelveSeats, .oneReader: [.now]
            case .membersPost: [.soon]
            case .threeCopies: [.now, .soon]
            }
        let isRight = ClubPolicy.timing[rule].map(right.contains)
        #expect(
            isRight == true,
            "the table gives this rule another time than the task does, or none"
        )
    }

    @Test("a circle has twelve seats, even if two ask at once", arguments: Rivals.forSeats)
    func seats(rivals: Rivals) async throws {
        let club = try await Club(seated: rivals.seated)
        let heard = await club.perform(rivals.mine, meanwhile: rivals.other)
        let inStore = await club.members().filter { $0.hasPrefix("new") }
        let outcome = Outcome(heard: heard, inStore: inStore)
        #expect(
            outcome == rivals.outcome,
            "somebody was seated, or sent away, and the number of free seats doesn't explain it"
        )
    }

    @Test("only members who sit in the circle write there")
    func writers() async throws {
        let club = try await Club(seated: 3)
        _ = await club.perform(.leave("m-3"))
        let outcomes: KeyValuePairs = [
            "m-2": Outcome(heard: .done, inStore: ["p-m-2"]),
            "m-3": Outcome(heard: .refused(.notSeated), inStore: []),
            "m-99": Outcome(heard: .refused(.notSeated), inStore: []),
        ]
        for (author, expected) in outcomes {
            let writing = Act.write("p-\(author)", by: author)
            let heard = await club.perform(writing)
            let inStore = await club.has(writing) ? ["p-\(author)"] : []
            let outcome = Outcome(heard: heard, inStore: inStore)
            #expect(
                outcome == expected,
                "\(author) sits in the circle and can't write there, or doesn't sit there and can"
            )
        }
    }

    @Test("writing, joining, leaving and borrowing never get in each other's way", arguments: Pair.all)
    func neverInTheWay(pair: Pair) async throws {
        let club = try await Club(seated: 5)
        let answer = await club.perform(pair.mine, meanwhile: pair.other)
        try #require(
            answer == .done,
            "no rule connects what the two did, and one was refused or got an error"
        )
        let conflicts = club.watch.conflicts
        try #require(conflicts == 0, "no rule connects what the two did, and one had to begin again")
        let both = await [club.has(pair.mine), club.has(pair.other)]
        #expect(both == [true, true], "no rule connects what the two did, and what one of them did is lost")
    }

    @Test("a copy is in one pair of hands, even if two ask at once")
    func oneReader() async throws {
        let club = try await Club(seated: 5)
        let acts: [Act] = [
            .lend("k-1", to: "m-2"), .lend("k-1", to: "m-3"), .takeBack("k-1"), .takeBack("k-1"),
            .lend("k-9", to: "m-3"), .takeBack("k-9"),
        ]
        var answers: [Answer] = []
        for act in acts { answers.append(await club.perform(act)) }
        #expect(
            answers == [
                .done, .refused(.lent), .done, .done, .refused(.unknownCopy), .refused(.unknownCopy),
            ],
            "the shelf doesn't know what stands on it, or who has it"
        )
        let heard = await club.perform(.lend("k-1", to: "m-2"), meanwhile: .lend("k-1", to: "m-3"))
        let inStore = await club.copies(with: "m-2") + club.copies(with: "m-3")
        let atOnce = Outcome(heard: heard, inStore: inStore)
        let lentOnce = Outcome(heard: .refused(.lent), inStore: ["k-1"])
        #expect(
            atOnce == lentOnce,
            "two asked for k-1 at once: one should have it, and the other should hear that it is lent"
        )
        // Two take k-1 back at once, and between them it goes to m-4. The design decides if m-4 keeps it.
        let back = await club.perform(
            .takeBack("k-1"),
            meanwhile: [.takeBack("k-1"), .lend("k-1", to: "m-4")]
        )
        _ = await club.perform(.lend("k-1", to: "m-5"))
        let inHands = await club.copies(with: "m-4") + club.copies(with: "m-5")
        let afterwards = Outcome(heard: back, inStore: inHands)
        let inOneHand = Outcome(heard: .done, inStore: ["k-1"])
        #expect(
            afterwards == inOneHand,
            "k-1 came back twice at once, and m-4 and m-5 asked for it: one of them should have it"
        )
        // At night there is something to do only if a fourth copy can be lent.
        if ClubPolicy.timing[.threeCopies] == .soon { try await settlingTakesNothingFromOthers() }
    }

    /// The night has seen four copies with m-2. Before it takes one back, they are returned and with others.
    private func settlingTakesNothingFromOthers() async throws {
        let club = try await Club(seated: 5)
        for copy in ["k-1", "k-2"] { _ = await club.perform(.lend(copy, to: "m-2")) }
        _ = await club.perform(.lend("k-3", to: "m-2"), meanwhile: .lend("k-4", to: "m-2"))
        let exchange: [Act] = [
            .takeBack("k-1"), .lend("k-1", to: "m-3"), .takeBack("k-2"), .lend("k-2", to: "m-3"),
            .takeBack("k-3"), .lend("k-3", to: "m-4"), .takeBack("k-4"), .lend("k-4", to: "m-4"),
        ]
        let heard = await club.perform(.settle("m-2"), meanwhile: exchange)
        let inStore = await club.copies(with: "m-3") + club.copies(with: "m-4")
        let night = Outcome(heard: heard, inStore: inStore)
        let takenFromNobody = Outcome(heard: .done, inStore: ["k-1", "k-2", "k-3", "k-4"])
        #expect(
            night == takenFromNobody,
            "m-2's copies came back and went to m-3 and m-4 before the night took any; they should keep them"
        )
        for copy in ["k-1", "k-2", "k-3", "k-4"] {
            let answer = await club.perform(.lend(copy, to: "m-5"))
            #expect(
                answer == .refused(.lent),
                "\(copy) is with m-3 or m-4, and m-5 asked for it and heard something else"
            )
        }
    }

    @Test("a member has at most three copies from a circle's shelf at home")
    func threeCopies() async throws {
        let club = try await Club(seated: 5)
        var answers: [Answer] = []
        for copy in ["k-1", "k-2", "k-3", "k-4"] {
            answers.append(await club.perform(.lend(copy, to: "m-2")))
        }
        #expect(
            answers == [.done, .done, .done, .refused(.limitReached)],
            "a member has taken home too much, or is refused what is allowed"
        )
        _ = await club.perform(.takeBack("k-1"))
        let heard = await club.perform(.lend("k-4", to: "m-2"))
        let inStore = await club.copies(with: "m-2")
        let outcome = Outcome(heard: heard, inStore: inStore)
        let threeAtHome = Outcome(heard: .done, inStore: ["k-2", "k-3", "k-4"])
        #expect(
            outcome == threeAtHome,
            "a member has taken home too much, or is refused what is allowed"
        )
        for saves in 0...1 {
            let first = try await Club(seated: 5)
            let heard = await first.perform(
                .lend("k-1", to: "m-2"),
                meanwhile: [.lend("k-2", to: "m-2")],
                after: saves
            )
            let inStore = await first.copies(with: "m-2")
            let outcome = Outcome(heard: heard, inStore: inStore)
            let bothAtHome = Outcome(heard: .done, inStore: ["k-1", "k-2"])
            #expect(
                outcome == bothAtHome,
                "m-2's first two copies were asked for at once; both are allowed, and this came of it"
            )
        }
    }

    @Test(
        "the limit now: even if two copies are lent at once, the fourth is refused",
        .enabled(if: ClubPolicy.timing[.threeCopies] == .now, "your table says that this rule holds soon")
    )
    func limitNow() async throws {
        let club = try await Club(seated: 5)
        for copy in ["k-1", "k-2"] { _ = await club.perform(.lend(copy, to: "m-2")) }
        let heard = await club.perform(.lend("k-3", to: "m-2"), meanwhile: .lend("k-4", to: "m-2"))
        let inStore = await club.copies(with: "m-2")
        let outcome = Outcome(heard: heard, inStore: inStore)
        let threeAtHome = Outcome(heard: .refused(.limitReached), inStore: ["k-1", "k-2", "k-4"])
        #expect(
            outcome == threeAtHome,
            "m-2 has two copies and asked for two more at once; only one of them should be lent"
        )
    }

    @Test(
        "the limit soon: two copies can be lent at once, one record each, and the surplus returns at night",
        .enabled(if: ClubPolicy.timing[.threeCopies] == .soon, "your table says that this rule holds now")
    )
    func limitSoon() async throws {
        let club = try await Club(seated: 5)
        for copy in ["k-1", "k-2"] { _ = await club.perform(.lend(copy, to: "m-2")) }
        let answer = await club.perform(.lend("k-3", to: "m-2"), meanwhile: .lend("k-4", to: "m-2"))
        let night = await club.perform(.settle("m-2"))
        let kept = await club.copies(with: "m-2")
        let surplus = Surplus(lending: answer, asking: night, kept: kept.count)
        let expected = Surplus(lending: .done, asking: .done, kept: 3)
        #expect(
            surplus == expected,
            "the table says soon: both should be lent, and in the morning the member should have three"
        )
        #expect(
            club.watch.widestCommit == 1,
            "one commit changed several records, so a conflict at any of them stops it"
        )
        var lentAgain: [Answer] = []
        for copy in ["k-1", "k-2", "k-3", "k-4"] where !kept.contains(copy) {
            lentAgain.append(await club.perform(.lend(copy, to: "m-3")))
        }
        #expect(
            lentAgain == [.done],
            "after the night, exactly one copy should be back, and free for m-3"
        )
    }

    @Test("a post is found by its id, and one record is read for it")
    func postByID() async throws {
        let club = try await Club(seated: 5)
        for number in 1...4 { _ = await club.perform(.write("p-\(number)", by: "m-2")) }
        let rowsBefore = club.watch.rows
        let found = await club.text(of: "p-3")
        let rows = club.watch.rows - rowsBefore
        let unknown = await club.text(of: "p-9")
        let links = Links(known: found, rowsRead: rows, unknown: unknown)
        let expected = Links(known: "«p-3» by m-2", rowsRead: 1, unknown: "nothing")
        #expect(
            links == expected,
            "a link to a post gives another answer, or more than this post is loaded"
        )
    }

    @Test("what is loaded does not grow with what was written", arguments: Errand.all)
    func boundedLoad(errand: Errand) async throws {
        let quiet = try await Club(seated: 5)
        let busy = try await Club(seated: 5)
        for number in 100..<160 { _ = await busy.perform(.write("p-\(number)", by: "m-2")) }
        for club in [quiet, busy] { _ = await club.perform(.write("p-1", by: "m-2")) }
        let (little, much) = await (quiet.weight(of: errand.act), busy.weight(of: errand.act))
        #expect(
            much <= little + 400,
            "sixty posts were written, and they are loaded by somebody who reads none of them"
        )
    }
}

// MARK: - What people do

extension GodCircleTests {
    enum Act: Sendable, CustomStringConvertible {
        case join(String)
        case leave(String)
        case write(String, by: String)
        case read(String)
        case lend(String, to: String)
        case takeBack(String)
        case settle(String)

        var description: String {
            switch self {
            case .join(let member): "\(member) joins"
            case .leave(let member): "\(member) leaves"
            case .write(let post, let author): "\(author) writes \(post)"
            case .read(let post): "somebody reads \(post)"
            case .lend(let copy, let member): "\(member) borrows \(copy)"
            case .takeBack(let copy): "\(copy) comes back"
            case .settle(let member): "at night, the surplus of \(member) is taken back"
            }
        }
    }

    /// Two who do something at once: the other comes in just before the first is saved.
    struct Pair: CustomTestStringConvertible {
        let mine: Act
        let other: Act

        var testDescription: String { "\(mine), and meanwhile \(other)" }

        static let all = [
            Pair(mine: .write("p-1", by: "m-2"), other: .join("new-1")),
            Pair(mine: .join("new-1"), other: .write("p-1", by: "m-2")),
            Pair(mine: .write("p-1", by: "m-2"), other: .leave("m-2")),
            Pair(mine: .leave("m-3"), other: .write("p-1", by: "m-2")),
            Pair(mine: .write("p-1", by: "m-2"), other: .write("p-2", by: "m-3")),
            Pair(mine: .write("p-1", by: "m-2"), other: .lend("k-1", to: "m-3")),
            Pair(mine: .lend("k-1", to: "m-3"), other: .write("p-1", by: "m-2")),
            Pair(mine: .lend("k-1", to: "m-3"), other: .join("new-1")),
            Pair(mine: .join("new-1"), other: .lend("k-1", to: "m-3")),
        ]
    }

    /// Two who want seats at once.
    struct Rivals: CustomTestStringConvertible {
        let testDescription: String
        let seated: Int
        let mine = Act.join("new-1")
        var other: Act?
        let outcome: Outcome

        static let forSeats = [
            Rivals(
                testDescription: "nobody else, and a seat is free",
                seated: 11,
                outcome: Outcome(heard: .done, inStore: ["new-1"])
            ),
            Rivals(
                testDescription: "nobody else, and no seat is free",
                seated: 12,
                outcome: Outcome(heard: .refused(.full), inStore: [])
            ),
            Rivals(
                testDescription: "two, and room for both",
                seated: 5,
                other: .join("new-2"),
                outcome: Outcome(heard: .done, inStore: ["new-1", "new-2"])
            ),
            Rivals(
                testDescription: "two, and one seat",
                seated: 11,
                other: .join("new-2"),
                outcome: Outcome(heard: .refused(.full), inStore: ["new-2"])
            ),
        ]
    }

    struct Errand: CustomTestStringConvertible {
        let act: Act

        var testDescription: String { "\(act)" }

        static let all = [
            Errand(act: .join("new-1")), Errand(act: .leave("m-3")), Errand(act: .write("p-2", by: "m-2")),
            Errand(act: .read("p-1")), Errand(act: .lend("k-1", to: "m-2")), Errand(act: .takeBack("k-1")),
        ]
    }
}

// MARK: - What comes of it

extension GodCircleTests {
    /// What somebody hears.
    enum Answer: Equatable, CustomStringConvertible {
        case done
        case refused(ClubRefusal)
        case error(String)

        var description: String {
            switch self {
            case .done: "«done»"
            case .refused(let refusal): "«\(refusal)»"
            case .error(let error): "an error: \(error)"
            }
        }
    }

    /// What somebody heard, and what is in the store then: members on seats, posts, or copies in hands.
    struct Outcome: Equatable, CustomStringConvertible {
        let heard: Answer
        let inStore: [String]

        var description: String {
            "heard \(heard); in the store: \(inStore.isEmpty ? "nothing" : inStore.joined(separator: ", "))"
        }
    }

    /// What came of a fourth copy: of the lending, of the settling at night, and of the member's copies.
    struct Surplus: Equatable, CustomStringConvertible {
        let lending: Answer
        let asking: Answer
        let kept: Int

        var description: String { "lending: \(lending); the night: \(asking); copies afterwards: \(kept)" }
    }

    /// What two links to posts led to, and what was read for the known one.
    struct Links: Equatable, CustomStringConvertible {
        let known: String
        let rowsRead: Int
        let unknown: String

        var description: String { "the post: \(known); rows read: \(rowsRead); an unknown post: \(unknown)" }
    }
}

// MARK: - The club, and its store

extension GodCircleTests {
    /// A circle with m-1, m-2, … on its seats and k-1 to k-6 on its shelf; and another circle, c-2.
    private struct Club: Sendable {
        let watch = Watch()
        private let base = MapStore<ClubRecord>()
        private let circle: CircleID

        init(seated: Int) async throws {
            circle = try CircleID("c-1")
            try await elsewhere.found(circle, host: MemberID("m-1"))
            try await elsewhere.found(CircleID("c-2"), host: MemberID("m-1"))
            for number in 1..<seated { try await elsewhere.join(circle, as: MemberID("m-\(number + 1)")) }
            for number in 1...6 { try await elsewhere.shelve(CopyID("k-\(number)"), in: circle) }
        }

        /// The house that the test watches, and a house on another server.
        private var here: Clubhouse { Clubhouse(store: WatchedStore(base: base, watch: watch)) }
        private var elsewhere: Clubhouse { Clubhouse(store: base) }

        func perform(_ act: Act, meanwhile other: Act? = nil) async -> Answer {
            await perform(act, meanwhile: other.map { [$0] } ?? [])
        }

        /// The others come in before the next commit, or after so many; at the end, if there is none.
        func perform(_ act: Act, meanwhile others: [Act], after commits: Int = 0) async -> Answer {
            watch.setDeed(after: commits) {
                for other in others {
                    let answer = await perform(other, in: elsewhere)
                    if answer != .done { Issue.record("\(other), and nobody else was there: \(answer)") }
                }
            }
            let answer = await perform(act, in: here)
            await watch.takeDeed()?()
            return answer
        }

        private func perform(_ act: Act, in house: Clubhouse) async -> Answer {
            do {
                switch act {
                case .join(let member): try await house.join(circle, as: MemberID(member))
                case .leave(let member): try await house.leave(circle, as: MemberID(member))
                case .write(let post, let author):
                    let text = "«\(post)» by \(author)"
                    try await house.write(
                        Post(id: PostID(post), circle: circle, author: MemberID(author), text: text)
                    )
                case .read(let post): _ = try await house.post(PostID(post))
                case .lend(let copy, let member):
                    try await house.lend(CopyID(copy), of: circle, to: MemberID(member))
                case .takeBack(let copy): try await house.takeBack(CopyID(copy), of: circle)
                case .settle(let member): try await house.settle(circle, MemberID(member))
                }
                return .done
            } catch let refusal as ClubRefusal {
                return .refused(refusal)
            } catch {
                return .error("\(error)")
            }
        }

        // MARK: Questions

        func has(_ act: Act) async -> Bool {
            switch act {
            case .join(let member): await members().contains(member)
            case .leave(let member): await !members().contains(member)
            case .write(let post, let author): await text(of: post) == "«\(post)» by \(author)"
            case .lend(let copy, let member): await copies(with: member).contains(copy)
            case .read, .takeBack, .settle: true
            }
        }

        func members() async -> [String] {
            await (try? here.members(of: circle).map(\.text).sorted()) ?? ["an error"]
        }

        func copies(with member: String) async -> [String] {
            await (try? here.copies(of: circle, with: MemberID(member)).map(\.text).sorted()) ?? ["an error"]
        }

        func text(of post: String) async -> String {
            do { return try await here.post(PostID(post))?.text ?? "nothing" } catch { return "an error" }
        }

        /// How many bytes are read for this.
        func weight(of act: Act) async -> Int {
            let before = watch.bytes
            _ = await perform(act)
            return watch.bytes - before
        }
    }

    /// What a store is asked to do, and a deed that comes in before the next commit.
    private final class Watch: Sendable {
        private struct Notes {
            var deed: (@Sendable () async -> Void)?
            var commitsBeforeDeed = 0
            var rows = 0
            var bytes = 0
            var widestCommit = 0
            var conflicts = 0
        }

        private let notes = Mutex(Notes())

        var rows: Int { notes.withLock { $0.rows } }
        var bytes: Int { notes.withLock { $0.bytes } }
        var widestCommit: Int { notes.withLock { $0.widestCommit } }
        /// How many commits the store has refused.
        var conflicts: Int { notes.withLock { $0.conflicts } }

        func setDeed(after commits: Int, _ deed: @escaping @Sendable () async -> Void) {
            notes.withLock {
                $0.deed = deed
                $0.commitsBeforeDeed = commits
            }
        }

        /// The deed, if it hasn't been done.
        func takeDeed() -> (@Sendable () async -> Void)? {
            notes.withLock { notes in
                defer { notes.deed = nil }
                return notes.deed
            }
        }

        func read(_ records: [ClubRecord]) {
            let bytes = records.map { (try? JSONEncoder().encode($0).count) ?? 0 }.reduce(0, +)
            notes.withLock {
                $0.rows += records.count
                $0.bytes += bytes
            }
        }

        func willCommit(_ changes: Int) async {
            let isTime = notes.withLock { notes in
                notes.widestCommit = max(notes.widestCommit, changes)
                defer { notes.commitsBeforeDeed -= 1 }
                return notes.commitsBeforeDeed <= 0
            }
            if isTime { await takeDeed()?() }
        }

        func refused() {
            notes.withLock { $0.conflicts += 1 }
        }
    }

    private struct WatchedStore: Store {
        let base: MapStore<ClubRecord>
        let watch: Watch

        func find(_ id: ClubRecord.ID) async throws(StoreError) -> Versioned<ClubRecord>? {
            let found = await base.find(id)
            watch.read(found.map { [$0.record] } ?? [])
            return found
        }

        func find(
            by key: UniqueKey<ClubRecord>,
            _ value: String
        ) async throws(StoreError) -> Versioned<ClubRecord>? {
            let found = try await base.find(by: key, value)
            watch.read(found.map { [$0.record] } ?? [])
            return found
        }

        func all() async throws(StoreError) -> [Versioned<ClubRecord>] {
            let found = await base.all()
            watch.read(found.map(\.record))
            return found
        }

        func commit(_ changes: [Change<ClubRecord>]) async throws(StoreError) -> [Int?] {
            await watch.willCommit(changes.count)
            do {
                return try await base.commit(changes)
            } catch {
                watch.refused()
                throw error
            }
        }
    }
}

import Foundation
import InMemoryInfrastructure
import KataProbes
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
            "the table doesn't give this rule the time that the task gives it"
        )
    }

    @Test("a circle has twelve seats, even if two ask at once", arguments: Rivals.forSeats)
    func seats(rivals: Rivals) async throws {
        let club = try await Club(seated: rivals.seated)
        let heard = await club.perform(rivals.mine, in: rivals.circle, meanwhile: rivals.others)
        let inStore = await club.members(of: rivals.circle).filter { !rivals.bystanders.contains($0) }
        let outcome = Outcome(heard: heard, inStore: inStore)
        #expect(
            outcome == rivals.outcome,
            "what was heard, or who sits in the circle now, doesn't follow from who sat there"
        )
        // What stood in somebody's way goes away at another server, and they ask again.
        let remedy: Act? =
            switch rivals.outcome.heard {
            case .refused(.full): .leave("m-2")
            case .refused(.unknownCircle): .found(rivals.circle)
            default: nil
            }
        guard let remedy else { return }
        _ = await club.perform(.countSeats, in: rivals.circle, meanwhile: [remedy])
        let shown = await club.members(of: rivals.circle)
        let shownElsewhere = await club.elsewhere.members(of: rivals.circle)
        #expect(shown == shownElsewhere, "\(remedy) at another server, and here other members are shown")
        let later = await club.perform(.join("new-1"), in: rivals.circle)
        #expect(later == .done, "\(remedy), and then new-1 joined and heard something else")
    }

    @Test("only members who sit in the circle write there")
    func writers() async throws {
        let club = try await Club(seated: 3)
        // m-3 sat there once, has written, and left at another server.
        _ = await club.perform(.write("p-1", by: "m-3"), meanwhile: [.leave("m-3")])
        let writings: [(post: String, author: String, circle: String, outcome: Outcome)] = [
            ("p-2", "m-2", "c-1", Outcome(heard: .done, inStore: ["p-2"])),
            ("p-3", "m-3", "c-1", Outcome(heard: .refused(.notSeated), inStore: [])),
            ("p-4", "m-99", "c-1", Outcome(heard: .refused(.notSeated), inStore: [])),
            ("p-5", "m-2", "c-2", Outcome(heard: .refused(.notSeated), inStore: [])),
            // Whoever is called M-2 is not m-2, and neither is whoever has a blank before that.
            ("p-9", "M-2", "c-1", Outcome(heard: .refused(.notSeated), inStore: [])),
            ("p-9", " m-2", "c-1", Outcome(heard: .refused(.notSeated), inStore: [])),
        ]
        for (post, author, circle, expected) in writings {
            let writing = Act.write(post, by: author)
            let heard = await club.perform(writing, in: circle)
            let inStore = await club.has(writing) ? [post] : []
            let outcome = Outcome(heard: heard, inStore: inStore)
            #expect(
                outcome == expected,
                "\(author) wrote in \(circle): what was heard, or kept, doesn't fit who sits there"
            )
        }
        let answer = await club.perform(.write("p-6", by: "m-2"), in: "c-9")
        #expect(
            answer == .refused(.unknownCircle),
            "c-9 was never founded, and m-2, who wrote there, heard something else"
        )
        for change in [Act.join("m-99"), .leave("m-1")] { _ = await club.perform(change) }
        var later: [Answer] = []
        for writing in [Act.write("p-7", by: "m-99"), .write("p-8", by: "m-1")] {
            later.append(await club.perform(writing))
        }
        #expect(
            later == [.done, .refused(.notSeated)],
            "m-99, who was refused, has joined, and m-1 has left; both wrote, and heard this"
        )
    }

    @Test("writing, joining, leaving and borrowing never get in each other's way", arguments: Pair.all)
    func neverInTheWay(pair: Pair) async throws {
        let club = try await Club(seated: 5)
        _ = await club.perform(.lend("k-6", to: "m-4"))
        let answer = await club.perform(pair.mine, meanwhile: [pair.other])
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
        let shelving = await club.perform(.shelve("k-7"), meanwhile: [.lend("k-1", to: "m-2")])
        try #require(
            shelving == .done,
            "k-7 was put on the shelf while k-1 was borrowed, and whoever brought it heard something else"
        )
        let steps: [(circle: String, act: Act, answer: Answer, hands: [String])] = [
            ("c-1", .lend("k-1", to: "m-3"), .refused(.lent), ["k-1→m-2"]),
            ("c-1", .lend("k-1", to: "m-2"), .refused(.lent), ["k-1→m-2"]),
            ("c-1", .lend("k-7", to: "m-3"), .done, ["k-1→m-2", "k-7→m-3"]),
            ("c-1", .leave("m-2"), .done, ["k-1→m-2", "k-7→m-3"]),
            ("c-2", .shelve("k-1"), .done, ["k-1→m-2", "k-7→m-3"]),
            ("c-2", .lend("k-1", to: "m-3"), .done, ["c-2/k-1→m-3", "k-1→m-2", "k-7→m-3"]),
            ("c-1", .takeBack("k-1"), .done, ["c-2/k-1→m-3", "k-7→m-3"]),
            ("c-1", .takeBack("k-1"), .done, ["c-2/k-1→m-3", "k-7→m-3"]),
            ("c-1", .takeBack("k-7"), .done, ["c-2/k-1→m-3"]),
            ("c-2", .takeBack("k-1"), .done, []),
            ("c-1", .lend("k-9", to: "m-3"), .refused(.unknownCopy), []),
            ("c-1", .takeBack("k-9"), .refused(.unknownCopy), []),
            ("c-1", .lend("K-1", to: "m-3"), .refused(.unknownCopy), []),
            ("c-1", .takeBack("K-1"), .refused(.unknownCopy), []),
        ]
        for (circle, act, answer, hands) in steps {
            let expected = Outcome(heard: answer, inStore: hands)
            let outcome = await Outcome(heard: club.perform(act, in: circle), inStore: club.hands())
            try #require(
                outcome == expected,
                "in \(circle), \(act): the shelf doesn't know what stands on it, or who has it"
            )
        }
        for number in 8...40 { _ = await club.perform(.shelve("k-\(number)")) }
        let lastCopy = await club.perform(.lend("k-40", to: "m-5"))
        #expect(
            lastCopy == .done,
            "forty copies stand on the shelf; m-5 borrowed the last, and heard something else"
        )
        _ = await club.perform(.takeBack("k-40"))
        for act in [Act.lend("k-1", to: "m-2"), .takeBack("k-1")] {
            let answer = await club.perform(act, in: "c-9")
            let isRefused = [.refused(.unknownCircle), .refused(.unknownCopy)].contains(answer)
            #expect(isRefused, "\(act), in c-9, which was never founded: \(answer)")
        }
        // m-2 asks with two phones, and then m-2 and m-3 ask.
        for quicker in ["m-2", "m-3"] {
            _ = await club.perform(.takeBack("k-1"))
            let heard = await club.perform(.lend("k-1", to: "m-2"), meanwhile: [.lend("k-1", to: quicker)])
            let atOnce = await Outcome(heard: heard, inStore: club.hands())
            let lentOnce = Outcome(heard: .refused(.lent), inStore: ["k-1→\(quicker)"])
            #expect(
                atOnce == lentOnce,
                "two asked for k-1 at once: one should have it, and the other should hear that it is lent"
            )
        }
        // Two take k-1 back at once, and between them it goes to m-4. The design decides if m-4 keeps it.
        let back = await club.perform(
            .takeBack("k-1"),
            meanwhile: [.takeBack("k-1"), .lend("k-1", to: "m-4"), .lend("k-2", to: "m-4")]
        )
        _ = await club.perform(.lend("k-1", to: "m-5"))
        let inHands = await club.copies(with: "m-4") + club.copies(with: "m-5")
        let afterwards = Outcome(heard: back, inStore: inHands.sorted())
        let inOneHand = Outcome(heard: .done, inStore: ["k-1", "k-2"])
        #expect(
            afterwards == inOneHand,
            "k-1 came back twice at once; m-4 borrowed k-2, and m-4 or m-5 should have k-1"
        )
        // At night there is something to do only if a fourth copy can be lent.
        if ClubPolicy.timing[.threeCopies] == .soon { try await settlingTakesNothingFromOthers() }
    }

    /// The night has seen four copies with m-2. Before it takes one back, they are returned and with others.
    private func settlingTakesNothingFromOthers() async throws {
        let club = try await Club(seated: 5)
        for copy in ["k-1", "k-2"] { _ = await club.perform(.lend(copy, to: "m-2")) }
        _ = await club.perform(.lend("k-3", to: "m-2"), meanwhile: [.lend("k-4", to: "m-2")])
        let exchange: [Act] = [
            .takeBack("k-1"), .lend("k-1", to: "m-3"), .takeBack("k-2"), .lend("k-2", to: "m-3"),
            .takeBack("k-3"), .lend("k-3", to: "m-4"), .takeBack("k-4"), .lend("k-4", to: "m-4"),
        ]
        let heard = await club.perform(.settle("m-2"), meanwhile: exchange)
        let night = await Outcome(heard: heard, inStore: club.hands())
        let takenFromNobody = Outcome(
            heard: .done,
            inStore: ["k-1→m-3", "k-2→m-3", "k-3→m-4", "k-4→m-4"]
        )
        #expect(
            night == takenFromNobody,
            "m-2's copies came back and went to m-3 and m-4 before the nightly run took any; they should keep them"
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
        // k-5 was with m-2, and came back. Somebody books its return once more.
        for act in [Act.lend("k-5", to: "m-2"), .takeBack("k-5"), .takeBack("k-5")] {
            _ = await club.perform(act)
        }
        var answers: [Answer] = []
        for copy in ["k-1", "k-2", "k-3", "k-4"] {
            answers.append(await club.perform(.lend(copy, to: "m-2")))
        }
        // Whoever is called M-2 is not m-2.
        answers.append(await club.perform(.lend("k-5", to: "M-2")))
        #expect(
            answers == [.done, .done, .done, .refused(.limitReached), .done],
            "a member has taken home too much, or didn't get or keep what is allowed"
        )
        _ = await club.perform(.settle("m-2"), meanwhile: [.takeBack("k-1")])
        let heard = await club.perform(.lend("k-4", to: "m-2"))
        _ = await club.perform(.settle("m-2"))
        let outcome = await Outcome(heard: heard, inStore: club.copies(with: "m-2"))
        let threeAtHome = Outcome(heard: .done, inStore: ["k-2", "k-3", "k-4"])
        try #require(
            outcome == threeAtHome,
            "a member has taken home too much, or didn't get or keep what is allowed"
        )
        let ofNamesake = await club.copies(with: "M-2")
        #expect(ofNamesake == ["k-5"], "M-2 has borrowed only k-5, and these copies are with them now")
        for copy in ["k-1", "k-2"] { _ = await club.perform(.shelve(copy), in: "c-2") }
        let elsewhere = await club.perform(.lend("k-2", to: "m-2"), in: "c-2")
        let inBoth = await Outcome(heard: elsewhere, inStore: club.hands())
        let fourAtHome = Outcome(heard: .done, inStore: ["c-2/k-2→m-2", "k-2→m-2", "k-3→m-2", "k-4→m-2"])
        #expect(
            inBoth == fourAtHome,
            "m-2 has three copies from c-1's shelf and asked for one from c-2's, where they have none"
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
                "m-2 asked for their first two copies at once; both are allowed, and this was the outcome"
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
        let heard = await club.perform(.lend("k-3", to: "m-2"), meanwhile: [.lend("k-4", to: "m-2")])
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
        let three = ["k-3", "k-4", "k-5"].map { Act.lend($0, to: "m-2") }
        let answer = await club.perform(atOnce: three)
        let atHome = await club.copies(with: "m-2")
        let sixth = await club.perform(.lend("k-6", to: "m-2"))
        #expect(
            sixth == .refused(.limitReached),
            "m-2 had five copies at home, asked for one more before the night, and heard something else"
        )
        let night = await club.perform(.settle("m-2"))
        let kept = await club.copies(with: "m-2")
        let surplus = Surplus(lending: answer, atHome: atHome.count, asking: night, kept: kept.count)
        let expected = Surplus(lending: .done, atHome: 5, asking: .done, kept: 3)
        #expect(
            surplus == expected,
            "the table says soon: all should be lent, and in the morning the member should have three"
        )
        #expect(
            club.watch.widestCommit == 1,
            "one commit changed several records, so a conflict at any of them stops it"
        )
        var lentAgain: [Answer] = []
        for copy in ["k-1", "k-2", "k-3", "k-4", "k-5"] where !kept.contains(copy) {
            lentAgain.append(await club.perform(.lend(copy, to: "m-3")))
        }
        #expect(
            lentAgain == [.done, .done],
            "after the night, exactly two copies should be back, and free for m-3"
        )
        if let returned = kept.first { _ = await club.perform(.takeBack(returned)) }
        let nextCopy = await club.perform(.lend("k-6", to: "m-2"))
        #expect(
            nextCopy == .done,
            "m-2 brought back one of the three copies that they kept, borrowed k-6, and heard something else"
        )
    }

    @Test("a post is found by its id, and nothing loads posts that it doesn't need", arguments: Errand.all)
    func posts(errand: Errand) async throws {
        if case .read = errand.act { try await postByID() }
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

    private func postByID() async throws {
        let club = try await Club(seated: 5)
        let alike = ["P-3", "c-1", "k-1", "m-2"]
        for post in ["p-1", "p-2", "p-3"] + alike { _ = await club.perform(.write(post, by: "m-2")) }
        let rowsBefore = club.watch.rows
        let found = await club.post("p-3")
        let unknown = await club.post("p-9")
        let rows = club.watch.rows - rowsBefore
        let links = Links(known: found, rowsRead: rows, unknown: unknown)
        let written = try Club.post("p-3", by: "m-2", in: "c-1")
        let expected = Links(known: .post(written), rowsRead: 1, unknown: .nothing)
        #expect(
            links == expected,
            "a link to a post gives another answer, or more than this post is loaded"
        )
        for post in alike {
            let found = await club.post(post)
            let written = try Club.post(post, by: "m-2", in: "c-1")
            #expect(
                found == .post(written),
                "m-2 wrote the post \(post) in c-1 after p-3, and a link gives another answer"
            )
        }
        _ = await club.perform(.write("p-9", by: "m-2"))
        let later = await club.post("p-9")
        let writtenLater = try Club.post("p-9", by: "m-2", in: "c-1")
        #expect(
            later == .post(writtenLater),
            "p-9 was unknown, m-2 has written it since, and a link gives another answer"
        )
    }

    @Test("when the store fails, that is an error, and not an answer", arguments: Errand.all + Errand.deeper)
    func failingStore(errand: Errand) async throws {
        let commits = FaultPlan()
        try await Club(seated: 5, overtaken: commits).prepare(errand.act)
        let commitsBefore = commits.calls
        // The store fails while nobody else is there, and then again when somebody else is quicker once.
        for conflicts in [[:], [commitsBefore + 1: FaultPlan.Moment.beforeWrite]] {
            let calls = FaultPlan()
            let rehearsal = try await Club(
                seated: 5,
                failing: calls,
                overtaken: FaultPlan(failing: conflicts)
            )
            await rehearsal.prepare(errand.act)
            let callsBefore = calls.calls
            _ = await rehearsal.perform(errand.act)
            for call in (callsBefore + 1)..<(calls.calls + 1) {
                for failure in Self.failures {
                    let club = try await Club(
                        seated: 5,
                        failing: .failing(call: call),
                        with: failure,
                        overtaken: FaultPlan(failing: conflicts)
                    )
                    await club.prepare(errand.act)
                    let heard = await club.perform(errand.act)
                    #expect(
                        heard == Answer(failure),
                        "the store failed at call \(call - callsBefore), and whoever asked should hear the store's own error"
                    )
                    guard case .found = errand.act, conflicts.isEmpty else { continue }
                    let isHalfThere = await club.has(errand.act)
                    let again = await club.perform(errand.act)
                    #expect(
                        !isHalfThere && again == .done,
                        "the store failed while a circle was founded; half of it is there, or it can't be founded again"
                    )
                }
            }
            // A task of its own, which is cancelled.
            let isLost = try await Task {
                let club = try await Club(seated: 5, overtaken: FaultPlan(failing: conflicts))
                await club.prepare(errand.act)
                cancelThisTask()
                let heard = await club.perform(errand.act)
                let isDone = await club.hasElsewhere(errand.act)
                return heard == .done && !isDone
            }
            .value
            #expect(
                isLost == false,
                "nobody waited for the answer any more; it was «done», and nothing was done"
            )
        }
        // How often a design begins again is free. At the end it has been done, or there is an error.
        for times in [1, 2, 3, 4, 12] {
            let next = (commitsBefore + 1)...(commitsBefore + times)
            let overtaken = FaultPlan(
                failing: Dictionary(uniqueKeysWithValues: next.map { ($0, .beforeWrite) })
            )
            let club = try await Club(seated: 5, overtaken: overtaken)
            await club.prepare(errand.act)
            guard await !club.has(errand.act) else { return }
            let heard = await club.perform(errand.act)
            let isDone = await club.has(errand.act)
            #expect(
                isDone == (heard == .done),
                "others were quicker \(times) times, and what was heard doesn't agree with what was done"
            )
        }
    }

    private static let failures: [StoreError] = [
        .inaccessible(reason: "the disk is gone"), .corruptRow(number: 7, reason: "half a line"), .cancelled,
        .injected(InjectedFault(call: 1)), .staleToken, .unknownKey(name: "circle"),
    ]
}

// MARK: - What people do

extension GodCircleTests {
    enum Act: Sendable, CustomStringConvertible {
        case found(String)
        case join(String)
        case leave(String)
        case countSeats
        case write(String, by: String)
        case read(String)
        case shelve(String)
        case lend(String, to: String)
        case takeBack(String)
        case listCopies(String)
        case settle(String)

        var description: String {
            switch self {
            case .found(let circle): "m-1 founds \(circle)"
            case .join(let member): "\(member) joins"
            case .leave(let member): "\(member) leaves"
            case .countSeats: "somebody looks to see who sits there"
            case .write(let post, let author): "\(author) writes \(post)"
            case .read(let post): "somebody reads \(post)"
            case .shelve(let copy): "\(copy) is put on the shelf"
            case .lend(let copy, let member): "\(member) borrows \(copy)"
            case .takeBack(let copy): "\(copy) comes back"
            case .listCopies(let member): "somebody looks to see which copies \(member) has"
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
            Pair(mine: .write("p-1", by: "m-2"), other: .write("p-2", by: "m-2")),
            Pair(mine: .write("p-1", by: "m-2"), other: .lend("k-1", to: "m-3")),
            Pair(mine: .lend("k-1", to: "m-3"), other: .write("p-1", by: "m-2")),
            Pair(mine: .lend("k-1", to: "m-3"), other: .join("new-1")),
            Pair(mine: .join("new-1"), other: .lend("k-1", to: "m-3")),
            Pair(mine: .leave("m-3"), other: .lend("k-1", to: "m-3")),
            // m-4 has k-6 at home.
            Pair(mine: .takeBack("k-6"), other: .join("new-1")),
            Pair(mine: .join("new-1"), other: .takeBack("k-6")),
            Pair(mine: .takeBack("k-6"), other: .leave("m-4")),
            Pair(mine: .takeBack("k-6"), other: .write("p-1", by: "m-2")),
            Pair(mine: .write("p-1", by: "m-2"), other: .takeBack("k-6")),
        ]
    }

    /// Somebody who wants a seat or leaves one, and others who do so at once.
    struct Rivals: CustomTestStringConvertible {
        let testDescription: String
        let seated: Int
        var circle = "c-1"
        var mine = Act.join("new-1")
        var others: [Act] = []
        let outcome: Outcome

        /// Those in the circle who do nothing here.
        var bystanders: Set<String> {
            let busy = ([mine] + others).compactMap { act -> String? in
                switch act {
                case .join(let member), .leave(let member): member
                default: nil
                }
            }
            return Set((1...12).map { "m-\($0)" }).subtracting(busy)
        }

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
                testDescription: "no seat is free in c-1, and the newcomer joins c-2",
                seated: 12,
                circle: "c-2",
                outcome: Outcome(heard: .done, inStore: ["new-1"])
            ),
            Rivals(
                testDescription: "the member has a seat",
                seated: 5,
                mine: .join("m-2"),
                outcome: Outcome(heard: .refused(.alreadySeated), inStore: ["m-2"])
            ),
            Rivals(
                testDescription: "somebody without a seat leaves",
                seated: 5,
                mine: .leave("m-9"),
                outcome: Outcome(heard: .refused(.notSeated), inStore: [])
            ),
            Rivals(
                testDescription: "two, and room for both",
                seated: 5,
                others: [.join("new-2")],
                outcome: Outcome(heard: .done, inStore: ["new-1", "new-2"])
            ),
            Rivals(
                testDescription: "two, and one seat",
                seated: 11,
                others: [.join("new-2")],
                outcome: Outcome(heard: .refused(.full), inStore: ["new-2"])
            ),
            Rivals(
                testDescription: "one member, with two phones",
                seated: 5,
                others: [.join("new-1")],
                outcome: Outcome(heard: .refused(.alreadySeated), inStore: ["new-1"])
            ),
            Rivals(
                testDescription: "one member leaves, with two phones",
                seated: 5,
                mine: .leave("m-2"),
                others: [.leave("m-2")],
                outcome: Outcome(heard: .refused(.notSeated), inStore: [])
            ),
            Rivals(
                testDescription: "one leaves, and one joins",
                seated: 5,
                mine: .leave("m-2"),
                others: [.join("new-1")],
                outcome: Outcome(heard: .done, inStore: ["new-1"])
            ),
            Rivals(
                testDescription: "two leave",
                seated: 5,
                mine: .leave("m-2"),
                others: [.leave("m-3")],
                outcome: Outcome(heard: .done, inStore: [])
            ),
            Rivals(
                testDescription: "the host, who sits alone, leaves",
                seated: 1,
                mine: .leave("m-1"),
                outcome: Outcome(heard: .done, inStore: [])
            ),
            Rivals(
                testDescription: "the host, who sits alone, leaves, and one joins",
                seated: 1,
                others: [.leave("m-1")],
                outcome: Outcome(heard: .done, inStore: ["new-1"])
            ),
            Rivals(
                testDescription: "one joins a circle that was never founded",
                seated: 5,
                circle: "c-9",
                outcome: Outcome(heard: .refused(.unknownCircle), inStore: ["«unknownCircle»"])
            ),
            Rivals(
                testDescription: "one leaves a circle that was never founded",
                seated: 5,
                circle: "C-1",
                mine: .leave("m-2"),
                outcome: Outcome(heard: .refused(.unknownCircle), inStore: ["«unknownCircle»"])
            ),
        ]
    }

    struct Errand: CustomTestStringConvertible {
        let act: Act

        var testDescription: String { "\(act)" }

        static let all = [
            Errand(act: .found("c-3")), Errand(act: .join("new-1")), Errand(act: .leave("m-3")),
            Errand(act: .countSeats), Errand(act: .write("p-2", by: "m-2")), Errand(act: .read("p-1")),
            Errand(act: .shelve("k-7")), Errand(act: .lend("k-1", to: "m-2")), Errand(act: .takeBack("k-1")),
            Errand(act: .listCopies("m-2")), Errand(act: .settle("m-2")),
        ]

        /// m-4 has k-6 at home.
        static let deeper = [Errand(act: .takeBack("k-6"))]
    }
}

// MARK: - What comes of it

extension GodCircleTests {
    /// What somebody hears.
    enum Answer: Equatable, CustomStringConvertible {
        case done
        case refused(ClubRefusal)
        case error(String)

        init(_ error: any Error) {
            self = (error as? ClubRefusal).map { .refused($0) } ?? .error("\(error)")
        }

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

    /// What came of a fourth and a fifth copy: of the lending, of the settling at night, and of the member's copies.
    struct Surplus: Equatable, CustomStringConvertible {
        let lending: Answer
        let atHome: Int
        let asking: Answer
        let kept: Int

        var description: String {
            "lending: \(lending); copies then: \(atHome); the night: \(asking); copies afterwards: \(kept)"
        }
    }

    /// What a link to a post led to.
    enum Found: Equatable, CustomStringConvertible {
        case post(Post)
        case nothing
        case error(String)

        var description: String {
            switch self {
            case .post(let post):
                "«\(post.text.prefix(14)) … \(post.text.suffix(6))», \(post.text.count) characters, by \(post.author) in \(post.circle)"
            case .nothing: "nothing"
            case .error(let error): "an error: \(error)"
            }
        }
    }

    /// What two links to posts led to, and what was read for the known one.
    struct Links: Equatable, CustomStringConvertible {
        let known: Found
        let rowsRead: Int
        let unknown: Found

        var description: String { "the post: \(known); rows read: \(rowsRead); an unknown post: \(unknown)" }
    }
}

// MARK: - The club, and its store

extension GodCircleTests {
    /// A circle, c-1, with m-1, m-2, … on its seats and k-1 to k-6 on its shelf; and c-2, with only its host.
    /// One house is asked everything, and the test watches it. What others do meanwhile goes to another server.
    private struct Club {
        let watch: Watch
        private let base: MapStore<ClubRecord>
        private let house: Clubhouse

        private init(
            on base: MapStore<ClubRecord>,
            failing calls: FaultPlan = FaultPlan(),
            with failure: StoreError = .cancelled,
            overtaken commits: FaultPlan = FaultPlan()
        ) {
            watch = Watch()
            self.base = base
            let watched = WatchedStore(base: base, watch: watch, overtaken: commits)
            house = Clubhouse(
                store: watched.intercepted(before: { _ throws(StoreError) in
                    do { try calls.around {} } catch { throw failure }
                })
            )
        }

        /// - Parameter commits: in which of them somebody else is quicker.
        init(
            seated: Int,
            failing calls: FaultPlan = FaultPlan(),
            with failure: StoreError = .cancelled,
            overtaken commits: FaultPlan = FaultPlan()
        ) async throws {
            self.init(on: MapStore(), failing: calls, with: failure, overtaken: commits)
            let (setup, circle) = try (Clubhouse(store: base), CircleID("c-1"))
            try await setup.found(circle, host: MemberID("m-1"))
            try await setup.found(CircleID("c-2"), host: MemberID("m-1"))
            for number in 1..<seated { try await setup.join(circle, as: MemberID("m-\(number + 1)")) }
            for number in 1...6 { try await setup.shelve(CopyID("k-\(number)"), in: circle) }
        }

        /// The others come in, one after another, before the next commit or after this many; or else at the end.
        func perform(
            _ act: Act,
            in circle: String = "c-1",
            meanwhile others: [Act] = [],
            after commits: Int = 0
        ) async -> Answer {
            watch.setDeed(after: commits) { [base] in
                let elsewhere = Club(on: base)
                for other in others {
                    let answer = await elsewhere.perform(other, in: circle)
                    if answer != .done { Issue.record("\(other), and nobody else was there: \(answer)") }
                }
            }
            let answer = await answer(to: act, in: circle)
            await watch.takeDeed()?()
            return answer
        }

        /// What must have been done before, so that there is something to do.
        func prepare(_ act: Act) async {
            _ = await perform(.write("p-1", by: "m-2"))
            _ = await perform(.lend("k-6", to: "m-4"))
            guard case .settle(let member) = act else { return }
            for copy in ["k-1", "k-2"] { _ = await perform(.lend(copy, to: member)) }
            _ = await perform(atOnce: ["k-3", "k-4", "k-5"].map { .lend($0, to: member) })
        }

        /// Each one, on a server of their own, comes in before the one before them has saved anything.
        func perform(atOnce acts: [Act]) async -> Answer {
            let others = Array(acts.dropFirst())
            watch.setDeed(after: 0) { [base] in
                if !others.isEmpty { _ = await Club(on: base).perform(atOnce: others) }
            }
            let answer = await answer(to: acts[0], in: "c-1")
            await watch.takeDeed()?()
            return answer
        }

        private func answer(to act: Act, in circle: String) async -> Answer {
            do {
                let id = try CircleID(circle)
                switch act {
                case .found(let circle): try await house.found(CircleID(circle), host: MemberID("m-1"))
                case .join(let member): try await house.join(id, as: MemberID(member))
                case .leave(let member): try await house.leave(id, as: MemberID(member))
                case .countSeats: _ = try await house.members(of: id)
                case .write(let post, let author):
                    try await house.write(Self.post(post, by: author, in: circle))
                case .read(let post): _ = try await house.post(PostID(post))
                case .shelve(let copy): try await house.shelve(CopyID(copy), in: id)
                case .lend(let copy, let member):
                    try await house.lend(CopyID(copy), of: id, to: MemberID(member))
                case .takeBack(let copy): try await house.takeBack(CopyID(copy), of: id)
                case .listCopies(let member): _ = try await house.copies(of: id, with: MemberID(member))
                case .settle(let member): try await house.settle(id, MemberID(member))
                }
                return .done
            } catch {
                return Answer(error)
            }
        }

        /// A long text, with a line break in it and a blank at its end.
        static func post(_ id: String, by author: String, in circle: String) throws -> Post {
            let walk = String(repeating: "Up and down. ", count: 200)
            let text = "\(author) wrote \(id):\n\(walk)"
            return try Post(id: PostID(id), circle: CircleID(circle), author: MemberID(author), text: text)
        }

        // MARK: Questions

        /// Another server with the same store.
        var elsewhere: Club { Club(on: base) }

        func has(_ act: Act) async -> Bool {
            switch act {
            case .join(let member): await members().contains(member)
            case .leave(let member): await !members().contains(member)
            case .write(let id, _): await post(id) != .nothing
            case .lend(let copy, let member): await copies(with: member).contains(copy)
            case .takeBack(let copy): await !hands().contains { $0.hasPrefix("\(copy)→") }
            case .found(let circle): await members(of: circle) == ["m-1"]
            // What isn't on the shelf can't come back.
            case .shelve(let copy): await Club(on: base).perform(.takeBack(copy)) == .done
            case .countSeats, .read, .listCopies, .settle: true
            }
        }

        /// As another server sees it, even if nobody waits for the answer here.
        func hasElsewhere(_ act: Act) async -> Bool {
            await Task { [base] in await Club(on: base).has(act) }.value
        }

        func members(of circle: String = "c-1") async -> [String] {
            do {
                return try await house.members(of: CircleID(circle)).map(\.text).sorted()
            } catch {
                return ["\(Answer(error))"]
            }
        }

        func copies(with member: String, of circle: String = "c-1") async -> [String] {
            do {
                return try await house.copies(of: CircleID(circle), with: MemberID(member)).map(\.text)
                    .sorted()
            } catch {
                return ["\(Answer(error))"]
            }
        }

        /// Who has which copy: «k-1→m-2» is one of c-1, and «c-2/k-1→m-3» one of c-2.
        func hands() async -> [String] {
            var hands: [String] = []
            for (circle, mark) in [("c-1", ""), ("c-2", "c-2/")] {
                for member in ["m-2", "m-3", "m-4", "m-5"] {
                    hands += await copies(with: member, of: circle).map { "\(mark)\($0)→\(member)" }
                }
            }
            return hands.sorted()
        }

        func post(_ id: String) async -> Found {
            do {
                return try await house.post(PostID(id)).map { .post($0) } ?? .nothing
            } catch {
                return .error("\(error)")
            }
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
        let overtaken: FaultPlan

        func find(_ id: ClubRecord.ID) async throws(StoreError) -> Versioned<ClubRecord>? {
            let found = await base.find(id)
            watch.read(found.map { [$0.record] } ?? [])
            return try found.map(asWritten)
        }

        func find(
            by key: UniqueKey<ClubRecord>,
            _ value: String
        ) async throws(StoreError) -> Versioned<ClubRecord>? {
            let found = try await base.find(by: key, value)
            watch.read(found.map { [$0.record] } ?? [])
            return try found.map(asWritten)
        }

        func all() async throws(StoreError) -> [Versioned<ClubRecord>] {
            let found = await base.all()
            watch.read(found.map(\.record))
            return try found.map(asWritten)
        }

        /// The record as it comes back from a file.
        private func asWritten(_ found: Versioned<ClubRecord>) throws(StoreError) -> Versioned<ClubRecord> {
            do {
                let row = try JSONEncoder().encode(found.record)
                return Versioned(
                    record: try JSONDecoder().decode(ClubRecord.self, from: row),
                    version: found.version
                )
            } catch {
                throw .corruptRow(number: 1, reason: "\(error)")
            }
        }

        func commit(_ changes: [Change<ClubRecord>]) async throws(StoreError) -> [Int?] {
            do {
                try overtaken.around {}
            } catch {
                throw .versionConflict(id: "what was read", expected: 1, found: 2)
            }
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

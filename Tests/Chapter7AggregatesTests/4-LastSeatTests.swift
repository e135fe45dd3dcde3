import InMemoryInfrastructure
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.4 The last seat")
struct LastSeatTests {
    @Test(
        "if two want the last seat at once, one gets it, and one hears that the circle is full",
        arguments: Desks.allCases
    )
    func lastSeat(desks: Desks) async throws {
        let cinema = try await Cinema(seated: 11)
        let answers = await cinema.race("m-21", "m-22", at: desks)
        let seated = await cinema.newcomers()
        let outcome = Outcome(heard: answers, seated: seated)
        let firstWins = Outcome(heard: [.done, .refused(.full)], seated: ["m-21"])
        let otherWins = Outcome(heard: [.refused(.full), .done], seated: ["m-22"])
        let expected = answers.first == .done ? firstWins : otherWins
        #expect(
            outcome == expected,
            "one seat was free; what the two heard, or who is seated, doesn't fit one seat"
        )
    }

    @Test(
        "if there is room for both, both get a seat, and neither is overwritten",
        arguments: Moment.allCases
    )
    func roomForBoth(moment: Moment) async throws {
        let cinema = try await Cinema(seated: 5)
        let answer = await cinema.join("m-21", meanwhile: [.joining("m-22")], moment)
        let seated = await cinema.newcomers()
        let outcome = Outcome(heard: [answer], seated: seated)
        let expected = Outcome(heard: [.done], seated: ["m-21", "m-22"])
        #expect(
            outcome == expected,
            "m-22 joined between look and save; m-21 or m-22 has no seat, or m-21 heard something else"
        )
    }

    @Test("after a conflict, the circle is read and judged again", arguments: Surprise.all)
    func judgedAgain(surprise: Surprise) async throws {
        let cinema = try await Cinema(seated: 11)
        let answer = await cinema.join("m-21", meanwhile: [surprise.deed], .beforeSave)
        let seated = await cinema.newcomers()
        let outcome = Outcome(heard: [answer], seated: seated)
        #expect(
            outcome == surprise.outcome,
            "the answer, or who is seated, doesn't fit the circle as it was at the save"
        )
    }

    @Test("the desk tries as often as it may, and then says that it is too busy", arguments: Limit.all)
    func limit(limit: Limit) async throws {
        let cinema = try await Cinema(seated: 1)
        let rivals = (1...limit.conflicts).map { Deed.joining("m-3\($0)") }
        let answer = await cinema.join("m-21", meanwhile: rivals, .beforeSave, attempts: limit.attempts)
        let seated = await cinema.newcomers().filter { $0 == "m-21" }
        let outcome = Outcome(heard: [answer], seated: seated)
        #expect(outcome == limit.outcome, limit.promise)
    }

    @Test("a refusal is final, and the circle is not asked again", arguments: No.allCases)
    func refusal(no: No) async throws {
        let cinema = try await Cinema(seated: no == .full ? 12 : 11)
        let answer = await cinema.join(no == .full ? "m-21" : "m-5")
        #expect(answer == no.answer, "the circle refused, and the member heard something else")
        let calls = await cinema.calls
        #expect(calls == [.find], "the circle refused, and was read again, or saved anyway")
    }

    @Test("a failing store is not a conflict", arguments: Breakdown.allCases)
    func failingStore(breakdown: Breakdown) async throws {
        let cinema = try await Cinema(seated: 5)
        let answer = await cinema.join("m-21", failing: breakdown.operation)
        #expect(
            answer == .storeFailed,
            "the store failed, which is no conflict, and the member heard something other than its error"
        )
    }

    @Test("a member who joins another circle is in nobody's way")
    func otherCircle() async throws {
        let cinema = try await Cinema(seated: 5)
        let answer = await cinema.join("m-21", meanwhile: [.joining("m-22", "c-2")], .beforeSave, attempts: 1)
        let seated = await cinema.newcomers() + cinema.newcomers("c-2")
        let outcome = Outcome(heard: [answer], seated: seated)
        let expected = Outcome(heard: [.done], seated: ["m-21", "m-22"])
        #expect(
            outcome == expected,
            "two members joined two circles, and one of them met a conflict, or lost the seat"
        )
    }
}

// MARK: - What happens meanwhile

extension LastSeatTests {
    enum Desks: CaseIterable, CustomTestStringConvertible {
        case one, two

        var testDescription: String {
            switch self {
            case .one: "at one desk"
            case .two: "at two desks, on two servers"
            }
        }
    }

    /// When somebody else comes in between.
    enum Moment: CaseIterable, CustomTestStringConvertible {
        case afterLook, beforeSave

        var testDescription: String {
            switch self {
            case .afterLook: "somebody joins after the look"
            case .beforeSave: "somebody joins just before the save"
            }
        }
    }

    /// Why the circle refuses.
    enum No: CaseIterable, CustomTestStringConvertible {
        case full, alreadySeated

        fileprivate var answer: Answer { .refused(self == .full ? .full : .alreadySeated) }

        var testDescription: String {
            switch self {
            case .full: "all twelve seats are taken"
            case .alreadySeated: "the member has a seat here"
            }
        }
    }

    /// Where the store fails.
    enum Breakdown: CaseIterable, CustomTestStringConvertible {
        case atTheLook, atTheSave

        fileprivate var operation: StoreOperation { self == .atTheLook ? .find : .save }

        var testDescription: String {
            switch self {
            case .atTheLook: "the store fails at the look"
            case .atTheSave: "the store fails at the save"
            }
        }
    }

    /// Something done at another desk.
    enum Deed: Sendable {
        case joining(String, String = "c-1")
        case dissolving

        fileprivate func happen(in store: MapStore<FilmCircle>) async {
            do {
                switch self {
                case .joining(let member, let circle):
                    guard var circle = try await store.find(CircleID(circle))?.record else { return }
                    try circle.join(MemberID(member))
                    try await store.save(circle)
                case .dissolving:
                    try await store.delete(CircleID("c-1"))
                }
            } catch {
                Issue.record("the test itself could not do its deed: \(error)")
            }
        }
    }

    struct Surprise: CustomTestStringConvertible {
        let testDescription: String
        let deed: Deed
        let outcome: Outcome

        static let all = [
            Surprise(
                testDescription: "somebody takes the last seat",
                deed: .joining("m-22"),
                outcome: Outcome(heard: [.refused(.full)], seated: ["m-22"])
            ),
            Surprise(
                testDescription: "the same member joins with another phone",
                deed: .joining("m-21"),
                outcome: Outcome(heard: [.refused(.alreadySeated)], seated: ["m-21"])
            ),
            Surprise(
                testDescription: "the circle is dissolved",
                deed: .dissolving,
                outcome: Outcome(heard: [.unknownCircle], seated: [])
            ),
        ]
    }

    struct Limit: CustomTestStringConvertible {
        let attempts: Int
        let conflicts: Int
        /// What the newcomer hears, and whether they sit in the circle then. Others there don't count.
        let outcome: Outcome

        var testDescription: String { "attempts: \(attempts), conflicts: \(conflicts)" }

        var promise: Comment {
            conflicts < attempts
                ? "the last allowed attempt meets no conflict, so it should seat the member"
                : "each allowed attempt met a conflict: m-21 should get no seat, and hear the number of attempts"
        }

        static let all = [
            Limit(attempts: 1, conflicts: 1, outcome: Outcome(heard: [.tooBusy(after: 1)], seated: [])),
            Limit(attempts: 3, conflicts: 2, outcome: Outcome(heard: [.done], seated: ["m-21"])),
            Limit(attempts: 3, conflicts: 3, outcome: Outcome(heard: [.tooBusy(after: 3)], seated: [])),
            Limit(attempts: 5, conflicts: 4, outcome: Outcome(heard: [.done], seated: ["m-21"])),
        ]
    }
}

// MARK: - What comes of it

extension LastSeatTests {
    /// What a newcomer hears at the desk.
    enum Answer: Equatable, CustomStringConvertible {
        case done
        case refused(FilmCircle.Refusal)
        case unknownCircle
        case tooBusy(after: Int)
        case storeFailed
        case silence
        case anotherError(String)

        init(_ error: any Error) {
            self =
                switch error {
                case let refusal as FilmCircle.Refusal: .refused(refusal)
                case SeatDesk.Trouble.unknownCircle: .unknownCircle
                case SeatDesk.Trouble.tooBusy(let attempts): .tooBusy(after: attempts)
                case StoreError.injected: .storeFailed
                default: .anotherError("\(error)")
                }
        }

        var description: String {
            switch self {
            case .done: "«done»"
            case .refused(let refusal): "«\(refusal)»"
            case .unknownCircle: "«unknown circle»"
            case .tooBusy(let attempts): "«too busy after \(attempts)»"
            case .storeFailed: "«the store failed»"
            case .silence: "no answer at all"
            case .anotherError(let error): "an error: \(error)"
            }
        }
    }

    /// What the newcomers heard, and which of them the store seats then.
    struct Outcome: Equatable, CustomStringConvertible {
        let heard: [Answer]
        let seated: [String]

        var description: String {
            let answers = heard.map(\.description).joined(separator: ", ")
            return "heard \(answers); seated: \(seated.isEmpty ? "nobody" : seated.joined(separator: ", "))"
        }
    }
}

// MARK: - The store, and its desks

extension LastSeatTests {
    /// A circle c-1 with m-1, m-2, … on its seats, and a circle c-2 with its host alone.
    private actor Cinema {
        private let store = MapStore<FilmCircle>()
        private let recorder = CallRecorder<StoreCall<CircleID>>()
        private var deeds: [Deed] = []
        private var looks = 0

        init(seated: Int) async throws {
            var circle = FilmCircle(id: try CircleID("c-1"), host: try MemberID("m-1"))
            for number in 1..<seated { try circle.join(MemberID("m-\(number + 1)")) }
            try await store.insert(circle)
            try await store.insert(FilmCircle(id: CircleID("c-2"), host: MemberID("m-1")))
        }

        /// What a desk asked of the store.
        var calls: [StoreOperation] { recorder.calls.map(\.operation) }

        /// Who joined while the test ran.
        func newcomers(_ circle: String = "c-1") async -> [String] {
            let circles = await store.all().map(\.record)
            let members = circles.first { $0.id.text == circle }?.members ?? []
            return members.map(\.text).filter { $0.count > 3 && $0 >= "m-2" }.sorted()
        }

        /// One newcomer, and what others do meanwhile: one deed for each look, or for each save.
        func join(
            _ member: String,
            meanwhile deeds: [Deed] = [],
            _ moment: Moment = .beforeSave,
            attempts: Int = 3,
            failing operation: StoreOperation? = nil
        ) async -> Answer {
            self.deeds = deeds
            let plan = FaultPlan(failing: operation == nil ? [:] : [1: .beforeWrite], of: operation?.rawValue)
            let watched =
                store
                .failing(by: plan)
                .intercepted { [self] call in
                    if moment == .beforeSave, call.operation.isWriting { await nextDeed() }
                    return { [self] _ in
                        if moment == .afterLook, !call.operation.isWriting { await nextDeed() }
                    }
                }
                .recorded(by: recorder)
            return await answer(SeatDesk(circles: watched, attempts: attempts), to: member, at: nil)
        }

        /// Two newcomers at once, who both have the store's answer before either of them goes on. A desk that
        /// lets one through at a time is made to wait for a moment, and then served.
        func race(_ one: String, _ other: String, at desks: Desks) async -> [Answer] {
            let (door, crowd) = (Rendezvous(patience: .seconds(5)), Rendezvous(patience: .milliseconds(500)))
            let crowded = store.intercepted(after: { [self] call, _ in
                if !call.operation.isWriting, await isEarlyLook() { await crowd.meet() }
            })
            let first = SeatDesk(circles: crowded)
            let second = desks == .one ? first : SeatDesk(circles: crowded)
            async let toOne = answer(first, to: one, at: door)
            async let toOther = answer(second, to: other, at: door)
            return await [toOne, toOther]
        }

        private func nextDeed() async {
            guard !deeds.isEmpty else { return }
            await deeds.removeFirst().happen(in: store)
        }

        private func isEarlyLook() -> Bool {
            looks += 1
            return looks <= 2
        }

        /// What the newcomer hears. Silence is an answer too: a desk that never lets go is red, not endless.
        private nonisolated func answer(
            _ desk: SeatDesk,
            to member: String,
            at door: Rendezvous?
        ) async -> Answer {
            let (answers, lips) = AsyncStream<Answer>.makeStream()
            let asking = Task {
                await door?.meet()
                do {
                    try await desk.join(CircleID("c-1"), as: MemberID(member))
                    lips.yield(.done)
                } catch {
                    lips.yield(Answer(error))
                }
            }
            let patience = Task {
                try await Task.sleep(patientlyFor: .seconds(5))
                lips.yield(.silence)
            }
            defer {
                asking.cancel()
                patience.cancel()
            }
            return await answers.first { _ in true } ?? .silence
        }
    }
}

extension StoreOperation {
    fileprivate var isWriting: Bool { [.insert, .save, .delete, .commit].contains(self) }
}

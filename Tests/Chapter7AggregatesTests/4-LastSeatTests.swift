import InMemoryInfrastructure
import KataProbes
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
            "m-22 joined while m-21 did; m-21 or m-22 has no seat, or m-21 heard something else"
        )
    }

    @Test("after a conflict, the circle is read and judged again", arguments: Surprise.all)
    func judgedAgain(surprise: Surprise) async throws {
        let cinema = try await Cinema(seated: 11 - surprise.earlier.count)
        let answer = await cinema.join("m-21", meanwhile: surprise.earlier + [surprise.deed])
        let seated = await cinema.newcomers()
        let outcome = Outcome(heard: [answer], seated: seated)
        #expect(
            outcome == surprise.outcome,
            "the answer, or who is seated, doesn't fit the circle as it was at the save"
        )
        let calls = await cinema.calls
        #expect(
            calls == surprise.earlier.flatMap { _ in ["find", "save"] } + ["find", "save", "find"],
            "after each conflict, one more look should have followed, and the last should have settled it"
        )
        let renewed = try await Cinema(seated: 5)
        let heard = await renewed.join("m-21", meanwhile: [.joining("m-22"), .foundingAnew])
        let inNewCircle = await Outcome(heard: [heard], seated: renewed.newcomers())
        #expect(
            inNewCircle == Outcome(heard: [.done], seated: ["m-21"]),
            "m-22 joined, and then the circle was founded anew, without m-22; m-21 wanted to join meanwhile"
        )
        let taps = try await Cinema(seated: 5).race("m-21", "m-21", at: .one)
        let oneSeat: [Answer] = [.done, .refused(.alreadySeated)]
        #expect(
            taps == oneSeat || taps == oneSeat.reversed(),
            "m-21 asked twice at one desk at once; one wish should get the seat, and the other a refusal"
        )
    }

    @Test("the desk tries as often as it may, and then says that it is too busy", arguments: Limit.all)
    func limit(limit: Limit) async throws {
        let cinema = try await Cinema(seated: 1, attempts: limit.attempts)
        let answer = await cinema.join("m-21", meanwhile: limit.deeds(of: "m-3"))
        let otherAnswer = await cinema.join("m-22", meanwhile: limit.deeds(of: "m-4"))
        let everybody = await cinema.newcomers()
        let outcome = Outcome(heard: [answer, otherAnswer], seated: everybody.filter { $0 < "m-3" })
        #expect(outcome == limit.outcome, limit.promise)
        let rivals = everybody.filter { $0 > "m-3" }
        #expect(
            rivals == limit.rivals(of: "m-3") + limit.rivals(of: "m-4"),
            "others joined before m-21 or m-22 were saved; not all of them are seated now"
        )
        let quietAnswer = await cinema.join("m-23")
        #expect(quietAnswer == .done, "then m-23 joined, met no conflict, and heard something else")
        // Whoever no longer waits may hear an error of the desk's own, and has no seat then.
        for deeds in [[], [Deed.saving]] where deeds.count < limit.attempts {
            let hasty = try await Cinema(seated: 5, attempts: limit.attempts)
            let hastyAnswer = await hasty.join("m-24", meanwhile: deeds, isCancelled: true)
            let seated = await hasty.newcomers()
            let outcome = Outcome(heard: [hastyAnswer], seated: seated)
            let nothing = Outcome(heard: [hastyAnswer], seated: [])
            let expected = hastyAnswer.isError ? nothing : Outcome(heard: [.done], seated: ["m-24"])
            #expect(
                outcome == expected,
                "m-24 no longer waited, and one attempt was left; what was heard doesn't fit who is seated"
            )
        }
        guard limit.attempts == limit.conflicts else { return }
        let busy = try await Cinema(seated: 5, attempts: limit.attempts)
        var deeds = Array(repeating: Deed.saving, count: limit.attempts)
        deeds[limit.attempts / 2] = .savingBeside("m-22")
        let busyAnswer = await busy.join("m-21", meanwhile: deeds)
        #expect(
            busyAnswer == .tooBusy(after: limit.attempts),
            "m-22 joined c-2 meanwhile; m-21 met a conflict at each attempt, and should hear the number of attempts"
        )
        for last in [Deed.dissolving, .joining("m-21"), .joining("m-22")] {
            let cinema = try await Cinema(seated: 11, attempts: limit.attempts)
            let saves = Array(repeating: Deed.saving, count: limit.attempts - 1)
            let answer = await cinema.join("m-21", meanwhile: saves + [last])
            #expect(
                answer == .tooBusy(after: limit.attempts),
                "each attempt met a conflict, the last with a circle dissolved or full; m-21 should hear the number of attempts"
            )
        }
    }

    @Test("a refusal is final, and the circle is not asked again", arguments: No.allCases)
    func refusal(no: No) async throws {
        let cinema = try await Cinema(seated: no == .full ? 12 : 11)
        let member = no == .full ? "m-21" : "m-5"
        let answer = await cinema.join(member)
        #expect(answer == no.answer, "the circle refused, and the member heard something else")
        let calls = await cinema.calls
        #expect(calls == ["find"], "the circle refused, and was read again, or saved anyway")
        try await cinema.found("c-1")
        let laterAnswer = await cinema.join(member)
        #expect(
            laterAnswer == .done,
            "the circle was founded anew; whoever was refused before asked again, and didn't hear «done»"
        )
    }

    @Test("a failing store is not a conflict", arguments: Breakdown.all)
    func failingStore(breakdown: Breakdown) async throws {
        let cinema = try await Cinema(seated: 5, attempts: breakdown.attempts)
        let answer = await cinema.join("m-21", meanwhile: breakdown.deeds, breakdown.moment)
        let expected = Answer.storeFailed(breakdown.error)
        #expect(
            answer == expected,
            "the store failed, which is no conflict, and the member heard something other than its error"
        )
        let calls = await cinema.calls
        #expect(calls == breakdown.calls, "the store failed, which is no conflict, and was asked again")
        let nextAnswer = await cinema.join("m-23")
        #expect(nextAnswer == .done, "the store works again, and m-23 joined and heard something else")
    }

    @Test("a member who joins another circle is in nobody's way")
    func otherCircle() async throws {
        let cinema = try await Cinema(seated: 5, attempts: 1)
        let answers = [
            await cinema.join("m-21", meanwhile: [.joining("m-22", "c-2")]),
            await cinema.join("m-23", in: "c-2", meanwhile: [.joining("m-24")]),
            // Right after this one, somebody joins at another server.
            await cinema.join("m-25", meanwhile: [.joining("m-30")], .afterSave),
            await cinema.join("m-29"),
            // Somebody else than m-21.
            await cinema.join("M-21"),
            await cinema.join("m-21", in: "c-2"),
            await cinema.join("m-26", in: "c-9"),
        ]
        try await cinema.found("c-9")
        let lastAnswer = await cinema.join("m-27", in: "c-9")
        let seated = await cinema.newcomers() + cinema.newcomers("c-2") + cinema.newcomers("c-9")
        let outcome = Outcome(heard: answers + [lastAnswer], seated: seated)
        let expected = Outcome(
            heard: [.done, .done, .done, .done, .done, .done, .unknownCircle, .done],
            seated: ["m-21", "m-24", "m-25", "m-29", "m-30", "m-21", "m-22", "m-23", "m-27"]
        )
        #expect(
            outcome == expected,
            "members joined c-1, c-2, the unknown c-9, and c-9 once it was founded; an answer or a seat is wrong"
        )
        // A desk that serves one after the other lets m-31 wait in c-2, and says nothing.
        let twice = await cinema.join("m-31", meanwhile: [.savingBeside("m-31")], .afterSave)
        let beside = await cinema.heardBeside
        let seatedBeside = await cinema.newcomers("c-2").filter { $0 == "m-31" && beside != .silence }
        let both = Outcome(heard: [twice, beside], seated: seatedBeside)
        let waiting = Outcome(heard: [.done, .silence], seated: [])
        let bothDone = beside == .silence ? waiting : Outcome(heard: [.done, .done], seated: ["m-31"])
        #expect(
            both == bothDone,
            "m-31 joined c-1 and c-2 at one desk at once; what was heard doesn't fit who is seated"
        )
        let isServed = await endsWhileMainActorIsBusy { _ = await cinema.join("m-28") }
        #expect(
            isServed == true,
            "a screen kept the main actor busy, and m-28 was not served in the meantime"
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
        case afterLook, beforeSave, afterSave

        var testDescription: String {
            switch self {
            case .afterLook: "somebody joins after the look"
            case .beforeSave: "somebody joins just before the save"
            case .afterSave: "somebody joins right after the save"
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

    /// Where the store fails, and how.
    struct Breakdown: CustomTestStringConvertible {
        let testDescription: String
        let moment: Moment
        let afterConflict: Bool
        let attempts: Int
        let error: StoreError

        fileprivate var deeds: [Deed] { (afterConflict ? [.joining("m-22")] : []) + [.failing(error)] }

        fileprivate var calls: [String] {
            (afterConflict ? ["find", "save"] : []) + (moment == .afterLook ? ["find"] : ["find", "save"])
        }

        static let all =
            [
                Breakdown("the store fails at the look", .afterLook),
                Breakdown("the store fails at the save", .beforeSave),
                Breakdown("the store fails at the look after a conflict", .afterLook, afterConflict: true),
                Breakdown("the store fails at the save after a conflict", .beforeSave, afterConflict: true),
                Breakdown("the store fails at the last save", .beforeSave, afterConflict: true, attempts: 2),
            ]
            + errors.flatMap { error in
                [
                    Breakdown("at the look: \(error)", .afterLook, error),
                    Breakdown("at the save: \(error)", .beforeSave, error),
                    Breakdown("at a second look: \(error)", .afterLook, error, afterConflict: true),
                    Breakdown("at a second save: \(error)", .beforeSave, error, afterConflict: true),
                ]
            }

        private static let errors: [StoreError] = [
            .inaccessible(reason: "offline"), .cancelled, .idTaken(id: "c-1"), .staleToken,
            .unknownKey(name: "host"), .keyTaken(name: "host", value: "m-1"),
            .corruptRow(number: 1, reason: "it is no circle"),
        ]

        private init(
            _ testDescription: String,
            _ moment: Moment,
            _ error: StoreError = .injected(InjectedFault(call: 1)),
            afterConflict: Bool = false,
            attempts: Int = 3
        ) {
            self.testDescription = testDescription
            self.moment = moment
            self.afterConflict = afterConflict
            self.attempts = attempts
            self.error = error
        }
    }

    /// Something done at another desk, or to the store itself.
    enum Deed: Sendable {
        case joining(String, String = "c-1")
        case dissolving
        /// A new circle takes the place of the old one.
        case foundingAnew
        /// The circle is saved as it is.
        case saving
        /// The circle is saved as it is, and somebody joins c-2 at the same desk.
        case savingBeside(String)
        case failing(StoreError)

        fileprivate func happen(in store: MapStore<FilmCircle>) async throws(StoreError) {
            if case .failing(let error) = self { throw error }
            do {
                switch self {
                case .joining(let member, let circle):
                    guard var circle = try await store.find(CircleID(circle))?.record else { return }
                    try circle.join(MemberID(member))
                    try await store.save(circle)
                case .saving, .savingBeside:
                    guard let circle = try await store.find(CircleID("c-1"))?.record else { return }
                    try await store.save(circle)
                case .dissolving:
                    try await store.delete(CircleID("c-1"))
                case .foundingAnew:
                    try await store.save(FilmCircle(id: CircleID("c-1"), host: MemberID("m-1")))
                case .failing:
                    return
                }
            } catch {
                Issue.record("the test itself could not do its deed: \(error)")
            }
        }
    }

    struct Surprise: CustomTestStringConvertible {
        let testDescription: String
        /// What came before the last deed, each at a save of its own.
        var earlier: [Deed] = []
        let deed: Deed
        let outcome: Outcome

        static let all = [
            Surprise(
                testDescription: "somebody takes the last seat",
                deed: .joining("m-22"),
                outcome: Outcome(heard: [.refused(.full)], seated: ["m-22"])
            ),
            Surprise(
                testDescription:
                    "somebody takes the second-to-last seat, and then somebody else takes the last",
                earlier: [.joining("m-22")],
                deed: .joining("m-23"),
                outcome: Outcome(heard: [.refused(.full)], seated: ["m-22", "m-23"])
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

    /// What each of two newcomers meets, one after the other at one desk.
    struct Limit: CustomTestStringConvertible {
        let attempts: Int
        let conflicts: Int
        /// What the newcomers hear, and which of them sit in the circle then. Others there don't count.
        let outcome: Outcome

        var testDescription: String { "attempts: \(attempts), conflicts: \(conflicts)" }

        /// The first four take seats. There is no room for more, and the rest only save the circle.
        fileprivate func deeds(of prefix: String) -> [Deed] {
            let joining = rivals(of: prefix).map { Deed.joining($0) }
            return joining + Array(repeating: .saving, count: conflicts - joining.count)
        }

        func rivals(of prefix: String) -> [String] { (1...min(conflicts, 4)).map { "\(prefix)\($0)" } }

        var promise: Comment {
            conflicts < attempts
                ? "for m-21, and then for m-22, the last allowed attempt meets no conflict and should seat them"
                : "each allowed attempt met a conflict: nobody should get a seat, and both hear the number of attempts"
        }

        static let all = [
            Limit(attempts: 1, conflicts: 1, outcome: tooBusy(after: 1)),
            Limit(attempts: 3, conflicts: 2, outcome: bothSeated),
            Limit(attempts: 3, conflicts: 3, outcome: tooBusy(after: 3)),
            Limit(attempts: 5, conflicts: 4, outcome: bothSeated),
            Limit(attempts: 300, conflicts: 299, outcome: bothSeated),
        ]

        private static let bothSeated = Outcome(heard: [.done, .done], seated: ["m-21", "m-22"])

        private static func tooBusy(after attempts: Int) -> Outcome {
            Outcome(heard: [.tooBusy(after: attempts), .tooBusy(after: attempts)], seated: [])
        }
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
        case storeFailed(StoreError)
        case silence
        case anotherError(String)

        init(_ error: any Error) {
            self =
                switch error {
                case let refusal as FilmCircle.Refusal: .refused(refusal)
                case SeatDesk.Trouble.unknownCircle: .unknownCircle
                case SeatDesk.Trouble.tooBusy(let attempts): .tooBusy(after: attempts)
                case StoreError.versionConflict: .anotherError("\(error)")
                case let failure as StoreError: .storeFailed(failure)
                default: .anotherError("\(error)")
                }
        }

        /// Neither an answer of the circle or the desk, nor silence.
        fileprivate var isError: Bool {
            switch self {
            case .storeFailed, .anotherError: true
            default: false
            }
        }

        var description: String {
            switch self {
            case .done: "«done»"
            case .refused(let refusal): "«\(refusal)»"
            case .unknownCircle: "«unknown circle»"
            case .tooBusy(let attempts): "«too busy after \(attempts)»"
            case .storeFailed(.injected): "«the store failed»"
            case .storeFailed(let error): "an error: \(error)"
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
    /// A circle c-1 with m-1, m-2, … on its seats, and a circle c-2 with its host alone. One desk serves all
    /// who join; those who race may have two.
    private actor Cinema {
        private let store = MapStore<FilmCircle>()
        private let recorder = CallRecorder<StoreCall<CircleID>>()
        private let attempts: Int
        private lazy var desk = SeatDesk(circles: watched, attempts: attempts)
        private var deeds: [Deed] = []
        private var moment = Moment.beforeSave
        private var looks = 0
        /// What was heard in c-2 by whoever joined it beside somebody else.
        private(set) var heardBeside = Answer.silence

        init(seated: Int, attempts: Int = 3) async throws {
            self.attempts = attempts
            var circle = FilmCircle(id: try CircleID("c-1"), host: try MemberID("m-1"))
            for number in 1..<seated { try circle.join(MemberID("m-\(number + 1)")) }
            try await store.insert(circle)
            try await store.insert(FilmCircle(id: CircleID("c-2"), host: MemberID("m-1")))
        }

        /// A circle of that id, if there is one, is replaced by the new one.
        func found(_ circle: String) async throws {
            try await store.save(FilmCircle(id: CircleID(circle), host: MemberID("m-1")))
        }

        /// What a desk asked of the store.
        var calls: [String] { recorder.calls.map(\.operation.rawValue) }

        /// Who joined while the test ran.
        func newcomers(_ circle: String = "c-1") async -> [String] {
            let circles = await store.all().map(\.record)
            let members = circles.first { $0.id.text == circle }?.members ?? []
            return members.map(\.text).filter { $0.count > 3 && $0 >= "m-2" }.sorted()
        }

        /// One newcomer, and what happens meanwhile: one deed for each look, or for each save.
        func join(
            _ member: String,
            in circle: String = "c-1",
            meanwhile deeds: [Deed] = [],
            _ moment: Moment = .beforeSave,
            isCancelled: Bool = false
        ) async -> Answer {
            (self.deeds, self.moment) = (deeds, moment)
            return await answer(desk, to: member, in: circle, isCancelled: isCancelled)
        }

        private var watched: some Store<FilmCircle> {
            store
                .intercepted { [self] call async throws(StoreError) in
                    if call.operation.isWriting { try await nextDeed(.beforeSave) }
                    return { [self] _ async throws(StoreError) in
                        try await nextDeed(call.operation.isWriting ? .afterSave : .afterLook)
                    }
                }
                .recorded(by: recorder)
        }

        /// Two newcomers at once, who both have the store's answer before either of them goes on. A desk that
        /// lets one through at a time is made to wait for a moment, and then served.
        func race(_ one: String, _ other: String, at desks: Desks) async -> [Answer] {
            let (door, crowd) = (Rendezvous(patience: .seconds(5)), Rendezvous(patience: .milliseconds(500)))
            let crowded = store.intercepted(after: { [self] call, _ in
                if !call.operation.isWriting, await isEarlyLook() { await crowd.meet() }
            })
            let first = SeatDesk(circles: crowded, attempts: attempts)
            let second = desks == .one ? first : SeatDesk(circles: crowded, attempts: attempts)
            async let toOne = answer(first, to: one, in: "c-1", at: door)
            async let toOther = answer(second, to: other, in: "c-1", at: door)
            return await [toOne, toOther]
        }

        private func nextDeed(_ moment: Moment) async throws(StoreError) {
            guard moment == self.moment, !deeds.isEmpty else { return }
            let deed = deeds.removeFirst()
            if case .savingBeside(let member) = deed { await serve(member) }
            try await deed.happen(in: store)
        }

        /// Somebody joins c-2 at the same desk, undisturbed. If the desk serves one after the other, they leave.
        private func serve(_ member: String) async {
            let others = deeds
            deeds = []
            heardBeside = await answer(desk, to: member, in: "c-2", patience: .milliseconds(500))
            deeds = others
        }

        private func isEarlyLook() -> Bool {
            looks += 1
            return looks <= 2
        }

        /// What the newcomer hears. Silence is an answer too: a desk that never lets go is red, not endless.
        private nonisolated func answer(
            _ desk: SeatDesk,
            to member: String,
            in circle: String,
            at door: Rendezvous? = nil,
            isCancelled: Bool = false,
            patience: Duration = .seconds(5)
        ) async -> Answer {
            let (answers, lips) = AsyncStream<Answer>.makeStream()
            let asking = Task {
                if isCancelled { cancelThisTask() }
                await door?.meet()
                do {
                    try await desk.join(CircleID(circle), as: MemberID(member))
                    lips.yield(.done)
                } catch {
                    lips.yield(Answer(error))
                }
            }
            let waiting = Task {
                try await Task.sleep(patientlyFor: patience)
                lips.yield(.silence)
            }
            defer {
                asking.cancel()
                waiting.cancel()
            }
            return await answers.first { _ in true } ?? .silence
        }
    }
}

extension StoreOperation {
    fileprivate var isWriting: Bool { [.insert, .save, .delete, .commit].contains(self) }
}

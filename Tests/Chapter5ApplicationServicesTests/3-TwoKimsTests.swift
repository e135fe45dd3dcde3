import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter5ApplicationServices

// The rules take turns: a registration may share its reservations with every other one in the process.
@Suite("5.3 Two Kims at once", .serialized)
struct TwoKimsTests {
    @Test(
        "if two people ask for one handle at once, one joins and the other hears that it is taken",
        arguments: Kims.all
    )
    func oneWinner(kims: Kims) async throws {
        let store = CrowdedStore(callers: 2)
        let answers = try await ask(store, for: kims.handles)
        let joined = answers.count { $0 == .joined }
        try #require(joined == 1, "two asked for one handle, and \(joined) of them heard that they joined")
        let others = answers.filter { $0 != .joined }
        #expect(others == [.taken], "one newcomer got the handle, and the other didn't hear that it is taken")
    }

    @Test(
        "everybody who hears that they joined was saved once, and nobody else is kept",
        arguments: Kims.all + [.tappingTwice, .tappingTwiceInVain, .givingUp]
    )
    func toldAndKept(kims: Kims) async throws {
        let store = CrowdedStore(callers: 2, writing: kims.faults)
        let answers = try await ask(store, for: kims.handles, as: kims.numbers, givingUp: kims.giveUp)
        let joined = answers.indices.filter { answers[$0] == .joined }
        let welcomed = Set(joined.map { "m-\(kims.numbers[$0])" }).sorted()
        let kept = await store.kept.map(\.id.text).sorted()
        try #require(kept == welcomed, "what the newcomers heard doesn't agree with whom Moa keeps")
        let saved = await store.saved.map(\.text).sorted()
        #expect(
            saved == welcomed,
            "somebody was saved twice: if the second save fails, they get an error although they joined"
        )
        let inactive = await store.kept.filter { !$0.isActive }.map(\.id.text)
        #expect(inactive == [], "newcomers have joined, and these are not kept as active members")
    }

    @Test("however many ask at once, a handle never has two holders", arguments: Crowd.all)
    func neverTwoHolders(crowd: Crowd) async throws {
        let store = CrowdedStore(callers: crowd.handles.count, writing: crowd.faults)
        let answers = try await ask(store, for: crowd.handles)
        let holders = await store.kept.count
        #expect(
            holders <= 1,
            "\(crowd.size) asked for «\(crowd.handles[0])» at once, and \(holders) of them hold it now"
        )
        let joined = answers.count { $0 == .joined }
        #expect(joined == holders, "what the newcomers heard doesn't agree with whom Moa keeps")
        guard !crowd.firstSaveFails else { return }
        let silent = answers.count { $0 == .silence }
        #expect(silent == 0, "\(crowd.size) asked at once, and this many of them never heard anything")
    }

    @Test("a handle that is taken after a newcomer has looked it up is not given a second time")
    func oldAnswer() async throws {
        try await oldAnswer(after: [])
        // The holder leaves as soon as a newcomer is refused the handle.
        try await oldAnswer(after: [Newcomer(3, "KIM").member])
    }

    private func oldAnswer(after holders: [Member]) async throws {
        let looking = ManualGate()
        let store = CrowdedStore(kept: holders, firstLook: looking, leavesWhenAskedFor: !holders.isEmpty)
        let registration = MemberRegistration(members: store)
        let slow = try Newcomer(1, "Kim")
        let quick = try Newcomer(2, "Kim")

        // The slow one looks, and hears the answer late. A design that never looks has finished by then.
        async let toSlow = answer(of: registration, to: slow, thenAt: looking)
        _ = await looking.waitUntilHeld(1)
        // The quick one has finished before that, or has to queue behind the slow one.
        let done = ManualGate()
        async let toQuick = answer(of: registration, to: quick, thenAt: done)
        _ = await done.waitUntilHeld(1, patience: .milliseconds(250))
        await looking.open()
        await done.open()
        let answers = await [toSlow, toQuick]

        let kept = await store.kept.map(\.id.text)
        try #require(
            kept.count == 1,
            "one newcomer looked, the other was saved meanwhile, and \(kept.count) hold «Kim»"
        )
        let joined = answers.count { $0 == .joined }
        let welcomed = kept.count { $0 != "m-3" }
        #expect(joined == welcomed, "what the newcomers heard doesn't agree with whom Moa keeps")
    }

    @Test("while a newcomer is being saved, their handle is not given a second time")
    func duringTheSave() async throws {
        let saving = ManualGate()
        let store = CrowdedStore(saving: saving)
        let registration = MemberRegistration(members: store)
        let early = try Newcomer(1, "Kim")
        let late = try Newcomer(2, "Kim")

        async let toEarly = answer(of: registration, to: early, thenAt: saving)
        _ = await saving.waitUntilHeld(1)
        // Lee is about to be saved as well, or has to queue. So is the late one, or has been refused.
        async let toLee = answer(of: registration, to: try Newcomer(3, "Lee"), thenAt: saving)
        _ = await saving.waitUntilHeld(2, patience: .milliseconds(250))
        async let toLate = answer(of: registration, to: late, thenAt: saving)
        _ = await saving.waitUntilHeld(3, patience: .milliseconds(250))
        await saving.open()
        let answers = await [toEarly, toLate]
        let answerToLee = try await toLee

        #expect(answerToLee == .joined, "Lee asked while «Kim» was being saved, and heard this")
        let holders = await store.kept.count { $0.handle.text == "Kim" }
        try #require(
            holders == 1,
            "two newcomers asked, one during the other's save, and \(holders) hold «Kim»"
        )
        let joined = answers.count { $0 == .joined }
        #expect(joined == 1, "what the newcomers heard doesn't agree with whom Moa keeps")
    }

    @Test("two people who ask for different handles at once both join")
    func differentHandles() async throws {
        let handles = ["Kang", "Kim", "Kim  Ji", "Kim Ji", "Strasse", "Straße"]
        let store = CrowdedStore(callers: handles.count)
        let answers = try await ask(store, for: handles)
        #expect(
            answers == handles.map { _ in .joined },
            "six asked for different handles, and not all of them joined"
        )
        let kept = await store.kept.map(\.handle.text).sorted()
        #expect(
            kept == handles,
            "each should be kept once, under the handle as typed, and these are kept"
        )

        let isServed = await endsWhileMainActorIsBusy {
            let quiet = CrowdedStore()
            _ = try? await MemberRegistration(members: quiet).register(Handle("Kim"), as: MemberID("m-1"))
        }
        #expect(isServed == true, "a screen kept the main actor busy, and nobody was registered meanwhile")
    }

    @Test(
        "a handle that is held is taken for everybody who comes later, whatever its letter case",
        arguments: Later.all
    )
    func laterNewcomer(later: Later) async throws {
        // m-2 would be the same id in any letter case.
        let holder = try Newcomer(2, later.holder, prefix: "M")
        let kept = Member(id: holder.id, handle: holder.handle, isActive: later.holderIsActive)
        let store = CrowdedStore(kept: later.joinedBeforeTheStart ? [kept] : [])
        let registration = MemberRegistration(members: store)
        if !later.joinedBeforeTheStart {
            let first = await answer(of: registration, to: holder)
            try #require(first == .joined, "nobody held the handle, and the newcomer didn't get it")
        }
        let second = await answer(of: registration, to: try Newcomer(2, later.newcomer))
        #expect(second == .taken, "the handle is held, and the newcomer got another answer")
        let keptLater = await store.kept.map(\.id.text)
        #expect(keptLater == ["M-2"], "M-2 should be the only Kim, and these are kept")
        await store.removeEverybody()
        let third = await answer(of: registration, to: try Newcomer(2, later.newcomer))
        #expect(third == .joined, "M-2 has left, nobody holds the handle, and m-2 still didn't get it")

        let leaving = CrowdedStore(kept: [holder.member], leavesWhenAskedFor: true)
        let fourth = await answer(
            of: MemberRegistration(members: leaving),
            to: try Newcomer(2, later.newcomer)
        )
        let isKept = await leaving.kept.contains { $0.id.text == "m-2" }
        #expect(
            fourth == (isKept ? .joined : .taken),
            "M-2 left as m-2 met a conflict, and what m-2 heard doesn't agree with whom Moa keeps"
        )
    }

    @Test("a failing store doesn't mean that the handle is taken", arguments: Failing.allCases)
    func failingStore(failing: Failing) async throws {
        for (call, failed) in [(1, "the store failed"), (2, "the store let Lee in, and then failed")] {
            let holder = failing == .lookAtHolder ? [try Newcomer(3, "KIM").member] : []
            let store = CrowdedStore(
                kept: holder,
                looking: failing.looking(at: call),
                writing: failing.writing(at: call),
                error: failing.error
            )
            let registration = MemberRegistration(members: store)
            var welcomed = holder.map(\.id.text)
            if call == 2, await answer(of: registration, to: try Newcomer(2, "Lee")) == .joined {
                welcomed.append("m-2")
            }
            let answer = await answer(of: registration, to: try Newcomer(1, "Kim"))
            #expect(
                failing.rightAnswers.contains(answer),
                "\(failed), and the caller heard something else: \(answer)"
            )
            if answer == .joined || failing == .answerGotLost { welcomed.append("m-1") }
            let kept = await store.kept.map(\.id.text)
            #expect(
                kept == welcomed,
                "\(failed), and what the newcomers heard doesn't agree with whom Moa keeps"
            )
            guard failing == .look, answer != .joined else { continue }
            let later = await self.answer(of: registration, to: try Newcomer(1, "Kim"))
            #expect(later == .joined, "\(failed), and works again; Kim asked once more, and heard this")
        }
    }

    @Test("after a failed save, the handle is still free", arguments: [1, 2])
    func retry(asNewcomer number: Int) async throws {
        for hangsUp in [false, true] {
            let store = CrowdedStore(writing: hangsUp ? FaultPlan() : .failing(call: 1))
            let registration = MemberRegistration(members: store)
            _ = await answer(of: registration, to: try Newcomer(1, "Kim"), givingUp: hangsUp)
            // Whoever hung up may have joined all the same, and leaves now.
            await store.removeEverybody()
            let other = await answer(of: registration, to: try Newcomer(3, "Lee"))
            try #require(other == .joined, "Kim isn't kept, and Lee couldn't join under another handle")
            let secondAnswer = await answer(of: registration, to: try Newcomer(number, "Kim"))
            #expect(
                secondAnswer == .joined,
                "nobody holds the handle, and m-\(number), who asked afterwards, didn't get it"
            )
            let kept = await store.kept.map(\.handle.text)
            #expect(kept == ["Lee", "Kim"], "Lee and Kim should be kept, each once, and these are kept")
        }
    }
}

// MARK: - The race

extension TwoKimsTests {
    /// Two texts that are one handle.
    struct Kims: CustomTestStringConvertible {
        let handles: [String]
        var numbers = [1, 2]
        /// Their tasks are cancelled as they ask.
        var giveUp = false
        var firstSaveFails = false

        var faults: FaultPlan { firstSaveFails ? .failing(call: 1) : FaultPlan() }

        var testDescription: String {
            if giveUp { return "«\(handles[0])» and «\(handles[1])», and nobody waits for the answers" }
            if firstSaveFails { return "«\(handles[0])», twice from one newcomer, and the first save fails" }
            guard numbers[0] != numbers[1] else { return "«\(handles[0])», twice from one newcomer" }
            return "«\(handles[0])» and «\(handles[1])» at once"
        }

        static let all = [
            Kims(handles: ["Kim", "Kim"]), Kims(handles: ["Kim", "KIM"]),
        ]

        static let tappingTwice = Kims(handles: ["Kim", "Kim"], numbers: [1, 1])
        static let tappingTwiceInVain = Kims(handles: ["Kim", "Kim"], numbers: [1, 1], firstSaveFails: true)
        static let givingUp = Kims(handles: ["Kim", "Lee"], giveUp: true)
    }

    /// Who holds the handle, and who comes later. What a registration remembers is not all of Moa's members.
    struct Later: CustomTestStringConvertible {
        let holder: String
        let newcomer: String
        var joinedBeforeTheStart = false
        var holderIsActive = true

        var testDescription: String {
            guard holderIsActive else {
                return "«\(holder)» is kept and not active, and «\(newcomer)» comes now"
            }
            return joinedBeforeTheStart
                ? "«\(holder)» joined before Moa was started, and «\(newcomer)» comes now"
                : "«\(holder)» joined, and «\(newcomer)» comes now"
        }

        static let all = [
            Later(holder: "Kim", newcomer: "Kim"),
            Later(holder: "Kim", newcomer: "KIM"),
            Later(holder: "Kim", newcomer: "KIM", joinedBeforeTheStart: true),
            Later(holder: "Kim", newcomer: "KIM", joinedBeforeTheStart: true, holderIsActive: false),
        ]
    }

    /// Many who ask for one handle. If the first save fails, everybody who waited for it goes on at once.
    struct Crowd: CustomTestStringConvertible {
        let size: String
        let handles: [String]
        var firstSaveFails = false

        var testDescription: String {
            firstSaveFails ? "\(size) ask, and the first save fails" : "\(size) ask, and all saves succeed"
        }

        var faults: FaultPlan { firstSaveFails ? .failing(call: 1) : FaultPlan() }

        static let all = [
            Crowd(size: "three", handles: ["Kim", "kim", "KIM"]),
            Crowd(size: "three", handles: ["Kim", "kim", "KIM"], firstSaveFails: true),
            // One «é» is typed as a letter and an accent.
            Crowd(size: "five", handles: ["Émile", "émile", "ÉMILE", "e\u{301}MILE", "ÉMile"]),
        ]
    }

    /// What the store can't do.
    enum Failing: CaseIterable, CustomTestStringConvertible {
        case look, lookAtHolder, save, answerGotLost, cancelled, otherConflict

        var testDescription: String {
            switch self {
            case .look: "nobody can say who holds the handle"
            case .lookAtHolder: "nobody can say who holds the handle, and somebody does"
            case .save: "the newcomer can't be saved"
            case .answerGotLost: "the newcomer is saved, and the answer gets lost"
            case .cancelled: "the save is cancelled"
            case .otherConflict: "the save meets a conflict that is not about the handle"
            }
        }

        /// What the store throws, if it isn't the injected fault.
        fileprivate var error: (any Error)? {
            switch self {
            case .look, .lookAtHolder, .save, .answerGotLost: nil
            case .cancelled: CancellationError()
            case .otherConflict: VersionConflict()
            }
        }

        private var failsToLook: Bool { self == .look || self == .lookAtHolder }

        func looking(at call: Int) -> FaultPlan { failsToLook ? .failing(call: call) : FaultPlan() }
        func writing(at call: Int) -> FaultPlan {
            failsToLook
                ? FaultPlan() : .failing(call: call, self == .answerGotLost ? .afterWrite : .beforeWrite)
        }

        /// A design that never looks has nothing to fear from a look that fails.
        fileprivate var rightAnswers: [Answer] {
            switch self {
            case .look: [.storeFailed, .joined]
            case .lookAtHolder: [.storeFailed, .taken]
            case .save, .answerGotLost: [.storeFailed]
            case .cancelled: [.cancelled]
            case .otherConflict: [.somethingElse("VersionConflict()")]
            }
        }
    }

    private struct VersionConflict: Error {}

    /// A store whose callers always get in each other's way: each waits until all the others have called too.
    ///
    /// What `holder(of:)` found is out of date by the time the caller hears it, every time and not once in a
    /// thousand. A design that lets one caller through at a time is made to wait, and then served.
    private actor CrowdedStore: MemberRegistration.Members {
        private(set) var kept: [Member]
        /// The newcomers who were saved, in order, one entry for each save.
        private(set) var saved: [MemberID] = []
        private let crowd: Rendezvous
        private let looking: FaultPlan
        private let writing: FaultPlan
        private let error: (any Error)?
        private var firstLook: ManualGate?
        private let saving: ManualGate?
        private var leavesWhenAskedFor: Bool

        /// - Parameters:
        ///   - firstLook: where the first caller who looks waits for the answer.
        ///   - saving: where callers who are about to be saved wait.
        ///   - leavesWhenAskedFor: whether the holder of a handle leaves as soon as somebody is refused it, once.
        init(
            kept: [Member] = [],
            callers: Int = 1,
            looking: FaultPlan = FaultPlan(),
            writing: FaultPlan = FaultPlan(),
            error: (any Error)? = nil,
            firstLook: ManualGate? = nil,
            saving: ManualGate? = nil,
            leavesWhenAskedFor: Bool = false
        ) {
            self.kept = kept
            crowd = Rendezvous(parties: callers, patience: .milliseconds(100))
            self.looking = looking
            self.writing = writing
            self.error = error
            self.firstLook = firstLook
            self.saving = saving
            self.leavesWhenAskedFor = leavesWhenAskedFor
        }

        func holder(of handle: Handle) async throws -> Member? {
            let found = try looking.around { kept.first { $0.handle.folded == handle.folded } }
            await crowd.meet()
            if let gate = firstLook {
                firstLook = nil
                try await gate.pass()
            }
            return found
        }

        func save(_ member: Member) async throws {
            await crowd.meet()
            try await saving?.pass()
            try write {
                kept.removeAll { $0.id == member.id }
                keep(member)
            }
        }

        func insertIfAbsent(_ member: Member) async throws {
            await crowd.meet()
            try await saving?.pass()
            try write {
                guard !kept.contains(where: { $0.handle.folded == member.handle.folded }) else {
                    if leavesWhenAskedFor { (kept, leavesWhenAskedFor) = ([], false) }
                    throw MemberRegistration.HandleConflict()
                }
                keep(member)
            }
        }

        func removeEverybody() { kept = [] }

        private func write(_ work: () throws -> Void) throws {
            do {
                try writing.around { try work() }
            } catch let fault as InjectedFault {
                throw error ?? fault
            }
        }

        private func keep(_ member: Member) {
            kept.append(member)
            saved.append(member.id)
        }
    }

    private struct Newcomer {
        let id: MemberID
        let handle: Handle

        init(_ number: Int, _ handle: String, prefix: String = "m") throws {
            id = try MemberID("\(prefix)-\(number)")
            self.handle = try Handle(handle)
        }

        var member: Member { Member(id: id, handle: handle) }
    }

    fileprivate enum Answer: Hashable, CustomStringConvertible {
        case joined, taken, storeFailed, cancelled, silence
        case somethingElse(String)

        var description: String {
            switch self {
            case .joined: "«you have joined»"
            case .taken: "«the handle is taken»"
            case .storeFailed: "«the store failed»"
            case .cancelled: "«the save was cancelled»"
            case .silence: "no answer at all"
            case .somethingElse(let error): "«\(error)»"
            }
        }
    }

    /// What newcomers hear if they ask one registration for these handles at once, as `m-1`, `m-2`, … or as these
    /// numbers say. Nobody goes in before all of them are at the door.
    private func ask(
        _ store: CrowdedStore,
        for handles: [String],
        as numbers: [Int]? = nil,
        givingUp: Bool = false
    ) async throws -> [Answer] {
        let numbers = numbers ?? Array(1...handles.count)
        let newcomers = try zip(numbers, handles).map { try Newcomer($0, $1) }
        let registration = MemberRegistration(members: store)
        let door = Rendezvous(parties: newcomers.count, patience: .seconds(5))
        let answers = await withTaskGroup(of: (Int, Answer).self) { group in
            for (index, newcomer) in newcomers.enumerated() {
                group.addTask {
                    // In a design that lets one in at a time, each waits for the others twice: 200 ms.
                    let patience = Duration.milliseconds(400 * newcomers.count)
                    return (
                        index,
                        await answer(of: registration, to: newcomer, at: door, patience, givingUp: givingUp)
                    )
                }
            }
            var answers = newcomers.map { _ in Answer.silence }
            for await (index, answer) in group { answers[index] = answer }
            return answers
        }
        let meetings = await door.meetings
        try #require(meetings == 1, "the newcomers were never at the door together: no race, no verdict")
        return answers
    }

    /// What the newcomer hears. They then go to the gate, so that a test can wait for them there.
    private func answer(
        of registration: MemberRegistration,
        to newcomer: Newcomer,
        thenAt gate: ManualGate
    ) async -> Answer {
        let answer = await answer(of: registration, to: newcomer, .seconds(2))
        try? await gate.pass()
        return answer
    }

    /// What the newcomer hears. Silence is an answer too: a design that never lets go is red, not endless.
    /// Whoever asks alone waits for nobody, and needs little patience.
    private func answer(
        of registration: MemberRegistration,
        to newcomer: Newcomer,
        at door: Rendezvous = Rendezvous(parties: 1),
        _ duration: Duration = .milliseconds(500),
        givingUp: Bool = false
    ) async -> Answer {
        let (answers, desk) = AsyncStream<Answer>.makeStream()
        let asking = Task {
            await door.meet()
            if givingUp { cancelThisTask() }
            do {
                try await registration.register(newcomer.handle, as: newcomer.id)
                desk.yield(.joined)
            } catch MemberRegistration.Refusal.handleTaken {
                desk.yield(.taken)
            } catch is InjectedFault {
                desk.yield(.storeFailed)
            } catch is CancellationError {
                desk.yield(.cancelled)
            } catch {
                desk.yield(.somethingElse("\(error)"))
            }
        }
        let patience = Task {
            try await Task.sleep(patientlyFor: duration)
            desk.yield(.silence)
        }
        defer {
            asking.cancel()
            patience.cancel()
        }
        return await answers.first { _ in true } ?? .silence
    }
}

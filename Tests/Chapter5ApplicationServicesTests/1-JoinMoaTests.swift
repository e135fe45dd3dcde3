import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.1 Join Moa")
struct JoinMoaTests {
    @Test("a newcomer is saved once, active, under a new id")
    func savedOnce() async throws {
        let world = World()
        _ = try await welcome("Sori", to: world)
        _ = try await welcome(" Min  Ho ", to: world)
        let saved = await world.members.saved
        let ids = saved.map(\.id.text)
        try #require(
            ids == ["Mo-1", "Mo-2"],
            "two newcomers joined, and should be saved once each, under the ids Mo-1 and Mo-2"
        )
        let handles = saved.map(\.handle.text)
        #expect(handles == ["Sori", "Min  Ho"], "a newcomer was saved under a different handle")
        #expect(saved.map(\.isActive) == [true, true], "a member who has just joined is not active")
    }

    @Test("the confirmation names the id and the handle")
    func confirmation() async throws {
        for typed in TypedHandle.all where typed.answer == .welcome {
            let answer = try await welcome(typed.text, to: World())
            // Text or the domain's own values: both read the same here.
            let named = ["\(answer.memberID)", "\(answer.handle)"]
            #expect(
                named == ["Mo-1", try Handle(typed.text).text],
                "the confirmation doesn't name the id and the handle that were saved"
            )
        }

        // At each port, the two wait for each other.
        let crowd = World(meeting: Rendezvous())
        async let kim = text(of: welcome("Kim", to: crowd))
        async let lee = text(of: welcome("Lee", to: crowd))
        let confirmed = try await [kim, lee].sorted()
        let saved = await crowd.members.saved.map { "\($0.id) \($0.handle)" }.sorted()
        let announced = crowd.events.published.calls.map { "\($0.memberID) \($0.handle)" }.sorted()
        let names = await crowd.members.saved.map(\.handle.text).sorted()
        #expect(
            [names, confirmed, announced] == [["Kim", "Lee"], saved, saved],
            "Kim and Lee joined at once, and somebody else was saved, confirmed or announced"
        )
    }

    @Test("the confirmation holds no member")
    func noMemberOutside() async throws {
        let answer = try await welcome("Sori", to: World())
        let handsOutMember = holdsMember(answer)
        #expect(
            handsOutMember == false,
            "a Member is inside the confirmation: a screen can rename it, and nobody saves that"
        )
    }

    @Test("the handle itself decides which texts are handles", arguments: TypedHandle.all)
    func handleRule(typed: TypedHandle) async throws {
        // What others hold looks like it, and is another handle.
        let others = ["Kím", "Kim.", "KimKim", "MinHo", "Min Ho", "ZoëKim", "Zoe_7 & Kim."]
        let world = World(members: try others.map { try member("m-0", $0, isActive: true) })
        let heard = await heard(by: typed.text, in: world)
        #expect(
            heard == typed.answer,
            "the answer to this text is not the one that the handle's own rule gives"
        )
        let saved = await world.members.saved.map(\.handle)
        let wanted = [try? Handle(typed.text)].compactMap(\.self)
        #expect(
            saved == wanted,
            "the handle that was saved is not what the handle's own rule makes of this text"
        )
    }

    @Test("a text that is not a handle is rejected before anybody is asked", arguments: TypedHandle.flawed)
    func invalidTouchesNoPort(typed: TypedHandle) async {
        let world = World()
        _ = await heard(by: typed.text, in: world)
        let calls = world.calls.calls
        #expect(calls == [], "ports were called for a text that can't be a handle")
    }

    @Test("a handle that is taken is refused as taken, whatever its letter case", arguments: AskedFor.all)
    func taken(asked: AskedFor) async throws {
        let handle = asked.text
        let world = World(members: [try member("m-0", asked.holder, isActive: asked.holderIsActive)])
        let heard = await heard(by: handle, in: world)
        #expect(heard == .refusal(.handleTaken), "Kim holds this handle, and the newcomer got another answer")
        let saved = await world.members.saved
        #expect(saved == [], "a second Kim was saved")
        let announcements = world.calls.count(of: .published)
        #expect(announcements == 0, "a second Kim was announced to Moa")
        // First Kim leaves, then the newcomer who got the handle after her.
        for _ in 1...2 {
            await world.members.removeEverybody()
            let heardLater = await self.heard(by: handle, in: world)
            #expect(
                heardLater == .welcome,
                "nobody holds the handle any more, and it is still refused as taken"
            )
            let heardOnceMore = await self.heard(by: handle, in: world)
            #expect(
                heardOnceMore == .refusal(.handleTaken),
                "a newcomer has got the handle, and whoever asks for it next got another answer"
            )
        }
        let effects = [world.calls.count(of: .saved), world.calls.count(of: .published)]
        #expect(
            effects == [2, 2],
            "two got the handle, one after the other; they were saved and announced this many times"
        )
        // Nobody holds the handle, but a port fails. Then Kim joins at the tablet.
        let worlds = [
            World(lookingUp: .failing(call: 1)), World(issuing: .failing(call: 1)),
            World(saving: .failing(call: 1)),
        ]
        for busy in worlds {
            _ = await self.heard(by: handle, in: busy)
            try await busy.members.save(member("m-0", asked.holder, isActive: asked.holderIsActive))
            let heardAfterKim = await self.heard(by: handle, in: busy)
            #expect(
                heardAfterKim == .refusal(.handleTaken),
                "a newcomer met a fault, then Kim joined elsewhere, and the newcomer asked again and got another answer"
            )
        }
    }

    @Test("when nobody can say whether the handle is free, nobody joins", arguments: Failure.allCases)
    func lookupFails(failure: Failure) async {
        let world = World(lookingUp: .failing(call: 1), failure: failure)
        let heard = await heard(by: "Sori", in: world)
        #expect(heard == failure.answer, "the lookup failed, and its error didn't reach the caller")
        let saved = await world.members.saved
        #expect(saved == [], "somebody was saved under a handle that may be taken")
        let announcements = world.calls.count(of: .published)
        #expect(announcements == 0, "somebody was announced under a handle that may be taken")
        await expectWelcome(["Minho", "Sori"], in: world)
        await expectLaterFailure(failure, in: World(lookingUp: .failing(call: 2), failure: failure))
    }

    @Test("when no id is issued, nobody joins", arguments: Failure.allCases)
    func issuingFails(failure: Failure) async {
        let world = World(issuing: .failing(call: 1), failure: failure)
        let heard = await heard(by: "Sori", in: world)
        #expect(heard == failure.answer, "no id was issued, and the port's error didn't reach the caller")
        let saved = await world.members.saved
        #expect(saved == [], "somebody was saved under an id that was never issued")
        let announcements = world.calls.count(of: .published)
        #expect(announcements == 0, "somebody without an id was announced to Moa")
        await expectWelcome(["Minho", "Sori"], in: world)
        await expectLaterFailure(failure, in: World(issuing: .failing(call: 2), failure: failure))
    }

    @Test(
        "when the save fails, the caller gets the error and no newcomer is announced",
        arguments: Failure.allCases
    )
    func saveFails(failure: Failure) async {
        for moment in [FaultPlan.Moment.beforeWrite, .afterWrite] {
            let world = World(saving: .failing(call: 1, moment), failure: failure)
            let heard = await heard(by: "Sori", in: world)
            #expect(heard == failure.answer, "the save failed, and its error didn't reach the caller")
            let announcements = world.calls.count(of: .published)
            #expect(announcements == 0, "the save failed, and the newcomer was announced to Moa")
            // If only the answer to the save was lost, Sori holds her handle now.
            await expectWelcome(moment == .beforeWrite ? ["Minho", "Sori"] : ["Minho"], in: world)
        }
        await expectLaterFailure(failure, in: World(saving: .failing(call: 2), failure: failure))
    }

    @Test("the newcomer is announced to Moa once, after the save")
    func eventLast() async throws {
        let world = World()
        _ = try await welcome(" Sori ", to: world)
        _ = try await welcome("Min  Ho", to: world)
        let told = world.calls.calls.filter { $0 == .saved || $0 == .published }
        try #require(
            told == [.saved, .published, .saved, .published],
            "two newcomers joined, and each should be saved once and then announced once"
        )
        let events = world.events.published.calls
        #expect(events.map(\.memberID.text) == ["Mo-1", "Mo-2"], "an event doesn't name the newcomer's id")
        #expect(
            events.map(\.handle.text) == ["Sori", "Min  Ho"],
            "an event doesn't name the handle that was saved"
        )

        // A task of its own: it is cancelled.
        let moments: [(port: Call?, when: String)] = [
            (nil, "before it began"), (.lookedUp, "during the lookup"),
            (.issuedID, "while an id was issued"), (.saved, "during the save"),
        ]
        for (port, when) in moments {
            let impatient = World(cancelledAt: port)
            let heard = await Task {
                if port == nil { cancelThisTask() }
                return await self.heard(by: "Sori", in: impatient)
            }
            .value
            let told = impatient.calls.calls.filter { $0 == .saved || $0 == .published }
            // As long as nobody is saved, a script may give up and say so.
            let hasGivenUp = heard == .cancelled && told == []
            let isComplete = heard == .welcome && told == [.saved, .published]
            #expect(
                (hasGivenUp || isComplete) == true,
                "a newcomer's task was cancelled \(when), the newcomer heard «\(heard)», and this was done: \(told)"
            )
        }
    }
}

// MARK: - What people type

extension JoinMoaTests {
    struct TypedHandle: CustomTestStringConvertible {
        let text: String
        fileprivate let answer: Answer

        var testDescription: String { "«\(text.replacing("\n", with: "⏎"))»" }

        static let all = [
            TypedHandle(text: "Kim", answer: .welcome),
            TypedHandle(text: "  Kim  ", answer: .welcome),
            TypedHandle(text: "twenty-letters-sharp", answer: .welcome),
            TypedHandle(text: " twenty-letters-sharp ", answer: .welcome),
            TypedHandle(text: "가나다라마바사아자차카타파하거너더러머버", answer: .welcome),
            TypedHandle(text: " Zoë_7 & Kim. ", answer: .welcome),
            TypedHandle(text: "Min\n  Ho\n", answer: .welcome),
            TypedHandle(text: "Ｋｉｍ", answer: .welcome),
            TypedHandle(text: "♥♥♥", answer: .welcome),
            TypedHandle(text: " Kim♥ <3 ", answer: .welcome),
            TypedHandle(text: " Jo ", answer: .flaw(.tooShort(length: 2))),
            TypedHandle(text: "ﬁn", answer: .flaw(.tooShort(length: 2))),
            TypedHandle(text: "   ", answer: .flaw(.tooShort(length: 0))),
            TypedHandle(text: "twenty-one-letters-ok", answer: .flaw(.tooLong(length: 21))),
            TypedHandle(text: "  twenty-two-letters--ok\n", answer: .flaw(.tooLong(length: 22))),
            TypedHandle(text: String(repeating: "Kim", count: 23), answer: .flaw(.tooLong(length: 69))),
        ]

        static let flawed = all.filter { $0.answer != .welcome }
    }

    /// What a newcomer types while Kim holds her handle.
    struct AskedFor: CustomTestStringConvertible {
        let text: String
        var holder = "Kim"
        var holderIsActive = true

        var testDescription: String {
            holderIsActive ? "«\(text)»" : "«\(text)», while its holder is not active"
        }

        static let all = [
            AskedFor(text: "Kim"), AskedFor(text: " KIM "), AskedFor(text: "Kim", holderIsActive: false),
            // In capitals, this would be another handle.
            AskedFor(text: "KIM Voß", holder: "Kim Voß"),
        ]
    }
}

// MARK: - What they hear

extension JoinMoaTests {
    fileprivate enum Answer: Hashable, CustomStringConvertible {
        case welcome
        case refusal(JoinMoa.Refusal)
        case flaw(Handle.Flaw)
        /// A port failed, and its error reached the caller as it was.
        case portError
        case cancelled
        case anotherError(String)

        var description: String {
            switch self {
            case .welcome: "a welcome"
            case .refusal(let refusal): "Refusal.\(refusal)"
            case .flaw(let flaw): "Handle.Flaw.\(flaw)"
            case .portError: "the port's own error"
            case .cancelled: "the port's CancellationError"
            case .anotherError(let error): "another error: \(error)"
            }
        }
    }

    private func heard(by handle: String, in world: World) async -> Answer {
        do {
            _ = try await world.joinMoa.join(.init(handle: handle))
            return .welcome
        } catch let refusal as JoinMoa.Refusal {
            return .refusal(refusal)
        } catch let flaw as Handle.Flaw {
            return .flaw(flaw)
        } catch is InjectedFault {
            return .portError
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .anotherError("\(error)")
        }
    }

    /// What failed works again, and nothing that went wrong before is remembered.
    private func expectWelcome(
        _ handles: [String],
        in world: World,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var heard: [Answer] = []
        for handle in handles { heard.append(await self.heard(by: handle, in: world)) }
        #expect(
            heard == handles.map { _ in .welcome },
            "the port works again, and the newcomer who asked once more didn't join",
            sourceLocation: sourceLocation
        )
        let saved = await world.members.saved.suffix(handles.count).map(\.handle.text)
        let announced = world.events.published.calls.map(\.handle.text)
        #expect(
            [saved, announced] == [handles, handles],
            "newcomers joined once the port worked again, and somebody else was saved or announced",
            sourceLocation: sourceLocation
        )
        let ids = await world.members.saved.map(\.id.text)
        #expect(
            Set(ids).count == ids.count,
            "newcomers joined once the port worked again, and two members hold one id",
            sourceLocation: sourceLocation
        )
    }

    /// A port fails once somebody has joined.
    private func expectLaterFailure(
        _ failure: Failure,
        in world: World,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let heard = await [heard(by: "Sori", in: world), heard(by: "Minho", in: world)]
        #expect(
            heard.filter { $0 != .welcome } == [failure.answer],
            "two asked to join, a port failed for one of them, and they heard something else",
            sourceLocation: sourceLocation
        )
        let effects = await [world.members.saved.count, world.calls.count(of: .published)]
        #expect(
            effects == [1, 1],
            "one of two has joined, and should alone be saved and announced; this many were",
            sourceLocation: sourceLocation
        )
    }

    private func text(of confirmation: JoinMoa.Confirmation) -> String {
        "\(confirmation.memberID) \(confirmation.handle)"
    }

    /// Lets in somebody whom nothing keeps out. A rule about newcomers stops here if they are refused.
    private func welcome(
        _ handle: String,
        to world: World,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JoinMoa.Confirmation {
        var confirmation: JoinMoa.Confirmation?
        var problem = ""
        do {
            confirmation = try await world.joinMoa.join(.init(handle: handle))
        } catch {
            problem = "\(error)"
        }
        return try #require(
            confirmation,
            "the handle was free, and the newcomer was sent away: \(problem)",
            sourceLocation: sourceLocation
        )
    }
}

// MARK: - Moa as the script sees it

extension JoinMoaTests {
    private enum Call: String, CustomStringConvertible {
        case issuedID = "asked for an id"
        case lookedUp = "asked who holds the handle"
        case saved = "saved a member"
        case published = "announced a newcomer"

        var description: String { rawValue }
    }

    /// What a port throws: its own error, that of a call that was cancelled, or that of a value.
    enum Failure: CaseIterable, CustomTestStringConvertible {
        case fault, cancellation, oldText

        var testDescription: String {
            switch self {
            case .fault: "the port fails"
            case .cancellation: "the port's call is cancelled"
            case .oldText: "the port meets an old text that is no handle"
            }
        }

        fileprivate var answer: Answer {
            self == .fault ? .portError : self == .cancellation ? .cancelled : .flaw(.tooShort(length: 1))
        }

        fileprivate func around<Result>(_ plan: FaultPlan, _ work: () throws -> Result) throws -> Result {
            do {
                return try plan.around { try work() }
            } catch  where self == .cancellation {
                throw CancellationError()
            } catch  where self == .oldText {
                throw Handle.Flaw.tooShort(length: 1)
            }
        }
    }

    /// What was asked of the ports. A task is cancelled while one of them works, if that is wanted.
    private struct Notes: Sendable {
        let calls: CallRecorder<Call>
        let cancelledAt: Call?

        func record(_ call: Call) {
            calls.record(call)
            if call == cancelledAt { cancelThisTask() }
        }
    }

    /// Three ports that note, in one list, what was asked of them. The script may be a class.
    private struct World: @unchecked Sendable {
        let calls: CallRecorder<Call>
        let ids: CountingIDs
        let members: FaultyMembers
        let events: ListedEvents
        /// One script for all who join this Moa.
        let joinMoa: JoinMoa

        init(
            members: [Member] = [],
            lookingUp: FaultPlan = FaultPlan(),
            issuing: FaultPlan = FaultPlan(),
            saving: FaultPlan = FaultPlan(),
            failure: Failure = .fault,
            cancelledAt: Call? = nil,
            meeting: Rendezvous? = nil
        ) {
            calls = CallRecorder()
            let notes = Notes(calls: calls, cancelledAt: cancelledAt)
            ids = CountingIDs(issuing: issuing, failure: failure, notes: notes, meeting: meeting)
            self.members = FaultyMembers(
                members,
                lookingUp: lookingUp,
                saving: saving,
                failure: failure,
                notes: notes,
                meeting: meeting
            )
            events = ListedEvents(notes: notes, meeting: meeting)
            joinMoa = JoinMoa(ids: ids, members: self.members, events: events)
        }
    }

    private struct CountingIDs: JoinMoa.IDs {
        let issuing: FaultPlan
        let failure: Failure
        let notes: Notes
        let meeting: Rendezvous?
        let sequence = SequenceIDs(prefix: "Mo")

        func next() async throws -> MemberID {
            notes.record(.issuedID)
            await meeting?.meet()
            return try failure.around(issuing) { try MemberID(sequence.next()) }
        }
    }

    private actor FaultyMembers: JoinMoa.Members {
        private(set) var saved: [Member] = []
        private var before: [Member]
        private let lookingUp: FaultPlan
        private let saving: FaultPlan
        private let failure: Failure
        private let notes: Notes
        private let meeting: Rendezvous?

        init(
            _ before: [Member],
            lookingUp: FaultPlan,
            saving: FaultPlan,
            failure: Failure,
            notes: Notes,
            meeting: Rendezvous?
        ) {
            self.before = before
            self.lookingUp = lookingUp
            self.saving = saving
            self.failure = failure
            self.notes = notes
            self.meeting = meeting
        }

        func removeEverybody() {
            before = []
            saved = []
        }

        func holder(of handle: Handle) async throws -> Member? {
            notes.record(.lookedUp)
            await meeting?.meet()
            return try failure.around(lookingUp) {
                (before + saved).first { $0.handle.folded == handle.folded }
            }
        }

        func save(_ member: Member) async throws {
            notes.record(.saved)
            await meeting?.meet()
            try failure.around(saving) { saved.append(member) }
        }
    }

    private struct ListedEvents: JoinMoa.Events {
        let notes: Notes
        let meeting: Rendezvous?
        let published = CallRecorder<JoinMoa.MemberJoined>()

        func publish(_ event: JoinMoa.MemberJoined) async {
            notes.record(.published)
            await meeting?.meet()
            published.record(event)
        }
    }

    private func member(_ id: String, _ handle: String, isActive: Bool) throws -> Member {
        Member(id: try MemberID(id), handle: try Handle(handle), isActive: isActive)
    }

    /// Whether there is a member anywhere inside, however it is wrapped.
    private func holdsMember(_ subject: Any, depth: Int = 0) -> Bool {
        if subject is Member || "\(type(of: subject))".contains(/(->|Task<).*\bMember\b/) { return true }
        guard depth < 8 else { return false }
        var layer: Mirror? = Mirror(reflecting: subject)
        while let mirror = layer {
            if mirror.children.contains(where: { holdsMember($0.value, depth: depth + 1) }) { return true }
            layer = mirror.superclassMirror
        }
        return false
    }
}

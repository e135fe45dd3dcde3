import InMemoryInfrastructure
import Moa
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.2 Edit, leave")
struct ProfileTests {
    @Test("an edit changes what is given, and keeps the rest", arguments: Edit.all)
    func partialEdit(edit: Edit) async throws {
        let roster = Roster()
        let outcome = try await outcome(of: edit, in: roster)
        #expect(
            outcome == Outcome(.yes, edit.result),
            "Kim got another answer, or her profile is not as her edit should leave it"
        )
    }

    @Test("an edit is saved once, as a whole")
    func savedOnce() async throws {
        let roster = Roster()
        _ = try await outcome(of: Edit.all[1], in: roster)
        let saves = await roster.saves
        #expect(
            saves == 1,
            "the edit was not saved exactly once; between two saves, a part of it can be lost"
        )
    }

    @Test("a member's own handle is not taken", arguments: Edit.own)
    func ownHandle(edit: Edit) async throws {
        let roster = Roster()
        let outcome = try await outcome(of: edit, in: roster)
        #expect(
            outcome == Outcome(.yes, edit.result),
            "Kim's edit names her own handle, and was refused or not saved as she typed it"
        )
    }

    @Test("a refused edit gives the reason, and changes nothing", arguments: RefusedEdit.all)
    func refused(edit: RefusedEdit) async throws {
        let roster = Roster()
        let heard = await heard {
            try await EditProfile(members: roster).edit(edit.command())
        }
        #expect(heard == edit.answer, "Kim heard something other than what is wrong with her edit")
        let kim = await roster.row("m-1")
        #expect(kim == Roster.kim, "Kim's edit was refused, and her profile has changed")
    }

    @Test("somebody who is not in Moa can be neither read nor edited", arguments: Absent.allCases)
    func unknownMember(absent: Absent) async throws {
        let roster = Roster()
        let id = try MemberID(absent.id)
        let reading = await heard { _ = try await ReadProfile(members: roster).read(id) }
        #expect(
            reading == .refusal(.unknownMember),
            "nobody is there to be read, and the caller got another answer than «unknown member»"
        )
        let editing = await heard {
            try await EditProfile(members: roster).edit(.init(memberID: id, introduction: "Chess."))
        }
        #expect(
            editing == .refusal(.unknownMember),
            "nobody is there to be edited, and the caller got another answer than «unknown member»"
        )
    }

    @Test("a profile page shows what was saved last")
    func read() async throws {
        let roster = Roster()
        let profiles = ReadProfile(members: roster)
        let before = try await profiles.read(MemberID("m-1"))
        #expect(shown(before.handle) == "Kim", "the page shows a handle that is not Kim's")
        #expect(
            shown(before.introduction) == "Go, and tea.",
            "the page shows an introduction that is not Kim's"
        )
        await roster.rewrite("m-1", as: Roster.Row("Sori", "Chess."))
        let after = try await profiles.read(MemberID("m-1"))
        let seen = [shown(after.handle), shown(after.introduction)]
        #expect(
            seen == ["Sori", "Chess."],
            "Kim became Sori, who plays chess, and the page doesn't show that"
        )
    }

    @Test("a profile page holds no member")
    func noMemberOutside() async throws {
        let page = try await ReadProfile(members: Roster()).read(MemberID("m-1"))
        let handsOutMember = holdsMember(page)
        #expect(
            handsOutMember == false,
            "a member is inside the page: a screen can rename it, and nobody saves that"
        )
    }

    @Test("a member who leaves is kept as one who has left")
    func leave() async throws {
        let roster = Roster()
        try await LeaveMoa(members: roster).leave(MemberID("m-1"))
        let kim = await roster.row("m-1")
        #expect(
            kim == Roster.Row("Kim", "Go, and tea.", isActive: false),
            "Kim left, and is not kept as she was, as one who has left"
        )
    }

    @Test("leaving again is not an error", arguments: LeavingAgain.allCases)
    func leaveAgain(again: LeavingAgain) async throws {
        let roster = Roster(faults: again.faults)
        let leaving = LeaveMoa(members: roster)
        let kim = try MemberID("m-1")
        let first = await heard { try await leaving.leave(kim) }
        try #require(first == again.firstAnswer, "Kim's first leaving got another answer")
        let second = await heard { try await leaving.leave(again.id) }
        #expect(second == .yes, "somebody who is not in Moa wanted to leave, and got an error")
        let rows = await roster.rows
        #expect(rows.count == 3, "three were on the roster, and somebody was added or removed")
    }

    @Test("when a port fails, the caller gets its error and nothing changes", arguments: Failure.all)
    func portFails(failure: Failure) async throws {
        let roster = Roster(faults: .failing(call: 1, of: failure.operation))
        let kim = try MemberID("m-1")
        let heard = await heard {
            switch failure.useCase {
            case .edit:
                let command = EditProfile.Command(memberID: kim, handle: "Sori", introduction: "Chess.")
                try await EditProfile(members: roster).edit(command)
            case .read: _ = try await ReadProfile(members: roster).read(kim)
            case .leave: try await LeaveMoa(members: roster).leave(kim)
            }
        }
        #expect(heard == .portError, "a port failed, and its error didn't reach the caller")
        let row = await roster.row("m-1")
        #expect(row == Roster.kim, "the use case failed, and Kim's profile has changed")
    }
}

// MARK: - What is asked for

extension ProfileTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        var handle: String?
        var introduction: String?
        fileprivate let result: Roster.Row

        fileprivate func command() throws -> EditProfile.Command {
            EditProfile.Command(memberID: try MemberID("m-1"), handle: handle, introduction: introduction)
        }

        var testDescription: String {
            let handle = handle.map { "«\($0)»" } ?? "not given"
            let introduction = introduction.map { "«\($0)»" } ?? "not given"
            return "handle \(handle), introduction \(introduction)"
        }

        static let all = [
            Edit(handle: "Sori", result: Roster.Row("Sori", "Go, and tea.")),
            Edit(handle: " Sori ", introduction: "Chess.", result: Roster.Row("Sori", "Chess.")),
            Edit(introduction: "Chess.", result: Roster.Row("Kim", "Chess.")),
            Edit(introduction: "", result: Roster.Row("Kim", "")),
            Edit(result: Roster.Row("Kim", "Go, and tea.")),
            Edit(introduction: " Go,  and films. ", result: Roster.Row("Kim", " Go,  and films. ")),
        ]

        static let own = [
            Edit(handle: "Kim", introduction: "Chess.", result: Roster.Row("Kim", "Chess.")),
            Edit(handle: "KIM", result: Roster.Row("KIM", "Go, and tea.")),
        ]
    }

    struct RefusedEdit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var handle: String?
        var introduction: String?
        fileprivate let answer: Answer

        fileprivate func command() throws -> EditProfile.Command {
            EditProfile.Command(memberID: try MemberID("m-1"), handle: handle, introduction: introduction)
        }

        static let all = [
            RefusedEdit(
                testDescription: "Lee's handle, in capitals",
                handle: "LEE",
                introduction: "Chess.",
                answer: .refusal(.handleTaken)
            ),
            RefusedEdit(
                testDescription: "a text that is not a handle",
                handle: "K",
                introduction: "Chess.",
                answer: .flaw(.tooShort(length: 1))
            ),
            RefusedEdit(
                testDescription: "an empty handle, which counts as given",
                handle: "",
                answer: .flaw(.tooShort(length: 0))
            ),
            RefusedEdit(
                testDescription: "a free handle, with an introduction that is too long",
                handle: "Sori",
                introduction: String(repeating: "a", count: 141),
                answer: .introductionTooLong
            ),
        ]
    }

    enum Absent: CaseIterable, CustomTestStringConvertible {
        case stranger
        case left

        var id: String { self == .stranger ? "m-9" : "m-3" }

        var testDescription: String {
            switch self {
            case .stranger: "an id that nobody ever had"
            case .left: "somebody who has left"
            }
        }
    }

    enum LeavingAgain: CaseIterable, CustomTestStringConvertible {
        case secondTime
        case answerGotLost
        case stranger

        var id: MemberID {
            get throws { try MemberID(self == .stranger ? "m-9" : "m-1") }
        }

        var faults: FaultPlan {
            self == .answerGotLost ? .failing(call: 1, .afterWrite, of: "save") : FaultPlan()
        }

        fileprivate var firstAnswer: Answer { self == .answerGotLost ? .portError : .yes }

        var testDescription: String {
            switch self {
            case .secondTime: "Kim has left, and leaves again"
            case .answerGotLost: "Kim has left, but the answer got lost, and she asks again"
            case .stranger: "somebody who never joined leaves"
            }
        }
    }

    struct Failure: CustomTestStringConvertible {
        enum UseCase: String {
            case edit, read, leave
        }

        let useCase: UseCase
        let operation: String

        var testDescription: String { "\(useCase.rawValue): \(operation) fails" }

        static let all = [
            Failure(useCase: .edit, operation: "find"),
            Failure(useCase: .edit, operation: "holder"),
            Failure(useCase: .edit, operation: "save"),
            Failure(useCase: .read, operation: "find"),
            Failure(useCase: .leave, operation: "find"),
            Failure(useCase: .leave, operation: "save"),
        ]
    }
}

// MARK: - What is heard

extension ProfileTests {
    fileprivate enum Answer: Hashable, CustomStringConvertible {
        case yes
        case refusal(ProfileRefusal)
        case flaw(Handle.Flaw)
        case introductionTooLong
        /// A port failed, and its error reached the caller as it was.
        case portError
        case anotherError(String)

        var description: String {
            switch self {
            case .yes: "no error"
            case .refusal(let refusal): "ProfileRefusal.\(refusal)"
            case .flaw(let flaw): "Handle.Flaw.\(flaw)"
            case .introductionTooLong: "ClubMember.IntroductionTooLong"
            case .portError: "the port's own error"
            case .anotherError(let error): "another error: \(error)"
            }
        }
    }

    private func heard(from useCase: () async throws -> Void) async -> Answer {
        do {
            try await useCase()
            return .yes
        } catch let refusal as ProfileRefusal {
            return .refusal(refusal)
        } catch let flaw as Handle.Flaw {
            return .flaw(flaw)
        } catch is ClubMember.IntroductionTooLong {
            return .introductionTooLong
        } catch is InjectedFault {
            return .portError
        } catch {
            return .anotherError("\(error)")
        }
    }

    /// What Kim heard about her edit, and how she is kept.
    fileprivate struct Outcome: Hashable, CustomStringConvertible {
        let heard: Answer
        let kim: Roster.Row?

        init(_ heard: Answer, _ kim: Roster.Row?) {
            self.heard = heard
            self.kim = kim
        }

        var description: String { "\(heard); \(kim.map { "\($0)" } ?? "no Kim is kept")" }
    }

    private func outcome(of edit: Edit, in roster: Roster) async throws -> Outcome {
        let command = try edit.command()
        let heard = await heard { try await EditProfile(members: roster).edit(command) }
        return Outcome(heard, await roster.row("m-1"))
    }

    /// What a reader sees, in a text or in a value, which may be optional.
    private func shown(_ value: Any?) -> String {
        value.map { "\($0)" } ?? ""
    }

    /// Whether there is a member anywhere inside, however it is wrapped.
    private func holdsMember(_ subject: Any, depth: Int = 0) -> Bool {
        if subject is ClubMember { return true }
        guard depth < 8 else { return false }
        var layer: Mirror? = Mirror(reflecting: subject)
        while let mirror = layer {
            if mirror.children.contains(where: { holdsMember($0.value, depth: depth + 1) }) { return true }
            layer = mirror.superclassMirror
        }
        return false
    }
}

// MARK: - The roster

extension ProfileTests {
    /// Kim and Lee, and Min who has left. Kept as rows: what is not saved is lost.
    fileprivate actor Roster: ClubMembers {
        struct Row: Hashable, CustomStringConvertible {
            var handle: String
            var introduction: String
            var isActive: Bool

            init(_ handle: String, _ introduction: String, isActive: Bool = true) {
                self.handle = handle
                self.introduction = introduction
                self.isActive = isActive
            }

            var description: String { "\(handle), «\(introduction)», \(isActive ? "a member" : "has left")" }
        }

        static let kim = Row("Kim", "Go, and tea.")

        private(set) var rows = [
            "m-1": kim, "m-2": Row("Lee", "Films."), "m-3": Row("Min", "Books.", isActive: false),
        ]
        private(set) var saves = 0
        private let faults: FaultPlan

        init(faults: FaultPlan = FaultPlan()) {
            self.faults = faults
        }

        func row(_ id: String) -> Row? { rows[id] }

        func rewrite(_ id: String, as row: Row) { rows[id] = row }

        func find(_ id: MemberID) async throws -> ClubMember? {
            try faults.around("find") { try rows[id.text].flatMap { try member(id.text, $0) } }
        }

        func holder(of handle: Handle) async throws -> ClubMember? {
            try faults.around("holder") {
                try rows
                    .first { $0.value.isActive && $0.value.handle.lowercased() == handle.folded }
                    .flatMap { try member($0.key, $0.value) }
            }
        }

        func save(_ member: ClubMember) async throws {
            saves += 1
            try faults.around("save") {
                rows[member.id.text] = Row(
                    member.handle.text,
                    member.introduction,
                    isActive: member.isActive
                )
            }
        }

        private func member(_ id: String, _ row: Row) throws -> ClubMember? {
            guard row.isActive else { return nil }
            return try ClubMember(
                id: MemberID(id),
                handle: Handle(row.handle),
                introduction: row.introduction
            )
        }
    }
}

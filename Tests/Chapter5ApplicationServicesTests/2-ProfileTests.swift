import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.2 Edit, leave")
struct ProfileTests {
    @Test("an edit changes what is given, and keeps the rest", arguments: Edit.all)
    func partialEdit(edit: Edit) async throws {
        let roster = Roster()
        let editing = EditProfile(members: roster)
        let first = try await outcome(of: edit, by: editing, in: roster)
        #expect(
            first == Outcome(.yes, edit.result),
            "Kim got another answer, or her profile is not as her edit should leave it"
        )
        await roster.rewrite("m-1", as: Roster.Row("Jun", "Films."))
        let later = Edit(introduction: "Tea.", result: Roster.Row("Jun", "Tea."))
        let second = try await outcome(of: later, by: editing, in: roster)
        #expect(
            second == Outcome(.yes, later.result),
            "Kim became Jun, then edited her introduction alone, and was refused or lost one of the changes"
        )

        let surprise = await Season.surprise(.edit)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after somebody edited a profile"
        )
    }

    @Test("an edit is saved once, as a whole", arguments: Edit.all.filter(\.givesSomething))
    func savedOnce(edit: Edit) async throws {
        let roster = Roster()
        _ = try await outcome(of: edit, by: EditProfile(members: roster), in: roster)
        let saves = await roster.saves
        #expect(
            saves == 1,
            "the edit was not saved exactly once; between two saves, a part of it can be lost"
        )
    }

    @Test("a member's own handle is not taken", arguments: Edit.own)
    func ownHandle(edit: Edit) async throws {
        let roster = Roster()
        let editing = EditProfile(members: roster)
        let outcome = try await outcome(of: edit, by: editing, in: roster)
        #expect(
            outcome == Outcome(.yes, edit.result),
            "Kim's edit names her own handle, and was refused or not saved as she typed it"
        )
        let lee = EditProfile.Command(memberID: try MemberID("M-1"), handle: "LEE")
        let heardByLee = await heard { try await editing.edit(lee) }
        #expect(heardByLee == .yes, "Kim asked for her own handle, then Lee for his, and Lee was refused")
        let renamed = await roster.row("M-1")
        #expect(
            renamed == Roster.Row("LEE", "Films."),
            "Lee asked for his handle in capitals, and is not kept under it"
        )
        let secondKim = EditProfile.Command(memberID: try MemberID("M-1"), handle: edit.handle)
        let answer = await heard { try await editing.edit(secondKim) }
        #expect(
            answer == .refusal(.handleTaken),
            "Kim asked for her own handle, then Lee for Kim's, and Lee didn't hear that it is taken"
        )
        await roster.rewrite("m-1", as: Roster.Row("Sori", "Chess."))
        let freed = await heard { try await editing.edit(secondKim) }
        #expect(freed == .yes, "Kim has become Sori, and Lee, who asked for the handle «Kim», was refused")
        // In capitals the two handles are the same; folded they are not.
        await roster.rewrite("m-1", as: Roster.Row("Straße", "Chess."))
        await roster.rewrite("M-1", as: Roster.Row("Strasse", "Films."))
        let strasse = EditProfile.Command(memberID: try MemberID("m-1"), handle: "Strasse")
        let heardByStraße = await heard { try await editing.edit(strasse) }
        #expect(
            heardByStraße == .refusal(.handleTaken),
            "Straße asked for the handle «Strasse», which another member holds, and got another answer"
        )

        let surprise = await Season.surprise(.own)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after somebody asked for their own handle"
        )
    }

    @Test("a refused edit gives the reason, and changes nothing", arguments: RefusedEdit.all)
    func refused(edit: RefusedEdit) async throws {
        let roster = Roster()
        let editing = EditProfile(members: roster)
        let heard = await heard { try await editing.edit(edit.command()) }
        #expect(heard == edit.answer, "Kim heard something other than what is wrong with her edit")
        let kim = await roster.row("m-1")
        #expect(kim == Roster.kim, "Kim's edit was refused, and her profile has changed")
        for edit in [Edit.all[2], Edit.all[1]] {
            let mended = try await outcome(of: edit, by: editing, in: roster)
            #expect(
                mended == Outcome(.yes, edit.result),
                "Kim corrected her refused edit, and heard another answer or is not kept as she asked"
            )
        }
        await roster.rewrite("M-1", as: Roster.Row("Lee", "Films.", isActive: false))
        let freed = Edit(handle: "LEE", result: Roster.Row("LEE", Edit.all[1].result.introduction))
        let afterLee = try await self.outcome(of: freed, by: editing, in: roster)
        #expect(
            afterLee == Outcome(.yes, freed.result),
            "Lee has left, and Kim, who asked for his handle, was refused or is not kept under it"
        )

        let surprise = await Season.surprise(.refusal)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after an edit that should be refused"
        )
    }

    @Test("somebody who is not in Moa can be neither read nor edited", arguments: Absent.allCases)
    func unknownMember(absent: Absent) async throws {
        let roster = Roster()
        let id = try MemberID(absent.id)
        let edits = [
            EditProfile.Command(memberID: id, introduction: "Chess."),
            EditProfile.Command(memberID: id, handle: "Sori"),
        ]
        let profiles = ReadProfile(members: roster)
        let editing = EditProfile(members: roster)
        let heardByReader = await heard { _ = try await profiles.read(id) }
        #expect(
            heardByReader == .refusal(.unknownMember),
            "nobody is there to be read, and the caller got an answer other than «unknown member»"
        )
        for edit in edits {
            let heardByEditor = await heard { try await editing.edit(edit) }
            #expect(
                heardByEditor == .refusal(.unknownMember),
                "nobody is there to be edited, and the caller got an answer other than «unknown member»"
            )
        }
        await roster.rewrite(absent.id, as: Roster.Row("Min", "Books."))
        let answers = [
            await heard { _ = try await profiles.read(id) }, await heard { try await editing.edit(edits[0]) },
        ]
        #expect(answers == [.yes, .yes], "they have since joined Moa, and can't be read or edited")

        let surprise = await Season.surprise(.unknown)
        #expect(
            surprise == nil,
            "a season went by at two desks, and somebody who is not in Moa was treated wrongly"
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
        await roster.rewrite("m-1", as: Roster.Row("Sori", Roster.longAgo))
        let after = try await profiles.read(MemberID("m-1"))
        let seen = [shown(after.handle), shown(after.introduction)]
        #expect(
            seen == ["Sori", Roster.longAgo],
            "Kim became Sori, whose introduction is long and spaced, and the page doesn't show that"
        )
        let lee = try await profiles.read(MemberID("M-1"))
        #expect(
            [shown(lee.handle), shown(lee.introduction)] == ["Lee", "Films."],
            "Kim's page was read, then Lee's, and Lee's page doesn't show Lee"
        )
        // Both are found before either is shown.
        let desk = Desk(Roster(meeting: Rendezvous()))
        async let kimsPage = desk.answer(to: .read("m-1")).page?.handle
        async let leesPage = desk.answer(to: .read("M-1")).page?.handle
        let handles = await [kimsPage, leesPage]
        #expect(
            handles == ["Kim", "Lee"],
            "Kim's page and Lee's were read at the same moment, and the pages show these handles"
        )
        await roster.rewrite("m-1", as: Roster.Row("Sori", "Chess.", isActive: false))
        let afterLeaving = await heard { _ = try await profiles.read(MemberID("m-1")) }
        #expect(afterLeaving == .refusal(.unknownMember), "Sori has left, and her page is still shown")

        let surprise = await Season.surprise(.read)
        #expect(
            surprise == nil,
            "a season went by at two desks, and a profile page showed something else"
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
        let leaving = LeaveMoa(members: roster)
        try await leaving.leave(MemberID("m-1"))
        let kim = await roster.row("m-1")
        #expect(
            kim == Roster.Row("Kim", "Go, and tea.", isActive: false),
            "Kim left, and is not kept as one who has left and is otherwise unchanged"
        )
        try await leaving.leave(MemberID("M-1"))
        let lee = await roster.row("M-1")
        #expect(
            lee == Roster.Row("Lee", "Films.", isActive: false),
            "Kim left, then Lee, and Lee is not kept as one who has left and is otherwise unchanged"
        )
        await roster.rewrite("m-1", as: Roster.Row("Jun", Roster.longAgo))
        try await leaving.leave(MemberID("m-1"))
        let jun = await roster.row("m-1")
        #expect(
            jun == Roster.Row("Jun", Roster.longAgo, isActive: false),
            "Kim came back as Jun and left again, and is not kept as Jun who has left"
        )

        // Both are found before either is saved.
        let crowd = Roster(meeting: Rendezvous())
        let desk = Desk(crowd)
        async let heardByKim = desk.heard(about: .leave("m-1"))
        async let heardByLee = desk.heard(about: .leave("M-1"))
        _ = await (heardByKim, heardByLee)
        let stillMembers = await crowd.rows.values.filter(\.isActive).map(\.handle).sorted()
        #expect(stillMembers == [], "Kim and Lee left at the same moment, and these are still members")

        let surprise = await Season.surprise(.leave)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after somebody left"
        )
    }

    @Test("leaving again is not an error", arguments: LeavingAgain.allCases)
    func leaveAgain(again: LeavingAgain) async throws {
        let roster = Roster(faults: again.faults)
        let leaving = LeaveMoa(members: roster)
        let kim = try MemberID("m-1")
        let first = await heard { try await leaving.leave(kim) }
        try #require(
            first == again.firstAnswer,
            "Kim asked to leave, and the answer doesn't say whether the save succeeded"
        )
        let second = await heard { try await leaving.leave(again.id) }
        #expect(second == .yes, "somebody asked to leave once more, and the answer was an error")
        let rows = await roster.rows
        #expect(
            rows == Roster.rowsWithoutKim,
            "the roster should be as before, except that Kim has left, and it is not"
        )

        let surprise = await Season.surprise(.leaveAgain)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after somebody who had left asked again"
        )
    }

    @Test("when a port fails, the caller gets its error and nothing changes", arguments: Failure.all)
    func portFails(failure: Failure) async throws {
        let roster = Roster()
        let attempt = try failure.attempt(on: roster)
        // The second round meets a use case that has worked once.
        for _ in 1...2 {
            await roster.failNext(failure.operation, as: failure.answer)
            let heard = await heard(from: attempt)
            #expect(heard == failure.answer, "a port failed, and its error didn't reach the caller")
            let row = await roster.row("m-1")
            #expect(row == Roster.kim, "the use case failed, and Kim's profile has changed")
            let again = Outcome(await self.heard(from: attempt), await roster.row("m-1"))
            #expect(
                again == Outcome(.yes, failure.result),
                "the port works again, and a second request ended in an error or was not carried out"
            )
            await roster.rewrite("m-1", as: Roster.kim)
        }
        let jammed = Roster(jamsOnceSaved: true)
        let last = Outcome(await heard(from: try failure.attempt(on: jammed)), await jammed.row("m-1"))
        #expect(
            last == Outcome(.yes, failure.result),
            "nothing failed until after the save, and the request ended in an error or was not carried out"
        )

        let surprise = await Season.surprise(.failure)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after a port had failed"
        )
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

        var givesSomething: Bool { handle != nil || introduction != nil }

        var testDescription: String {
            let handle = handle.map { "«\($0.replacing("\n", with: "⏎"))»" } ?? "not given"
            let introduction =
                introduction.map {
                    $0.count < 140 ? "«\($0.replacing("\r\n", with: "␍⏎"))»" : "of 140 family emoji"
                } ?? "not given"
            return "handle \(handle), introduction \(introduction)"
        }

        static let all = [
            Edit(handle: "Sori", result: Roster.Row("Sori", "Go, and tea.")),
            Edit(handle: " Sori ", introduction: "Chess.", result: Roster.Row("Sori", "Chess.")),
            Edit(introduction: "Chess.", result: Roster.Row("Kim", "Chess.")),
            Edit(introduction: "", result: Roster.Row("Kim", "")),
            Edit(result: Roster.Row("Kim", "Go, and tea.")),
            Edit(handle: " Min\n Ho ", introduction: "", result: Roster.Row("Min\n Ho", "")),
            Edit(handle: "Ｓｏｒｉ", result: Roster.Row("Ｓｏｒｉ", "Go, and tea.")),
            Edit(introduction: " Go,  and films. \n", result: Roster.Row("Kim", " Go,  and films. \n")),
            Edit(introduction: "ｇｏ,\r\n\tand tea.", result: Roster.Row("Kim", "ｇｏ,\r\n\tand tea.")),
            Edit(introduction: "  ", result: Roster.Row("Kim", "  ")),
            Edit(introduction: "I <3 Go & \"tea\".", result: Roster.Row("Kim", "I <3 Go & \"tea\".")),
            Edit(introduction: longest, result: Roster.Row("Kim", longest)),
            // Lee holds «Lee», which is another handle.
            Edit(handle: "@Lee.", result: Roster.Row("@Lee.", "Go, and tea.")),
        ]

        /// As long as it may be, and much longer in bytes and scalars.
        private static let longest = String(repeating: "👨‍👩‍👧", count: 140)

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
                testDescription: "a letter between blanks, which is not a handle",
                handle: " K ",
                answer: .flaw(.tooShort(length: 1))
            ),
            RefusedEdit(
                testDescription: "a handle that is too long, between blanks",
                handle: " twenty-one-letters-ok ",
                answer: .flaw(.tooLong(length: 21))
            ),
            RefusedEdit(
                testDescription: "an empty handle, which counts as given",
                handle: "",
                answer: .flaw(.tooShort(length: 0))
            ),
            RefusedEdit(
                testDescription: "an empty handle, beside an introduction",
                handle: "",
                introduction: "Chess.",
                answer: .flaw(.tooShort(length: 0))
            ),
            RefusedEdit(
                testDescription: "a handle of blanks alone, which counts as given",
                handle: "   ",
                answer: .flaw(.tooShort(length: 0))
            ),
            RefusedEdit(
                testDescription: "a handle of a tab and a line break, beside an introduction",
                handle: "\t\n",
                introduction: "Chess.",
                answer: .flaw(.tooShort(length: 0))
            ),
            RefusedEdit(
                testDescription: "a free handle, with an introduction that is too long",
                handle: "Sori",
                introduction: String(repeating: "a", count: 141),
                answer: .introductionTooLong(.init(length: 141))
            ),
            RefusedEdit(
                testDescription: "an introduction that is too long, alone",
                introduction: String(repeating: "a", count: 1_000),
                answer: .introductionTooLong(.init(length: 1_000))
            ),
            RefusedEdit(
                testDescription: "an introduction of 141 family emoji, and a line break",
                introduction: String(repeating: "👨‍👩‍👧", count: 141) + "\r\n",
                answer: .introductionTooLong(.init(length: 142))
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
        case saveFailed
        case stranger

        var id: MemberID {
            get throws { try MemberID(self == .stranger ? "m-9" : "m-1") }
        }

        var faults: FaultPlan {
            switch self {
            case .answerGotLost: .failing(call: 1, .afterWrite, of: "save")
            case .saveFailed: .failing(call: 1, of: "save")
            case .secondTime, .stranger: FaultPlan()
            }
        }

        fileprivate var firstAnswer: Answer {
            self == .answerGotLost || self == .saveFailed ? .portError : .yes
        }

        var testDescription: String {
            switch self {
            case .secondTime: "Kim has left, and leaves again"
            case .answerGotLost: "Kim has left, but the answer got lost, and she asks again"
            case .saveFailed: "Kim's leaving could not be saved, and she asks again"
            case .stranger: "somebody who never joined leaves"
            }
        }
    }

    struct Failure: CustomTestStringConvertible {
        enum UseCase: String {
            case edit, rename, introduce, read, leave
        }

        let useCase: UseCase
        let operation: String
        fileprivate var answer = Answer.portError

        var testDescription: String {
            switch answer {
            case .cancelled: "\(useCase.rawValue): \(operation) is cancelled"
            case .flaw: "\(useCase.rawValue): \(operation) meets an old text that is no handle"
            default: "\(useCase.rawValue): \(operation) fails"
            }
        }

        /// One use case of Kim's, to be asked for as often as one likes.
        fileprivate func attempt(on roster: Roster) throws -> () async throws -> Void {
            let kim = try MemberID("m-1")
            let editing = EditProfile(members: roster)
            let reading = ReadProfile(members: roster)
            let leaving = LeaveMoa(members: roster)
            return switch useCase {
            case .edit:
                { try await editing.edit(.init(memberID: kim, handle: "Sori", introduction: "Chess.")) }
            case .rename: { try await editing.edit(.init(memberID: kim, handle: "Sori")) }
            case .introduce: { try await editing.edit(.init(memberID: kim, introduction: "Chess.")) }
            case .read: { _ = try await reading.read(kim) }
            case .leave: { try await leaving.leave(kim) }
            }
        }

        /// How Kim is kept as soon as the use case has worked.
        fileprivate var result: Roster.Row {
            switch useCase {
            case .edit: Roster.Row("Sori", "Chess.")
            case .rename: Roster.Row("Sori", "Go, and tea.")
            case .introduce: Roster.Row("Kim", "Chess.")
            case .read: Roster.kim
            case .leave: Roster.Row("Kim", "Go, and tea.", isActive: false)
            }
        }

        static let all = [Answer.portError, .cancelled, .flaw(.tooShort(length: 1))].flatMap { answer in
            failures.map { Failure(useCase: $0.useCase, operation: $0.operation, answer: answer) }
        }

        private static let failures = [
            Failure(useCase: .edit, operation: "find"),
            Failure(useCase: .edit, operation: "holder"),
            Failure(useCase: .edit, operation: "save"),
            Failure(useCase: .rename, operation: "find"),
            Failure(useCase: .rename, operation: "holder"),
            Failure(useCase: .rename, operation: "save"),
            Failure(useCase: .introduce, operation: "find"),
            Failure(useCase: .introduce, operation: "save"),
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
        case introductionTooLong(ClubMember.IntroductionTooLong)
        /// A port failed, and its error reached the caller as it was.
        case portError
        case cancelled
        case anotherError(String)

        /// What a port throws that answers so, if it isn't the injected fault.
        var error: (any Error)? {
            switch self {
            case .cancelled: CancellationError()
            case .flaw(let flaw): flaw
            default: nil
            }
        }

        var description: String {
            switch self {
            case .yes: "no error"
            case .refusal(let refusal): "ProfileRefusal.\(refusal)"
            case .flaw(let flaw): "Handle.Flaw.\(flaw)"
            case .introductionTooLong(let error): "\(error)"
            case .portError: "the port's own error"
            case .cancelled: "the port's CancellationError"
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
        } catch let error as ClubMember.IntroductionTooLong {
            return .introductionTooLong(error)
        } catch is InjectedFault {
            return .portError
        } catch is CancellationError {
            return .cancelled
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

    private func outcome(
        of edit: Edit,
        by editing: EditProfile,
        in roster: Roster
    ) async throws -> Outcome {
        let command = try edit.command()
        let heard = await heard { try await editing.edit(command) }
        return Outcome(heard, await roster.row("m-1"))
    }

    /// What a reader sees, in a text or in a value, which may be optional.
    private func shown(_ value: Any?) -> String {
        value.map { "\($0)" } ?? ""
    }

    /// Whether there is a member anywhere inside, however it is wrapped. A closure that returns one is a wrapping, too.
    private func holdsMember(_ subject: Any, depth: Int = 0) -> Bool {
        let type = String(describing: Swift.type(of: subject))
        if subject is ClubMember || type.contains(/(->|Task<).*ClubMember/) { return true }
        guard depth < 8 else { return false }
        var layer: Mirror? = Mirror(reflecting: subject)
        while let mirror = layer {
            if mirror.children.contains(where: { holdsMember($0.value, depth: depth + 1) }) { return true }
            layer = mirror.superclassMirror
        }
        return false
    }
}

// MARK: - A season

extension ProfileTests {
    /// What members ask for, and what is changed elsewhere.
    fileprivate enum Deed: CustomStringConvertible {
        case edit(String, handle: String?, introduction: String?)
        case read(String)
        case leave(String)
        case changeElsewhere(String, Roster.Row)

        var id: String {
            switch self {
            case .edit(let id, _, _), .read(let id), .leave(let id), .changeElsewhere(let id, _): id
            }
        }

        var description: String {
            switch self {
            case .edit(let id, let handle, let introduction):
                let words = introduction.map {
                    $0.count < 30 ? "«\($0.replacing("\n", with: "⏎"))»" : "of \($0.count) letters"
                }
                return "\(id) edits: handle \(handle.map { "«\($0)»" } ?? "-"), introduction \(words ?? "-")"
            case .read(let id): return "\(id) is read"
            case .leave(let id): return "\(id) leaves"
            case .changeElsewhere(let id, let row): return "\(id) is changed elsewhere: \(row)"
            }
        }
    }

    /// The roster as it should be.
    fileprivate struct Paper {
        var rows: [String: Roster.Row]

        /// What may be heard about a deed, and how its member is kept if nothing stands in the way.
        func expected(of deed: Deed) -> (kind: Season.Kind, answers: Set<Answer>, row: Roster.Row?) {
            var row = rows[deed.id]
            let isMember = row?.isActive == true
            switch deed {
            case .edit(let id, let handle, let introduction):
                var answers: Set<Answer> = isMember ? [] : [.refusal(.unknownMember)]
                var isOwn = false
                if let handle {
                    do {
                        let wanted = try Handle(handle)
                        let holders = rows.keys.filter { holds($0, wanted) }
                        isOwn = holders.contains(id)
                        if holders.contains(where: { $0 != id }) { answers.insert(.refusal(.handleTaken)) }
                        row?.handle = wanted.text
                    } catch {
                        answers.insert(.flaw(error))
                    }
                }
                if let introduction {
                    row?.introduction = introduction
                    let length = introduction.count
                    if length > 140 { answers.insert(.introductionTooLong(.init(length: length))) }
                }
                // An old mistake may have given a handle to two members. Then it is taken, and each one's own.
                let isShared = isOwn && answers == [.refusal(.handleTaken)]
                let givesNothing = handle == nil && introduction == nil
                let kind: Season.Kind =
                    !isMember ? .unknown : !answers.isEmpty ? .refusal : isOwn ? .own : .edit
                if answers.isEmpty || isShared || givesNothing { answers.insert(.yes) }
                return (kind, answers, row)
            case .read:
                return isMember ? (.read, [.yes], row) : (.unknown, [.refusal(.unknownMember)], row)
            case .leave:
                row?.isActive = false
                return (isMember ? .leave : .leaveAgain, [.yes], row)
            case .changeElsewhere(_, let row):
                return (.read, [.yes], row)
            }
        }

        private func holds(_ id: String, _ handle: Handle) -> Bool {
            rows[id].map { $0.isActive && $0.handle.lowercased() == handle.folded } ?? false
        }
    }

    /// The three use cases, for all who come. Each may be a class.
    private struct Desk: @unchecked Sendable {
        let roster: Roster
        let editing: EditProfile
        let reading: ReadProfile
        let leaving: LeaveMoa

        init(_ roster: Roster) {
            self.roster = roster
            editing = EditProfile(members: roster)
            reading = ReadProfile(members: roster)
            leaving = LeaveMoa(members: roster)
        }

        func heard(about deed: Deed) async -> Answer {
            await ProfileTests().heard {
                let id = try MemberID(deed.id)
                switch deed {
                case .edit(_, let handle, let introduction):
                    try await editing.edit(
                        .init(memberID: id, handle: handle, introduction: introduction)
                    )
                case .read: _ = try await reading.read(id)
                case .leave: try await leaving.leave(id)
                case .changeElsewhere(let id, let row): await roster.rewrite(id, as: row)
                }
            }
        }

        /// What is heard, and the page if one is read.
        func answer(to deed: Deed) async -> (heard: Answer, page: Roster.Row?) {
            guard case .read(let id) = deed else { return (await heard(about: deed), nil) }
            let (heard, page) = await pages(of: [id])[0]
            return (heard, page)
        }

        /// All pages are read before the first is looked at.
        func pages(of ids: [String]) async -> [(heard: Answer, row: Roster.Row?)] {
            let tests = ProfileTests()
            var pages: [(heard: Answer, page: ProfilePage?)] = []
            for id in ids {
                var page: ProfilePage?
                let heard = await tests.heard { page = try await reading.read(MemberID(id)) }
                pages.append((heard, page))
            }
            return pages.map { heard, page in
                (heard, page.map { Roster.Row(tests.shown($0.handle), tests.shown($0.introduction)) })
            }
        }
    }

    /// Members edit, are read and leave at random, the same way each time, at two desks. Others change the roster, too.
    /// Now and then a port fails, or a task is cancelled.
    fileprivate enum Season {
        enum Kind { case edit, own, refusal, unknown, read, leave, leaveAgain, failure }

        /// The first deed after which Moa isn't as its paper says, if it is of this kind.
        static func surprise(_ kind: Kind) async -> String? {
            guard let first = await first.value, first.kind == kind else { return nil }
            return first.description
        }

        private static let first = Task { await findFirst() }
        private static let ids = ["m-1", "M-1", "m-2", "m-3", "m-9"]

        private static func findFirst() async -> (kind: Kind, description: String)? {
            let roster = Roster()
            let desks = [Desk(roster), Desk(roster)]
            var paper = Paper(rows: await roster.rows)
            var draws = RepeatableDraws(seed: 5)
            for number in 1...600 {
                let chance = draws.next()
                let deed = deed(by: chance)
                let desk = desks[number % 2]
                var (kind, answers, row) = paper.expected(of: deed)

                let port = ["find", "holder", "save"][Int((chance >> 20) % 3)]
                let moment: FaultPlan.Moment = (chance >> 22) % 2 == 0 ? .beforeWrite : .afterWrite
                let portError: Answer = (chance >> 23) % 2 == 0 ? .portError : .cancelled
                let luck = (chance >> 24) % 12
                let isCancelled = luck < 2
                if luck > 8 { await roster.failNext(port, moment, as: portError) }
                let (heard, page) = await Task {
                    if isCancelled { cancelThisTask() }
                    return await desk.answer(to: deed)
                }
                .value
                let hasFailed = await roster.endFailure()

                let isAllowed = answers.contains(.yes)
                if hasFailed {
                    kind = .failure
                    answers.remove(.yes)
                    answers.insert(portError)
                }
                if isCancelled { answers.insert(.cancelled) }
                let isWritten = hasFailed && isAllowed && port == "save" && moment == .afterWrite
                if heard == .yes || isWritten { paper.rows[deed.id] = row }

                let failure = hasFailed ? ", and \(port) fails" : isCancelled ? ", and is cancelled" : ""
                let what = "deed \(number), \(deed)\(failure)"
                guard answers.contains(heard) else {
                    return (kind, "\(what). «\(heard)», not «\(answers.map { "\($0)" }.sorted()[0])»")
                }
                if case .read = deed, heard == .yes, page != row {
                    return (kind, "\(what). The page: \(text(page)). It should be \(text(row))")
                }
                let rows = await roster.rows
                if let id = ids.first(where: { rows[$0] != paper.rows[$0] }) {
                    return (
                        kind,
                        "\(what). In the roster, \(id) is \(text(rows[id])), not \(text(paper.rows[id]))"
                    )
                }
                for (id, page) in zip(ids, await desk.pages(of: ids)) {
                    let row = paper.rows[id].flatMap { $0.isActive ? $0 : nil }
                    let right = (row == nil ? Answer.refusal(.unknownMember) : .yes, row)
                    guard page != right else { continue }
                    let (shown, wanted) = (text(page.row), text(row))
                    let kind: Kind = row == nil ? .unknown : .read
                    return (kind, "\(what). \(id)'s page: \(page.heard), \(shown). It should be \(wanted)")
                }
            }
            return nil
        }

        private static func text(_ row: Roster.Row?) -> String {
            row.map { "\($0)" } ?? "nobody"
        }

        private static func deed(by chance: UInt64) -> Deed {
            let id = ids[Int((chance >> 33) % 5)]
            let handle = pick(from: handles, by: chance >> 36)
            let introduction = pick(from: introductions, by: chance >> 42)
            switch (chance >> 52) % 10 {
            case 0...2:
                let handle = ["Kim", "Lee", "Sori", "Min  Ho"][Int((chance >> 40) % 4)]
                let introduction = (chance >> 47) % 3 == 0 ? Roster.longAgo : "Books."
                let isActive = (chance >> 49) % 4 != 0
                return .changeElsewhere(id, Roster.Row(handle, introduction, isActive: isActive))
            case 3...4: return .leave(id)
            case 5: return .read(id)
            default: return .edit(id, handle: handle, introduction: introduction)
            }
        }

        /// Nil as well, in one of four.
        private static func pick(from texts: [String], by chance: UInt64) -> String? {
            chance % 4 == 0 ? nil : texts[Int((chance >> 2) % UInt64(texts.count))]
        }

        private static let handles = [
            "Kim", "KIM", "Lee", "lee", "Sori", "  sori ", "Min  Ho", "R2D2", "K", "", "twenty-letters-sharp",
            "twenty-one-letters-ok", "Kim" + String(repeating: " ", count: 20),
        ]

        private static let introductions = [
            "", "Chess.", "  \n", " Go,  and films. \n", "김소리.", String(repeating: "👨‍👩‍👧", count: 140),
            String(repeating: "a", count: 141), Roster.longAgo,
        ]
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

            var description: String {
                let words = introduction.prefix(30)
                    .replacing("\r\n", with: "␍⏎").replacing("\n", with: "⏎")
                let more = introduction.count > 30 ? " and so on, \(introduction.count) letters" : ""
                return "\(handle), «\(words)»\(more), \(isActive ? "a member" : "has left")"
            }
        }

        static let kim = Row("Kim", "Go, and tea.")

        /// Longer than anybody may write today.
        static let longAgo = String(repeating: " chess,  <3 & \"tea\". \n", count: 9)

        private(set) var rows = [
            "m-1": kim, "M-1": Row("Lee", "Films."), "m-3": Row("Min", "Books.", isActive: false),
        ]

        static let rowsWithoutKim = [
            "m-1": Row("Kim", "Go, and tea.", isActive: false), "M-1": Row("Lee", "Films."),
            "m-3": Row("Min", "Books.", isActive: false),
        ]

        private(set) var saves = 0
        private var faults: FaultPlan
        private var answer = Answer.portError
        private var hasFailed = false

        /// Where those who were found wait for each other.
        private let meeting: Rendezvous?

        /// Whether the call that follows a save fails.
        private let jamsOnceSaved: Bool

        init(faults: FaultPlan = FaultPlan(), meeting: Rendezvous? = nil, jamsOnceSaved: Bool = false) {
            self.faults = faults
            self.jamsOnceSaved = jamsOnceSaved
            self.meeting = meeting
        }

        func failNext(_ operation: String, _ moment: FaultPlan.Moment = .beforeWrite, as answer: Answer) {
            faults = .failing(call: 1, moment, of: operation)
            self.answer = answer
        }

        /// Whether the failure has been met; if not, it won't be.
        func endFailure() -> Bool {
            defer { (faults, hasFailed) = (FaultPlan(), false) }
            return hasFailed
        }

        private func around<Result>(_ operation: String, _ work: () throws -> Result) throws -> Result {
            do {
                return try faults.around(operation, work)
            } catch {
                hasFailed = true
                throw answer.error ?? error
            }
        }

        func row(_ id: String) -> Row? { rows[id] }

        func rewrite(_ id: String, as row: Row) { rows[id] = row }

        func find(_ id: MemberID) async throws -> ClubMember? {
            let found: ClubMember? = try around("find") {
                try rows[id.text].flatMap { try member(id.text, $0) }
            }
            await meeting?.meet()
            return found
        }

        func holder(of handle: Handle) async throws -> ClubMember? {
            try around("holder") {
                try rows.sorted { $0.key < $1.key }
                    .first { $0.value.isActive && $0.value.handle.lowercased() == handle.folded }
                    .flatMap { try member($0.key, $0.value) }
            }
        }

        func save(_ member: ClubMember) async throws {
            saves += 1
            try around("save") {
                rows[member.id.text] = Row(
                    member.handle.text,
                    member.introduction,
                    isActive: member.isActive
                )
            }
            if jamsOnceSaved { faults = .failing(call: 1) }
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

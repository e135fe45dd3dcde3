import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter4Repositories

@Suite("4.5 updateName, updateAddress, …")
struct FieldUpdatesTests {
    @Test("each of the five fields can be changed, and the other four are kept", arguments: FieldChange.all)
    func oneField(change: FieldChange) async throws {
        let table = PaperTable(change.before, .lee)
        let desk = table.desk
        try await desk.changeTelephone(of: MemberID("m-2"), to: "02-222")
        try await desk.changeTelephone(of: MemberID("m-1"), to: "02-000")
        // On another screen, with a desk of its own.
        try await table.desk.changeTelephone(of: MemberID("m-1"), to: "02-111")
        var expected = change.before.with { $0.telephone = "02-111" }
        change.effect(&expected)
        let shared = SharedDesk(desk: desk)
        if Conformance<ProfileDesk>().isSendable {
            // At the same moment, Lee changes something at the same desk.
            table.meet(at: Rendezvous())
            async let lees: Void? = try? shared.desk.changeTelephone(of: MemberID("m-2"), to: "02-333")
            try? await change.perform(at: shared.desk)
            await lees
        } else {
            try? await shared.desk.changeTelephone(of: MemberID("m-2"), to: "02-333")
            try? await change.perform(at: shared.desk)
        }
        let sori = table.look("m-1")
        #expect(
            sori?.words == expected.words,
            "this change was asked for, and is missing, or something else has changed"
        )
        let lee = table.look("m-2")?.telephone
        #expect(
            lee == "02-333",
            "two members made changes at one desk; m-2 asked for 02-333, and has this telephone number"
        )

        let surprise = await Season.surprise(.field)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after a field was changed"
        )
    }

    @Test("a change that the member refuses fails for the member's reason", arguments: RefusedChange.all)
    func refusal(refused: RefusedChange) async throws {
        let desk = PaperTable(refused.before).desk
        await #expect(
            throws: refused.reason,
            "the member refuses this, and the member's reason did not reach the caller"
        ) {
            try await refused.perform(at: desk)
        }
        let stranger = PaperTable(.lee).desk
        let unknown = try UnknownClubMember(id: MemberID("m-1"))
        await #expect(
            throws: unknown,
            "the same change was tried with an id that nobody has, and no UnknownClubMember reached the caller"
        ) {
            try await refused.perform(at: stranger)
        }

        let surprise = await Season.surprise(.refusal)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after a change that has to be refused"
        )
    }

    @Test("letters stop when the address they went to is gone")
    func lettersNeedAnAddress() async throws {
        let table = PaperTable(.sori)
        try await table.desk.move(MemberID("m-1"), to: nil)
        let sori = table.look("m-1")
        #expect(sori?.address == nil, "the old address is still on file")
        #expect(sori?.getsLetters == false, "letters are printed for somebody who has no address")

        let surprise = await Season.surprise(.letters)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after an address was given up"
        )
    }

    @Test("a form is taken whole or not at all", arguments: SubmittedForm.all)
    func form(submitted: SubmittedForm) async throws {
        let table = PaperTable(submitted.before, writes: submitted.writes)
        let desk = table.desk
        try? await desk.submit(submitted.form.form(), of: MemberID("m-1"))
        let sori = table.look("m-1")
        if submitted.isTaken {
            #expect(
                sori?.words == submitted.whole.words,
                "the form was in order, and the member is not as the form says"
            )
        } else if submitted.secondWriteFails {
            let half = [submitted.before, submitted.whole].contains(sori) ? nil : sori?.words
            #expect(half == nil, "a write failed, and this is neither the old member nor the new one")
        } else {
            #expect(
                sori?.words == submitted.before.words,
                "the form has to be refused, and the member has changed"
            )
            try? await desk.submit(FilledForm.everythingNew.form(), of: MemberID("m-1"))
            let mended = table.look("m-1")
            #expect(
                mended?.words == MemberRow.soriAllNew.words,
                "a refused form was corrected and sent again, and the member is not as it says"
            )
        }

        let surprise = await Season.surprise(.form)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after a form was submitted"
        )
    }

    @Test("a change is one find, one save and nothing else", arguments: FieldChange.allAndForm)
    func findChangeSave(change: FieldChange) async throws {
        let members = try RecordingMembers(change.before)
        let desk = ProfileDesk(members: members)
        try await change.perform(at: desk)
        let calls = members.recorder.calls.map(\.rawValue)
        #expect(calls == ["find", "save"], "one change made these calls to the repository")
        try await change.perform(at: desk)
        let laterCalls = members.recorder.calls.dropFirst(calls.count).map(\.rawValue)
        #expect(
            laterCalls == ["find", "save"],
            "the desk made a second change, with these calls to the repository"
        )

        let strangers = try RecordingMembers(change.before)
        try? await change.request(ProfileDesk(members: strangers), MemberID("m-9"))
        let callsForNobody = strangers.recorder.calls.map(\.rawValue)
        #expect(
            callsForNobody == ["find"],
            "nobody has this id, and the desk made these calls to the repository"
        )
        let full = try RecordingMembers(change.before, saves: .failing(call: 1))
        try? await change.perform(at: ProfileDesk(members: full))
        let callsThatFailed = full.recorder.calls.map(\.rawValue)
        #expect(
            callsThatFailed == ["find", "save"],
            "the save has failed, and the desk made these calls to the repository"
        )

        let refusing = try RecordingMembers(.soriWhoLeft)
        try? await change.perform(at: ProfileDesk(members: refusing))
        let callsInVain = refusing.recorder.calls.map(\.rawValue)
        #expect(
            callsInVain == ["find"],
            "the member has refused the change, and the desk made these calls to the repository"
        )

        let table = PaperTable(change.before)
        try await change.perform(at: table.desk)
        let writes = table.writes
        #expect(writes == ["a row"], "one change was not written as one whole row")
    }

    @Test("a change that is refused saves nothing", arguments: RefusedChange.all)
    func refusalSavesNothing(refused: RefusedChange) async throws {
        let members = try RecordingMembers(refused.before)
        try? await refused.perform(at: ProfileDesk(members: members))
        let writes = members.recorder.calls.filter { $0 != .find }.map(\.rawValue)
        #expect(writes == [], "the member has refused, and something was saved anyway")
    }

    @Test("the repository keeps members as they are, and judges none", arguments: UnusualMember.all)
    func noRule(unusual: UnusualMember) async throws {
        let table = PaperTable()
        let members = TabledMembers(table: table)
        let member = try unusual.row.member()
        // A repository that remembers whom it didn't find has a chance to do so here.
        _ = try? await members.find(member.id)
        await #expect(throws: Never.self, "the repository refused a member instead of keeping them") {
            try await members.save(member)
        }
        let row = table.look("m-1")
        #expect(row?.words == unusual.row.words, "the row in the table is not the member who was saved")
        let writes = table.writes
        #expect(writes == ["a row"], "somebody new was saved, and not as one whole row")
        for repository in [members, TabledMembers(table: PaperTable(unusual.row))] {
            let found = try? await repository.find(member.id)
            let foundWords = found.map { MemberRow($0).words }
            #expect(
                foundWords == unusual.row.words,
                "a member is in the table, and is not found as they are"
            )
        }

        let surprise = await Season.surprise(.keeping)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after the repository saved or found somebody"
        )
    }

    @Test(
        "a failing table is reported, and changes nothing",
        arguments: FieldChange.allAndForm,
        TableFailure.allCases
    )
    func failingTable(change: FieldChange, failure: TableFailure) async throws {
        let sori = try MemberID("m-1")
        let unreadable = PaperTable(change.before, reads: .failing(call: 2), failure: failure)
        let readOnce = TabledMembers(table: unreadable)
        _ = try await readOnce.find(sori)
        let deaf = await #expect(
            throws: (any Error).self,
            "the table can't be read, and the caller got no error"
        ) {
            try await change.perform(at: ProfileDesk(members: readOnce))
        }
        let saidUnknown = deaf is UnknownClubMember
        #expect(saidUnknown == false, "«no such member» was said of a table that can't be read")
        let writes = unreadable.writes
        #expect(writes == [], "the table could not be read, and it was written to anyway")

        for handle in ["", "S", "Sori of the long hill road"] {
            let nonsense = PaperTable(change.before.with { $0.handle = handle })
            let puzzled = await #expect(
                throws: (any Error).self,
                "the handle «\(handle)» in the member's row can't be understood, and the caller got no error"
            ) {
                try await change.perform(at: nonsense.desk)
            }
            let calledUnknown = puzzled is UnknownClubMember
            #expect(calledUnknown == false, "«no such member» was said of a row that can't be understood")
            let left = nonsense.look("m-1")?.handle
            #expect(left == handle, "the handle in the member's row can't be understood, and was changed")
        }

        let unwritable = PaperTable(change.before, writes: .failing(call: 1), failure: failure)
        let members = TabledMembers(table: unwritable)
        let desk = ProfileDesk(members: members)
        let unheard = await #expect(
            throws: (any Error).self,
            "the change was not written, and the caller got no error"
        ) {
            try await change.perform(at: desk)
        }
        let unknownHere = unheard is UnknownClubMember
        #expect(unknownHere == false, "«no such member» was said of a table that can't be written to")
        let found = try await members.find(sori).map { MemberRow($0).words }
        #expect(found == change.before.words, "the change was not written, and the member is found changed")
        try await change.perform(at: desk)
        var expected = change.before
        change.effect(&expected)
        let written = unwritable.look("m-1")
        #expect(
            written?.words == expected.words,
            "the table can be written to again, and the change was not made"
        )

        let surprise = await Season.surprise(.failing)
        #expect(
            surprise == nil,
            "a season went by at two desks, and something was wrong after the table failed or held nonsense"
        )
    }

    @Test(
        "a member's fields change only by the member's own verbs",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func noWayPast() throws {
        let repositoryWorks = try Self.compiler.accepts(
            """
            func keep(_ member: ClubMember, in members: any ClubMembers, _ rows: TabledMembers) async throws {
                let known = try await members.find(member.id)
                try await rows.save(known ?? member)
            }
            """
        )
        #expect(repositoryWorks == true, "members can't be found and saved")

        let updates = ["updateName", "updateHandle", "updateAddress", "updateTelephone", "updateLetters"]
        let inTheProtocol = try Self.compiler.names(updates, of: "any ClubMembers")
        #expect(
            inTheProtocol == [],
            "the protocol lets its callers change a member and bypass the member's rules"
        )
        let inTheType = try Self.compiler.names(updates, of: "TabledMembers")
        #expect(inTheType == [], "the type lets its callers change a member and bypass the member's rules")

        let fields = [
            "id": isSettable(\ClubMember.id),
            "name": isSettable(\ClubMember.name),
            "handle": isSettable(\ClubMember.handle),
            "address": isSettable(\ClubMember.address),
            "telephone": isSettable(\ClubMember.telephone),
            "getsLetters": isSettable(\ClubMember.getsLetters),
            "isActive": isSettable(\ClubMember.isActive),
        ]
        let open = fields.filter(\.value).keys.sorted()
        #expect(open == [], "these fields of a member can be changed, and the member isn't asked")
    }

    private static let compiler = CompileCheck(importing: "Chapter4Repositories")
}

// MARK: - What is asked of the desk

/// Something that a member does on the screen, and what it changes in their row.
struct FieldChange: CustomTestStringConvertible {
    let testDescription: String
    var before = MemberRow.sori
    let request: @Sendable (ProfileDesk, MemberID) async throws -> Void
    let effect: @Sendable (inout MemberRow) -> Void

    func perform(at desk: ProfileDesk) async throws {
        try await request(desk, MemberID("m-1"))
    }

    static let all = [
        FieldChange(testDescription: "another name") {
            try await $0.rename($1, to: "Park  Sori ")
        } effect: {
            $0.name = "Park  Sori "
        },
        FieldChange(testDescription: "the name in capitals") {
            try await $0.rename($1, to: "KIM SORI")
        } effect: {
            $0.name = "KIM SORI"
        },
        FieldChange(testDescription: "another handle") {
            try await $0.changeHandle(of: $1, to: Handle("Haneul"))
        } effect: {
            $0.handle = "Haneul"
        },
        FieldChange(testDescription: "the handle in capitals") {
            try await $0.changeHandle(of: $1, to: Handle("SORI"))
        } effect: {
            $0.handle = "SORI"
        },
        FieldChange(testDescription: "another address") {
            try await $0.move($1, to: "3 River Lane")
        } effect: {
            $0.address = "3 River Lane"
        },
        FieldChange(testDescription: "a first address, and no mention of letters", before: .soriAddressless) {
            try await $0.move($1, to: "3 River Lane")
        } effect: {
            $0.address = "3 River Lane"
        },
        FieldChange(testDescription: "another telephone number") {
            try await $0.changeTelephone(of: $1, to: "02 - 777")
        } effect: {
            $0.telephone = "02 - 777"
        },
        FieldChange(testDescription: "no telephone any more") {
            try await $0.changeTelephone(of: $1, to: nil)
        } effect: {
            $0.telephone = nil
        },
        FieldChange(testDescription: "letters, please", before: .soriWithoutLetters) {
            try await $0.orderLetters(for: $1)
        } effect: {
            $0.getsLetters = true
        },
        FieldChange(testDescription: "no letters any more") {
            try await $0.cancelLetters(for: $1)
        } effect: {
            $0.getsLetters = false
        },
    ]

    static let allAndForm =
        all + [
            FieldChange(testDescription: "the whole form") {
                try await $0.submit(FilledForm.everythingNew.form(), of: $1)
            } effect: {
                $0 = .soriAllNew
            }
        ]
}

/// Something that a member refuses.
struct RefusedChange: CustomTestStringConvertible {
    let testDescription: String
    let before: MemberRow
    let reason: ClubMember.Refused
    let request: @Sendable (ProfileDesk, MemberID) async throws -> Void

    func perform(at desk: ProfileDesk) async throws {
        try await request(desk, MemberID("m-1"))
    }

    static let all =
        FieldChange.allAndForm.map { change in
            RefusedChange(
                testDescription: "\(change.testDescription), for somebody who has left",
                before: .soriWhoLeft,
                reason: .hasLeft,
                request: change.request
            )
        } + [
            RefusedChange(
                testDescription: "no letters any more, for somebody who has left and gets none",
                before: .soriWhoLeft.with { $0.getsLetters = false },
                reason: .hasLeft
            ) {
                try await $0.cancelLetters(for: $1)
            },
            RefusedChange(
                testDescription: "a form that changes nothing, for somebody who has left",
                before: .soriWhoLeft,
                reason: .hasLeft
            ) {
                try await $0.submit(FilledForm.asItWas.form(), of: $1)
            },
            RefusedChange(testDescription: "a blank name", before: .sori, reason: .blankName) {
                try await $0.rename($1, to: " \n")
            },
            RefusedChange(testDescription: "a form with no name", before: .sori, reason: .blankName) {
                try await $0.submit(FilledForm.withoutName.form(), of: $1)
            },
            RefusedChange(
                testDescription: "letters to no address",
                before: .soriAddressless,
                reason: .noAddress
            ) {
                try await $0.orderLetters(for: $1)
            },
            RefusedChange(
                testDescription: "a form with letters to no address",
                before: .sori,
                reason: .noAddress
            ) {
                try await $0.submit(FilledForm.lettersToNowhere.form(), of: $1)
            },
            RefusedChange(
                testDescription: "a form with letters to no address, from somebody who never had one",
                before: .soriAddressless,
                reason: .noAddress
            ) {
                try await $0.submit(FilledForm.lettersToNowhere.form(), of: $1)
            },
        ]
}

/// A form, and the member afterwards if it is taken.
struct SubmittedForm: CustomTestStringConvertible {
    let testDescription: String
    var before = MemberRow.sori
    let form: FilledForm
    var whole = MemberRow.soriAllNew
    var isTaken = true
    var secondWriteFails = false

    /// A save is one write. A form that needs two writes loses the second one here.
    var writes: FaultPlan { secondWriteFails ? .failing(call: 2) : FaultPlan() }

    static let all = [
        SubmittedForm(testDescription: "with everything new", form: .everythingNew),
        SubmittedForm(
            testDescription: "with a first address, and letters to it",
            before: .soriAddressless,
            form: .everythingNew
        ),
        SubmittedForm(
            testDescription: "with the same texts in capitals",
            form: .inCapitals,
            whole: .soriInCapitals
        ),
        SubmittedForm(testDescription: "without letters", form: .withoutLetters, whole: .soriAllNewNoLetters),
        SubmittedForm(
            testDescription: "with no address, no telephone and no letters",
            form: .emptied,
            whole: .soriEmptied
        ),
        SubmittedForm(
            testDescription: "with the address emptied, from somebody who gets no letters",
            before: .soriWithoutLetters,
            form: .emptied,
            whole: .soriEmptied
        ),
        SubmittedForm(testDescription: "with no name", form: .withoutName, isTaken: false),
        SubmittedForm(testDescription: "with letters to no address", form: .lettersToNowhere, isTaken: false),
        SubmittedForm(
            testDescription: "that meets a table whose second write fails",
            form: .everythingNew,
            isTaken: false,
            secondWriteFails: true
        ),
    ]
}

/// What is written in the form.
struct FilledForm {
    var name = "Park  Sori "
    var handle = "Haneul"
    var address: String? = "3 River Lane"
    var telephone: String? = "02-777"
    var wantsLetters = true

    func form() throws -> ProfileForm {
        try ProfileForm(
            name: name,
            handle: Handle(handle),
            address: address,
            telephone: telephone,
            wantsLetters: wantsLetters
        )
    }

    static let everythingNew = FilledForm()
    static let asItWas = FilledForm(
        name: "Kim Sori",
        handle: "Sori",
        address: "12 Hill Road",
        telephone: "010-1234"
    )
    static let inCapitals = FilledForm(
        name: "KIM SORI",
        handle: "SORI",
        address: "12 HILL ROAD",
        telephone: "010-1234"
    )
    static let withoutName = FilledForm(name: " ")
    static let withoutLetters = FilledForm(wantsLetters: false)
    static let emptied = FilledForm(address: nil, telephone: nil, wantsLetters: false)
    static let lettersToNowhere = FilledForm(address: nil)
}

extension FilledForm {
    fileprivate init(_ row: MemberRow) {
        self.init(
            name: row.name,
            handle: row.handle,
            address: row.address,
            telephone: row.telephone,
            wantsLetters: row.getsLetters
        )
    }
}

/// A member who could not become what they are today.
struct UnusualMember: CustomTestStringConvertible {
    let testDescription: String
    let row: MemberRow

    static let all = [
        UnusualMember(testDescription: "with all five fields", row: .sori),
        UnusualMember(testDescription: "who has left", row: .soriWhoLeft),
        UnusualMember(testDescription: "who gets letters without an address") {
            $0.address = nil
        },
        UnusualMember(testDescription: "whose name is blank") {
            $0.name = " "
        },
        UnusualMember(testDescription: "whose name is empty") {
            $0.name = ""
        },
        UnusualMember(testDescription: "whose address and telephone are empty texts") {
            $0.address = ""
            $0.telephone = ""
        },
        UnusualMember(testDescription: "with a name in two scripts, and with much to write elsewhere") {
            $0.name = "Zoë 김"
            $0.address = String(repeating: "12 Hill Road; ", count: 30)
            $0.telephone = "+82 (0)2/777 #8"
        },
        UnusualMember(testDescription: "with a handle that others may have") {
            $0.handle = "minho"
        },
    ]

    private init(testDescription: String, row: MemberRow) {
        self.testDescription = testDescription
        self.row = row
    }

    private init(testDescription: String, change: (inout MemberRow) -> Void) {
        var row = MemberRow.sori
        change(&row)
        self.init(testDescription: testDescription, row: row)
    }
}

// MARK: - A season

/// What somebody wants of a desk, or of the repository behind it.
private enum Wish: CustomStringConvertible {
    case rename(String)
    case changeHandle(String)
    case move(String?)
    case changeTelephone(String?)
    case orderLetters
    case cancelLetters
    /// A form with the five fields of this row.
    case submit(MemberRow)
    case save(MemberRow)
    case find

    var description: String {
        switch self {
        case .rename(let name): "the name «\(name.inOneLine)»"
        case .changeHandle(let handle): "the handle «\(handle)»"
        case .move(let address?): "the address «\(address.inOneLine)»"
        case .move(nil): "no address any more"
        case .changeTelephone(let telephone?): "the telephone number «\(telephone.inOneLine)»"
        case .changeTelephone(nil): "no telephone any more"
        case .orderLetters: "letters, please"
        case .cancelLetters: "no letters any more"
        case .submit(let form): "by form, to be «\(form.words)»"
        case .save(let row): "to be saved as «\(row.words)»"
        case .find: "to be found"
        }
    }

    var kind: Season.Kind {
        switch self {
        case .move(nil): .letters
        case .submit: .form
        case .save, .find: .keeping
        default: .field
        }
    }

    func answer(for id: MemberID, at desk: ProfileDesk, with members: TabledMembers) async -> String {
        do {
            switch self {
            case .rename(let name): try await desk.rename(id, to: name)
            case .changeHandle(let handle): try await desk.changeHandle(of: id, to: Handle(handle))
            case .move(let address): try await desk.move(id, to: address)
            case .changeTelephone(let telephone): try await desk.changeTelephone(of: id, to: telephone)
            case .orderLetters: try await desk.orderLetters(for: id)
            case .cancelLetters: try await desk.cancelLetters(for: id)
            case .submit(let row): try await desk.submit(FilledForm(row).form(), of: id)
            case .save(let row): try await members.save(row.member())
            case .find: return try await members.find(id).map { MemberRow($0).words } ?? "nobody"
            }
            return "done"
        } catch let reason as ClubMember.Refused where Self.reasons.contains(reason) {
            return "\(reason)"
        } catch let unknown as UnknownClubMember {
            return "nobody is «\(unknown.id)»"
        } catch {
            return "an error"
        }
    }

    // Why a list: a design may add reasons of its own, for the table's failures.
    private static let reasons = [ClubMember.Refused.hasLeft, .blankName, .noAddress]

    /// What may be answered if nothing goes wrong, and the row afterwards.
    func right(for id: String, with row: MemberRow?) -> (answers: [String], row: MemberRow?) {
        switch (self, row) {
        case (.save(let saved), _): return (["done"], saved)
        case (.find, nil): return (["nobody"], nil)
        case (_, nil): return (["nobody is «\(id)»"], nil)
        case (_, let row?) where !row.isReadable: return (["an error"], row)
        case (.find, let row?): return ([row.words], row)
        case (_, let row?):
            let changed = row.with(change)
            let reasons = row.isActive ? reasons(against: changed) : ["hasLeft"]
            return reasons.isEmpty ? (["done"], changed) : (reasons, row)
        }
    }

    private func change(_ row: inout MemberRow) {
        switch self {
        case .rename(let name): row.name = name
        case .changeHandle(let handle): row.handle = handle
        case .move(let address):
            row.address = address
            row.getsLetters = row.getsLetters && address != nil
        case .changeTelephone(let telephone): row.telephone = telephone
        case .orderLetters: row.getsLetters = true
        case .cancelLetters: row.getsLetters = false
        case .submit(let form): row = form.with { $0.isActive = row.isActive }
        case .save, .find: break
        }
    }

    /// Why the member refuses to become this. If there are two reasons, either may be told.
    private func reasons(against changed: MemberRow) -> [String] {
        var reasons: [String] = []
        switch self {
        case .rename, .submit:
            if changed.name.allSatisfy(\.isWhitespace) { reasons.append("blankName") }
        default: break
        }
        switch self {
        case .orderLetters, .submit:
            if changed.getsLetters, changed.address == nil { reasons.append("noAddress") }
        default: break
        }
        return reasons
    }
}

/// What goes wrong while a wish is granted.
private enum Mishap: String, CaseIterable {
    case none = ""
    case firstRead = ", and the table can't be read"
    case secondRead = ", and the table can't be read a second time"
    case write = ", and the table can't be written to"
    case cancelled = ", and the task was cancelled before"
    case cancelledReading = ", and the task is cancelled during the read"
    case cancelledWriting = ", and the task is cancelled during the write"

    /// The number of the call that fails; no call is the 0th.
    var failingRead: Int { self == .firstRead ? 1 : self == .secondRead ? 2 : 0 }
    var failingWrite: Int { self == .write ? 1 : 0 }
    var cancels: Bool { [.cancelled, .cancelledReading, .cancelledWriting].contains(self) }
}

/// Members use two desks at random, the same way each time. Now and then the table fails, a task is cancelled, or
/// somebody changes a row elsewhere.
private enum Season {
    enum Kind { case field, refusal, letters, form, keeping, failing }

    /// The first wish that was granted wrongly, if it is of this kind.
    static func surprise(_ kind: Kind) async -> String? {
        guard let first = await first.value, first.kind == kind else { return nil }
        return first.description
    }

    private static let first = Task { () -> (kind: Kind, description: String)? in
        do {
            return try await findFirst()
        } catch {
            return (.keeping, "nothing failed, and an error was thrown: \(error)")
        }
    }

    private static func findFirst() async throws -> (kind: Kind, description: String)? {
        let table = PaperTable(.sori, .lee)
        let members = (1...2).map { _ in TabledMembers(table: table) }
        let desks = members.map { ProfileDesk(members: $0) }
        var draws = RepeatableDraws(seed: 6)
        for number in 1...900 {
            let chance = draws.next()
            let id = pick(["m-1", "M-1", "m-2", "m-10", "m-1 "], by: chance >> 58)
            let before = table.rows
            guard number % 7 != 0 else {
                table.overwrite(id, with: rowFromElsewhere(id, by: chance))
                continue
            }
            let wish = wish(of: id, with: before[id], by: chance)
            let mishap = number % 2 == 0 ? .none : pick(Mishap.allCases, by: chance >> 20)
            let trouble = PaperTable.Trouble(
                reads: .failing(call: mishap.failingRead),
                writes: .failing(call: mishap.failingWrite),
                failure: pick(TableFailure.allCases, by: chance >> 29),
                cancelsReader: mishap == .cancelledReading,
                cancelsWriter: mishap == .cancelledWriting
            )
            table.has(trouble)
            let memberID = try MemberID(id)
            let side = pick([0, 1], by: chance >> 27)
            let answer =
                if mishap.cancels {
                    // Why a task of its own: nobody can take a cancellation back.
                    await Task {
                        if mishap == .cancelled { cancelThisTask() }
                        return await wish.answer(
                            for: memberID,
                            at: table.desk,
                            with: TabledMembers(table: table)
                        )
                    }.value
                } else {
                    await wish.answer(for: memberID, at: desks[side], with: members[side])
                }
            let hasFailed =
                mishap.failingRead > 0 && trouble.reads.calls >= mishap.failingRead
                || mishap.failingWrite > 0 && trouble.writes.calls >= mishap.failingWrite
            var (answers, row) = wish.right(for: id, with: before[id])
            let isRefused = wish.kind != .keeping && row == before[id] && answers != ["done"]
            if hasFailed || mishap.cancels && answer == "an error" {
                (answers, row) = (["an error"], before[id])
            }

            let kind: Kind =
                answers == ["an error"] && !mishap.cancels ? .failing : isRefused ? .refusal : wish.kind
            let member = before[id]?.words ?? "\(id), who isn't there"
            let what = "wish \(number), of \(member): \(wish)\(mishap.rawValue)"
            guard answers.contains(answer) else {
                return (kind, "\(what). «\(answer)», not «\(answers[0])»")
            }
            var wanted = before
            wanted[id] = row
            let rows = table.rows
            for id in Set(rows.keys).union(wanted.keys).sorted() where rows[id] != wanted[id] {
                let (found, right) = (rows[id]?.columns ?? ["nobody"], wanted[id]?.columns ?? ["nobody"])
                let place = zip(found, right).prefix { $0 == $1 }.count
                return (kind, "\(what). In the row of \(id): «\(found[place])», not «\(right[place])»")
            }
        }
        return nil
    }

    private static func wish(of id: String, with row: MemberRow?, by chance: UInt64) -> Wish {
        let any = anyRow(id, by: chance)
        switch (chance >> 51) % 16 {
        case 0...1: return .rename(any.name)
        case 2: return .changeHandle(any.handle)
        case 3: return .move(any.address)
        case 4: return .move(nil)
        case 5: return .changeTelephone(any.telephone)
        case 6...7: return .orderLetters
        case 8: return .cancelLetters
        case 9...10: return .submit(any)
        case 11...12: return .submit((row ?? any).with { $0.telephone = any.telephone })
        // Why not in place of nonsense: a design may read a row before it writes one.
        case 13...14 where row?.isReadable != false: return .save(any)
        default: return .find
        }
    }

    /// Nobody, somebody, or nonsense.
    private static func rowFromElsewhere(_ id: String, by chance: UInt64) -> MemberRow? {
        switch (chance >> 47) % 6 {
        case 0: nil
        case 1: anyRow(id, by: chance).with { $0.handle = "k" }
        default: anyRow(id, by: chance)
        }
    }

    private static func anyRow(_ id: String, by chance: UInt64) -> MemberRow {
        MemberRow(
            id: id,
            name: pick(["Kim Sori", "KIM SORI", " Park  Sori\n", " \n", ""], by: chance >> 17),
            handle: pick(["Sori", "SORI", "Min  Ho"], by: chance >> 23),
            address: pick(["12 Hill Road", "12 HILL ROAD", " 12  Hill Road\n", "", nil], by: chance >> 31),
            telephone: pick(["010-1234", " 02 - 777\n", "", nil], by: chance >> 36),
            getsLetters: (chance >> 41) % 2 == 0,
            isActive: (chance >> 43) % 3 != 0
        )
    }

    private static func pick<Element>(_ list: [Element], by chance: UInt64) -> Element {
        list[Int(chance % UInt64(list.count))]
    }
}

// MARK: - Rows

extension MemberRow {
    fileprivate static let sori = MemberRow(
        id: "m-1",
        name: "Kim Sori",
        handle: "Sori",
        address: "12 Hill Road",
        telephone: "010-1234",
        getsLetters: true
    )
    fileprivate static let lee = MemberRow(
        id: "m-2",
        name: "Lee Minho",
        handle: "minho",
        telephone: "010-5678"
    )

    fileprivate static let soriWithoutLetters = sori.with { $0.getsLetters = false }
    fileprivate static let soriWhoLeft = sori.with { $0.isActive = false }
    fileprivate static let soriAddressless = sori.with {
        $0.address = nil
        $0.getsLetters = false
    }
    fileprivate static let soriAllNew = MemberRow(
        id: "m-1",
        name: "Park  Sori ",
        handle: "Haneul",
        address: "3 River Lane",
        telephone: "02-777",
        getsLetters: true
    )
    fileprivate static let soriInCapitals = sori.with {
        $0.name = "KIM SORI"
        $0.handle = "SORI"
        $0.address = "12 HILL ROAD"
    }
    fileprivate static let soriAllNewNoLetters = soriAllNew.with { $0.getsLetters = false }
    fileprivate static let soriEmptied = soriAllNewNoLetters.with {
        $0.address = nil
        $0.telephone = nil
    }

    fileprivate func with(_ change: (inout MemberRow) -> Void) -> MemberRow {
        var row = self
        change(&row)
        return row
    }

    /// The whole row, in a line.
    fileprivate var words: String { columns.joined(separator: ", ").inOneLine }

    fileprivate var columns: [String] {
        [
            id, name, handle, address ?? "no address", telephone ?? "no telephone",
            getsLetters ? "gets letters" : "gets no letters", isActive ? "is active" : "has left",
        ]
    }

    /// Whether a member can be made of it.
    fileprivate var isReadable: Bool { (try? member()) != nil }

    fileprivate init(_ member: ClubMember) {
        self.init(
            id: member.id.text,
            name: member.name,
            handle: member.handle.text,
            address: member.address,
            telephone: member.telephone,
            getsLetters: member.getsLetters,
            isActive: member.isActive
        )
    }

    fileprivate func member() throws -> ClubMember {
        try ClubMember(
            id: MemberID(id),
            name: name,
            handle: Handle(handle),
            address: address,
            telephone: telephone,
            getsLetters: getsLetters,
            isActive: isActive
        )
    }
}

extension String {
    fileprivate var inOneLine: String { replacing("\n", with: "⏎") }
}

// MARK: - A table, and a repository

/// What a table throws: an error of its own, or that of a call that was cancelled, or of the system.
enum TableFailure: CaseIterable, CustomTestStringConvertible {
    case fault, cancellation, noFile

    var testDescription: String {
        switch self {
        case .fault: "the table fails"
        case .noFile: "the table's file is gone"
        case .cancellation: "the table's call is cancelled"
        }
    }

    fileprivate func around<Result>(_ plan: FaultPlan, _ work: () throws -> Result) throws -> Result {
        do {
            return try plan.around { try work() }
        } catch  where self != .fault {
            throw self == .noFile ? CocoaError(.fileNoSuchFile) : CancellationError()
        }
    }
}

/// A table on paper: each row can be looked at, each write is noted, and reading and writing fail on demand.
private final class PaperTable: MemberTable {
    enum Write: String {
        case row = "a row"
        case cell = "a cell"
    }

    /// What goes wrong at the table.
    struct Trouble {
        var reads = FaultPlan()
        var writes = FaultPlan()
        var failure = TableFailure.fault
        /// Whether a task is cancelled when it reads, or when it writes.
        var cancelsReader = false, cancelsWriter = false
    }

    private let kept: Mutex<[String: MemberRow]>
    private let recorder = CallRecorder<Write>()
    private let trouble: Mutex<Trouble>
    private let crowd = Mutex<Rendezvous?>(nil)

    init(
        _ rows: MemberRow...,
        reads: FaultPlan = FaultPlan(),
        writes: FaultPlan = FaultPlan(),
        failure: TableFailure = .fault
    ) {
        kept = Mutex(Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { _, later in later }))
        trouble = Mutex(Trouble(reads: reads, writes: writes, failure: failure))
    }

    var desk: ProfileDesk { ProfileDesk(members: TabledMembers(table: self)) }
    var writes: [String] { recorder.calls.map(\.rawValue) }
    var rows: [String: MemberRow] { kept.withLock { $0 } }

    func look(_ id: String) -> MemberRow? { rows[id] }

    /// Somebody else, who knows nothing of desks and repositories, changes a row or takes it out.
    func overwrite(_ id: String, with row: MemberRow?) {
        kept.withLock { $0[id] = row }
    }

    /// From now on.
    func has(_ trouble: Trouble) {
        self.trouble.withLock { $0 = trouble }
    }

    /// From now on, those who read meet there, and so do those who write a row.
    func meet(at crowd: Rendezvous) {
        self.crowd.withLock { $0 = crowd }
    }

    func row(_ id: String) async throws -> MemberRow? {
        await crowd.withLock { $0 }?.meet()
        let trouble = trouble.withLock { $0 }
        if trouble.cancelsReader { cancelThisTask() }
        return try trouble.failure.around(trouble.reads) { look(id) }
    }

    func put(_ row: MemberRow) async throws {
        recorder.record(.row)
        await crowd.withLock { $0 }?.meet()
        let trouble = trouble.withLock { $0 }
        if trouble.cancelsWriter { cancelThisTask() }
        try trouble.failure.around(trouble.writes) { overwrite(row.id, with: row) }
    }

    func set(_ cell: MemberRow.Cell, in id: String) throws {
        recorder.record(.cell)
        let trouble = trouble.withLock { $0 }
        try trouble.failure.around(trouble.writes) {
            kept.withLock { rows in
                switch cell {
                case .name(let name): rows[id]?.name = name
                case .handle(let handle): rows[id]?.handle = handle
                case .address(let address): rows[id]?.address = address
                case .telephone(let telephone): rows[id]?.telephone = telephone
                case .getsLetters(let getsLetters): rows[id]?.getsLetters = getsLetters
                }
            }
        }
    }
}

/// Unchecked, since a desk need not be Sendable to be right. One that isn't is used by one task alone.
private struct SharedDesk: @unchecked Sendable {
    let desk: ProfileDesk
}

/// A repository that notes what the desk asks for, updates included. A protocol that still requires one of them, or
/// `update` of any fields in their place, makes a red rule and not a suite that doesn't build.
private final class RecordingMembers: ClubMembers {
    enum Call: String {
        case find, save
        case updateName, updateHandle, updateAddress, updateTelephone, updateLetters, updateFields
    }

    let recorder = CallRecorder<Call>()
    private let member: ClubMember
    private let saves: FaultPlan

    init(_ row: MemberRow, saves: FaultPlan = FaultPlan()) throws {
        member = try row.member()
        self.saves = saves
    }

    func find(_ id: MemberID) -> ClubMember? {
        recorder.record(.find)
        return id == member.id ? member : nil
    }

    func save(_ member: ClubMember) throws {
        recorder.record(.save)
        try saves.around {}
    }

    func updateName(_ id: MemberID, to name: String) { recorder.record(.updateName) }
    func updateHandle(_ id: MemberID, to handle: Handle) { recorder.record(.updateHandle) }
    func updateAddress(_ id: MemberID, to address: String?) { recorder.record(.updateAddress) }
    func updateTelephone(_ id: MemberID, to telephone: String?) { recorder.record(.updateTelephone) }
    func updateLetters(_ id: MemberID, wanted: Bool) { recorder.record(.updateLetters) }

    func update<Fields>(_ id: MemberID, _ fields: Fields) { recorder.record(.updateFields) }
    func update<Fields>(_ id: MemberID, with fields: Fields) { recorder.record(.updateFields) }
    func update<Fields>(_ id: MemberID, fields: Fields) { recorder.record(.updateFields) }
}

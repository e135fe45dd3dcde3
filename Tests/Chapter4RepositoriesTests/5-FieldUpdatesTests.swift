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
        try await change.perform(at: desk)
        let sori = table.look("m-1")
        #expect(
            sori?.words == expected.words,
            "this change was asked for, and is missing, or something else has changed"
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
    }

    @Test("letters stop when the address they went to is gone")
    func lettersNeedAnAddress() async throws {
        let table = PaperTable(.sori)
        try await table.desk.move(MemberID("m-1"), to: nil)
        let sori = table.look("m-1")
        #expect(sori?.address == nil, "the old address is still on file")
        #expect(sori?.getsLetters == false, "letters are printed for somebody who has no address")
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
        for repository in [members, TabledMembers(table: PaperTable(unusual.row))] {
            let found = try? await repository.find(member.id)
            let foundWords = found.map { MemberRow($0).words }
            #expect(
                foundWords == unusual.row.words,
                "a member is in the table, and is not found as they are"
            )
        }
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

        let nonsense = PaperTable(change.before.with { $0.handle = "" })
        let puzzled = await #expect(
            throws: (any Error).self,
            "the member's row can't be understood, and the caller got no error"
        ) {
            try await change.perform(at: nonsense.desk)
        }
        let calledUnknown = puzzled is UnknownClubMember
        #expect(calledUnknown == false, "«no such member» was said of a row that can't be understood")

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
    fileprivate var words: String {
        [
            id, name, handle, address ?? "no address", telephone ?? "no telephone",
            getsLetters ? "gets letters" : "gets no letters", isActive ? "is active" : "has left",
        ].joined(separator: ", ")
    }

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

// MARK: - A table, and a repository

/// What a table throws: an error of its own, or the one of a call that was cancelled.
enum TableFailure: CaseIterable, CustomTestStringConvertible {
    case fault, cancellation

    var testDescription: String {
        switch self {
        case .fault: "the table fails"
        case .cancellation: "the table's call is cancelled"
        }
    }

    fileprivate func around<Result>(_ plan: FaultPlan, _ work: () throws -> Result) throws -> Result {
        do {
            return try plan.around { try work() }
        } catch  where self == .cancellation {
            throw CancellationError()
        }
    }
}

/// A table on paper: each row can be looked at, each write is noted, and reading and writing fail on demand.
private final class PaperTable: MemberTable {
    enum Write: String {
        case row = "a row"
        case cell = "a cell"
    }

    private let rows: Mutex<[String: MemberRow]>
    private let recorder = CallRecorder<Write>()
    private let reads: FaultPlan
    private let faults: FaultPlan
    private let failure: TableFailure

    init(
        _ rows: MemberRow...,
        reads: FaultPlan = FaultPlan(),
        writes: FaultPlan = FaultPlan(),
        failure: TableFailure = .fault
    ) {
        self.failure = failure
        self.rows = Mutex(Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { _, later in later }))
        self.reads = reads
        faults = writes
    }

    var desk: ProfileDesk { ProfileDesk(members: TabledMembers(table: self)) }
    var writes: [String] { recorder.calls.map(\.rawValue) }

    func look(_ id: String) -> MemberRow? { rows.withLock { $0[id] } }

    func row(_ id: String) throws -> MemberRow? {
        try failure.around(reads) { rows.withLock { $0[id] } }
    }

    func put(_ row: MemberRow) throws {
        recorder.record(.row)
        try failure.around(faults) { rows.withLock { $0[row.id] = row } }
    }

    func set(_ cell: MemberRow.Cell, in id: String) throws {
        recorder.record(.cell)
        try failure.around(faults) {
            rows.withLock { rows in
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

/// A repository that notes what the desk asks for, updates included. A protocol that still requires one of them, or
/// `update` of any fields in their place, makes a red rule and not a suite that doesn't build.
private final class RecordingMembers: ClubMembers {
    enum Call: String {
        case find, save
        case updateName, updateHandle, updateAddress, updateTelephone, updateLetters, updateFields
    }

    let recorder = CallRecorder<Call>()
    private let member: ClubMember

    init(_ row: MemberRow) throws {
        member = try row.member()
    }

    func find(_ id: MemberID) -> ClubMember? {
        recorder.record(.find)
        return id == member.id ? member : nil
    }

    func save(_ member: ClubMember) { recorder.record(.save) }

    func updateName(_ id: MemberID, to name: String) { recorder.record(.updateName) }
    func updateHandle(_ id: MemberID, to handle: Handle) { recorder.record(.updateHandle) }
    func updateAddress(_ id: MemberID, to address: String?) { recorder.record(.updateAddress) }
    func updateTelephone(_ id: MemberID, to telephone: String?) { recorder.record(.updateTelephone) }
    func updateLetters(_ id: MemberID, wanted: Bool) { recorder.record(.updateLetters) }

    func update<Fields>(_ id: MemberID, _ fields: Fields) { recorder.record(.updateFields) }
    func update<Fields>(_ id: MemberID, with fields: Fields) { recorder.record(.updateFields) }
    func update<Fields>(_ id: MemberID, fields: Fields) { recorder.record(.updateFields) }
}

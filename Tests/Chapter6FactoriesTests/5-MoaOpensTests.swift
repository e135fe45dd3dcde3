import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.5 Moa opens")
struct MoaOpensTests {
    // MARK: The desk

    @Test("whoever joins is taken in under a new id, and Moa is told once they are")
    func joining() async throws {
        let world = World()
        let desk = world.desk
        let cards = await [
            desk.heard { try await $0.join(" Sori ") }, desk.heard { try await $0.join("Minho") },
        ]
        #expect(
            cards == [.card("m-1", "Sori"), .card("m-2", "Minho")],
            "two newcomers joined, and heard this"
        )
        let inMoa = await world.members.inMoa
        #expect(inMoa == ["m-1 Sori", "m-2 Minho"], "these are in Moa after two have joined")
        let calls = world.calls.calls.filter { $0.hasPrefix("add") || $0.hasPrefix("told") }
        #expect(
            calls == ["add Sori", "told: m-1 joined as Sori", "add Minho", "told: m-2 joined as Minho"],
            "each newcomer is taken in once, and then Moa is told once"
        )
    }

    @Test("a member is shown by their handle, whatever its letter case")
    func showing() async throws {
        let desk = World(["Kim", "Kimberly", "김소리"]).desk
        for (typed, expected) in [
            ("kim", Heard.card("m-1", "Kim")), (" KIMBERLY", .card("m-2", "Kimberly")),
            ("김소리", .card("m-3", "김소리")), ("Kimber", .refusal(.unknownMember)),
        ] {
            let heard = await desk.heard { try await $0.show(typed) }
            #expect(heard == expected, "somebody asked for «\(typed)», and heard this")
        }
        let all = await desk.heardOfAll()
        #expect(
            all.map(\.handle) == ["Kim", "Kimberly", "김소리"],
            "these are all members, in the order in which they joined"
        )
    }

    @Test("whoever is renamed stays who they are, and Moa is told once it is kept")
    func renaming() async throws {
        let world = World(["Kim", "Sori"])
        let heard = await world.desk.heard { try await $0.rename("KIM", to: " Mina ") }
        #expect(heard == .card("m-1", "Mina"), "Kim is Mina from now on, and heard this")
        let inMoa = await world.members.inMoa
        #expect(inMoa == ["m-1 Mina", "m-2 Sori"], "these are in Moa after Kim was renamed")
        let calls = world.calls.calls.suffix(2)
        #expect(
            calls == ["save Mina", "told: m-1 renamed to Mina"],
            "a renaming is kept once, and then told once"
        )
    }

    @Test("a handle that another member holds is refused, and the own one is not")
    func taken() async throws {
        let world = World(["Kim", "Sori"])
        for typed in ["Kim", "kIM", " KIM "] {
            let newcomer = await world.desk.heard { try await $0.join(typed) }
            #expect(newcomer == .refusal(.handleTaken), "a newcomer wants to be «\(typed)», and Kim is there")
            let sori = await world.desk.heard { try await $0.rename("Sori", to: typed) }
            #expect(sori == .refusal(.handleTaken), "Sori wants to be «\(typed)», and Kim is there")
        }
        let changes = world.calls.calls.filter { !$0.hasPrefix("find") }
        #expect(changes == [], "everybody was refused, and yet something has happened")
        let own = await world.desk.heard { try await $0.rename("Kim", to: "KIM") }
        #expect(own == .card("m-1", "KIM"), "Kim was refused her own handle in capitals")
    }

    @Test("whoever leaves is kept as somebody who has left, and Moa is told")
    func leaving() async throws {
        let world = World(["Kim", "Sori"])
        let heard = await world.desk.heardOfLeaving("kim")
        #expect(heard == .done, "Kim left, and heard this")
        let kept = await world.members.all
        #expect(kept == ["m-1 Kim, who has left", "m-2 Sori"], "these are kept after Kim has left")
        let calls = world.calls.calls.suffix(2)
        #expect(calls == ["save Kim", "told: m-1 left"], "a leaving is kept once, and then told once")
    }

    @Test("whoever is not in Moa is neither shown nor renamed, and can't leave")
    func unknown() async throws {
        let world = World(["Kim", "Sori"])
        _ = await world.desk.heardOfLeaving("Kim")
        let before = world.calls.calls.count { !$0.hasPrefix("find") }
        for typed in ["Kim", "Minho"] {
            let shown = await world.desk.heard { try await $0.show(typed) }
            let renamed = await world.desk.heard { try await $0.rename(typed, to: "Haneul") }
            let left = await world.desk.heardOfLeaving(typed)
            let all = [shown, renamed, left]
            let nobody = Heard.refusal(.unknownMember)
            #expect(
                all == [nobody, nobody, nobody],
                "\(typed) is not in Moa, and was shown, renamed, let go"
            )
        }
        let after = world.calls.calls.count { !$0.hasPrefix("find") }
        #expect(after == before, "nobody was there, and yet something was changed or told")
    }

    // MARK: The border

    @Test("a text that is no handle is refused with what is wrong with it")
    func flaws() async throws {
        let desk = World(["Kim"]).desk
        let short = Heard.refusal(.noHandle(.tooShort(length: 2)))
        let long = Heard.refusal(.noHandle(.tooLong(length: 21)))
        for (typed, expected) in [(" Jo ", short), (String(repeating: "k", count: 21), long)] {
            let joined = await desk.heard { try await $0.join(typed) }
            let renamed = await desk.heard { try await $0.rename("Kim", to: typed) }
            #expect(
                [joined, renamed] == [expected, expected],
                "«\(typed)» was typed to join and to be renamed"
            )
        }
        let shown = await desk.heard { try await $0.show("Jo") }
        let left = await desk.heardOfLeaving("Jo")
        #expect([shown, left] == [short, short], "«Jo» was typed to be shown and to leave")
    }

    @Test(
        "when something behind the desk fails, the desk is closed, and nobody is told of what didn't happen",
        arguments: Failure.allCases
    )
    func failures(failure: Failure) async throws {
        for verb in Verb.allCases where verb.touches(failure) {
            let world = World(["Kim"], failing: failure)
            let heard = await verb.said(to: world.desk)
            #expect(
                heard == .refusal(.closed),
                "\(failure.rawValue) while somebody wanted to \(verb.rawValue)"
            )
            let told = world.calls.calls.filter { $0.hasPrefix("told") }
            #expect(told == [], "it failed, and Moa was told that it had happened")
        }
    }

    @Test("a handle that was lost to somebody faster is taken")
    func faster() async throws {
        for verb in [Verb.join, .rename] {
            let world = World(["Kim"], failing: .conflict)
            let heard = await verb.said(to: world.desk)
            #expect(
                heard == .refusal(.handleTaken),
                "the handle was free, and gone at the moment of keeping it"
            )
        }
    }

    // MARK: The repository

    @Test("whoever was kept is found as they are, over both stores", arguments: ClubStore.allCases)
    func keeping(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let members = StoredMembers(store: store)
            try await members.add(member("m-1", "Kim"))
            try await members.add(member("m-2", "Kimberly"))
            try await members.save(member("m-1", "Mina"))
            var found = try await [members.found("MINA"), members.found("kim"), members.found("kimberly")]
            #expect(
                found == ["m-1 Mina", "nobody", "m-2 Kimberly"],
                "Kim is Mina now; these are Mina, Kim, Kimberly"
            )
            try await members.save(member("m-2", "Kimberly", hasLeft: true))
            try await members.add(member("m-3", "KIMBERLY"))
            found = try await [members.found("kimberly")] + members.everybody().map(words)
            #expect(
                found == ["m-3 KIMBERLY", "m-1 Mina", "m-3 KIMBERLY"],
                "Kimberly has left and her handle is free; this is who has it now, and who is in Moa"
            )
            let rows = try await store.all().map(\.record)
            #expect(
                rows.count == 3 && rows[1].hasLeft,
                "three have been here, and the second has left: \(rows)"
            )
        }
    }

    @Test("nobody is put in somebody else's place", arguments: ClubStore.allCases)
    func places(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let members = StoredMembers(store: store)
            try await members.add(member("m-1", "Kim"))
            try await members.add(member("m-2", "Sori"))
            await #expect(throws: (any Error).self, "the id m-1 was issued twice, and Kim's place is taken") {
                try await members.add(member("m-1", "Minho"))
            }
            await #expect(throws: HandleConflict.self, "a newcomer took Kim's handle") {
                try await members.add(member("m-3", "KIM"))
            }
            await #expect(throws: HandleConflict.self, "Sori took Kim's handle") {
                try await members.save(member("m-2", "kim"))
            }
            let everybody = try await members.everybody().map(words)
            #expect(everybody == ["m-1 Kim", "m-2 Sori"], "these are in Moa after three refusals")
        }
    }

    @Test("a store that fails or can't be understood is an error, and nobody is overlooked")
    func damage() async throws {
        let damaged = [
            MemberRecord(id: " ", handle: "Minho", hasLeft: false),
            MemberRecord(id: "m-2", handle: "Jo", hasLeft: false),
        ]
        for record in damaged {
            let store = MapStore<MemberRecord>(unique: [.handle])
            try await store.insert(MemberRecord(id: "m-1", handle: "Kim", hasLeft: false))
            try await store.insert(record)
            await #expect(throws: (any Error).self, "a row can't be understood, and the list left it out") {
                try await StoredMembers(store: store).everybody()
            }
        }
        for call in 1...2 {
            let store = MapStore<MemberRecord>(unique: [.handle])
            try await store.insert(MemberRecord(id: "m-1", handle: "Kim", hasLeft: false))
            let members = StoredMembers(store: store.failing(by: .failing(call: call)))
            if call == 2 { _ = try await members.found("Kim") }
            await #expect(
                throws: StoreError.self,
                "the store couldn't look, and said that nobody is called Kim"
            ) {
                _ = try await members.found("Kim")
            }
        }
        let writes: [(StoredMembers, Member) async throws -> Void] = [
            { try await $0.add($1) }, { try await $0.save($1) },
        ]
        for write in writes {
            let store = MapStore<MemberRecord>(unique: [.handle])
            await #expect(
                throws: StoreError.self,
                "the store couldn't write, and the caller heard another error"
            ) {
                try await write(
                    StoredMembers(store: store.failing(by: .failing(call: 1))),
                    member("m-1", "Kim")
                )
            }
        }
    }

    // MARK: The opening

    @Test("twenty visitors spend an evening at the tablet by the door", arguments: ClubStore.allCases)
    func evening(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let events = ToldEvents(CallRecorder())
            let stuck = store.failing(by: .failing(call: 15, of: "insert"))
            let moa = try Moa.open(store: stuck, ids: CountedIDs(), events: events)
            for visit in Visit.evening {
                let heard = await visit.said(to: moa)
                #expect(heard == visit.answer, "somebody typed «\(visit.typed)», and heard this")
            }
            let all = try await store.all().map(\.record)
            let inMoa = all.filter { !$0.hasLeft }.map(\.handle)
            #expect(inMoa == Visit.inMoaAfterwards, "these are in Moa when the evening is over")
            #expect(Set(all.map(\.id)).count == 15, "fifteen have joined, and so many are kept")
            let listed = await moa.heardOfAll()
            #expect(listed.map(\.handle) == inMoa, "these are on the list when the evening is over")
            #expect(
                events.calls.calls.count == 17,
                "fifteen joined, one was renamed, one left, and so often Moa was told"
            )
        }
    }

    @Test(
        "of two who ask for one handle at once, one gets it and the other hears that it is taken",
        arguments: ClubStore.allCases
    )
    func twoKims(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let events = ToldEvents(CallRecorder())
            let meeting = store.meeting(at: Rendezvous(), after: [.findByKey])
            let moa = try Moa.open(store: meeting, ids: CountedIDs(), events: events)
            async let one = moa.heard { try await $0.join("Kim") }
            async let other = moa.heard { try await $0.join("KIM") }
            let joined = await [one.name.lowercased(), other.name.lowercased()].sorted()
            #expect(joined == ["handletaken", "kim"], "two wanted to join as «Kim» at once, and heard this")
            let kept = try await store.all().count
            #expect(kept == 1, "two asked for one handle, and so many members are kept")
            #expect(events.calls.calls.count == 1, "one has joined, and so often Moa was told")

            _ = await moa.heard { try await $0.join("Sori") }
            async let kim = moa.heard { try await $0.rename("Kim", to: "Haneul") }
            async let sori = moa.heard { try await $0.rename("Sori", to: "HANEUL") }
            let renamed = await [kim.name.lowercased(), sori.name.lowercased()].sorted()
            #expect(
                renamed == ["handletaken", "haneul"],
                "Kim and Sori both want to be Haneul, and heard this"
            )
            #expect(
                events.calls.calls.count == 3,
                "two joined and one was renamed, and so often Moa was told"
            )
        }
    }

    @Test("closed and opened again, Moa goes on where it was")
    func reopening() async throws {
        try await ClubStore.rowLog.withStore { store, file in
            let first = try Moa.open(store: store, ids: CountedIDs(), events: ToldEvents(CallRecorder()))
            for name in ["Kim", "Sori", "Minho"] { _ = await first.heard { try await $0.join(name) } }
            _ = await first.heard { try await $0.rename("Sori", to: "Haneul") }
            _ = await first.heardOfLeaving("Minho")

            let events = ToldEvents(CallRecorder())
            let reread = try RowLogStore<MemberRecord>(file: file, unique: [.handle])
            let second = try Moa.open(store: reread, ids: CountedIDs(), events: events)
            let everybody = await second.heardOfAll()
            #expect(
                everybody.map { "\($0.id) \($0.handle)" } == ["m-1 Kim", "m-2 Haneul"],
                "Moa was closed overnight, and these are in it"
            )
            #expect(events.calls.calls == [], "Moa was only opened, and this was told")
            let again = await second.heard { try await $0.join("Sori") }
            #expect(again == .refusal(.closed), "an id that Kim has was issued once more, and this was heard")
            let kim = await second.heard { try await $0.rename("kim", to: "Mina") }
            #expect(kim == .card("m-1", "Mina"), "Kim came back on the second evening")
        }
    }

    @Test(
        "the desk and its scripts compile without any store",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func layers() throws {
        let mark = "\n// MARK: - Repository\n"
        let file = try exerciseText()
        let desk = try #require(
            file.range(of: mark).map { String(file[..<$0.lowerBound]) },
            "the line «// MARK: - Repository» is missing, so nobody can say where the desk ends"
        )
        // A snippet belongs to no package.
        let alone = desk.replacing("import InMemoryInfrastructure\n", with: "").replacing(
            "package ",
            with: ""
        )
        let needs = """

            func needsDesk(_ members: any MoaMembers, _ ids: any NewMemberIDs, _ events: any MemberEvents)
                -> any FrontDesk { MoaDesk(members: members, ids: ids, events: events) }
            """
        let complaints = try Self.compiler.complaints(about: alone + needs)
            .map { $0.components(separatedBy: "error: ").last ?? $0 }
        #expect(complaints == [], "the repository and its store were taken away, and the desk misses them")
    }

    private static let compiler = CompileCheck(importing: "Moa", testable: false)
}

// MARK: - What is heard at the desk

extension MoaOpensTests {
    fileprivate enum Heard: Hashable, CustomStringConvertible {
        case card(String, String)
        case done
        case refusal(DeskRefusal)

        var description: String {
            switch self {
            case .card(let id, let handle): "\(handle) (\(id))"
            case .done: "done"
            case .refusal(let refusal): "\(refusal)"
            }
        }

        /// Without the id: when ids are drawn is not prescribed.
        var name: String {
            if case .card(_, let handle) = self { handle } else { description }
        }
    }

    /// A line that somebody types at the tablet, and what they hear.
    fileprivate struct Visit {
        let typed: String
        let answer: String

        /// The store fails once: the fifteenth time that somebody is to be taken in.
        static let evening =
            (1...14).map { Visit(typed: "join Visitor-\($0)", answer: "Visitor-\($0)") } + [
                Visit(typed: "join VISITOR-3", answer: "handleTaken"),
                Visit(typed: "join V", answer: "noHandle(Moa.Handle.Flaw.tooShort(length: 1))"),
                Visit(typed: "rename visitor-3 Kim", answer: "Kim"),
                Visit(typed: "leave Visitor-5", answer: "done"),
                Visit(typed: "join visitor-5", answer: "closed"),
                Visit(typed: "join visitor-5", answer: "visitor-5"),
                Visit(typed: "show Visitor-3", answer: "unknownMember"),
                Visit(typed: "show KIM", answer: "Kim"),
            ]

        static let inMoaAfterwards =
            (1...14).filter { $0 != 5 }.map { $0 == 3 ? "Kim" : "Visitor-\($0)" } + ["visitor-5"]

        func said(to desk: any FrontDesk) async -> String {
            let words = typed.split(separator: " ").map(String.init)
            return switch words[0] {
            case "join": await desk.heard { try await $0.join(words[1]) }.name
            case "rename": await desk.heard { try await $0.rename(words[1], to: words[2]) }.name
            case "leave": await desk.heardOfLeaving(words[1]).name
            default: await desk.heard { try await $0.show(words[1]) }.name
            }
        }
    }

    fileprivate enum Verb: String, CaseIterable {
        case join, show, rename, leave, list

        func said(to desk: any FrontDesk) async -> Heard {
            switch self {
            case .join: await desk.heard { try await $0.join("Haneul") }
            case .show: await desk.heard { try await $0.show("Kim") }
            case .rename: await desk.heard { try await $0.rename("Kim", to: "Mina") }
            case .leave: await desk.heardOfLeaving("Kim")
            case .list:
                await desk.heard { try await $0.everybody().first ?? MemberCard(id: "-", handle: "-") }
            }
        }

        func touches(_ failure: Failure) -> Bool {
            switch failure {
            case .finding: true
            case .keeping, .conflict: self != .show && self != .list
            case .issuing: self == .join
            }
        }
    }

    enum Failure: String, CaseIterable, CustomTestStringConvertible {
        case finding = "members can't be found"
        case keeping = "members can't be kept"
        case issuing = "no id is issued"
        case conflict = "somebody was faster"

        static let allCases = [finding, keeping, issuing]

        var testDescription: String { rawValue }
    }
}

extension FrontDesk {
    fileprivate func heard(_ ask: (any FrontDesk) async throws -> MemberCard) async -> MoaOpensTests.Heard {
        do {
            let card = try await ask(self)
            return .card(card.id, card.handle)
        } catch {
            return (error as? DeskRefusal).map { .refusal($0) }
                ?? .card("an error of another kind", "\(error)")
        }
    }

    fileprivate func heardOfLeaving(_ handle: String) async -> MoaOpensTests.Heard {
        do throws(DeskRefusal) {
            try await leave(handle)
            return .done
        } catch {
            return .refusal(error)
        }
    }

    /// Nobody where the desk refuses, so that a rule about the list says which members are missing.
    fileprivate func heardOfAll() async -> [MemberCard] {
        (try? await everybody()) ?? []
    }
}

// MARK: - Behind the desk

extension MoaOpensTests {
    /// Ports that note, in one list, what was asked of them.
    fileprivate struct World {
        let calls = CallRecorder<String>()
        let members: ListedMembers
        let desk: MoaDesk

        init(_ handles: [String] = [], failing failure: Failure? = nil) {
            members = ListedMembers(handles, calls, failure)
            desk = MoaDesk(
                members: members,
                ids: CountedIDs(after: handles.count, isExhausted: failure == .issuing),
                events: ToldEvents(calls)
            )
        }
    }

    fileprivate actor ListedMembers: MoaMembers {
        private var members: [Member] = []
        private let calls: CallRecorder<String>
        private let failure: Failure?

        init(_ handles: [String], _ calls: CallRecorder<String>, _ failure: Failure?) {
            self.calls = calls
            self.failure = failure
            members = handles.enumerated().compactMap { try? member("m-\($0 + 1)", $1) }
        }

        var all: [String] { members.map(words) }
        var inMoa: [String] { members.filter(\.isActive).map(words) }

        func holder(of handle: Handle) async throws -> Member? {
            calls.record("find \(handle.folded)")
            if failure == .finding { throw InjectedFault(call: 1) }
            return members.first { $0.isActive && $0.handle.folded == handle.folded }
        }

        func everybody() async throws -> [Member] {
            calls.record("find all")
            if failure == .finding { throw InjectedFault(call: 1) }
            return members.filter(\.isActive)
        }

        func add(_ newcomer: Member) async throws {
            try keep("add \(newcomer.handle)")
            members.append(newcomer)
        }

        func save(_ member: Member) async throws {
            try keep("save \(member.handle)")
            members = members.map { $0.id == member.id ? member : $0 }
        }

        private func keep(_ call: String) throws {
            calls.record(call)
            if failure == .keeping { throw InjectedFault(call: 1) }
            if failure == .conflict { throw HandleConflict() }
        }
    }

    fileprivate struct CountedIDs: NewMemberIDs {
        private let sequence: SequenceIDs

        /// - Parameter members: how many have an id already.
        init(after members: Int = 0, isExhausted: Bool = false) {
            sequence = SequenceIDs(prefix: "m", limit: isExhausted ? members : nil)
            for _ in 0..<members { _ = try? sequence.next() }
        }

        func next() async throws -> MemberID { try MemberID(sequence.next()) }
    }

    fileprivate struct ToldEvents: MemberEvents {
        let calls: CallRecorder<String>

        init(_ calls: CallRecorder<String>) {
            self.calls = calls
        }

        func publish(_ event: MemberEvent) async {
            switch event {
            case .joined(let id, let handle): calls.record("told: \(id) joined as \(handle)")
            case .renamed(let id, let handle): calls.record("told: \(id) renamed to \(handle)")
            case .left(let id): calls.record("told: \(id) left")
            }
        }
    }

    enum ClubStore: String, CaseIterable, CustomTestStringConvertible {
        case map = "a map in memory"
        case rowLog = "a log of rows in a file"

        var testDescription: String { rawValue }

        func withStore(_ work: (any Store<MemberRecord>, URL) async throws -> Void) async throws {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("moa-\(UUID().uuidString).jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            switch self {
            case .map: try await work(MapStore(unique: [.handle]), file)
            case .rowLog: try await work(RowLogStore(file: file, unique: [.handle]), file)
            }
        }
    }
}

extension MoaMembers {
    fileprivate func found(_ handle: String) async throws -> String {
        try await holder(of: Handle(handle)).map(words) ?? "nobody"
    }
}

private func member(_ id: String, _ handle: String, hasLeft: Bool = false) throws -> Member {
    Member(id: try MemberID(id), handle: try Handle(handle), isActive: !hasLeft)
}

private func words(_ member: Member) -> String {
    "\(member.id) \(member.handle)\(member.isActive ? "" : ", who has left")"
}

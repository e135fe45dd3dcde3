import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter6Factories

@Suite("6.5 Moa opens")
struct MoaOpensTests {
    // MARK: The desk

    @Test("a newcomer is taken in under a new id, and is then announced to Moa")
    func joining() async throws {
        let world = World(idPrefix: " M")
        let desk = world.desk
        let cards = await [
            desk.heard { try await $0.join(" Sori ") }, desk.heard { try await $0.join("Min Ho") },
            desk.heard { try await $0.join(" Sori ") },
        ]
        #expect(
            cards == [.card(" M-1", "Sori"), .card(" M-2", "Min Ho"), .refusal(.handleTaken)],
            "two newcomers joined, a third asked for the handle that the first had got, and they heard this"
        )
        let inMoa = await world.members.inMoa
        #expect(inMoa == [" M-1 Sori", " M-2 Min Ho"], "these are in Moa after two have joined")
        let changes = world.changes
        #expect(
            changes == [
                "add Sori", "told:  M-1 joined as Sori", "add Min Ho", "told:  M-2 joined as Min Ho",
            ],
            "each newcomer should be taken in once and then announced once; this happened"
        )
        let done = await Verb.join.doneForSomebodyWhoGoes()
        #expect(
            done == ["add Haneul", "told: m-2 joined as Haneul"],
            "a newcomer's request was cancelled while they were taken in, and this happened"
        )
        let untruth = await Verb.join.untruthForOneWhoIsGone(ifDone: done)
        #expect(
            untruth == nil,
            "a newcomer's request was cancelled before the desk heard it, and this was heard and done"
        )
    }

    @Test("a member is shown by their handle, whatever its letter case")
    func showing() async throws {
        let world = World(["Kim", "Kimberly", "김소리", "Kim  Minji"])
        let desk = world.desk
        for (typed, expected) in [
            ("kim", Heard.card("m-1", "Kim")), (" KIMBERLY", .card("m-2", "Kimberly")),
            ("김소리", .card("m-3", "김소리")), ("Kimber", .refusal(.unknownMember)),
            ("kim  minji", .card("m-4", "Kim  Minji")), ("KimMinji", .refusal(.unknownMember)),
        ] {
            let heard = await desk.heard { try await $0.show(typed) }
            #expect(heard == expected, "somebody asked for «\(typed)», and heard this")
        }
        // Ids needn't rise, and another issuer writes them in capitals.
        try await world.members.add(member("M-0", "Abel"))
        let abel = await desk.heard { try await $0.show("abel") }
        #expect(abel == .card("M-0", "Abel"), "Abel's id is M-0; somebody asked for Abel, and heard this")
        let all = await desk.heardOfAll().map { "\($0.id) \($0.handle)" }
        #expect(
            all == ["m-1 Kim", "m-2 Kimberly", "m-3 김소리", "m-4 Kim  Minji", "M-0 Abel"],
            "all members should be listed in the order of joining, and these are"
        )
        for verb in [Verb.show, .list] {
            // A task of its own: it is cancelled.
            let heard = await Task { await verb.saidByOneWhoIsGone(to: desk) }.value
            let isTrue = [.card("m-1", "Kim"), .refusal(.closed)].contains(heard)
            #expect(
                isTrue == true,
                "somebody wanted to \(verb.rawValue), their request was cancelled, and they heard: \(heard)"
            )
        }
        // As another desk would do it.
        try await world.members.save(member("m-1", "Mina"))
        for (typed, expected) in [
            ("kim", Heard.refusal(.unknownMember)), ("Mina", .card("m-1", "Mina")),
        ] {
            let heard = await desk.heard { try await $0.show(typed) }
            #expect(heard == expected, "Kim is Mina now; somebody asked for «\(typed)», and heard this")
        }
    }

    @Test("a renamed member stays the same member, and Moa is told after the save")
    func renaming() async throws {
        let world = World(["Kim", "Sori"])
        // Kim has nine handles in one evening. Sometimes only the capitals change, and some she has had before.
        for (typed, wish, handle) in [
            (" KIM ", " Mina ", "Mina"), ("mina", "Haneul", "Haneul"), ("haneul", "HANEUL", "HANEUL"),
            ("haneul", " Mina ", "Mina"), ("mina", "Haneul", "Haneul"), ("HANEUL", "HANEUL", "HANEUL"),
            ("haneul", "haneul", "haneul"), ("haneul", "Kim  Minji", "Kim  Minji"),
            ("KIM  MINJI", "Kim", "Kim"),
        ] {
            let before = world.changes.count
            let heard = await world.desk.heard { try await $0.rename(typed, to: wish) }
            #expect(heard == .card("m-1", handle), "«\(typed)» wanted to be «\(wish)», and heard this")
            let shown = await world.desk.heard { try await $0.show(handle) }
            #expect(
                shown == .card("m-1", handle),
                "somebody asked for «\(handle)» afterwards, and heard this"
            )
            let listed = await world.desk.heardOfAll().map { "\($0.id) \($0.handle)" }
            #expect(listed == ["m-1 \(handle)", "m-2 Sori"], "these are in Moa after m-1 was renamed")
            let changes = Array(world.changes.dropFirst(before))
            #expect(
                changes == ["save \(handle)", "told: m-1 renamed to \(handle)"],
                "a renaming should be kept once and then announced once; this happened"
            )
        }
        let done = await Verb.rename.doneForSomebodyWhoGoes()
        #expect(
            done == ["save Mina", "told: m-1 renamed to Mina"],
            "a request for another handle was cancelled while the member was saved, and this happened"
        )
        let untruth = await Verb.rename.untruthForOneWhoIsGone(ifDone: done)
        #expect(
            untruth == nil,
            "a request for another handle was cancelled before the desk heard it, and this was heard and done"
        )
    }

    @Test("a handle that another member holds is refused, and a member's own handle is not")
    func taken() async throws {
        let world = World(["Kim", "Sori"])
        for typed in ["Kim", "kIM", " KIM "] {
            let newcomer = await world.desk.heard { try await $0.join(typed) }
            #expect(
                newcomer == .refusal(.handleTaken),
                "a newcomer asked for «\(typed)», which is Kim's handle, and heard this"
            )
            let sori = await world.desk.heard { try await $0.rename("Sori", to: typed) }
            #expect(
                sori == .refusal(.handleTaken),
                "Sori asked for «\(typed)», which is Kim's handle, and heard this"
            )
        }
        let changes = world.changes
        #expect(changes == [], "everybody was refused, and yet something has happened")
        // M-1 is not m-1.
        try await world.members.add(member("M-1", "Nari"))
        let nari = await world.desk.heard { try await $0.rename("Nari", to: "Kim") }
        #expect(nari == .refusal(.handleTaken), "M-1 asked for the handle of m-1, and heard this")
        for typed in ["Kim", "KIM"] {
            let own = await world.desk.heard { try await $0.rename("Kim", to: typed) }
            #expect(own == .card("m-1", typed), "Kim asked to be called «\(typed)», and heard this")
        }
    }

    @Test("a member who leaves is kept as one who has left, and Moa is told")
    func leaving() async throws {
        let world = World(["Kim", "Sori", "Jun Ho"])
        let heard = await [world.desk.heardOfLeaving(" kim "), world.desk.heardOfLeaving("Jun Ho")]
        #expect(heard == [.done, .done], "Kim and Jun left, and heard this")
        let changes = world.changes
        #expect(
            changes == ["save Kim", "told: m-1 left", "save Jun Ho", "told: m-3 left"],
            "each leaving should be kept once and then announced once; this happened"
        )
        let done = await Verb.leave.doneForSomebodyWhoGoes()
        #expect(
            done == ["save Kim", "told: m-1 left"],
            "a request to leave was cancelled while it was being kept, and this happened"
        )
        let untruth = await Verb.leave.untruthForOneWhoIsGone(ifDone: done)
        #expect(
            untruth == nil,
            "a request to leave was cancelled before the desk heard it, and this was heard and done"
        )
        let free = await [
            world.desk.heard { try await $0.join("KIM") },
            world.desk.heard { try await $0.rename("Sori", to: "JUN HO") },
        ]
        #expect(
            free == [.card("m-4", "KIM"), .card("m-2", "JUN HO")],
            "the handles of Kim and Jun are free: a newcomer and Sori asked for them, and heard this"
        )
        let kept = await world.members.all
        #expect(
            kept == ["m-1 Kim, who has left", "m-2 JUN HO", "m-3 Jun Ho, who has left", "m-4 KIM"],
            "these are kept after Kim and Jun have left"
        )
    }

    @Test("somebody who is not in Moa is neither shown nor renamed, and can't leave")
    func unknown() async throws {
        let world = World(["Kim", "Sori", "Jun"])
        _ = await world.desk.heardOfLeaving("Kim")
        _ = await world.desk.heard { try await $0.rename("Jun", to: "Minjun") }
        for newcomer in ["Nari", "Mina"] { _ = await world.desk.heard { try await $0.join(newcomer) } }
        // As another desk would do it.
        try await world.members.save(member("m-4", "Hana"))
        try await world.members.save(member("m-5", "Mina", hasLeft: true))
        let before = world.changes
        for (typed, reason) in [
            ("Kim", "Kim has left"), ("Minho", "nobody was ever called Minho"),
            ("Jun", "Jun is called Minjun now"), ("Nari", "Nari was renamed at another desk"),
            ("Mina", "Mina left at another desk"), ("m-2", "m-2 is Sori's id, and nobody's handle"),
            ("M-1", "nobody was ever called M-1"),
        ] {
            let shown = await world.desk.heard { try await $0.show(typed) }
            let renamed = await world.desk.heard { try await $0.rename(typed, to: "Haneul") }
            let left = await world.desk.heardOfLeaving(typed)
            let all = [shown, renamed, left]
            let nobody = Heard.refusal(.unknownMember)
            #expect(
                all == [nobody, nobody, nobody],
                "\(reason): «\(typed)» was typed to show, rename and leave, and this was heard"
            )
        }
        let after = world.changes
        #expect(after == before, "nobody was there, and yet something was changed or announced")
    }

    // MARK: The border

    @Test("a text that is not a handle is refused, and the refusal says what is wrong with it")
    func flaws() async throws {
        let desk = World(["Kim"]).desk
        for (typed, flaw) in [
            ("", Handle.Flaw.tooShort(length: 0)), (" Jo ", .tooShort(length: 2)),
            ("소리", .tooShort(length: 2)),
            (String(repeating: "k", count: 21), .tooLong(length: 21)),
        ] {
            let heard = await [
                desk.heard { try await $0.join(typed) },
                desk.heard { try await $0.show(typed) },
                desk.heard { try await $0.rename("Kim", to: typed) },
                desk.heard { try await $0.rename(typed, to: "Haneul") },
                desk.heardOfLeaving(typed),
            ]
            let expected = Heard.refusal(.noHandle(flaw))
            #expect(
                heard == [expected, expected, expected, expected, expected],
                "«\(typed)» was typed to join, show, rename Kim, be renamed and leave; this was heard"
            )
        }
    }

    @Test(
        "when something behind the desk fails, the desk is closed, and nothing untrue is announced",
        arguments: Failure.allCases
    )
    func failures(failure: Failure) async throws {
        let errors: [any Error] = [InjectedFault(call: 1), CancellationError(), MemberID.Blank()]
        for (verb, error) in Verb.allCases.flatMap({ verb in errors.map { (verb, $0) } })
        where verb.touches(failure) {
            let world = World(["Kim"])
            for earlier in [Verb.show, .list] { _ = await earlier.said(to: world.desk) }
            let before = await world.members.all
            world.trouble.begin(failure.plan, with: error)
            let heard = await verb.said(to: world.desk)
            // For some wishes, one look is enough.
            guard world.trouble.hasStruck else { continue }
            #expect(
                heard == .refusal(.closed),
                "\(failure.rawValue) while somebody wants to \(verb.rawValue), and they hear this"
            )
            let isKept = await world.members.all != before
            let told = world.changes.filter { $0.hasPrefix("told") }
            #expect(isKept || told == [], "it failed, and Moa was told that it had happened")
            let again = isKept ? verb.answer : await verb.said(to: world.desk).name
            #expect(
                again == verb.answer,
                "it failed once; somebody wanted to \(verb.rawValue) later, and heard this"
            )
        }
    }

    @Test("a handle that somebody else got first is taken")
    func faster() async throws {
        for (verb, attempt) in [(Verb.join, "add Haneul"), (.rename, "save Mina")] {
            let world = World(["Kim"], isLateToKeep: true)
            let heard = await verb.said(to: world.desk)
            #expect(
                heard == .refusal(.handleTaken),
                "the handle was free, somebody faster got it, and this was heard"
            )
            let changes = world.changes
            #expect(changes == [attempt], "it should be tried once and announced to nobody; this happened")
        }
    }

    // MARK: The repository

    @Test("a member is found as they were last kept, whichever store is used", arguments: ClubStore.allCases)
    func keeping(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            // One desk looks and another one writes, over the same store.
            let looking = StoredMembers(store: store)
            let writing = StoredMembers(store: store)
            for (id, handle) in [
                ("m-2", "Ｓori of the far road"), ("m-10", "Kim"), (" M-9\n", "Kimberly"), ("m-1", "Élodie"),
            ] {
                try await writing.add(member(id, handle))
            }
            var everybody = try await looking.everybody().map(words)
            #expect(
                everybody == ["m-2 Ｓori of the far road", "m-10 Kim", " M-9\n Kimberly", "m-1 Élodie"],
                "four have joined, and these are in Moa, in this order"
            )
            var found = try await looking.found("KIM", "kimber", "ÉLODIE")
            #expect(
                found == ["m-10 Kim", "nobody", "m-1 Élodie"],
                "«KIM», «kimber» and «ÉLODIE» were looked for, and these were found"
            )

            try await writing.save(member("m-10", "Mina"))
            found = try await looking.found("MINA", "kim", "kimberly")
            #expect(
                found == ["m-10 Mina", "nobody", " M-9\n Kimberly"],
                "Kim is Mina now; «MINA», «kim» and «kimberly» were looked for, and these were found"
            )
            everybody = try await looking.everybody().map(words)
            #expect(
                everybody == ["m-2 Ｓori of the far road", "m-10 Mina", " M-9\n Kimberly", "m-1 Élodie"],
                "Kim is Mina now, everybody keeps their place, and this is the list"
            )

            try await writing.save(member(" M-9\n", "Kimberly", hasLeft: true))
            try await writing.save(member("m-1", "Élodie", hasLeft: true))
            found = try await looking.found("Kimberly", "Élodie")
            #expect(
                found == ["nobody", "nobody"],
                "Kimberly and Élodie have left; both were looked for, and these were found"
            )
            everybody = try await looking.everybody().map(words)
            #expect(
                everybody == ["m-2 Ｓori of the far road", "m-10 Mina"],
                "two have left, and these are in Moa"
            )

            try await writing.add(member("m-11", "KIMBERLY"))
            try await writing.save(member("m-10", "ÉLODIE"))
            found = try await looking.found("kimberly", "élodie")
            #expect(
                found == ["m-11 KIMBERLY", "m-10 ÉLODIE"],
                "a newcomer and Mina took the handles of two who have left; both were looked for"
            )
            let rows = try await store.all().map { words($0.record) }
            #expect(
                rows == [
                    "m-2 Ｓori of the far road", "m-10 ÉLODIE", " M-9\n Kimberly, who has left",
                    "m-1 Élodie, who has left",
                    "m-11 KIMBERLY",
                ],
                "five have been here, and these are kept"
            )

            for number in 12...40 { try await writing.add(member("m-\(number)", "visitor \(number)")) }
            let desk = try Moa.open(store: store, ids: CountedIDs(), events: ToldEvents(CallRecorder()))
            let counts = [try await looking.everybody().count, await desk.heardOfAll().count]
            #expect(counts == [32, 32], "32 are in Moa, and the repository and the desk list this many")

            let endings = try await inCancelledTask {
                await [
                    Ending { try await writing.add(member("m-41", "Nari")) },
                    Ending { try await writing.save(member("m-2", "Jun")) },
                ]
            }.get()
            let isKept = try await looking.found("Nari", "Jun").map { $0 != "nobody" }
            let unkept = zip(endings, isKept).count { $0 != .failed && !$1 }
            #expect(
                unkept == 0,
                "two writes were asked for by a cancelled task and reported no error; this many were not kept"
            )
        }
    }

    @Test("nobody is put in somebody else's place", arguments: ClubStore.allCases)
    func places(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let members = StoredMembers(store: store)
            try await members.add(member("m-1", "Kim"))
            try await members.add(member("m-2", "Sori"))
            try await members.add(member("m-3", "Minho"))
            try await members.save(member("m-3", "Minho", hasLeft: true))
            for (id, handle, whose) in [
                ("m-1", "Haneul", "Kim"), ("m-1", "Kim", "Kim"), ("m-3", "Haneul", "Minho, who has left"),
            ] {
                let ending = await Ending { try await members.add(member(id, handle)) }
                #expect(
                    ending.isError == true,
                    "\(handle) was to be taken in under \(id), the id of \(whose): \(ending)"
                )
            }
            let newcomer = await Ending { try await members.add(member("m-4", "KIM")) }
            #expect(newcomer == .conflict, "a newcomer wanted Kim's handle, and this was the outcome")
            let renamed = await Ending { try await members.save(member("m-2", "kim")) }
            #expect(renamed == .conflict, "Sori wanted Kim's handle, and this was the outcome")
            for (id, handle) in [("M-1", "Nari"), ("m-1 ", "Jina")] {
                let ending = await Ending { try await members.add(member(id, handle)) }
                #expect(
                    ending == .answered("()"),
                    "«\(id)» is not Kim's id; \(handle) was to be taken in under it: \(ending)"
                )
            }
            let rows = try await store.all().map { words($0.record) }
            #expect(
                rows == ["m-1 Kim", "m-2 Sori", "m-3 Minho, who has left", "M-1 Nari", "m-1  Jina"],
                "these are kept after five refusals"
            )

            let meeting = store.meeting(at: Rendezvous())
            let here = StoredMembers(store: meeting)
            for (id, first, second, there) in [
                ("m-5", "Jun", "Haneul", here), ("m-6", "Sena", "Mina", StoredMembers(store: meeting)),
            ] {
                async let one = Ending { try await here.add(member(id, first)) }
                async let other = Ending { try await there.add(member(id, second)) }
                let refused = await [one, other].count { $0.isError }
                #expect(
                    refused == 1,
                    "\(first) and \(second) were taken in at once, both under the id \(id), and this many were refused"
                )
            }
        }
    }

    @Test("a failing store or an unreadable record is an error, and nobody is overlooked")
    func damage() async throws {
        let errors: [StoreError] = [
            .inaccessible(reason: "the disk is full"), .corruptRow(number: 1, reason: "it is no row"),
            .cancelled,
        ]
        for (error, hasLooked) in errors.flatMap({ [($0, false), ($0, true)] }) {
            let store = MapStore<MemberRecord>(unique: [.handle])
            try await store.insert(MemberRecord(id: "m-1", handle: "Kim", hasLeft: false))
            let outage = Outage(strikesOnce: true)
            let members = StoredMembers(store: store.suffering(outage))
            if hasLooked { _ = try await (members.found("Kim"), members.everybody()) }
            let wishes: KeyValuePairs<String, () async throws -> Any> = [
                "find": { try await members.found("Kim") },
                "list": { try await members.everybody().map(words) },
                "add": { try await members.add(member("m-2", "Sori")) },
                "rename": { try await members.save(member("m-1", "Mina")) },
                "leave": { try await members.save(member("m-1", "Kim", hasLeft: true)) },
            ]
            for (wish, call) in wishes {
                outage.begin(error)
                let ending = await Ending(of: call)
                outage.end()
                #expect(
                    ending == .failed,
                    "the store failed (\(error)) at «\(wish)», and this was the outcome"
                )
            }
            let inMoa = try await members.everybody().map(words)
            #expect(inMoa == ["m-1 Kim"], "the store has failed and works again, and these are in Moa")
            let endings = try await inCancelledTask {
                await [
                    Ending { try await members.found("Kim") },
                    Ending { try await members.everybody().map(words) },
                ]
            }.get()
            let overlooked = endings.filter { ![.failed, .answered(#"["m-1 Kim"]"#)].contains($0) }
            #expect(
                overlooked == [],
                "somebody looked for Kim and asked for the list, both requests were cancelled, and Kim was overlooked"
            )
        }
        for (id, handle) in [
            (" ", "Minho"), ("", "Minho"), ("m-2", "Jo"), ("m-2", "  "),
            ("m-2", String(repeating: "k", count: 21)),
        ] {
            let store = MapStore<MemberRecord>(unique: [.handle])
            try await store.insert(MemberRecord(id: "m-1", handle: "Kim", hasLeft: false))
            try await store.insert(MemberRecord(id: id, handle: handle, hasLeft: false))
            let members = StoredMembers(store: store)
            let listed = await Ending { try await members.everybody().map(words) }
            #expect(
                listed == .failed,
                "somebody is kept as «\(id)», «\(handle)», and asking for the list ends like this"
            )
            guard handle == "Minho" else { continue }
            let found = await Ending { try await members.found("Minho") }
            #expect(
                found == .failed,
                "Minho is kept under the id «\(id)», and looking for him ends like this"
            )
        }
    }

    // MARK: The opening

    @Test("twenty visitors spend an evening at the tablet by the door", arguments: ClubStore.allCases)
    func evening(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let events = ToldEvents(CallRecorder())
            let outage = Outage(of: Outage.writing)
            let ids = CountedIDs()
            let moa = try Moa.open(store: store.suffering(outage), ids: ids, events: events)
            let hastyMoa = try Moa.open(store: store.cancellingWhoWrites(), ids: ids, events: events)
            for visit in Visit.evening {
                if visit.answer == "closed" { outage.begin() }
                // A task of its own: it is cancelled.
                let heard = await Task { await visit.said(to: visit.isHasty ? hastyMoa : moa) }.value
                outage.end()
                #expect(
                    heard == visit.answer,
                    "somebody typed «\(visit.typed)»\(visit.circumstance), and heard this"
                )
            }
            let all = try await store.all().map(\.record)
            let inMoa = all.filter { !$0.hasLeft }.map(\.handle)
            #expect(inMoa == Visit.inMoaAfterwards, "these are in Moa when the evening is over")
            #expect(Set(all.map(\.id)).count == 15, "fifteen have joined, and this many are kept")
            let listed = await moa.heardOfAll()
            #expect(listed.map(\.handle) == inMoa, "these are on the list when the evening is over")
            #expect(
                events.calls.calls.count == 17,
                "fifteen joined, one was renamed, one left, and Moa was told this many times"
            )
            try await store.insert(MemberRecord(id: " ", handle: "Minho", hasLeft: false))
            for typed in ["show Minho", "rename Minho Jun", "leave Minho"] {
                let heard = await Visit(typed: typed).said(to: moa)
                #expect(
                    heard == "closed",
                    "Minho's record can't be read; «\(typed)» was typed, and this was heard"
                )
            }
        }
        try await kind.withStore { store, _ in
            let door = Rendezvous()
            let meeting = store.meeting(at: door, after: Set(StoreOperation.allCases))
            let outage = Outage(of: Outage.writing)
            let moa = try Moa.open(
                store: meeting.suffering(outage),
                ids: CountedIDs(),
                events: ToldEvents(CallRecorder(), door)
            )
            for (one, other, answers) in [
                ("join Kim", "join Sori", ["Kim", "Sori"]),
                ("rename Kim Haneul", "rename Sori Mina", ["Haneul", "Mina"]),
                ("show Haneul", "show Mina", ["Haneul", "Mina"]),
                ("join Jun", "join JUN", ["closed", "closed"]),
                ("rename Haneul Jun", "rename Mina JUN", ["closed", "closed"]),
                ("leave Haneul", "leave Mina", ["done", "done"]),
            ] {
                if answers.contains("closed") { outage.begin() }
                async let first = Visit(typed: one).said(to: moa)
                async let second = Visit(typed: other).said(to: moa)
                let heard = await [first, second]
                outage.end()
                let circumstance = Visit(typed: one, answer: answers[0]).circumstance
                #expect(
                    heard == answers,
                    "«\(one)» and «\(other)» were typed at once\(circumstance), and this was heard"
                )
            }
        }
        try await kind.withStore(longEvening)
    }

    /// Hundreds of wishes at two desks over one store, the same each time, beside a plain list of members.
    private func longEvening(at store: any Store<MemberRecord>, _: URL) async throws {
        let reading = Outage(of: Outage.reading, strikesOnce: true)
        let writing = Outage(of: Outage.writing, strikesOnce: true)
        let replying = Outage(of: Outage.writing, strikesOnce: true)
        let shared = store.losingReplies(in: replying).suffering(reading).suffering(writing)
        let ids = CountedIDs()
        let events = ToldEvents(CallRecorder())
        let desks = [
            try Moa.open(store: shared, ids: ids, events: events),
            try Moa.open(store: shared, ids: ids, events: events),
        ]
        var moa = PlainMoa()
        for number in 1...300 {
            let typed = moa.wish()
            let desk = desks[number % 7 % 2]
            let before = moa
            var answer = moa.answer(to: typed)
            let hasChanged = moa.inMoa != before.inMoa
            var news = hasChanged ? [PlainMoa.news(of: typed)] : []
            var circumstance = ""
            switch number % 9 {
            case 2:
                reading.begin()
                (moa, circumstance) = (before, " while the store couldn't read")
            case 5 where hasChanged:
                writing.begin()
                (moa, circumstance) = (before, " while the store couldn't write")
            case 8 where hasChanged:
                replying.begin()
                circumstance = ", and the store's reply was lost"
            default: break
            }
            if !circumstance.isEmpty { (answer, news) = ("closed", []) }
            let toldBefore = events.calls.calls.count
            let heard = await Visit(typed: typed).said(to: desk)
            for outage in [reading, writing, replying] { outage.end() }
            let told = events.calls.calls.dropFirst(toldBefore).map {
                $0.split(separator: " ").dropFirst(2).joined(separator: " ")
            }
            let listed = await desk.heardOfAll().map(\.handle)
            guard heard == answer, told == news, listed == moa.inMoa else {
                let wish = "wish \(number), «\(typed)»\(circumstance)"
                #expect(heard == answer, "\(wish), in an evening with two desks, and this was heard")
                #expect(told == news, "\(wish), in an evening with two desks, and Moa was told this")
                #expect(listed == moa.inMoa, "\(wish), in an evening with two desks, and these are listed")
                return
            }
        }
    }

    @Test(
        "if two people ask for one handle at once, one gets it and the other hears that it is taken",
        arguments: ClubStore.allCases
    )
    func twoKims(kind: ClubStore) async throws {
        try await kind.withStore { store, _ in
            let events = ToldEvents(CallRecorder())
            let meeting = store.meeting(at: Rendezvous(), after: [.findByKey])
            let moa = try Moa.open(store: meeting, ids: CountedIDs(), events: events)
            _ = await moa.heard { try await $0.join("Sori") }
            for (one, other, handle) in [
                ("join Kim", "join KIM", "kim"), ("rename Kim Haneul", "rename Sori HANEUL", "haneul"),
                ("rename Haneul Mina", "join MINA", "mina"),
            ] {
                let before = events.calls.calls.count
                async let first = Visit(typed: one).said(to: moa)
                async let second = Visit(typed: other).said(to: moa)
                let heard = await [first.lowercased(), second.lowercased()].sorted()
                #expect(
                    heard == ["handletaken", handle].sorted(),
                    "«\(one)» and «\(other)» were typed at once, and this was heard"
                )
                let holders = try await store.all().count { $0.record.handle.lowercased() == handle }
                #expect(holders == 1, "two asked to be «\(handle)», and this many hold it")
                let told = events.calls.calls.count - before
                #expect(told == 1, "one of two was refused, and Moa was told this many times")
            }
        }
    }

    @Test("when Moa is closed and opened again, it goes on where it was")
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
            #expect(events.calls.calls == [], "Moa was only opened, and this was announced")
            // The ids begin again at m-1.
            for whose in ["Kim", "Haneul", "Minho, who has left,"] {
                let again = await second.heard { try await $0.join("Sori") }
                #expect(
                    again == .refusal(.closed),
                    "the id of \(whose) was issued once more, and the newcomer heard this"
                )
            }
            let sori = await second.heard { try await $0.join("Sori") }
            #expect(sori == .card("m-4", "Sori"), "a new id was issued at last, and the newcomer heard this")
            let kim = await second.heard { try await $0.rename("kim", to: "Mina") }
            #expect(
                kim == .card("m-1", "Mina"),
                "Kim asked to be «Mina» on the second evening, and heard this"
            )
            let rows = try await reread.all().map { words($0.record) }
            #expect(
                rows == ["m-1 Mina", "m-2 Haneul", "m-3 Minho, who has left", "m-4 Sori"],
                "these are kept after the second evening"
            )
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
        let alone = desk.replacing("import InMemoryInfrastructure\n", with: "\n")
            .replacing("package ", with: "")
        let needs = """

            func needsDesk(_ members: any MoaMembers, _ ids: any NewMemberIDs, _ events: any MemberEvents)
                -> any FrontDesk { MoaDesk(members: members, ids: ids, events: events) }
            """
        let complaints = try Self.compiler.complaints(about: alone + needs).compactMap(Self.inTheFile)
        let isAlone = complaints.isEmpty
        #expect(
            isAlone == true,
            """
            what the desk uses must stand above «MARK: - Repository». Without what stands below, the compiler says: \
            \(complaints.prefix(5).joined(separator: "; "))
            """
        )
    }

    /// A complaint about the snippet, with its line in the learner's file. The drawing beside it says it again.
    private static func inTheFile(_ complaint: String) -> String? {
        guard let match = complaint.firstMatch(of: /^\S*Snippet\.swift:(\d+):\d+: error: (.*)/) else {
            return nil
        }
        return "line \((Int(match.1) ?? 1) - 1): \(match.2)"
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
        var answer = ""
        /// Whether the visitor's task is cancelled while the store writes.
        var isHasty = false

        var circumstance: String {
            if isHasty { return ", and was cancelled while the store wrote" }
            return answer == "closed" ? " while the store couldn't write" : ""
        }

        /// The store can't write while a visitor who hears «closed» is there.
        static let evening =
            (1...14).map { Visit(typed: "join Visitor-\($0)", answer: "Visitor-\($0)") } + [
                Visit(typed: "join VISITOR-3", answer: "handleTaken"),
                Visit(typed: "join V", answer: "noHandle(Moa.Handle.Flaw.tooShort(length: 1))"),
                Visit(typed: "rename visitor-3 Kim", answer: "Kim", isHasty: true),
                Visit(typed: "leave Visitor-5", answer: "done", isHasty: true),
                Visit(typed: "join visitor-5", answer: "closed"),
                Visit(typed: "rename Kim Mina", answer: "closed"),
                Visit(typed: "leave Kim", answer: "closed"),
                Visit(typed: "join visitor-5", answer: "visitor-5", isHasty: true),
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

    /// Members in a plain list, and what they would hear at the door.
    fileprivate struct PlainMoa {
        private var rows: [(handle: String, hasLeft: Bool)] = []
        private var seed = 1

        var inMoa: [String] { rows.filter { !$0.hasLeft }.map(\.handle) }

        /// The next wish. There is never more than one reason to refuse it.
        mutating func wish() -> String {
            let name = drawnName()
            let other = drawnName()
            switch draw(9) {
            case 0...3: return "join \(name)"
            case 4...6:
                guard let place = place(of: name) else { return "rename \(name) Somebody" }
                return rows[place].handle == other ? "show \(name)" : "rename \(name) \(other)"
            case 7: return "leave \(name)"
            default: return "show \(name)"
            }
        }

        mutating func answer(to typed: String) -> String {
            let words = typed.split(separator: " ").map(String.init)
            let holder = place(of: words[1])
            if words[0] == "join" {
                guard holder == nil else { return "handleTaken" }
                rows.append((words[1], false))
                return words[1]
            }
            guard let place = holder else { return "unknownMember" }
            switch words[0] {
            case "rename":
                guard [nil, place].contains(self.place(of: words[2])) else { return "handleTaken" }
                rows[place].handle = words[2]
                return words[2]
            case "leave":
                rows[place].hasLeft = true
                return "done"
            default: return rows[place].handle
            }
        }

        /// What Moa hears when a wish is fulfilled, without the id.
        static func news(of typed: String) -> String {
            let words = typed.split(separator: " ")
            return switch words[0] {
            case "join": "joined as \(words[1])"
            case "rename": "renamed to \(words[2])"
            default: "left"
            }
        }

        private func place(of handle: String) -> Int? {
            rows.firstIndex { !$0.hasLeft && $0.handle.lowercased() == handle.lowercased() }
        }

        private mutating func drawnName() -> String {
            let name = ["Kim", "Sori", "Minho", "Haneul", "Jun-ho", "Mina", "김소리"][draw(7)]
            return [name, name.uppercased(), name.lowercased()][draw(3)]
        }

        private mutating func draw(_ bound: Int) -> Int {
            seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
            return seed / 65_536 % bound
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

        /// What is heard if nothing fails.
        var answer: String {
            switch self {
            case .join: "Haneul"
            case .show, .list: "Kim"
            case .rename: "Mina"
            case .leave: "done"
            }
        }

        /// What somebody hears if their task was cancelled before they asked.
        func saidByOneWhoIsGone(to desk: any FrontDesk) async -> Heard {
            cancelThisTask()
            return await said(to: desk)
        }

        /// What Moa keeps and is told when the task that asked for it is cancelled during the save.
        func doneForSomebodyWhoGoes() async -> [String] {
            let world = World(["Kim"], isCancelledToKeep: true)
            _ = await Task { await said(to: world.desk) }.value
            return world.changes
        }

        /// What is untrue if the task was cancelled before it asked: the desk may be closed, but what is heard is done.
        func untruthForOneWhoIsGone(ifDone deeds: [String]) async -> String? {
            let world = World(["Kim"])
            let heard = await Task { await saidByOneWhoIsGone(to: world.desk) }.value
            let changes = world.changes
            let isClosed = heard == .refusal(.closed)
            let isDone = changes == deeds && (isClosed || heard.name == answer)
            return isDone || isClosed && changes.isEmpty ? nil : "\(heard): \(changes)"
        }

        func touches(_ failure: Failure) -> Bool {
            switch failure {
            case .looking, .lookingAgain: true
            case .keeping: self != .show && self != .list
            case .issuing: self == .join
            }
        }
    }

    enum Failure: String, CaseIterable, CustomTestStringConvertible {
        case looking = "members can't be found"
        case lookingAgain = "members can't be found at the second look"
        case keeping = "members can't be kept"
        case issuing = "no id is issued"

        /// Each fails once.
        var plan: FaultPlan {
            switch self {
            case .looking: .failing(call: 1, of: "find")
            case .lookingAgain: .failing(call: 2, of: "find")
            case .keeping: .failing(call: 1, of: "keep")
            case .issuing: .failing(call: 1, of: "issue")
            }
        }

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

    /// Nobody if the desk refuses, so that a rule about the list says which members are missing.
    fileprivate func heardOfAll() async -> [MemberCard] {
        (try? await everybody()) ?? []
    }
}

// MARK: - Behind the desk

extension MoaOpensTests {
    /// Ports that note, in one list, what was asked of them.
    fileprivate struct World {
        let calls = CallRecorder<String>()
        let trouble = Trouble()
        let members: ListedMembers
        let desk: MoaDesk

        /// - Parameters:
        ///   - isLateToKeep: whether somebody faster has each handle when it is to be kept.
        ///   - isCancelledToKeep: whether the task that asks is cancelled while a member is being kept.
        init(
            _ handles: [String] = [],
            idPrefix: String = "m",
            isLateToKeep: Bool = false,
            isCancelledToKeep: Bool = false
        ) {
            members = ListedMembers(handles, calls, trouble, isLateToKeep, isCancelledToKeep)
            desk = MoaDesk(
                members: members,
                ids: CountedIDs(idPrefix, after: handles.count, trouble),
                events: ToldEvents(calls)
            )
        }

        /// What was to be kept, and what was told, in order. How often somebody looks is left free.
        var changes: [String] { calls.calls.filter { !$0.hasPrefix("find") } }
    }

    /// When a port fails, and with what. Before it begins, all is well.
    fileprivate final class Trouble: Sendable {
        private let begun = Mutex<(plan: FaultPlan, error: any Error)?>(nil)
        private let strikes = CallRecorder<Bool>()

        func begin(_ plan: FaultPlan, with error: any Error) {
            begun.withLock { $0 = (plan, error) }
        }

        var hasStruck: Bool { !strikes.calls.isEmpty }

        func around<Answer>(_ call: String, _ work: () throws -> Answer) throws -> Answer {
            guard let (plan, error) = begun.withLock(\.self) else { return try work() }
            do {
                return try plan.around(call, work)
            } catch is InjectedFault {
                strikes.record(true)
                throw error
            }
        }
    }

    fileprivate actor ListedMembers: MoaMembers {
        private var members: [Member] = []
        private let calls: CallRecorder<String>
        private let trouble: Trouble
        private let isLateToKeep: Bool
        private let isCancelledToKeep: Bool

        init(
            _ handles: [String],
            _ calls: CallRecorder<String>,
            _ trouble: Trouble,
            _ isLateToKeep: Bool,
            _ isCancelledToKeep: Bool
        ) {
            self.calls = calls
            self.trouble = trouble
            self.isLateToKeep = isLateToKeep
            self.isCancelledToKeep = isCancelledToKeep
            members = handles.enumerated().compactMap { try? member("m-\($0 + 1)", $1) }
        }

        var all: [String] { members.map(words) }
        var inMoa: [String] { members.filter(\.isActive).map(words) }

        func holder(of handle: Handle) async throws -> Member? {
            calls.record("find \(handle.folded)")
            return try trouble.around("find") {
                members.first { $0.isActive && $0.handle.folded == handle.folded }
            }
        }

        func everybody() async throws -> [Member] {
            calls.record("find all")
            return try trouble.around("find") { members.filter(\.isActive) }
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
            if isCancelledToKeep { cancelThisTask() }
            try trouble.around("keep") { if isLateToKeep { throw HandleConflict() } }
        }
    }

    fileprivate struct CountedIDs: NewMemberIDs {
        private let sequence: SequenceIDs
        private let trouble: Trouble

        /// - Parameter members: how many have an id already.
        init(_ prefix: String = "m", after members: Int = 0, _ trouble: Trouble = Trouble()) {
            sequence = SequenceIDs(prefix: prefix)
            self.trouble = trouble
            for _ in 0..<members { _ = try? sequence.next() }
        }

        func next() async throws -> MemberID {
            try MemberID(trouble.around("issue") { try sequence.next() })
        }
    }

    fileprivate struct ToldEvents: MemberEvents {
        let calls: CallRecorder<String>
        private let meeting: Rendezvous?

        /// - Parameter meeting: where those who publish wait for each other.
        init(_ calls: CallRecorder<String>, _ meeting: Rendezvous? = nil) {
            self.calls = calls
            self.meeting = meeting
        }

        func publish(_ event: MemberEvent) async {
            await meeting?.meet()
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

// MARK: - Below the repository

extension MoaOpensTests {
    /// How a call of the repository ends.
    fileprivate enum Ending: Equatable, CustomStringConvertible {
        case answered(String)
        case conflict
        /// A flaw of what somebody has typed.
        case flaw(Handle.Flaw)
        /// An answer to a person at the desk that doesn't close it.
        case refusal(DeskRefusal)
        case failed

        init<Answer>(of call: () async throws -> Answer) async {
            do {
                self = .answered("\(try await call())")
            } catch {
                switch error {
                case is HandleConflict: self = .conflict
                case let flaw as Handle.Flaw: self = .flaw(flaw)
                case let refusal as DeskRefusal where refusal != .closed: self = .refusal(refusal)
                default: self = .failed
                }
            }
        }

        var isError: Bool { self == .conflict || self == .failed }

        var description: String {
            switch self {
            case .answered(let answer): answer == "()" ? "it was done" : "the answer \(answer)"
            case .conflict: "a conflict of handles"
            case .flaw(let flaw): "a flaw in what was typed, \(flaw)"
            case .refusal(let refusal): "the refusal \(refusal)"
            case .failed: "an error"
            }
        }
    }

    /// From `begin` to `end`, or once, a store throws instead of doing what it is asked for.
    fileprivate final class Outage: Sendable {
        static let reading: Set<StoreOperation> = [.find, .findByKey, .all]
        static let writing: Set<StoreOperation> = [.insert, .save, .delete, .commit]

        private let operations: Set<StoreOperation>
        private let strikesOnce: Bool
        private let error = Mutex<StoreError?>(nil)

        init(
            of operations: Set<StoreOperation> = Set(StoreOperation.allCases),
            strikesOnce: Bool = false
        ) {
            self.operations = operations
            self.strikesOnce = strikesOnce
        }

        func begin(_ error: StoreError = .inaccessible(reason: "the disk is full")) {
            self.error.withLock { $0 = error }
        }

        func end() {
            error.withLock { $0 = nil }
        }

        func meet(_ operation: StoreOperation) throws(StoreError) {
            guard operations.contains(operation), let error = error.withLock(\.self) else { return }
            if strikesOnce { end() }
            throw error
        }
    }
}

extension Store {
    fileprivate func suffering(_ outage: MoaOpensTests.Outage) -> some Store<Record> {
        intercepted(before: { call throws(StoreError) in try outage.meet(call.operation) })
    }

    /// A store that cancels the task which writes into it, and writes all the same.
    fileprivate func cancellingWhoWrites() -> some Store<Record> {
        intercepted(before: { call throws(StoreError) in
            if MoaOpensTests.Outage.writing.contains(call.operation) {
                cancelThisTask()
            }
        })
    }

    /// A store whose replies are lost in an outage, after it has done what it was asked for.
    fileprivate func losingReplies(in outage: MoaOpensTests.Outage) -> some Store<Record> {
        intercepted(after: { call, _ throws(StoreError) in try outage.meet(call.operation) })
    }
}

extension MoaMembers {
    fileprivate func found(_ handles: String...) async throws -> [String] {
        var found: [String] = []
        for handle in handles { found.append(try await holder(of: Handle(handle)).map(words) ?? "nobody") }
        return found
    }
}

private func member(_ id: String, _ handle: String, hasLeft: Bool = false) throws -> Member {
    Member(id: try MemberID(id), handle: try Handle(handle), isActive: !hasLeft)
}

private func words(_ member: Member) -> String {
    "\(member.id) \(member.handle)\(member.isActive ? "" : ", who has left")"
}

private func words(_ record: MemberRecord) -> String {
    "\(record.id) \(record.handle)\(record.hasLeft ? ", who has left" : "")"
}

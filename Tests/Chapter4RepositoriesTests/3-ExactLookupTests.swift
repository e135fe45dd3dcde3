import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter4Repositories

@Suite("4.3 Kim is not Kimberly")
struct ExactLookupTests {
    @Test("a member is found by their handle, whatever the letter case", arguments: Spelling.all)
    func letterCase(spelling: Spelling) async throws {
        let members = IndexedMembers(store: CountingStore())
        try await members.save(member("m-1", spelling.saved, hasLeft: spelling.hasLeft))
        // «groß» is written «GROSS» in capitals, and is still a different handle.
        await #expect(throws: Never.self, "nobody has the handle «gross», and m-2 was not allowed to take it")
        {
            try await members.save(member("m-2", "gross"))
        }
        let found = try await id(spelling.asked, in: members)
        #expect(found == "m-1", "m-1 was saved with this handle, and is not the member who is found")
    }

    @Test("Kim is not Kimberly", arguments: Neighbours.all)
    func wholeHandle(neighbours: Neighbours) async throws {
        let (saved, asked) = (neighbours.saved, neighbours.asked)
        let members = IndexedMembers(store: CountingStore())
        try await members.save(member("m-1", saved))
        let nobody = try await id(asked, in: members)
        #expect(nobody == nil, "nobody has the handle «\(asked)», and a member was found")

        await #expect(
            throws: Never.self,
            "nobody has the handle «\(asked)», and m-2 was not allowed to take it"
        ) {
            try await members.save(member("m-2", asked))
        }
        let found = try await id(asked, in: members)
        #expect(found == "m-2", "m-2 has exactly this handle, and is not the member who is found")
        let first = try await id(saved, in: members)
        #expect(first == "m-1", "m-1 was saved first as «\(saved)», and is not found under that handle")
    }

    @Test(
        "a renamed member is found under the new handle, and no longer under the old one",
        arguments: ["kim", "Kim"]
    )
    func renaming(old: String) async throws {
        let members = IndexedMembers(store: CountingStore())
        try await members.save(member("m-1", old))
        try await members.save(member("m-1", "sori"))
        let underNew = try await members.byHandle(Handle("sori"))
        #expect(underNew?.id.text == "m-1", "the member is not found under their new handle")
        #expect(underNew?.handle.text == "sori", "the member found under «sori» does not have that handle")
        let underOld = try await id("kim", in: members)
        #expect(underOld == nil, "nobody has the old handle any more, and somebody is found under it")

        // If the handle were still kept for the member who gave it up, Lee could not take it.
        await #expect(throws: Never.self, "«kim» was given up, and m-2 was not allowed to take it") {
            try await members.save(member("m-2", "kim"))
        }
        try await members.save(member("m-1", "haneul"))
        let successor = try await id("kim", in: members)
        #expect(successor == "m-2", "m-2 took the handle «kim», and is not the member who is found")

        for pair in Neighbours.all {
            let members = IndexedMembers(store: CountingStore())
            try await members.save(member("m-1", pair.saved))
            try await members.save(member("m-1", pair.asked))
            let former = try await id(pair.saved, in: members)
            #expect(
                former == nil,
                "m-1 gave up «\(pair.saved)» for «\(pair.asked)», and is still found under it"
            )
            await #expect(
                throws: Never.self,
                "m-1 gave up «\(pair.saved)» for «\(pair.asked)», and m-2 was not allowed to take it"
            ) {
                try await members.save(member("m-2", pair.saved))
            }
        }

        let surprise = await Season.surprise(.saves)
        #expect(
            surprise == nil,
            "members were saved and deleted on two devices for a season, and one went wrong when saved"
        )
    }

    @Test("a member who is saved again, unchanged or in another letter case, is still found")
    func sameKey() async throws {
        let members = IndexedMembers(store: CountingStore())
        try await members.save(member("m-1", "kim"))
        try await members.save(member("m-1", "kim"))
        let unchanged = try await id("kim", in: members)
        #expect(unchanged == "m-1", "a member was saved again without a change, and is no longer found")

        try await members.save(member("m-1", "KIM"))
        let found = try await members.byHandle(Handle("kim"))
        #expect(
            found?.handle.text == "KIM",
            "«kim» was changed to «KIM», and the member is not found as «KIM»"
        )

        try await members.save(member("m-1", "KIM", hasLeft: true))
        let hasLeft = try await members.byHandle(Handle("kim")).map { !$0.isActive }
        #expect(hasLeft == true, "a member was saved as having left, and is not found as such")

        try await members.save(member("m-1", "sori", hasLeft: true))
        let former = try await id("kim", in: members)
        #expect(former == nil, "m-1, who has left, is called «sori» now, and is still found as «kim»")
    }

    @Test("a deleted member is no longer found, and the handle is free", arguments: [false, true])
    func deletion(hasLeft: Bool) async throws {
        let members = IndexedMembers(store: CountingStore())
        try await members.save(member("m-1", "haneul"))
        try await members.save(member("m-1", "Kim", hasLeft: hasLeft))
        try await members.save(member("m-2", "lee"))
        try await members.delete(MemberID("m-1"))
        let deleted = try await id("kim", in: members)
        #expect(deleted == nil, "a deleted member is still found")
        await #expect(throws: Never.self, "a member was deleted twice, and the second time failed") {
            try await members.delete(MemberID("m-1"))
        }

        await #expect(throws: Never.self, "nobody has «kim» any more, and m-3 was not allowed to take it") {
            try await members.save(member("m-3", "kim"))
        }
        let successor = try await id("kim", in: members)
        #expect(successor == "m-3", "m-3 took the free handle «kim», and is not found under it")
        let other = try await id("lee", in: members)
        #expect(other == "m-2", "m-1 was deleted, and now m-2 is no longer found")

        let surprise = await Season.surprise(.deletes)
        #expect(
            surprise == nil,
            "members were saved and deleted on two devices for a season, and one went wrong when deleted"
        )
    }

    @Test("a handle that a member holds stays theirs", arguments: [false, true])
    func takenHandle(hasLeft: Bool) async throws {
        let store = CountingStore()
        let members = IndexedMembers(store: store)
        try await members.save(member("m-1", "kim", hasLeft: hasLeft))
        try await members.save(member("m-2", "lee"))
        let before = store.description
        for (id, handle) in [("m-3", "Kim"), ("m-2", "KIM")] {
            let heard = await #expect(
                throws: KeyTaken.self,
                "«kim» belongs to m-1, \(id) wanted «\(handle)», and no KeyTaken reached the caller"
            ) {
                try await members.save(member(id, handle))
            }
            let said = store.refusal ?? heard
            #expect(
                heard == said ?? heard,
                "the store named a key that is taken, and the caller heard of another"
            )
        }
        let kim = try await id("kim", in: members)
        #expect(kim == "m-1", "«kim» is the handle of m-1, and does not find them")
        let lee = try await id("lee", in: members)
        #expect(lee == "m-2", "«lee» is the handle of m-2, and does not find them")
        let after = store.description
        #expect(
            after == before,
            "two members were refused, and the members or keys in the store have changed"
        )
    }

    @Test("the index outlives the app")
    func restart() async throws {
        let code = try exerciseText().split(separator: "\n").filter { !$0.contains("//") }
        let hashes = code.filter { $0.contains("hashValue") || $0.contains("Hasher()") }
        #expect(
            hashes == [],
            "Swift hashes differently after each start, and a key of today finds nobody tomorrow"
        )

        let store = CountingStore()
        let here = IndexedMembers(store: store)
        try await here.save(member("m-1", "kim"))
        try await here.save(member("m-2", "lee"))
        let there = IndexedMembers(store: store)
        // A design that remembers answers has some now: nobody has «sori», and others have «kim» and «lee».
        for handle in ["sori", "kim", "lee"] { _ = try await id(handle, in: here) }
        let found = try await id("kim", in: there)
        #expect(found == "m-1", "after a restart, a saved member is not found by their handle")

        try await there.save(member("m-1", "sori"))
        try await there.delete(MemberID("m-2"))
        let renamed = try await id("sori", in: here)
        #expect(renamed == "m-1", "a handle was changed on another device, and this one never learns of it")
        let old = [try await id("kim", in: here), try await id("lee", in: here)]
        #expect(
            old == [nil, nil],
            "one member was renamed and one deleted elsewhere, and an old handle still finds somebody"
        )
    }

    @Test("nobody reads everybody to find one member")
    func noSearch() async throws {
        let store = CountingStore()
        let members = IndexedMembers(store: store)
        for number in 1...30 { try await members.save(member("m-\(number)", "member-\(number)")) }
        try await members.save(member("m-7", "sori"))
        try await members.delete(MemberID("m-8"))
        let found = try await id("SORI", in: members)
        #expect(found == "m-7", "m-7 was asked for among thirty members, and is not the one who is found")
        try? await members.save(member("m-9", "sori"))
        _ = try await id("member-8", in: members)
        _ = try await id("nobody", in: members)
        let everybodyRead = store.calls.count(of: "everyMember")
        #expect(everybodyRead == 0, "all thirty members were read, \(everybodyRead) times, to find one")
    }

    @Test("a member and the index change together or not at all")
    func together() async throws {
        // One commit is enough for a change. The second would be the other half of one.
        for (change, attempt) in [
            ("renaming", renameKim), ("departure", sayKimLeft), ("deletion", deleteKim),
            ("first save", saveNewcomer),
        ] {
            let store = CountingStore()
            let members = IndexedMembers(store: store)
            try await members.save(member("m-1", "kim"))
            try await members.save(member("m-2", "lee"))
            // What the same change does to a store that works. What a key looks like is up to the design.
            let working = store.twin
            try await attempt(IndexedMembers(store: working))
            let before = store.description
            store.fails(.failing(call: 2, of: "commit"))
            var isReported = false
            do {
                try await attempt(members)
            } catch {
                isReported = true
            }
            let left = store.description
            let whole = left == before ? before : working.description
            #expect(
                left == whole,
                "after a \(change), during which the store failed, members and keys don't agree"
            )
            let isMade = left != before
            #expect(
                (isReported && isMade) == false,
                "the store failed during a \(change), the failure was reported, and the change was made"
            )
        }
    }

    private func renameKim(_ members: IndexedMembers) async throws {
        try await members.save(member("m-1", "sori"))
    }

    private func sayKimLeft(_ members: IndexedMembers) async throws {
        try await members.save(member("m-1", "kim", hasLeft: true))
    }

    private func saveNewcomer(_ members: IndexedMembers) async throws {
        try await members.save(member("m-3", "haneul"))
    }

    private func deleteKim(_ members: IndexedMembers) async throws {
        try await members.delete(MemberID("m-1"))
    }

    @Test(
        "a failing store is reported, and never means that nobody has the handle",
        arguments: Failure.all
    )
    func failingStore(failure: Failure) async throws {
        let store = CountingStore()
        let members = IndexedMembers(store: store)
        try await members.save(member("m-1", "kim"))
        store.fails(failure.plan)
        await #expect(throws: InjectedFault.self, "the store failed, and its error did not reach the caller")
        {
            try await failure.attempt(members)
        }
        store.fails(failure.plan, with: CancellationError())
        await #expect(
            throws: CancellationError.self,
            "a call of the store was cancelled, and the caller did not hear that"
        ) {
            try await failure.attempt(members)
        }
        store.fails(failure.plan, with: CocoaError(.fileReadNoSuchFile))
        await #expect(
            throws: CocoaError.self,
            "a file of the store was missing, and its error did not reach the caller"
        ) {
            try await failure.attempt(members)
        }
        // One call of each kind is enough to ask. A design with two may fail at the second, but must not guess.
        store.fails(.failing(call: 2, of: failure.operation))
        let guessed = (try? await [id("kim", in: members)]) ?? ["m-1"]
        #expect(guessed == ["m-1"], "the store failed at the second call, and this is who has «kim»")
        store.fails(FaultPlan())
        let found = try await id("kim", in: members)
        #expect(found == "m-1", "the failed call is over, and the member is not found under their handle")
        if case .success(let found) = await inCancelledTask({ try await id("kim", in: members) }) {
            #expect(found == "m-1", "m-1 has «kim», and whoever asked in a cancelled task was told otherwise")
        }
        guard failure.operation == "commit" else { return }
        store.fails(.failing(call: 1, .afterWrite, of: "commit"))
        await #expect(
            throws: InjectedFault.self,
            "the store wrote and then failed, and its error did not reach the caller"
        ) {
            try await failure.attempt(members)
        }
    }
}

extension ExactLookupTests {
    /// A handle as it was saved, and as it is asked for.
    struct Spelling: CustomTestStringConvertible {
        let saved: String
        let asked: String
        var hasLeft = false

        var testDescription: String {
            let spelling = "saved as «\(saved)», asked for as «\(asked)»"
            return hasLeft ? "\(spelling), and the member has left" : spelling
        }

        static let all = [
            Spelling(saved: "kim", asked: "kim"),
            Spelling(saved: "kim", asked: "KIM"),
            Spelling(saved: "Kim", asked: "kIm"),
            Spelling(saved: "Kim", asked: "kim", hasLeft: true),
            Spelling(saved: "Élan", asked: "éLAN"),
            Spelling(saved: "groß", asked: "GROẞ"),
            Spelling(saved: "소리꾼", asked: "소리꾼"),
        ]
    }

    /// A handle that somebody has, and another that is like it.
    struct Neighbours: CustomTestStringConvertible {
        let saved: String
        let asked: String

        var testDescription: String { "«\(asked)» beside «\(saved)»" }

        static let all = [
            Neighbours(saved: "kimberly", asked: "kim"),
            Neighbours(saved: "kimberly", asked: "berly"),
            Neighbours(saved: "kimberly", asked: "kimberlyn"),
            Neighbours(saved: "kimberly", asked: "imberl"),
            Neighbours(saved: "Zoë", asked: "Zoe"),
            Neighbours(saved: "Kim Sori", asked: "KimSori"),
            Neighbours(saved: "Kim Sori", asked: "Kim  Sori"),
            Neighbours(saved: "Kim Sori", asked: "kim_sori"),
            Neighbours(saved: "kim-sori", asked: "kimsori"),
            Neighbours(saved: "j.kim", asked: "jkim"),
            Neighbours(saved: "Kim", asked: "Ｋｉｍ"),
            Neighbours(saved: "소리꾼", asked: "소리새"),
            Neighbours(saved: "the only film fan 21", asked: "the only film fan 22"),
        ]
    }

    /// What is tried while a part of the store is out of order.
    struct Failure: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let operation: String
        let attempt: @Sendable (IndexedMembers) async throws -> Void

        /// The first three calls fail, in case a design tries again.
        var plan: FaultPlan {
            FaultPlan(failing: [1: .beforeWrite, 2: .beforeWrite, 3: .beforeWrite], of: operation)
        }

        static let all = [
            Failure(testDescription: "asking while no key can be looked up", operation: "id") {
                _ = try await $0.byHandle(Handle("kim"))
            },
            Failure(testDescription: "asking while no member can be read", operation: "member") {
                _ = try await $0.byHandle(Handle("kim"))
            },
            Failure(testDescription: "renaming while nothing can be written", operation: "commit") {
                try await $0.save(member("m-1", "sori"))
            },
            Failure(testDescription: "renaming while no member can be read", operation: "member") {
                try await $0.save(member("m-1", "sori"))
            },
            Failure(testDescription: "deleting while nothing can be written", operation: "commit") {
                try await $0.delete(MemberID("m-1"))
            },
            Failure(testDescription: "deleting while no member can be read", operation: "member") {
                try await $0.delete(MemberID("m-1"))
            },
        ]
    }
}

/// Members are saved and deleted at random, the same way each time, on two devices. Now and then the store fails once,
/// or a task is cancelled.
private enum Season {
    enum Kind { case saves, deletes }

    /// The first deed after which a member isn't found as a list of members would find them, if it is of this kind.
    static func surprise(_ kind: Kind) async -> String? {
        guard let first = await first.value, first.kind == kind else { return nil }
        return first.description
    }

    private static let first = Task { () -> (kind: Kind, description: String)? in
        do {
            return try await findFirst()
        } catch {
            return (.saves, "nothing failed, and a member could not be looked for: \(error)")
        }
    }

    private static let ids = ["m-1", "m-2", "m-3", "M-1", "m-10"]
    private static let handles = ["kim", "KIM", "Kimberly", "lee", "Lee", "sori", "Kim Sori", "kim-sori"]

    private static func findFirst() async throws -> (kind: Kind, description: String)? {
        let store = CountingStore()
        let devices = [IndexedMembers(store: store), IndexedMembers(store: store)]
        var known: [String: Member] = [:]
        var draws = RepeatableDraws(seed: 43)
        for _ in 1...600 {
            let chance = draws.next()
            let id = ids[Int((chance >> 33) % 5)]
            let handle = handles[Int((chance >> 40) % 8)]
            let new = try member(id, handle, hasLeft: (chance >> 50) % 4 == 0)
            let deletes = (chance >> 55) % 4 == 0
            let others = known.values.filter { $0.id != new.id }
            let isTaken = !deletes && others.contains { $0.handle.folded == new.handle.folded }
            let device = devices[Int((chance >> 60) % 2)]
            let isFailing = (chance >> 20) % 6 == 0
            let operation = (chance >> 25) % 2 == 0 ? "commit" : "member"
            let fault = isFailing ? FaultPlan.failing(call: 1, of: operation) : FaultPlan()
            let isCancelled = !isFailing && (chance >> 28) % 6 == 0

            store.fails(fault)
            let change = { @Sendable in try await deletes ? device.delete(new.id) : device.save(new) }
            let heard = await answer {
                try await isCancelled ? inCancelledTask(change).get() : change()
            }
            store.fails(FaultPlan())
            let hasFailed = isFailing && fault.calls > 0
            let wanted = hasFailed ? "the store's error" : isTaken ? "KeyTaken" : "done"
            // In a cancelled task it may give up with an error, and then nothing has changed.
            let givesUp = isCancelled && heard != "done" && heard != "KeyTaken"
            if wanted == "done", !givesUp { known[id] = deletes ? nil : new }

            let deed = deletes ? "«\(id)» is deleted" : "«\(id)» is saved as \(describe(new))"
            let mishap = hasFailed ? ", and the store fails" : isCancelled ? ", in a cancelled task" : ""
            let what = "\(deed)\(mishap)"
            let kind: Kind = deletes ? .deletes : .saves
            guard heard == wanted || givesUp else { return (kind, "\(what): \(heard), not \(wanted)") }
            for handle in try handles.map({ try Handle($0) }) {
                let found = try await device.byHandle(handle).map(describe) ?? "nobody"
                let right = known.values.first { $0.handle.folded == handle.folded }.map(describe) ?? "nobody"
                guard found != right else { continue }
                return (kind, "\(what); by «\(handle)» is found: \(found), not \(right)")
            }
        }
        return nil
    }

    private static func describe(_ member: Member) -> String {
        "\(member.id) «\(member.handle)»\(member.isActive ? "" : ", who has left")"
    }

    private static func answer(to change: () async throws -> Void) async -> String {
        do {
            try await change()
            return "done"
        } catch is KeyTaken {
            return "KeyTaken"
        } catch is InjectedFault {
            return "the store's error"
        } catch {
            return "another error: \(error)"
        }
    }
}

private func member(_ id: String, _ handle: String, hasLeft: Bool = false) throws -> Member {
    try Member(id: MemberID(id), handle: Handle(handle), isActive: !hasLeft)
}

/// The id of the member who is found by this handle.
private func id(_ handle: String, in members: IndexedMembers) async throws -> String? {
    try await members.byHandle(Handle(handle))?.id.text
}

/// A store that counts what it is asked, and fails on demand.
private final class CountingStore: KeyedMemberStore, CustomStringConvertible {
    private struct Contents {
        var members: [MemberID: Member] = [:]
        var keys: [String: MemberID] = [:]
    }

    let calls = CallRecorder<String>()
    private let contents: Mutex<Contents>
    private let faults = Mutex(FaultPlan())
    private let error = Mutex<(any Error)?>(nil)
    private let refusals = CallRecorder<KeyTaken>()

    private init(_ contents: Contents) {
        self.contents = Mutex(contents)
    }

    convenience init() {
        self.init(Contents())
    }

    /// Another store with the same in it.
    var twin: CountingStore { CountingStore(contents.withLock { $0 }) }

    /// - Parameter error: what is thrown in the place of the injected fault.
    func fails(_ plan: FaultPlan, with error: (any Error)? = nil) {
        faults.withLock { $0 = plan }
        self.error.withLock { $0 = error }
    }

    /// The latest; nil if nobody has been refused.
    var refusal: KeyTaken? { refusals.calls.last }

    func member(_ id: MemberID) async throws -> Member? {
        try around("member") { contents.withLock { $0.members[id] } }
    }

    func id(under key: String) async throws -> MemberID? {
        try around("id") { contents.withLock { $0.keys[key] } }
    }

    func everyMember() async throws -> [Member] {
        try around("everyMember") {
            contents.withLock { $0.members.values.sorted { $0.id.text < $1.id.text } }
        }
    }

    func commit(_ changes: [KeyedMemberChange]) async throws {
        try around("commit") {
            try contents.withLock { contents in
                var next = contents
                for change in changes { try make(change, in: &next) }
                contents = next
            }
        }
    }

    /// The members and the keys in one line.
    var description: String {
        contents.withLock { contents in
            let members = contents.members.values.map {
                "\($0.id) is «\($0.handle)»\($0.isActive ? "" : " and has left")"
            }
            let keys = contents.keys.map { "«\($0.key)» leads to \($0.value)" }
            return (members.sorted() + keys.sorted()).joined(separator: ", ")
        }
    }

    private func around<Answer>(_ call: String, _ work: () throws -> Answer) throws -> Answer {
        calls.record(call)
        let plan = faults.withLock { $0 }
        do {
            return try plan.around(call, work)
        } catch let fault as InjectedFault {
            throw error.withLock { $0 } ?? fault
        }
    }

    private func make(_ change: KeyedMemberChange, in contents: inout Contents) throws {
        switch change {
        case .putMember(let member): contents.members[member.id] = member
        case .removeMember(let id): contents.members[id] = nil
        case .putKey(let key, let id):
            guard contents.keys[key] ?? id == id else {
                refusals.record(KeyTaken(key: key))
                throw KeyTaken(key: key)
            }
            contents.keys[key] = id
        case .removeKey(let key): contents.keys[key] = nil
        }
    }
}

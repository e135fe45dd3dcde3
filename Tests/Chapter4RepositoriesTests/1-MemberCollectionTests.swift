import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter4Repositories

@Suite("4.1 Like a collection")
struct MemberCollectionTests {
    private let kim: Member
    private let lee: Member

    init() throws {
        kim = try Member(id: MemberID("m-1"), handle: Handle("kim"))
        lee = try Member(id: MemberID("m-2"), handle: Handle("lee"))
    }

    @Test("looking for somebody who never joined finds nobody")
    func unknownMember() async throws {
        let members = collection(on: PaperRoster(kim))
        await #expect(throws: Never.self, "nobody has this id, and looking for them failed") {
            try await members.find(lee.id)
        }
        let found = try? await members.find(lee.id)
        #expect(found == nil, "somebody was found under an id that was never saved")
    }

    @Test("a saved member is found again, even after a restart")
    func persistence() async throws {
        let roster = PaperRoster()
        let members = collection(on: roster)
        try await members.save(kim)
        try await members.save(lee)
        let found = try await members.find(kim.id)
        #expect(found?.handle == kim.handle, "a saved member is not found as they were")

        let afterRestart = collection(on: roster)
        let foundAgain = try await afterRestart.find(kim.id)
        #expect(foundAgain?.handle == kim.handle, "Moa has forgotten a member overnight")
        let everybody: [Member]? = try await afterRestart.all()
        let ids = identities(everybody)
        #expect(ids == ["m-1", "m-2"], "two members were saved, and after a restart these are listed")

        let surprise = await Season.surprise(after: .joining)
        #expect(
            surprise == nil,
            "members came, changed and went for a season, and something went wrong after one joined"
        )
    }

    @Test("saving a member again replaces what was known of them")
    func savingAgain() async throws {
        let roster = PaperRoster()
        let members = collection(on: roster)
        try await members.save(kim)
        try await members.save(lee)
        // Another handle, other letters, out of Moa, with another handle even there, and back again.
        for (handle, isActive) in [
            ("sori", true), ("SORI", true), ("SORI", false), ("kim", false), ("kim", true),
        ] {
            let changed = try Member(id: kim.id, handle: Handle(handle), isActive: isActive)
            try await members.save(changed)
            let found = try await members.find(kim.id).map { describe($0) }
            let saved = describe(changed)
            #expect(found == saved, "a member was saved with a change, and is not found with it")
        }
        let everybody: [Member]? = try await members.all()
        let ids = identities(everybody)
        #expect(ids == ["m-1", "m-2"], "one member is in the roster twice, or another has gone missing")
        for number in 3...30 {
            try await members.save(Member(id: MemberID("m-\(number)"), handle: Handle("member\(number)")))
        }
        let crowd: [Member]? = try await members.all()
        let count = crowd?.count
        #expect(count == 30, "thirty members have been saved, and this many are in the list of everybody")
        let opened: [Member]? = try await collection(on: roster).all()
        let openedCount = opened?.count
        #expect(
            openedCount == 30,
            "Moa was restarted with thirty members, and this many are in the list of everybody"
        )

        let surprise = await Season.surprise(after: .changing)
        #expect(
            surprise == nil,
            "members came, changed and went for a season, and something went wrong after one was saved again"
        )
    }

    @Test("a deleted member is gone, and deleting again changes nothing")
    func deletion() async throws {
        let roster = PaperRoster(kim, lee)
        let members = collection(on: roster)
        try await members.delete(kim.id)
        let found = try await members.find(kim.id)
        #expect(found == nil, "a deleted member is still found")
        await #expect(throws: Never.self, "a member was deleted twice, and the second time failed") {
            try await members.delete(kim.id)
        }
        let left = roster.ids
        #expect(left == ["m-2"], "one of two members was deleted, and these are left in the roster")

        try await members.delete(lee.id)
        let nobody = roster.ids
        #expect(nobody == [], "the last member was deleted, and these are left in the roster")

        try await members.save(kim)
        let back = try await members.find(kim.id)
        #expect(back != nil, "a member was deleted, came back and was saved, and is not found")

        let surprise = await Season.surprise(after: .deleting)
        #expect(
            surprise == nil,
            "members came, changed and went for a season, and something went wrong after one was deleted"
        )
    }

    @Test("while nobody has joined, the list of everybody is empty")
    func nobody() async throws {
        let members = collection(on: PaperRoster())
        let everybody = try await members.all()
        let ids = identities(everybody)
        #expect(ids == [], "nobody has joined, and the answer is not an empty list")
        let mayBeNil = isOptional(everybody)
        #expect(mayBeNil == false, "an optional list says «nobody» in two ways")
    }

    @Test("a failed save or deletion is reported, and changes nothing")
    func failedWrite() async throws {
        let gone = Member(id: lee.id, handle: lee.handle, isActive: false)
        let roster = PaperRoster(kim, gone, writes: .alwaysFail)
        let members = collection(on: roster)
        var (renamed, leaving) = (kim, kim)
        try renamed.rename(to: Handle("sori"))
        leaving.leave()
        let newcomer = try Member(id: MemberID("m-4"), handle: Handle("haneul"))
        for member in [renamed, leaving, newcomer] {
            await #expect(throws: (any Error).self, "the save was not written, and the caller got no error") {
                try await members.save(member)
            }
        }
        for id in [kim.id, gone.id] {
            await #expect(
                throws: (any Error).self,
                "the deletion was not written, and the caller got no error"
            ) {
                try await members.delete(id)
            }
        }

        let stillKim = try await members.find(kim.id)
        #expect(stillKim?.handle == kim.handle, "the save failed, and the member is not found as before")
        let stillLee = try await members.find(lee.id)
        #expect(stillLee != nil, "the deletion failed, and the member is not found any more")

        // A change that was reported as failed is not made later: the caller may have given it up.
        roster.fails(writes: .work)
        try await members.save(Member(id: MemberID("m-3"), handle: Handle("min")))
        let inRoster = roster.handles
        #expect(
            inRoster == ["kim", "lee", "min"],
            "saves and deletions failed, then «min» was saved, and the roster has these members"
        )

        let surprise = await Season.surprise(after: .failing)
        #expect(
            surprise == nil,
            "members came, changed and went for a season, and something went wrong after a write failed"
        )
    }

    @Test("a change reaches the roster whole or not at all")
    func wholeChange() async throws {
        var (renamed, leaving) = (kim, kim)
        try renamed.rename(to: Handle("sori"))
        leaving.leave()
        let newcomer = try Member(id: MemberID("m-3"), handle: Handle("haneul"))
        // One read and one write are enough to save. A design with two may fail, but must lose nobody.
        for member in [renamed, leaving, newcomer] {
            for saved in [
                PaperRoster(kim, lee, writes: .firstFails), PaperRoster(kim, lee, writes: .secondFails),
                PaperRoster(kim, lee, reads: .secondFails),
            ] {
                let saveIsReported = await fails { try await collection(on: saved).save(member) }
                let lost = Set([kim, lee].map(\.id.text)).subtracting(saved.ids)
                #expect(lost.isEmpty, "the roster failed once during a save, and a member is gone from it")
                let saveIsMade = saved.members.map(describe) != [kim, lee].map(describe)
                #expect(
                    (saveIsReported && saveIsMade) == false,
                    "the roster failed once, the save was reported as failed, and the roster has changed"
                )
            }
        }

        let shortened = PaperRoster(kim, lee, writes: .secondFails)
        let deletionIsReported = await fails { try await collection(on: shortened).delete(kim.id) }
        let deletionIsMade = shortened.handles != ["kim", "lee"]
        #expect(
            (deletionIsReported && deletionIsMade) == false,
            "the deletion was reported as failed at its second write, and the roster has changed"
        )
    }

    @Test("a roster that can't be read is not an empty roster")
    func failedRead() async throws {
        let roster = PaperRoster(kim, reads: .alwaysFail)
        let members = collection(on: roster)
        let reads = roster.readCount
        #expect(reads == 0, "nobody has asked for a member yet, and the roster was read")
        await #expect(throws: (any Error).self, "«nobody has this id» was said of an unreadable roster") {
            _ = try await members.find(kim.id)
        }
        await #expect(throws: (any Error).self, "«nobody has joined» was said of an unreadable roster") {
            _ = try await members.all()
        }
        await #expect(throws: (any Error).self, "a member was saved into an unreadable roster") {
            try await members.save(lee)
        }
        await #expect(throws: (any Error).self, "«deleted» was said of an unreadable roster") {
            try await members.delete(kim.id)
        }
        let writes = roster.writeCount
        #expect(writes == 0, "the roster could not be read, and it was written anyway")
        let kept = roster.ids
        #expect(kept == ["m-1"], "the roster could not be read for a moment, and was written over for good")

        // One read is enough for each call. A design with two may fail at the second, but must not guess.
        let saved = PaperRoster(kim, lee, reads: .secondFails)
        _ = await fails { try await collection(on: saved).save(Member(id: lee.id, handle: Handle("sori"))) }
        let afterSave = saved.ids
        #expect(afterSave == ["m-1", "m-2"], "the second read failed, and a save left these in the roster")
        let shortened = PaperRoster(kim, lee, reads: .secondFails)
        let isReported = await fails { try await collection(on: shortened).delete(lee.id) }
        let afterDeletion = shortened.ids
        let rightIDs = isReported ? ["m-1", "m-2"] : ["m-1"]
        #expect(afterDeletion == rightIDs, "the second read failed, and a deletion left these in the roster")

        // A design that remembers may still answer, but must not forget what it has saved itself.
        let readOnce = PaperRoster(kim)
        let others = collection(on: readOnce)
        _ = try await others.find(lee.id)
        try await others.save(lee)
        readOnce.fails(reads: .alwaysFail)
        let known: [Member]? = (try? await others.all()) ?? [kim, lee]
        let ids = identities(known)
        #expect(
            ids == ["m-1", "m-2"],
            "two members were there, the roster could not be read, and only these were listed"
        )

        let surprise = await Season.surprise(after: .unreadable)
        #expect(
            surprise == nil,
            "members came, changed and went for a season, and something went wrong when nobody could look"
        )
    }

    @Test("the collection keeps even a member whom today's rules would refuse", arguments: RefusedMember.all)
    func noRule(refused: RefusedMember) async throws {
        var other = kim
        if refused.isOtherGone { other.leave() }
        let roster = PaperRoster(other)
        let members = collection(on: roster)
        let member = try refused.member()
        if let before = refused.before {
            try await members.save(Member(id: member.id, handle: Handle(before)))
        }
        await #expect(throws: Never.self, "the collection refused a member instead of keeping them") {
            try await members.save(member)
        }
        let found = try await members.find(member.id)
        #expect(found?.handle == member.handle, "the member was saved, and is not found as they were")
        let everybody: [Member]? = try await members.all()
        let ids = identities(everybody)
        #expect(
            ids == [refused.id, "m-1"].sorted(),
            "one member was there and one was saved, and these are listed"
        )
        await #expect(throws: Never.self, "the collection refused to delete a member") {
            try await members.delete(member.id)
        }
        let left = roster.ids
        #expect(left == ["m-1"], "one of two members was deleted, and these are left")
    }

    @Test(
        "exists is gone: who counts as the same member is decided elsewhere",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func noQuestionOfJoining() throws {
        // Each method is called with both words, then without `await`, and then without `try`.
        let methods = ["find(id)", "all()", "save(member)", "delete(id)"]
        let calls = methods.map { "let _: () async throws -> Void = { _ = try await members.\($0) }" }
        let hurried = methods.map { "let _: () throws -> Void = { _ = try members.\($0) }" }
        let careless = methods.map { "let _: () async -> Void = { _ = await members.\($0) }" }
        let accepted = try Self.compiler.accepted(
            calls + hurried + careless,
            given: "members: any MemberCollection, id: MemberID, member: Member",
            importing: ["Moa"]
        )
        let callable = accepted.filter { calls.contains($0) }
        #expect(
            callable == calls,
            "MemberCollection can't be asked for one of these: find one, list all, save, delete"
        )
        let shortened = accepted.filter { !calls.contains($0) }
        #expect(
            shortened == [],
            "members on a server need both «async» and «throws», and the protocol has left one of them out"
        )
        let portJudges = try Self.compiler.names(["exists"], of: "any MemberCollection") == ["exists"]
        #expect(
            portJudges == false,
            "the protocol says who exists, but that is a rule of Moa, not of its storage"
        )
        let fileJudges = try Self.compiler.names(["exists"], of: "FiledMembers") == ["exists"]
        #expect(fileJudges == false, "FiledMembers says who exists, and hides a rule of Moa beside the file")
    }

    private static let compiler = CompileCheck(importing: "Chapter4Repositories")
}

/// Members whom somebody in Moa has a reason to refuse; the collection has none.
struct RefusedMember: CustomTestStringConvertible {
    let testDescription: String
    var id = "m-7"
    var handle = "sori"
    var hasLeft = false
    /// The handle under which this member is known already; nil for a newcomer.
    var before: String?
    /// Whether m-1, who is there already as «kim», has left.
    var isOtherGone = false

    func member() throws -> Member {
        try Member(id: MemberID(id), handle: Handle(handle), isActive: !hasLeft)
    }

    static let all = [
        RefusedMember(testDescription: "with the handle «kim», which another member has", handle: "kim"),
        RefusedMember(testDescription: "with the handle «KIM», which was allowed once", handle: "KIM"),
        RefusedMember(testDescription: "who has left Moa", hasLeft: true),
        RefusedMember(
            testDescription: "who gives up «sori» for «kim», which another member has",
            handle: "kim",
            before: "sori"
        ),
        RefusedMember(
            testDescription: "with the handle «kim», which somebody who left Moa still has",
            handle: "kim",
            isOtherGone: true
        ),
        RefusedMember(testDescription: "with the id «M-1», beside another member's «m-1»", id: "M-1"),
        RefusedMember(testDescription: "with the id «m-1 », beside another member's «m-1»", id: "m-1 "),
    ]
}

/// Members come, change and go at random, the same way each time. Now and then a read or a write fails, a task is
/// cancelled, or Moa is restarted.
private enum Season {
    enum Change { case joining, changing, deleting, failing, unreadable }

    /// What goes wrong during a change.
    private enum Mishap: String, CaseIterable {
        case none = ""
        case fullDisk = ", and the disk is full"
        case damage = ", and nobody can decode the roster"
        case write = ", and the write fails"
        case cancelledWrite = ", and the write is cancelled"
        case read = ", and the reads fail"
        case cancelledRead = ", and the reads are cancelled"
        case cancelledTask = ", in a task that was cancelled"

        var isAboutReading: Bool { [.read, .cancelledRead, .damage].contains(self) }
        var isAboutWriting: Bool { [.write, .cancelledWrite, .fullDisk].contains(self) }

        var error: (any Error)? {
            switch self {
            case .fullDisk: CocoaError(.fileWriteOutOfSpace)
            case .damage: DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
            case .cancelledRead, .cancelledWrite: CancellationError()
            default: nil
            }
        }
    }

    /// The first change after which the collection isn't like a dictionary from id to member, if it is of this kind.
    static func surprise(after change: Change) async -> String? {
        do {
            guard let first = try await first, first.change == change else { return nil }
            return first.description
        } catch {
            return "nothing failed, and the collection threw an error: \(error)"
        }
    }

    private static let ids = ["m-1", "m-2", "m-10", "m-11", "m-101", "-1", "M-1", "M-2", "m-1 "]

    private static var first: (change: Change, description: String)? {
        get async throws {
            let roster = PaperRoster()
            var members = collection(on: roster)
            var known: [String: Member] = [:]
            var draws = RepeatableDraws(seed: 4)
            for number in 1...600 {
                let chance = draws.next()
                let id = try MemberID(ids[Int((chance >> 33) % 9)])
                let before = known[id.text]
                let handle = try Handle(["kim", "Kim", "lee", "sori", "haneul"][Int((chance >> 40) % 5)])
                let after = Member(id: id, handle: handle, isActive: (chance >> 50) % 4 != 0)
                let deletes = (chance >> 20) % 3 == 0
                let mishap = number % 2 == 0 ? .none : Mishap.allCases[Int((chance >> 25) % 8)]
                if number % 25 == 0 { members = collection(on: roster) }

                roster.fails(
                    reads: mishap.isAboutReading ? .alwaysFail : .work,
                    writes: mishap.isAboutWriting ? .alwaysFail : .work,
                    with: mishap.error
                )
                let isCancelled = mishap == .cancelledTask
                let hasFailed = await Task { [members] in
                    if isCancelled { cancelThisTask() }
                    return await fails { try await deletes ? members.delete(id) : members.save(after) }
                }.value
                let change: Change =
                    if mishap.isAboutReading {
                        .unreadable
                    } else if mishap.isAboutWriting {
                        .failing
                    } else {
                        deletes ? .deleting : before == nil ? .joining : .changing
                    }
                let deed = deletes ? "«\(id)» is deleted" : "«\(id)» is saved as \(describe(after))"
                let what = "change \(number), \(deed)\(mishap.rawValue)"
                // Where nothing changes, nothing has to be written.
                let wantsToWrite = deletes ? before != nil : before.map(describe) != describe(after)
                let mustFail = mishap.isAboutWriting && wantsToWrite
                if hasFailed ? mishap == .none : mustFail {
                    return (change, "\(what): \(hasFailed ? "an error" : "no error")")
                }
                if !hasFailed { known[id.text] = deletes ? nil : after }
                // While the roster can't be read, there may be an error in place of the right answer.
                if mishap.isAboutReading,
                    let difference = try await difference(between: members, and: known, mayFail: true)
                {
                    return (change, "\(what), meanwhile \(difference)")
                }
                roster.fails()
                if let difference = try await difference(between: members, and: known)
                    ?? difference(in: "the roster", between: roster.members, and: known)
                {
                    return (change, "\(what): \(difference)")
                }
                // Whoever was cancelled may be given an error as well.
                let look = { @Sendable [members, known] in
                    try await difference(between: members, and: known, mayFail: true)
                }
                if isCancelled, let difference = try await inCancelledTask(look).get() {
                    return (.unreadable, "\(what), meanwhile \(difference)")
                }
            }
            return nil
        }
    }

    private static func difference(
        between members: any MemberCollection,
        and known: [String: Member],
        mayFail: Bool = false
    ) async throws -> String? {
        for id in ids {
            do {
                let found = try await members.find(MemberID(id)).map(describe)
                let wanted = known[id].map(describe)
                if found != wanted { return "«\(id)» is \(found ?? "nobody"), not \(wanted ?? "nobody")" }
            } catch  where mayFail {}
        }
        do {
            let everybody: [Member]? = try await members.all()
            return difference(in: "the list", between: everybody ?? [], and: known)
        } catch  where mayFail {
            return nil
        }
    }

    private static func difference(
        in place: String,
        between members: [Member],
        and known: [String: Member]
    ) -> String? {
        let (found, wanted) = (members.map(line).sorted(), known.values.map(line).sorted())
        let same = zip(found, wanted).prefix { $0 == $1 }.count
        guard found.count > same || wanted.count > same else { return nil }
        let (surprise, missing) = (found.dropFirst(same).first, wanted.dropFirst(same).first)
        return "in \(place) is \(surprise ?? "nobody else"), not \(missing ?? "nobody else")"
    }

    private static func line(_ member: Member) -> String { "«\(member.id)»: \(describe(member))" }
}

private func collection(on roster: PaperRoster) -> any MemberCollection {
    FiledMembers(roster: roster)
}

/// A member in one line.
private func describe(_ member: Member) -> String {
    let state = member.isActive ? "is active" : "has left"
    return "\(member.handle), \(state)"
}

/// Whether this change is reported as failed.
private func fails(_ change: () async throws -> Void) async -> Bool {
    do {
        try await change()
        return false
    } catch {
        return true
    }
}

/// The ids in a list, in alphabetical order; nil if there is no list.
private func identities(_ members: [Member]?) -> [String]? {
    members?.map(\.id.text).sorted()
}

/// Whether the type of this answer allows nil. The compiler prefers the first if it fits.
private func isOptional<Answer>(_ answer: Answer) -> Bool { false }
private func isOptional<Answer>(_ answer: Answer?) -> Bool { true }

/// A roster on paper: what is in it can be looked at, and reading and writing fail on demand.
private final class PaperRoster: RosterFile {
    enum Fate {
        case work
        case firstFails
        case secondFails
        case alwaysFail

        var plan: FaultPlan {
            switch self {
            case .work: FaultPlan()
            case .firstFails: .failing(call: 1)
            case .secondFails: .failing(call: 2)
            case .alwaysFail: FaultPlan(failing: Dictionary(uniqueKeysWithValues: Self.everyCall))
            }
        }

        private static let everyCall = (1...99).map { ($0, FaultPlan.Moment.beforeWrite) }
    }

    private let lines: Mutex<[Member]>
    private let reads: Mutex<FaultPlan>
    private let writes: Mutex<FaultPlan>
    private let error = Mutex<(any Error)?>(nil)

    init(_ members: Member..., reads: Fate = .work, writes: Fate = .work) {
        lines = Mutex(members)
        self.reads = Mutex(reads.plan)
        self.writes = Mutex(writes.plan)
    }

    /// From now on.
    func fails(reads: Fate = .work, writes: Fate = .work, with error: (any Error)? = nil) {
        self.reads.withLock { $0 = reads.plan }
        self.writes.withLock { $0 = writes.plan }
        self.error.withLock { $0 = error }
    }

    /// How often somebody tried to read.
    var readCount: Int { reads.withLock { $0.calls } }

    /// How often somebody tried to write.
    var writeCount: Int { writes.withLock { $0.calls } }

    var members: [Member] { lines.withLock { $0 } }
    var ids: [String] { members.map(\.id.text).sorted() }
    var handles: [String] { members.map(\.handle.text).sorted() }

    func read() throws -> [Member] {
        try failing(by: reads) { members }
    }

    func replace(with members: [Member]) throws {
        try failing(by: writes) { lines.withLock { $0 = members } }
    }

    private func failing<Result>(by plan: borrowing Mutex<FaultPlan>, _ work: () throws -> Result) throws
        -> Result
    {
        do {
            return try plan.withLock { $0 }.around { try work() }
        } catch {
            throw self.error.withLock { $0 } ?? error
        }
    }
}

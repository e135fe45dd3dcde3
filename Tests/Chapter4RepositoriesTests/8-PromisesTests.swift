import Foundation
import Synchronization
import Testing

@testable import Chapter4Repositories

/// One rule after the other, so that a promise that never ends is met once, and not by all at the same time.
@Suite("4.8 What we promise", .serialized)
struct PromisesTests {
    @Test("there are promises, each with a name of its own")
    func names() {
        let names = Promises.all.map(\.name)
        #expect(!names.isEmpty, "nothing is promised, so nobody can be held to anything")
        let isNamed = !names.contains { $0.allSatisfy(\.isWhitespace) }
        #expect(isNamed == true, "a promise without a name is broken, and nobody knows which")
        let shared = Set(names.filter { name in names.count { $0 == name } > 1 })
        #expect(shared == [], "several promises have this name, and nobody knows which of them is broken")
    }

    @Test("each promise asks the roster something")
    func asking() {
        for promise in Promises.all {
            let tally = Tally()
            _ = trial(of: promise) { CountedRoster(disk: $0, tally: tally) }
            #expect(tally.count > 0, "«\(promise.name)» asks the roster nothing, so no roster can break it")
        }
    }

    @Test("a roster that is kept as it should be keeps every promise", arguments: Keeper.allCases)
    func rightRosters(keeper: Keeper) {
        // The second time from the last to the first: a promise depends on nothing but its own trial.
        for promise in Promises.all + Promises.all.reversed() {
            let outcome = trial(of: promise, open: keeper.open)
            #expect(
                outcome == .kept,
                "\(keeper.testDescription) does all that the port says, and is accused by «\(promise.name)»"
            )
        }
    }

    // A promise that traps ends this process. Here nothing else stands beside its error.
    @Test("each promise comes to its end, whatever roster it is tried on", arguments: Lie.allCases)
    func ending(lie: Lie) {
        for promise in Promises.all {
            let outcome = trial(of: promise) { LyingRoster(disk: $0, lie: lie) }
            #expect(
                outcome != .endless,
                "«\(promise.name)» is still at it after five seconds, with a roster that \(lie.rawValue)"
            )
        }
    }

    @Test("nobody is taken for somebody else", arguments: Lie.finding)
    func finding(lie: Lie) { catchOut(lie) }

    @Test("what was saved last is what is known", arguments: Lie.saving)
    func saving(lie: Lie) { catchOut(lie) }

    @Test("who was removed is gone, and nobody else is", arguments: Lie.removing)
    func removing(lie: Lie) { catchOut(lie) }

    @Test("a list holds the right people, in the order that was promised", arguments: Lie.listing)
    func listing(lie: Lie) { catchOut(lie) }

    @Test("what a caller does to a member is not on the roster", arguments: Lie.sharing)
    func sharing(lie: Lie) { catchOut(lie) }

    @Test("a roster that can't be read doesn't answer", arguments: Lie.reading)
    func reading(lie: Lie) { catchOut(lie) }

    @Test("a change that can't be written is reported, and has not happened", arguments: Lie.writing)
    func writing(lie: Lie) { catchOut(lie) }

    @Test("what was done is still so the next morning", arguments: Lie.overnight)
    func overnight(lie: Lie) { catchOut(lie) }

    /// Some promise must be broken by a roster that lies.
    private func catchOut(_ lie: Lie) {
        let isCaught = Promises.all.contains { promise in
            trial(of: promise) { LyingRoster(disk: $0, lie: lie) }.isBroken
        }
        #expect(isCaught == true, "a roster that \(lie.rawValue) slipped through. \(lie.loss)")
    }
}

// MARK: - Trying a promise

private enum Outcome: Hashable, Sendable, CustomStringConvertible {
    case kept
    case broken(String)
    case endless
    /// It never ended with another roster, and each further try would keep a processor busy.
    case notTried

    var isBroken: Bool {
        if case .broken = self { true } else { false }
    }

    var description: String {
        switch self {
        case .kept: "kept"
        case .broken(let why): "broken: \(why)"
        case .endless: "it never ends"
        case .notTried: "not tried again, since it never ended"
        }
    }
}

/// What comes of a promise with a new roster. Its thread is left behind when it never ends.
private func trial(of promise: Promise, open: @escaping @Sendable (RosterDisk) -> any MemberRoster) -> Outcome
{
    guard !Endless.names.withLock({ $0.contains(promise.name) }) else { return .notTried }
    let result = Answer()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        do {
            try promise.check(Trial(open: open))
            result.outcome.withLock { $0 = .kept }
        } catch {
            result.outcome.withLock { $0 = .broken("\(error)") }
        }
        ended.signal()
    }
    _ = ended.wait(timeout: .now() + 5)
    let outcome = result.outcome.withLock { $0 }
    if outcome == .endless { Endless.names.withLock { _ = $0.insert(promise.name) } }
    return outcome
}

private final class Answer: Sendable {
    let outcome = Mutex(Outcome.endless)
}

/// Promises that never ended, by name.
private enum Endless {
    static let names = Mutex<Set<String>>([])
}

private final class Tally: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func add() {
        calls.withLock { $0 += 1 }
    }
}

// MARK: - Rosters that are kept as they should be

/// Who keeps a roster. They agree in all that the port says, and in little else.
enum Keeper: CaseIterable, CustomTestStringConvertible {
    case box, log

    var testDescription: String {
        switch self {
        case .box: "a roster that is written anew with each change"
        case .log: "a roster that notes each change below the last"
        }
    }

    fileprivate var open: @Sendable (RosterDisk) -> any MemberRoster {
        switch self {
        case .box: { BoxRoster(disk: $0) }
        case .log: { LogRoster(disk: $0) }
        }
    }
}

/// What is known of a member, without an object: «1|true|Kim».
private struct Row: Sendable {
    let number: Int
    var handle: String
    var isSupporter: Bool

    init(_ member: RosterMember) {
        (number, handle, isSupporter) = (member.number, member.handle, member.isSupporter)
    }

    init(line: String) {
        let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init
        )
        number = Int(parts[0]) ?? 0
        isSupporter = parts[1] == "true"
        handle = parts[2]
    }

    var line: String { "\(number)|\(isSupporter)|\(handle)" }

    var member: RosterMember { RosterMember(number: number, handle: handle, isSupporter: isSupporter) }

    func isCalled(_ text: String) -> Bool { handle.lowercased() == text.lowercased() }
}

/// Reads everything before each change, and writes everything after it.
private final class BoxRoster: MemberRoster {
    private let disk: RosterDisk

    init(disk: RosterDisk) {
        self.disk = disk
    }

    func member(_ number: Int) throws -> RosterMember? {
        try rows().first { $0.number == number }?.member
    }

    func holder(of handle: String) throws -> RosterMember? {
        try rows().first { $0.isCalled(handle) }?.member
    }

    func all() throws -> [RosterMember] {
        try rows().sorted { $0.number < $1.number }.map(\.member)
    }

    func supporters() throws -> [RosterMember] {
        try rows().filter(\.isSupporter).sorted { $0.handle < $1.handle }.map(\.member)
    }

    func save(_ member: RosterMember) throws {
        try write(rows().filter { $0.number != member.number } + [Row(member)])
    }

    func remove(_ number: Int) throws {
        let rows = try rows()
        guard rows.contains(where: { $0.number == number }) else { return }
        try write(rows.filter { $0.number != number })
    }

    private func rows() throws -> [Row] {
        try disk.read().map { Row(line: $0) }
    }

    private func write(_ rows: [Row]) throws {
        try disk.write(rows.map(\.line))
    }
}

/// Changes without a look, and reads the whole story to answer. Its errors are its own.
private final class LogRoster: MemberRoster {
    private struct Unanswered: Error {}

    private let disk: RosterDisk

    init(disk: RosterDisk) {
        self.disk = disk
    }

    func member(_ number: Int) throws -> RosterMember? {
        try rows().first { $0.number == number }?.member
    }

    func holder(of handle: String) throws -> RosterMember? {
        try rows().first { $0.isCalled(handle) }?.member
    }

    func all() throws -> [RosterMember] {
        try rows().sorted { $0.number < $1.number }.map(\.member)
    }

    func supporters() throws -> [RosterMember] {
        try rows().filter(\.isSupporter).sorted { $0.number > $1.number }.map(\.member)
    }

    func save(_ member: RosterMember) throws {
        try disk.append("+" + Row(member).line)
    }

    func remove(_ number: Int) throws {
        try disk.append("-\(number)")
    }

    private func rows() throws -> [Row] {
        guard let lines = try? disk.read() else { throw Unanswered() }
        var rows: [Int: Row] = [:]
        for line in lines {
            if line.hasPrefix("-") {
                rows[Int(line.dropFirst()) ?? 0] = nil
            } else {
                let row = Row(line: String(line.dropFirst()))
                rows[row.number] = row
            }
        }
        return Array(rows.values)
    }
}

/// Counts what it is asked.
private final class CountedRoster: MemberRoster {
    private let base: BoxRoster
    private let tally: Tally

    init(disk: RosterDisk, tally: Tally) {
        base = BoxRoster(disk: disk)
        self.tally = tally
    }

    private var counted: BoxRoster {
        tally.add()
        return base
    }

    func member(_ number: Int) throws -> RosterMember? { try counted.member(number) }
    func holder(of handle: String) throws -> RosterMember? { try counted.holder(of: handle) }
    func all() throws -> [RosterMember] { try counted.all() }
    func supporters() throws -> [RosterMember] { try counted.supporters() }
    func save(_ member: RosterMember) throws { try counted.save(member) }
    func remove(_ number: Int) throws { try counted.remove(number) }
}

// MARK: - Rosters that lie

/// What is wrong with a roster, and what that would do to Moa's members.
enum Lie: String, CaseIterable, CustomTestStringConvertible {
    case findsAnybody = "answers for any number with somebody"
    case takesAnyHandle = "answers for any handle with somebody"
    case findsBeginnings = "finds a handle by its beginning"
    case heedsLetterCase = "tells small letters from capitals"
    case remembersFormerHandles = "finds members by handles that they gave up"

    case addsASecond = "adds somebody a second time"
    case keepsTheFirst = "keeps what was saved first"
    case takesHandleOnly = "changes the handle of somebody known, and nothing else"
    case losesSupport = "loses who supports Moa"
    case hasOnePlace = "has room for one member"

    case forgetsRemovals = "forgets to remove"
    case removesAllBehind = "removes everybody behind as well"
    case complainsOfStrangers = "calls it an error when nobody is there to be removed"
    case removesSomebodyElse = "removes somebody else when nobody has the number"
    case keepsHandlesTaken = "finds those who were removed by their handle"
    case takesNobodyBack = "takes nobody back"

    case sortsAsText = "sorts numbers as texts"
    case listsAsSaved = "lists members as they were saved"
    case thanksEverybody = "lists everybody as a supporter"
    case listsTheRest = "leaves supporters out of the list of all"

    case keepsTheCallersObject = "keeps the object that was saved"
    case sharesByNumber = "hands out its own object to who asks by number"
    case sharesByHandle = "hands out its own object to who asks by handle"
    case sharesInTheList = "hands out its own objects in the list of all"
    case sharesSupporters = "hands out its own objects in the list of supporters"

    case unreadNumberIsNobody = "says «nobody has this number» when it could not look"
    case unreadHandleIsFree = "says «nobody has this handle» when it could not look"
    case unreadListIsEmpty = "says «nobody is there» when it could not look"
    case unreadSupportersAreNone = "says «nobody supports Moa» when it could not look"
    case answersFromMemory = "answers from memory when it could not look"

    case swallowsSaves = "says nothing of a save that failed"
    case swallowsRemovals = "says nothing of a removal that failed"
    case believesFailedSaves = "reports a failed save, and takes it for done"
    case believesFailedRemovals = "reports a failed removal, and takes it for done"
    case sulks = "never works again after one failure"

    case forgetsOvernight = "keeps everything in memory"
    case forgetsChanges = "writes newcomers down, and keeps changes in memory"
    case bringsBackTheRemoved = "keeps removals in memory"

    static let finding: [Lie] = [
        .findsAnybody, .takesAnyHandle, .findsBeginnings, .heedsLetterCase, .remembersFormerHandles,
    ]
    static let saving: [Lie] = [.addsASecond, .keepsTheFirst, .takesHandleOnly, .losesSupport, .hasOnePlace]
    static let removing: [Lie] = [
        .forgetsRemovals, .removesAllBehind, .complainsOfStrangers, .removesSomebodyElse, .keepsHandlesTaken,
        .takesNobodyBack,
    ]
    static let listing: [Lie] = [.sortsAsText, .listsAsSaved, .thanksEverybody, .listsTheRest]
    static let sharing: [Lie] = [
        .keepsTheCallersObject, .sharesByNumber, .sharesByHandle, .sharesInTheList, .sharesSupporters,
    ]
    static let reading: [Lie] = [
        .unreadNumberIsNobody, .unreadHandleIsFree, .unreadListIsEmpty, .unreadSupportersAreNone,
        .answersFromMemory,
    ]
    static let writing: [Lie] = [
        .swallowsSaves, .swallowsRemovals, .believesFailedSaves, .believesFailedRemovals, .sulks,
    ]
    static let overnight: [Lie] = [.forgetsOvernight, .forgetsChanges, .bringsBackTheRemoved]

    var testDescription: String { rawValue }

    /// What the members would notice.
    var loss: String {
        switch self {
        case .findsAnybody: "Somebody mistypes a number, and another member's page opens."
        case .takesAnyHandle: "No newcomer can join: each handle looks taken."
        case .findsBeginnings: "Kim is not let in, since Moa takes her for Kimberly."
        case .heedsLetterCase: "A second Kim joins as «kim»."
        case .remembersFormerHandles: "Kim is called Sori now, and mail to «Kim» still goes to her."
        case .addsASecond: "Kim changes her handle, and gets each invitation twice."
        case .keepsTheFirst: "Kim changes her handle, and tomorrow it is the old one."
        case .takesHandleOnly: "Lee supports Moa no longer, and goes on being charged."
        case .losesSupport: "Lee pays for Moa each month, and nobody knows."
        case .hasOnePlace: "Lee joins, and Kim is gone."
        case .forgetsRemovals: "Lee has left, and goes on being invited."
        case .removesAllBehind: "Lee leaves, and everybody who joined after him is gone."
        case .complainsOfStrangers: "Lee taps «leave» twice, and is told that something went wrong."
        case .removesSomebodyElse: "Lee taps «leave» twice, and Min is gone."
        case .keepsHandlesTaken: "Lee has left, and nobody can ever be called Lee again."
        case .takesNobodyBack: "Lee comes back after a year, is welcomed, and is not on the roster."
        case .sortsAsText:
            "Member 10 stands before member 9, and whoever counts on the order reads out the wrong name."
        case .listsAsSaved: "Kim changes her handle, and drops to the end of the list."
        case .thanksEverybody: "Everybody is thanked for money that they never gave."
        case .listsTheRest: "Whoever pays for Moa is invited to nothing."
        case .keepsTheCallersObject: "Kim types a new handle, taps «cancel», and has it."
        case .sharesByNumber: "Lee looks at his page, types, taps «cancel», and is renamed."
        case .sharesByHandle: "Lee is looked up at the desk, a slip of the finger, and he is renamed."
        case .sharesInTheList: "Somebody tidies the names of a printed list, and the whole roster is renamed."
        case .sharesSupporters: "The letter of thanks shortens a name, and Lee is renamed."
        case .unreadNumberIsNobody: "The disk is busy for a second, and Lee's account looks deleted."
        case .unreadHandleIsFree: "The disk is busy for a second, and a second Lee joins."
        case .unreadListIsEmpty: "The disk is busy for a second, and a backup of nobody replaces yesterday's."
        case .unreadSupportersAreNone: "The disk is busy for a second, and no supporter is thanked."
        case .answersFromMemory:
            "The disk has been gone since noon, and nobody notices until the app is closed."
        case .swallowsSaves: "Kim is told that she has joined, and nobody knows her."
        case .swallowsRemovals: "Lee is told that he is gone, and goes on being charged."
        case .believesFailedSaves:
            "Kim is told that it didn't work, and stands on the roster until the evening."
        case .believesFailedRemovals:
            "Lee is told that it didn't work, and is treated as gone until the evening."
        case .sulks: "The disk is busy for a second, and until the evening nobody can join."
        case .forgetsOvernight: "On Tuesday Moa has no members."
        case .forgetsChanges: "On Tuesday Kim has her old handle again."
        case .bringsBackTheRemoved: "On Tuesday Lee, who has left, is invited again."
        }
    }
}

/// A roster that is right in everything but one thing.
private final class LyingRoster: MemberRoster {
    private let disk: RosterDisk
    private let lie: Lie

    /// What it believes though it isn't written.
    private var believed: [Row]?
    /// Objects that others hold as well.
    private var shared: [Int: RosterMember] = [:]
    private var formerHandles: [String: Int] = [:]
    private var removed: [Row] = []
    private var hasFailed = false

    init(disk: RosterDisk, lie: Lie) {
        self.disk = disk
        self.lie = lie
    }

    func member(_ number: Int) throws -> RosterMember? {
        if lie == .unreadNumberIsNobody, !disk.canBeRead { return nil }
        let rows = try rows()
        guard let row = rows.last(where: { $0.number == number }) else {
            return lie == .findsAnybody ? rows.first?.member : nil
        }
        return lie == .sharesByNumber ? share(row) : row.member
    }

    func holder(of handle: String) throws -> RosterMember? {
        if lie == .unreadHandleIsFree, !disk.canBeRead { return nil }
        let rows = try rows()
        let found: Row? =
            switch lie {
            case .findsBeginnings: rows.first { $0.handle.lowercased().hasPrefix(handle.lowercased()) }
            case .heedsLetterCase: rows.first { $0.handle == handle }
            case .keepsHandlesTaken: (rows + removed).first { $0.isCalled(handle) }
            case .takesAnyHandle: rows.first { $0.isCalled(handle) } ?? rows.first
            case .remembersFormerHandles:
                rows.first { $0.isCalled(handle) }
                    ?? rows.first { $0.number == formerHandles[handle.lowercased()] }
            default: rows.first { $0.isCalled(handle) }
            }
        return lie == .sharesByHandle ? found.map(share) : found?.member
    }

    func all() throws -> [RosterMember] {
        if lie == .unreadListIsEmpty, !disk.canBeRead { return [] }
        let rows = try rows()
        let listed =
            switch lie {
            case .sortsAsText: rows.sorted { "\($0.number)" < "\($1.number)" }
            case .listsAsSaved: rows
            case .listsTheRest: rows.filter { !$0.isSupporter }.sorted { $0.number < $1.number }
            default: rows.sorted { $0.number < $1.number }
            }
        return lie == .sharesInTheList ? listed.map(share) : listed.map(\.member)
    }

    func supporters() throws -> [RosterMember] {
        if lie == .unreadSupportersAreNone, !disk.canBeRead { return [] }
        let rows = try rows()
        let supporting = lie == .thanksEverybody ? rows : rows.filter(\.isSupporter)
        return lie == .sharesSupporters ? supporting.map(share) : supporting.map(\.member)
    }

    func save(_ member: RosterMember) throws {
        if lie == .swallowsSaves, !disk.canBeWritten { return }
        if lie == .takesNobodyBack, removed.contains(where: { $0.number == member.number }) { return }
        var rows = try rows()
        var row = Row(member)
        let known = rows.first { $0.number == row.number }
        switch lie {
        case .keepsTheFirst where known != nil: return try write(rows)
        case .takesHandleOnly: row.isSupporter = known?.isSupporter ?? row.isSupporter
        case .losesSupport: row.isSupporter = false
        case .hasOnePlace: rows = []
        default: break
        }
        if let known { formerHandles[known.handle.lowercased()] = known.number }
        formerHandles[row.handle.lowercased()] = nil
        if lie != .addsASecond { rows.removeAll { $0.number == row.number } }
        rows.append(row)
        try write(rows, onPaper: lie != .forgetsChanges || known == nil)
        removed.removeAll { $0.number == row.number || $0.isCalled(row.handle) }
        shared[row.number] = lie == .keepsTheCallersObject ? member : nil
    }

    func remove(_ number: Int) throws {
        if lie == .swallowsRemovals, !disk.canBeWritten { return }
        let rows = try rows()
        guard let leaver = rows.first(where: { $0.number == number }) else {
            if lie == .complainsOfStrangers { throw RosterDisk.Trouble() }
            if lie == .removesSomebodyElse { try write(rows.dropLast()) }
            return
        }
        switch lie {
        case .forgetsRemovals: return try write(rows)
        case .removesAllBehind: try write(rows.filter { $0.number < number })
        default: try write(rows.filter { $0.number != number }, onPaper: lie != .bringsBackTheRemoved)
        }
        removed.append(leaver)
        shared[number] = nil
    }

    // MARK: Reading and writing

    /// What stands on the roster, as this roster sees it.
    private func rows() throws -> [Row] {
        guard disk.canBeRead, !(lie == .sulks && hasFailed) else {
            hasFailed = true
            if lie == .answersFromMemory, let believed { return believed }
            throw RosterDisk.Trouble()
        }
        let written = try disk.read().map { Row(line: $0) }
        let rows = believesItself ? believed ?? written : written
        if lie == .answersFromMemory { believed = rows }
        return rows.map { row in shared[row.number].map { Row($0) } ?? row }
    }

    private var believesItself: Bool {
        [
            .forgetsOvernight, .forgetsChanges, .bringsBackTheRemoved, .believesFailedSaves,
            .believesFailedRemovals,
        ].contains(lie)
    }

    private func write(_ rows: some Sequence<Row>, onPaper: Bool = true) throws {
        let rows = Array(rows)
        guard disk.canBeWritten else {
            hasFailed = true
            let known = (try? self.rows()) ?? []
            let isRemoval = rows.count < known.count
            if isRemoval ? lie == .believesFailedRemovals : lie == .believesFailedSaves { believed = rows }
            if lie == .answersFromMemory { believed = known }
            throw RosterDisk.Trouble()
        }
        if lie == .forgetsOvernight {
            believed = rows
        } else if !onPaper {
            believed = rows
        } else if let believed, believesItself {
            // What is only believed stays unwritten.
            try disk.write(merged(rows, insteadOf: believed).map(\.line))
            self.believed = rows
        } else {
            try disk.write(rows.map(\.line))
            if lie == .answersFromMemory { believed = rows }
        }
    }

    /// The written rows with this change alone, not with what was believed before.
    private func merged(_ rows: [Row], insteadOf believed: [Row]) throws -> [Row] {
        let before = Dictionary(believed.map { ($0.number, $0.line) }) { $1 }
        let after = Dictionary(rows.map { ($0.number, $0.line) }) { $1 }
        var written = try disk.read().map { Row(line: $0) }
        written.removeAll { row in
            before[row.number] != nil && after[row.number] == nil
        }
        for row in rows where before[row.number] != row.line {
            written.removeAll { $0.number == row.number }
            written.append(row)
        }
        return written
    }

    private func share(_ row: Row) -> RosterMember {
        let member = shared[row.number] ?? row.member
        shared[row.number] = member
        return member
    }
}

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
        let nameless = names.filter { $0.allSatisfy(\.isWhitespace) }
        #expect(nameless == [], "a promise has no name, so nobody knows which one is broken")
        let shared = Set(names.filter { name in names.count { $0 == name } > 1 })
        #expect(shared == [], "several promises have this name, so nobody knows which of them is broken")
    }

    @Test("each promise asks the roster something")
    func asking() {
        for promise in Promises.all {
            let calls = Tally()
            _ = trial(of: promise, calls: calls, open: Keeper.box.open)
            #expect(calls.count > 0, "«\(promise.name)» asks the roster nothing, so no roster can break it")
        }
    }

    @Test("a right roster keeps every promise", arguments: Keeper.allCases)
    func rightRosters(keeper: Keeper) {
        var accusers: Set<String> = []
        // The second time from the last to the first: a promise depends on nothing but its own trial.
        for promise in Promises.all + Promises.all.reversed() where !accusers.contains(promise.name) {
            let outcome = trial(of: promise, open: keeper.open)
            // The next rule reports a promise that never ends, and only once.
            if outcome == .kept || outcome == .endless || outcome == .notTried { continue }
            accusers.insert(promise.name)
            #expect(outcome == .kept, "this roster does all that the port says, and breaks «\(promise.name)»")
        }
    }

    // A promise that traps ends this process. Here nothing else stands beside its error.
    @Test("each promise comes to an end, whatever roster it is tried on", arguments: Lie.allCases)
    func ending(lie: Lie) {
        for promise in Promises.all {
            _ = trial(of: promise, open: lie.open)
        }
        let endless = Endless.news()
        #expect(
            endless == [],
            "after two seconds these promises had not ended, with this roster or a right one"
        )
    }

    @Test("nobody is taken for somebody else", arguments: Lie.finding)
    func finding(lie: Lie) { catchOut(lie) }

    @Test("what was saved last is what the roster knows", arguments: Lie.saving)
    func saving(lie: Lie) { catchOut(lie) }

    @Test("a removed member is gone, and nobody else is", arguments: Lie.removing)
    func removing(lie: Lie) { catchOut(lie) }

    @Test("a list holds the right people, in the order that was promised", arguments: Lie.listing)
    func listing(lie: Lie) { catchOut(lie) }

    @Test("what a caller does to a member doesn't reach the roster", arguments: Lie.sharing)
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
            trial(of: promise, open: lie.open).isBroken
        }
        let fate = isCaught ? Fate.caught : .slippedThrough
        #expect(fate == .caught, "\(lie.loss)")
    }
}

// MARK: - Trying a promise

/// What becomes of a roster that lies.
private enum Fate: CustomStringConvertible {
    case caught, slippedThrough

    var description: String {
        switch self {
        case .caught: "caught"
        case .slippedThrough: "it slipped through"
        }
    }
}

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
        case .notTried: "not tried again, because it never ended"
        }
    }
}

/// The outcome of a promise on a new roster. A promise that never ends is left behind.
private func trial(
    of promise: Promise,
    calls: Tally = Tally(),
    open: @escaping @Sendable (RosterDisk) -> any MemberRoster
) -> Outcome {
    guard !Endless.holds(promise) else { return .notTried }
    let result = Conclusion()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        do {
            try promise.check(Trial { Roster(open($0), calls: calls) })
            result.outcome.withLock { $0 = .kept }
        } catch {
            result.outcome.withLock { $0 = .broken("\(error)") }
        }
        ended.signal()
    }
    guard ended.wait(timeout: .now() + 2) == .timedOut else { return result.outcome.withLock { $0 } }
    Endless.add(promise)
    calls.close()
    return .endless
}

private final class Conclusion: Sendable {
    let outcome = Mutex(Outcome.endless)
}

/// Promises that never ended, by name.
private enum Endless {
    private static let names = Mutex<[String]>([])
    private static let untold = Mutex<[String]>([])

    static func add(_ promise: Promise) {
        names.withLock { $0.append(promise.name) }
        untold.withLock { $0.append(promise.name) }
    }

    static func holds(_ promise: Promise) -> Bool {
        names.withLock { $0.contains(promise.name) }
    }

    /// Those that no rule has reported yet.
    static func news() -> [String] {
        untold.withLock { names in
            defer { names = [] }
            return names
        }
    }
}

/// Counts calls, until it is closed.
private final class Tally: Sendable {
    private struct Closed: Error {}

    private let calls = Mutex(0)
    private let isClosed = Mutex(false)

    var count: Int { calls.withLock { $0 } }

    func add() throws {
        guard !isClosed.withLock({ $0 }) else { throw Closed() }
        calls.withLock { $0 += 1 }
    }

    /// From now on each call throws. Most endless promises then end after all, and leave the processor free.
    func close() {
        isClosed.withLock { $0 = true }
    }
}

/// What each promise is handed, whichever roster is behind it. A roster is known by what it does: neither its type nor
/// a mirror shows which one lies.
private final class Roster: MemberRoster {
    private let calls: Tally
    private let findMember: (Int) throws -> RosterMember?
    private let findHolder: (String) throws -> RosterMember?
    private let listAll: () throws -> [RosterMember]
    private let listSupporters: () throws -> [RosterMember]
    private let saveMember: (RosterMember) throws -> Void
    private let removeMember: (Int) throws -> Void

    init(_ roster: any MemberRoster, calls: Tally) {
        self.calls = calls
        findMember = { try roster.member($0) }
        findHolder = { try roster.holder(of: $0) }
        listAll = { try roster.all() }
        listSupporters = { try roster.supporters() }
        saveMember = { try roster.save($0) }
        removeMember = { try roster.remove($0) }
    }

    func member(_ number: Int) throws -> RosterMember? {
        try calls.add()
        return try findMember(number)
    }

    func holder(of handle: String) throws -> RosterMember? {
        try calls.add()
        return try findHolder(handle)
    }

    func all() throws -> [RosterMember] {
        try calls.add()
        return try listAll()
    }

    func supporters() throws -> [RosterMember] {
        try calls.add()
        return try listSupporters()
    }

    func save(_ member: RosterMember) throws {
        try calls.add()
        try saveMember(member)
    }

    func remove(_ number: Int) throws {
        try calls.add()
        try removeMember(number)
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

    /// Opens rosters for one trial.
    fileprivate var open: @Sendable (RosterDisk) -> any MemberRoster {
        let mood = Mood()
        switch self {
        case .box:
            let sheet = Sheet()
            return { BoxRoster(disk: $0, sheet: sheet, mood: mood) }
        case .log:
            let notes = Archive<LogRoster.Note>()
            return { LogRoster(disk: $0, notes: notes, mood: mood) }
        }
    }
}

/// The order of supporters, of which nothing is promised: no two answers in a row have the same order.
private final class Mood: Sendable {
    private let answers = Mutex(0)

    func arrange(_ rows: [Row], lowestFirst: Bool) -> [Row] {
        let isOdd = answers.withLock { answers in
            answers += 1
            return !answers.isMultiple(of: 2)
        }
        let sorted = rows.sorted { $0.number < $1.number }
        return isOdd == lowestFirst ? sorted : sorted.reversed()
    }
}

/// What is known of a member, without an object.
private struct Row: Hashable, Sendable {
    let number: Int
    var handle: String
    var isSupporter: Bool

    init(_ member: RosterMember) {
        (number, handle, isSupporter) = (member.number, member.handle, member.isSupporter)
    }

    var member: RosterMember { RosterMember(number: number, handle: handle, isSupporter: isSupporter) }

    func isCalled(_ text: String) -> Bool { handle.lowercased() == text.lowercased() }

    func called(_ handle: String) -> Row {
        var row = self
        row.handle = handle
        return row
    }

    func supporting(_ isSupporter: Bool) -> Row {
        var row = self
        row.isSupporter = isSupporter
        return row
    }
}

/// What stands behind the lines of a disk, each of which is a number: no promise finds a handle there, and nothing has
/// to be spelled and read again.
private final class Archive<Page: Sendable>: Sendable {
    private let pages = Mutex<[Page]>([])

    func line(for page: Page) -> String {
        pages.withLock { pages in
            pages.append(page)
            return String(pages.count - 1)
        }
    }

    func page(of line: String) -> Page? {
        Int(line).flatMap { number in
            pages.withLock { $0.indices.contains(number) ? $0[number] : nil }
        }
    }
}

extension String {
    /// With small letters for the capitals from A to Z, and for no others.
    fileprivate var withoutCapitals: String {
        String(map { $0.isASCII ? Character($0.lowercased()) : $0 })
    }
}

/// All rows on one line, for the box and for the rosters that imitate it.
private struct Sheet: Sendable {
    private let archive = Archive<[Row]>()

    func rows(on disk: RosterDisk) throws -> [Row] {
        try disk.read().flatMap { archive.page(of: $0) ?? [] }
    }

    func write(_ rows: [Row], on disk: RosterDisk) throws {
        try disk.write([archive.line(for: rows)])
    }
}

/// Reads everything before each change, and writes everything after it, if something has changed.
private final class BoxRoster: MemberRoster {
    /// The port says nothing of two members with one handle, so this is as right as keeping both.
    private struct HandleTaken: Error {}

    private let disk: RosterDisk
    private let sheet: Sheet
    private let mood: Mood

    init(disk: RosterDisk, sheet: Sheet, mood: Mood) {
        self.disk = disk
        self.sheet = sheet
        self.mood = mood
    }

    func member(_ number: Int) throws -> RosterMember? {
        try sheet.rows(on: disk).first { $0.number == number }?.member
    }

    func holder(of handle: String) throws -> RosterMember? {
        try sheet.rows(on: disk).first { $0.isCalled(handle) }?.member
    }

    func all() throws -> [RosterMember] {
        try sheet.rows(on: disk).sorted { $0.number < $1.number }.map(\.member)
    }

    func supporters() throws -> [RosterMember] {
        try mood.arrange(sheet.rows(on: disk).filter(\.isSupporter), lowestFirst: true).map(\.member)
    }

    func save(_ member: RosterMember) throws {
        let rows = try sheet.rows(on: disk)
        let row = Row(member)
        guard !rows.contains(row) else { return }
        let isTaken = rows.contains { $0.number != row.number && $0.isCalled(row.handle) }
        if isTaken { throw HandleTaken() }
        try sheet.write(rows.filter { $0.number != row.number } + [row], on: disk)
    }

    func remove(_ number: Int) throws {
        let rows = try sheet.rows(on: disk)
        guard rows.contains(where: { $0.number == number }) else { return }
        try sheet.write(rows.filter { $0.number != number }, on: disk)
    }
}

/// Writes a change without reading. To answer it reads all notes, and leaves out those that are out of date. It has errors
/// of its own.
private final class LogRoster: MemberRoster {
    private struct Unanswered: Error {}
    private struct Unwritten: Error {}

    /// What became of the member: all that is known, or nil for gone.
    fileprivate struct Note: Sendable {
        let number: Int
        let row: Row?
    }

    private let disk: RosterDisk
    private let notes: Archive<Note>
    private let mood: Mood

    init(disk: RosterDisk, notes: Archive<Note>, mood: Mood) {
        self.disk = disk
        self.notes = notes
        self.mood = mood
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
        try mood.arrange(rows().filter(\.isSupporter), lowestFirst: false).map(\.member)
    }

    func save(_ member: RosterMember) throws {
        try append(Note(number: member.number, row: Row(member)))
    }

    func remove(_ number: Int) throws {
        try append(Note(number: number, row: nil))
    }

    private func rows() throws -> [Row] {
        guard let lines = try? disk.read() else { throw Unanswered() }
        var latest: [Int: Note] = [:]
        for note in lines.compactMap(notes.page) { latest[note.number] = note }
        let current = latest.values.filter { $0.row != nil }.sorted { $0.number < $1.number }
        try? disk.write(current.map(notes.line))
        return current.compactMap(\.row)
    }

    private func append(_ note: Note) throws {
        do { try disk.append(notes.line(for: note)) } catch { throw Unwritten() }
    }
}

// MARK: - Rosters that lie

/// What is wrong with a roster, and what that would do to Moa's members.
enum Lie: String, CaseIterable, CustomTestStringConvertible {
    case findsAnybody = "finds somebody for any number"
    case takesAnyHandle = "finds somebody for any handle"
    case findsBeginnings = "finds a handle by its beginning"
    case findsEnds = "finds a handle by its end"
    case heedsLetterCase = "treats small letters and capitals as different"
    case heedsOtherLetters = "knows the capitals from A to Z, and no others"
    case remembersFormerHandles = "finds members by handles that they gave up"
    case losesNewHandles = "finds nobody by a handle that was taken later"
    case answersInSmallLetters = "finds a member by handle, and shows the handle in small letters"
    case forgetsSupportByHandle = "finds a member by handle, and forgets whether they support Moa"

    case addsASecond = "adds a known member a second time"
    case keepsTheFirst = "keeps what was saved first"
    case takesHandleOnly = "changes the handle of a known member, and nothing else"
    case losesSupport = "forgets who supports Moa"
    case changesTheOthers = "changes the handles of all others when a known member is saved"
    case keepsLetterCase = "keeps the old letters of a handle when only their case has changed"
    case hasOnePlace = "has room for one member"
    case skipsTheSame =
        "skips a save that is the same as its last one, whatever another roster has written since"
    case looksOnce = "looks at the disk once, and misses what another roster writes later"

    case forgetsRemovals = "forgets to remove"
    case removesAllBehind = "removes everybody with a higher number as well"
    case complainsOfStrangers = "throws when there is nobody to remove"
    case removesSomebodyElse = "removes somebody else when nobody has the number"
    case keepsHandlesTaken = "still finds removed members by their handles"
    case takesNobodyBack = "never takes a removed member back"
    case welcomesAsBefore = "takes a removed member back as they were before"
    case keepsTheLast = "never removes the last member who is left"
    case givesNoHandleTwice = "refuses a handle that somebody else has had before"
    case buriesHandles = "finds nobody by a handle that a removed member had"
    case missesOtherRemovals = "still finds members whom another roster has removed"

    case sortsAsText = "sorts numbers as texts"
    case listsAsSaved = "lists members in the order in which they were saved"
    case thanksEverybody = "lists everybody as a supporter"
    case listsTheRest = "leaves supporters out of the list of all"
    case listsNobody = "lists nobody"
    case listsAPlaceholder = "lists a member called «nobody» when nobody is there"
    case listsNoHandles = "leaves the handles out of the list of all"
    case listsNoSupport = "lists everybody as if nobody supported Moa"
    case listsEverybodyAsSupporter = "lists everybody as if they supported Moa"
    case thanksOne = "lists one supporter, and no more"
    case thanksTheNameless = "leaves the handles out of the list of supporters"
    case thanksDoubters = "lists supporters as if they did not support Moa"
    case thanksThoseWhoStopped = "goes on listing supporters who have stopped"
    case thanksThoseWhoLeft = "goes on listing supporters who have left"

    case keepsTheCallersObject = "keeps the caller's own object"
    case keepsWhatIsSavedAgain = "keeps the caller's own object when a known member is saved"
    case sharesByNumber = "hands out its own object when it is asked by number"
    case sharesByHandle = "hands out its own object when it is asked by handle"
    case sharesInTheList = "hands out its own objects in the list of all"
    case refreshesItsObjects = "hands out one object of each member, and brings it up to date"
    case sharesSupporters = "hands out its own objects in the list of supporters"

    case unreadNumberIsNobody = "says «nobody has this number» when it can't read the disk"
    case unreadHandleIsFree = "says «nobody has this handle» when it can't read the disk"
    case unreadListIsEmpty = "says «nobody is there» when it can't read the disk"
    case unreadSupportersAreNone = "says «nobody supports Moa» when it can't read the disk"
    case unreadStrangerIsNobody =
        "says «nobody has this number» when it can't read the disk and the number is new to it"
    case unreadNewHandleIsFree =
        "says «nobody has this handle» when it can't read the disk and the handle is new to it"
    case unreadNobodyIsListed = "says «nobody is there» when it can't read the disk and knew nobody"
    case unreadNobodySupports =
        "says «nobody supports Moa» when it can't read the disk and knew no supporter"
    case answersFromMemory = "answers from memory when it can't read the disk"
    case overwritesUnread = "takes a disk that it can't read for an empty one when somebody is saved"
    case losesUnreadSaves = "reports nothing when it can't read the disk, and saves nobody"
    case losesUnreadRemovals = "reports nothing when it can't read the disk, and removes nobody"
    case sulksUnread = "never works again after it has failed to read the disk"
    case bornBlind = "never works if the disk could not be read when the roster was opened"

    case swallowsNewcomers = "reports nothing when a newcomer could not be saved"
    case swallowsChanges = "reports nothing when a change of a known member could not be saved"
    case swallowsHandles = "reports nothing when a change of the handle alone could not be saved"
    case swallowsSupport = "reports nothing when a change of the support alone could not be saved"
    case swallowsRemovals = "reports nothing when a removal has failed"
    case believesFailedSaves = "reports a failed save, and treats it as done"
    case believesFailedChanges = "reports a failed change of a known member, and treats it as done"
    case believesFailedRemovals = "reports a failed removal, and treats it as done"
    case queuesSaves = "reports a failed save, and carries it out with the next one"
    case queuesChanges = "reports a failed change of a known member, and carries it out with the next save"
    case queuesRemovals = "reports a failed removal, and carries it out with the next save"
    case sulksUnwritten = "never works again after it has failed to write"

    case forgetsOvernight = "keeps everything in memory"
    case hasOnePlaceOvernight = "has room on the disk only for the member who was saved last"
    case forgetsChanges = "writes newcomers to the disk, and keeps changes in memory"
    case bringsBackTheRemoved = "keeps removals in memory"
    case forgetsSupportOvernight = "keeps in memory who supports Moa"

    /// Those that keep in memory what isn't on the disk.
    fileprivate static let believers: Set<Lie> = [
        .forgetsOvernight, .forgetsChanges, .bringsBackTheRemoved, .believesFailedSaves,
        .believesFailedChanges,
        .believesFailedRemovals, .looksOnce, .hasOnePlaceOvernight,
    ]

    /// Those that remember what was on the disk when they last looked.
    fileprivate static let rememberers: Set<Lie> = [
        .answersFromMemory, .looksOnce, .missesOtherRemovals, .unreadStrangerIsNobody, .unreadNewHandleIsFree,
        .unreadNobodyIsListed, .unreadNobodySupports,
    ]

    static let finding: [Lie] = [
        .findsAnybody, .takesAnyHandle, .findsBeginnings, .findsEnds, .heedsLetterCase, .heedsOtherLetters,
        .remembersFormerHandles, .losesNewHandles, .answersInSmallLetters, .forgetsSupportByHandle,
    ]
    static let saving: [Lie] = [
        .addsASecond, .keepsTheFirst, .takesHandleOnly, .losesSupport, .changesTheOthers, .keepsLetterCase,
        .hasOnePlace, .skipsTheSame, .looksOnce,
    ]
    static let removing: [Lie] = [
        .forgetsRemovals, .removesAllBehind, .complainsOfStrangers, .removesSomebodyElse, .keepsHandlesTaken,
        .takesNobodyBack, .welcomesAsBefore, .keepsTheLast, .givesNoHandleTwice, .buriesHandles,
        .missesOtherRemovals,
    ]
    static let listing: [Lie] = [
        .sortsAsText, .listsAsSaved, .thanksEverybody, .listsTheRest, .listsNobody, .listsAPlaceholder,
        .listsNoHandles, .listsNoSupport, .listsEverybodyAsSupporter, .thanksOne, .thanksTheNameless,
        .thanksDoubters, .thanksThoseWhoStopped, .thanksThoseWhoLeft,
    ]
    static let sharing: [Lie] = [
        .keepsTheCallersObject, .keepsWhatIsSavedAgain, .sharesByNumber, .sharesByHandle, .sharesInTheList,
        .sharesSupporters, .refreshesItsObjects,
    ]
    static let reading: [Lie] = [
        .unreadNumberIsNobody, .unreadHandleIsFree, .unreadListIsEmpty, .unreadSupportersAreNone,
        .unreadStrangerIsNobody, .unreadNewHandleIsFree, .unreadNobodyIsListed, .unreadNobodySupports,
        .answersFromMemory, .overwritesUnread, .losesUnreadSaves, .losesUnreadRemovals, .sulksUnread,
        .bornBlind,
    ]
    static let writing: [Lie] = [
        .swallowsNewcomers, .swallowsChanges, .swallowsHandles, .swallowsSupport, .swallowsRemovals,
        .believesFailedSaves, .believesFailedChanges,
        .believesFailedRemovals, .queuesSaves, .queuesChanges, .queuesRemovals, .sulksUnwritten,
    ]
    static let overnight: [Lie] = [
        .forgetsOvernight, .hasOnePlaceOvernight, .forgetsChanges, .bringsBackTheRemoved,
        .forgetsSupportOvernight,
    ]

    var testDescription: String { "a roster that \(rawValue)" }

    /// Opens rosters for one trial.
    fileprivate var open: @Sendable (RosterDisk) -> any MemberRoster {
        let sheet = Sheet()
        let mood = Mood()
        return { LyingRoster(disk: $0, sheet: sheet, lie: self, mood: mood) }
    }

    /// What the members would notice.
    var loss: String {
        switch self {
        case .findsAnybody: "Somebody mistypes a number, and another member's page opens."
        case .takesAnyHandle: "No newcomer can join: each handle looks taken."
        case .findsBeginnings: "Kim is not let in, since Moa takes her for Kimberly."
        case .findsEnds: "Lee is not let in, since Moa takes him for Ashlee."
        case .heedsLetterCase: "A second Kim joins as «kim»."
        case .heedsOtherLetters: "A second Noémi joins as «NOÉMI»."
        case .remembersFormerHandles: "Kim is called Sori now, and mail to «Kim» still goes to her."
        case .losesNewHandles: "Kim is called Sori now, and can't sign in as «Sori»."
        case .answersInSmallLetters: "Kim signs in, and her own page calls her «kim»."
        case .forgetsSupportByHandle: "Lee signs in, and is asked for the support that he already gives."
        case .addsASecond: "Kim changes her handle, and gets each invitation twice."
        case .keepsTheFirst: "Kim changes her handle, and tomorrow it is the old one."
        case .takesHandleOnly: "Lee no longer supports Moa, and goes on being charged."
        case .changesTheOthers: "Kim is called Sori now, and her friend Lee has become «lee»."
        case .losesSupport: "Lee pays for Moa each month, and nobody knows."
        case .keepsLetterCase: "Kim changes her handle to «KIM», and is still called «Kim»."
        case .hasOnePlace: "Lee joins, and Kim is gone."
        case .skipsTheSame:
            "Kim becomes Sori at one desk and Kim again at the other, and goes on being Sori."
        case .looksOnce: "Kim joins at one desk, and until the evening the other desk doesn't know her."
        case .forgetsRemovals: "Lee has left, and goes on being invited."
        case .removesAllBehind: "Lee leaves, and everybody who joined after him is gone."
        case .complainsOfStrangers: "Lee taps «leave» twice, and reads that something went wrong."
        case .removesSomebodyElse: "Lee taps «leave» twice, and Min is gone."
        case .keepsHandlesTaken: "Lee has left, and nobody can ever be called Lee again."
        case .takesNobodyBack: "Lee comes back after a year, is welcomed, and is not on the roster."
        case .welcomesAsBefore: "Lee comes back as Sori, and is greeted as Lee."
        case .keepsTheLast: "The last member leaves, and goes on being invited."
        case .givesNoHandleTwice: "Lee has left, and another Lee who wants to join is refused."
        case .buriesHandles: "Lee has left, another Lee joins, and can't sign in as «Lee»."
        case .missesOtherRemovals:
            "Lee leaves at one desk, and until the evening the other desk goes on inviting him."
        case .sortsAsText:
            "Member 10 comes before member 9, and the wrong name is read out at the roll call."
        case .listsAsSaved: "Kim changes her handle, and drops to the end of the list."
        case .thanksEverybody: "Everybody is thanked for money that they never gave."
        case .listsTheRest: "Everybody who pays for Moa is invited to nothing."
        case .listsNobody: "The doors open for the yearly meeting, and nobody is on the list."
        case .listsAPlaceholder: "The last member has left, and somebody called «nobody» is invited."
        case .listsNoHandles: "The printed list has numbers, and no names."
        case .listsNoSupport: "The treasurer goes through the list, and sends each supporter a bill."
        case .listsEverybodyAsSupporter:
            "The treasurer goes through the list, and nobody who has stopped paying gets a bill."
        case .thanksOne: "Two members pay for Moa, and one of them is never thanked."
        case .thanksTheNameless: "Lee's letter of thanks has no name on it."
        case .thanksDoubters: "Lee's letter of thanks asks him for the support that he already gives."
        case .thanksThoseWhoStopped: "Lee no longer pays for Moa, and is thanked for it each month."
        case .thanksThoseWhoLeft: "Lee has left Moa, and is thanked for his support each month."
        case .keepsTheCallersObject: "Kim types a new handle, taps «cancel», and has it."
        case .keepsWhatIsSavedAgain:
            "Kim is called Sori now, types a third handle, taps «cancel», and has it."
        case .sharesByNumber: "Lee looks at his page, types, taps «cancel», and is renamed."
        case .sharesByHandle: "Lee is looked up at the desk, a finger slips, and he is renamed."
        case .sharesInTheList: "Somebody tidies the names of a printed list, and the whole roster is renamed."
        case .sharesSupporters: "The letter of thanks shortens a name, and Lee is renamed."
        case .refreshesItsObjects:
            "Lee is typing his new handle, somebody looks him up, and what he typed is gone."
        case .unreadStrangerIsNobody:
            "Kim joined at the other desk, the disk is busy for a second, and her account looks deleted."
        case .unreadNewHandleIsFree:
            "Kim joined at the other desk, the disk is busy for a second, and a second Kim joins."
        case .unreadNobodyIsListed:
            "All joined at the other desk, the disk is busy for a second, and an empty backup is written."
        case .unreadNobodySupports:
            "Lee became a supporter at the other desk, the disk is busy for a second, and he is not thanked."
        case .unreadNumberIsNobody: "The disk is busy for a second, and Lee's account looks deleted."
        case .unreadHandleIsFree: "The disk is busy for a second, and a second Lee joins."
        case .unreadListIsEmpty: "The disk is busy for a second, and an empty backup replaces yesterday's."
        case .unreadSupportersAreNone: "The disk is busy for a second, and no supporter is thanked."
        case .answersFromMemory:
            "The disk has been gone since noon, and nobody notices until the app is closed."
        case .overwritesUnread: "The disk is busy for a second, Kim joins, and everybody else is gone."
        case .losesUnreadSaves:
            "The disk is busy for a second, and Kim, who was told that she has joined, is not a member."
        case .losesUnreadRemovals:
            "The disk is busy for a second, and Lee, who was told that he is gone, goes on being charged."
        case .sulksUnread: "The disk is busy for a second, and until the evening nobody is let in."
        case .bornBlind: "Moa is opened one second too early, and until the evening nobody is let in."
        case .swallowsNewcomers: "Kim is told that she has joined, and nobody knows her."
        case .swallowsChanges: "Kim is told that she is called Sori now, and goes on being Kim."
        case .swallowsHandles:
            "Kim, who supports Moa, is told that she is called Sori now, and goes on being Kim."
        case .swallowsSupport: "Lee is told that he no longer pays, and goes on being charged."
        case .swallowsRemovals: "Lee is told that he is gone, and goes on being charged."
        case .believesFailedSaves:
            "Kim is told that it didn't work, and is on the roster until the evening."
        case .believesFailedChanges:
            "Kim is told that it didn't work, and is called Sori until the evening."
        case .believesFailedRemovals:
            "Lee is told that it didn't work, and is treated as gone until the evening."
        case .queuesSaves:
            "Kim is told that it didn't work, goes home, and is a member when the next one joins."
        case .queuesChanges:
            "Kim is told that it didn't work, stays Kim, and is called Sori when the next one joins."
        case .queuesRemovals:
            "Lee is told that it didn't work, decides to stay, and is gone when the next one joins."
        case .sulksUnwritten: "The disk is busy for a second, and until the evening nobody can join."
        case .forgetsOvernight: "On Tuesday Moa has no members."
        case .hasOnePlaceOvernight: "On Tuesday Moa has one member."
        case .forgetsChanges: "On Tuesday Kim has her old handle again."
        case .bringsBackTheRemoved: "On Tuesday Lee, who has left, is invited again."
        case .forgetsSupportOvernight: "On Tuesday nobody knows that Lee pays for Moa."
        }
    }
}

/// A roster that is right in everything but one thing.
private final class LyingRoster: MemberRoster {
    private let disk: RosterDisk
    private let sheet: Sheet
    private let lie: Lie
    private let believesItself: Bool
    private let remembersWhatItRead: Bool
    /// The same as the box's, so that an order that nobody promised gives nobody away.
    private let mood: Mood

    /// What it believes though it isn't written.
    private var believed: [Row]?
    /// Objects that others hold as well, each with what stood on the disk then.
    private var shared: [Int: (member: RosterMember, written: Row)] = [:]
    private var handedOut: [Int: RosterMember] = [:]
    private var lastSaved: [Int: Row] = [:]
    private var formerHandles: [String: Int] = [:]
    private var firstHandles: [Int: String] = [:]
    private var buriedHandles: Set<String> = []
    private var removed: [Row] = []
    private var supporting: Set<Int> = []
    private var formerSupporters: [Int: Row] = [:]
    /// What failed, and is done later without a word.
    private var lateRow: Row?
    private var lateRemoval: Int?
    private var isSulking: Bool

    init(disk: RosterDisk, sheet: Sheet, lie: Lie, mood: Mood) {
        self.disk = disk
        self.sheet = sheet
        self.lie = lie
        self.mood = mood
        believesItself = Lie.believers.contains(lie)
        remembersWhatItRead = Lie.rememberers.contains(lie)
        isSulking = lie == .bornBlind && !disk.canBeRead
    }

    func member(_ number: Int) throws -> RosterMember? {
        if lie == .unreadNumberIsNobody, !disk.canBeRead { return nil }
        if lie == .unreadStrangerIsNobody, !disk.canBeRead, isNews({ $0.number == number }) { return nil }
        let rows = try rows()
        guard let row = rows.last(where: { $0.number == number }) else {
            return lie == .findsAnybody ? rows.first?.member : nil
        }
        return lie == .sharesByNumber ? share(row) : hand(out: row)
    }

    func holder(of handle: String) throws -> RosterMember? {
        if lie == .unreadHandleIsFree, !disk.canBeRead { return nil }
        if lie == .unreadNewHandleIsFree, !disk.canBeRead, isNews({ $0.isCalled(handle) }) { return nil }
        let rows = try rows()
        let found: Row? =
            switch lie {
            case .findsBeginnings: rows.first { $0.handle.lowercased().hasPrefix(handle.lowercased()) }
            case .findsEnds: rows.first { $0.handle.lowercased().hasSuffix(handle.lowercased()) }
            case .heedsLetterCase: rows.first { $0.handle == handle }
            case .heedsOtherLetters: rows.first { $0.handle.withoutCapitals == handle.withoutCapitals }
            case .losesNewHandles:
                rows.first { $0.isCalled(handle) && firstHandles[$0.number, default: $0.handle] == $0.handle }
            case .buriesHandles:
                buriedHandles.contains(handle.lowercased()) ? nil : rows.first { $0.isCalled(handle) }
            case .keepsHandlesTaken: (rows + removed).first { $0.isCalled(handle) }
            case .takesAnyHandle: rows.first { $0.isCalled(handle) } ?? rows.first
            case .remembersFormerHandles:
                rows.first { $0.isCalled(handle) }
                    ?? rows.first { $0.number == formerHandles[handle.lowercased()] }
            case .answersInSmallLetters:
                rows.first { $0.isCalled(handle) }.map { $0.called($0.handle.lowercased()) }
            case .forgetsSupportByHandle: rows.first { $0.isCalled(handle) }?.supporting(false)
            default: rows.first { $0.isCalled(handle) }
            }
        return lie == .sharesByHandle ? found.map(share) : found.map(hand(out:))
    }

    func all() throws -> [RosterMember] {
        if lie == .unreadListIsEmpty, !disk.canBeRead { return [] }
        if lie == .unreadNobodyIsListed, !disk.canBeRead, knowsNone({ _ in true }) { return [] }
        let rows = try rows()
        let ordered = rows.sorted { $0.number < $1.number }
        let listed: [Row] =
            switch lie {
            case .sortsAsText: rows.sorted { "\($0.number)" < "\($1.number)" }
            case .listsAsSaved: rows
            case .listsTheRest: ordered.filter { !$0.isSupporter }
            case .listsNobody: []
            case .listsAPlaceholder where rows.isEmpty: [Row(RosterMember(number: 0, handle: "nobody"))]
            case .listsNoHandles: ordered.map { $0.called("") }
            case .listsNoSupport: ordered.map { $0.supporting(false) }
            case .listsEverybodyAsSupporter: ordered.map { $0.supporting(true) }
            default: ordered
            }
        return lie == .sharesInTheList ? listed.map(share) : listed.map(hand(out:))
    }

    func supporters() throws -> [RosterMember] {
        if lie == .unreadSupportersAreNone, !disk.canBeRead { return [] }
        if lie == .unreadNobodySupports, !disk.canBeRead, knowsNone(\.isSupporter) { return [] }
        let rows = try rows()
        let supporting =
            switch lie {
            case .thanksEverybody: rows
            case .thanksOne: Array(rows.filter(\.isSupporter).prefix(1))
            case .thanksTheNameless: rows.filter(\.isSupporter).map { $0.called("") }
            case .thanksDoubters: rows.filter(\.isSupporter).map { $0.supporting(false) }
            case .thanksThoseWhoStopped, .thanksThoseWhoLeft:
                rows.filter(\.isSupporter) + formerSupporters.values
            default: rows.filter(\.isSupporter)
            }
        let arranged = mood.arrange(supporting, lowestFirst: true)
        return lie == .sharesSupporters ? arranged.map(share) : arranged.map(hand(out:))
    }

    func save(_ member: RosterMember) throws {
        if lie == .takesNobodyBack, removed.contains(where: { $0.number == member.number }) { return }
        if lie == .losesUnreadSaves, !disk.canBeRead { return }
        var rows = lie == .overwritesUnread && !disk.canBeRead ? [] : try rows()
        var row = Row(member)
        let known = rows.first { $0.number == row.number }
        if !disk.canBeWritten, swallows(row, insteadOf: known) { return }
        if lie == .skipsTheSame, disk.canBeWritten {
            guard lastSaved[row.number] != row else { return }
            lastSaved[row.number] = row
        }
        makeUpForFailures(in: &rows, beside: row, isKnown: known != nil)
        switch lie {
        case .keepsTheFirst where known != nil: return try write(rows)
        case .takesHandleOnly: row.isSupporter = known?.isSupporter ?? row.isSupporter
        case .losesSupport: row.isSupporter = false
        case .changesTheOthers where known != nil: rows = rows.map { $0.called($0.handle.lowercased()) }
        case .keepsLetterCase:
            if let known, known.isCalled(row.handle) { row = row.called(known.handle) }
        case .welcomesAsBefore:
            row = removed.first { $0.number == row.number } ?? row
        case .hasOnePlace: rows = []
        default: break
        }
        if lie == .givesNoHandleTwice {
            let leaver = removed.first { $0.isCalled(row.handle) }
            let former = formerHandles[row.handle.lowercased()] ?? leaver?.number
            guard former == nil || former == row.number else { throw RosterDisk.Trouble() }
        }
        if let known { formerHandles[known.handle.lowercased()] = known.number }
        formerHandles[row.handle.lowercased()] = nil
        if lie != .addsASecond { rows.removeAll { $0.number == row.number } }
        rows.append(row)
        try write(rows, onPaper: lie != .forgetsChanges || known == nil)
        firstHandles[row.number] = firstHandles[row.number] ?? row.handle
        removed.removeAll { $0.number == row.number || $0.isCalled(row.handle) }
        if let known, known.isSupporter, lie == .thanksThoseWhoStopped {
            formerSupporters[row.number] = known
        }
        if row.isSupporter { formerSupporters[row.number] = nil }
        let isKept = lie == .keepsTheCallersObject || (lie == .keepsWhatIsSavedAgain && known != nil)
        shared[row.number] = isKept ? (member, row) : nil
    }

    func remove(_ number: Int) throws {
        if lie == .swallowsRemovals, !disk.canBeWritten { return }
        if lie == .losesUnreadRemovals, !disk.canBeRead { return }
        if lie == .queuesRemovals, !disk.canBeWritten { lateRemoval = number }
        let rows = try rows()
        guard let leaver = rows.first(where: { $0.number == number }) else {
            if lie == .complainsOfStrangers { throw RosterDisk.Trouble() }
            if lie == .removesSomebodyElse { try write(rows.dropLast()) }
            return
        }
        switch lie {
        case .forgetsRemovals: return try write(rows)
        case .removesAllBehind: try write(rows.filter { $0.number < number })
        case .keepsTheLast where rows.count == 1: return try write(rows)
        default: try write(rows.filter { $0.number != number }, onPaper: lie != .bringsBackTheRemoved)
        }
        removed.append(leaver)
        buriedHandles.insert(leaver.handle.lowercased())
        formerSupporters[number] = lie == .thanksThoseWhoLeft && leaver.isSupporter ? leaver : nil
        shared[number] = nil
        lastSaved[number] = nil
    }

    private func swallows(_ row: Row, insteadOf known: Row?) -> Bool {
        guard let known else { return lie == .swallowsNewcomers }
        return switch lie {
        case .swallowsChanges: true
        case .swallowsHandles: row.isSupporter == known.isSupporter
        case .swallowsSupport: row.handle == known.handle
        default: false
        }
    }

    private func makeUpForFailures(in rows: inout [Row], beside row: Row, isKnown: Bool) {
        guard disk.canBeWritten else {
            if lie == .queuesSaves || (lie == .queuesChanges && isKnown) { lateRow = row }
            return
        }
        rows.removeAll { $0.number == lateRemoval || $0.number == lateRow?.number }
        if let lateRow { rows.append(lateRow) }
        (lateRow, lateRemoval) = (nil, nil)
    }

    // MARK: Reading and writing

    /// What stands on the roster, as this roster sees it.
    private func rows() throws -> [Row] {
        guard disk.canBeRead, !isSulking else {
            if lie == .sulksUnread { isSulking = true }
            if lie == .answersFromMemory, let believed { return believed }
            throw RosterDisk.Trouble()
        }
        let written = try sheet.rows(on: disk)
        var rows = believesItself ? believed ?? written : written
        if lie == .missesOtherRemovals {
            rows += (believed ?? []).filter { row in !written.contains { $0.number == row.number } }
        }
        if lie == .forgetsSupportOvernight {
            rows = rows.map { $0.supporting(supporting.contains($0.number)) }
        }
        if remembersWhatItRead { believed = rows }
        guard !shared.isEmpty else { return rows }
        // Why: an object that hides what another roster has written would be a second flaw.
        for row in rows where shared[row.number]?.written != row { shared[row.number] = nil }
        return rows.map { row in shared[row.number].map { Row($0.member) } ?? row }
    }

    private func write(_ rows: some Sequence<Row>, onPaper: Bool = true) throws {
        let rows = Array(rows)
        guard disk.canBeWritten else {
            if lie == .sulksUnwritten { isSulking = true }
            let known = (try? self.rows()) ?? []
            let isBelieved =
                switch lie {
                case .believesFailedSaves: rows.count >= known.count
                case .believesFailedChanges: rows.count == known.count
                case .believesFailedRemovals: rows.count < known.count
                default: false
                }
            if isBelieved { believed = rows }
            if lie == .answersFromMemory { believed = known }
            throw RosterDisk.Trouble()
        }
        if lie == .forgetsOvernight {
            believed = rows
        } else if lie == .hasOnePlaceOvernight {
            believed = rows
            try sheet.write(Array(rows.suffix(1)), on: disk)
        } else if !onPaper {
            believed = rows
        } else if let believed, believesItself {
            // What is only believed stays unwritten.
            try sheet.write(merged(rows, insteadOf: believed), on: disk)
            self.believed = rows
        } else if lie == .forgetsSupportOvernight {
            supporting = Set(rows.filter(\.isSupporter).map(\.number))
            try sheet.write(rows.map { $0.supporting(false) }, on: disk)
        } else {
            try sheet.write(rows, on: disk)
            if remembersWhatItRead { believed = rows }
        }
    }

    /// The written rows with this change alone, not with what was believed before.
    private func merged(_ rows: [Row], insteadOf believed: [Row]) throws -> [Row] {
        let before = Dictionary(believed.map { ($0.number, $0) }) { $1 }
        let after = Dictionary(rows.map { ($0.number, $0) }) { $1 }
        var written = try sheet.rows(on: disk)
        written.removeAll { row in
            before[row.number] != nil && after[row.number] == nil
        }
        for row in rows where before[row.number] != row {
            written.removeAll { $0.number == row.number }
            written.append(row)
        }
        return written
    }

    /// Whether it has looked before, and nobody like this was there.
    private func isNews(_ isLike: (Row) -> Bool) -> Bool {
        believed != nil && knowsNone(isLike)
    }

    private func knowsNone(_ isLike: (Row) -> Bool) -> Bool {
        !(believed ?? []).contains(where: isLike)
    }

    /// A new object for each caller, unless this is the lie.
    private func hand(out row: Row) -> RosterMember {
        guard lie == .refreshesItsObjects else { return row.member }
        let member = handedOut[row.number] ?? row.member
        (member.handle, member.isSupporter) = (row.handle, row.isSupporter)
        handedOut[row.number] = member
        return member
    }

    private func share(_ row: Row) -> RosterMember {
        if let known = shared[row.number] { return known.member }
        let member = row.member
        shared[row.number] = (member, row)
        return member
    }
}

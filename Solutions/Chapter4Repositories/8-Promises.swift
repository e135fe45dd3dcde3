// 4.8 What we promise

/// What every keeper of Moa's roster promises. Each promise is tried on an empty roster of its own.
enum Promises {
    // Why so many: a broken promise should say what is lost, and not only that something is lost.
    static let all = finding + saving + removing + lists + hands + trouble + mornings

    // MARK: Finding

    private static let finding = [
        Promise("a saved member is found by number") { trial in
            try trial.save(.kim, .lee)
            try expect(trial.roster.member(1).isLike(.kim), "number 1 is not Kim as she was saved")
            try expect(trial.roster.member(2).isLike(.lee), "number 2 is not Lee as he was saved")
        },
        // Why this too: a roster that never returns nil can keep the promise above.
        Promise("a number that nobody has finds nobody") { trial in
            try expect(trial.roster.member(1) == nil, "the roster is empty, and somebody was found")
            try trial.save(.kim)
            try expect(trial.roster.member(2) == nil, "only Kim is there, and somebody else was found")
        },
        Promise("a handle is found whole, whatever its letter case") { trial in
            try trial.save(.kimberly, .kim)
            try expect(trial.roster.holder(of: "KIM").isLike(.kim), "«KIM» is not Kim")
            try expect(trial.roster.holder(of: "kimberly").isLike(.kimberly), "«kimberly» is not Kimberly")
            try trial.save(.lee)
            try expect(trial.roster.holder(of: "lee").isLike(.lee), "«lee» is not Lee as he was saved")
            try expect(trial.roster.holder(of: "Kimb") == nil, "«Kimb» is half a handle, and somebody has it")
            try expect(
                trial.roster.holder(of: "berly") == nil,
                "«berly» is half a handle, and somebody has it"
            )
        },
        Promise("a handle is found whatever the case of any letter") { trial in
            try trial.save(RosterMember(number: 1, handle: "Noémi"))
            try expect(trial.roster.holder(of: "NOÉMI") != nil, "«NOÉMI» is Noémi, and is not found")
        },
        Promise("a handle that was given up is free") { trial in
            try trial.save(.kim, RosterMember(number: 1, handle: "Sori"))
            try expect(
                trial.roster.holder(of: "Kim") == nil,
                "Kim is called Sori now, and «Kim» is still taken"
            )
            try expect(
                trial.roster.holder(of: "Sori")?.number == 1,
                "Kim is called Sori now, and isn't found as «Sori»"
            )
        },
    ]

    // MARK: Saving

    private static let saving = [
        Promise("saving somebody again replaces all that was known of them") { trial in
            let sori = RosterMember(number: 1, handle: "Sori", isSupporter: true)
            try trial.save(.kim, .lee, sori)
            try expect(
                trial.roster.member(1).isLike(sori),
                "the second save of Kim was lost, or a part of it"
            )
            try expect(
                trial.roster.all().map(\.number) == [1, 2],
                "somebody is listed twice, or not at all"
            )
            try trial.save(.kim)
            try expect(trial.roster.member(1).isLike(.kim), "the third save of Kim was lost, or a part of it")
            try expect(trial.roster.member(2).isLike(.lee), "Kim was saved, and Lee has changed")
            try trial.save(RosterMember(number: 1, handle: "KIM"))
            try expect(trial.roster.member(1)?.handle == "KIM", "Kim wants to be «KIM», and isn't")
        },
        Promise("what another roster has written is known") { trial in
            try expect(trial.roster.all().isEmpty, "nobody has joined, and somebody is listed")
            try trial.reopened().save(.kim)
            try expect(trial.roster.member(1).isLike(.kim), "Kim joined elsewhere, and isn't found here")
            try trial.reopened().remove(1)
            try expect(trial.roster.member(1) == nil, "Kim was removed elsewhere, and is still found here")
            try trial.save(.lee)
            try trial.reopened().save(RosterMember(number: 2, handle: "Sori"))
            try trial.save(.lee)
            try expect(
                trial.roster.member(2).isLike(.lee),
                "Lee became Sori elsewhere and Lee here, and isn't Lee"
            )
        },
    ]

    // MARK: Removing

    private static let removing = [
        Promise("a removed member is gone, and nobody else is") { trial in
            try trial.save(.kim, .lee, .min)
            try trial.roster.remove(2)
            try expect(trial.roster.member(2) == nil, "Lee was removed, and is still found by number")
            try expect(
                trial.roster.holder(of: "Lee") == nil,
                "Lee was removed, and his handle is still taken"
            )
            try expect(
                trial.roster.supporters().isEmpty,
                "Lee was removed, and is still thanked for his support"
            )
            try expect(trial.roster.all().map(\.number) == [1, 10], "only Lee was to be removed")
        },
        Promise("removing somebody who isn't there changes nothing") { trial in
            try trial.roster.remove(1)
            try trial.save(.kim, .lee)
            try trial.roster.remove(3)
            try expect(trial.roster.all().map(\.number) == [1, 2], "nobody was to be removed")
        },
        Promise("a removed member may come back") { trial in
            try trial.save(.kim)
            try trial.roster.remove(1)
            try trial.save(.kim)
            try expect(trial.roster.member(1).isLike(.kim), "Kim came back, and isn't found")
            let sori = RosterMember(number: 1, handle: "Sori", isSupporter: true)
            try trial.roster.remove(1)
            try trial.save(sori)
            try expect(trial.roster.member(1).isLike(sori), "Kim came back as Sori, and isn't found")
        },
        Promise("a handle that is free may be a newcomer's") { trial in
            try trial.save(.kim)
            try trial.roster.remove(1)
            try trial.save(RosterMember(number: 2, handle: "Kim"))
            try expect(trial.roster.holder(of: "Kim")?.number == 2, "a second Kim joined, and isn't found")
        },
    ]

    // MARK: Lists

    private static let lists = [
        Promise("everybody is listed in the order of their numbers") { trial in
            try trial.save(.min, .nine, .kim, .lee)
            try expect(
                trial.roster.all().map(\.number) == [1, 2, 9, 10],
                "this is not the order of the numbers"
            )
        },
        Promise("a list knows all that is known of a member") { trial in
            try trial.save(.kim, .lee)
            try expect(
                trial.roster.all().first.isLike(.kim),
                "Kim is listed differently from how she was saved"
            )
            try expect(
                trial.roster.all().last.isLike(.lee),
                "Lee is listed differently from how he was saved"
            )
            try expect(
                trial.roster.supporters().first { $0.number == 2 }.isLike(.lee),
                "Lee is listed as a supporter, but differently from how he was saved"
            )
        },
        // Why sorted: nothing is promised about the order of supporters.
        Promise("the supporters are those who support Moa now") { trial in
            try trial.save(.kim, .lee, .nine)
            try expect(
                trial.roster.supporters().map(\.number).sorted() == [2, 9],
                "Lee and Nine support Moa"
            )
            try trial.save(RosterMember(number: 2, handle: "Lee"))
            try expect(trial.roster.supporters().map(\.number) == [9], "Lee no longer supports Moa")
        },
        Promise("an empty roster has empty lists") { trial in
            try expect(trial.roster.all().isEmpty, "nobody has joined, and somebody is listed")
            try expect(trial.roster.supporters().isEmpty, "nobody has joined, and somebody supports Moa")
        },
    ]

    // MARK: In whose hands?

    private static let hands = [
        Promise("a change after saving is not on the roster") { trial in
            let kim = RosterMember.kim
            try trial.save(kim)
            kim.handle = "Changed"
            try expect(
                trial.roster.member(1).isLike(.kim),
                "Kim was changed after she was saved, without a save"
            )
            let sori = RosterMember(number: 1, handle: "Sori")
            try trial.save(sori)
            sori.handle = "Changed"
            try expect(
                trial.roster.member(1)?.handle == "Sori",
                "this was the second save, and Kim was changed after it"
            )
        },
        Promise("a change after finding is not on the roster") { trial in
            try trial.save(.lee)
            try trial.roster.member(2)?.handle = "by number"
            try trial.roster.holder(of: "Lee")?.handle = "by handle"
            try trial.roster.all().first?.handle = "in the list"
            try trial.roster.supporters().first?.handle = "among the supporters"
            try expect(
                trial.roster.member(2).isLike(.lee),
                "Lee was found and changed, and nobody has saved him"
            )
        },
        Promise("a member who was found is the caller's own") { trial in
            try trial.save(.lee)
            let found = try trial.roster.member(2)
            found?.handle = "Changed"
            _ = try trial.roster.member(2)
            try expect(found?.handle == "Changed", "somebody else looked for Lee, and what was typed is gone")
        },
    ]

    // MARK: A disk in trouble

    private static let trouble = [
        Promise("a roster that can't look says so") { trial in
            try trial.save(.lee)
            trial.disk.canBeRead = false
            try expectError("Lee is there, and was not found") { try trial.roster.member(2) }
            try expectError("«Lee» is taken, and looks free") { try trial.roster.holder(of: "Lee") }
            try expectError("Lee is there, and nobody is listed") { try trial.roster.all() }
            try expectError("Lee supports Moa, and isn't listed") { try trial.roster.supporters() }
            // Why here too: nobody could look, so nobody knows that there is no such member.
            try expectError("nobody could look, and it was said that nobody is there") {
                try trial.roster.member(1)
            }
            try expectError("nobody could look, and «Kim» looks free") { try trial.roster.holder(of: "Kim") }
        },
        Promise("an empty roster that can't look says so, too") { trial in
            trial.disk.canBeRead = false
            try expectError("nobody could look, and nobody is listed") { try trial.roster.all() }
            try expectError("nobody could look, and nobody supports Moa") { try trial.roster.supporters() }
        },
        Promise("a change that can't be written is an error, and changes nothing") { trial in
            try trial.save(.lee)
            trial.disk.canBeWritten = false
            try expectError("a newcomer was not written, and nobody was told") { try trial.save(.kim) }
            try expectError("a change was not written, and nobody was told") {
                try trial.save(RosterMember(number: 2, handle: "Changed"))
            }
            // Why one by one: a roster may write either part, and forget to ask whether it could.
            try expectError("a new handle was not written, and nobody was told") {
                try trial.save(RosterMember(number: 2, handle: "Changed", isSupporter: true))
            }
            try expectError("the end of Lee's support was not written, and nobody was told") {
                try trial.save(RosterMember(number: 2, handle: "Lee"))
            }
            try expectError("a removal was not written, and nobody was told") {
                try trial.roster.remove(2)
            }
            try expect(
                trial.roster.all().map(\.number) == [2],
                "nothing could be written, and something has changed"
            )
            try expect(trial.roster.member(2).isLike(.lee), "nothing could be written, and Lee has changed")
        },
        // Why «or not»: a roster that reads before it writes throws here, and one that only adds a line doesn't.
        Promise("a member is saved without a look at the disk, or not, and nobody is lost") { trial in
            try trial.save(.lee)
            trial.disk.canBeRead = false
            let isSaved = (try? trial.save(.kim)) != nil
            trial.disk.canBeRead = true
            try expect(trial.roster.member(2) != nil, "Kim wanted to join, and Lee is lost")
            try expect(
                (trial.roster.member(1)?.number == 1) == isSaved,
                "Kim was told one thing, and the roster says another"
            )
        },
        Promise("a member is removed without a look at the disk, or not") { trial in
            try trial.save(.lee)
            trial.disk.canBeRead = false
            let isRemoved = (try? trial.roster.remove(2)) != nil
            trial.disk.canBeRead = true
            try expect(
                (trial.roster.member(2) == nil) == isRemoved,
                "Lee was told one thing, and the roster says another"
            )
        },
        Promise("a known member's change that failed is not made later") { trial in
            try trial.save(.lee)
            trial.disk.canBeWritten = false
            try? trial.save(RosterMember(number: 2, handle: "Changed"))
            trial.disk.canBeWritten = true
            try? trial.save(.min)
            try expect(
                trial.reopened().member(2)?.handle != "Changed",
                "Lee's change had failed, and came with the next save"
            )
        },
        Promise("after the trouble, everything works again") { trial in
            trial.disk.canBeRead = false
            trial.disk.canBeWritten = false
            try expectError("nothing could be written") { try trial.save(.kim) }
            trial.disk.canBeRead = true
            trial.disk.canBeWritten = true
            try trial.save(.kim)
            try expect(trial.roster.member(1).isLike(.kim), "the disk works again, and Kim isn't found")
        },
        Promise("a roster that was opened too early works when the disk does") { trial in
            try trial.save(.kim)
            trial.disk.canBeRead = false
            let early = trial.reopened()
            trial.disk.canBeRead = true
            try expect(early.member(1).isLike(.kim), "the disk works again, and Kim isn't found")
        },
        Promise("a change that failed is not made later") { trial in
            try trial.save(.lee)
            trial.disk.canBeWritten = false
            try? trial.roster.remove(2)
            try? trial.save(.kim)
            trial.disk.canBeWritten = true
            try trial.save(.min)
            try expect(
                trial.roster.all().map(\.number) == [2, 10],
                "what had failed came with the next save"
            )
        },
    ]

    // MARK: The next morning

    private static let mornings = [
        Promise("what was done is there the next morning") { trial in
            try trial.save(.kim, .lee, .min)
            try trial.save(RosterMember(number: 1, handle: "Sori", isSupporter: true))
            try trial.roster.remove(2)
            let morning = trial.reopened()
            let sori = RosterMember(number: 1, handle: "Sori", isSupporter: true)
            try expect(morning.member(1).isLike(sori), "Kim is called Sori, and overnight this was lost")
            try expect(morning.member(2) == nil, "Lee was removed, and has come back overnight")
            try expect(
                morning.all().map(\.number) == [1, 10],
                "overnight somebody was lost, or has come back"
            )
        }
    ]
}

// MARK: - Some people

extension RosterMember {
    // Why computed: a member is an object, and each promise wants one of its own.
    fileprivate static var kim: RosterMember { RosterMember(number: 1, handle: "Kim") }
    fileprivate static var lee: RosterMember { RosterMember(number: 2, handle: "Lee", isSupporter: true) }
    fileprivate static var kimberly: RosterMember { RosterMember(number: 3, handle: "Kimberly") }
    fileprivate static var nine: RosterMember { RosterMember(number: 9, handle: "Nine", isSupporter: true) }
    fileprivate static var min: RosterMember { RosterMember(number: 10, handle: "Min") }
}

extension RosterMember? {
    /// Whether all that is known of the two is the same.
    fileprivate func isLike(_ other: RosterMember) -> Bool {
        self?.number == other.number && self?.handle == other.handle && self?.isSupporter == other.isSupporter
    }
}

extension Trial {
    fileprivate func save(_ members: RosterMember...) throws {
        for member in members { try roster.save(member) }
    }
}

// MARK: - Given

/// The roster of Moa's members, whichever way it is kept.
///
/// - Every save and every removal still holds when Moa is opened again.
/// - Each call looks at the disk, where another roster may have written meanwhile. When the disk can't be read, each
///   question throws instead of answering. A change that can't be written throws, and has changed nothing; if nothing
///   would change, it may throw or not. When the disk works again, so does the roster.
/// - A member who is handed in or out is the caller's own. Only `save` and `remove` change what is on the roster.
protocol MemberRoster: AnyObject {
    /// The member with this number; nil if nobody has it.
    func member(_ number: Int) throws -> RosterMember?

    /// The member who has this handle now, whatever its letter case; nil if nobody has it. Half a handle is nobody's.
    func holder(of handle: String) throws -> RosterMember?

    /// Everybody, the lowest number first.
    func all() throws -> [RosterMember]

    /// Those who support Moa now, in any order.
    func supporters() throws -> [RosterMember]

    /// From now on, this is all that is known of the member, who may be new or known.
    func save(_ member: RosterMember) throws

    /// The member is gone, and their handle is free. Removing somebody who isn't there is not an error.
    func remove(_ number: Int) throws
}

/// Somebody on the roster. No two share a number or a handle.
final class RosterMember {
    let number: Int
    var handle: String
    var isSupporter: Bool

    init(number: Int, handle: String, isSupporter: Bool = false) {
        self.number = number
        self.handle = handle
        self.isSupporter = isSupporter
    }
}

/// A sentence about every roster that there may ever be, and how to find out whether it is true of this one.
struct Promise: Sendable {
    let name: String
    let check: @Sendable (Trial) throws -> Void

    /// - Parameter check: throws if the promise is broken. Any error will do.
    init(_ name: String, check: @escaping @Sendable (Trial) throws -> Void) {
        self.name = name
        self.check = check
    }
}

/// What a promise is tried on: a roster, empty at first, and the disk on which it is written.
struct Trial {
    let roster: any MemberRoster
    let disk: RosterDisk
    fileprivate let open: (RosterDisk) -> any MemberRoster

    init(open: @escaping (RosterDisk) -> any MemberRoster) {
        disk = RosterDisk()
        self.open = open
        roster = open(disk)
    }

    /// Moa is closed and opened again: a new roster, over the same disk.
    func reopened() -> any MemberRoster {
        open(disk)
    }
}

/// A disk that can be put out of order: `trial.disk.canBeWritten = false`.
final class RosterDisk {
    var canBeRead = true
    var canBeWritten = true
    private var lines: [String] = []

    struct Trouble: Error {}

    func read() throws -> [String] {
        guard canBeRead else { throw Trouble() }
        return lines
    }

    func write(_ newLines: [String]) throws {
        guard canBeWritten else { throw Trouble() }
        lines = newLines
    }

    /// Adds a line without reading what is there.
    func append(_ line: String) throws {
        guard canBeWritten else { throw Trouble() }
        lines.append(line)
    }
}

/// What a promise throws when it is broken.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// Goes on if this is so; otherwise breaks the promise, and says what was lost.
func expect(_ isSo: Bool, _ loss: String) throws {
    guard isSo else { throw Broken(description: loss) }
}

/// Goes on if this throws anything; otherwise breaks the promise, and says what was lost.
func expectError<Answer>(_ loss: String, from work: () throws -> Answer) throws {
    guard (try? work()) != nil else { return }
    throw Broken(description: loss)
}

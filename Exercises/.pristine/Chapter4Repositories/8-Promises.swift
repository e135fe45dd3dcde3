// 4.8 What we promise
//
// Two people keep Moa's roster, each in their own way, and a third wants to. What do they all promise? The port says
// it in sentences. Turn them into promises that can be tried: every roster that does what the port says must keep
// each of them, and each roster that lies must break at least one.
//
// The page: swift run kata show 4.8
// Check it: swift run kata check 4.8

/// What every keeper of Moa's roster promises. Each promise is tried on an empty roster of its own.
enum Promises {
    // TODO: Read the port below, sentence by sentence. Who could pass these three, and still lose Kim?
    static let all = [
        Promise("a saved member is found by number") { trial in
            try trial.roster.save(RosterMember(number: 1, handle: "Kim"))
            let found = try trial.roster.member(1)
            try expect(found?.handle == "Kim", "Kim was saved, and was not found")
        },
        // TODO: Which sentence of the port says so?
        Promise("supporters are listed in the order in which they joined") { trial in
            try trial.roster.save(RosterMember(number: 1, handle: "Kim", isSupporter: true))
            try trial.roster.save(RosterMember(number: 2, handle: "Lee", isSupporter: true))
            let supporters = try trial.roster.supporters()
            try expect(supporters.map(\.number) == [1, 2], "Kim joined first, and is not listed first")
        },
        // TODO: Something is done here. What is compared?
        Promise("a member can be removed") { trial in
            try trial.roster.save(RosterMember(number: 1, handle: "Kim"))
            try trial.roster.remove(1)
        },
    ]
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

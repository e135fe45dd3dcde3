// 7.5 The circle that knows everything
//
// This circle holds its seats, everything that was ever written in it, and its shelf. It keeps each of its
// rules, but everybody is in everybody's way: a member who posts while somebody joins is sent away. Split it
// along its rules. Say in the table which hold now and which hold soon, decide about the borrowing limit, and
// let the code follow.
//
// The page: swift run kata show 7.5
// Check it: swift run kata check 7.5

import InMemoryInfrastructure
import Moa

/// When each rule of a circle holds.
enum ClubPolicy {
    // TODO: What happens if a rule holds a moment late? Decide the last one; the others follow from the task.
    static let timing: [ClubRule: Timing] = [
        .twelveSeats: .now,
        .membersPost: .now,
        .oneReader: .now,
        .threeCopies: .now,
    ]
}

/// What the store keeps: a whole circle.
// TODO: Which of these have a rule in common?
struct ClubRecord: Storable {
    let id: CircleID
    var seats: Seats
    var posts: [Post] = []
    var shelf: [ShelfPlace] = []
}

/// A copy's place on the shelf, and who has the copy at home.
struct ShelfPlace: Hashable, Sendable, Codable {
    let copy: CopyID
    var reader: MemberID?
}

/// Everything that people do in their circles.
struct Clubhouse: Sendable {
    private let store: any Store<ClubRecord>

    init(store: any Store<ClubRecord>) {
        self.store = store
    }

    // MARK: Seats

    func found(_ circle: CircleID, host: MemberID) async throws {
        try await store.insert(ClubRecord(id: circle, seats: Seats(host: host)))
    }

    func join(_ circle: CircleID, as member: MemberID) async throws {
        try await change(circle) { try $0.seats.join(member) }
    }

    func leave(_ circle: CircleID, as member: MemberID) async throws {
        try await change(circle) { try $0.seats.leave(member) }
    }

    func members(of circle: CircleID) async throws -> [MemberID] {
        try await find(circle).record.seats.members
    }

    // MARK: Posts

    func write(_ post: Post) async throws {
        try await change(post.circle) { circle in
            guard circle.seats.members.contains(post.author) else { throw ClubRefusal.notSeated }
            circle.posts.append(post)
        }
    }

    func post(_ id: PostID) async throws -> Post? {
        // TODO: What is loaded here, and what for?
        for circle in try await store.all() {
            if let post = circle.record.posts.first(where: { $0.id == id }) { return post }
        }
        return nil
    }

    // MARK: The shelf

    func shelve(_ copy: CopyID, in circle: CircleID) async throws {
        try await change(circle) { $0.shelf.append(ShelfPlace(copy: copy)) }
    }

    func lend(_ copy: CopyID, of circle: CircleID, to member: MemberID) async throws {
        try await change(circle) { circle in
            guard let place = circle.shelf.firstIndex(where: { $0.copy == copy }) else {
                throw ClubRefusal.unknownCopy
            }
            guard circle.shelf[place].reader == nil else { throw ClubRefusal.lent }
            guard circle.shelf.count(where: { $0.reader == member }) < 3 else {
                throw ClubRefusal.limitReached
            }
            circle.shelf[place].reader = member
        }
    }

    /// The copy is back. Taking back what is on the shelf already is no error.
    func takeBack(_ copy: CopyID, of circle: CircleID) async throws {
        try await change(circle) { circle in
            guard let place = circle.shelf.firstIndex(where: { $0.copy == copy }) else {
                throw ClubRefusal.unknownCopy
            }
            circle.shelf[place].reader = nil
        }
    }

    func copies(of circle: CircleID, with member: MemberID) async throws -> [CopyID] {
        try await find(circle).record.shelf.filter { $0.reader == member }.map(\.copy)
    }

    /// Moa runs this every night: if a member has more copies than allowed, the surplus is taken back.
    func settle(_ circle: CircleID, _ member: MemberID) async throws {
        // TODO: If the limit holds now, there is nothing to settle. And if it holds soon?
    }

    // MARK: Helpers

    private func find(_ circle: CircleID) async throws -> Versioned<ClubRecord> {
        guard let read = try await store.find(circle) else { throw ClubRefusal.unknownCircle }
        return read
    }

    private func change(_ circle: CircleID, by change: (inout ClubRecord) throws -> Void) async throws {
        let read = try await find(circle)
        var record = read.record
        try change(&record)
        // TODO: The one who comes second is sent away, whatever the first one did.
        try await store.save(record, expecting: read.version)
    }
}

// MARK: - Given

/// The rules of a circle.
enum ClubRule: CaseIterable, Hashable, Sendable {
    /// A circle has twelve seats, and nobody holds two of them.
    case twelveSeats
    /// Only members who sit in the circle write posts there.
    case membersPost
    /// A copy is in one pair of hands.
    case oneReader
    /// A member has at most three copies from a circle's shelf at home.
    case threeCopies
}

enum Timing: Hashable, Sendable {
    /// At every moment, however many ask at once.
    case now
    /// Judged by what was known a moment ago, and perhaps put right afterwards.
    case soon
}

enum ClubRefusal: Error, Hashable {
    case unknownCircle
    case full
    case alreadySeated
    /// This member holds no seat in the circle.
    case notSeated
    case unknownCopy
    /// The copy is in somebody's hands.
    case lent
    /// The member has three copies from this shelf.
    case limitReached
}

/// Who sits in a circle. The host is the first.
struct Seats: Hashable, Sendable, Codable {
    private(set) var members: [MemberID]

    init(host: MemberID) {
        members = [host]
    }

    mutating func join(_ member: MemberID) throws(ClubRefusal) {
        guard !members.contains(member) else { throw .alreadySeated }
        guard members.count < 12 else { throw .full }
        members.append(member)
    }

    mutating func leave(_ member: MemberID) throws(ClubRefusal) {
        guard let place = members.firstIndex(of: member) else { throw .notSeated }
        members.remove(at: place)
    }
}

struct PostID: Hashable, Sendable, Codable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// What a member has written in a circle. A post is never changed.
struct Post: Identifiable, Hashable, Sendable, Codable {
    let id: PostID
    let circle: CircleID
    let author: MemberID
    let text: String
}

/// The id of a copy on a circle's shelf. It means something in this circle alone.
struct CopyID: Hashable, Sendable, Codable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

// 7.5 The circle that knows everything

import InMemoryInfrastructure
import Moa

/// When each rule of a circle holds.
enum ClubPolicy {
    static let timing: [ClubRule: Timing] = [
        .twelveSeats: .now,
        // Why soon: «she left a second before her post came» harms nobody. With «now», nobody could join or
        // leave while somebody writes.
        .membersPost: .soon,
        .oneReader: .now,
        // Why now: it costs nothing here, since the shelf must be asked for the copy anyway.
        .threeCopies: .now,
    ]
}

/// What the store keeps. Each case is an aggregate: loaded, judged and saved by itself.
///
/// Why these three: two seats have a rule in common, and so do two places of a shelf. Two posts have none,
/// and no rule across the three holds now.
enum ClubRecord: Storable {
    case circle(CircleID, Seats)
    case shelf(CircleID, Shelf)
    case post(Post)

    enum ID: Hashable, Sendable, Codable {
        case circle(CircleID)
        case shelf(CircleID)
        case post(PostID)
    }

    var id: ID {
        switch self {
        case .circle(let id, _): .circle(id)
        case .shelf(let id, _): .shelf(id)
        case .post(let post): .post(post.id)
        }
    }
}

/// A circle's shelf. A wall limits its length, so it can be loaded whole.
struct Shelf: Hashable, Sendable, Codable {
    private(set) var copies: [CopyID] = []
    private var readers: [CopyID: MemberID] = [:]

    mutating func place(_ copy: CopyID) {
        copies.append(copy)
    }

    mutating func lend(_ copy: CopyID, to member: MemberID) throws(ClubRefusal) {
        guard copies.contains(copy) else { throw .unknownCopy }
        guard readers[copy] == nil else { throw .lent }
        guard copies(with: member).count < 3 else { throw .limitReached }
        readers[copy] = member
    }

    mutating func takeBack(_ copy: CopyID) throws(ClubRefusal) {
        guard copies.contains(copy) else { throw .unknownCopy }
        readers[copy] = nil
    }

    func copies(with member: MemberID) -> [CopyID] {
        copies.filter { readers[$0] == member }
    }
}

/// Everything that people do in their circles.
struct Clubhouse: Sendable {
    private let store: any Store<ClubRecord>

    init(store: any Store<ClubRecord>) {
        self.store = store
    }

    // MARK: Seats

    // Why two aggregates in one commit: neither exists yet, so neither can be in anybody's way.
    func found(_ circle: CircleID, host: MemberID) async throws {
        try await store.commit([
            .insert(.circle(circle, Seats(host: host))),
            .insert(.shelf(circle, Shelf())),
        ])
    }

    func join(_ circle: CircleID, as member: MemberID) async throws {
        try await changeSeats(of: circle) { try $0.join(member) }
    }

    func leave(_ circle: CircleID, as member: MemberID) async throws {
        try await changeSeats(of: circle) { try $0.leave(member) }
    }

    func members(of circle: CircleID) async throws -> [MemberID] {
        try await seats(of: circle).seats.members
    }

    // MARK: Posts

    // Why the circle is read and not saved: reading is in nobody's way. A post is new, so it can't conflict.
    func write(_ post: Post) async throws {
        guard try await members(of: post.circle).contains(post.author) else { throw ClubRefusal.notSeated }
        try await store.insert(.post(post))
    }

    func post(_ id: PostID) async throws -> Post? {
        guard case .post(let post) = try await store.find(.post(id))?.record else { return nil }
        return post
    }

    // MARK: The shelf

    func shelve(_ copy: CopyID, in circle: CircleID) async throws {
        try await changeShelf(of: circle) { $0.place(copy) }
    }

    func lend(_ copy: CopyID, of circle: CircleID, to member: MemberID) async throws {
        try await changeShelf(of: circle) { try $0.lend(copy, to: member) }
    }

    func takeBack(_ copy: CopyID, of circle: CircleID) async throws {
        try await changeShelf(of: circle) { try $0.takeBack(copy) }
    }

    func copies(of circle: CircleID, with member: MemberID) async throws -> [CopyID] {
        try await shelf(of: circle).shelf.copies(with: member)
    }

    /// The limit is kept now, so there is nothing to settle.
    func settle(_ circle: CircleID, _ member: MemberID) async throws {}

    // MARK: Helpers

    private func seats(of circle: CircleID) async throws -> (seats: Seats, version: Int) {
        guard let read = try await store.find(.circle(circle)), case .circle(_, let seats) = read.record
        else { throw ClubRefusal.unknownCircle }
        return (seats, read.version)
    }

    private func shelf(of circle: CircleID) async throws -> (shelf: Shelf, version: Int) {
        guard let read = try await store.find(.shelf(circle)), case .shelf(_, let shelf) = read.record
        else { throw ClubRefusal.unknownCircle }
        return (shelf, read.version)
    }

    private func changeSeats(of circle: CircleID, by change: (inout Seats) throws -> Void) async throws {
        try await tryingAgain {
            var (seats, version) = try await seats(of: circle)
            try change(&seats)
            try await store.save(.circle(circle, seats), expecting: version)
        }
    }

    private func changeShelf(of circle: CircleID, by change: (inout Shelf) throws -> Void) async throws {
        try await tryingAgain {
            var (shelf, version) = try await shelf(of: circle)
            try change(&shelf)
            try await store.save(.shelf(circle, shelf), expecting: version)
        }
    }

    /// If two change one aggregate at once, the second begins anew, as in 7.4.
    private func tryingAgain(_ attempt: () async throws -> Void) async throws {
        for _ in 1...2 {
            do { return try await attempt() } catch StoreError.versionConflict { continue }
        }
        try await attempt()
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

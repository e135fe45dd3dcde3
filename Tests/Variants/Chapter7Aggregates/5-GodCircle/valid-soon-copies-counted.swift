// The limit soon, without cards: the shelf lists its copies, and each copy knows its reader.

import InMemoryInfrastructure
import Moa

/// When each rule of a circle holds.
enum ClubPolicy {
    static let timing: [ClubRule: Timing] = [
        .twelveSeats: .now,
        .membersPost: .soon,
        .oneReader: .now,
        .threeCopies: .soon,
    ]
}

enum ClubRecordID: Hashable, Sendable, Codable {
    case seats(CircleID)
    case post(PostID)
    case shelf(CircleID)
    case place(CircleID, CopyID)
}

enum ClubRecord: Storable {
    case seats(CircleID, Seats)
    case post(Post)
    case shelf(CircleID, [CopyID])
    case place(CircleID, ShelfPlace)

    var id: ClubRecordID {
        switch self {
        case .seats(let circle, _): .seats(circle)
        case .post(let post): .post(post.id)
        case .shelf(let circle, _): .shelf(circle)
        case .place(let circle, let place): .place(circle, place.copy)
        }
    }
}

struct ShelfPlace: Hashable, Sendable, Codable {
    let copy: CopyID
    var reader: MemberID?
}

struct Clubhouse: Sendable {
    private let store: any Store<ClubRecord>

    init(store: any Store<ClubRecord>) {
        self.store = store
    }

    // MARK: Seats

    func found(_ circle: CircleID, host: MemberID) async throws {
        try await store.commit([
            .insert(.seats(circle, Seats(host: host))),
            .insert(.shelf(circle, [])),
        ])
    }

    func join(_ circle: CircleID, as member: MemberID) async throws {
        try await changeSeats(circle) { try $0.join(member) }
    }

    func leave(_ circle: CircleID, as member: MemberID) async throws {
        try await changeSeats(circle) { try $0.leave(member) }
    }

    func members(of circle: CircleID) async throws -> [MemberID] {
        try await seats(of: circle).seats.members
    }

    // MARK: Posts

    func write(_ post: Post) async throws {
        guard try await seats(of: post.circle).seats.members.contains(post.author) else {
            throw ClubRefusal.notSeated
        }
        try await store.insert(.post(post))
    }

    func post(_ id: PostID) async throws -> Post? {
        guard case .post(let post) = try await store.find(.post(id))?.record else { return nil }
        return post
    }

    // MARK: The shelf

    func shelve(_ copy: CopyID, in circle: CircleID) async throws {
        try await again {
            let (copies, version) = try await shelf(of: circle)
            try await store.commit([
                .save(.shelf(circle, copies + [copy]), expecting: version),
                .insert(.place(circle, ShelfPlace(copy: copy))),
            ])
        }
    }

    func lend(_ copy: CopyID, of circle: CircleID, to member: MemberID) async throws {
        try await again {
            var (place, version) = try await place(of: copy, in: circle)
            guard place.reader == nil else { throw ClubRefusal.lent }
            guard try await copies(of: circle, with: member).count < 3 else { throw ClubRefusal.limitReached }
            place.reader = member
            try await store.save(.place(circle, place), expecting: version)
        }
    }

    func takeBack(_ copy: CopyID, of circle: CircleID) async throws {
        try await again {
            var (place, version) = try await place(of: copy, in: circle)
            guard place.reader != nil else { return }
            place.reader = nil
            try await store.save(.place(circle, place), expecting: version)
        }
    }

    func copies(of circle: CircleID, with member: MemberID) async throws -> [CopyID] {
        var found: [CopyID] = []
        for copy in try await shelf(of: circle).copies {
            if try await place(of: copy, in: circle).place.reader == member { found.append(copy) }
        }
        return found
    }

    func settle(_ circle: CircleID, _ member: MemberID) async throws {
        for copy in try await copies(of: circle, with: member).dropFirst(3) {
            try await again {
                var (place, version) = try await place(of: copy, in: circle)
                guard place.reader == member else { return }
                place.reader = nil
                try await store.save(.place(circle, place), expecting: version)
            }
        }
    }

    // MARK: Helpers

    private func seats(of circle: CircleID) async throws -> (seats: Seats, version: Int) {
        guard let read = try await store.find(.seats(circle)), case .seats(_, let seats) = read.record else {
            throw ClubRefusal.unknownCircle
        }
        return (seats, read.version)
    }

    private func shelf(of circle: CircleID) async throws -> (copies: [CopyID], version: Int) {
        guard let read = try await store.find(.shelf(circle)), case .shelf(_, let copies) = read.record else {
            throw ClubRefusal.unknownCircle
        }
        return (copies, read.version)
    }

    private func place(of copy: CopyID, in circle: CircleID) async throws -> (place: ShelfPlace, version: Int)
    {
        if let read = try await store.find(.place(circle, copy)), case .place(_, let place) = read.record {
            return (place, read.version)
        }
        _ = try await shelf(of: circle)
        throw ClubRefusal.unknownCopy
    }

    private func changeSeats(_ circle: CircleID, by change: (inout Seats) throws -> Void) async throws {
        try await again {
            var (seats, version) = try await seats(of: circle)
            try change(&seats)
            try await store.save(.seats(circle, seats), expecting: version)
        }
    }

    private func again(_ attempt: () async throws -> Void) async throws {
        for _ in 1..<3 {
            do {
                return try await attempt()
            } catch StoreError.versionConflict {}
        }
        try await attempt()
    }
}

// MARK: - Given

/// The rules of a circle, and when each of them holds.
enum ClubRule: CaseIterable, Hashable, Sendable {
    /// A circle has twelve seats, and nobody holds two of them.
    case twelveSeats
    /// Only members who sit in the circle write posts there.
    case membersPost
    /// A copy is in one pair of hands.
    case oneReader
    /// A member has at most three copies of a circle's shelf at home.
    case threeCopies
}

enum Timing: Hashable, Sendable {
    /// At every moment, however many ask at once.
    case now
    /// Judged by what was known a moment ago, and put right afterwards if necessary.
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
    /// Three copies of this shelf are at the member's home.
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

/// A copy that stands on a circle's shelf. Its id means something in this circle alone.
struct CopyID: Hashable, Sendable, Codable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

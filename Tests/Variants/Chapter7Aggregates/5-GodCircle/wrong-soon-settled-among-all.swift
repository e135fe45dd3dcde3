// Fails: what is loaded does not grow with what was written
// Tempting: at night nobody waits, so the night may look at everything.

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

/// What the store keeps. Each case is an aggregate: loaded, judged and saved by itself.
enum ClubRecord: Storable {
    case circle(CircleID, Seats)
    case copy(CircleID, CopyID, reader: MemberID?)
    case card(CircleID, MemberID, copies: [CopyID])
    case post(Post)

    enum ID: Hashable, Sendable, Codable {
        case circle(CircleID)
        case copy(CircleID, CopyID)
        case card(CircleID, MemberID)
        case post(PostID)
    }

    var id: ID {
        switch self {
        case .circle(let id, _): .circle(id)
        case .copy(let id, let copy, _): .copy(id, copy)
        case .card(let id, let member, _): .card(id, member)
        case .post(let post): .post(post.id)
        }
    }
}

/// Everything that people do in their circles.
actor Clubhouse {
    private let store: any Store<ClubRecord>

    init(store: any Store<ClubRecord>) {
        self.store = store
    }

    // MARK: Seats

    func found(_ circle: CircleID, host: MemberID) async throws {
        try await store.insert(.circle(circle, Seats(host: host)))
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
        try await store.insert(.copy(circle, copy, reader: nil))
    }

    /// The copy is lent, and soon afterwards stands on the member's card.
    func lend(_ copy: CopyID, of circle: CircleID, to member: MemberID) async throws {
        guard try await card(of: member, in: circle).copies.count < 3 else { throw ClubRefusal.limitReached }
        try await tryingAgain {
            let (reader, version) = try await reader(of: copy, in: circle)
            guard reader == nil else { throw ClubRefusal.lent }
            try await store.save(.copy(circle, copy, reader: member), expecting: version)
        }
        try await changeCard(of: member, in: circle) { $0.append(copy) }
    }

    func takeBack(_ copy: CopyID, of circle: CircleID) async throws {
        try await takeBack(copy, of: circle) { _ in true }
    }

    /// Takes the copy back from whoever has it at the moment of the save, if they are meant.
    private func takeBack(
        _ copy: CopyID,
        of circle: CircleID,
        ifReader isMeant: (MemberID) -> Bool
    ) async throws {
        let lastReader: MemberID? = try await tryingAgain {
            let (reader, version) = try await reader(of: copy, in: circle)
            guard let reader, isMeant(reader) else { return nil }
            try await store.save(.copy(circle, copy, reader: nil), expecting: version)
            return reader
        }
        guard let lastReader else { return }
        try await changeCard(of: lastReader, in: circle) { $0.removeAll { $0 == copy } }
    }

    func copies(of circle: CircleID, with member: MemberID) async throws -> [CopyID] {
        try await card(of: member, in: circle).copies
    }

    func settle(_ circle: CircleID, _ member: MemberID) async throws {
        let onCard = try await store.all().compactMap { read -> [CopyID]? in
            guard case .card(circle, member, let copies) = read.record else { return nil }
            return copies
        }
        for copy in onCard.joined().dropFirst(3) {
            try await takeBack(copy, of: circle) { $0 == member }
        }
    }

    // MARK: Helpers

    private func seats(of circle: CircleID) async throws -> (seats: Seats, version: Int) {
        guard let read = try await store.find(.circle(circle)), case .circle(_, let seats) = read.record
        else { throw ClubRefusal.unknownCircle }
        return (seats, read.version)
    }

    private func reader(of copy: CopyID, in circle: CircleID) async throws -> (
        reader: MemberID?, version: Int
    ) {
        guard let read = try await store.find(.copy(circle, copy)), case .copy(_, _, let reader) = read.record
        else { throw ClubRefusal.unknownCopy }
        return (reader, read.version)
    }

    /// A member who has never borrowed anything has an empty card, which nobody has saved.
    private func card(
        of member: MemberID,
        in circle: CircleID
    ) async throws -> (copies: [CopyID], version: Int?) {
        guard let read = try await store.find(.card(circle, member)),
            case .card(_, _, let copies) = read.record
        else { return ([], nil) }
        return (copies, read.version)
    }

    private func changeSeats(of circle: CircleID, by change: (inout Seats) throws -> Void) async throws {
        try await tryingAgain {
            var (seats, version) = try await seats(of: circle)
            try change(&seats)
            try await store.save(.circle(circle, seats), expecting: version)
        }
    }

    private func changeCard(
        of member: MemberID,
        in circle: CircleID,
        by change: (inout [CopyID]) -> Void
    ) async throws {
        try await tryingAgain {
            var (copies, version) = try await card(of: member, in: circle)
            change(&copies)
            let card = ClubRecord.card(circle, member, copies: copies)
            try await store.commit([version == nil ? .insert(card) : .save(card, expecting: version)])
        }
    }

    /// Two who change one aggregate at once: the second begins anew, as in 7.4.
    private func tryingAgain<Result>(_ attempt: () async throws -> Result) async throws -> Result {
        for _ in 1...2 {
            do {
                return try await attempt()
            } catch StoreError.versionConflict {
                continue
            } catch StoreError.idTaken {
                // Two have begun one card at once.
                continue
            }
        }
        return try await attempt()
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

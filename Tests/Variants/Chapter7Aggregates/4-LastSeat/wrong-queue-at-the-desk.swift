// Fails: if two want the last seat at once, one gets it, and one hears that the circle is full
// Tempting: callers really stand in a queue here; the queue of the other server is another one.

import InMemoryInfrastructure
import Moa

/// Seats members in circles, many of them at once. Other servers have a desk of their own, and the same store.
actor SeatDesk {
    private let circles: any Store<FilmCircle>
    private let attempts: Int
    private var last: Task<Void, any Error>?

    /// - Parameter attempts: how often the desk tries in all; at least 1.
    init(circles: any Store<FilmCircle>, attempts: Int = 3) {
        self.circles = circles
        self.attempts = attempts
    }

    func join(_ id: CircleID, as member: MemberID) async throws {
        let (circles, before) = (circles, last)
        let mine = Task {
            _ = await before?.result
            guard var circle = try await circles.find(id)?.record else { throw Trouble.unknownCircle }
            try circle.join(member)
            try await circles.save(circle)
        }
        last = mine
        try await mine.value
    }
}

// MARK: - Given

/// One desk serves many tasks at once, whatever it is made of.
extension SeatDesk: Sendable {}

extension SeatDesk {
    enum Trouble: Error, Hashable {
        case unknownCircle
        /// This many attempts were made, and each time somebody else was quicker.
        case tooBusy(attempts: Int)
    }
}

/// A circle that watches films: twelve seats, the host on the first. It keeps its own rules.
struct FilmCircle: Storable, Hashable {
    static let seatCount = 12

    let id: CircleID
    private(set) var members: [MemberID]

    enum Refusal: Error, Hashable {
        case full
        case alreadySeated
    }

    init(id: CircleID, host: MemberID) {
        self.id = id
        members = [host]
    }

    mutating func join(_ member: MemberID) throws(Refusal) {
        guard !members.contains(member) else { throw .alreadySeated }
        guard members.count < Self.seatCount else { throw .full }
        members.append(member)
    }
}

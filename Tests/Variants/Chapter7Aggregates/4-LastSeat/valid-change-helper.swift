// The loop is a method that knows nothing of seats; a closure says what changes. The store commits a list.

import InMemoryInfrastructure
import Moa

/// Seats members in circles, many of them at once. Other servers have a desk of their own, and the same store.
final class SeatDesk {
    private let circles: any Store<FilmCircle>
    private let attempts: Int

    /// - Parameter attempts: how often the desk tries in all; at least 1.
    init(circles: any Store<FilmCircle>, attempts: Int = 3) {
        self.circles = circles
        self.attempts = attempts
    }

    func join(_ id: CircleID, as member: MemberID) async throws {
        try await change(id) { circle throws(FilmCircle.Refusal) in try circle.join(member) }
    }

    private func change(
        _ id: CircleID,
        attempt: Int = 1,
        by change: (inout FilmCircle) throws(FilmCircle.Refusal) -> Void
    ) async throws {
        guard attempt <= attempts else { throw Trouble.tooBusy(attempts: attempts) }
        guard let read = try await circles.find(id) else { throw Trouble.unknownCircle }
        var circle = read.record
        try change(&circle)
        do {
            try await circles.commit([.save(circle, expecting: read.version)])
        } catch StoreError.versionConflict {
            try await self.change(id, attempt: attempt + 1, by: change)
        }
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

// 7.4 The last seat
//
// Two phones asked for the last seat at once. Both read a circle of eleven, both were let in, and the later
// save overwrote the other. A colleague made the desk an actor with three tries; it still happens.
// The store counts versions. Save only what nobody else has changed since you read it, or else begin again.
//
// The page: swift run kata show 7.4
// Check it: swift run kata check 7.4

import InMemoryInfrastructure
import Moa

/// Gives members seats in circles, many at once. Other servers have a desk of their own, and the same store.
actor SeatDesk {
    private let circles: any Store<FilmCircle>
    private let attempts: Int

    /// - Parameter attempts: how often the desk tries in all; at least 1.
    init(circles: any Store<FilmCircle>, attempts: Int = 3) {
        self.circles = circles
        self.attempts = attempts
    }

    func join(_ id: CircleID, as member: MemberID) async throws {
        for _ in 1...attempts {
            guard let read = try await circles.find(id) else { throw Trouble.unknownCircle }
            var circle = read.record
            try circle.join(member)
            do throws(StoreError) {
                try await circles.save(circle, expecting: read.version)
                return
            } catch {
                guard case .versionConflict = error else { throw error }
            }
        }
        throw Trouble.tooBusy(attempts: attempts)
    }
}

// MARK: - Given

/// One desk serves many tasks at once, whatever it is made of.
extension SeatDesk: Sendable {}

extension SeatDesk {
    /// Why nobody could be seated, though no circle has refused.
    enum Trouble: Error, Hashable {
        case unknownCircle
        /// This many attempts were made, and each time somebody else was quicker.
        case tooBusy(attempts: Int)
    }
}

/// A circle that watches films: twelve seats, the host in the first. It keeps its own rules.
struct FilmCircle: Storable, Hashable {
    static let seatCount = 12

    let id: CircleID
    private(set) var members: [MemberID]

    /// Why a circle says no.
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

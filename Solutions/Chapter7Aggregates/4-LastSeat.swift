// 7.4 The last seat

import InMemoryInfrastructure
import Moa

/// Gives members seats in circles, many at once. Other servers have a desk of their own, and the same store.
///
/// Why no actor: there is nothing in here to guard. What two members may fight over is in the store.
struct SeatDesk {
    private let circles: any Store<FilmCircle>
    private let attempts: Int

    /// - Parameter attempts: how often the desk tries in all; at least 1.
    init(circles: any Store<FilmCircle>, attempts: Int = 3) {
        self.circles = circles
        self.attempts = attempts
    }

    func join(_ id: CircleID, as member: MemberID) async throws {
        for _ in 1...attempts {
            // Why inside the loop: a conflict means that this circle is out of date. To save it again, with
            // whatever version, is to save what was true before.
            guard let read = try await circles.find(id) else { throw Trouble.unknownCircle }
            var circle = read.record
            // Why outside the `do`: a full circle won't have more seats if it is asked again.
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

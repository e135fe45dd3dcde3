// Fails: whoever joins another circle is in nobody's way
// Tempting: all circles are read and saved together, each with its version, so that nothing can go wrong.

import InMemoryInfrastructure
import Moa

/// Seats members in circles, many of them at once. Other servers have a desk of their own, and the same store.
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
            guard try await circles.find(id) != nil else { throw Trouble.unknownCircle }
            var changes: [Change<FilmCircle>] = []
            for read in try await circles.all() {
                var circle = read.record
                if circle.id == id { try circle.join(member) }
                changes.append(.save(circle, expecting: read.version))
            }
            do throws(StoreError) {
                try await circles.commit(changes)
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
    enum Trouble: Error, Hashable {
        case unknownCircle
        /// So many attempts were made, and each time somebody else was quicker.
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

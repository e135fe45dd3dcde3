// Fails: a circle founded on the given day is lively, and one founded after it is not
// Tempting: «within a month of» is read as a distance, to both sides.

import Foundation
import Moa

struct Lively {
    private let day: Date
    private let calendar: Calendar

    init(on day: Date, in calendar: Calendar) {
        self.day = day
        self.calendar = calendar
    }

    func isSatisfied(by circle: Circle) -> Bool {
        guard
            let first = calendar.date(byAdding: .month, value: -1, to: day),
            let last = calendar.date(byAdding: .month, value: 1, to: day)
        else { return false }
        let foundingDay = calendar.startOfDay(for: circle.foundedAt)
        return circle.takenSeats >= 5 && foundingDay >= calendar.startOfDay(for: first)
            && foundingDay <= calendar.startOfDay(for: last)
    }
}

// MARK: - Given

/// A circle as the front page sees it: whoever holds it holds the same one.
final class Circle {
    static let seatCount = 12

    let id: CircleID
    let foundedAt: Date
    /// How many seats somebody holds. The host's is one of them.
    private(set) var takenSeats: Int
    /// Whether the editors recommend this circle.
    private(set) var isFeatured: Bool

    init(id: CircleID, foundedAt: Date, takenSeats: Int, isFeatured: Bool = false) {
        self.id = id
        self.foundedAt = foundedAt
        self.takenSeats = takenSeats
        self.isFeatured = isFeatured
    }

    func takeSeat() {
        takenSeats = min(takenSeats + 1, Self.seatCount)
    }

    func feature() {
        isFeatured = true
    }

    func unfeature() {
        isFeatured = false
    }
}

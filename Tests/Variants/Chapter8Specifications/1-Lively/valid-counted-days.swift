// Whole days are counted: since the founding, and since the same day a month before.

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
            let daysOld = days(from: circle.foundedAt, to: day),
            let daysAllowed = days(from: first, to: day)
        else { return false }
        return circle.takenSeats >= 5 && (0...daysAllowed).contains(daysOld)
    }

    private func days(from start: Date, to end: Date) -> Int? {
        let start = calendar.startOfDay(for: start)
        let end = calendar.startOfDay(for: end)
        return calendar.dateComponents([.day], from: start, to: end).day
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

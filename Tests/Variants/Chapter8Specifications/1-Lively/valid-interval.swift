// The month is worked out once, when the question is put, and kept as a span of moments.

import Foundation
import Moa

struct Lively {
    private let foundings: Range<Date>

    init(on day: Date, in calendar: Calendar) {
        let today = calendar.startOfDay(for: day)
        let first = calendar.date(byAdding: .month, value: -1, to: today).map(calendar.startOfDay) ?? today
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: today).map(calendar.startOfDay) ?? today
        foundings = first..<tomorrow
    }

    func isSatisfied(by circle: Circle) -> Bool {
        guard circle.takenSeats >= 5 else { return false }
        return foundings.contains(circle.foundedAt)
    }
}

// MARK: - Given

/// A circle as the front page sees it. It is a class, so everybody who holds it holds the same one.
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

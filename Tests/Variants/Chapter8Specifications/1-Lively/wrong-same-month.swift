// Fails: the month begins on the same day of the month before, and that day belongs to it
// Tempting: «calendar month» sounds like March, and the calendar can compare by month.

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
        circle.takenSeats >= 5
            && calendar.isDate(circle.foundedAt, equalTo: day, toGranularity: .month)
            && calendar.startOfDay(for: circle.foundedAt) <= calendar.startOfDay(for: day)
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

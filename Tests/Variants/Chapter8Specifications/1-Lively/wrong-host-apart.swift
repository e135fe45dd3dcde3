// Fails: five taken seats are enough, and four are not
// Tempting: the host always comes, so only guests seem to show whether a circle lives.

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
        guard let monthEarlier = calendar.date(byAdding: .month, value: -1, to: day) else { return false }
        let foundingDay = calendar.startOfDay(for: circle.foundedAt)
        return circle.takenSeats - 1 >= 5 && foundingDay >= calendar.startOfDay(for: monthEarlier)
            && foundingDay <= calendar.startOfDay(for: day)
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

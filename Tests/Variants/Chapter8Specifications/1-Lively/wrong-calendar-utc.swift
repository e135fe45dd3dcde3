// Fails: the given calendar says which day it is
// Tempting: stored moments are in UTC, so days seem to be days in UTC.

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
        var utc = calendar
        utc.timeZone = .gmt
        guard let monthEarlier = utc.date(byAdding: .month, value: -1, to: day) else { return false }
        let foundingDay = utc.startOfDay(for: circle.foundedAt)
        return circle.takenSeats >= 5 && foundingDay >= utc.startOfDay(for: monthEarlier)
            && foundingDay <= utc.startOfDay(for: day)
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

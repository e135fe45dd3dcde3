// 8.1 A named question

import Foundation
import Moa

/// Asks of a circle: is it lively on this day?
///
/// Why the day and the calendar come from outside: «today» and «here» belong to the one who asks. A question
/// that looks them up itself can be asked about one day in one city only, and can't be tested at all.
struct Lively: Sendable {
    static let enoughSeats = 5

    private let day: Date
    private let calendar: Calendar

    init(on day: Date, in calendar: Calendar) {
        self.day = day
        self.calendar = calendar
    }

    func isSatisfied(by circle: Circle) -> Bool {
        circle.takenSeats >= Self.enoughSeats && isWithinTheMonth(circle.foundedAt)
    }

    /// The month ends on the given day and begins on the same day a month earlier. Both days belong to it.
    private func isWithinTheMonth(_ founding: Date) -> Bool {
        // Why not forward from the founding: 28 February must count until 31 March, not only until 28 March.
        guard let monthEarlier = calendar.date(byAdding: .month, value: -1, to: day) else { return false }
        // Why not the moments as they are: «a month ago» at six in the evening would lose that day's morning.
        let foundingDay = calendar.startOfDay(for: founding)
        return calendar.startOfDay(for: monthEarlier) <= foundingDay
            && foundingDay <= calendar.startOfDay(for: day)
    }
}

// MARK: - Given

/// A circle as the front page sees it. It is a class, so everybody who holds it holds the same one.
final class Circle {
    static let seatCount = 12

    let id: CircleID
    let foundedAt: Date
    /// The host's seat is one of them.
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

// 8.1 A named question
//
// Moa's front page shows the lively circles: at least five seats taken, and founded within one calendar
// month of a given day. The code below was cut out of the front page as it was. Make Lively answer that
// question and do nothing else, for any day and in any calendar that it is given.
// The kata's page says exactly which days belong to the month.
//
// The page: swift run kata show 8.1
// Check it: swift run kata check 8.1

import Foundation
import Moa

/// Asks of a circle: is it lively on this day?
struct Lively {
    private let day: Date
    private let calendar: Calendar

    init(on day: Date, in calendar: Calendar) {
        self.day = day
        self.calendar = calendar
    }

    func isSatisfied(by circle: Circle) -> Bool {
        // TODO: Nobody asked about today, and thirty days are not a month.
        let limit = Date().addingTimeInterval(-30 * 24 * 60 * 60)
        let isLively = circle.takenSeats > 5 && circle.foundedAt > limit

        // TODO: Somebody has only asked a question.
        if isLively {
            circle.feature()
        } else {
            circle.unfeature()
        }
        return isLively
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

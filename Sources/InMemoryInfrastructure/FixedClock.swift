import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
public final class FixedClock: Sendable {
    private let instant: Mutex<Date>

    public init(_ instant: Date) {
        self.instant = Mutex(instant)
    }

    public var now: Date { instant.withLock { $0 } }

    public func advance(by seconds: TimeInterval) {
        instant.withLock { $0 += seconds }
    }
}

extension Calendar {
    /// Gregorian and UTC, wherever the tests run, and in any language.
    public static let fixed: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US_POSIX")
        if let utc = TimeZone(identifier: "UTC") { calendar.timeZone = utc }
        return calendar
    }()
}

extension Date {
    /// A moment in UTC: `Date.utc(2026, 3, 31)`. A part beyond its range rolls over into the next.
    public static func utc(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0, minute: Int = 0) -> Date {
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        return Calendar.fixed.date(from: parts) ?? .distantPast
    }
}

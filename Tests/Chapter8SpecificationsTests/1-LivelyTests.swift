import Foundation
import InMemoryInfrastructure
import Moa
import Testing

@testable import Chapter8Specifications

@Suite("8.1 A named question")
struct LivelyTests {
    @Test("five taken seats are enough, and four are not", arguments: TakenSeats.all)
    func seats(row: TakenSeats) throws {
        // Whether the editors recommend it makes no difference, and the day of its founding in that month neither.
        for (isFeatured, day) in [(false, 10), (true, 10), (false, 15), (true, 1)] {
            let circle = try circle(founded: .utc(2025, 3, day), seats: row.count, isFeatured: isFeatured)
            let answer = Lively(on: .utc(2025, 3, 15), in: .fixed).isSatisfied(by: circle)
            #expect(
                answer == row.isLively,
                row.isLively
                    ? "\(row.count) taken seats are enough, and the circle was not called lively"
                    : "\(row.count) taken seats are not enough, and the circle was called lively"
            )
        }
    }

    @Test(
        "the month begins on the same day of the month before, and that day belongs to it",
        arguments: MonthBefore.ordinary
    )
    func sameDayOfTheMonthBefore(row: MonthBefore) throws {
        let lively = Lively(on: row.day, in: .fixed)
        let onFirstDay = lively.isSatisfied(by: try circle(founded: row.firstDay))
        #expect(
            onFirstDay == true,
            "the circle was founded on \(row.firstDayName), the first day that counts, and was not called lively"
        )
        for (seats, isFeatured) in [(5, false), (8, true), (12, false)] {
            let old = try circle(founded: row.dayEarlier, seats: seats, isFeatured: isFeatured)
            let dayEarlier = lively.isSatisfied(by: old)
            #expect(
                dayEarlier == false,
                "founded on the day before \(row.firstDayName): too old to be lively"
            )
        }
        let missing = try row.missingDays(in: lively)
        #expect(missing == [], "circles founded on these days of the month were not called lively")
    }

    @Test(
        "if the month before has no such day, its last day is the first that counts",
        arguments: MonthBefore.shortened
    )
    func lastDayOfTheMonthBefore(row: MonthBefore) throws {
        let lively = Lively(on: row.day, in: .fixed)
        let onFirstDay = lively.isSatisfied(by: try circle(founded: row.firstDay))
        #expect(
            onFirstDay == true,
            "the circle was founded on \(row.firstDayName), the first day that counts, and was not called lively"
        )
        let dayEarlier = lively.isSatisfied(by: try circle(founded: row.dayEarlier))
        #expect(dayEarlier == false, "founded on the day before \(row.firstDayName): too old to be lively")
        let missing = try row.missingDays(in: lively)
        #expect(missing == [], "circles founded on these days of the month were not called lively")
        let dayLater = lively.isSatisfied(by: try circle(founded: row.dayLater))
        #expect(dayLater == false, "founded on the day after \(row.dayName): it doesn't exist yet")
    }

    @Test("a circle founded on the given day is lively, and one founded after it is not")
    func lastDay() throws {
        let lively = Lively(on: .utc(2025, 3, 15), in: .fixed)
        let sameDay = lively.isSatisfied(by: try circle(founded: .utc(2025, 3, 15)))
        #expect(sameDay == true, "the circle was founded on the given day, which belongs to the month")
        for (seats, isFeatured) in [(5, false), (8, true), (12, false)] {
            let young = try circle(founded: .utc(2025, 3, 16), seats: seats, isFeatured: isFeatured)
            let nextDay = lively.isSatisfied(by: young)
            #expect(
                nextDay == false,
                "the circle is founded a day after the given day, and doesn't exist yet"
            )
        }
        for founding in [Date.utc(2025, 5, 1), .utc(2026, 3, 1), .utc(2026, 3, 15)] {
            let later = lively.isSatisfied(by: try circle(founded: founding))
            #expect(
                later == false,
                "the circle is founded weeks or a year after the given day, and doesn't exist yet"
            )
        }
    }

    @Test(
        "the hour of the founding and the hour of the question don't matter",
        arguments: Hours.all,
        [1969, 2025]
    )
    func hours(row: Hours, year: Int) throws {
        let lively = Lively(on: row.asked(year, 3, 15), in: .fixed)
        let firstDay = lively.isSatisfied(by: try circle(founded: row.founded(year, 2, 15)))
        #expect(
            firstDay == true,
            "the month's first day counts from its first minute to its last"
        )
        let dayEarlier = lively.isSatisfied(by: try circle(founded: row.founded(year, 2, 14)))
        #expect(dayEarlier == false, "a circle founded a day too early is too old at any hour")
        let sameDay = lively.isSatisfied(by: try circle(founded: row.founded(year, 3, 15)))
        #expect(sameDay == true, "the given day counts from its first minute to its last")
        let nextDay = lively.isSatisfied(by: try circle(founded: row.founded(year, 3, 16)))
        #expect(nextDay == false, "a circle founded the day after doesn't exist yet, at any hour")
    }

    @Test("the given day decides, whatever day it is today", arguments: [1999, 2012, 2061])
    func givenDay(year: Int) throws {
        let lively = Lively(on: .utc(year, 6, 20), in: .fixed)
        let young = lively.isSatisfied(by: try circle(founded: .utc(year, 6, 1)))
        #expect(young == true, "on 20 June, a circle founded on 1 June is lively")
        for (month, day) in [(5, 20), (6, 10)] {
            let yearOld = lively.isSatisfied(by: try circle(founded: .utc(year - 1, month, day)))
            #expect(
                yearOld == false,
                "on 20 June, a circle founded the year before, on 20 May or 10 June, is too old"
            )
        }
        let old = lively.isSatisfied(by: try circle(founded: .utc(year, 1, 1)))
        #expect(old == false, "on 20 June, a circle founded on 1 January is too old")
        let future = lively.isSatisfied(by: try circle(founded: .utc(year, 9, 1)))
        #expect(future == false, "on 20 June, a circle founded on 1 September doesn't exist yet")
    }

    @Test("the given calendar says which day it is", arguments: Place.all)
    func givenCalendar(row: Place) throws {
        // Somebody has just asked about the same moments elsewhere, where they may be on other days.
        for moment in [row.asked, row.midnight(of: row.firstDay) - 60, row.midnight(after: row.day)] {
            _ = Lively(on: row.asked, in: .fixed).isSatisfied(by: try circle(founded: moment))
        }
        let lively = Lively(on: row.asked, in: row.calendar)
        let firstMinute = lively.isSatisfied(by: try circle(founded: row.midnight(of: row.firstDay)))
        #expect(
            firstMinute == true,
            "founded in the first minute of \(row.firstDayName), local time: that day counts"
        )
        let minuteEarlier = lively.isSatisfied(by: try circle(founded: row.midnight(of: row.firstDay) - 60))
        #expect(
            minuteEarlier == false,
            "founded a minute before \(row.firstDayName) begins, local time: a day too old"
        )
        let lastMinute = lively.isSatisfied(by: try circle(founded: row.midnight(after: row.day) - 60))
        #expect(
            lastMinute == true,
            "founded in the last minute of \(row.dayName), local time: that day counts"
        )
        let minuteLater = lively.isSatisfied(by: try circle(founded: row.midnight(after: row.day)))
        #expect(
            minuteLater == false,
            "founded in the first minute after \(row.dayName), local time: a day too late"
        )
    }

    @Test("asking changes nothing")
    func asking() throws {
        let lively = Lively(on: .utc(2025, 3, 15), in: .fixed)
        // Too old, on the first day, within the month, on the given day, and not founded yet.
        for (month, day) in [(1, 10), (2, 15), (3, 10), (3, 15), (4, 10)] {
            for (seats, isFeatured) in (1...12).flatMap({ [($0, true), ($0, false)] }) {
                let founding = Date.utc(2025, month, day)
                let circle = try circle(founded: founding, seats: seats, isFeatured: isFeatured)
                let firstAnswer = lively.isSatisfied(by: circle)
                let secondAnswer = lively.isSatisfied(by: circle)
                #expect(
                    firstAnswer == secondAnswer,
                    "the same question about the same circle got two different answers"
                )
                #expect(circle.takenSeats == seats, "somebody only asked, and this many seats are taken now")
                #expect(
                    circle.isFeatured == isFeatured,
                    isFeatured
                        ? "the editors recommend this circle, and a question has changed that"
                        : "the editors don't recommend this circle, and a question has changed that"
                )
            }
        }

        let young = try circle(founded: .utc(2025, 3, 10), seats: 3)
        _ = lively.isSatisfied(by: young)
        for _ in 1...5 { young.takeSeat() }
        let answer = lively.isSatisfied(by: young)
        #expect(
            answer == true,
            "five members have joined since the first question, and its answer was given again"
        )
        let answerAboutJune = Lively(on: .utc(2025, 6, 15), in: .fixed).isSatisfied(by: young)
        #expect(
            answerAboutJune == false,
            "the circle was lively in March, and that answer was given again about June"
        )
        let answerAboutMarch = lively.isSatisfied(by: young)
        #expect(
            answerAboutMarch == true,
            "the circle was too old in June, and that answer was given again about March"
        )

        // On the evening of 15 March it is 16 March in Seoul already.
        let late = try circle(founded: .utc(2025, 3, 15, hour: 20, minute: 0))
        let answers = [Calendar.fixed, Place.seoul.calendar, .fixed].map { calendar in
            Lively(on: .utc(2025, 3, 15), in: calendar).isSatisfied(by: late)
        }
        #expect(
            answers == [true, false, true],
            "in Seoul this circle is founded a day later; asked about it here, in Seoul and here again, the rule gave these answers"
        )
    }
}

/// How many seats are taken, and whether that is enough.
struct TakenSeats: CustomTestStringConvertible {
    let count: Int
    let isLively: Bool

    var testDescription: String { "\(count) taken seats" }

    static let all = [
        TakenSeats(count: 4, isLively: false),
        TakenSeats(count: 5, isLively: true),
        TakenSeats(count: 6, isLively: true),
        TakenSeats(count: 12, isLively: true),
    ]
}

/// A given day, and the first day that counts for it.
struct MonthBefore: CustomTestStringConvertible {
    let dayName: String
    let day: Date
    let firstDayName: String
    let firstDay: Date

    init(_ dayName: String, _ day: Date, from firstDayName: String, _ firstDay: Date) {
        self.dayName = dayName
        self.day = day
        self.firstDayName = firstDayName
        self.firstDay = firstDay
    }

    var dayEarlier: Date { firstDay - 24 * 60 * 60 }
    var dayLater: Date { day + 24 * 60 * 60 }

    /// The days from the first that counts to the given one on which no founding is called lively.
    func missingDays(in lively: Lively) throws -> [String] {
        try stride(from: firstDay, through: day, by: 24 * 60 * 60)
            .filter { try !lively.isSatisfied(by: circle(founded: $0)) }
            .map { $0.formatted(.iso8601.year().month().day()) }
    }

    var testDescription: String { "asked about \(dayName)" }

    static let ordinary = [
        MonthBefore("15 March 2025", .utc(2025, 3, 15), from: "15 February", .utc(2025, 2, 15)),
        MonthBefore("15 July 2025", .utc(2025, 7, 15), from: "15 June", .utc(2025, 6, 15)),
        MonthBefore("29 July 2025", .utc(2025, 7, 29), from: "29 June", .utc(2025, 6, 29)),
        MonthBefore("31 August 2025", .utc(2025, 8, 31), from: "31 July", .utc(2025, 7, 31)),
        MonthBefore("28 February 2025", .utc(2025, 2, 28), from: "28 January", .utc(2025, 1, 28)),
        MonthBefore("1 January 2025", .utc(2025, 1, 1), from: "1 December", .utc(2024, 12, 1)),
        MonthBefore("1 January 2000", .utc(2000, 1, 1), from: "1 December", .utc(1999, 12, 1)),
    ]

    static let shortened = [
        MonthBefore("31 March 2025", .utc(2025, 3, 31), from: "28 February", .utc(2025, 2, 28)),
        MonthBefore("29 March 2025", .utc(2025, 3, 29), from: "28 February", .utc(2025, 2, 28)),
        MonthBefore(
            "31 March 2024, in a leap year",
            .utc(2024, 3, 31),
            from: "29 February",
            .utc(2024, 2, 29)
        ),
        MonthBefore(
            "31 March 2000, in a leap year",
            .utc(2000, 3, 31),
            from: "29 February",
            .utc(2000, 2, 29)
        ),
        MonthBefore(
            "31 March 2100, not a leap year",
            .utc(2100, 3, 31),
            from: "28 February",
            .utc(2100, 2, 28)
        ),
        MonthBefore("31 May 2025", .utc(2025, 5, 31), from: "30 April", .utc(2025, 4, 30)),
        MonthBefore("31 July 2025", .utc(2025, 7, 31), from: "30 June", .utc(2025, 6, 30)),
        MonthBefore("31 October 2025", .utc(2025, 10, 31), from: "30 September", .utc(2025, 9, 30)),
        MonthBefore("31 December 2025", .utc(2025, 12, 31), from: "30 November", .utc(2025, 11, 30)),
    ]
}

/// At what time of their days a circle is founded and the question is asked.
struct Hours: CustomTestStringConvertible {
    let testDescription: String
    let foundedLate: Bool
    let askedLate: Bool

    func founded(_ year: Int, _ month: Int, _ day: Int) -> Date {
        moment(year, month, day, isLate: foundedLate)
    }

    func asked(_ year: Int, _ month: Int, _ day: Int) -> Date {
        moment(year, month, day, isLate: askedLate)
    }

    /// The first moment of the day, or its last: a tenth of a second before midnight.
    private func moment(_ year: Int, _ month: Int, _ day: Int, isLate: Bool) -> Date {
        isLate ? .utc(year, month, day, hour: 23, minute: 59) + 59.9 : .utc(year, month, day)
    }

    static let all = [
        Hours(testDescription: "founded at 0:00, asked at 23:59", foundedLate: false, askedLate: true),
        Hours(testDescription: "founded at 23:59, asked at 0:00", foundedLate: true, askedLate: false),
        Hours(testDescription: "founded and asked at 23:59", foundedLate: true, askedLate: true),
    ]
}

/// Where and when the question is asked: elsewhere, the same moment may be another day.
struct Place: CustomTestStringConvertible {
    let testDescription: String
    let zone: String
    let dayName: String
    let day: DateComponents
    let firstDayName: String
    let firstDay: DateComponents
    let isAskedLate: Bool

    var calendar: Calendar {
        var calendar = Calendar.fixed
        calendar.timeZone = TimeZone(identifier: zone) ?? calendar.timeZone
        return calendar
    }

    /// The first minute of the given day, or its last.
    var asked: Date { isAskedLate ? midnight(after: day) - 60 : midnight(of: day) }

    func midnight(of day: DateComponents) -> Date {
        calendar.date(from: day).map(calendar.startOfDay) ?? .distantPast
    }

    func midnight(after day: DateComponents) -> Date {
        calendar.date(byAdding: .day, value: 1, to: midnight(of: day)).map(calendar.startOfDay)
            ?? .distantPast
    }

    static let seoul = Place(
        testDescription: "Seoul, asked at 0:00",
        zone: "Asia/Seoul",
        dayName: "1 May",
        day: DateComponents(year: 2025, month: 5, day: 1),
        firstDayName: "1 April",
        firstDay: DateComponents(year: 2025, month: 4, day: 1),
        isAskedLate: false
    )

    static let all = [
        seoul,
        Place(
            testDescription: "Kolkata, asked at 0:00",
            zone: "Asia/Kolkata",
            dayName: "15 July",
            day: DateComponents(year: 2025, month: 7, day: 15),
            firstDayName: "15 June",
            firstDay: DateComponents(year: 2025, month: 6, day: 15),
            isAskedLate: false
        ),
        Place(
            testDescription: "Honolulu, asked at 23:59",
            zone: "Pacific/Honolulu",
            dayName: "30 April",
            day: DateComponents(year: 2025, month: 4, day: 30),
            firstDayName: "30 March",
            firstDay: DateComponents(year: 2025, month: 3, day: 30),
            isAskedLate: true
        ),
        Place(
            testDescription: "London, summer time since the founding",
            zone: "Europe/London",
            dayName: "15 April",
            day: DateComponents(year: 2025, month: 4, day: 15),
            firstDayName: "15 March",
            firstDay: DateComponents(year: 2025, month: 3, day: 15),
            isAskedLate: false
        ),
        Place(
            testDescription: "London, on a day of 25 hours",
            zone: "Europe/London",
            dayName: "26 October",
            day: DateComponents(year: 2025, month: 10, day: 26),
            firstDayName: "26 September",
            firstDay: DateComponents(year: 2025, month: 9, day: 26),
            isAskedLate: true
        ),
        Place(
            testDescription: "London, a month after a day of 25 hours",
            zone: "Europe/London",
            dayName: "26 November",
            day: DateComponents(year: 2025, month: 11, day: 26),
            firstDayName: "26 October",
            firstDay: DateComponents(year: 2025, month: 10, day: 26),
            isAskedLate: true
        ),
        Place(
            testDescription: "Santiago, on a day that begins at 1:00",
            zone: "America/Santiago",
            dayName: "7 September",
            day: DateComponents(year: 2025, month: 9, day: 7),
            firstDayName: "7 August",
            firstDay: DateComponents(year: 2025, month: 8, day: 7),
            isAskedLate: true
        ),
    ]
}

// MARK: - Helpers

/// A circle with enough seats taken, unless the test is about seats.
///
/// Why each has an id of its own: an answer that is remembered then shows only where a circle is asked about twice.
private func circle(founded: Date, seats: Int = 8, isFeatured: Bool = false) throws -> Circle {
    let id = try CircleID(UUID().uuidString)
    return Circle(id: id, foundedAt: founded, takenSeats: seats, isFeatured: isFeatured)
}

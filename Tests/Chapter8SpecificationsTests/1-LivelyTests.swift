import Foundation
import InMemoryInfrastructure
import Moa
import Testing

@testable import Chapter8Specifications

@Suite("8.1 A named question")
struct LivelyTests {
    @Test("five taken seats are enough, and four are not", arguments: TakenSeats.all)
    func seats(row: TakenSeats) throws {
        let circle = try circle(founded: .utc(2025, 3, 10), seats: row.count)
        let answer = Lively(on: .utc(2025, 3, 15), in: .fixed).isSatisfied(by: circle)
        #expect(
            answer == row.isLively,
            row.isLively
                ? "\(row.count) taken seats are enough, and the circle was not called lively"
                : "\(row.count) taken seats are not enough, and the circle was called lively"
        )
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
            "founded on \(row.firstDayName), the first day of the month: that day counts"
        )
        let dayEarlier = lively.isSatisfied(by: try circle(founded: row.dayEarlier))
        #expect(dayEarlier == false, "founded on the day before \(row.firstDayName): too old to be lively")
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
            "founded on \(row.firstDayName), the first day of the month: that day counts"
        )
        let dayEarlier = lively.isSatisfied(by: try circle(founded: row.dayEarlier))
        #expect(dayEarlier == false, "founded on the day before \(row.firstDayName): too old to be lively")
    }

    @Test("a circle founded on the given day is lively, and one founded after it is not")
    func lastDay() throws {
        let lively = Lively(on: .utc(2025, 3, 15), in: .fixed)
        let sameDay = lively.isSatisfied(by: try circle(founded: .utc(2025, 3, 15)))
        #expect(sameDay == true, "the circle was founded on the given day, which belongs to the month")
        let nextDay = lively.isSatisfied(by: try circle(founded: .utc(2025, 3, 16)))
        #expect(
            nextDay == false,
            "the circle is founded a day after the given day, and doesn't exist yet"
        )
        let nextMonth = lively.isSatisfied(by: try circle(founded: .utc(2025, 5, 1)))
        #expect(
            nextMonth == false,
            "the circle is founded weeks after the given day, and doesn't exist yet"
        )
    }

    @Test("the hour of the founding and the hour of the question don't matter", arguments: Hours.all)
    func hours(row: Hours) throws {
        let lively = Lively(on: row.asked(2025, 3, 15), in: .fixed)
        let firstDay = lively.isSatisfied(by: try circle(founded: row.founded(2025, 2, 15)))
        #expect(
            firstDay == true,
            "the first day of the month counts from its first minute to its last"
        )
        let dayEarlier = lively.isSatisfied(by: try circle(founded: row.founded(2025, 2, 14)))
        #expect(dayEarlier == false, "a circle founded a day too early is too old at any hour")
        let sameDay = lively.isSatisfied(by: try circle(founded: row.founded(2025, 3, 15)))
        #expect(sameDay == true, "the given day counts from its first minute to its last")
        let nextDay = lively.isSatisfied(by: try circle(founded: row.founded(2025, 3, 16)))
        #expect(nextDay == false, "a circle founded the day after doesn't exist yet, at any hour")
    }

    @Test("the given day decides, whatever day it is today", arguments: [1999, 2012, 2061])
    func givenDay(year: Int) throws {
        let lively = Lively(on: .utc(year, 6, 20), in: .fixed)
        let young = lively.isSatisfied(by: try circle(founded: .utc(year, 6, 1)))
        #expect(young == true, "asked about 20 June, a circle founded on 1 June is lively")
        let old = lively.isSatisfied(by: try circle(founded: .utc(year, 1, 1)))
        #expect(old == false, "asked about 20 June, a circle founded on 1 January is too old")
        let future = lively.isSatisfied(by: try circle(founded: .utc(year, 9, 1)))
        #expect(future == false, "asked about 20 June, a circle founded on 1 September doesn't exist yet")
    }

    @Test("the given calendar says which day it is", arguments: City.all)
    func givenCalendar(city: City) throws {
        let lively = Lively(on: city.noon(2025, 3, 15), in: city.calendar)
        let firstMinute = lively.isSatisfied(by: try circle(founded: city.midnight(2025, 2, 15)))
        #expect(
            firstMinute == true,
            "founded in the first minute of 15 February, local time: that day counts"
        )
        let minuteEarlier = lively.isSatisfied(by: try circle(founded: city.midnight(2025, 2, 15) - 60))
        #expect(
            minuteEarlier == false,
            "founded in the last minute of 14 February, local time: a day too old"
        )
        let lastMinute = lively.isSatisfied(by: try circle(founded: city.midnight(2025, 3, 16) - 60))
        #expect(
            lastMinute == true,
            "founded in the last minute of 15 March, local time: that day counts"
        )
        let minuteLater = lively.isSatisfied(by: try circle(founded: city.midnight(2025, 3, 16)))
        #expect(
            minuteLater == false,
            "founded in the first minute of 16 March, local time: a day too late"
        )
    }

    @Test("asking changes nothing")
    func asking() throws {
        let lively = Lively(on: .utc(2025, 3, 15), in: .fixed)
        let young = try circle("c-1", founded: .utc(2025, 3, 10), seats: 3)
        young.feature()
        _ = lively.isSatisfied(by: young)
        #expect(
            young.isFeatured == true,
            "the editors recommend this circle, and a question has changed that"
        )

        for _ in 1...5 { young.takeSeat() }
        let answer = lively.isSatisfied(by: young)
        let answerToSomebodyElse = Lively(on: .utc(2025, 3, 15), in: .fixed).isSatisfied(by: young)
        #expect(
            answer == answerToSomebodyElse,
            "five members have joined since the first question, and its answer was given again"
        )

        let other = try circle("c-2", founded: .utc(2025, 3, 10), seats: 12)
        let firstAnswer = lively.isSatisfied(by: other)
        let secondAnswer = lively.isSatisfied(by: other)
        #expect(
            firstAnswer == secondAnswer,
            "the same question about the same circle got two different answers"
        )
        #expect(
            other.isFeatured == false,
            "the editors don't recommend this circle, and a question has changed that"
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
    let dayEarlier: Date

    var testDescription: String { "asked about \(dayName)" }

    static let ordinary = [
        MonthBefore(
            dayName: "15 March 2025",
            day: .utc(2025, 3, 15),
            firstDayName: "15 February",
            firstDay: .utc(2025, 2, 15),
            dayEarlier: .utc(2025, 2, 14)
        ),
        MonthBefore(
            dayName: "15 July 2025",
            day: .utc(2025, 7, 15),
            firstDayName: "15 June",
            firstDay: .utc(2025, 6, 15),
            dayEarlier: .utc(2025, 6, 14)
        ),
        MonthBefore(
            dayName: "31 August 2025",
            day: .utc(2025, 8, 31),
            firstDayName: "31 July",
            firstDay: .utc(2025, 7, 31),
            dayEarlier: .utc(2025, 7, 30)
        ),
        MonthBefore(
            dayName: "28 February 2025",
            day: .utc(2025, 2, 28),
            firstDayName: "28 January",
            firstDay: .utc(2025, 1, 28),
            dayEarlier: .utc(2025, 1, 27)
        ),
        MonthBefore(
            dayName: "1 January 2025",
            day: .utc(2025, 1, 1),
            firstDayName: "1 December",
            firstDay: .utc(2024, 12, 1),
            dayEarlier: .utc(2024, 11, 30)
        ),
    ]

    static let shortened = [
        MonthBefore(
            dayName: "31 March 2025",
            day: .utc(2025, 3, 31),
            firstDayName: "28 February",
            firstDay: .utc(2025, 2, 28),
            dayEarlier: .utc(2025, 2, 27)
        ),
        MonthBefore(
            dayName: "29 March 2025",
            day: .utc(2025, 3, 29),
            firstDayName: "28 February",
            firstDay: .utc(2025, 2, 28),
            dayEarlier: .utc(2025, 2, 27)
        ),
        MonthBefore(
            dayName: "31 March 2024, in a leap year",
            day: .utc(2024, 3, 31),
            firstDayName: "29 February",
            firstDay: .utc(2024, 2, 29),
            dayEarlier: .utc(2024, 2, 28)
        ),
        MonthBefore(
            dayName: "31 May 2025",
            day: .utc(2025, 5, 31),
            firstDayName: "30 April",
            firstDay: .utc(2025, 4, 30),
            dayEarlier: .utc(2025, 4, 29)
        ),
    ]
}

/// At what time of their days a circle is founded and the question is asked.
struct Hours: CustomTestStringConvertible {
    let testDescription: String
    let foundedLate: Bool
    let askedLate: Bool

    func founded(_ year: Int, _ month: Int, _ day: Int) -> Date {
        .utc(year, month, day, hour: foundedLate ? 23 : 0, minute: foundedLate ? 59 : 0)
    }

    func asked(_ year: Int, _ month: Int, _ day: Int) -> Date {
        .utc(year, month, day, hour: askedLate ? 23 : 0, minute: askedLate ? 59 : 0)
    }

    static let all = [
        Hours(testDescription: "founded at 0:00, asked at 23:59", foundedLate: false, askedLate: true),
        Hours(testDescription: "founded at 23:59, asked at 0:00", foundedLate: true, askedLate: false),
        Hours(testDescription: "founded and asked at 23:59", foundedLate: true, askedLate: true),
    ]
}

/// Where the question is asked: elsewhere, the same moment may be another day.
struct City: CustomTestStringConvertible {
    let testDescription: String
    let hoursFromUTC: Int

    var calendar: Calendar {
        var calendar = Calendar.fixed
        calendar.timeZone = TimeZone(secondsFromGMT: hoursFromUTC * 3600) ?? calendar.timeZone
        return calendar
    }

    /// The first minute of a day in this city.
    func midnight(_ year: Int, _ month: Int, _ day: Int) -> Date {
        .utc(year, month, day, hour: -hoursFromUTC)
    }

    func noon(_ year: Int, _ month: Int, _ day: Int) -> Date {
        .utc(year, month, day, hour: 12 - hoursFromUTC)
    }

    static let all = [
        City(testDescription: "Seoul", hoursFromUTC: 9),
        City(testDescription: "London", hoursFromUTC: 0),
        City(testDescription: "Honolulu", hoursFromUTC: -10),
    ]
}

// MARK: - Helpers

/// A circle with enough seats taken, unless the test is about seats.
private func circle(_ id: String = "c-1", founded: Date, seats: Int = 12) throws -> Circle {
    Circle(id: try CircleID(id), foundedAt: founded, takenSeats: seats)
}

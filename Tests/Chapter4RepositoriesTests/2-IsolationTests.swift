import Moa
import Testing

@testable import Chapter4Repositories

@Suite("4.2 What you load is yours")
struct IsolationTests {
    private let bookClub: CircleID
    private let filmNight: CircleID

    init() throws {
        bookClub = try CircleID("c-1")
        filmNight = try CircleID("C-1")
    }

    @Test("a saved circle is found again, with everything in it")
    func wholeCircle() throws {
        var circles = emptyCollection()
        try circles.save(readers())
        // Sori comes to both, under another nickname here.
        let sora = Circle.Guest(
            member: try MemberID("m-3"),
            nickname: " Sora",
            attendance: Circle.Attendance(evenings: 300)
        )
        let films = Circle(id: filmNight, name: "Film  night ", guests: [sora])
        // A circle from Moa's first years, when nobody counted chairs.
        for number in 4...30 { films.admit(try MemberID("m-\(number)"), as: "Guest \(number)") }
        films.admit(sora.member, as: "Sora's chair")
        try circles.save(films)
        try circles.save(Circle(id: CircleID("c-2"), name: ""))

        let found = try describe(circles.find(bookClub))
        #expect(found == Self.asSaved, "something of the circle got lost on the way in or out")
        let foundFilms = try circles.find(filmNight)
        #expect(foundFilms?.id == filmNight, "a circle was asked for by its id, and came out under another")
        let guestCount = foundFilms?.guests.count
        #expect(guestCount == films.guests.count, "something of the circle got lost on the way in or out")
        let ofSora = foundFilms?.guests.filter { $0.member == sora.member }.map { describe($0) }
        #expect(
            ofSora == ["m-3  Sora 300", "m-3 Sora's chair 0"],
            "m-3 is in the second circle twice, with other words than in the first, and comes out like this"
        )
        let unknown = try describe(circles.find(CircleID("c-9")))
        #expect(unknown == nil, "a circle was found that nobody has saved")
        let names = try circles.all().map(\.name).sorted()
        #expect(
            names == ["", "Film  night ", "Readers"],
            "three circles were saved, one without a name, and these are listed"
        )
        for number in 3...32 { try circles.save(Circle(id: CircleID("c-\(number)"), name: "Walkers")) }
        let count = try circles.all().count
        #expect(count == 33, "thirty more circles were saved, and this many are listed")
    }

    @Test("a change after saving doesn't reach what was saved")
    func changedAfterSaving() throws {
        var circles = emptyCollection()
        let circle = try readers()
        try circles.save(circle)
        circle.rename(to: "Sleepers")
        try circle.admit(MemberID("m-9"), as: "the late one")

        let found = try describe(circles.find(bookClub))
        #expect(
            found == Self.asSaved,
            "the caller changed a circle after saving it, and the store changed too"
        )
    }

    @Test("a change after finding is lost, unless it is saved")
    func changedAfterFinding() throws {
        var circles = emptyCollection()
        try circles.save(readers())
        let mine = try #require(try circles.find(bookClub), "a saved circle is not found")
        mine.rename(to: "Sleepers")
        try mine.admit(MemberID("m-9"), as: "Hana")

        // Another circle comes and goes, and takes nothing along.
        try circles.save(Circle(id: filmNight, name: "Film night"))
        try circles.delete(filmNight)
        let unsaved = try describe(circles.find(bookClub))
        #expect(unsaved == Self.asSaved, "nobody saved this change, and the store kept it")

        for change in GuestChange.all { try change.apply(to: mine) }
        try circles.save(mine)
        let saved = try describe(circles.find(bookClub))
        let asChanged = "Sleepers: m-3 our Sori 8, m-2 our Min 1, m-9 our Hana 1"
        #expect(saved == asChanged, "a change was saved and is not found")
        mine.rename(to: "Wakers")
        let stillSaved = try describe(circles.find(bookClub))
        #expect(
            stillSaved == asChanged,
            "a circle was saved a second time and then changed, and the store changed too"
        )
        let count = try circles.all().count
        #expect(count == 1, "one circle was saved twice, and is listed \(count) times")

        // One guest fewer, and one evening fewer.
        try circles.save(readers())
        let takenBack = try describe(circles.find(bookClub))
        #expect(takenBack == Self.asSaved, "changes were undone and saved, and a part of them is still there")
        try circles.save(Circle(id: bookClub, name: "Readers"))
        let emptied = try describe(circles.find(bookClub))
        #expect(emptied == "Readers: ", "a circle was saved again without its guests, and this is found")
    }

    @Test("the guests in a circle are as safe as the circle itself", arguments: GuestChange.all)
    func guests(change: GuestChange) throws {
        var circles = emptyCollection()
        let circle = try readers()
        try circles.save(circle)
        try change.apply(to: circle)
        let afterSaving = try describe(circles.find(bookClub))
        #expect(
            afterSaving == Self.asSaved,
            "a guest was changed after the circle was saved, and the store changed too"
        )

        var others = emptyCollection()
        try others.save(readers())
        try change.apply(to: #require(try others.find(bookClub), "a saved circle is not found"))
        let afterFinding = try describe(others.find(bookClub))
        #expect(
            afterFinding == Self.asSaved,
            "a guest was changed after the circle was found, and the store changed too"
        )

        let mine = try #require(try others.find(bookClub), "a saved circle is not found")
        try change.apply(to: mine)
        try others.save(mine)
        let saved = try describe(others.find(bookClub))
        let asChanged = describe(mine)
        #expect(saved == asChanged, "a change was saved and is not found")
        try change.apply(to: mine)
        let stillSaved = try describe(others.find(bookClub))
        #expect(
            stillSaved == asChanged,
            "a guest was changed after the circle was saved, and the store changed too"
        )

        let newcomers = Circle(id: filmNight, name: "Film night")
        for number in 1...3 { newcomers.admit(try MemberID("m-\(number)"), as: "new") }
        try others.save(newcomers)
        let found = try #require(try others.find(filmNight), "a saved circle is not found")
        change.change(try #require(found.guests.last, "the guests of the circle have gone missing"))
        let unchanged = found.guests.dropLast().map { describe($0) }
        #expect(
            unchanged == ["m-1 new 0", "m-2 new 0"],
            "three newcomers are in a circle, the third was changed, and these are the other two"
        )
    }

    @Test("two callers who find the same circle have one each")
    func twoFinders() throws {
        var circles = emptyCollection()
        try circles.save(readers())
        let mine = try #require(try circles.find(bookClub), "a saved circle is not found")
        let yours = try #require(try circles.find(bookClub), "a saved circle is not found a second time")
        mine.rename(to: "Sleepers")
        for change in GuestChange.all { try change.apply(to: mine) }
        let beforeSaving = describe(yours)
        #expect(
            beforeSaving == Self.asSaved,
            "somebody typed on one screen, and another screen's circle changed"
        )

        try circles.save(mine)
        let afterSaving = describe(yours)
        #expect(afterSaving == Self.asSaved, "one screen saved, and another screen's circle changed")
    }

    @Test("a list hands out circles as safely as a single find")
    func lists() throws {
        var circles = emptyCollection()
        try circles.save(readers())
        let mine = try circles.find(bookClub)
        for circle in try circles.all() + circles.all() {
            circle.rename(to: "Sleepers")
            for change in GuestChange.all { try change.apply(to: circle) }
        }
        let inMyHands = describe(mine)
        #expect(
            inMyHands == Self.asSaved,
            "a circle in a list was changed, and another caller's circle changed"
        )
        let found = try describe(circles.find(bookClub))
        #expect(found == Self.asSaved, "a circle in a list was changed, and the store changed too")
        let secondList = try circles.all().map { describe($0) }
        #expect(
            secondList == [Self.asSaved],
            "one caller changed the circles in a list, and the next list shows it"
        )
    }

    @Test("a deleted circle is gone from the store, and stays whole for a caller who holds it")
    func deletion() throws {
        var circles = emptyCollection()
        try circles.save(readers())
        try circles.save(Circle(id: filmNight, name: "Readers"))
        let mine = try #require(try circles.find(bookClub), "a saved circle is not found")
        try circles.delete(bookClub)

        let found = try describe(circles.find(bookClub))
        #expect(found == nil, "a deleted circle is still found")
        let others = try circles.all().map(\.name)
        #expect(others == ["Readers"], "one of two circles was deleted, and these are left")
        let inMyHands = describe(mine)
        #expect(
            inMyHands == Self.asSaved,
            "the store deleted a circle, and the one that a caller holds changed"
        )

        try circles.save(mine)
        let savedAgain = try describe(circles.find(bookClub))
        #expect(
            savedAgain == Self.asSaved,
            "a caller saved a circle again after it was deleted, and it is not found"
        )
    }

    /// What the collection was given by `readers()`.
    private static let asSaved = "Readers: m-3 Sori 7, m-2 Min 0"

    private func readers() throws -> Circle {
        let circle = Circle(
            id: bookClub,
            name: "Readers",
            guests: [
                Circle.Guest(
                    member: try MemberID("m-3"),
                    nickname: "Sori",
                    attendance: Circle.Attendance(evenings: 7)
                )
            ]
        )
        circle.admit(try MemberID("m-2"), as: "Min")
        return circle
    }
}

extension IsolationTests {
    /// What somebody who holds a circle can do to the guests in it.
    struct GuestChange: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (Circle.Guest) -> Void

        func apply(to circle: Circle) throws {
            try #require(!circle.guests.isEmpty, "the guests of the circle have gone missing")
            for guest in circle.guests { change(guest) }
        }

        static let all = [
            GuestChange(testDescription: "a guest with another nickname") {
                $0.changeNickname(to: "our \($0.nickname)")
            },
            GuestChange(testDescription: "a guest with one more evening") { $0.attendance.noteEvening() },
        ]
    }
}

private func emptyCollection() -> any CircleCollection {
    InMemoryCircles()
}

/// A circle in one line: its name, and each of its guests.
private func describe(_ circle: Circle) -> String {
    let guests = circle.guests.map { describe($0) }
    return "\(circle.name): \(guests.joined(separator: ", "))"
}

private func describe(_ guest: Circle.Guest) -> String {
    "\(guest.member) \(guest.nickname) \(guest.attendance.evenings)"
}

private func describe(_ circle: Circle?) -> String? {
    circle.map { describe($0) }
}

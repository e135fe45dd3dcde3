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
        // Sori comes to both, under other nicknames here. The circle is from Moa's first years, when nobody counted
        // chairs or asked for nicknames.
        let films = try Circle(
            id: filmNight,
            name: "Film  night ",
            guests: [
                guest("m-3", "Sora's chair", evenings: 0), guest("m-3", Self.crowdedNickname, evenings: 300),
                guest("m-2", "", evenings: 7), guest("m-3", "Sora's chair", evenings: 2),
                guest("m-2", "", evenings: 7),
            ]
        )
        for number in 4...30 { films.admit(try MemberID("m-\(number)"), as: "Guest \(number)") }
        try circles.save(films)
        try circles.save(Circle(id: CircleID("c-1 "), name: ""))

        let found = try describe(circles.find(bookClub))
        #expect(found == Self.asSaved, "something of the circle got lost on the way in or out")
        let foundFilms = try circles.find(filmNight)
        #expect(foundFilms?.id == filmNight, "a circle was asked for by its id, and came out under another")
        let guestCount = foundFilms?.guests.count
        #expect(guestCount == films.guests.count, "something of the circle got lost on the way in or out")
        let firstGuests = foundFilms?.guests.prefix(5).map { describe($0) }
        let asInvited = [
            "m-3 Sora's chair 0", "m-3 \(Self.crowdedNickname) 300", "m-2  7", "m-3 Sora's chair 2", "m-2  7",
        ]
        #expect(
            firstGuests == asInvited,
            "m-3 has three chairs in the second circle, m-2 has two without a nickname, and they come out like this"
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
        try circles.save(mine)
        let renamed = try describe(circles.find(bookClub))
        #expect(
            renamed == "Wakers: m-3 our Sori 8, m-2 our Min 1, m-9 our Hana 1",
            "a circle was saved with another name and the same guests, and this is found"
        )

        // One guest fewer, and one evening fewer.
        try circles.save(readers())
        let takenBack = try describe(circles.find(bookClub))
        #expect(takenBack == Self.asSaved, "changes were undone and saved, and a part of them is still there")
        // Another member on Sori's chair, under her nickname; then both guests on each other's chairs.
        let (heir, min) = try (guest("m-5", "Sori", evenings: 7), guest("m-2", "Min", evenings: 0))
        for guests in [[heir, min], [min, heir]] {
            let seated = Circle(id: bookClub, name: "Readers", guests: guests)
            try circles.save(seated)
            let found = try describe(circles.find(bookClub))
            let asSeated = describe(seated)
            #expect(
                found == asSeated,
                "a circle was saved with other guests on its chairs, and this is found"
            )
        }
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
        let mine = try [circles.find(bookClub)] + circles.all()
        for circle in try circles.all() + circles.all() {
            circle.rename(to: "Sleepers")
            for change in GuestChange.all { try change.apply(to: circle) }
        }
        let inMyHands = mine.map { describe($0) }
        #expect(
            inMyHands == [Self.asSaved, Self.asSaved],
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
        try circles.save(Circle(id: CircleID("c-10"), name: "Walkers"))
        let mine = try #require(try circles.find(bookClub), "a saved circle is not found")
        try circles.delete(bookClub)

        let found = try describe(circles.find(bookClub))
        #expect(found == nil, "a deleted circle is still found")
        let others = try circles.all().map(\.name).sorted()
        #expect(others == ["Readers", "Walkers"], "one of three circles was deleted, and these are left")
        // Another screen deletes it as well. Whether that is an error is not said anywhere.
        try? circles.delete(bookClub)
        let stillThere = try circles.all().map(\.name).sorted()
        #expect(
            stillThere == ["Readers", "Walkers"],
            "a circle that was gone already was deleted once more, and these are left"
        )
        let inMyHands = describe(mine)
        #expect(
            inMyHands == Self.asSaved,
            "the store deleted a circle, and the one that a caller holds changed"
        )

        mine.rename(to: "Wakers")
        try circles.save(mine)
        let savedAgain = try describe(circles.find(bookClub))
        #expect(
            savedAgain == "Wakers: m-3 Sori 7, m-2 Min 0",
            "a caller renamed a circle and saved it after it was deleted, and this is found"
        )
    }

    /// With all that somebody might put between two columns or lines.
    private static let crowdedNickname = " Sora, \"so\"; 1/2: a|b\tc\n"

    /// What the collection was given by `readers()`.
    private static let asSaved = "Readers: m-3 Sori 7, m-2 Min 0"

    private func readers() throws -> Circle {
        let circle = Circle(
            id: bookClub,
            name: "Readers",
            guests: [try guest("m-3", "Sori", evenings: 7)]
        )
        circle.admit(try MemberID("m-2"), as: "Min")
        return circle
    }

    private func guest(_ member: String, _ nickname: String, evenings: Int) throws -> Circle.Guest {
        Circle.Guest(
            member: try MemberID(member),
            nickname: nickname,
            attendance: Circle.Attendance(evenings: evenings)
        )
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

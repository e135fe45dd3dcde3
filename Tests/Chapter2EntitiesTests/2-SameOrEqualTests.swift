import KataProbes
import Testing

import struct Moa.CircleID
import struct Moa.MemberID

@testable import Chapter2Entities

@Suite("2.2 Same or equal?")
struct SameOrEqualTests {
    let runners: Circle
    var board = Noticeboard()

    init() throws {
        runners = try Change.nothing.circle()
    }

    @Test("a circle is the same circle each time it is loaded")
    func loadedTwice() throws {
        let loadedAgain = try Change.nothing.circle()
        let areTheSame = areEqual(runners, loadedAgain)
        #expect(areTheSame == true, "c-1 was loaded twice, and Moa takes it for two circles")
    }

    @Test("a circle that has changed is still the same circle", arguments: Change.some)
    func identity(change: Change) throws {
        let areTheSame = areEqual(runners, try change.circle())
        #expect(areTheSame == true, "c-1 has changed, and Moa takes it for another circle")
    }

    @Test("circles that agree in everything but their id are different circles")
    func lookalikes() throws {
        for id in ["c-2", "C-1", " c-1", "c-1 ", "c -1", "c-１", "ć-1", "c-01"] {
            let areTheSame = areEqual(runners, try Change.nothing.circle(id: id))
            #expect(areTheSame == false, "circles «c-1» and «\(id)» look alike, and Moa takes them for one")
        }
    }

    @Test("a circle that has changed is found again in a set", arguments: Change.some)
    func hashing(change: Change) throws {
        let changed = try change.circle()
        let hashesAgree = hash(of: runners) == hash(of: changed)
        try #require(hashesAgree == true, "the circle has changed, and a set looks for it in the wrong place")
        let count = countInSet([runners, changed])
        #expect(count == 1, "a set holds the circle twice: as it was, and as it is now")
    }

    @Test("while nothing has changed, the state is the same")
    func sameState() throws {
        let sinceLoadedAgain = runners.hasSameState(as: try Change.nothing.circle())
        #expect(sinceLoadedAgain == true, "a circle was loaded again, and looks changed")
        let asLookalike = runners.hasSameState(as: try Change.nothing.circle(id: "c-2"))
        #expect(
            asLookalike == true,
            "two circles differ only in their id, and their states count as different"
        )
    }

    @Test("whatever has changed, the state is different", arguments: Change.some)
    func otherState(change: Change) throws {
        let changed = try change.circle()
        let before = changed.hasSameState(as: runners)
        #expect(before == false, "the circle has changed, and its state counts as the same")
        let after = runners.hasSameState(as: changed)
        #expect(after == false, "the circle has changed, and its former state counts as the same")
    }

    @Test("the noticeboard shows each circle once, as it is now", arguments: Change.some)
    mutating func latest(change: Change) throws {
        let news = try change.circle()
        try requireEqualHashesOfEquals(runners, news)
        _ = board.post(runners)
        _ = try board.post(Change.nothing.circle(id: "c-2"))
        _ = board.post(news)
        #expect(
            board.circles.count == 2,
            "two circles were posted, one of them twice, and not exactly two are shown"
        )
        let shown = board.circles.filter { $0.id.text == "c-1" }
        let isLatest = shown.contains { $0.hasSameState(as: news) }
        #expect(isLatest == true, "the noticeboard does not show the circle as it is now")
        let isOutdated = shown.contains { $0.hasSameState(as: runners) }
        #expect(isOutdated == false, "the noticeboard still shows the circle as it was")
        #expect(
            shown.map { Appearance(of: $0) } == [change.appearance],
            "the name, the place or the members on the noticeboard are not the circle's now"
        )
        for number in 3...60 {
            _ = try board.post(Change.nothing.circle(id: "c-\(number)"))
        }
        #expect(
            board.circles.count == 60,
            "sixty circles were posted, and not exactly sixty are shown"
        )
        let otherBoard = Noticeboard()
        #expect(otherBoard.circles.count == 0, "another noticeboard was put up, and is not empty")
        #expect(
            board.circles.count == 60,
            "another noticeboard was put up, and the first one no longer shows its sixty circles"
        )
    }

    @Test("the noticeboard says whether a posted circle is news", arguments: Change.some)
    mutating func anythingNew(change: Change) throws {
        try requireEqualHashesOfEquals(runners, change.circle())
        let first = board.post(runners)
        #expect(first == true, "a circle was posted for the first time, and Moa doesn't call it news")
        let again = try board.post(Change.nothing.circle())
        #expect(again == false, "nothing has changed since, and Moa calls it news")
        let changed = try board.post(change.circle())
        #expect(changed == true, "the circle has changed, and Moa doesn't call it news")
        let changedAgain = try board.post(change.circle())
        #expect(changedAgain == false, "a changed circle was posted twice, and Moa calls it news twice")
        let backAgain = try board.post(Change.nothing.circle())
        #expect(backAgain == true, "the circle has changed back, and Moa doesn't call it news")
        var inHand = try Change.nothing.circle(id: "c-3")
        let lookalike = board.post(inHand)
        #expect(
            lookalike == true,
            "a circle that looks like another was posted first, and Moa doesn't call it news"
        )
        try change.happen(to: &inHand)
        let changedInHand = board.post(inHand)
        #expect(
            changedInHand == true,
            "a circle was posted, changed and posted again, and Moa doesn't call it news"
        )
        try inHand.admit(MemberID("m-4"))
        let changedOnceMore = board.post(inHand)
        #expect(
            changedOnceMore == true,
            "a circle was changed and posted once more, and Moa doesn't call it news"
        )
        let between = try board.post(Change.nothing.circle())
        #expect(between == false, "another circle was posted in between, and Moa calls an unchanged one news")
        _ = try board.post(change.circle(id: "c-2"))
        let alike = try board.post(Change.nothing.circle(id: "c-2"))
        #expect(
            alike == true,
            "a circle has changed until it looks like another, and Moa doesn't call it news"
        )
    }
}

// MARK: - A hash that a set can rely on

extension SameOrEqualTests {
    /// A set may end the program if equal elements have different hashes, so no set is tried with them.
    private func requireEqualHashesOfEquals(_ one: Circle, _ other: Circle) throws {
        let isSound = areEqual(one, other) != true || hash(of: one) == hash(of: other)
        try #require(isSound == true, "equal circles have different hashes, and no set can hold them")
    }
}

// MARK: - The runners, before and after

extension SameOrEqualTests {
    /// What may have happened to a circle since it was last loaded.
    struct Change: CustomTestStringConvertible {
        let testDescription: String
        /// What can be read of the runners after this change.
        let appearance: Appearance

        private init(
            _ testDescription: String,
            name: String = "Runners",
            place: String = "Room 2",
            members: [String] = ["m-1", "m-2"]
        ) {
            self.testDescription = testDescription
            appearance = Appearance(name: name, place: place, members: members)
        }

        static let nothing = Change("nothing has changed")

        static let some = [
            Change("another name", name: "Night runners"),
            Change("the name in capitals", name: "RUNNERS"),
            Change("the name in wide letters", name: "Ｒｕｎｎｅｒｓ"),
            Change("the name with an accent", name: "Rúnners"),
            Change("a space inside the name", name: "Run ners"),
            Change("a space after the name", name: "Runners "),
            Change("a number behind the name", name: "Runners2"),
            Change("no name", name: ""),
            Change("another place", place: "Room 4"),
            Change("the place in capitals", place: "ROOM 2"),
            Change("the place in wide letters", place: "Ｒｏｏｍ 2"),
            Change("the place with an accent", place: "Róom 2"),
            Change("no space inside the place", place: "Room2"),
            Change("a space after the place", place: "Room 2 "),
            Change("no place", place: ""),
            Change("name and place divided elsewhere", name: "RunnersRoom", place: " 2"),
            Change("one more member", members: ["m-1", "m-2", "m-3"]),
            Change("one member replaced by another", members: ["m-1", "m-3"]),
            Change("M-2 in the place of m-2", members: ["M-2", "m-1"]),
            Change("no members", members: []),
        ]

        /// The runners as they are loaded after this change: a new object each time, as a store would make it.
        func circle(id: String = "c-1") throws -> Circle {
            let founded = try Circle(id: CircleID(id), name: appearance.name, place: appearance.place)
            return try appearance.members.reduce(into: founded) { try $0.admit(MemberID($1)) }
        }

        /// Changes a circle that looks like the runners. Nobody can be sent away, so somebody else joins instead.
        func happen(to circle: inout Circle) throws {
            let before = Change.nothing.appearance
            if appearance.name != before.name { circle.rename(to: appearance.name) }
            if appearance.place != before.place { circle.move(to: appearance.place) }
            let newcomers = appearance.members.isEmpty ? ["m-3"] : appearance.members
            for newcomer in newcomers where !before.members.contains(newcomer) {
                try circle.admit(MemberID(newcomer))
            }
        }
    }

    /// What anybody can read of a circle, apart from its id.
    struct Appearance: Equatable, CustomTestStringConvertible {
        let name: String
        let place: String
        let members: [String]

        var testDescription: String { "«\(name)», \(place), \(members.joined(separator: ", "))" }
    }
}

extension SameOrEqualTests.Appearance {
    init(of circle: Circle) {
        self.init(name: circle.name, place: circle.place, members: circle.members.map(\.text).sorted())
    }
}

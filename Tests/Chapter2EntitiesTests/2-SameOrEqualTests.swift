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
        let typedAnew = try ["ć-1", "c\u{301}-1"].map { try Change.nothing.circle(id: $0) }
        let areTypedTheSame = areEqual(typedAnew[0], typedAnew[1])
        #expect(
            areTypedTheSame == true,
            "an id's «ć» was stored as a letter and an accent, and Moa takes one circle for two"
        )
        let hashesAgree = hash(of: typedAnew[0]) == hash(of: typedAnew[1])
        #expect(
            hashesAgree == true,
            "an id's «ć» was stored as a letter and an accent, and a set overlooks the circle"
        )
    }

    @Test("a circle that has changed is still the same circle", arguments: Change.some)
    func identity(change: Change) throws {
        let areTheSame = areEqual(runners, try change.circle())
        #expect(areTheSame == true, "c-1 has changed, and Moa takes it for another circle")
    }

    @Test("circles that agree in everything but their id are different circles")
    func lookalikes() throws {
        let short = ["c-2", "C-1", " c-1", "c-1 ", "c -1", "c-１", "ć-1", "c-01", "c1", "c-1\n"].map {
            ("c-1", $0)
        }
        let long = [("circle-of-the-river-runners-1", "circle-of-the-river-runners-2")]
        for (id, otherID) in short + long {
            let areTheSame = try areEqual(Change.nothing.circle(id: id), Change.nothing.circle(id: otherID))
            #expect(
                areTheSame == false,
                "circles «\(id)» and «\(otherID)» look alike, and Moa takes them for one"
            )
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
        let typed = ["é", "e\u{301}"].map {
            Appearance(name: "Caf\($0)", place: "R\($0)", members: ["m-\($0)"])
        }
        let asTypedAnew = try typed[0].circle(id: "c-1").hasSameState(as: typed[1].circle(id: "c-1"))
        #expect(
            asTypedAnew == true,
            "«é» was stored as a letter and an accent, and the circle looks changed"
        )
    }

    @Test("whatever has changed, the state is different", arguments: Change.some)
    func otherState(change: Change) throws {
        let changed = try change.circle()
        let before = changed.hasSameState(as: runners)
        #expect(before == false, "the circle has changed, and its state counts as the same")
        let after = runners.hasSameState(as: changed)
        #expect(after == false, "the circle has changed, and its former state counts as the same")
        let other = try change.circle(id: "c-2")
        let ofOthers = other.hasSameState(as: runners) || runners.hasSameState(as: other)
        #expect(
            ofOthers == false,
            "two circles differ in more than their id, and their states count as the same"
        )
        let separators = try Self.separators.filter { separator in
            try states(inOneLineWith: separator).contains { $0.hasSameState(as: $1) }
        }
        #expect(
            separators == [],
            "with this between name, place and members, a changed circle reads the same, and its state counts as the same"
        )
    }

    @Test("the noticeboard shows each circle once, as it is now", arguments: Change.some)
    mutating func latest(change: Change) throws {
        let news = try change.circle()
        try requireEqualHashesOfEquals()
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

        let surprise = try Season.surprise(about: .whatIsShown)
        #expect(
            surprise == nil,
            "circles were changed and posted on two noticeboards for a season, and one showed something else"
        )
    }

    @Test("the noticeboard says whether a posted circle is news", arguments: Change.some)
    mutating func anythingNew(change: Change) throws {
        try requireEqualHashesOfEquals()
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
        try inHand.admit(MemberID("m-41"))
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
        let separators = try Self.separators.filter { separator in
            try states(inOneLineWith: separator).contains { before, after in
                _ = board.post(before)
                return !board.post(after)
            }
        }
        #expect(
            separators == [],
            "with this between name, place and members, a changed circle reads the same and isn't called news"
        )

        let surprise = try Season.surprise(about: .whatIsNews)
        #expect(
            surprise == nil,
            "circles were changed and posted on two noticeboards for a season, and Moa was wrong about news"
        )
    }
}

// MARK: - One line for several things

extension SameOrEqualTests {
    /// What may stand between two things that are shown in one line.
    private static let separators = [
        "", " ", ",", ", ", ":", ": ", ";", "; ", "-", " – ", "/", "|", "·", "\n", "\t",
    ]

    /// The runners in one state and in another, which are the same text if all is written into one line.
    private func states(inOneLineWith separator: String) throws -> [(before: Circle, after: Circle)] {
        let states = [
            Appearance(name: "Runners\(separator)Room", place: "2", members: ["m-1"]),
            Appearance(name: "Runners", place: "Room\(separator)2", members: ["m-1"]),
            Appearance(name: "Runners", place: "Room", members: ["2", "m-1"]),
            Appearance(name: "Runners", place: "Room", members: ["2\(separator)m-1"]),
        ]
        return try states.flatMap { before in
            try states.filter { $0 != before }.map {
                try (before.circle(id: "c-1"), $0.circle(id: "c-1"))
            }
        }
    }
}

// MARK: - A hash that a set can rely on

extension SameOrEqualTests {
    /// A set may end the program if equal elements have different hashes, so no set is tried with them.
    private func requireEqualHashesOfEquals() throws {
        let others = try Change.some.flatMap { try [$0.circle(), $0.circle(id: "c-2")] }
        let areSound = try (others + [Change.nothing.circle(id: "c-2")]).allSatisfy {
            areEqual(runners, $0) != true || hash(of: runners) == hash(of: $0)
        }
        try #require(areSound == true, "equal circles have different hashes, and no set can hold them")
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
            name: String = "Runners of the river and hill",
            place: String = "Room 2, behind the library",
            members: [String] = regulars
        ) {
            self.testDescription = testDescription
            appearance = Appearance(name: name, place: place, members: members)
        }

        private static let regulars = (1...30).map { "m-\($0)" }

        static let nothing = Change("nothing has changed")

        static let some = [
            Change("another name", name: "Night runners"),
            Change("the name in capitals", name: "RUNNERS OF THE RIVER AND HILL"),
            Change("the name in wide letters", name: "Ｒunners of the river and hill"),
            Change("the name with an accent", name: "Rúnners of the river and hill"),
            Change("a space inside the name", name: "Run ners of the river and hill"),
            Change("a space before the name", name: " Runners of the river and hill"),
            Change("a space after the name", name: "Runners of the river and hill "),
            Change("a line break after the name", name: "Runners of the river and hill\n"),
            Change("two spaces in place of one in the name", name: "Runners of the  river and hill"),
            Change("a picture behind the name", name: "Runners of the river and hill🏃"),
            Change("a number behind the name", name: "Runners of the river and hill2"),
            Change("a full stop behind the name", name: "Runners of the river and hill."),
            Change("no name", name: ""),
            Change("another place", place: "Room 4, behind the library"),
            Change("the place in capitals", place: "ROOM 2, BEHIND THE LIBRARY"),
            Change("the place in wide letters", place: "Ｒoom 2, behind the library"),
            Change("the place with an accent", place: "Róom 2, behind the library"),
            Change("no space inside the place", place: "Room2, behind the library"),
            Change("a space before the place", place: " Room 2, behind the library"),
            Change("a space after the place", place: "Room 2, behind the library "),
            Change("no comma inside the place", place: "Room 2 behind the library"),
            Change("no place", place: ""),
            Change(
                "name and place divided elsewhere",
                name: "Runners of the river and hillRoom",
                place: " 2, behind the library"
            ),
            Change(
                "name and place divided at another space",
                name: "Runners of the river and hill Room",
                place: "2, behind the library"
            ),
            Change(
                "name and place divided at another comma",
                name: "Runners of the river and hill, Room 2",
                place: "behind the library"
            ),
            Change("one more member", members: regulars + ["m-99"]),
            Change("one member replaced by another", members: regulars.dropLast() + ["m-99"]),
            Change("M-2 in the place of m-2", members: regulars.map { $0 == "m-2" ? "M-2" : $0 }),
            Change("no members", members: []),
        ]

        /// The runners as they are loaded after this change: a new object each time, as a store would make it.
        func circle(id: String = "c-1") throws -> Circle {
            try appearance.circle(id: id)
        }

        /// Changes a circle that looks like the runners. Nobody can be sent away, so somebody else joins instead.
        func happen(to circle: inout Circle) throws {
            let before = Change.nothing.appearance
            if appearance.name != before.name { circle.rename(to: appearance.name) }
            if appearance.place != before.place { circle.move(to: appearance.place) }
            let newcomers = appearance.members.isEmpty ? ["m-40"] : appearance.members
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

        init(name: String, place: String, members: [String]) {
            self.name = name
            self.place = place
            self.members = members.sorted()
        }

        var testDescription: String { "«\(name)», \(place), \(members.joined(separator: ", "))" }
    }
}

extension SameOrEqualTests.Appearance {
    init(of circle: Circle) {
        self.init(name: circle.name, place: circle.place, members: circle.members.map(\.text))
    }

    func circle(id: String) throws -> Circle {
        let founded = try Circle(id: CircleID(id), name: name, place: place)
        return try members.reduce(into: founded) { try $0.admit(MemberID($1)) }
    }
}

/// Circles are changed at random, the same way each time, and posted on two noticeboards.
private enum Season {
    typealias Appearance = SameOrEqualTests.Appearance
    enum Question { case whatIsShown, whatIsNews }

    /// The first deed after which a noticeboard isn't like a dictionary, if it is wrong about this.
    static func surprise(about question: Question) throws -> String? {
        guard let first = try first.get(), first.question == question else { return nil }
        return first.description
    }

    private static let first = Result { try play() }

    private static func play() throws -> (question: Question, description: String)? {
        var boards = [Noticeboard(), Noticeboard()]
        var posted: [[String: Appearance]] = [[:], [:]]
        var inHand: [String: Circle] = [:]
        let long = String(repeating: "The club of the river ", count: 8)
        var draws = RepeatableDraws(seed: 4)
        func draw(below limit: UInt64) -> Int {
            Int((draws.next() >> 33) % limit)
        }
        for number in 1...800 {
            let id = "c-\(draw(below: draw(below: 2) == 0 ? 6 : 200))"
            let loaded = Appearance(
                name: long + ["Runners", "RUNNERS", "Runners Room", ""][draw(below: 4)],
                place: ["Room 2", "Room 4", "2", ""][draw(below: 4)],
                members: Array(["m-1", "M-1", "m-2", "m-3"].prefix(draw(below: 5)))
            )
            let board = draw(below: 4) / 3
            var circle = try loaded.circle(id: id)
            switch draw(below: 3) {
            case 0: circle = inHand[id] ?? circle
            case 1: circle = boards[board].circles.first { $0.id.text == id } ?? circle
            default: break
            }
            let before = Appearance(of: circle)
            var (name, place, members) = (before.name, before.place, Set(before.members))
            if draw(below: 3) == 0 {
                name = loaded.name
                circle.rename(to: name)
            }
            if draw(below: 3) == 0 {
                place = loaded.place
                circle.move(to: place)
            }
            if draw(below: 3) == 0 {
                let newcomer = "m-\(draw(below: 5))"
                members.insert(newcomer)
                try circle.admit(MemberID(newcomer))
            }
            inHand[id] = circle
            let after = Appearance(name: name, place: place, members: Array(members))
            var what = "deed \(number), «\(id)»: \(before.testDescription) → \(after.testDescription)"
            let changed = Appearance(of: circle)
            guard changed == after else {
                return (.whatIsShown, "\(what): \(changed.testDescription), and not \(after.testDescription)")
            }
            if draw(below: 4) != 0 {
                let wanted = posted[board][id] != after
                let isNews = boards[board].post(circle)
                posted[board][id] = after
                what += ", posted"
                guard isNews == wanted else {
                    return (.whatIsNews, "\(what): news? \(isNews), and not \(wanted)")
                }
            }
            for (board, posted) in zip(boards, posted) {
                let shown = board.circles.filter { $0.id.text == id }
                    .map { Appearance(of: $0).testDescription }
                let wanted = [posted[id]].compactMap { $0?.testDescription }
                guard shown == wanted else { return (.whatIsShown, "\(what): \(shown), and not \(wanted)") }
                guard board.circles.count == posted.count else {
                    let count = board.circles.count
                    return (.whatIsShown, "\(what): \(count) circles are shown, and not \(posted.count)")
                }
            }
        }
        return nil
    }
}

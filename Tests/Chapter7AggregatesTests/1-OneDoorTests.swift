import KataProbes
import Moa
import Testing

@testable import Chapter7Aggregates

@Suite("7.1 One door")
struct OneDoorTests {
    @Test("the host holds the first seat")
    func hostIsSeated() throws {
        let circle = try circle(guests: 0)
        let seated = seated(in: circle)
        try #require(seated == ["seat 1: m-1"], "in a new circle, only the host's seat should be taken")
        #expect(circle.freeSeats == 11, "the host holds one of the twelve seats, and this many are free")
    }

    @Test("the twelfth seat can be taken")
    func twelfthSeat() throws {
        var circle = try circle(guests: 10)
        let answer = answer { try join("m-12", &circle) }
        try #require(
            answer == .yes,
            "the host and ten guests leave one seat, and the next guest didn't get it"
        )
        let everybody = (1...12).map { "seat \($0): m-\($0)" }
        let seated = seated(in: circle)
        #expect(
            seated == everybody,
            "twelve members should hold the seats 1 to 12, one each; this is who sits where"
        )
        #expect(circle.freeSeats == 0, "twelve members sit in the circle, and this many seats are free")
    }

    @Test("there is no thirteenth seat")
    func thirteenthSeat() throws {
        var circle = try circle(guests: 11)
        let answer = answer { try join("m-13", &circle) }
        #expect(answer == .no(.full), "the circle is full, and the next guest heard something else")
        let count = circle.seats.count
        #expect(count == 12, "a circle has twelve seats")

        let surprise = season.first { $0.kind == .meetsFullCircle }
        #expect(surprise == nil, "guests came and went for a season, and the full circle didn't refuse one")
    }

    @Test("nobody holds two seats", arguments: Seated.all)
    func twoSeats(member: Seated) throws {
        var circle = try circle(guests: 2 + member.gone.count)
        for guest in member.gone { try giveUpSeat(guest, &circle) }
        let answer = answer { try join(member.id, &circle) }
        #expect(answer == .no(.alreadySeated), "the member sits here already, and heard something else")
        let count = circle.seats.count
        #expect(count == 3, "three members sit here, and this many seats are taken")

        let surprise = season.first { $0.kind == .sitsAlready }
        #expect(surprise == nil, "guests came and went for a season, and one joined who had a seat")
    }

    @Test("a newcomer takes the free seat with the lowest number")
    func lowestNumber() throws {
        var circle = try circle(guests: 10)
        for guest in ["m-4", "m-2", "m-10"] { try giveUpSeat(guest, &circle) }
        // M-3 is somebody else than m-3, who sits here.
        let newcomers = ["m-10", "M-3", "m-14", "m-15"]
        for guest in newcomers { try takeSeat(guest, &circle) }
        let numbers = newcomers.compactMap { guest in circle.seats.first { $0.holder.text == guest }?.number }
        #expect(
            numbers == [2, 4, 10, 12],
            "seats 4, 2 and 10 were free; then m-10, M-3, m-14 and m-15 came, and got these seats"
        )
        // m-10 has left once before.
        try giveUpSeat("m-10", &circle)

        let surprise = season.first { $0.kind == .joins }
        #expect(
            surprise == nil,
            "guests came and went for a season, and something went wrong when one joined"
        )
    }

    @Test("a member who leaves frees that seat, and nobody else moves")
    func leaving() throws {
        var circle = try circle(guests: 11)
        _ = answer { try join("m-13", &circle) }
        try giveUpSeat("m-5", &circle)
        #expect(circle.freeSeats == 1, "one member left the full circle, and this many seats are free")
        let others = (1...12).filter { $0 != 5 }.map { "seat \($0): m-\($0)" }
        let remaining = seated(in: circle)
        #expect(remaining == others, "m-5 left, and the other eleven don't sit as they did before")

        let answers = ["m-12", "m-13", "m-5"].map { guest in answer { try join(guest, &circle) } }
        #expect(
            answers == [.no(.alreadySeated), .yes, .no(.full)],
            "m-13 was refused, then m-5 left the full circle; m-12, who sits there, m-13 and m-5 asked for a seat and heard this"
        )

        for guest in (2...13).filter({ $0 != 5 }) { try giveUpSeat("m-\(guest)", &circle) }
        let hostAlone = seated(in: circle)
        #expect(hostAlone == ["seat 1: m-1"], "all guests have left, and this is who sits where")

        for guest in ["m-2", "M-2"] { try takeSeat(guest, &circle) }
        try giveUpSeat("M-2", &circle)
        let afterNamesake = seated(in: circle)
        #expect(
            afterNamesake == ["seat 1: m-1", "seat 2: m-2"],
            "m-2 and M-2 joined, M-2 left, and this is who sits where"
        )

        // m-1 and m-12 begin alike, and are two members.
        var alike = try foundedBy("m-12")
        try takeSeat("m-1", &alike)
        try giveUpSeat("m-1", &alike)

        let surprise = season.first { $0.kind == .leaves }
        #expect(surprise == nil, "guests came and went for a season, and the circle went wrong when one left")
    }

    @Test("the host cannot leave, and neither can a stranger", arguments: Company.all)
    func whoCannotLeave(company: Company) throws {
        var circle = try circle(guests: company.guests)
        try takeSeat("m-4", &circle)
        try giveUpSeat("m-4", &circle)
        let toHost = answer { try leave("m-1", &circle) }
        #expect(toHost == .no(.hostStays), "the host wanted to leave, and didn't hear that the host stays")
        let toStrangers = ["m-99", "M-1", "m-4"].map { stranger in answer { try leave(stranger, &circle) } }
        #expect(
            toStrangers == [.no(.notSeated), .no(.notSeated), .no(.notSeated)],
            "two strangers, and m-4 who had left, wanted to leave and didn't hear that they hold no seat"
        )
        var full = try fullCircle()
        _ = answer { try join("m-13", &full) }
        let toRefused = answer { try leave("m-13", &full) }
        #expect(
            toRefused == .no(.notSeated),
            "the circle was full when m-13 came; m-13 wanted to leave, and didn't hear that they hold no seat"
        )

        let surprise = season.first { $0.kind == .mustNotLeave }
        #expect(surprise == nil, "guests came and went for a season, and one who can't leave got away")
    }

    @Test("a refusal changes nothing", arguments: VainWish.all)
    func refusals(wish: VainWish) throws {
        var circle = try circle(guests: wish.guests)
        for guest in wish.gone { try giveUpSeat(guest, &circle) }
        let seatedBefore = seated(in: circle)
        let freeBefore = circle.freeSeats
        let answer = answer { try wish.ask(&circle) }
        let isRefused = answer != .yes
        try #require(isRefused == true, "the circle accepted what it must refuse")
        let seatedAfter = seated(in: circle)
        #expect(seatedAfter == seatedBefore, "the circle said no, and yet its seats have changed")
        let freeAfter = circle.freeSeats
        #expect(freeAfter == freeBefore, "the circle said no, and yet its number of free seats has changed")
    }

    @Test("a list that was read is the reader's own")
    func readLists() throws {
        for guests in [2, 11] {
            var circle = try circle(guests: guests)
            let earlierList = circle.seats
            let asRead = lines(of: earlierList)
            try giveUpSeat("m-2", &circle)
            try takeSeat("m-14", &circle)
            let readAgain = lines(of: earlierList)
            #expect(readAgain == asRead, "a list that was read earlier has changed with the circle")

            let before = seated(in: circle)
            var list = circle.seats
            try #require(
                list.count == guests + 1,
                "a host and \(guests) guests sit here, and this many are listed"
            )
            for place in list.indices {
                assign(try MemberID("m-99"), to: \[Circle.Seat][place].holder, of: &list)
                assign(77, to: \[Circle.Seat][place].number, of: &list)
            }
            let after = seated(in: circle)
            #expect(after == before, "a reader edited the seats in their list and changed the circle's seats")
        }
    }

    @Test("only joining and leaving change who sits where")
    func otherDoors() throws {
        var circle = try circle(guests: 2)
        let stranger = try MemberID("m-99")

        try #require(circle.seats.count == 3, "a host and two guests sit here, and this many are listed")
        let beforeSwap = seated(in: circle)
        assign(stranger, to: \Circle.seats[1].holder, of: &circle)
        let afterSwap = seated(in: circle)
        #expect(afterSwap == beforeSwap, "somebody reached in and gave a member's seat to a stranger")

        var exchanged = try foundedBy("m-1")
        for guest in ["m-3", "m-2"] { try takeSeat(guest, &exchanged) }
        for list in [[], circle.seats.filter { $0.holder.text != "m-3" }, exchanged.seats] {
            assign(list, to: \Circle.seats, of: &circle)
            let afterWriting = seated(in: circle)
            #expect(afterWriting == afterSwap, "somebody put another list in the place of the circle's seats")
        }

        let hostBefore = circle.host
        assign(stranger, to: \Circle.host, of: &circle)
        let hostAfter = circle.host
        #expect(hostAfter == hostBefore, "a stranger, who holds no seat, was made the host")

        let idBefore = circle.id
        assign(try CircleID("c-2"), to: \Circle.id, of: &circle)
        let idAfter = circle.id
        #expect(idAfter == idBefore, "somebody gave the circle another id, and its members sit elsewhere now")

        let freeBefore = circle.freeSeats
        for number in [40, 0] { assign(number, to: \Circle.freeSeats, of: &circle) }
        let freeAfter = circle.freeSeats
        #expect(freeAfter == freeBefore, "somebody wrote another number of free seats into the circle")

        let full = try fullCircle()
        let founding: (CircleID, MemberID, [Circle.Seat]) throws -> Circle? = Circle.init(id:host:seats:)
        let crowd = try? founding(full.id, MemberID("m-1"), full.seats + circle.seats)
        let crowdCount = crowd?.seats.count ?? 0
        #expect(crowdCount <= 12, "somebody founded a circle with a list of seats, and this many are taken")
    }
}

/// Who sits in a circle that has two guests.
struct Seated: CustomTestStringConvertible {
    let testDescription: String
    let id: String
    /// Who had a seat, and has left.
    var gone: [String] = []

    static let all = [
        Seated(testDescription: "the host joins", id: "m-1"),
        Seated(testDescription: "the first guest joins again", id: "m-2"),
        Seated(testDescription: "the last guest joins again", id: "m-3"),
        Seated(
            testDescription: "the last guest joins again, after another has left",
            id: "m-4",
            gone: ["m-3"]
        ),
    ]
}

/// With whom the host sits.
struct Company: CustomTestStringConvertible {
    let testDescription: String
    let guests: Int

    static let all = [
        Company(testDescription: "the host has no guests", guests: 0),
        Company(testDescription: "the host has two guests", guests: 2),
    ]
}

/// What a circle must refuse.
struct VainWish: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let guests: Int
    /// Who had a seat, and has left.
    var gone: [String] = []
    let ask: @Sendable (inout Circle) throws -> Void

    static let all = [
        VainWish(testDescription: "a thirteenth member joins", guests: 11) { try join("m-13", &$0) },
        VainWish(testDescription: "a seated guest joins again", guests: 2) { try join("m-2", &$0) },
        VainWish(testDescription: "a seated guest joins a full circle again", guests: 11) {
            try join("m-2", &$0)
        },
        VainWish(testDescription: "a guest joins again, and a lower seat is free", guests: 3, gone: ["m-2"]) {
            try join("m-4", &$0)
        },
        VainWish(testDescription: "the host joins", guests: 2) { try join("m-1", &$0) },
        VainWish(testDescription: "a stranger leaves", guests: 2) { try leave("m-99", &$0) },
        VainWish(
            testDescription: "a stranger leaves, and a seat between guests is free",
            guests: 3,
            gone: ["m-2"]
        ) {
            try leave("m-99", &$0)
        },
        VainWish(testDescription: "the host leaves", guests: 2) { try leave("m-1", &$0) },
        VainWish(testDescription: "the host leaves a full circle", guests: 11) { try leave("m-1", &$0) },
    ]
}

// MARK: - A season

/// A wish of the season, after which the circle isn't as a table with twelve seats would be.
private struct Surprise: Equatable, CustomStringConvertible {
    enum Kind { case joins, meetsFullCircle, sitsAlready, leaves, mustNotLeave }

    let kind: Kind
    let description: String
}

/// Eighteen guests come and go at random, the same way each time, until something is wrong for the first time.
private let season: [Surprise] = {
    // The host's id has an accent, which can be written in two ways: as one accented letter, or as a letter and an accent.
    let host = "\u{1E3F}-1"
    guard var circle = try? circle(guests: 0, host: host) else { return [] }
    var holders = [1: host]
    var granted: [String] = []
    // The host and a guest, each written in both ways, and others who are neither of them, nor m-3. One has a wide 3.
    let namesakes = [
        host, "m\u{301}-1", "\u{1E3F}-3", "m\u{301}-3", "\(host) ", "\u{1E3E}-1", "M-3", "m-3 ", "m-03",
        "m-\u{FF13}",
    ]
    var draws = RepeatableDraws(seed: 7)
    for number in 1...600 {
        let chance = draws.next()
        let guest = chance >> 60 < 10 ? namesakes[Int(chance >> 60)] : "m-\(1 + (chance >> 33) % 14)"
        // At times the circle fills, and at times it empties.
        let joins = (chance >> 20) % 10 < (number / 40 % 2 == 0 ? 8 : 3)
        let seat = holders.first { $0.value == guest }?.key
        let free = (1...12).first { holders[$0] == nil }

        let (kind, answers): (Surprise.Kind, [Answer]) =
            switch (joins, seat, free) {
            case (true, nil, nil): (.meetsFullCircle, [.no(.full)])
            case (true, nil, _): (.joins, [.yes])
            case (true, _, nil): (.sitsAlready, [.no(.alreadySeated), .no(.full)])
            case (true, _, _): (.sitsAlready, [.no(.alreadySeated)])
            case (false, nil, _): (.mustNotLeave, [.no(.notSeated)])
            case (false, 1, _): (.mustNotLeave, [.no(.hostStays)])
            case (false, _, _): (.leaves, [.yes])
            }
        switch kind {
        case .joins: if let free { holders[free] = guest }
        case .leaves: if let seat { holders[seat] = nil }
        case .meetsFullCircle, .sitsAlready, .mustNotLeave: break
        }
        let deed = "«\(guest)» \(joins ? "joins" : "leaves")"
        let heard = answer { try joins ? join(guest, &circle) : leave(guest, &circle) }

        let places = Set(holders.map { "seat \($0.key): \($0.value)" })
        let earlier = granted.suffix(3).joined(separator: ", ")
        if answers == [.yes] { granted.append(deed) }
        // Now and then nobody looks at the seats between two wishes.
        if kind == .leaves, answers.contains(heard), (chance >> 13) % 3 == 0 { continue }
        let seated = seated(in: circle)
        let differences = [
            (wanted: "\(answers.contains(heard) ? heard : answers[0])", found: "\(heard)"),
            (
                wanted: places.subtracting(seated).min() ?? "nobody there",
                found: seated.first { !places.contains($0) } ?? "nobody there"
            ),
            (wanted: "\(holders.count) seats taken", found: "\(seated.count) seats taken"),
            (wanted: "\(12 - holders.count) free", found: "\(circle.freeSeats) free"),
        ]
        if let difference = differences.first(where: { $0.wanted != $0.found }) {
            let wish = "wish \(number), after \(earlier): \(deed)"
            return [
                Surprise(kind: kind, description: "\(wish). \(difference.found), not \(difference.wanted)")
            ]
        }
    }
    return []
}()

// MARK: - Helpers

/// A circle whose host is m-1, or somebody else, and whose guests are m-2, m-3, …, in this order.
private func circle(
    guests: Int,
    host: String = "m-1",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Circle {
    var circle = Circle(id: try CircleID("c-1"), host: try MemberID(host))
    for guest in 0..<guests { try takeSeat("m-\(guest + 2)", &circle, sourceLocation: sourceLocation) }
    return circle
}

private func fullCircle() throws -> Circle { try circle(guests: 11) }

private func foundedBy(_ host: String) throws -> Circle { try circle(guests: 0, host: host) }

private func join(_ member: String, _ circle: inout Circle) throws {
    try circle.join(MemberID(member))
}

private func leave(_ member: String, _ circle: inout Circle) throws {
    try circle.leave(MemberID(member))
}

/// A guest joins, and a seat is free. A rule that needs the guest stops here if the circle refuses.
private func takeSeat(
    _ member: String,
    _ circle: inout Circle,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let answer = answer { try join(member, &circle) }
    try #require(answer == .yes, "a guest was refused while seats were free", sourceLocation: sourceLocation)
}

/// A seated guest leaves. A rule that needs the empty seat stops here if the circle refuses.
private func giveUpSeat(
    _ member: String,
    _ circle: inout Circle,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let answer = answer { try leave(member, &circle) }
    try #require(
        answer == .yes,
        "a guest who holds a seat was not allowed to leave",
        sourceLocation: sourceLocation
    )
}

/// What a circle says to somebody who asks.
private enum Answer: Hashable, CustomStringConvertible {
    case yes
    case no(Circle.Refusal)
    case anotherError(String)

    var description: String {
        switch self {
        case .yes: "yes"
        case .no(let refusal): "no: \(refusal)"
        case .anotherError(let error): "another error: \(error)"
        }
    }
}

private func answer(to attempt: () throws -> Void) -> Answer {
    do {
        try attempt()
        return .yes
    } catch let refusal as Circle.Refusal {
        return .no(refusal)
    } catch {
        return .anotherError("\(error)")
    }
}

/// «seat 1: m-1», «seat 2: m-2», …: who sits where, by number.
private func seated(in circle: Circle) -> [String] {
    lines(of: circle.seats)
}

private func lines(of seats: [Circle.Seat]) -> [String] {
    seats.sorted { $0.number < $1.number }.map { "seat \($0.number): \($0.holder)" }
}

/// A circle may keep to itself who hosts it. Then the reader finds this, and nobody can assign to it.
private protocol Hosted {}

extension Hosted {
    fileprivate var host: MemberID? { nil }

    /// See `NotDeclared`.
    fileprivate init(id: CircleID, host: MemberID, seats: [Circle.Seat]) throws {
        throw NotDeclared("Circle(id:host:seats:)")
    }
}

extension Circle: Hosted {}

/// What a reader can do: assign where the compiler lets them. Where it doesn't, nothing happens.
private func assign<Root, Value>(_ value: Value, to path: KeyPath<Root, Value>, of root: inout Root) {}

private func assign<Root, Value>(_ value: Value, to path: WritableKeyPath<Root, Value>, of root: inout Root) {
    root[keyPath: path] = value
}

private func assign<Root, Value>(
    _ value: Value,
    to path: ReferenceWritableKeyPath<Root, Value>,
    of root: inout Root
) {
    root[keyPath: path] = value
}

import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.3 Born, or remembered?")
struct RestoreTests {
    @Test("a founding obeys today's rules, and is an event")
    func founding() throws {
        for name in ["", "올빼", "a name that has one letter more ", "o\u{308}o\u{308}"] {
            #expect(
                throws: ReadingCircle.Refused.nameLength(name.count),
                "a name has 3 to 30 letters today; «\(name)» has \(name.count), and was not refused for that"
            ) {
                _ = try Room(founding: name)
            }
        }
        let accents = String(repeating: "o\u{308}", count: 30)
        for name in [
            "Owl", "김 씨", "a name of thirty letters, full", accents, "\tNight  owls \n", "Owls of 1984",
        ] {
            guard var room = try? Room(founding: name) else {
                Issue.record("a name has 3 to 30 letters today; «\(name)» has \(name.count), and was refused")
                continue
            }
            let founded = ReadingCircleRecord(
                id: " C-1\n",
                name: name,
                host: " M-3\n",
                seats: [" M-3\n"],
                foundedAt: .today,
                version: 0
            )
            #expect(
                room.circle.record == founded,
                "a circle was founded just now, and its record says something else"
            )
            #expect(
                room.circle.name == name,
                "a circle was founded as «\(name)», and is called something else"
            )
            #expect(
                room.circle.events == [.founded(room.circle.id)],
                "a founding should be one event, and these were noted"
            )
            let guests = [try MemberID("m-8"), try MemberID("m-9")]
            for guest in guests { try room.join(guest) }
            #expect(
                room.circle.events == [.founded(room.circle.id)] + guests.map { .joined($0) },
                "a circle was founded, two members joined, and these events are still to be published"
            )
            #expect(
                room.circle.version == 0,
                "a circle that was never saved counts \(room.circle.version) saves"
            )
        }
    }

    @Test("a remembered circle is as it was: id, name, host, seats and moment of founding")
    func sameness() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(
            circle.id.text == "c-7",
            "circle c-7 came back under another id, and nobody will find it again"
        )
        #expect(circle.name == "Night owls", "the circle came back under another name")
        #expect(circle.host.text == "m-3", "the circle came back with another host")
        #expect(
            circle.seats.map(\.text) == ["m-3", "m-2", "m-4", "m-1"],
            "somebody has lost their seat, or has another one"
        )
        let secondsLate = circle.foundedAt.timeIntervalSince(.leapDay)
        #expect(secondsLate == 0, "the circle came back with another moment of founding")
    }

    @Test("a remembered circle has the version with which it was saved")
    func version() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(circle.version == 41, "the circle was saved with version 41, and came back with another")
        var room = try Room(restoring: .sample)
        try room.join(MemberID("m-8"))
        let version = room.circle.version
        #expect(
            version == 41,
            "a member has joined, the circle has not been saved yet, and its version has changed"
        )
    }

    @Test("remembering a circle is not an event")
    func silence() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(circle.events == [], "the circle was only restored, and the neighbourhood hears news of it")
        for seats in [["m-3"], ["m-3", "m-2"]] {
            let justFounded = try ReadingCircle(restoring: .sample(seats: seats, version: 1))
            #expect(
                justFounded.events == [],
                "a circle was saved once, came back, and the neighbourhood hears news of it"
            )
        }
        let told = OldCircle.all.filter { old in
            (try? ReadingCircle(restoring: old.record))?.events.isEmpty == false
        }.map(\.testDescription)
        #expect(told == [], "circles from other times came back, and the neighbourhood hears news of these")
    }

    @Test("what happens from then on is an event, and nothing else is")
    func laterEvents() throws {
        var room = try Room(restoring: .sample)
        let (yuna, minho) = (try MemberID("m-8"), try MemberID("m-9"))
        try room.join(yuna)
        try room.join(minho)
        #expect(
            room.circle.events == [.joined(yuna), .joined(minho)],
            "two members joined, and other events were noted"
        )
    }

    @Test("a circle from a time with other rules comes back as it was", arguments: OldCircle.all)
    func otherRules(old: OldCircle) {
        let circle = try? ReadingCircle(restoring: old.record)
        #expect(
            circle?.record == old.record,
            "the rules have changed, and the circle didn't come back as it was saved"
        )
        let shown = circle.map { [$0.id.text, $0.name, $0.host.text] + $0.seats.map(\.text) }
        #expect(
            shown == [old.record.id, old.record.name, old.record.host] + old.record.seats,
            "the record is right, and the circle itself has another id, name, host or seats"
        )
    }

    @Test("today's rules hold for everything that happens today", arguments: Joining.all + Joining.old)
    func joining(row: Joining) throws {
        var room = try row.isNew ? Room(founding: "Owl") : Room(restoring: row.saved)
        for guest in row.seats.dropFirst() where row.isNew { try room.join(MemberID(guest)) }
        let (seats, events, record) = (room.circle.seats, room.circle.events, room.circle.record)
        let member = try MemberID(row.member)
        let answer = try room.answer(to: member)
        #expect(answer == row.answer, "the circle's answer doesn't follow today's rules")
        let (seated, told) = answer == nil ? (seats + [member], events + [.joined(member)]) : (seats, events)
        #expect(room.circle.seats == seated, "what the circle answered doesn't agree with who is seated now")
        #expect(room.circle.events == told, "what the circle answered doesn't agree with its events")
        let recordToSave = record.with(seats: seated.map(\.text))
        #expect(
            room.circle.record == recordToSave,
            "the record to be saved doesn't agree with who is seated now"
        )
        if answer == nil, seated.count < 12 {
            let again = try room.answer(to: member)
            #expect(
                again == .alreadySeated,
                "a newcomer who has a seat now asked for another, and heard this"
            )
        }
        let next = try room.answer(to: MemberID("m-9"))
        #expect(
            next == (seated.count < 12 ? nil : .full),
            "a newcomer came next, and was not answered by today's rules"
        )
    }

    @Test("a record that no circle can have is an error that names the fault", arguments: Fault.all)
    func faults(fault: Fault) {
        for record in [fault.record] + fault.likewise {
            #expect(throws: fault.error, "a record that can't be true was believed, mended or misread") {
                _ = try ReadingCircle(restoring: record)
            }
        }
        // The first seat isn't the host's, either.
        let halves: [ReadingCircleRecord] =
            [.sample(host: " ")]
            + ["", " ", "\t"].flatMap { blank in
                [[blank], [blank, "m-1"], [blank, "m-3"]].map { .sample(seats: $0) }
            }
        for record in halves {
            #expect(
                throws: CorruptRecord.self,
                "the host or the first seat has a blank id, and the record was believed or mended"
            ) {
                _ = try ReadingCircle(restoring: record)
            }
        }
    }

    @Test("a record that is restored and saved again stays the same")
    func roundTrip() throws {
        let again = try ReadingCircle(restoring: .sample).record
        #expect(again == .sample, "the circle was only restored, and its record has changed")
        var room = try Room(founding: "Owl")
        try room.join(MemberID("m-8"))
        let stored = room.circle.record.saved
        let restored = try ReadingCircle(restoring: stored).record
        #expect(restored == stored, "a circle that Moa founded doesn't come back as it was saved")
    }

    @Test("nobody outside can change a circle's past")
    func encapsulation() {
        let settable = [
            "id": isSettable(\ReadingCircle.id), "name": isSettable(\ReadingCircle.name),
            "host": isSettable(\ReadingCircle.host), "foundedAt": isSettable(\ReadingCircle.foundedAt),
            "version": isSettable(\ReadingCircle.version), "seats": isSettable(\ReadingCircle.seats),
            "events": isSettable(\ReadingCircle.events),
        ].filter(\.value).keys.sorted()
        #expect(settable == [], "anybody can change these parts of the circle's past")
    }
}

// MARK: - Records

extension Date {
    /// A fraction of a second belongs to the moment, too.
    fileprivate static let leapDay = utc(2024, 2, 29, hour: 18) + 0.123_456_789
    fileprivate static let today = utc(2026, 3, 31, hour: 18) + 0.987_654_321
}

extension ReadingCircleRecord {
    fileprivate static let sample = ReadingCircleRecord.sample()

    /// The record of an existing circle, except for what the arguments say.
    fileprivate static func sample(
        id: String = "c-7",
        name: String = "Night owls",
        host: String = "m-3",
        seats: [String] = ["m-3", "m-2", "m-4", "m-1"],
        foundedAt: Date = .leapDay,
        version: Int = 41
    ) -> ReadingCircleRecord {
        ReadingCircleRecord(
            id: id,
            name: name,
            host: host,
            seats: seats,
            foundedAt: foundedAt,
            version: version
        )
    }

    /// What the store makes of a record when it saves it: it counts the save.
    fileprivate var saved: ReadingCircleRecord { with(version: version + 1) }

    fileprivate func with(seats: [String]? = nil, version: Int? = nil) -> ReadingCircleRecord {
        ReadingCircleRecord(
            id: id,
            name: name,
            host: host,
            seats: seats ?? self.seats,
            foundedAt: foundedAt,
            version: version ?? self.version
        )
    }
}

extension RestoreTests {
    /// Seats for this many, the host first.
    private static func seats(_ count: Int) -> [String] {
        ["m-3"] + (1..<count).map { "s-\($0)" }
    }

    struct OldCircle: CustomTestStringConvertible {
        let testDescription: String
        let record: ReadingCircleRecord

        static let all = [
            OldCircle(testDescription: "a name of one letter", record: .sample(name: "Q")),
            OldCircle(
                testDescription: "a name that fills the page",
                record: .sample(name: String(repeating: "Those who read what nobody has read. ", count: 30))
            ),
            OldCircle(testDescription: "a name of digits alone", record: .sample(name: "1984")),
            OldCircle(testDescription: "no name at all", record: .sample(name: "")),
            OldCircle(
                testDescription: "spaces around its name, and two within",
                record: .sample(name: " Night  owls ")
            ),
            OldCircle(testDescription: "a line break after its name", record: .sample(name: "Owls\n")),
            OldCircle(testDescription: "blanks around its id", record: .sample(id: " C-7\n")),
            OldCircle(
                testDescription: "blanks around its members' ids",
                record: .sample(host: " m-3\n", seats: [" m-3\n", " m-1", "m-2\t"])
            ),
            OldCircle(
                testDescription: "two members whose ids differ in one capital",
                record: .sample(seats: ["m-3", "m-1", "M-1"])
            ),
            OldCircle(
                testDescription: "members whose ids differ in one space",
                record: .sample(seats: ["m-3", "m-1 ", "m-1", " m-1", "m- 1", " m-3"])
            ),
            OldCircle(
                testDescription: "forty seats, from the time of the large room",
                record: .sample(seats: RestoreTests.seats(40))
            ),
            OldCircle(testDescription: "three billion saves", record: .sample(version: 3_000_000_000)),
            OldCircle(
                testDescription: "a founding in 1969",
                record: .sample(foundedAt: .utc(1969, 4, 1))
            ),
            OldCircle(
                testDescription: "a founding in 2150, by a clock that was wrong",
                record: .sample(foundedAt: .utc(2150, 4, 1))
            ),
        ]
    }

    struct Joining: CustomTestStringConvertible {
        let testDescription: String
        /// Whether the circle was founded today, and everybody else joined since.
        var isNew = false
        let seats: [String]
        let member: String
        let answer: ReadingCircle.Refused?
        /// What the circle was restored from, if it isn't new.
        var record: ReadingCircleRecord?

        var saved: ReadingCircleRecord { record ?? .sample(seats: seats) }

        /// A newcomer joins each of the circles that come back from a time with other rules.
        static let old = OldCircle.all.filter { (try? Room(restoring: $0.record)) != nil }.map { old in
            Joining(
                testDescription: old.testDescription,
                seats: old.record.seats,
                member: "m-8",
                answer: old.record.seats.count < 12 ? nil : .full,
                record: old.record
            )
        }

        static let all = [
            Joining(
                testDescription: "eleven, and one joins",
                seats: RestoreTests.seats(11),
                member: "m-8",
                answer: nil
            ),
            Joining(
                testDescription: "twelve, and one joins",
                seats: RestoreTests.seats(12),
                member: "m-8",
                answer: .full
            ),
            Joining(
                testDescription: "fifteen, and one joins",
                seats: RestoreTests.seats(15),
                member: "m-8",
                answer: .full
            ),
            Joining(
                testDescription: "twenty-five, and one joins",
                seats: RestoreTests.seats(25),
                member: "m-8",
                answer: .full
            ),
            Joining(
                testDescription: "a guest joins again",
                seats: RestoreTests.seats(5),
                member: "s-2",
                answer: .alreadySeated
            ),
            Joining(
                testDescription: "the host joins again",
                seats: RestoreTests.seats(5),
                member: "m-3",
                answer: .alreadySeated
            ),
            Joining(
                testDescription: "one joins whose id differs from a guest's in its capital",
                seats: RestoreTests.seats(5),
                member: "S-2",
                answer: nil
            ),
            Joining(
                testDescription: "one joins whose id has a space more than a guest's",
                seats: RestoreTests.seats(5),
                member: "s-2 ",
                answer: nil
            ),
            Joining(
                testDescription: "eleven in a new circle, and one joins",
                isNew: true,
                seats: RestoreTests.seats(11),
                member: "m-8",
                answer: nil
            ),
            Joining(
                testDescription: "twelve in a new circle, and one joins",
                isNew: true,
                seats: RestoreTests.seats(12),
                member: "m-8",
                answer: .full
            ),
            Joining(
                testDescription: "a guest joins a new circle again",
                isNew: true,
                seats: RestoreTests.seats(5),
                member: "s-2",
                answer: .alreadySeated
            ),
        ]
    }

    struct Fault: CustomTestStringConvertible {
        let testDescription: String
        let record: ReadingCircleRecord
        let error: CorruptRecord
        /// The same fault, and other seats.
        var likewise: [ReadingCircleRecord] = []

        static let all: [Fault] =
            blankIDs + wrongSeats
            + [
                Fault(
                    testDescription: "never saved, and forty sit there",
                    record: .sample(seats: RestoreTests.seats(40), version: 0),
                    error: .impossibleVersion(0),
                    likewise: [1, 2, 12].map { .sample(seats: RestoreTests.seats($0), version: 0) }
                ),
                Fault(
                    testDescription: "saved a negative number of times",
                    record: .sample(version: -1),
                    error: .impossibleVersion(-1),
                    likewise: [1, 2, 12, 40].map { .sample(seats: RestoreTests.seats($0), version: -1) }
                ),
            ]
            + [
                ("m-3", RestoreTests.seats(14) + ["m-3"], [["m-3", "m-3"], ["m-3", "m-3", "s-1"]]),
                (
                    "s-2", ["m-3", "s-2", "s-1", "s-2", "s-3"],
                    [["m-3", "s-2", "s-2"], ["m-3", "s-1", "s-2", "s-2", "s-3"]]
                ),
            ].compactMap { holder, seats, others in
                (try? MemberID(holder)).map { id in
                    Fault(
                        testDescription: "\(holder) has two seats",
                        record: .sample(seats: seats),
                        error: .seatedTwice(id),
                        likewise: others.map { .sample(seats: $0) }
                    )
                }
            }

        private static let wrongSeats = [
            ("no seat is held", []), ("the host has no seat", ["m-1", "m-2"]),
            ("the host has the second seat", ["m-1", "m-3"]),
            ("the first seat is M-3's, and m-3 is the host", ["M-3", "m-1"]),
            ("the first holder's id has one more space than the host's", ["m-3 ", "m-1"]),
        ].map { Fault(testDescription: $0, record: .sample(seats: $1), error: .firstSeatNotHosts) }

        private static let blanks = [("lost", ""), ("a space", " "), ("a tab", "\t"), ("a line break", "\n")]

        private static let blankIDs: [Fault] =
            blanks
            .flatMap { name, blank in
                [
                    Fault(
                        testDescription: "the circle's id is \(name)",
                        record: .sample(id: blank),
                        error: .blankID
                    ),
                    Fault(
                        testDescription: "the host's id is \(name)",
                        record: .sample(host: blank, seats: [blank, "m-1"]),
                        error: .blankID
                    ),
                    Fault(
                        testDescription: "the id in a seat is \(name)",
                        record: .sample(seats: ["m-3", "m-1", "m-2", blank]),
                        error: .blankID,
                        likewise: [["m-3", blank], ["m-3", blank, "m-1"]].map { .sample(seats: $0) }
                    ),
                ]
            }
    }
}

// MARK: - Where a circle meets

extension RestoreTests {
    /// A circle in somebody's hands, whether it is a struct or a class.
    private struct Room {
        private(set) var circle: ReadingCircle

        init(founding name: String) throws {
            circle = try ReadingCircle(
                founding: name,
                host: MemberID(" M-3\n"),
                id: CircleID(" C-1\n"),
                at: .today
            )
        }

        init(restoring record: ReadingCircleRecord) throws {
            circle = try ReadingCircle(restoring: record)
        }

        mutating func join(_ member: MemberID) throws {
            try circle.join(member)
        }

        /// Why the circle said no; nil if the member has joined.
        mutating func answer(to member: MemberID) throws -> ReadingCircle.Refused? {
            // As if its errors had no type: an answer may leave it out.
            let joining: (inout ReadingCircle) throws -> Void = { try $0.join(member) }
            do {
                try joining(&circle)
                return nil
            } catch let refused as ReadingCircle.Refused {
                return refused
            }
        }
    }
}

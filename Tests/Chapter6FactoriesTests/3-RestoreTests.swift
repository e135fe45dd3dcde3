import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.3 Born, or remembered?")
struct RestoreTests {
    @Test("a founding is judged by today's rules, and told")
    func founding() throws {
        for name in ["Ah", "a name that has one letter more "] {
            #expect(
                throws: ReadingCircle.Refused.nameLength(name.count),
                "3 to 30 letters make a name today, and «\(name)» has \(name.count)"
            ) {
                _ = try Room(founding: name)
            }
        }
        let room = try Room(founding: "Owl")
        #expect(room.circle.events == [.founded(room.circle.id)], "a new circle is news, once")
        #expect(
            room.circle.version == 0,
            "a circle that was never saved has been saved \(room.circle.version) times"
        )
    }

    @Test("a remembered circle is who it was: id, name, host, seats and moment of founding")
    func sameness() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(circle.id.text == "c-7", "whoever asks for circle c-7 will not find it again")
        #expect(circle.name == "Night owls", "the circle came back under another name")
        #expect(circle.host.text == "m-3", "the circle has another host than yesterday")
        #expect(
            circle.seats.map(\.text) == ["m-3", "m-1", "m-2"],
            "somebody has lost a seat, or got another"
        )
        #expect(circle.foundedAt == .utc(2024, 2, 29, hour: 18), "the circle forgot since when it is there")
    }

    @Test("a remembered circle has the version with which it was saved")
    func version() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(circle.version == 41, "the next save will be taken for one from another time")
        var room = try Room(restoring: .sample)
        try room.join(MemberID("m-8"))
        let version = room.circle.version
        #expect(version == 41, "a member has joined, nobody has saved yet, and the circle counts a save")
    }

    @Test("nothing has happened when a circle is remembered")
    func silence() throws {
        let circle = try ReadingCircle(restoring: .sample)
        #expect(circle.events == [], "the app was started, and the neighbourhood is told some news")
    }

    @Test("what happens from then on is told, and nothing else")
    func laterEvents() throws {
        var room = try Room(restoring: .sample)
        let (yuna, minho) = (try MemberID("m-8"), try MemberID("m-9"))
        try room.join(yuna)
        try room.join(minho)
        #expect(
            room.circle.events == [.joined(yuna), .joined(minho)],
            "two have joined, and the news differs"
        )
    }

    @Test("a circle from the time of other rules comes back as it was", arguments: OldCircle.all)
    func otherRules(old: OldCircle) {
        let restored = try? ReadingCircle(restoring: old.record).record
        #expect(restored == old.record, "the rules have changed, and the circle has to pay for it")
    }

    @Test("today's rules hold for whatever happens today", arguments: Joining.all)
    func joining(row: Joining) throws {
        var room = try Room(restoring: .sample(seats: row.seats))
        let seats = room.circle.seats
        let answer = room.answer(to: try MemberID(row.member))
        #expect(answer == row.answer, "a circle that was restored does not keep the rules of a circle")
        let seated = answer == nil ? seats + [try MemberID(row.member)] : seats
        #expect(room.circle.seats == seated, "what the circle said and who is seated now disagree")
    }

    @Test("a record that no circle can have is reported, and the fault is named", arguments: Fault.all)
    func faults(fault: Fault) {
        #expect(throws: fault.error, "a record that can't be true was believed, mended or misread") {
            _ = try ReadingCircle(restoring: fault.record)
        }
    }

    @Test("restored and saved again, a record is the same")
    func roundTrip() throws {
        let again = try ReadingCircle(restoring: .sample).record
        #expect(again == .sample, "nobody has done anything, and what is stored has changed")
        var room = try Room(founding: "Owl")
        try room.join(MemberID("m-8"))
        let stored = room.circle.record.saved
        let restored = try ReadingCircle(restoring: stored).record
        #expect(restored == stored, "a circle that Moa has founded itself does not come back as it was")
    }

    @Test("what a circle has been through is closed to everybody else")
    func encapsulation() {
        let settable = [
            "id": isSettable(\ReadingCircle.id), "name": isSettable(\ReadingCircle.name),
            "host": isSettable(\ReadingCircle.host), "foundedAt": isSettable(\ReadingCircle.foundedAt),
            "version": isSettable(\ReadingCircle.version), "seats": isSettable(\ReadingCircle.seats),
            "events": isSettable(\ReadingCircle.events),
        ].filter(\.value).keys.sorted()
        #expect(settable == [], "anybody can give this circle another past")
    }
}

// MARK: - Records

extension ReadingCircleRecord {
    fileprivate static let sample = ReadingCircleRecord.sample()

    /// The record of a circle that exists, but for what is said otherwise.
    fileprivate static func sample(
        id: String = "c-7",
        name: String = "Night owls",
        host: String = "m-3",
        seats: [String] = ["m-3", "m-1", "m-2"],
        version: Int = 41
    ) -> ReadingCircleRecord {
        ReadingCircleRecord(
            id: id,
            name: name,
            host: host,
            seats: seats,
            foundedAt: .utc(2024, 2, 29, hour: 18),
            version: version
        )
    }

    /// What the store makes of a record when it saves it: it counts.
    fileprivate var saved: ReadingCircleRecord {
        ReadingCircleRecord(
            id: id,
            name: name,
            host: host,
            seats: seats,
            foundedAt: foundedAt,
            version: version + 1
        )
    }
}

extension RestoreTests {
    /// Seats for so many, the host first.
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
                record: .sample(name: "The circle of those who read what nobody else in Mapo has read")
            ),
            OldCircle(testDescription: "a space behind its id", record: .sample(id: "c-7 ")),
            OldCircle(testDescription: "no name at all", record: .sample(name: "")),
            OldCircle(testDescription: "spaces around its name", record: .sample(name: " Owls ")),
            OldCircle(
                testDescription: "fifteen seats, from the time of the large room",
                record: .sample(seats: RestoreTests.seats(15))
            ),
        ]
    }

    struct Joining: CustomTestStringConvertible {
        let testDescription: String
        let seats: [String]
        let member: String
        let answer: ReadingCircle.Refused?

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
        ]
    }

    struct Fault: CustomTestStringConvertible {
        let testDescription: String
        let record: ReadingCircleRecord
        let error: CorruptRecord

        static let all: [Fault] =
            [
                Fault(testDescription: "the id is lost", record: .sample(id: ""), error: .blankID),
                Fault(testDescription: "the id is a space", record: .sample(id: " "), error: .blankID),
                Fault(
                    testDescription: "the host's id is lost",
                    record: .sample(host: "", seats: ["", "m-1"]),
                    error: .blankID
                ),
                Fault(
                    testDescription: "a seat is held by nobody",
                    record: .sample(seats: ["m-3", "", "m-2"]),
                    error: .blankID
                ),
                Fault(
                    testDescription: "no seat is held",
                    record: .sample(seats: []),
                    error: .firstSeatNotHosts
                ),
                Fault(
                    testDescription: "the host has no seat",
                    record: .sample(seats: ["m-1", "m-2"]),
                    error: .firstSeatNotHosts
                ),
                Fault(
                    testDescription: "the host has the second seat",
                    record: .sample(seats: ["m-1", "m-3"]),
                    error: .firstSeatNotHosts
                ),
                Fault(
                    testDescription: "never saved",
                    record: .sample(version: 0),
                    error: .impossibleVersion(0)
                ),
                Fault(
                    testDescription: "saved less than never",
                    record: .sample(version: -1),
                    error: .impossibleVersion(-1)
                ),
            ]
            + ["m-3", "m-2"].compactMap { holder in
                (try? MemberID(holder)).map { id in
                    Fault(
                        testDescription: "\(holder) has two seats",
                        record: .sample(seats: ["m-3", "m-1", "m-2", holder]),
                        error: .seatedTwice(id)
                    )
                }
            }
    }
}

// MARK: - Where a circle meets

extension RestoreTests {
    /// A circle in somebody's hands, be it a struct or a class.
    private struct Room {
        private(set) var circle: ReadingCircle

        init(founding name: String) throws {
            circle = try ReadingCircle(
                founding: name,
                host: MemberID("m-1"),
                id: CircleID("c-1"),
                at: .utc(2026, 3, 31)
            )
        }

        init(restoring record: ReadingCircleRecord) throws {
            circle = try ReadingCircle(restoring: record)
        }

        mutating func join(_ member: MemberID) throws {
            try circle.join(member)
        }

        /// Why the circle said no; nil where the member has joined.
        mutating func answer(to member: MemberID) -> ReadingCircle.Refused? {
            do throws(ReadingCircle.Refused) {
                try circle.join(member)
                return nil
            } catch {
                return error
            }
        }
    }
}

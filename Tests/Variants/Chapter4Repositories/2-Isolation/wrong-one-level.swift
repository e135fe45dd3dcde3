// Fails: the guests in a circle are as safe as the circle itself
// Tempting: the record is a struct and `attendance` is a `let`; but the object behind it counts on.

import Moa

struct InMemoryCircles: CircleCollection {
    private struct Record {
        let id: CircleID
        let name: String
        let guests: [(member: MemberID, nickname: String, attendance: Circle.Attendance)]

        var circle: Circle {
            Circle(
                id: id,
                name: name,
                guests: guests.map {
                    Circle.Guest(member: $0.member, nickname: $0.nickname, attendance: $0.attendance)
                }
            )
        }
    }

    private var records: [CircleID: Record] = [:]

    func find(_ id: CircleID) -> Circle? { records[id]?.circle }
    func all() -> [Circle] { records.values.map(\.circle) }
    mutating func delete(_ id: CircleID) { records[id] = nil }

    mutating func save(_ circle: Circle) {
        records[circle.id] = Record(
            id: circle.id,
            name: circle.name,
            guests: circle.guests.map { ($0.member, $0.nickname, $0.attendance) }
        )
    }
}

// MARK: - Given

/// Moa's circles, in the words of the domain. A collection may be a struct or a class.
protocol CircleCollection {
    func find(_ id: CircleID) throws -> Circle?
    func all() throws -> [Circle]
    mutating func save(_ circle: Circle) throws
    mutating func delete(_ id: CircleID) throws
}

/// A circle as the screens know it: a class, so that two screens can show the same one.
final class Circle {
    let id: CircleID
    private(set) var name: String
    private(set) var guests: [Guest]

    /// A circle that is remembered, just as it was.
    init(id: CircleID, name: String, guests: [Guest] = []) {
        self.id = id
        self.name = name
        self.guests = guests
    }

    func rename(to newName: String) {
        name = newName
    }

    /// Somebody new sits down, who has been to no evening yet.
    func admit(_ member: MemberID, as nickname: String) {
        guests.append(Guest(member: member, nickname: nickname, attendance: Attendance(evenings: 0)))
    }
}

extension Circle {
    /// A member in this circle, under the nickname they have here.
    final class Guest {
        let member: MemberID
        private(set) var nickname: String
        let attendance: Attendance

        init(member: MemberID, nickname: String, attendance: Attendance) {
            self.member = member
            self.nickname = nickname
            self.attendance = attendance
        }

        func changeNickname(to newNickname: String) {
            nickname = newNickname
        }
    }

    /// How many evenings somebody has come to.
    final class Attendance {
        private(set) var evenings: Int

        init(evenings: Int) {
            self.evenings = evenings
        }

        func noteEvening() {
            evenings += 1
        }
    }
}

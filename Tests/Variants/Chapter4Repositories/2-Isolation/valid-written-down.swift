// Every circle is really written down: bytes share nothing with anybody, and may be unreadable.

import Foundation
import Moa

struct InMemoryCircles: CircleCollection {
    private struct Row: Codable {
        struct Guest: Codable {
            let member: MemberID
            let nickname: String
            let evenings: Int
        }

        let id: CircleID
        let name: String
        let guests: [Guest]
    }

    private var rows: [CircleID: Data] = [:]

    func find(_ id: CircleID) throws -> Circle? {
        try rows[id].map(read)
    }

    func all() throws -> [Circle] {
        try rows.values.map(read)
    }

    mutating func save(_ circle: Circle) throws {
        let guests = circle.guests.map {
            Row.Guest(member: $0.member, nickname: $0.nickname, evenings: $0.attendance.evenings)
        }
        rows[circle.id] = try JSONEncoder().encode(Row(id: circle.id, name: circle.name, guests: guests))
    }

    mutating func delete(_ id: CircleID) {
        rows[id] = nil
    }

    private func read(_ row: Data) throws -> Circle {
        let row = try JSONDecoder().decode(Row.self, from: row)
        let guests = row.guests.map {
            Circle.Guest(
                member: $0.member,
                nickname: $0.nickname,
                attendance: Circle.Attendance(evenings: $0.evenings)
            )
        }
        return Circle(id: row.id, name: row.name, guests: guests)
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

    /// Somebody new sits down, who hasn't been to an evening yet.
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

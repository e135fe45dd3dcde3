// 4.2 What you load is yours
//
// InMemoryCircles stands in for the real store wherever Moa is tested. A real store has no objects, only what
// was written down. A caller who loads a circle has one of their own, and only a save keeps a change.
// InMemoryCircles must keep that promise. Today it hands out the very objects that it keeps.
// Circle, Guest and Attendance stay classes.
//
// The page: swift run kata show 4.2
// Check it: swift run kata check 4.2

import Moa

/// Circles in memory. This is a store, but it ends with the app.
struct InMemoryCircles: CircleCollection {
    private var circles: [CircleID: Circle] = [:]

    init() {}

    func find(_ id: CircleID) -> Circle? {
        circles[id]?.copy()
    }

    func all() -> [Circle] {
        circles.values.map { $0.copy() }
    }

    mutating func save(_ circle: Circle) {
        circles[circle.id] = circle.copy()
    }

    mutating func delete(_ id: CircleID) {
        circles[id] = nil
    }
}

extension Circle {
    /// Another circle that looks the same.
    func copy() -> Circle {
        Circle(id: id, name: name, guests: guests)
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

    /// A stored circle, just as it was.
    init(id: CircleID, name: String, guests: [Guest] = []) {
        self.id = id
        self.name = name
        self.guests = guests
    }

    func rename(to newName: String) {
        name = newName
    }

    /// Somebody new sits down, and hasn't been to an evening yet.
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

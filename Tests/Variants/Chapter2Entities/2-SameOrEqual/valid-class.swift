// A class, compared by its id and never by its address; the board keeps and shows copies, and takes the old news down by hand.

import Moa

final class Circle: Hashable {
    let id: CircleID
    private(set) var name: String
    private(set) var place: String
    private(set) var members: Set<MemberID> = []

    init(id: CircleID, name: String, place: String) {
        self.id = id
        self.name = name
        self.place = place
    }

    static func == (one: Circle, other: Circle) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    func hasSameState(as other: Circle) -> Bool {
        (name, place, members) == (other.name, other.place, other.members)
    }

    /// The circle as it is now, which later changes don't reach.
    func copy() -> Circle {
        let copy = Circle(id: id, name: name, place: place)
        copy.members = members
        return copy
    }

    func rename(to newName: String) { name = newName }
    func move(to newPlace: String) { place = newPlace }
    func admit(_ member: MemberID) { members.insert(member) }
}

struct Noticeboard {
    private var posted: Set<Circle> = []

    var circles: [Circle] { posted.map { $0.copy() } }

    mutating func post(_ circle: Circle) -> Bool {
        let earlier = posted.remove(circle)
        posted.insert(circle.copy())
        return earlier.map { !$0.hasSameState(as: circle) } ?? true
    }
}

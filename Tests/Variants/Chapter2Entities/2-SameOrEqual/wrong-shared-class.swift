// Fails: the noticeboard says whether a posted circle is news
// Tempting: a circle has an identity, so it becomes a class; the board then holds the very circle that others change.

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

    func rename(to newName: String) { name = newName }
    func move(to newPlace: String) { place = newPlace }
    func admit(_ member: MemberID) { members.insert(member) }
}

struct Noticeboard {
    private(set) var circles: Set<Circle> = []

    mutating func post(_ circle: Circle) -> Bool {
        let earlier = circles.remove(circle)
        circles.insert(circle)
        return earlier.map { !$0.hasSameState(as: circle) } ?? true
    }
}

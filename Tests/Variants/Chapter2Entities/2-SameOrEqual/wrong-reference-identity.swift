// Fails: a circle is the same circle each time it is loaded
// Tempting: «the same object» sounds like «the same circle», and === is there for nothing.

import Moa

final class Circle {
    let id: CircleID
    private(set) var name: String
    private(set) var place: String
    private(set) var members: Set<MemberID> = []

    init(id: CircleID, name: String, place: String) {
        self.id = id
        self.name = name
        self.place = place
    }

    func hasSameState(as other: Circle) -> Bool {
        name == other.name && place == other.place && members == other.members
    }

    func rename(to newName: String) { name = newName }
    func move(to newPlace: String) { place = newPlace }
    func admit(_ member: MemberID) { members.insert(member) }
}

extension Circle: Hashable {
    static func == (one: Circle, other: Circle) -> Bool {
        one === other
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

struct Noticeboard {
    private(set) var circles: Set<Circle> = []

    mutating func post(_ circle: Circle) -> Bool {
        guard let earlier = circles.update(with: circle) else { return true }
        return !circle.hasSameState(as: earlier)
    }
}

// Fails: whatever changes, the state is another one
// Tempting: a set is dear to compare, and its count is not; members who come and go seem to change it.

import Moa

/// A group of members who meet. Its name, its place and its members may change, and it stays the same circle.
struct Circle {
    let id: CircleID
    private(set) var name: String
    private(set) var place: String
    private(set) var members: Set<MemberID> = []

    init(id: CircleID, name: String, place: String) {
        self.id = id
        self.name = name
        self.place = place
    }

    /// Whether the two have the same name, place and members, whichever circles they are.
    func hasSameState(as other: Circle) -> Bool {
        name == other.name && place == other.place && members.count == other.members.count
    }

    mutating func rename(to newName: String) {
        name = newName
    }

    mutating func move(to newPlace: String) {
        place = newPlace
    }

    mutating func admit(_ member: MemberID) {
        members.insert(member)
    }
}

// MARK: - The same circle?

extension Circle: Hashable {
    static func == (one: Circle, other: Circle) -> Bool {
        one.id == other.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The circles on the start screen, each as Moa has last heard of it.
struct Noticeboard {
    private(set) var circles: Set<Circle> = []

    /// Puts up what is known of a circle now, and says whether there was anything new in it.
    mutating func post(_ circle: Circle) -> Bool {
        guard let earlier = circles.update(with: circle) else { return true }
        return !circle.hasSameState(as: earlier)
    }
}

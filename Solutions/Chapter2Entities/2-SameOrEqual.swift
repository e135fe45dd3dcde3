// 2.2 Same or equal?

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
    // Why not the id too: `==` asks about it already, and two circles may be in the same state.
    func hasSameState(as other: Circle) -> Bool {
        name == other.name && place == other.place && members == other.members
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

    // Why by hand: the compiler would hash every property, and a set would look for a renamed circle in a place
    // where nobody has put it.
    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The circles on the start screen, each as it was last posted.
struct Noticeboard {
    private(set) var circles: Set<Circle> = []

    /// Puts up a circle as it is now, and says whether that is news.
    mutating func post(_ circle: Circle) -> Bool {
        // Why not `insert`: it keeps the circle that is there already, which is the old news.
        guard let earlier = circles.update(with: circle) else { return true }
        return !circle.hasSameState(as: earlier)
    }
}

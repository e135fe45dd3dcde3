// 2.2 Same or equal?
//
// Moa's start screen has a noticeboard: each circle once, with its latest news. Since the runners moved to
// another room it shows their circle twice. You can ask two questions about two circles: are they the same
// circle, and has anything changed? Give each question its own answer, and let the noticeboard ask the right
// one.
//
// The page: swift run kata show 2.2
// Check it: swift run kata check 2.2

import Moa

/// A group of members who meet. Its name, its place and its members may change, and it stays the same circle.
struct Circle: Hashable {
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

extension Circle {
    static func == (one: Circle, other: Circle) -> Bool {
        one.id == other.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The circles on the start screen, each as it was last posted.
struct Noticeboard {
    private(set) var circles: Set<Circle> = []

    /// Puts up a circle as it is now, and says whether that is news.
    mutating func post(_ circle: Circle) -> Bool {
        // TODO: What if the circle is on the board already?
        circles.insert(circle).inserted
    }
}

// The state is a value of its own, so no property can be forgotten; the board is a dictionary by id.

import Moa

struct Circle: Hashable {
    struct State: Equatable {
        var name: String
        var place: String
        var members: Set<MemberID> = []
    }

    let id: CircleID
    private var state: State

    init(id: CircleID, name: String, place: String) {
        self.id = id
        state = State(name: name, place: place)
    }

    var name: String { state.name }
    var place: String { state.place }
    var members: Set<MemberID> { state.members }

    static func == (one: Circle, other: Circle) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    func hasSameState(as other: Circle) -> Bool { state == other.state }

    mutating func rename(to newName: String) { state.name = newName }
    mutating func move(to newPlace: String) { state.place = newPlace }
    mutating func admit(_ member: MemberID) { state.members.insert(member) }
}

struct Noticeboard {
    private var known: [CircleID: Circle] = [:]

    var circles: [Circle] { Array(known.values) }

    mutating func post(_ circle: Circle) -> Bool {
        guard let earlier = known.updateValue(circle, forKey: circle.id) else { return true }
        return !earlier.hasSameState(as: circle)
    }
}

// Fails: a name can be handed to another task
// Tempting: the list shows a name at each scroll, so it is joined once and kept; nobody outside can see it change.

final class PersonName: Hashable {
    let family: String
    let given: String
    private var joined: String?

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    var familyFirst: String {
        if let joined { return joined }
        let display = "\(family) \(given)"
        joined = display
        return display
    }

    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.family == other.family && one.given == other.given
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(family)
        hasher.combine(given)
    }
}

// A class can be a value too: nothing in it changes, and equality looks at the parts.

final class PersonName: Hashable, Sendable {
    let family: String
    let given: String

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    var familyFirst: String { [family, given].joined(separator: " ") }
    var givenFirst: String { [given, family].joined(separator: " ") }

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

// Fails: a set keeps equal names once
// Tempting: == compares the parts, and the hash of an object is at hand.

final class PersonName: Hashable, Sendable {
    let family: String
    let given: String

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.family == other.family && one.given == other.given
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

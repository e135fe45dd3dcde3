// Fails: a new family name leaves the old name as it was
// Tempting: `changeFamily` reads naturally on a shared object, and everybody sees the new name at once.

final class PersonName: Hashable, @unchecked Sendable {
    private(set) var family: String
    let given: String

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        family = newFamily
        return self
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.family == other.family && one.given == other.given
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(family)
        hasher.combine(given)
    }
}

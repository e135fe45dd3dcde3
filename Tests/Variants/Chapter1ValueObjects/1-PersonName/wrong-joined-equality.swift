// Fails: a different part makes a different name
// Tempting: two names that read the same look like the same name, and one comparison is shorter than two.

struct PersonName: Hashable, Sendable {
    let family: String
    let given: String

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.familyFirst == other.familyFirst
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(familyFirst)
    }
}

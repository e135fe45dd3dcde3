// Fails: a different part makes a different name
// Tempting: people write their capitals carelessly, and handles don't tell them apart either.

struct PersonName: Hashable, Sendable {
    let family: String
    let given: String

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.family.lowercased() == other.family.lowercased()
            && one.given.lowercased() == other.given.lowercased()
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(family.lowercased())
        hasher.combine(given.lowercased())
    }
}

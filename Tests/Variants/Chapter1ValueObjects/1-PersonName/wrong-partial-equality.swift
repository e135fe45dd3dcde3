// Fails: a different part makes a different name
// Tempting: lists are sorted and searched by family name, so comparing that one looks like enough.

struct PersonName: Hashable, Sendable {
    let family: String
    let given: String

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }

    static func == (one: PersonName, other: PersonName) -> Bool { one.family == other.family }

    func hash(into hasher: inout Hasher) { hasher.combine(family) }
}

// Fails: equal parts make equal names
// Tempting: in other languages a model type is a class, and `===` comes to hand for `==`.

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

    static func == (one: PersonName, other: PersonName) -> Bool { one === other }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

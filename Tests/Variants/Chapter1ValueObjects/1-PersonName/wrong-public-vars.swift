// Fails: no part can be set from outside
// Tempting: it is a struct, so copies are safe; but every holder of a `var` may still edit what a name is.

struct PersonName: Hashable, Sendable {
    var family: String
    var given: String

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

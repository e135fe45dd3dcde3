// Fails: each part is kept as it was given
// Tempting: people type carelessly, so a name is tidied up on its way in.

import Foundation

struct PersonName: Hashable, Sendable {
    let family: String
    let given: String

    init(family: String, given: String) {
        self.family = family.trimmingCharacters(in: .whitespaces).capitalized
        self.given = given.trimmingCharacters(in: .whitespaces).capitalized
    }

    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

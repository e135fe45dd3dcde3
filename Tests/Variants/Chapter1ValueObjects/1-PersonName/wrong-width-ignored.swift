// Fails: a different part makes a different name
// Tempting: «Ｋｉｍ» and «Kim» differ by the keyboard only; both are kept, and counted as one.

import Foundation

/// What a member is called.
///
/// Why a struct with `let`: a name that can't change can be shared with anybody, and the compiler derives
/// `==`, `hash(into:)` and `Sendable` from the parts. A third part added later is compared without a thought.
struct PersonName: Hashable, Sendable {
    // Why not `first` and `last`: those are places in a text, and they differ between Seoul and London.
    let family: String
    let given: String

    static func == (one: PersonName, other: PersonName) -> Bool {
        key(one.family) == key(other.family) && key(one.given) == key(other.given)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(Self.key(family))
        hasher.combine(Self.key(given))
    }

    private static func key(_ part: String) -> String {
        part.folding(options: .widthInsensitive, locale: nil)
    }

    /// How Korean readers see it: «김 소리».
    var familyFirst: String { "\(family) \(given)" }

    /// How English readers see it: «Sori Kim».
    var givenFirst: String { "\(given) \(family)" }

    /// The same person's name after a change of the family name. The old name is still the old name.
    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

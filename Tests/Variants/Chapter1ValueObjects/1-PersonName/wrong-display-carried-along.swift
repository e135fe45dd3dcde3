// Fails: a new family name leaves the old name as it was
// Tempting: the display is joined once, when a name is made, and a replacement copies everything but the family name.

/// What a member is called.
///
/// Why a struct with `let`: a name that can't change can be shared with anybody, and the compiler derives
/// `==`, `hash(into:)` and `Sendable` from the parts. A third part added later is compared without a thought.
struct PersonName: Hashable, Sendable {
    // Why not `first` and `last`: those are places in a text, and they differ between Seoul and London.
    private(set) var family: String
    let given: String
    let familyFirst: String

    init(family: String, given: String) {
        self.family = family
        self.given = given
        familyFirst = "\(family) \(given)"
    }

    /// How English readers see it: «Sori Kim».
    var givenFirst: String { "\(given) \(family)" }

    /// The same person's name after a change of the family name. The old name is still the old name.
    func replacingFamily(with newFamily: String) -> PersonName {
        var renamed = self
        renamed.family = newFamily
        return renamed
    }
}

// Fails: a new family name leaves the old name as it was
// Tempting: a former family name is kept for the records, and nobody has two of them.

/// What a member is called.
///
/// Why a struct with `let`: a name that can't change can be shared with anybody, and the compiler derives
/// `==`, `hash(into:)` and `Sendable` from the parts. A third part added later is compared without a thought.
struct PersonName: Hashable, Sendable {
    // Why not `first` and `last`: those are places in a text, and they differ between Seoul and London.
    let family: String
    let given: String
    private var former: String?

    init(family: String, given: String) {
        self.family = family
        self.given = given
    }

    static func == (one: PersonName, other: PersonName) -> Bool {
        one.family == other.family && one.given == other.given
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(family)
    }

    /// How Korean readers see it: «김 소리».
    var familyFirst: String { "\(family) \(given)" }

    /// How English readers see it: «Sori Kim».
    var givenFirst: String { "\(given) \(family)" }

    /// The same person's name after a change of the family name. The old name is still the old name.
    func replacingFamily(with newFamily: String) -> PersonName {
        guard former == nil else { return self }
        var renamed = PersonName(family: newFamily, given: given)
        renamed.former = family
        return renamed
    }
}

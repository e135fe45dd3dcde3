// 1.1 Names without splitting
//
// Moa keeps a member's name as one text and takes it apart at the spaces when it needs a part.
// Make PersonName a value: a family name and a given name, kept as they were given, compared by
// what they are, and never changed.
//
// The page: swift run kata show 1.1
// Check it: swift run kata check 1.1

/// What a member is called.
final class PersonName {
    // TODO: The text forgets what the caller knew: which part is which.
    var text: String

    init(family: String, given: String) {
        text = "\(given) \(family)"
    }

    var family: String {
        get { words.last ?? "" }
        set { text = "\(given) \(newValue)" }
    }

    var given: String {
        get { words.first ?? "" }
        set { text = "\(newValue) \(family)" }
    }

    /// How Korean readers see it: «김 소리».
    var familyFirst: String {
        "\(family) \(given)"
    }

    /// How English readers see it: «Sori Kim».
    var givenFirst: String {
        text
    }

    /// The same person's name after a change of the family name.
    func replacingFamily(with newFamily: String) -> PersonName {
        // TODO: Everybody who holds the old name sees it change.
        family = newFamily
        return self
    }

    private var words: [String] {
        text.split(separator: " ").map(String.init)
    }
}

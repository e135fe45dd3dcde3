// Fails: each part is kept as it was given
// Tempting: the text is what is shown most, and cutting it at the space works for the names at hand.

struct PersonName: Hashable, Sendable {
    private let text: String

    init(family: String, given: String) {
        text = "\(family) \(given)"
    }

    var family: String { text.split(separator: " ").first.map(String.init) ?? "" }
    var given: String { text.split(separator: " ").last.map(String.init) ?? "" }
    var familyFirst: String { "\(family) \(given)" }
    var givenFirst: String { "\(given) \(family)" }

    func replacingFamily(with newFamily: String) -> PersonName {
        PersonName(family: newFamily, given: given)
    }
}

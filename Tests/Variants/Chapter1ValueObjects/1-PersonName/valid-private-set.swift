// `private(set)` and a mutated copy: no caller can set a part, and the original is left alone.

struct PersonName: Hashable, Sendable {
    private(set) var family: String
    let given: String

    var familyFirst: String { family + " " + given }
    var givenFirst: String { given + " " + family }

    func replacingFamily(with newFamily: String) -> PersonName {
        var copy = self
        copy.family = newFamily
        return copy
    }
}

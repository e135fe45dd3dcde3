import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.1 Names without splitting")
struct PersonNameTests {
    @Test("equal parts make equal names")
    func equality() {
        let one = PersonName(family: "김", given: "소리")
        let other = PersonName(family: "김", given: "소리")
        #expect(areEqual(one, other) == true, "the same name, written twice, is not the same name")
    }

    @Test("a different part makes a different name")
    func difference() {
        let sori = PersonName(family: "김", given: "소리")
        #expect(
            areEqual(sori, PersonName(family: "이", given: "소리")) == false,
            "a name with another family name must be another name"
        )
        #expect(
            areEqual(sori, PersonName(family: "김", given: "민수")) == false,
            "a name with another given name must be another name"
        )
        #expect(
            areEqual(sori, PersonName(family: "소리", given: "김")) == false,
            "family and given name are not interchangeable"
        )
    }

    @Test("a set keeps equal names once")
    func hashing() {
        let names = [
            PersonName(family: "김", given: "소리"),
            PersonName(family: "김", given: "소리"),
            PersonName(family: "이", given: "소리"),
        ]
        #expect(countInSet(names) == 2, "three names, two of them equal, are two different names")
    }

    @Test("a part of two words stays whole", arguments: CompoundName.all)
    func compoundParts(name: CompoundName) {
        let kept = PersonName(family: name.family, given: name.given)
        #expect(kept.family == name.family, "part of the family name went missing")
        #expect(kept.given == name.given, "part of the given name went missing")
    }

    @Test("the reader's custom decides which part is shown first")
    func displays() {
        let sori = PersonName(family: "Kim", given: "Sori")
        #expect(sori.familyFirst == "Kim Sori")
        #expect(sori.givenFirst == "Sori Kim")
        let mary = PersonName(family: "Evans", given: "Mary Ann")
        #expect(mary.familyFirst == "Evans Mary Ann")
        #expect(mary.givenFirst == "Mary Ann Evans")
    }

    @Test("a new family name leaves the old name as it was")
    func replacement() {
        let before = PersonName(family: "Kim", given: "Sori")
        let after = before.replacingFamily(with: "Lee")
        #expect(after.family == "Lee")
        #expect(after.given == "Sori", "the given name does not change with the family name")
        #expect(before.family == "Kim", "whoever held the old name has seen it change")
    }

    @Test("no part can be set from outside")
    func immutability() {
        let familyIsSettable = isSettable(\PersonName.family)
        #expect(familyIsSettable == false, "anybody can put another family name into a name")
        let givenIsSettable = isSettable(\PersonName.given)
        #expect(givenIsSettable == false, "anybody can put another given name into a name")
    }

    @Test("a name can be handed to another task")
    func sendability() {
        let isSendable = Conformance<PersonName>().isSendable
        #expect(isSendable == true, "PersonName is not Sendable")
    }
}

/// Names that are cut in the wrong place by whoever cuts at a space.
struct CompoundName: CustomTestStringConvertible {
    let family: String
    let given: String

    var testDescription: String { "family «\(family)», given «\(given)»" }

    static let all = [
        CompoundName(family: "Evans", given: "Mary Ann"),
        CompoundName(family: "van der Meer", given: "Joost"),
        CompoundName(family: "남궁", given: "민 아"),
    ]
}

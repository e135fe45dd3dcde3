import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.1 Names without splitting")
struct PersonNameTests {
    @Test("equal parts make equal names")
    func equality() throws {
        let one = PersonName(family: "김", given: "소리")
        let other = PersonName(family: "김", given: "소리")
        let sameName = try #require(
            areEqual(one, other) as Bool?,
            "PersonName has no == yet: it is not Equatable"
        )
        #expect(sameName == true, "the same family name and given name make two different names")
    }

    @Test("a different part makes a different name", arguments: NamePair.different)
    func difference(pair: NamePair) throws {
        let one = PersonName(family: pair.one.family, given: pair.one.given)
        let other = PersonName(family: pair.other.family, given: pair.other.given)
        let sameName = try #require(
            areEqual(one, other) as Bool?,
            "PersonName has no == yet: it is not Equatable"
        )
        #expect(sameName == false, "two different names count as the same name")
    }

    @Test("a set keeps equal names once")
    func hashing() throws {
        let sori = PersonName(family: "김", given: "소리")
        let soriAgain = PersonName(family: "김", given: "소리")
        let other = PersonName(family: "이", given: "소리")
        // A set of values that break this promise may stop the program.
        try #require(
            hash(of: sori) == hash(of: soriAgain),
            "equal names have different hashes, so a set may miss one"
        )
        let count = try #require(
            countInSet([sori, soriAgain, other]) as Int?,
            "no set can hold a PersonName: it is not Hashable"
        )
        #expect(count == 2, "a set of three names, two of them equal, does not hold exactly two")
        // «é» in one letter, and as a letter and an accent.
        let jose = PersonName(family: "García", given: "José")
        let typedAnew = PersonName(family: "Garci\u{301}a", given: "Jose\u{301}")
        let sameName = areEqual(jose, typedAnew) as Bool?
        let sameHash = hash(of: jose) == hash(of: typedAnew)
        #expect(
            sameName == false || sameHash,
            "equal names have different hashes, so a set may miss one"
        )
    }

    @Test("each part is kept as it was given", arguments: CompoundName.all)
    func compoundParts(name: CompoundName) {
        let kept = PersonName(family: name.family, given: name.given)
        #expect(kept.family == name.family, "the family name is not kept as it was given")
        #expect(kept.given == name.given, "the given name is not kept as it was given")
    }

    @Test("the reader's custom decides which part is shown first")
    func displays() {
        let sori = PersonName(family: "Kim", given: "Sori")
        #expect(sori.familyFirst == "Kim Sori", "Korean readers don't see «Kim Sori»")
        #expect(sori.givenFirst == "Sori Kim", "English readers don't see «Sori Kim»")
        for name in CompoundName.all {
            let shown = PersonName(family: name.family, given: name.given)
            let familyFirst = "\(name.family) \(name.given)"
            #expect(shown.familyFirst == familyFirst, "Korean readers don't see «\(visible(familyFirst))»")
            let givenFirst = "\(name.given) \(name.family)"
            #expect(shown.givenFirst == givenFirst, "English readers don't see «\(visible(givenFirst))»")
        }
    }

    @Test("a new family name leaves the old name as it was")
    func replacement() {
        let before = PersonName(family: "Grace", given: "Mary Grace")
        let families = ["Lee", "", " van der Meer", "de Groot", "GRACE", "de\nGroot", "Ｌｅｅ", "Lee 2"]
        let namesAfterwards =
            families.map { CompoundName(family: $0, given: "Mary Grace") } + CompoundName.all
        for name in namesAfterwards {
            let after = PersonName(family: "Grace", given: name.given).replacingFamily(with: name.family)
            #expect(
                after.family == name.family,
                "the new name does not have the new family name «\(visible(name.family))»"
            )
            #expect(after.given == name.given, "the given name has changed with the family name")
            let typedAnew = PersonName(family: name.family, given: name.given)
            let sameName = areEqual(after, typedAnew)
            #expect(
                sameName == true,
                "a name with a new family name is not equal to the same name typed anew"
            )
            let sameHash = hash(of: after) == hash(of: typedAnew)
            #expect(sameHash == true, "equal names have different hashes, so a set may miss one")
            #expect(after.familyFirst == typedAnew.familyFirst, "Korean readers see an outdated name")
            #expect(after.givenFirst == typedAnew.givenFirst, "English readers see an outdated name")
        }
        for old in CompoundName.all {
            let after = PersonName(family: old.family, given: old.given).replacingFamily(with: "Lee")
            #expect(
                after.family == "Lee",
                "«\(visible(old.family))» was replaced with «Lee», and «Lee» is not the family name"
            )
            #expect(after.given == old.given, "the given name has changed with the family name")
        }
        let twice = before.replacingFamily(with: "Lee").replacingFamily(with: "Park")
        #expect(twice.family == "Park", "a family name was replaced twice, and is not the second new one")
        #expect(before.family == "Grace", "the old name has changed with the new one")
    }

    @Test("no part can be set from outside")
    func immutability() {
        let familyIsSettable = isSettable(\PersonName.family)
        #expect(familyIsSettable == false, "anybody can put another family name into a name")
        let givenIsSettable = isSettable(\PersonName.given)
        #expect(givenIsSettable == false, "anybody can put another given name into a name")
        let displayIsSettable = isSettable(\PersonName.familyFirst) || isSettable(\PersonName.givenFirst)
        #expect(displayIsSettable == false, "anybody can set what is shown of a name, and its parts with it")
    }

    @Test("a name can be handed to another task")
    func sendability() {
        let isSendable = Conformance<PersonName>().isSendable
        #expect(isSendable == true, "PersonName is not Sendable, so no other task may have a name")
    }
}

/// Two names that look alike if only one part is compared, or if the comparison is loose.
struct NamePair: CustomTestStringConvertible {
    typealias Parts = (family: String, given: String)

    let testDescription: String
    let one: Parts
    let other: Parts

    static let different =
        [
            NamePair("another family name", ("김", "소리"), ("이", "소리")),
            NamePair("another given name", ("김", "소리"), ("김", "민수")),
            NamePair("family name and given name exchanged", ("김", "소리"), ("소리", "김")),
            NamePair(
                "the same words, divided elsewhere",
                ("van der Meer", "Joost"),
                ("van der", "Meer Joost")
            ),
            NamePair("a repeated word, divided elsewhere", ("Kim Kim", "Kim"), ("Kim", "Kim Kim")),
            NamePair("the only part, once as the family name", ("Kim", ""), ("", "Kim")),
            NamePair("different capitals", ("de Groot", "Anna"), ("De Groot", "Anna")),
            NamePair("different capitals in the given name", ("Klein", "McKay"), ("Klein", "Mckay")),
            NamePair("an accent left out", ("García", "José"), ("García", "Jose")),
            NamePair("an accent left out of the family name", ("García", "José"), ("Garcia", "José")),
            NamePair("a space at the end", ("Kim", "Sori"), ("Kim", "Sori ")),
            NamePair("a space after the family name", ("Kim", "Sori"), ("Kim ", "Sori")),
            NamePair("a space inside the given name", ("Evans", "Mary Ann"), ("Evans", "MaryAnn")),
            NamePair("a space inside the family name", ("van der Meer", "Joost"), ("vander Meer", "Joost")),
            NamePair("a hyphen for a space", ("Evans", "Mary Ann"), ("Evans", "Mary-Ann")),
            NamePair("a hyphen for a space in the family name", ("de Groot", "Anna"), ("de-Groot", "Anna")),
            NamePair("wide letters in the given name", ("Kim", "Sori"), ("Kim", "Ｓｏｒｉ")),
            NamePair("wide letters in the family name", ("Kim", "Sori"), ("Ｋｉｍ", "Sori")),
            NamePair("another number behind the family name", ("Kim 2", "Sori"), ("Kim 3", "Sori")),
            NamePair("another number behind the given name", ("Kim", "Sori 2"), ("Kim", "Sori 3")),
            NamePair("a straight apostrophe for a round one", ("O’Neill", "Tip"), ("O'Neill", "Tip")),
            NamePair("a straight apostrophe in the given name", ("Kim", "D’Arcy"), ("Kim", "D'Arcy")),
            NamePair("a flag behind the given name", ("Kim", "Sori"), ("Kim", "Sori🇰🇷")),
            NamePair("a flag behind the family name", ("Kim", "Sori"), ("Kim🇰🇷", "Sori")),
            NamePair("an initial for the given name", ("Kim", "Sori"), ("Kim", "S.")),
            NamePair("no given name", ("Kim", "Sori"), ("Kim", "")),
            NamePair("no family name", ("Kim", "Sori"), ("", "Sori")),
        ]
        + (lookalikes + signs).flatMap { kind, one, other in
            [
                NamePair("\(kind) in the given name", ("Kim", one), ("Kim", other)),
                NamePair("\(kind) in the family name", (one, "Kim"), (other, "Kim")),
            ]
        }

    private static let lookalikes = [
        ("a non-breaking space", "Mary Ann", "Mary\u{A0}Ann"),
        ("an em space", "Mary Ann", "Mary\u{2003}Ann"),
        ("a tab", "Mary Ann", "Mary\tAnn"),
        ("two spaces", "Mary Ann", "Mary  Ann"),
        ("a line break at the end", "Mary Ann", "Mary Ann\n"),
        ("a Windows line break", "Mary\nAnn", "Mary\r\nAnn"),
        ("a soft hyphen", "MaryAnn", "Mary\u{AD}Ann"),
        ("an invisible space", "MaryAnn", "Mary\u{200B}Ann"),
        ("a dash", "Mary-Ann", "Mary–Ann"),
        ("a non-breaking hyphen", "Mary-Ann", "Mary‑Ann"),
        ("a full stop", "Mary A", "Mary A."),
        ("quotation marks", "Mary Ann", "«Mary Ann»"),
        ("round quotation marks", "\"Mary\" Ann", "“Mary” Ann"),
        ("another last letter of a long name", long + "a", long + "b"),
    ]

    private static let signs = ",;:/&+_%*#()".map { ("«\($0)»", "MaryAnn", "Mary\($0)Ann") }

    private static let long = String(repeating: "Wolfeschlegelstein ", count: 9)

    private init(_ testDescription: String, _ one: Parts, _ other: Parts) {
        self.testDescription = testDescription
        self.one = one
        self.other = other
    }
}

/// Names that change if somebody cuts at a space, trims, corrects letters or spaces, leaves out what is blank or no
/// letter, or shortens what is long.
struct CompoundName: CustomTestStringConvertible {
    let family: String
    let given: String

    var testDescription: String { "family «\(visible(family))», given «\(visible(given))»" }

    static let all = [
        CompoundName(family: "김", given: "소리"),
        CompoundName(family: "Evans", given: "Mary Ann"),
        CompoundName(family: "van der Meer", given: "Joost"),
        CompoundName(family: "de Vries", given: "Anna McKay"),
        CompoundName(family: "O’Neill, 3.", given: "J. R."),
        CompoundName(family: "O'Neill", given: "\"Tip\""),
        CompoundName(family: "de%20Groot", given: "Mary+Ann_Lee & Jo"),
        CompoundName(family: "Thomas", given: "Thomas"),
        CompoundName(family: "Ｋｉｍ", given: "Ｓｏｒｉ"),
        CompoundName(
            family: String(repeating: "Wolfeschlegelsteinhausenbergerdorff ", count: 3),
            given: String(repeating: "Hubert Blaine ", count: 8)
        ),
        CompoundName(family: "남궁", given: " 민 아"),
        CompoundName(family: "KIM", given: "SORI"),
        CompoundName(family: "kim", given: "sori"),
        CompoundName(family: "de  la Cruz", given: "Ana  Sofía"),
        CompoundName(family: "van\u{A0}der\tMeer", given: "Joost\nJan"),
        CompoundName(family: "van der\r\nMeer", given: "Joost\r\nJan"),
        CompoundName(family: "Kim\r", given: "Sori\r\n"),
        CompoundName(family: "van\u{2003}der Meer", given: "Joost\u{2003}"),
        CompoundName(family: "Kim 2", given: "Sori 👩‍👩‍👧‍👦🇰🇷"),
        CompoundName(family: " Kim ", given: " Sori "),
        CompoundName(family: "Kim\n", given: "Sori\t"),
        CompoundName(family: "Kim \n", given: "Sori\u{A0}"),
        CompoundName(family: "\u{3000}Kim\t", given: "\tSori \n"),
        CompoundName(family: "Meer\u{AD}man", given: "Jan–Piet"),
        CompoundName(family: "Meer–Vos", given: "Jan\u{AD}Piet"),
        CompoundName(family: "Kim", given: ""),
        CompoundName(family: "", given: "Sori"),
        CompoundName(family: " ", given: ""),
        CompoundName(family: "", given: " "),
        CompoundName(family: "", given: ""),
    ]
}

/// The text with a sign for whatever nobody would see, so that a message stays on one line and shows it.
private func visible(_ text: String) -> String {
    let signs = [
        ("\r\n", "␍⏎"), ("\r", "␍"), ("\n", "⏎"), ("\t", "⇥"), ("\u{2003}", "␣"), ("\u{A0}", "␣"),
        ("\u{3000}", "␣"), ("\u{AD}", "¬"),
    ]
    return signs.reduce(text) { $0.replacing($1.0, with: $1.1) }
}

import Foundation
import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.5 Worth a type?")
struct ShelfCodeTests {
    @Test("one design is chosen, and a reason is given")
    func choice() {
        let choice = ShelfCodeDesign.chosen
        #expect(
            choice != nil,
            "ShelfCodeDesign.chosen names no design, so the rules of neither design are run"
        )
        let isGiven = isSentence(ShelfCodeDesign.reason)
        #expect(
            isGiven == true,
            "the next colleague will ask why: answer in a sentence of 20 letters or more"
        )
    }

    @Test("a code knows its parts, and is shown as printed, zeros and all", arguments: Label.all)
    func parts(label: Label) throws {
        let code = try ShelfCode(label.text)
        #expect(code.aisle == label.aisle, "the aisle of «\(label.text)» is read wrongly")
        #expect(code.bay == label.bay, "the bay of «\(label.text)» is read wrongly")
        #expect(code.place == label.place, "the place of «\(label.text)» is read wrongly")
        #expect(code.text == label.text, "the label says one thing, and Moa shows another")
    }

    @Test("a text that is not a code is refused, and the bad part is named", arguments: Misprint.all)
    func refusals(misprint: Misprint) {
        let (flaw, answer) = refusal { _ = try ShelfCode(misprint.text) }
        let isNamed = flaw.map(misprint.flaws.contains) ?? false
        #expect(isNamed == true, "the flaw should be \(misprint.expected); the answer: \(answer)")
    }

    @Test("one place has one code, and the next bay has another")
    func equality() throws {
        let code = try ShelfCode("A-03-0127")
        let samePlace = areEqual(code, try ShelfCode("A-03-0127"))
        #expect(samePlace == true, "a book that stands where it should is reported as misplaced")
        for other in ["A-04-0127", "A-30-0127", "B-03-0127", "A-03-0128", "A-03-1270"] {
            let sameCode = areEqual(code, try ShelfCode(other))
            #expect(sameCode == false, "«A-03-0127» and «\(other)» count as one place")
        }
        let lookalikes = [
            ("A-03-1127", "A-04-0127"), ("A-01-0011", "A-11-0001"), ("A-11-0011", "A-01-1011"),
            ("A-01-0002", "A-02-0001"), ("A-02-0006", "A-03-0004"), ("A-03-0127", "B-02-0127"),
        ]
        for (one, other) in lookalikes {
            let sameCode = areEqual(try ShelfCode(one), try ShelfCode(other))
            #expect(sameCode == false, "«\(one)» and «\(other)» count as one place")
        }
        let codes = try ["A-03-0127", "A-03-0127", "A-04-0127"].map { try ShelfCode($0) }
        // A set of values that break this promise may stop the program.
        try #require(
            hash(of: codes[0]) == hash(of: codes[1]),
            "equal codes have different hashes, so a set may miss a book"
        )
        let places = countInSet(codes)
        #expect(
            places == 2,
            "a set of three books' codes, two of them for one place, does not hold exactly two"
        )
    }

    @Test("codes sort in the order in which the books stand")
    func order() throws {
        let asTheyStand = [
            "A-01-0001", "A-01-0002", "A-01-0010", "A-02-0001", "A-09-9999", "A-10-0001", "A-11-0001",
            "B-01-0001", "B-01-0999", "B-01-1000", "Z-99-9999",
        ]
        let shuffled = try asTheyStand.reversed().map { try ShelfCode($0) }
        let sorted = shuffled.sorted().map(\.text)
        let firstAstray = zip(sorted, asTheyStand).first { $0 != $1 }?.0
        #expect(firstAstray == nil, "a reader who fetches the books in this order walks back and forth")
        if ShelfCodeDesign.chosen == .parts {
            let typed = [
                "a-1-1", "A-1-2", "a-1-10", "A-02-1", "A-9-9999", "a-10-1", "a-11-1", "B-1-1", "b-1-999",
                "B-1-1000",
                "z-99-9999",
            ]
            let sortedAsTyped = typed.reversed().compactMap { try? ShelfCode($0) }.sorted().map(\.text)
            let firstAstray = zip(sortedAsTyped, asTheyStand).first { $0 != $1 }?.0
            #expect(firstAstray == nil, "codes that people typed do not sort as the books stand")
        }
        let code = try ShelfCode("A-03-0127")
        let standsBeforeItself = code < code
        #expect(standsBeforeItself == false, "one place counts as standing before itself")
    }

    @Test("a stored code is its printed text, checked like any other")
    func storedForm() throws {
        let labels = Label.all.map(\.text)
        let stored = try JSONEncoder().encode(labels.map { try ShelfCode($0) })
        let json = String(decoding: stored, as: UTF8.self)
        let asPrinted = "[" + labels.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        #expect(json == asPrinted, "codes have always been stored as they are printed, and these are not")
        let restored = try? JSONDecoder().decode([ShelfCode].self, from: Data(asPrinted.utf8))
        #expect(restored?.map(\.text) == labels, "the codes that are already stored can't be read")
        let misprints = Misprint.all + (ShelfCodeDesign.chosen == .text ? Misprint.otherSpellings : [])
        let believed = try misprints.map(\.text).first { misprint in
            let quoted = try String(decoding: JSONEncoder().encode(misprint), as: UTF8.self)
            let found = json.contains("A-03-0127")
            let edited =
                found ? json.replacing("A-03-0127", with: quoted.dropFirst().dropLast()) : "[\(quoted)]"
            return (try? JSONDecoder().decode([ShelfCode].self, from: Data(edited.utf8))) != nil
        }
        #expect(believed == nil, "a file held a text that is not a code, and was believed")
        let records = [#"[{"text":"x"}]"#, #"[{"aisle":"?","bay":0,"place":0}]"#, "[null]"]
        let believedRecord = records.first {
            (try? JSONDecoder().decode([ShelfCode].self, from: Data($0.utf8))) != nil
        }
        #expect(believedRecord == nil, "a file held a record of no place at all, and was believed")
    }

    @Test(
        "a code never changes, and nobody gets one past the checks",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func oneDoor() throws {
        let textIsSettable = isSettable(\ShelfCode.text)
        #expect(textIsSettable == false, "after the check, anybody can put another text into a code")
        let aisleIsSettable = isSettable(\ShelfCode.aisle)
        #expect(aisleIsSettable == false, "anybody can move this code to another aisle")
        let bayIsSettable = isSettable(\ShelfCode.bay)
        #expect(bayIsSettable == false, "anybody can move this code to another bay")
        let placeIsSettable = isSettable(\ShelfCode.place)
        #expect(placeIsSettable == false, "anybody can move this code to another place")
        // An initialiser that checks can throw, and fits none of these. A function's type has no labels, so an
        // unchecked one is found under any label.
        let unchecked = [
            "let make: (String) -> ShelfCode = ShelfCode.init",
            "let make: (Substring) -> ShelfCode = ShelfCode.init",
            "let make: (Character, Int, Int) -> ShelfCode = ShelfCode.init",
            "let make: (String, Int, Int) -> ShelfCode = ShelfCode.init",
            "let make: (StaticString) -> ShelfCode = ShelfCode.init",
            "let make: (ShelfCode, Int) -> ShelfCode = ShelfCode.init",
            "let make: (Character, Int) -> ShelfCode = ShelfCode.init",
            "let make: (String, Int) -> ShelfCode = ShelfCode.init",
            "let make: (String, Bool) -> ShelfCode = ShelfCode.init",
            "let make: ([Character]) -> ShelfCode = ShelfCode.init",
            "let make: () -> ShelfCode = ShelfCode.init",
            #"let code: ShelfCode = "x""#,
        ]
        let checked = #"let code = try ShelfCode("A-03-0127")"#
        let accepted = try Self.compiler.accepted([checked] + unchecked)
        #expect(accepted.contains(checked) == true, "no code can be made from the text on a label")
        let doors = accepted.filter { $0 != checked }
        #expect(doors == [], "this compiles, and lets in a code that nobody has checked")
        // This one may return nil, and so compiles even if it checks.
        let unread = ["x"] + Misprint.all.map(\.text)
        let letIn = unread.first { madeFromRawValue($0, ShelfCode.self) != nil }
        #expect(letIn == nil, "`init(rawValue:)` lets in a code that nobody has checked")
    }

    private static let compiler = CompileCheck(importing: "Chapter1ValueObjects")

    @Test(
        "made of parts: a code can be put together from its parts, which are checked as well",
        .enabled(if: ShelfCodeDesign.chosen == .parts, "another design was chosen, or none")
    )
    func puttingTogether() throws {
        for label in Label.all {
            let code = try putTogether(label.aisle, label.bay, label.place)
            let made = try #require(code, "ShelfCode does not conform to MadeOfParts")
            let read = try ShelfCode(label.text)
            #expect(made.text == label.text, "the parts were right, and the label came out wrong")
            let sameCode = areEqual(made, read)
            #expect(
                sameCode == true,
                "«\(label.text)» is one code when it is put together, and another when it is read"
            )
        }
        for bay in [0, 100, -3] {
            let (flaw, answer) = refusal { _ = try putTogether("A", bay, 127) }
            #expect(flaw == .bay, "there is no bay \(bay); the answer: \(answer)")
        }
        for place in [0, 10_000, -127] {
            let (flaw, answer) = refusal { _ = try putTogether("A", 3, place) }
            #expect(flaw == .place, "there is no place \(place); the answer: \(answer)")
        }
        for aisle: Character in ["1", "가", "-", "@", "[", "ı", "ß", "ſ", "Ａ", "B\u{301}"] {
            let (flaw, answer) = refusal { _ = try putTogether(aisle, 3, 127) }
            let spelled = aisle.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
            let named = aisle.isASCII ? "«\(aisle)»" : "«\(aisle)» (\(spelled.joined(separator: ", ")))"
            #expect(flaw == .aisle, "there is no aisle \(named); the answer: \(answer)")
        }
        if let small = try? putTogether("a", 3, 127) {
            let sameCode = areEqual(small, try ShelfCode("A-03-0127"))
            #expect(
                sameCode == true,
                "a code was put together with a small letter, and one place now has two codes"
            )
        }
    }

    @Test(
        "made of parts: the place counts, not the spelling",
        .enabled(if: ShelfCodeDesign.chosen == .parts, "another design was chosen, or none"),
        arguments: Spelling.all
    )
    func spellings(spelling: Spelling) throws {
        let label = spelling.label
        let printed = try ShelfCode(label)
        let flaw = refusal { _ = try ShelfCode(spelling.typed) }.flaw
        #expect(flaw == nil, "a person who types «\(spelling.typed)» means a place, and was refused")
        guard flaw == nil else { return }
        let code = try ShelfCode(spelling.typed)
        let sameCode = areEqual(code, printed)
        #expect(sameCode == true, "one place has two codes, because it was typed in two ways")
        #expect(code.text == label, "the label of this place is not printed as «\(label)»")
        #expect(code.aisle == printed.aisle, "the aisle is shown as it was typed, and not as it is printed")
        #expect(
            hash(of: code) == hash(of: printed),
            "equal codes have different hashes, so a set may miss a book"
        )
        let stored = String(decoding: try JSONEncoder().encode([code]), as: UTF8.self)
        #expect(
            stored == #"["\#(label)"]"#,
            "the place is stored as somebody typed it, and not as it is printed"
        )
    }

    @Test(
        "made of text: only the printed spelling is a code",
        .enabled(if: ShelfCodeDesign.chosen == .text, "another design was chosen, or none"),
        arguments: Misprint.otherSpellings
    )
    func printedSpelling(misprint: Misprint) {
        let (flaw, answer) = refusal { _ = try ShelfCode(misprint.text) }
        let isNamed = flaw.map(misprint.flaws.contains) ?? false
        #expect(
            isNamed == true,
            "no label says this; the flaw should be \(misprint.expected); the answer: \(answer)"
        )
    }
}

/// A label as it is printed, and what it says.
struct Label: CustomTestStringConvertible {
    let text: String
    let aisle: Character
    let bay: Int
    let place: Int

    var testDescription: String { "«\(text)»" }

    static let all =
        [
            Label(text: "A-03-0127", aisle: "A", bay: 3, place: 127),
            Label(text: "A-01-0001", aisle: "A", bay: 1, place: 1),
            Label(text: "C-10-0100", aisle: "C", bay: 10, place: 100),
            Label(text: "Z-99-9999", aisle: "Z", bay: 99, place: 9999),
        ]
        + "BDEFGHIJKLMNOPQRSTUVWXY".enumerated().map { number, aisle in
            Label(
                text: "\(aisle)-\(11 + 3 * number)-\(1_000 + 301 * number)",
                aisle: aisle,
                bay: 11 + 3 * number,
                place: 1_000 + 301 * number
            )
        }
}

/// What a person types, and the label of the place that is meant.
struct Spelling: CustomTestStringConvertible {
    let typed: String
    let label: String

    var testDescription: String { "«\(typed)»" }

    static let all = [
        Spelling(typed: "a-03-0127", label: "A-03-0127"),
        Spelling(typed: "A-3-0127", label: "A-03-0127"),
        Spelling(typed: "A-03-127", label: "A-03-0127"),
        Spelling(typed: "a-3-127", label: "A-03-0127"),
        Spelling(typed: "b-10-12", label: "B-10-0012"),
        Spelling(typed: "z-9-7", label: "Z-09-0007"),
        Spelling(typed: "Q-09-07", label: "Q-09-0007"),
    ]
}

/// A text that is not a shelf code, and the parts that a refusal may name.
struct Misprint: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let flaws: [ShelfCode.Flaw]

    init(_ description: String, _ text: String, _ flaw: ShelfCode.Flaw, _ other: ShelfCode.Flaw? = nil) {
        testDescription = "\(description), «\(text)»"
        self.text = text
        flaws = [flaw] + (other.map { [$0] } ?? [])
    }

    var expected: String { flaws.count == 1 ? ".\(flaws[0])" : ".\(flaws[0]) or .\(flaws[1])" }

    /// Texts that neither design accepts.
    static let all = [
        Misprint("no text at all", "", .shape),
        Misprint("no hyphens", "A03012700", .shape),
        Misprint("an aisle and no more", "A", .shape),
        Misprint("a place and no more", "0127", .shape),
        Misprint("a Korean aisle and no more", "가", .shape),
        Misprint("two parts", "A-03-", .shape, .place),
        Misprint("two parts, and no place", "A-03", .shape),
        Misprint("two parts, and no aisle", "03-0127", .shape),
        Misprint("two parts, and a Korean aisle", "가-03", .shape),
        Misprint("four parts, and a Korean aisle", "가-03-01-7", .shape),
        Misprint("four parts, and bay zero", "A-00-01-7", .shape),
        Misprint("four parts", "A-03-01-7", .shape),
        Misprint("a hyphen too many", "A--03-0127", .shape),
        Misprint("a hyphen after it", "A-03-0127-", .shape),
        Misprint("dashes for hyphens", "A–03–0127", .shape),
        Misprint("wide hyphens", "A－03－0127", .shape),
        Misprint("printed hyphens", "A\u{2010}03\u{2010}0127", .shape),
        Misprint("non-breaking hyphens", "A\u{2011}03\u{2011}0127", .shape),
        Misprint("long dashes for hyphens", "A—03—0127", .shape),
        Misprint("minus signs for hyphens", "A−03−0127", .shape),
        Misprint("underscores for hyphens", "A_03_0127", .shape),
        Misprint("colons for hyphens", "A:03:0127", .shape),
        Misprint("one hyphen and a non-breaking one", "A-03\u{2011}0127", .shape),
        Misprint("spaces for hyphens", "A 03 0127", .shape),
        Misprint("strokes for hyphens", "A/03/0127", .shape),
        Misprint("full stops for hyphens", "A.03.0127", .shape),
        Misprint("no aisle", "-03-0127", .shape, .aisle),
        Misprint("a digit for the aisle", "1-03-0127", .aisle),
        Misprint("two letters for the aisle", "AB-03-0127", .aisle),
        Misprint("a Korean aisle", "가-03-0127", .aisle),
        Misprint("an aisle with an accent", "B\u{301}-03-0127", .aisle),
        Misprint("a German aisle", "ß-03-0127", .aisle),
        Misprint("a Turkish aisle", "ı-03-0127", .aisle),
        Misprint("a long s for the aisle", "ſ-03-0127", .aisle),
        Misprint("a wide letter for the aisle", "Ａ-03-0127", .aisle),
        Misprint("the sign for kelvin as the aisle", "\u{212A}-03-0127", .aisle),
        Misprint("an underscore for the aisle", "_-03-0127", .aisle),
        Misprint("no bay", "A--0127", .shape, .bay),
        Misprint("bay zero", "A-00-0127", .bay),
        Misprint("bay zero in one digit", "A-0-0127", .bay),
        Misprint("letters for the bay", "A-O3-0127", .bay),
        Misprint("a sign before the bay", "A-+3-0127", .bay),
        Misprint("Arabic digits for the bay", "A-٠٣-0127", .bay),
        Misprint("wide digits for the bay", "A-０３-0127", .bay),
        Misprint("a digit with an accent in the bay", "A-03\u{301}-0127", .bay),
        Misprint("a digit in a keycap in the place", "A-03-012\u{20E3}7", .place),
        Misprint("the mark of an exported file before it", "\u{FEFF}A-03-0127", .aisle, .shape),
        Misprint("a space before the bay", "A- 3-0127", .bay, .shape),
        Misprint("a space after the bay", "A-3 -0127", .bay, .shape),
        Misprint("bay one hundred and three", "A-103-0127", .bay),
        Misprint("a zero too many for the bay", "A-003-0127", .bay),
        Misprint("place zero", "A-03-0000", .place),
        Misprint("place zero in one digit", "A-03-0", .place),
        Misprint("a letter in the place", "A-03-01x7", .place),
        Misprint("a sign before the place", "A-03-+127", .place),
        Misprint("wide digits for the place", "A-03-０１２７", .place),
        Misprint("a space before the place", "A-03- 127", .place, .shape),
        Misprint("a place of five digits", "A-03-10127", .place),
        Misprint("a zero too many for the place", "A-03-00127", .place),
        Misprint("a space before it", " A-03-0127", .aisle, .shape),
        Misprint("a space after the aisle", "A -03-0127", .aisle, .shape),
        Misprint("a space after it", "A-03-0127 ", .place, .shape),
        Misprint("a line break after it", "A-03-0127\n", .place, .shape),
        Misprint("a line break, as Windows types it", "A-03-0127\r\n", .place, .shape),
        Misprint("a line break before it", "\r\nA-03-0127", .aisle, .shape),
        Misprint("a tab after it", "A-03-0127\t", .place, .shape),
        Misprint("a wide space after it", "A-03-0127\u{3000}", .place, .shape),
        Misprint("quotation marks around it", "\"A-03-0127\"", .aisle, .place),
        Misprint("stars around it, as a scanner sends them", "*A-03-0127*", .aisle, .place),
    ]

    /// Texts that a person understands, and that no label says.
    static let otherSpellings = [
        Misprint("a small letter", "a-03-0127", .aisle),
        Misprint("a bay of one digit", "A-3-0127", .bay),
        Misprint("a place of three digits", "A-03-127", .place),
    ]
}

// MARK: - Helpers

/// Why this was refused, and the answer as a message says it; no flaw if it was accepted, or another error thrown.
private func refusal(of attempt: () throws -> Void) -> (flaw: ShelfCode.Flaw?, answer: String) {
    do {
        try attempt()
        return (nil, "it was accepted")
    } catch let flaw as ShelfCode.Flaw {
        return (flaw, ".\(flaw)")
    } catch {
        return (nil, "no flaw was named")
    }
}

/// A code made of its parts; nil if `ShelfCode` is not `MadeOfParts`, which the other design doesn't need.
private func putTogether(_ aisle: Character, _ bay: Int, _ place: Int) throws -> ShelfCode? {
    func made<Code>(_ type: Code.Type) throws -> Code? {
        try (type as? any MadeOfParts.Type)?.init(aisle: aisle, bay: bay, place: place) as? Code
    }
    return try made(ShelfCode.self)
}

/// What `init(rawValue:)` makes of this text; nil if that refuses it, or if the design has no such initialiser.
private func madeFromRawValue<Made>(_ text: String, _ type: Made.Type) -> Made? {
    (type as? any RawRepresentable<String>.Type)?.init(rawValue: text) as? Made
}

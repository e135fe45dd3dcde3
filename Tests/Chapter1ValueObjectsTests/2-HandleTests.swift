import Foundation
import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.2 Born valid")
struct HandleTests {
    @Test(
        "three to twenty characters make a handle",
        arguments: ["kim", "KIM", "김소리", "a b", "Ｋｉｍ", "@kim", "kim@moa", "twenty-letters-long-", "kim 007"]
            + Twin.all
    )
    func allowed(text: String) throws {
        let handle = try Handle(text)
        #expect(handle.text == text, "the handle is not kept as it was chosen")
    }

    @Test("two characters are too few and twenty-one too many")
    func refused() {
        #expect(
            throws: Handle.Flaw.tooShort(length: 2),
            "a handle of two characters is not refused as too short, with length 2"
        ) {
            try Handle("ki")
        }
        #expect(
            throws: Handle.Flaw.tooShort(length: 0),
            "a handle of no characters is not refused as too short, with length 0"
        ) {
            try Handle("")
        }
        #expect(
            throws: Handle.Flaw.tooLong(length: 21),
            "a handle of twenty-one characters is not refused as too long, with length 21"
        ) {
            try Handle("twenty-one-letters-on")
        }
        #expect(
            throws: Handle.Flaw.tooLong(length: 1000),
            "a handle of a thousand characters is not refused as too long, with length 1000"
        ) {
            try Handle(String(repeating: "kim-", count: 250))
        }
        for blank in [" ", "\t", "\n"] {
            let blanks = String(repeating: blank, count: 19)
            #expect(
                throws: Handle.Flaw.tooLong(length: 21),
                "two letters and nineteen blanks between them are not refused as too long, with length 21"
            ) {
                try Handle("a\(blanks)b")
            }
        }
    }

    @Test("spaces around a handle are not part of it", arguments: Padded.all)
    func trimming(padded: Padded) throws {
        let handle = try Handle(padded.typed)
        #expect(handle.text == padded.kept, "the handle is not the typed text without the spaces around it")
        let sameHandle = areEqual(handle, try Handle(padded.kept))
        #expect(sameHandle == true, "two members hold one handle, and only a space tells them apart")
    }

    @Test("spaces do not lengthen a handle")
    func trimmingBeforeCounting() throws {
        #expect(
            throws: Handle.Flaw.tooShort(length: 0),
            "five spaces are not refused as too short, with length 0"
        ) {
            try Handle("     ")
        }
        #expect(
            throws: Handle.Flaw.tooShort(length: 2),
            "two letters between spaces are not refused as too short, with length 2"
        ) {
            try Handle("  ki  ")
        }
        for (typed, length) in [(" ", 0), ("  ", 0), ("\n", 0), ("k ", 1), (" k", 1), ("k\n", 1), (" ki", 2)]
        {
            #expect(
                throws: Handle.Flaw.tooShort(length: length),
                "a short text with a blank is not refused as too short, with length \(length)"
            ) {
                try Handle(typed)
            }
        }
        #expect(
            throws: Handle.Flaw.tooLong(length: 21),
            "twenty-one letters between spaces are not refused as too long, with length 21"
        ) {
            try Handle("  twenty one letters on  ")
        }
        #expect(throws: Never.self, "twenty characters were refused because of the spaces around them") {
            _ = try Handle("  twenty-letters-long-  ")
        }
    }

    @Test("a character is what a reader sees as one", arguments: Sign.all)
    func characters(sign: Sign) {
        #expect(
            throws: Handle.Flaw.tooShort(length: 2),
            "two characters for a reader are not refused as too short, with length 2"
        ) {
            try Handle(sign.times(2))
        }
        #expect(throws: Never.self, "three characters for a reader were refused") {
            _ = try Handle(sign.times(3))
        }
        #expect(throws: Never.self, "twenty characters for a reader were refused") {
            _ = try Handle(sign.times(20))
        }
        #expect(
            throws: Handle.Flaw.tooLong(length: 21),
            "twenty-one characters for a reader are not refused as too long, with length 21"
        ) {
            try Handle(sign.times(21))
        }
    }

    @Test(
        "handles with the same text are the same handle, however the text is encoded",
        arguments: ["émile", "café", "Zoë Å", "Zoé 김"]
    )
    func canonicalEquivalence(text: String) throws {
        let composed = try Handle(text.precomposedStringWithCanonicalMapping)
        let decomposed = try Handle(text.decomposedStringWithCanonicalMapping)
        let sameHandle = areEqual(composed, decomposed)
        #expect(sameHandle == true, "one handle, typed on two machines, has become two handles")
        let sameHash = hash(of: composed) == hash(of: decomposed)
        // A set of values that break this promise may stop the program.
        try #require(sameHash == true, "equal handles have different hashes, so a set may miss one")
        let handles = countInSet([composed, decomposed])
        #expect(handles == 1, "a set of handles holds one handle twice")
        let capitals = try Handle(text.uppercased())
        #expect(
            areEqual(composed, capitals) == false,
            "a handle in capitals counts as the same handle as one in small letters"
        )
        let plain = try Handle(text.folding(options: .diacriticInsensitive, locale: nil))
        #expect(
            areEqual(composed, plain) == false,
            "a handle with accents counts as the same handle as one without them"
        )
        let wide = try Handle(#require(text.applyingTransform(.fullwidthToHalfwidth, reverse: true)))
        #expect(
            areEqual(composed, wide) == false,
            "a handle in wide letters counts as the same handle as one in narrow letters"
        )
        for other in ["\(text).", "\(text)1", "\(text.prefix(1)) \(text.dropFirst())", text + text] {
            let sameText = areEqual(composed, try Handle(other))
            #expect(sameText == false, "«\(text)» and «\(other)» count as the same handle")
        }
        let oneHandle = try Twin.firstPair { areEqual(try Handle($0), try Handle($1)) != false }
        #expect(oneHandle == nil, "two handles look alike, and count as the same handle")
    }

    @Test("a handle never changes")
    func immutability() {
        let textIsSettable = isSettable(\Handle.text)
        #expect(textIsSettable == false, "after the check, anybody can put another text into a handle")
    }

    @Test("a stored handle is nothing but its text")
    func storedForm() throws {
        for (typed, kept) in [
            (" Sori\n", "Sori"), ("Mary  Ann", "Mary  Ann"), ("김소리", "김소리"), ("Ｋｉｍ 007", "Ｋｉｍ 007"),
        ] {
            let stored = try JSONEncoder().encode([Handle(typed)])
            let json = String(decoding: stored, as: UTF8.self)
            let text = #"["\#(kept)"]"#
            #expect(json == text, "handles have always been stored as plain texts, and this one is not")
        }
        let changed = try Twin.all.first { text in
            let stored = try JSONEncoder().encode([Handle(text)])
            return (try? JSONDecoder().decode([String].self, from: stored)) != [text]
        }
        #expect(changed == nil, "a handle is not stored letter for letter, and another one will come back")
        let restored = try? JSONDecoder().decode([Handle].self, from: Data(#"["Sori"]"#.utf8))
        #expect(restored?.first?.text == "Sori", "the handles that are already stored can't be read")
    }

    @Test("a stored text is checked like a typed one")
    func decoding() throws {
        let tooShort = ["x", "ki", "", " ", "솔솔", "     ", "  ki  "] + Sign.all.map { $0.times(2) }
        let tooLong = ["twenty-one-letters-on", "  twenty one letters on  "] + Sign.all.map { $0.times(21) }
        for bad in tooShort + tooLong {
            #expect(throws: (any Error).self, "a file with the handle «\(bad)» was believed") {
                _ = try decoded(bad)
            }
            // Without `CodingKeyRepresentable`, no handle is read from a key.
            let key = try? JSONDecoder().decode([Handle: Int].self, from: Data("{\(quoted(bad)): 1}".utf8))
            #expect(key == nil, "a file with the handle «\(bad)» as the key of a dictionary was believed")
        }
        for record in [#"{"text":"x"}"#, "null"] {
            #expect(throws: (any Error).self, "a file held \(record) for a handle, and was believed") {
                _ = try JSONDecoder().decode([Handle].self, from: Data("[\(record)]".utf8))
            }
        }
        for padded in Padded.all + Padded.longest {
            let handle = try? decoded(padded.typed).text
            #expect(
                handle == padded.kept,
                "a text from a file does not make the handle that it makes when it is typed"
            )
        }
        let misread = Twin.all.first { (try? decoded($0).text) != $0 }
        #expect(misread == nil, "a handle in a file is not read letter for letter")
        let misreadAsKey = Twin.all.first { (try? decodedAsKey(Handle($0))?.text) != $0 }
        #expect(
            misreadAsKey == nil,
            "a handle was stored as the key of a dictionary, and another one came back"
        )
    }

    @Test(
        "no other code gets past the check",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func doors() throws {
        // An initialiser that checks can throw, and fits none of these. A function's type has no labels, so an
        // unchecked one is found under any label.
        let checked = #"let handle = try Handle("Sori")"#
        let unchecked = [
            "let make: (String) -> Handle = Handle.init",
            "let make: (Substring) -> Handle = Handle.init",
            "let make: ([Character]) -> Handle = Handle.init",
            "let make: (String, Bool) -> Handle = Handle.init",
            "let make: (StaticString) -> Handle = Handle.init",
            "let make: (Handle, Int) -> Handle = Handle.init",
            "let make: () -> Handle = Handle.init",
            #"let handle: Handle = "x""#,
        ]
        let accepted = try Self.compiler.accepted([checked] + unchecked)
        #expect(accepted.contains(checked) == true, "a handle can't be made from a text")
        let doors = accepted.filter { $0 != checked }
        #expect(doors == [], "this compiles, and lets in a handle that nobody has checked")
        // This one may return nil, and so compiles even if it checks.
        for bad in ["x", "ki", "", "     ", "  ki  ", "twenty-one-letters-on"] {
            let isRefused = madeFromRawValue(bad, Handle.self) == nil
            #expect(isRefused == true, "`init(rawValue:)` lets in «\(bad)», and nobody has checked it")
        }
        for padded in Padded.all {
            let kept = madeFromRawValue(padded.typed, Handle.self)?.text ?? padded.kept
            #expect(kept == padded.kept, "`init(rawValue:)` lets in a handle with spaces around it")
        }
    }

    private static let compiler = CompileCheck(importing: "Chapter1ValueObjects")

    /// A handle as the design itself stores it, but with this text in place of the good one. If the good one
    /// isn't found in there, the handle is a plain text.
    private func decoded(_ text: String) throws -> Handle {
        let sound = String(decoding: try JSONEncoder().encode([Handle("Sori")]), as: UTF8.self)
        let quoted = try quoted(text)
        let edited = sound.contains(#""Sori""#) ? sound.replacing(#""Sori""#, with: quoted) : "[\(quoted)]"
        let handles = try JSONDecoder().decode([Handle].self, from: Data(edited.utf8))
        return try #require(handles.first)
    }

    private func decodedAsKey(_ handle: Handle) throws -> Handle? {
        try JSONDecoder().decode([Handle: Int].self, from: JSONEncoder().encode([handle: 1])).keys.first
    }

    private func quoted(_ text: String) throws -> String {
        try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
    }
}

/// What `init(rawValue:)` makes of this text; nil if that refuses it, or if the design has no such initialiser.
private func madeFromRawValue<Made>(_ text: String, _ type: Made.Type) -> Made? {
    (type as? any RawRepresentable<String>.Type)?.init(rawValue: text) as? Made
}

/// Handles that look alike.
private enum Twin {
    static let all = [
        "Mary Ann", "mary ann", "MARY ANN", "Ｍary Ann", "Máry Ann", "Ann Mary", "Mary Ann 2", "Mary Ann🌿",
        "MaryAnn", "Mary  Ann", "Mary\tAnn", "Mary\nAnn", "Mary\r\nAnn", "Mary\rAnn", "Mary\u{A0}Ann",
        "Mary\u{2003}Ann", "Mary\u{3000}Ann",
        "Mary-Ann", "Mary–Ann", "Mary‑Ann", "Mary\u{AD}Ann", "Mary\u{200B}Ann", "Mary_Ann", "Mary.Ann",
        "Mary'Ann", "Mary’Ann", "\"Mary Ann\"", "'Mary Ann'", "«Mary Ann»", "(Mary Ann)", "-Mary Ann-",
        "Mary Ann.", "Mary Ann!", "@Mary Ann", "Mary%20Ann", "Mary+Ann", "\u{FEFF}Mary Ann",
    ]

    /// The first two of them for which this holds.
    static func firstPair(where areOne: (String, String) throws -> Bool) rethrows -> String? {
        for (index, one) in all.enumerated() {
            for other in all[..<index] where try areOne(one, other) {
                return "«\(visible(other))» and «\(visible(one))»"
            }
        }
        return nil
    }

    /// The text as a programmer would write it in quotes.
    private static func visible(_ text: String) -> String {
        text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
}

/// What was typed, and the handle that was meant.
struct Padded: CustomTestStringConvertible {
    let testDescription: String
    let typed: String
    let kept: String

    static let all =
        [
            Padded(testDescription: "spaces on both sides", typed: "  Sori  ", kept: "Sori"),
            Padded(testDescription: "a line break, pasted with it", typed: "Sori\n", kept: "Sori"),
            Padded(testDescription: "a line break, as Windows types it", typed: "\r\nSori\r\n", kept: "Sori"),
            Padded(testDescription: "a tab before it", typed: "\tSori", kept: "Sori"),
            Padded(testDescription: "a tab after it", typed: "Sori\t", kept: "Sori"),
            Padded(testDescription: "a non-breaking space after it", typed: "Sori\u{A0}", kept: "Sori"),
            Padded(testDescription: "an em space after it", typed: "Sori\u{2003}", kept: "Sori"),
            Padded(testDescription: "a line separator before it", typed: "\u{2028}Sori", kept: "Sori"),
            Padded(
                testDescription: "spaces and line breaks in turn",
                typed: " \n \nSori \n \n ",
                kept: "Sori"
            ),
            Padded(testDescription: "wide letters", typed: " Ｋｉｍ ", kept: "Ｋｉｍ"),
            Padded(
                testDescription: "a wide space, as Korean keyboards type it",
                typed: "\u{3000}Sori",
                kept: "Sori"
            ),
            Padded(testDescription: "a space inside", typed: " Mary Ann ", kept: "Mary Ann"),
            Padded(testDescription: "two spaces inside", typed: "Mary  Ann", kept: "Mary  Ann"),
            Padded(testDescription: "a tab inside", typed: "Mary\tAnn", kept: "Mary\tAnn"),
        ]
        + blanks.map {
            Padded(
                testDescription: "\($0.escaped(asASCII: true)) on both sides",
                typed: "\($0)Sori\($0)",
                kept: "Sori"
            )
        }

    /// Every kind of white space but the plain space.
    private static let blanks: String.UnicodeScalarView =
        ("\t\n\u{B}\u{C}\r\u{85}\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}"
        + "\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}").unicodeScalars

    /// Twenty characters for a reader and four spaces, in many more bytes.
    static let longest = Sign.all.map { sign in
        Padded(testDescription: sign.testDescription, typed: "  \(sign.times(20))  ", kept: sign.times(20))
    }
}

/// One character for a reader, and several bytes or code points for a machine.
struct Sign: CustomTestStringConvertible {
    let testDescription: String
    let character: String

    func times(_ count: Int) -> String {
        String(repeating: character, count: count)
    }

    static let all = [
        Sign(testDescription: "a Korean syllable", character: "솔"),
        Sign(testDescription: "a Korean syllable, letter by letter", character: "\u{1109}\u{1169}\u{11AF}"),
        Sign(testDescription: "a letter and its accent", character: "e\u{301}"),
        Sign(testDescription: "a thumb with a skin tone", character: "👍🏽"),
        Sign(testDescription: "a family of four", character: "👩‍👩‍👧‍👦"),
        Sign(testDescription: "a flag", character: "🇰🇷"),
        Sign(testDescription: "a fraction", character: "½"),
    ]
}

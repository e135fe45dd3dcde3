import Foundation
import Testing

@testable import KataRunner

@Suite("Texts, read by their bytes")
struct TextLinesTests {
    @Test(
        "lines end where the compiler ends them",
        arguments: [
            ("", [""]),
            ("one", ["one"]),
            ("one\ntwo", ["one", "two"]),
            ("one\r\ntwo\r\n", ["one", "two", ""]),
            ("one\rtwo", ["one", "two"]),
            ("one\n\r\n\rtwo", ["one", "", "", "two"]),
            ("김소리\n\n모아\n", ["김소리", "", "모아", ""]),
            ("a\u{2028}b\u{0B}c", ["a\u{2028}b\u{0B}c"]),
        ]
    )
    func lines(text: String, lines: [String]) {
        #expect(text.lines.map(String.init) == lines)
        #expect(("<" + text).dropFirst().lines.map(String.init) == lines)
    }

    @Test(
        "white space of every kind is trimmed, at the ends only",
        arguments: [
            ("", ""), (" \t\r\n ", ""), ("  a b \n", "a b"), ("\u{3000}김 소리\u{A0}", "김 소리"), ("é", "é"),
            ("\u{200B}a", "\u{200B}a"), ("\u{0C}a\u{0B}\u{85}", "a"),
        ]
    )
    func trimmed(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
        #expect(text[...].trimmed == trimmed)
    }
}

import Testing

@testable import KataRunner

@Suite("The width of text")
struct DisplayWidthTests {
    @Test("text takes the columns that a terminal gives it", arguments: Measured.all)
    func width(text: Measured) {
        #expect(text.text.displayWidth == text.columns)
    }

    @Test(
        "text is filled or cut to exactly the columns that are there",
        arguments: [
            ("kata", 6, "kata  "), ("kata", 4, "kata"), ("kata", 3, "ka…"), ("kata", 1, "…"), ("kata", 0, ""),
            ("모아", 4, "모아"), ("모아", 3, "모…"), ("모아", 2, "… "), ("모임들", 4, "모… "),
        ]
    )
    func fitted(text: String, width: Int, result: String) {
        #expect(text.fitted(to: width) == result)
        #expect(text.fitted(to: width).displayWidth == width)
    }

    @Test("if there is no room at all, there is no text", arguments: [0, -1])
    func noRoom(width: Int) {
        #expect("kata".fitted(to: width) == "")
        #expect("kata".fitted(to: width, ellipsis: "...") == "")
    }

    @Test("an ellipsis has no more columns than there are", arguments: [(1, "."), (3, "..."), (4, "k...")])
    func longEllipsis(width: Int, result: String) {
        #expect("katas".fitted(to: width, ellipsis: "...") == result)
    }
}

struct Measured: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var columns: Int

    var testDescription: String { name }

    static let all = [
        Measured(name: "nothing", text: "", columns: 0),
        Measured(name: "ASCII", text: "kata", columns: 4),
        Measured(name: "an accent", text: "née", columns: 3),
        Measured(name: "an accent of its own", text: "ne\u{301}e", columns: 3),
        Measured(name: "Korean", text: "모아", columns: 4),
        Measured(name: "Korean, taken apart into jamo", text: "\u{1106}\u{1169}\u{110B}\u{1161}", columns: 4),
        Measured(name: "Chinese", text: "南宮", columns: 4),
        Measured(name: "wide punctuation", text: "。", columns: 2),
        Measured(name: "full width", text: "ＡＢ", columns: 4),
        Measured(name: "the runner's marks", text: "✔✘○◐█░▸·…«»", columns: 11),
        Measured(name: "an emoji", text: "🪁", columns: 2),
        Measured(name: "a family, which is one emoji", text: "👨‍👩‍👧", columns: 2),
        Measured(name: "a flag", text: "🇰🇷", columns: 2),
        Measured(name: "a heart that asks to be an emoji", text: "❤️", columns: 2),
        Measured(name: "a zero-width space", text: "a\u{200B}b", columns: 2),
        Measured(name: "a control character", text: "a\u{1B}b", columns: 2),
    ]
}

import Testing

@testable import KataRunner

@Suite("Layout")
struct LayoutTests {
    private func rows(_ width: Int, _ lines: Line..., ascii: Bool = false) -> [String] {
        Layout(width: width, isASCII: ascii).rows(of: lines).map(\.text)
    }

    @Test("text that fits stays in one row")
    func fits() {
        #expect(rows(20, Line("one two three four x")) == ["one two three four x"])
    }

    @Test("text is broken between words, and the space at the break is gone")
    func wraps() {
        #expect(rows(20, Line("one two three four xy")) == ["one two three four", "xy"])
    }

    @Test("what follows the first row hangs under the text and not under the marker")
    func hangs() {
        let line = Line.item("✔", .good, "one two three four five", indent: 2)
        #expect(rows(20, line) == ["  ✔ one two three", "    four five"])
    }

    @Test("what follows a tab is a column of its own, if there is room for one")
    func tabs() {
        let line = Line(parts: [
            .phrase("Edit", .strong), .tab(to: 8), .phrase("one two three four five", .plain),
        ])
        #expect(rows(30, line) == ["Edit    one two three four", "        five"])
        #expect(rows(20, line) == ["Edit    one two", "three four five"])
    }

    @Test("a label that is longer than its column is followed by one space")
    func longLabel() {
        let line = Line(parts: [.phrase("Editing", .strong), .tab(to: 4), .phrase("it", .plain)])
        #expect(rows(40, line) == ["Editing it"])
    }

    @Test("tabs count the columns of Korean")
    func koreanTabs() {
        let line = Line(parts: [.phrase("고칠", .strong), .tab(to: 8), .phrase("it", .plain)])
        #expect(rows(40, line) == ["고칠    it"])
    }

    @Test("Korean is broken where its columns end")
    func korean() {
        #expect(rows(20, Line(verbatim: "모아의 모임 사람들 이름")) == ["모아의 모임 사람들", "이름"])
    }

    @Test("a word that is wider than the screen comes in pieces")
    func longWord() {
        #expect(
            rows(20, Line(verbatim: "see abcdefghijklmnopqrstuvwxyz"))
                == ["see", "abcdefghijklmnopqrst", "uvwxyz"]
        )
        #expect(
            rows(21, Line(verbatim: "가나다라마바사아자차카타파하"))
                == ["가나다라마바사아자차", "카타파하"]
        )
    }

    @Test("a command that may be pasted is never broken, whatever stands around it", arguments: 20...60)
    func command(width: Int) {
        let layout = Layout(width: width, invocation: "swift run kata")
        let rows = layout.rows(of: [
            Line("One good answer, compared with yours: `kata solution 1.1 --diff`, once you have yours.")
        ]).map(\.text)
        #expect(rows.contains { $0.contains("swift run kata solution 1.1 --diff,") }, "\(rows)")
    }

    @Test("a path that may be pasted is never broken, and stands alone where it has no room")
    func path() {
        let file = "Exercises/Chapter1ValueObjects/1-PersonName.swift:12"
        let signpost = Line(parts: [.phrase("Edit", .strong), .tab(to: 8), .phrase(.verbatim(file), .plain)])
        #expect(rows(80, signpost) == ["Edit    \(file)"])
        #expect(rows(56, signpost) == ["Edit", file])
        #expect(rows(40, signpost) == ["Edit", file], "the terminal may wrap it, and copies it whole")
        #expect(rows(40, Line(verbatim: file, indent: 2)) == ["  \(file)"])
        #expect(
            rows(40, Line("See \(file) for the rule that is broken.", indent: 2))
                == ["  See", file, "  for the rule that is broken."]
        )
    }

    @Test("a command that has no room in its column stands alone, and what follows it begins a row")
    func aloneInItsRow() {
        let line = Line(parts: [
            .phrase("Compare", .strong), .tab(to: 9), .phrase("`kata solution 1.1 --diff` or so", .plain),
        ])
        #expect(
            Layout(width: 36, invocation: "swift run kata").rows(of: [line]).map(\.text)
                == ["Compare", "swift run kata solution 1.1 --diff", "         or so"]
        )
    }

    @Test("spaces inside a line stay, as in a listing")
    func innerSpaces() {
        #expect(rows(40, Line(verbatim: "a  b")) == ["a  b"])
        #expect(rows(40, Line(verbatim: "  a")) == ["  a"])
    }

    @Test("tabs and line ends in data are spaces")
    func tabsInData() {
        #expect(rows(40, Line(verbatim: "a\tb\nc\r\nd")) == ["a b c d"])
    }

    @Test("spaces that are wider than the screen don't push words over its edge")
    func manySpaces() {
        let line = Line(verbatim: String(repeating: " ", count: 50) + "word")
        #expect(rows(20, line).count == 1)
        #expect(rows(20, line).allSatisfy { $0.hasSuffix("word") && $0.displayWidth <= 20 })
    }

    @Test("no row has a space at its end")
    func trailing() {
        #expect(rows(20, Line("one "), Line(parts: [.phrase("x", .plain), .tab(to: 9)])) == ["one", "x"])
    }

    @Test("an empty line is an empty row")
    func empty() {
        #expect(rows(20, .empty, Line("a"), .empty) == ["", "a", ""])
    }

    @Test("code is neither wrapped nor cut, and keeps its spaces")
    func preformatted() {
        let code = "    let name = PersonName(family: \"남궁\",  given: \"민\")"
        #expect(rows(20, .preformatted(code, indent: 2)) == ["  " + code])
    }

    @Test("a command is shown as it is typed here")
    func invocation() {
        let layout = Layout(width: 80, invocation: "swift run kata")
        let shown = layout.rows(of: [Line("`kata next`, `kata`, `katas`, kata, \("`kata`")")]).map(\.text)
        #expect(shown == ["swift run kata next, swift run kata, katas, kata, `kata`"])
    }

    @Test("one row is cut at the edge, with an ellipsis that has room")
    func oneRow() {
        #expect(
            Layout(width: 20).row("Building the others without it", .faint).text == "Building the others…"
        )
        let ascii = Layout(width: 20, isASCII: true).row("Building the others without it", .faint).text
        #expect(ascii == "Building the othe...")
        #expect(Layout(width: 20).row("Building", .faint).text == "Building")
    }

    @Test("emphasis keeps its asterisks if there is no colour, and code and strong words don't")
    func emphasis() {
        let lines = [Line("*so* they say, **loudly**, of `a * b`")]
        func text(marks: Bool) -> String {
            Layout(width: 80, marksEmphasis: marks).rows(of: lines).map(\.text).joined()
        }
        #expect(text(marks: true) == "*so* they say, loudly, of a * b")
        #expect(text(marks: false) == "so they say, loudly, of a * b")
    }

    @Test("a control character in data is shown and never sent", arguments: Control.all)
    func controls(row: Control) {
        for line in [
            Line(verbatim: "a\(row.text)b"), .preformatted("a\(row.text)b"),
            .item("•", .bad, "\("a\(row.text)b")"),
            Line(.wording("**a\(row.text)b**")),
        ] {
            let shown = Layout(width: 40).rows(of: [line]).map(\.text).joined()
            #expect(shown.hasSuffix("a\(row.shown)b"))
            let ascii = Layout(width: 40, isASCII: true).rows(of: [line]).map(\.text).joined()
            #expect(ascii.allSatisfy { $0.isASCII && $0 >= " " })
        }
        #expect(Layout(width: 40).row(.verbatim("a\(row.text)b"), .faint).text == "a\(row.shown)b")
    }

    @Test("an escape sequence takes the columns that it is shown in")
    func controlWidth() {
        #expect(rows(20, Line(verbatim: "0123456789 \u{1B}[31m 789 x")) == ["0123456789 ␛[31m 789", "x"])
    }

    @Test("a phrase is as wide as it is shown here")
    func columns() {
        let layout = Layout(width: 80, isASCII: true, marksEmphasis: true, invocation: "swift run kata")
        #expect(layout.columns(of: "`kata next` → *so*") == "swift run kata next -> *so*".count)
        #expect(Layout(width: 80).columns(of: "`kata next` → *so*") == "kata next → so".count)
        #expect(layout.columns(of: .verbatim("모아")) == 4)
    }

    @Test("ASCII replaces the runner's marks and leaves what people wrote")
    func ascii() {
        let line = Line.item("✔", .good, "«모아» – it’s 1 → 2 …")
        #expect(rows(40, line, ascii: true) == ["+ \"모아\" - it's 1 -> 2 ..."])
    }

    @Test(
        "no row but one with code is wider than the screen, whatever it says",
        arguments: [20, 21, 33, 40, 64, 80, 100, 120]
    )
    func neverWider(width: Int) {
        var random = Dice(seed: UInt64(width))
        for round in 1...200 {
            let line = random.line()
            for isASCII in [false, true] {
                let rows = Layout(width: width, isASCII: isASCII).rows(of: [line])
                let wide = rows.filter { row in
                    row.text.displayWidth > width && !row.contains { $0.style == .code }
                }
                #expect(wide.map(\.text) == [], "round \(round)")
                #expect(rows.allSatisfy { $0.text.last != " " })
            }
        }
    }

    @Test("no word is lost at a break", arguments: [20, 33, 80])
    func nothingLost(width: Int) {
        var random = Dice(seed: UInt64(width) + 1)
        for round in 1...200 {
            let text = random.text()
            let rows = Layout(width: width).rows(of: [Line(verbatim: text)]).map(\.text)
            let shown = rows.joined().filter { !$0.isWhitespace }
            #expect(shown == text.filter { !$0.isWhitespace }, "round \(round)")
        }
    }
}

struct Control: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var shown: String

    static let all = [
        Control(testDescription: "a colour", text: "\u{1B}[31m", shown: "␛[31m"),
        Control(testDescription: "a title", text: "\u{1B}]0;x\u{7}", shown: "␛]0;x␇"),
        Control(testDescription: "a backspace", text: "\u{8}", shown: "␈"),
        Control(testDescription: "a zero", text: "\u{0}", shown: "␀"),
        Control(testDescription: "delete", text: "\u{7F}", shown: "␡"),
        Control(testDescription: "the one-byte introducer", text: "\u{9B}2J", shown: "\u{FFFD}2J"),
        Control(testDescription: "a return", text: "\r", shown: " "),
        Control(testDescription: "a form feed", text: "\u{C}", shown: " "),
    ]
}

/// Repeatable chance.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static let characters: [Character] =
        Array("abcdefghij.,:`*[](){}1") + Array("모아의이름사람들남궁") + ["🪁", "👨‍👩‍👧", "e\u{301}", "…", "«", "→", "\t"]
        + Array(repeating: " ", count: 9)

    mutating func text() -> String {
        let count = Int.random(in: 0...120, using: &self)
        // Now and then a long run without a space, or of spaces alone.
        if Int.random(in: 0..<8, using: &self) == 0 {
            let character = Self.characters.randomElement(using: &self) ?? " "
            return String(repeating: character, count: count) + "end"
        }
        return String((0..<count).map { _ in Self.characters.randomElement(using: &self) ?? " " })
    }

    mutating func line() -> Line {
        let style: Style = [.plain, .code, .strong].randomElement(using: &self) ?? .plain
        var parts: [Line.Part] = []
        for _ in 0...Int.random(in: 0...2, using: &self) {
            parts.append(
                Bool.random(using: &self)
                    ? .phrase(.verbatim(text()), style) : .phrase(.wording(text()), style)
            )
            if Bool.random(using: &self) { parts.append(.tab(to: Int.random(in: 0...40, using: &self))) }
        }
        let marker = ["•", "12.", nil].randomElement(using: &self).flatMap { $0 }
        return Line(
            indent: Int.random(in: 0...30, using: &self),
            marker: marker.map { Span(text: $0) },
            parts: parts
        )
    }
}

import Testing

@testable import KataRunner

@Suite("Markdown inside a line")
struct InlineMarkdownTests {
    @Test("marks become styles", arguments: Marked.all)
    func styles(row: Marked) {
        #expect(InlineMarkdown.spans(in: row.text) == row.spans)
    }
}

struct Marked: Sendable, CustomTestStringConvertible {
    var text: String
    var spans: [Span]

    var testDescription: String { text }

    init(_ text: String, _ spans: (String, Style)...) {
        self.text = text
        self.spans = spans.map { Span(text: $0, style: $1) }
    }

    static let all = [
        Marked(""),
        Marked("plain", ("plain", .plain)),
        Marked("a `let` b", ("a ", .plain), ("let", .code), (" b", .plain)),
        Marked("**이름**은", ("이름", .strong), ("은", .plain)),
        Marked("*what* it is", ("what", .emphasis), (" it is", .plain)),
        Marked("**the `==`**", ("the ", .strong), ("==", .code)),
        Marked("see [Evans](https://example.org).", ("see Evans.", .plain)),
        Marked("`**not strong**`", ("**not strong**", .code)),
        Marked("2 * 3 * 4", ("2 * 3 * 4", .plain)),
        Marked("an open ` mark", ("an open ` mark", .plain)),
        Marked("an open ** mark", ("an open ** mark", .plain)),
        Marked("[1, 2] is no link", ("[1, 2] is no link", .plain)),
        Marked("[1] and [two](there)", ("[1] and two", .plain)),
        Marked("``", ("``", .plain)),
    ]
}

@Suite("Markdown of a page")
struct MarkdownBlocksTests {
    private func rows(_ markdown: String, width: Int = 60) -> [String] {
        rows(markdown, Layout(width: width))
    }

    private func rows(_ markdown: String, _ layout: Layout) -> [String] {
        layout.rows(of: MarkdownBlocks.lines(markdown, layout: layout)).map(\.text)
    }

    @Test("lines of a paragraph are one, and paragraphs are apart")
    func paragraphs() {
        #expect(rows("one\ntwo\n\n\nthree\n") == ["one two", "", "three"])
    }

    @Test("lists keep their marks, and their items hang")
    func lists() {
        let list = "- one\n  goes on\n- two\n\n1. first\n2. second"
        #expect(rows(list) == ["• one goes on", "• two", "", "1. first", "2. second"])
    }

    @Test("a list inside a list is further in")
    func nestedLists() {
        #expect(rows("- one\n  - inner\n- two") == ["• one", "  • inner", "• two"])
    }

    @Test("a heading stands alone")
    func headings() {
        #expect(rows("text\n### Task\nmore") == ["text", "", "Task", "", "more"])
        #expect(
            MarkdownBlocks.lines("## 이름", layout: Layout(width: 60)).first
                == Line(parts: [.phrase("이름", .heading)])
        )
    }

    @Test("code keeps its lines, and nothing in it is Markdown")
    func code() {
        let markdown = "text\n```swift\n# one\n\n- `two`\n```\nmore"
        #expect(rows(markdown) == ["text", "", "    # one", "", "    - `two`", "", "more"])
    }

    @Test("code that stands further in is code, and what follows it is not")
    func indentedCode() {
        let markdown = "- an item\n\n  ```swift\n  let a = 1\n  ```\n\nmore"
        #expect(rows(markdown).last == "more")
        #expect(rows(markdown).contains("      let a = 1"))
    }

    @Test("a diagram is listed in lines, one for each arrow")
    func diagrams() {
        #expect(
            rows("text\n```mermaid\nflowchart LR\n  name[\"a name\"] -->|has| part\n```\nmore")
                == ["text", "", "The page draws it:", "  · a name → part: has", "", "more"]
        )
    }

    private let glossary = """
        | English | Korean | In Moa |
        |---|:-:|--|
        | value | 값 | what has no *identity*, whatever it is called |
        | part | 부분 | |
        more
        """

    @Test("a table is columns under its heading if there is room, and the last one wraps")
    func wideTable() {
        #expect(
            rows(glossary, width: 80) == [
                "English  Korean  In Moa",
                "value    값      what has no identity, whatever it is called",
                "part     부분",
                "",
                "more",
            ]
        )
        #expect(
            rows(glossary, width: 40).prefix(4) == [
                "English  Korean  In Moa",
                "value    값      what has no identity,",
                "                 whatever it is called",
                "part     부분",
            ]
        )
    }

    @Test(
        "where columns find no room, each row is an entry, and the heading's words stand above and before its cells"
    )
    func narrowTable() {
        #expect(
            rows(glossary, width: 30) == [
                "English", "• value", "  Korean: 값", "  In Moa: what has no",
                "  identity, whatever it is", "  called", "• part", "  Korean: 부분", "", "more",
            ]
        )
    }

    @Test("columns stand straight though marks and commands are longer as they are shown")
    func straightColumns() {
        let table = "| do | then |\n|--|--|\n| `kata next` | a |\n| *go* → | b |\n| x | c |"
        let layout = Layout(width: 80, isASCII: true, marksEmphasis: true, invocation: "swift run kata")
        let rows = rows(table, layout)
        #expect(rows[1] == "swift run kata next  a")
        #expect(rows.dropFirst().map { $0.prefix(21).count } == [21, 21, 21])
        #expect(rows.dropFirst().map { String($0.dropFirst(21)) } == ["a", "b", "c"])
    }

    @Test("a heading without words is left out, and its cells stand for themselves")
    func namelessHeading() {
        #expect(rows("| | |\n|---|---|\n| a | b |") == ["a  b"])
        let wide = String(repeating: "long ", count: 5).trimmed
        #expect(
            rows("| | |\n|---|---|\n| \(wide) | b |", width: 20) == [
                "• long long long", "  long long", "  b",
            ]
        )
    }

    @Test("tags of HTML are left out")
    func tags() {
        #expect(rows("<details>\ninside\n</details>") == ["inside"])
    }

    @Test("braces are shown as they are written")
    func braces() {
        #expect(rows("a {} b {1} c { } `{ get }`") == ["a {} b {1} c { } { get }"])
    }

    @Test("line ends of Windows are line ends")
    func windows() {
        #expect(rows("- one\r\n- two\r\n\r\ntext\r\n") == ["• one", "• two", "", "text"])
    }

    @Test("nothing is nothing")
    func nothing() {
        #expect(rows("") == [])
        #expect(rows("\n\n") == [])
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("The class report")
struct GradeHTMLTests {
    private static let page = Markup(parsing: GradeHTML.document(.small))

    static let hostile = [
        "<script>alert(1)</script>", "</script><script>alert(1)</script>", "</style><b>", "</title><b>",
        "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "\" autofocus onfocus=\"alert(1)", "<!--",
        "]]>", "&lt;b&gt;", "&amp;", "javascript:alert(1)", "a\u{0}b\u{1B}[31mc\u{7F}",
        "\u{202E}nimda\u{202C}",
        "\u{200F}\u{200E}\u{2066}x\u{2069}", "two\nlines\r\nor\u{2028}three\u{85}", "{1} {} #1 $& \\1",
        "남궁 민 🪁\u{FE0F}", "\u{1100}\u{1161}", "  ", "\u{301}<\u{301}b\u{301}>\u{301}\"\u{301}",
        "`code` **strong** [a](javascript:b)", "\u{F0000}",
    ]

    // MARK: - Whatever a submission says

    @Test("whatever a student's folder or code says, the markup stays as it is", arguments: hostile)
    func markup(text: String) {
        let harmless = Markup(parsing: GradeHTML.document(Gradebook.small.saying("harmless")))
        let page = Markup(parsing: GradeHTML.document(Gradebook.small.saying(text)))
        #expect(page.tags.map(\.description) == harmless.tags.map(\.description))
        #expect(page.misplaced == [])
        #expect(page.fixed == harmless.fixed)
    }

    @Test(
        "what a student's folder or code says can be read as it is",
        arguments: hostile.filter { text in text.unicodeScalars.allSatisfy { $0.properties.isPlain } }
    )
    func readable(text: String) {
        let page = Markup(parsing: GradeHTML.document(Gradebook.small.saying(text)))
        // The name in the grid, above the red lines and where a rule is broken; the place of a diagnostic.
        let scalars = page.text.unicodeScalars
        #expect(scalars.ranges(of: text.unicodeScalars).count >= 4)
        #expect(scalars.contains("x\(text)x".unicodeScalars))
    }

    @Test(
        "what can't be seen is shown by its number",
        arguments: [
            ("a\u{0}b", "a⟨U+0000⟩b"), ("\u{1B}[31m", "⟨U+001B⟩[31m"), ("\u{7F}", "⟨U+007F⟩"),
            ("\u{85}", "⟨U+0085⟩"), ("\u{202E}x", "⟨U+202E⟩x"), ("x\u{200F}", "x⟨U+200F⟩"),
            ("\u{61C}\u{2066}", "⟨U+061C⟩⟨U+2066⟩"), ("\u{FEFF}", "⟨U+FEFF⟩"), ("a\nb", "a⟨U+000A⟩b"),
            ("\r\n", "⟨U+000D⟩⟨U+000A⟩"), ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("남궁 민", "남궁 민"),
            ("שלום", "שלום"),
        ]
    )
    func unseen(text: String, shown: String) {
        #expect(HTML.escaped(text) == shown)
    }

    @Test("a message keeps its lines, and is cut where nobody would read on")
    func lines() {
        var page = HTML(language: .english)
        page.lines("a\n\tb\r")
        #expect(page.text == "a\n\tb⟨U+000D⟩")
        page.lines(String(repeating: "x", count: 5000))
        #expect(page.text.count < 2100)
        #expect(page.text.hasSuffix("xx …"))
    }

    // MARK: - Nothing from elsewhere

    @Test("the page asks nothing of the network, and no attribute holds script or style")
    func selfContained() {
        let forbidden: Set = ["src", "srcset", "style", "action", "formaction", "data", "poster", "ping"]
        for tag in Self.page.tags {
            #expect(forbidden.isDisjoint(with: tag.attributes.keys), "\(tag)")
            #expect(!tag.attributes.keys.contains { $0.hasPrefix("on") }, "\(tag)")
            if let address = tag.attributes["href"] { #expect(address.hasPrefix("#"), "\(tag)") }
        }
        #expect(
            Set(Self.page.tags.map(\.name)).isDisjoint(with: ["link", "img", "iframe", "base", "object"])
        )
        for text in Self.page.fixed.values {
            for mark in ["url(", "@import", "http:", "https:", "fetch", "innerHTML", "eval"] {
                #expect(!text.contains(mark), "\(mark)")
            }
        }
    }

    @Test("its policy allows its own style and script by a name that nobody else knows, and nothing else")
    func policy() throws {
        let policy = try #require(
            Self.page.all("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        )
        #expect(
            policy.attributes["content"]
                == "default-src 'none'; script-src 'nonce-a-name'; style-src 'nonce-a-name'; "
                + "base-uri 'none'; form-action 'none'"
        )
        for name in ["script", "style"] {
            #expect(Self.page.all(name).map(\.attributes["nonce"]) == ["a-name"])
        }
        #expect(Self.page.all("script").count == 1)
        #expect(Self.page.all("style").count == 1)
    }

    // MARK: - The grid

    @Test("each student is a row, each kata a column, and every heading says what it heads")
    func grid() {
        let page = Self.page
        #expect(page.all("caption").count == page.all("table").count)
        #expect(page.all("th").allSatisfy { $0.attributes["scope"] != nil })
        #expect(page.all("th").filter { $0.attributes["scope"] == "colgroup" }.count == 2)
        let links = page.all("a").compactMap { $0.attributes["href"] }
        for student in 1...4 { #expect(links.contains("#s\(student)")) }
        // Two columns of headings and four katas, in four rows and one of totals; five columns of chapters.
        #expect(page.all("td").count == 4 * 5 + 5 + 2 * 4)
    }

    @Test("each cell says in words what its colour and its sign say")
    func cells() {
        let said = Self.page.tags.filter { $0.attributes["class"]?.hasPrefix("k ") == true }
            .compactMap { $0.attributes["aria-label"] }
        #expect(
            said == [
                "solved", "solved", "solved", "solved",
                "2 of 4 rules broken", "solved", "4 of 4 rules broken", "untouched",
                "1 of 4 rules broken", "does not compile", "crashed, 1 of 2 rules broken", "untouched",
                "untouched", "untouched", "untouched", "untouched",
            ]
        )
    }

    @Test("every standing has a sign of its own, and the legend tells those that are there")
    func signs() {
        let signs = Grade.Standing.allCases.map(\.sign)
        #expect(Set(signs).count == signs.count)
        #expect(signs.allSatisfy { $0.count <= 2 && !$0.isEmpty })
        let legend = Self.page.tags.filter { $0.name == "span" && $0.attributes["aria-hidden"] == "true" }
            .compactMap { $0.attributes["class"] }
        #expect(
            Array(legend.prefix(8)) == [
                "k solved", "k f1", "k f2", "k f3", "k f4", "k doesNotCompile", "k crashed", "k untouched",
            ]
        )
    }

    @Test(
        "the shade tells the part of the rules that is broken",
        arguments: [
            (1, 8, "f1"), (2, 8, "f1"), (3, 8, "f2"), (4, 8, "f2"), (6, 8, "f3"), (7, 8, "f4"), (8, 8, "f4"),
        ]
    )
    func shades(broken: Int, of all: Int, shade: String) {
        let kata = Gradebook.Kata(id: "1.1", name: "", title: "", rules: (1...all).map { "rule \($0)" })
        #expect(Grade.broken(Set(1...broken), .lost("")).of(kata).shade == shade)
    }

    @Test("every link leads somewhere, and no two places have the same name")
    func anchors() {
        let page = Markup(parsing: GradeHTML.document(.large(students: 20, chapters: 3, katas: 12)))
        let names = page.tags.compactMap { $0.attributes["id"] }
        #expect(Set(names).count == names.count)
        let places = Set(names)
        for tag in page.tags {
            for key in ["aria-labelledby", "aria-describedby"] {
                if let name = tag.attributes[key] { #expect(places.contains(name), "\(tag) \(name)") }
            }
            if let address = tag.attributes["href"] { #expect(places.contains(String(address.dropFirst()))) }
        }
        #expect(page.misplaced == [])
    }

    // MARK: - Numbers

    @Test("the figures at the top and the chapters add up")
    func figures() {
        let text = Self.page.text.replacing(/\s+/, with: " ")
        #expect(text.contains("Solved31 % 5 of 16"))
        #expect(text.contains("Have solved everything1"))
        // Two katas by four students; one has solved both; one has begun neither.
        #expect(text.contains("1 Value objects 38 % 3 of 8111.1 Names without splitting by 1"))
        #expect(text.contains("Solved by51211"))
    }

    @Test(
        "a percentage is rounded, but never to nothing or to all",
        arguments: [(0, 0, 0), (0, 9, 0), (9, 9, 100), (1, 1000, 1), (999, 1000, 99), (1, 3, 33), (2, 3, 67)]
    )
    func percent(part: Int, whole: Int, percent: Int) {
        #expect(GradeHTML.percent(part, of: whole) == percent)
    }

    @Test("rules are ranked by how many break them, of those who have tried")
    func ranking() {
        let rules = BrokenRule.all(in: .small)
        let pages = Sample.personName.page.rules
        #expect(rules.first?.name == pages[1])
        #expect(rules.first?.students == [1, 2])
        #expect(rules.first?.tried == 3)
        // A rule that one student breaks comes after it, in the order of the pages.
        let renaming = Sample.renaming.page.rules
        #expect(
            rules.map(\.name) == [pages[1], renaming[1], pages[3], renaming[0], renaming[2], renaming[3]]
        )
        #expect(rules.map(\.students.count) == [2, 2, 1, 1, 1, 1])
    }

    @Test("what the suite said of a rule is reported once, with how many heard it")
    func messages() {
        let messages = BrokenRule.all(in: .small).first?.messages ?? []
        #expect(messages.map { $0.text.text() } == ["a part was cut", "nobody was asked"])
        #expect(messages.map(\.students) == [2, 1])
        #expect(messages.first?.expectation == "(shown → \"남\") == \"남궁\"")
    }

    @Test("an untouched starter breaks no rule, even if it was run")
    func untouched() {
        var gradebook = Gradebook.small
        gradebook.students[3].grades[0].rules = gradebook.students[1].grades[0].rules
        #expect(BrokenRule.all(in: gradebook).first?.students == [1, 2])
        #expect(gradebook.students[3].grades[0].sentence.text() == "untouched")
    }

    // MARK: - Whatever the class

    @Test("two students of one name are distinguished by their folders")
    func namesakes() {
        var gradebook = Gradebook.small
        #expect(!GradeHTML.document(gradebook).contains("/submissions/"))
        gradebook.students[3].name = "김소리"
        let text = Markup(parsing: GradeHTML.document(gradebook)).text
        #expect(text.contains("/submissions/김소리"))
        #expect(text.contains("/submissions/이민"))
    }

    @Test("a complaint about the end of a file shows no empty line of code")
    func emptyLine() {
        var gradebook = Gradebook.small
        let codes = { Markup(parsing: GradeHTML.document(gradebook)).all("code").count }
        let before = codes()
        gradebook.students[2].grades[1].diagnostics[0].sourceLine = " "
        #expect(codes() == before - 1)
    }

    @Test("of a chapter that nobody has begun no kata is said to be the hardest")
    func notBegun() {
        var gradebook = Gradebook.small
        for student in gradebook.students.indices {
            for grade in 2...3 { gradebook.students[student].grades[grade].standing = .untouched }
        }
        let text = Markup(parsing: GradeHTML.document(gradebook)).text
        #expect(text.contains("0 % 0 of 804–"))
    }

    @Test("a class of nobody and a workbook of nothing make a page too")
    func empty() {
        for gradebook in [
            Gradebook(chapters: [], students: []), Gradebook(chapters: .sample, students: []),
            Gradebook(chapters: [], students: [.init(name: "이민", path: "", grades: [])]),
        ] {
            let page = Markup(parsing: GradeHTML.document(gradebook))
            #expect(page.misplaced == [])
            #expect(page.text.contains("Nobody breaks a rule."))
        }
    }

    @Test("the page speaks the language that was asked for, and says so")
    func language() {
        let korean = Language(code: "ko", translations: ["Class report": "학급 보고서", "solved": "해결"])
        let page = Markup(parsing: GradeHTML.document(.small, language: korean))
        #expect(page.all("html").first?.attributes["lang"] == "ko")
        #expect(page.text.contains("학급 보고서"))
        #expect(page.tags.contains { $0.attributes["aria-label"] == "해결" })
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isPlain: Bool {
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
    }
}

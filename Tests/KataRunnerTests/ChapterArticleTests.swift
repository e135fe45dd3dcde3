import Testing

@testable import KataRunner

@Suite("Chapters as articles")
struct ChapterArticleTests {
    private func articles(_ markdown: String) -> ChapterArticles {
        let katas = (1...2).map { number in
            Kata(
                id: KataID(chapter: 3, number: number),
                name: "Name\(number)",
                target: "Chapter3Post",
                page: KataPage(),
                fileExists: true
            )
        }
        let chapter = Chapter(number: 3, topic: "Post", page: .empty, katas: katas, otherFiles: [])
        return ChapterArticles(
            chapter,
            markdown: markdown,
            source: "Exercises/Chapter3Post/README.md",
            links: SiteLinks(
                chapter: 3,
                chapters: ["Chapter3Post": 3, "Chapter5Shop": 5],
                katas: [KataID(chapter: 3, number: 1), KataID(chapter: 5, number: 12)]
            )
        )
    }

    private func chapter(_ markdown: String) -> String { articles(markdown).article.text }

    private let whole = """
        # Chapter 3 · Post

        About parcels.

        ## The problem

        Scales.

        ## 3.1 Weigh it

        A story.

        ### Task

        Weigh.

        ### Rules

        #### By day

        - a parcel weighs something

        ### Hints

        <details><summary>Hint 1</summary>

        Look at the scale.

        </details>
        <details><summary>Hint 2</summary>

        ```swift
        # not a heading
        ```

        </details>

        ### Afterword

        It was heavy.

        ## 3.2 Send it

        Another story.

        ## Debrief

        ### The closing question

        Who sends?
        """

    @Test("each kata has a page of its own, and all the rest stays with the chapter")
    func division() {
        let articles = articles(whole)
        #expect(articles.article.name == "Chapter-3")
        #expect(articles.katas.map(\.name) == ["Kata-3-1", "Kata-3-2"])
        let chapter = articles.article.text
        for text in [
            "# Chapter 3 · Post", "## The problem", "Scales.", "## Debrief", "### The closing question",
        ] {
            #expect(chapter.contains("\n\(text)\n") || chapter.hasPrefix(text))
        }
        #expect(!chapter.contains("story"))
        #expect(articles.katas[1].text.hasPrefix("# 3.2 Send it\n"))
        #expect(!articles.katas[1].text.contains("Who sends?"))
    }

    @Test("a kata's headings rise by one, and it says which file to edit and how to check it")
    func kata() {
        let text = articles(whole).katas[0].text
        for heading in ["# 3.1 Weigh it", "## Task", "## Rules", "### By day", "## Hints", "## Afterword"] {
            #expect(text.split(separator: "\n").contains { $0 == heading }, "\(heading)")
        }
        #expect(text.contains("`Exercises/Chapter3Post/1-Name1.swift`, and `swift run kata check 3.1`"))
    }

    @Test("hints and the afterword stand on tabs, of which the first gives nothing away")
    func tabs() {
        let text = articles(whole).katas[0].text
        let tabs = text.components(between: "@Tab(\"", and: "\")")
        #expect(tabs == ["No hint yet", "Hint 1", "Hint 2", "Not solved yet", "Solved"])
        #expect(text.contains("@Tab(\"Hint 1\") {\n\n        Look at the scale.\n\n    }\n"))
        #expect(text.contains("        # not a heading\n"))
        #expect(text.contains("@Tab(\"Solved\") {\n\n        It was heavy.\n\n    }\n}\n"))
        #expect(text.count { $0 == "{" } == text.count { $0 == "}" })
        #expect(!text.contains("<"))
    }

    @Test("a page that ends within its tabs has them closed")
    func openEnd() {
        let text = articles("## 3.1 A\n### Afterword\nSo.").katas[0].text
        #expect(text.hasSuffix("        So.\n    }\n}\n\n"))
    }

    @Test("each line knows the line it was made of")
    func origins() {
        let articles = articles(whole)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        for page in [articles.article] + articles.katas {
            for (index, line) in page.lines.enumerated() {
                guard let origin = line.origin, line.text.contains("story") || line.text.contains("scale")
                else {
                    continue
                }
                #expect(line.text.trimmed == lines[origin - 1].trimmed)
                #expect(page.origin(ofLine: index + 1) == origin)
            }
        }
        let tip = articles.katas[0].lines.firstIndex { $0.text.hasPrefix("> Tip") }
        let task = lines.firstIndex { $0 == "### Task" }
        // A line that was added is traced to what stands before it.
        #expect(tip.map { articles.katas[0].origin(ofLine: $0 + 1) } == task)
    }

    @Test("a diagram becomes a picture in light and dark, with a description")
    func diagrams() {
        let articles = articles(
            "```mermaid\nflowchart LR\na[\"One<br/>more\"] -- \"to [x] & <y>\" --> b\n```"
        )
        #expect(articles.article.text == "![One → b: to (x) & <y>](diagram-3-1)\n")
        #expect(articles.diagrams.map(\.name) == ["diagram-3-1"])
        let pictures = [false, true].compactMap { articles.diagrams.first?.drawing.svg(isDark: $0) }
        for picture in pictures {
            for text in [">One<", ">more<", ">b<", "to [x] &amp; &lt;y>"] { #expect(picture.contains(text)) }
        }
        #expect(pictures.first != pictures.last)
    }

    @Test("what is drawn of this workbook's pages fits its frame", arguments: WorkbookPage.all)
    func drawings(page: WorkbookPage) throws {
        for source in try page.diagrams {
            let drawing = DiagramDrawing(source)
            let picture = drawing.svg(isDark: false)
            #expect(
                picture.components(between: "<rect", and: "/>").count
                    == picture.components(between: "rx=", and: ">").count
            )
            #expect(!drawing.told.isEmpty)
            let height =
                picture.components(between: "viewBox=\"0 0 680 ", and: "\"").first.flatMap { Int($0) } ?? 0
            let ends = picture.components(between: "<rect ", and: "/>").compactMap { rect -> Int? in
                guard let y = rect.components(between: " y=\"", and: "\"").first.flatMap({ Int($0) }),
                    let own = rect.components(between: " height=\"", and: "\"").first.flatMap({ Int($0) })
                else { return nil }
                #expect(y >= 0)
                return y + own
            }
            #expect(!ends.isEmpty && ends.allSatisfy { $0 <= height })
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var source: String
        var shown: String
        var testDescription: String { source }

        init(_ source: String, _ shown: String) {
            self.source = source
            self.shown = shown
        }
    }

    @Test(
        "links lead to pages of the site, and nothing is taken for a directive",
        arguments: [
            Row("a [page](../Chapter5Shop/README.md)", "a [page](<doc:Chapter-5>)"),
            Row("a [kata](../Chapter5Shop/README.md#512-buy-it)", "a [kata](<doc:Kata-5-12>)"),
            Row("a [part](../Chapter5Shop/README.md#the-problem)", "a [part](<doc:Chapter-5>)"),
            Row("[here](#31-weigh-it)", "[here](<doc:Kata-3-1>)"),
            Row("[here](README.md#debrief)", "[here](<doc:Chapter-3>)"),
            Row("a [file](../../Sources/Moa/Member.swift)", "a file (`../../Sources/Moa/Member.swift`)"),
            Row("a [stranger](../Chapter9Ship/README.md)", "a stranger (`../Chapter9Ship/README.md`)"),
            Row("the [world](https://swift.org/a#b)", "the [world](https://swift.org/a#b)"),
            Row(
                "see kata 5.12, or chapter 5.",
                "see [kata 5.12](<doc:Kata-5-12>), or [chapter 5](<doc:Chapter-5>)."
            ),
            Row("kata 5.3, chapter 7, chapter 3", "kata 5.3, chapter 7, chapter 3"),
            Row("[kata 5.12](https://a.b)", "[kata 5.12](https://a.b)"),
            Row("`kata 5.12` and `a < b`", "`kata 5.12` and `a < b`"),
            Row("`over two\nkata 5.12 lines` a < b", "`over two\nkata 5.12 lines` a \\< b"),
            Row("open ` alone\n\nkata 5.12", "open ` alone\n\n[kata 5.12](<doc:Kata-5-12>)"),
            Row("@Sendable is said", "\\@Sendable is said"),
            Row("  @main", "  \\@main"),
            Row("a <https://swift.org>", "a <https://swift.org>"),
            Row("```\n@main kata 5.12 <b>\n# no\n```", "```\n@main kata 5.12 <b>\n# no\n```"),
            Row("| a | kata 5.12 |", "| a | [kata 5.12](<doc:Kata-5-12>) |"),
        ]
    )
    func text(row: Row) {
        #expect(chapter(row.source) == row.shown + "\n")
    }
}

import Testing

@testable import KataRunner

@Suite("Pages")
struct PageTests {
    private let page = ChapterPage(parsing: Sample.pageOfValueObjects)

    private func kata(_ id: String) throws -> KataPage {
        try #require(KataID(id).flatMap { page.katas[$0] })
    }

    @Test("the title of a chapter follows the dot in its heading")
    func title() {
        #expect(page.title == "Value objects")
        #expect(ChapterPage(parsing: "# 값 객체").title == "값 객체")
    }

    @Test("the introduction is what stands before the first kata, with its sections")
    func introduction() {
        #expect(page.introduction.hasPrefix("A member's name, a handle"))
        #expect(page.introduction.contains("```mermaid"))
        #expect(page.introduction.contains("## When not to use it"))
        #expect(page.introduction.hasSuffix("| part | 부분 | the family name 남궁 |"))
    }

    @Test("what follows the last kata closes the chapter")
    func closing() {
        #expect(page.closing == "## Debrief\n\nWhich word joined our glossary?")
    }

    @Test("each kata has its section")
    func katas() throws {
        #expect(page.katas.keys.sorted().map(\.description) == ["1.1", "1.2"])
        #expect(try kata("1.1").title == "Names without splitting")
        #expect(try kata("1.2").title == "Born valid")
    }

    @Test("story, task and afterword are distinguished")
    func parts() throws {
        let kata = try kata("1.2")
        #expect(
            kata.story
                == "Two members are called `@sori` and `@Sori`, and the letters for both go to one of them."
        )
        #expect(kata.task == "Let a `Handle` be born valid, or not at all.")
        #expect(kata.afterword == "What is born valid needs no check later.")
    }

    @Test("a rule is one line, however it is wrapped")
    func rules() throws {
        #expect(
            try kata("1.1").rules == [
                "equal parts make equal names",
                "a part of two words stays whole, however long it is and however often it is shown: 남궁",
                "the reader's custom decides which part is shown first",
                "no part can be set from outside",
            ]
        )
    }

    @Test("a capstone's rules stand in sections, and a section without rules is none")
    func sections() throws {
        let page = ChapterPage(
            parsing: """
                # A

                ## 1.1 One

                ### Rules

                #### The domain

                - a
                - b, which is
                  wrapped

                #### Nothing

                #### The data

                - c
                """
        )
        let kata = try #require(page.katas[KataID(1, 1)])
        #expect(
            kata.sections == [
                RuleSection(title: "The domain", rules: ["a", "b, which is wrapped"]),
                RuleSection(title: "The data", rules: ["c"]),
            ]
        )
        #expect(kata.rules == ["a", "b, which is wrapped", "c"])
    }

    @Test("a hint is what stands between its summary and its end")
    func hints() throws {
        let hints = try kata("1.1").hints
        #expect(hints.count == 3)
        #expect(hints[0].hasPrefix("If you change the number 1 into 2"))
        #expect(hints[1].hasSuffix("2. ask for `Hashable`."))
        #expect(try kata("1.2").hints == [])
    }

    @Test("a heading inside of code is code", arguments: ["```", "  ```"])
    func codeFences(fence: String) throws {
        let page = ChapterPage(
            parsing:
                "# A\n\n## 1.1 One\n\n\(fence)\n# no title\n## 1.2 Two\n### Task\n\(fence)\n\n### Task\n\nDo it.\n"
        )
        #expect(page.katas.keys.map(\.description) == ["1.1"])
        let kata = try #require(page.katas.values.first)
        #expect(kata.story.contains("## 1.2 Two\n### Task"))
        #expect(kata.task == "Do it.")
    }

    @Test("a page with the line ends of Windows is the same page")
    func windows() {
        #expect(ChapterPage(parsing: Sample.pageOfValueObjects.replacing("\n", with: "\r\n")) == page)
    }

    @Test("what is missing is empty")
    func missing() throws {
        #expect(ChapterPage(parsing: "") == .empty)
        let bare = try #require(ChapterPage(parsing: "## 2.1\n").katas[KataID(chapter: 2, number: 1)])
        #expect(bare.title == nil)
        #expect([bare.story, bare.task, bare.afterword] == ["", "", ""])
        #expect(bare.sections.isEmpty && bare.hints.isEmpty)
        let some = try #require(ChapterPage(parsing: "## 2.1 One\n### Rules\n- a\n").katas.values.first)
        #expect(some.title == "One")
        #expect(some.sections == [RuleSection(rules: ["a"])])
        #expect([some.story, some.task, some.afterword] == ["", "", ""])
        #expect(some.hints.isEmpty)
    }

    @Test("an unfinished hint is no hint")
    func unfinishedHint() throws {
        let page = ChapterPage(parsing: "## 2.1 One\n### Hints\n<summary>Hint 1</summary> a question")
        #expect(page.katas.values.first?.hints == [])
    }

    @Test(
        "a heading that only begins with a number is no kata",
        arguments: ["1 One", "1.x One", "1.1.1 One", "One 1.1"]
    )
    func otherHeadings(heading: String) {
        #expect(ChapterPage(parsing: "## \(heading)\n\ntext").katas.isEmpty)
    }
}

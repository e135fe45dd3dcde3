import Testing

@testable import KataRunner

@Suite("The author's check")
struct AuthorCheckTests {
    private func findings(_ texts: [String: String]) -> [AuthorCheck.Finding] {
        let workbook = Workbook(root: "/moa", files: .memory(texts.mapKeys { "/moa/\($0)" }))
        let catalogue = workbook.catalogue()
        return AuthorCheck(workbook: workbook, catalogue: catalogue).findings(catalogue.katas)
    }

    @Test("of a finished workbook nothing is said")
    func finished() {
        #expect(findings(Exemplary.texts).map { $0.what.text() } == [])
    }

    @Test("each thing that is missing or wrong is reported, and nothing else is", arguments: Flaw.all)
    func flaws(flaw: Flaw) {
        var texts = Exemplary.texts
        flaw.make(&texts)
        #expect(texts != Exemplary.texts)
        let found = findings(Exemplary.sealed(texts))
        #expect(found.map(\.file) == [flaw.file])
        #expect(found.map { $0.what.text() } == [flaw.what])
        #expect(found.map(\.isTodo) == [flaw.isTodo])
        #expect(found.allSatisfy { !$0.remedy.text().isEmpty })
    }

    @Test("a suite that was changed since it was sealed is reported")
    func brokenSeal() {
        var texts = Exemplary.texts
        texts[Exemplary.suite, default: ""] += "// a remark\n"
        let found = findings(texts)
        #expect(found.map(\.file) == [Exemplary.suite])
        #expect(
            found.map { $0.what.text() }
                == ["It isn't sealed as it stands, so runners would call it changed."]
        )
        #expect(found.map(\.isTodo) == [false])
        #expect(found.map { $0.remedy.text() } == ["If you meant to change it: `kata author sync 1.1`"])
    }

    @Test("a suite that was never sealed is work to do, and no mistake")
    func withoutSeal() {
        var texts = Exemplary.texts
        texts[SuiteSeals.file] = nil
        let found = findings(texts)
        #expect(
            found.map { $0.what.text() } == ["It isn't sealed yet, so a change of it would go unnoticed."]
        )
        #expect(found.map(\.isTodo) == [true])
    }

    @Test("two katas of one name are reported, since progress is kept by name")
    func names() {
        var texts = Exemplary.texts
        for (path, text) in Exemplary.texts where path.contains("1-Handle") {
            texts[path.replacing("Chapter1ValueObjects", with: "Chapter2Entities")] = text
        }
        let found = findings(texts).map { "\($0.file): \($0.what.text())" }
        #expect(
            found.contains(
                "Exercises/Chapter2Entities/1-Handle.swift: 1.1 has the same name, and progress is kept by name."
            )
        )
    }

    @Test("of a new kata only what is still to be written is reported")
    func template() {
        let kata = Kata(
            id: KataID(chapter: 1, number: 2),
            name: "CopyTransfer",
            target: "Chapter1ValueObjects",
            page: KataPage(),
            fileExists: true
        )
        let template = KataTemplate(kata: kata)
        var texts = Exemplary.texts.merging(template.files) { $1 }
        texts[Exemplary.page, default: ""] += "\n" + template.section
        let found = findings(texts)
        #expect(found.filter { !$0.isTodo }.map { "\($0.file): \($0.what.text())" } == [])
        #expect(Set(found.map(\.file)).isSuperset(of: [Exemplary.page, kata.solution]))
    }
}

@Suite("The files of a new kata")
struct KataTemplateTests {
    private let kata = Kata(
        id: KataID(chapter: 3, number: 2),
        name: "CopyTransfer",
        target: "Chapter3DomainServices",
        page: KataPage(),
        fileExists: true
    )

    @Test("there is every file that a kata needs")
    func files() {
        let files = KataTemplate(kata: kata).files
        #expect(Set(files.keys).isSuperset(of: [kata.file, kata.pristine, kata.suite, kata.solution]))
        let variants = files.keys.filter { $0.hasPrefix(kata.variants + "/") }
        #expect(variants.count { $0.contains("/valid-") } >= 1)
        #expect(variants.count { $0.contains("/wrong-") } >= 2)
        #expect(files[kata.file] == files[kata.pristine])
    }

    @Test("its page and its suite tell the same rules, and its wrong answers break some of them")
    func rules() throws {
        let template = KataTemplate(kata: kata)
        let page = try #require(ChapterPage(parsing: template.section).katas[kata.id])
        let suite = SuiteSource(parsing: template.files[kata.suite] ?? "")
        #expect(page.rules.count == 4)
        #expect(suite.rules.map(\.name) == page.rules)
        #expect(suite.suiteName == "3.2 Copy transfer")
        #expect(page.title == "Copy transfer")
        #expect(page.hints.count == 3)
        for (path, text) in template.files where path.contains("/wrong-") {
            guard case .breaks(let rule) = Variant(file: path, text: text).expectation else {
                Testing.Issue.record("\(path) doesn't say which rule it breaks")
                continue
            }
            #expect(page.rules.contains(rule))
        }
    }

    @Test("its section comes after the last kata and before what closes the chapter")
    func section() {
        let section = KataTemplate(kata: kata).section
        let added = AuthorPage.adding(section, to: Sample.pageOfValueObjects, chapter: Sample.valueObjects)
        let page = ChapterPage(parsing: added)
        #expect(page.katas.keys.sorted().map(\.description) == ["1.1", "1.2", "3.2"])
        #expect(page.closing == Sample.valueObjects.page.closing)
        #expect(page.katas[Sample.handle.id] == Sample.handle.page)

        let plain = AuthorPage.adding(section, to: "# Chapter 3 · Services\n", chapter: Sample.valueObjects)
        #expect(ChapterPage(parsing: plain).katas.keys.map(\.description) == ["3.2"])
        #expect(plain.hasSuffix("\n") && !plain.hasSuffix("\n\n"))
    }
}

// MARK: - A finished workbook

/// A workbook of one kata, in which the check finds nothing.
enum Exemplary {
    static let folder = "Exercises/Chapter1ValueObjects"
    static let page = "\(folder)/README.md"
    static let starter = "\(folder)/1-Handle.swift"
    static let pristine = "Exercises/.pristine/Chapter1ValueObjects/1-Handle.swift"
    static let suite = "Tests/Chapter1ValueObjectsTests/1-HandleTests.swift"
    static let solution = "Solutions/Chapter1ValueObjects/1-Handle.swift"
    static let variants = "Tests/Variants/Chapter1ValueObjects/1-Handle"

    static let texts = sealed(files)

    /// With seals of its suites as they stand.
    static func sealed(_ texts: [String: String]) -> [String: String] {
        let workbook = Workbook(root: "", files: .memory(texts.mapKeys { "/\($0)" }))
        var seals = SuiteSeals(parsing: "")
        for kata in workbook.catalogue().katas where texts[kata.suite] != nil {
            seals.renew(kata, in: workbook)
        }
        return texts.merging([SuiteSeals.file: seals.text]) { $1 }
    }

    private static let files = [
        "Package.swift": "let topics = [\"ValueObjects\", \"Entities\"]\n",
        page: pageText,
        starter: starterText,
        pristine: starterText,
        suite: suiteText,
        solution: "struct Handle {}\n",
        "\(variants)/valid-class.swift": "// A class in the place of the struct.\nfinal class Handle {}\n",
        "\(variants)/wrong-case.swift":
            "// Fails: a handle knows no letter case\n// Tempting: == is there.\nstruct Handle {}\n",
        "\(variants)/wrong-empty.swift":
            "// Fails: nobody is called nothing\n// Tempting: a String may be empty.\nstruct Handle {}\n",
    ]

    private static let pageText = """
        # Chapter 1 · Value objects

        What a value is.

        ```mermaid
        flowchart LR
        ```

        ## When not to use it

        Hardly ever.

        ## Glossary

        | English | Korean |
        |---|---|
        | value | 값 |

        ## 1.1 Born valid

        Two members share one letter box.

        ### Task

        Let a `Handle` be born valid.

        ### Rules

        - a handle knows no letter case
        - nobody is called nothing
        - 남궁 may be a handle
        - a handle stays as it is

        ### Hints

        <details><summary>Hint 1</summary>

        Who may make a handle that isn't one?

        </details>

        <details><summary>Hint 2</summary>

        An initialiser may refuse: `init?`.

        </details>

        <details><summary>Hint 3</summary>

        Lower the letters before they are kept.

        </details>

        ### Afterword

        What is born valid needs no check later.
        """

    private static let starterText = """
        // 1.1 Born valid
        //
        // The page: swift run kata show 1.1
        // Check it: swift run kata check 1.1

        struct Handle {
            // TODO: refuse what is no handle.
        }
        """

    private static let suiteText = """
        import Testing

        @Suite("1.1 Born valid")
        struct HandleTests {
            @Test("a handle knows no letter case") func letterCase() {}
            @Test("nobody is called nothing") func empty() {}
            @Test("남궁 may be a handle") func korean() {}
            @Test("a handle stays as it is") func constant() {}
        }
        """
}

/// One thing that is wrong with it.
struct Flaw: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var what: String
    var isTodo = false
    var make: @Sendable (inout [String: String]) -> Void

    var testDescription: String { name }

    /// A text in one file takes the place of another.
    private static func replaced(
        _ text: String,
        by other: String,
        in path: String,
        _ what: String,
        at file: String? = nil,
        isTodo: Bool = false
    ) -> Flaw {
        Flaw(name: what, file: file ?? path, what: what, isTodo: isTodo) {
            $0[path] = $0[path]?.replacing(text, with: other)
        }
    }

    /// The starter and its pristine copy are changed alike.
    private static func starter(_ text: String, by other: String, _ what: String) -> Flaw {
        Flaw(name: what, file: Exemplary.starter, what: what) { texts in
            for path in [Exemplary.starter, Exemplary.pristine] {
                texts[path] = texts[path]?.replacing(text, with: other)
            }
        }
    }

    private static func removed(_ path: String, _ what: String, at file: String? = nil) -> Flaw {
        Flaw(name: what, file: file ?? path, what: what) { $0[path] = nil }
    }

    private static func added(
        _ path: String,
        _ text: String,
        _ what: String,
        at file: String? = nil,
        isTodo: Bool = false
    ) -> Flaw {
        Flaw(name: what, file: file ?? path, what: what, isTodo: isTodo) { $0[path] = text }
    }

    static let all: [Flaw] = chapter + page + starters + suites + answers

    private static let chapter: [Flaw] = [
        replaced(
            "\"ValueObjects\"",
            by: "\"Values\"",
            in: "Package.swift",
            "It doesn't know chapter 1, «ValueObjects»."
        ),
        replaced("# Chapter 1 · Value objects", by: "", in: Exemplary.page, "The page has no heading."),
        replaced("mermaid", by: "text", in: Exemplary.page, "The introduction has no diagram."),
        replaced("## Glossary", by: "", in: Exemplary.page, "The introduction has no section «Glossary»."),
        replaced(
            "## When not",
            by: "## When",
            in: Exemplary.page,
            "The introduction has no section «When not to use it»."
        ),
        Flaw(
            name: "a section without a kata",
            file: Exemplary.page,
            what: "The page has a section 1.2, and there is no such kata."
        ) { $0[Exemplary.page, default: ""] += "\n\n## 1.2 More\n" },
        added("\(Exemplary.folder)/Mine.swift", "", "It belongs to no kata."),
        added("Solutions/Chapter1ValueObjects/old.txt", "", "It belongs to no kata."),
    ]

    private static let page: [Flaw] = [
        replaced("Two members share one letter box.", by: "", in: Exemplary.page, "1.1: there is no story."),
        replaced("Let a `Handle` be born valid.", by: "", in: Exemplary.page, "1.1: there is no Task."),
        replaced(
            "What is born valid needs no check later.",
            by: "",
            in: Exemplary.page,
            "1.1: there is no Afterword."
        ),
        replaced("Hint 3</summary>", by: "Hint 3", in: Exemplary.page, "1.1: there are 2 hints."),
        replaced(
            "An initialiser may refuse: `init?`.",
            by: "`init?`",
            in: Exemplary.page,
            "1.1: hint 2 says next to nothing."
        ),
        replaced(
            "Two members",
            by: "TODO: two members",
            in: Exemplary.page,
            "1.1: a TODO is left.",
            isTodo: true
        ),
        Flaw(name: "too few rules", file: Exemplary.page, what: "1.1: there are 3 rules.") { texts in
            texts[Exemplary.page] = texts[Exemplary.page]?.replacing("- 남궁 may be a handle\n", with: "")
            texts[Exemplary.suite] = texts[Exemplary.suite]?
                .replacing("    @Test(\"남궁 may be a handle\") func korean() {}\n", with: "")
        },
    ]

    private static let starters: [Flaw] = [
        removed(Exemplary.starter, "It is missing."),
        starter("// TODO: refuse", by: "// Refuse", "No «// TODO:» shows where to begin."),
        starter(
            "struct Handle {",
            by: "struct Handle {\n    func a() { fatalError() }",
            "It contains `fatalError(`."
        ),
        starter("struct Handle {", by: "struct Handle {\n    let a = try! b()", "It contains `try!`."),
        starter("kata show 1.1", by: "kata show", "Its opening comment doesn't name `kata show 1.1`."),
        starter("kata check 1.1", by: "kata next", "Its opening comment doesn't name `kata check 1.1`."),
        replaced(
            "refuse",
            by: "turn away",
            in: Exemplary.pristine,
            "It differs from its pristine copy.",
            at: Exemplary.starter
        ),
    ]

    private static let suites: [Flaw] = [
        removed(Exemplary.suite, "1.1 has no suite."),
        replaced(
            "struct HandleTests",
            by: "struct Handles",
            in: Exemplary.suite,
            "It doesn't declare `struct HandleTests`."
        ),
        replaced(
            "1.1 Born valid",
            by: "Handles",
            in: Exemplary.suite,
            "Its display name isn't «1.1 Born valid»."
        ),
        replaced(
            "    @Test(\"남궁 may be a handle\") func korean() {}\n",
            by: "",
            in: Exemplary.suite,
            "The page's rule «남궁 may be a handle» has no test."
        ),
        replaced(
            "func empty() {}\n",
            by: "func empty() {}\n    @Test(\"a hidden rule\") func hidden() {}\n",
            in: Exemplary.suite,
            "The page doesn't state the rule «a hidden rule».",
            at: "\(Exemplary.suite):7"
        ),
        Flaw(
            name: "another order",
            file: Exemplary.suite,
            what: "Its rules have another order than those on the page."
        ) { texts in
            let (one, other) = ("- nobody is called nothing", "- 남궁 may be a handle")
            texts[Exemplary.page] = texts[Exemplary.page]?.replacing(
                "\(one)\n\(other)",
                with: "\(other)\n\(one)"
            )
        },
        replaced(
            "@Test(\"nobody is called nothing\")",
            by: "@Test(\"nobody is called nothing\", .disabled(\"later\"))",
            in: Exemplary.suite,
            "A rule is switched off."
        ),
    ]

    private static let answers: [Flaw] = [
        removed(Exemplary.solution, "1.1 has no solution."),
        added(Exemplary.solution, "// TODO: solve it\n", "A TODO is left.", isTodo: true),
        removed(
            "\(Exemplary.variants)/valid-class.swift",
            "There is no correct answer of another shape.",
            at: Exemplary.variants
        ),
        removed(
            "\(Exemplary.variants)/wrong-case.swift",
            "There is 1 wrong answer.",
            at: Exemplary.variants
        ),
        added(
            "\(Exemplary.variants)/other.swift",
            "struct Handle {}\n",
            "Its name or its first line doesn't say what it is."
        ),
        added(
            "\(Exemplary.variants)/wrong-third.swift",
            "// Fails: a rule of old\n// Tempting.\n",
            "There is no rule «a rule of old»."
        ),
        added(
            "\(Exemplary.variants)/wrong-third.swift",
            "// Fails: nobody is called nothing\nstruct Handle {}\n",
            "It doesn't say why anybody would write it."
        ),
        added(
            "\(Exemplary.variants)/valid-actor.swift",
            "// An actor.\n// TODO: write it.\n",
            "A TODO is left.",
            isTodo: true
        ),
        Flaw(
            name: "a TODO of the starter is left",
            file: "\(Exemplary.variants)/wrong-third.diff",
            what: "A TODO is left.",
            isTodo: true
        ) {
            $0["\(Exemplary.variants)/wrong-third.diff"] =
                difference(from: "starter", "@@\n struct Handle {\n+    let text = 1\n")
        },
        added(
            "\(Exemplary.variants)/wrong-case.diff",
            difference("@@\n-struct Handle {}\n+class Handle {}\n"),
            "There is another answer «wrong-case».",
            at: "\(Exemplary.variants)/wrong-case.swift"
        ),
        added(
            "\(Exemplary.variants)/wrong-third.diff",
            difference("@@\n-struct Handle {}\n+class Handle {}\n let a = 1\n"),
            "Hunk 1 has no place in \(Exemplary.solution) as it is now.",
            at: "\(Exemplary.variants)/wrong-third.diff:6"
        ),
        added(
            "\(Exemplary.variants)/wrong-third.diff",
            difference("@@\n struct Handle {}\n@@\n+let a = 1\n"),
            "Hunk 2 has more than one place in \(Exemplary.solution).",
            at: "\(Exemplary.variants)/wrong-third.diff:8"
        ),
        added(
            "\(Exemplary.variants)/wrong-third.diff",
            difference("@@\n struct Handle {}\n@@\n-struct Handle {}\n"),
            "Hunk 2 belongs above the hunk before it, or into it, in \(Exemplary.solution).",
            at: "\(Exemplary.variants)/wrong-third.diff:8"
        ),
        added(
            "\(Exemplary.variants)/wrong-third.diff",
            difference("struct Handle {}\n"),
            "This line can't be read as a part of a difference.",
            at: "\(Exemplary.variants)/wrong-third.diff:6"
        ),
    ]

    private static func difference(from base: String = "solution", _ hunks: String) -> String {
        "// Fails: nobody is called nothing\n// Tempting: it is short.\n\n--- \(base)\n+++ answer\n\(hunks)"
    }
}

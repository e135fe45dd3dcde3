import Testing

@testable import KataRunner

@Suite("What suites say, in another language")
struct SuiteWordingTests {
    private static let english = ChapterPage(
        parsing:
            "## 1.1 Handle\n\n### Rules\n\n- Kim is not Kimberly\n- a handle is unique,\n  whatever its case\n"
    )
    private static let korean = ChapterPage(
        parsing: "## 1.1 별명\n\n### 규칙\n\n- Kim은 Kimberly가 아니다\n- 별명은 대소문자가\n  달라도 하나뿐이다\n",
        headings: PageHeadings(task: "과제", rules: "규칙", hints: "힌트", afterword: "뒷이야기")
    )
    private let wording = SuiteWording(
        english: english,
        translated: korean,
        messages: [
            "nobody is here": "아무도 없다",
            "two members are called {}": "{}{이라는/라는} 회원이 둘이다",
            "{} stands at {}": "{2}에 {1}{이/가} 있다",
            "{} stands at {}, and nobody knows": "{2}에 {1}{이/가} 있는데 아무도 모른다",
            "a newcomer": "가입 희망자",
        ],
        common: ["an error was expected and {} was returned": "오류 대신 {}{을/를} 반환했다"]
    )

    @Test("a rule is the one that stands at its place on the translated page")
    func rules() {
        #expect(wording.rule("Kim is not Kimberly") == "Kim은 Kimberly가 아니다")
        #expect(wording.rule("a handle is unique, whatever its case") == "별명은 대소문자가 달라도 하나뿐이다")
        #expect(wording.rule("an unknown rule") == "an unknown rule")
    }

    @Test(
        "a message is found by its template, and its data goes along",
        arguments: [
            ("nobody is here", "아무도 없다"),
            ("two members are called Kim", "Kim이라는 회원이 둘이다"),
            ("two members are called Sori", "Sori라는 회원이 둘이다"),
            ("two members are called {}", "{}라는 회원이 둘이다"),
            ("the copy stands at shelf A-03", "shelf A-03에 the copy가 있다"),
            ("a newcomer stands at the desk", "the desk에 가입 희망자가 있다"),
            ("two members are called a newcomer stands at the desk", "the desk에 가입 희망자가 있다라는 회원이 둘이다"),
            // Of two templates that fit, the one that says more.
            ("it stands at A-03, and nobody knows", "A-03에 it이 있는데 아무도 모른다"),
            // A line of several, and one that nobody has translated.
            ("nobody is here\n  was 3", "아무도 없다\n  was 3"),
            ("somebody is here", "somebody is here"),
        ]
    )
    func messages(said: String, shown: String) {
        #expect(wording.message(said) == shown)
    }

    @Test("a result keeps everything but the words")
    func result() {
        let issue = RuleIssue(
            message: "two members are called Kim",
            expectation: "an error was expected and Kim was returned",
            row: "a newcomer",
            file: "f.swift",
            line: 3
        )
        let rule = RuleResult(name: "Kim is not Kimberly", outcome: .failed, issues: [issue])
        let result = CheckResult.judged(id: "1.1", rules: [rule], seconds: 0.5)
        var expected = result
        expected.rules[0].name = "Kim은 Kimberly가 아니다"
        expected.rules[0].issues[0].message = "Kim이라는 회원이 둘이다"
        expected.rules[0].issues[0].row = "가입 희망자"
        expected.rules[0].issues[0].expectation = "오류 대신 Kim을 반환했다"
        #expect(result.said(in: wording) == expected)
    }
}

@Suite("The check of a translation")
struct TranslationCheckTests {
    private static let page = "Exercises/Chapter1ValueObjects/README.md"
    private static let koreanPage = "Exercises/Chapter1ValueObjects/README.ko.md"
    private static let suite = "Tests/Chapter1ValueObjectsTests/1-HandleTests.swift"
    private static let messages = "Sources/KataRunner/Wording/Languages/ko/Chapter1ValueObjects.json"
    private static let phrases = "Sources/KataRunner/Wording/Languages/ko/runner.json"
    private static let screen = "Sources/KataRunner/Screens/TinyScreen.swift"
    private static let stylesheet = ".github/STYLE.ko.md"

    private static let complete: [String: String] = [
        "Package.swift": "",
        "README.md": "# Katas\n\nRead `Package.swift`.\n",
        "Exercises/README.ko.md": "# 카타\n\n`Package.swift`를 읽으세요.\n",
        page: """
        # Chapter 1 · Value objects

        ## Glossary

        | English | Korean | in Moa |
        |---|---|---|
        | repository | 리포지토리 | a collection |

        ## 1.1 Handle

        See `Handle` in [chapter 2](../Chapter2Entities/README.md).

        ```swift
        struct Handle {}
        ```

        ### Rules

        - Kim is not Kimberly

        """,
        koreanPage: """
        # 1장 · 값 객체

        ## 용어집

        | 영어 | 한국어 | 모아에서 |
        |---|---|---|
        | repository | 리포지토리, 레포지토리 | 모음 |

        ## 1.1 별명

        [2장](../Chapter2Entities/README.ko.md)의 `Handle`을 보세요.

        ```swift
        struct Handle {}
        ```

        ### 규칙

        - Kim은 Kimberly가 아니다

        """,
        "Exercises/Chapter1ValueObjects/1-Handle.swift": "struct Handle {}\n",
        "Exercises/.pristine/Chapter1ValueObjects/1-Handle.swift": "struct Handle {}\n",
        suite: """
        @Suite("1.1 Handle") struct HandleTests {
            @Test("Kim is not Kimberly") func other() {
                let kim = "Kim"
                // a remark "is not read"
                #expect(kim == "Kimberly", "two members are called \\(kim)")
                #expect(kim.isEmpty, "nobody is here")
            }
        }
        """,
        messages: #"{"two members are called {}": "{}{이라는/라는} 회원이 둘이다", "nobody is here": "아무도 없다"}"#,
        screen:
            #"let lines = [Line("Go on: `kata next`"), Line("\(count) of \(all) katas"), Line("kata next"), "Glossary", "Rules"]"#,
        phrases: #"{"Go on: `kata next`": "다음: `kata next`", "{} of {} katas": "카타 {2}개 가운데 {1}개", "#
            + #""Glossary": "용어집", "Rules": "규칙"}"#,
        stylesheet: "| 영어 | 한국어판 | 쓰지 않는 말 |\n| --- | --- | --- |\n| repository | 리포지토리 | 레포지토리, 저장소들 |\n",
    ]

    private func findings(_ texts: [String: String], sealed: [String: String]? = nil) -> [String] {
        var texts = texts
        let before = workbook(sealed ?? texts)
        let check = TranslationCheck(workbook: before, catalogue: before.catalogue(), code: "ko")
        var seals = TranslationSeals(of: "ko", in: before)
        for pair in check.pages() {
            if let english = before.files.text(before.path(pair.english)) {
                seals.renew(PageShape(of: english), of: pair.english)
            }
        }
        texts[TranslationSeals.file(of: "ko")] = seals.text
        let workbook = workbook(texts)
        return TranslationCheck(workbook: workbook, catalogue: workbook.catalogue(), code: "ko").findings()
            .map { "\($0.file): \($0.what.text())" }
    }

    private func workbook(_ texts: [String: String]) -> Workbook {
        Workbook(root: "/moa", files: .memory(texts.mapKeys { "/moa/\($0)" }))
    }

    @Test("of a complete translation nothing is said")
    func complete() {
        #expect(findings(Self.complete) == [])
        let workbook = workbook(Self.complete)
        #expect(TranslationCheck.languages(of: workbook) == ["ko"])
    }

    struct Drift: CustomTestStringConvertible {
        var name: String
        var file: String
        var old: String
        var new: String
        var told: [String]
        var testDescription: String { name }

        init(_ name: String, _ file: String, _ old: String, _ new: String, _ told: String...) {
            (self.name, self.file, self.old, self.new, self.told) = (name, file, old, new, told)
        }

        static let all = [
            Drift(
                "a rule is missing",
                koreanPage,
                "- Kim은 Kimberly가 아니다\n",
                "",
                "\(koreanPage):17: «규칙»: list items: 1 in English, 0 here."
            ),
            Drift(
                "a row is missing",
                koreanPage,
                "| repository | 리포지토리, 레포지토리 | 모음 |\n",
                "",
                "\(koreanPage):3: «용어집»: rows of tables: 3 in English, 2 here."
            ),
            Drift(
                "a code span is lost",
                koreanPage,
                "`Handle`을",
                "별명을",
                "\(koreanPage):9: «1.1 별명»: the code «Handle» is missing."
            ),
            Drift(
                "a code span is new",
                koreanPage,
                "`Handle`을",
                "`Handle`과 `Kim`을",
                "\(koreanPage):9: «1.1 별명»: the code «Kim» isn't in the English page."
            ),
            Drift(
                "a code block was changed",
                koreanPage,
                "struct Handle {}",
                "struct 별명 {}",
                "\(koreanPage):9: «1.1 별명»: its code blocks are not the English ones."
            ),
            Drift(
                "a link is lost",
                koreanPage,
                "[2장](../Chapter2Entities/README.ko.md)의",
                "2장의",
                "\(koreanPage):9: «1.1 별명»: links: 1 in English, 0 here."
            ),
            Drift(
                "a heading is missing",
                koreanPage,
                "### 규칙\n\n",
                "",
                "\(koreanPage):9: Its headings are not those of \(page)."
            ),
            Drift(
                "a word that we don't use",
                koreanPage,
                "별명\n\n",
                "별명\n\n레포지토리. ",
                "\(koreanPage):11: «레포지토리» is another word for «리포지토리»."
            ),
            Drift(
                "the English changed",
                page,
                "See `Handle`",
                "Look at `Handle`",
                "\(koreanPage):9: «1.1 별명» was made from an older text: \(page):9."
            ),
            Drift(
                "a message is new",
                suite,
                "nobody is here",
                "nobody was there",
                "\(suite):6: «nobody was there» has no translation.",
                "\(messages): «nobody is here» isn't said any more."
            ),
            Drift(
                "a message lost its data",
                messages,
                "{}{이라는/라는} 회원이",
                "회원이",
                "\(messages): «회원이 둘이다» doesn't hold the data of «two members are called {}», each once."
            ),
            Drift(
                "a sentence of the runner is new",
                screen,
                "Go on:",
                "Then:",
                "\(screen):1: «Then: `kata next`» has no translation.",
                "\(phrases): «Go on: `kata next`» isn't said any more."
            ),
            Drift(
                "a sentence has its data twice",
                phrases,
                "{2}개 가운데 {1}개",
                "{1}개 가운데 {1}개",
                "\(phrases): «카타 {1}개 가운데 {1}개» doesn't hold the data of «{} of {} katas», each once."
            ),
            Drift(
                "the sentences of the runner aren't in order",
                phrases,
                #"{"Go on"#,
                "{\n  \"Go on",
                "\(phrases): Its lines aren't in order. The runner can't find «Glossary»."
            ),
            Drift(
                "no JSON",
                messages,
                "{\"two",
                "\"two",
                "\(messages): It is missing, or it isn't a JSON object of texts."
            ),
        ]
    }

    @Test("each drift is told with its file and line, and nothing else is", arguments: Drift.all)
    func drifts(drift: Drift) throws {
        var texts = Self.complete
        texts[drift.file] = try #require(texts[drift.file]).replacing(drift.old, with: drift.new)
        #expect(texts != Self.complete)
        #expect(findings(texts, sealed: Self.complete) == drift.told)
    }

    @Test("a page that isn't there is told")
    func missingPage() {
        var texts = Self.complete
        texts[Self.koreanPage] = nil
        #expect(findings(texts) == ["\(Self.koreanPage): \(Self.page) isn't translated."])
    }

    @Test("whoever checks one kata hears what its chapter lacks, and nothing of the rest")
    func oneChapter() throws {
        var texts = Self.complete
        texts["Exercises/README.ko.md"] = nil
        texts[Self.koreanPage] = nil
        texts[Self.messages] = #"{"nobody is here": "아무도 없다"}"#
        for chapter in 1...2 { texts[TeachingArticle.file(of: chapter)] = "# Teaching chapter \(chapter)\n" }
        let workbook = workbook(texts)
        let catalogue = workbook.catalogue()
        let check = AuthorCheck(workbook: workbook, catalogue: catalogue)
        #expect(
            check.translations(of: catalogue.katas).map(\.file) == [
                Self.koreanPage, "\(Workbook.walkthroughs(in: "ko"))/Teaching-Chapter-1.md",
                "\(Self.suite):5",
            ]
        )
        #expect(check.translations(of: []) == [])
        #expect(check.translations().map(\.file).contains("Exercises/README.ko.md"))
    }

    @Test("two chapters with two words for one term are told")
    func glossaries() {
        let first = TranslationTerms.Glossary(
            file: "1.md",
            page: "## 용어집\n\n| port | 포트 | a |\n",
            heading: "용어집"
        )
        let second = TranslationTerms.Glossary(
            file: "2.md",
            page: "## 용어집\n\n| port | 항구 | b |\n",
            heading: "용어집"
        )
        #expect(TranslationTerms.findings(among: [first, first]).isEmpty)
        let found = TranslationTerms.findings(among: [first, second]).map { "\($0.file): \($0.what.text())" }
        #expect(found == ["2.md:3: «port» is «항구» here, and «포트» at 1.md:3."])
    }
}

@Suite("The texts of Swift sources")
struct SwiftLiteralTests {
    @Test(
        "an interpolation is a hole, and what it holds is read too",
        arguments: [
            (#"let a = "two words""#, ["two words"]),
            (#""a \(b) c""#, ["a {} c"]),
            (#""a \(b.joined(separator: ", ")) c""#, ["a {} c", ", "]),
            (#"// "no""#, []), (#"/* "no" */ "yes""#, ["yes"]),
            (##"#"raw "quoted" \(no) \#(yes)"#"##, [##"raw "quoted" \(no) {}"##]),
            (#""a \"b\" \u{e9} \\""#, [#"a "b" é \"#]),
            ("\"\"\"\n    one\n      two\n    \"\"\"", ["one\n  two"]),
            ("\"\"\"\n    one \\\n    two\n    \"\"\"", ["one two"]),
            (#"/* /* */ "no" */ "yes""#, ["yes"]),
            (##"a(#"""#, "b")"##, ["\"", "b"]),
            (#"a(/"/, "b", /"/)"#, ["b"]),
            (#""a \(b(")")) c""#, ["a {} c", ")"]),
        ] as [(String, [String])]
    )
    func texts(source: String, texts: [String]) {
        #expect(Set(SwiftLiteral.all(in: source).map(\.text)) == Set(texts))
    }

    @Test("a literal knows its line and what stands before it")
    func places() {
        let source = "@Test(\n    \"a rule\")\nfunc a() { b(name: \"c\") }"
        let literals = SwiftLiteral.all(in: source)
        #expect(literals.map(\.line) == [2, 3])
        #expect(literals.map(\.context) == ["@Test(", "name:"])
    }

    @Test(
        "words for a reader are told from names and codes",
        arguments: [
            ("two members", true), ("{} of {}", true), ("Kim", false), ("m-1", false), ("{} {}", false),
            ("A-03 0127", false), ("a\nb c", false), ("", false), ("nobody is here", true),
        ]
    )
    func sentences(text: String, isSentence: Bool) {
        #expect(SwiftLiteral(text: text, line: 1, context: "").isSentence == isSentence)
    }
}

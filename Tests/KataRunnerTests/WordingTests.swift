import Testing

@testable import KataRunner

@Suite("Wording")
struct PhraseTests {
    private func shown(_ phrase: Phrase, in language: Language = .english) -> [Span] {
        Layout(width: 100, language: language).rows(of: [Line(phrase)]).flatMap { $0 }
    }

    private func language(_ translations: [String: String]) -> Language {
        Language(code: "ko", translations: Translations(translations))
    }

    @Test("what is put into a sentence leaves its place in the template")
    func template() {
        let phrase: Phrase = "\(3) of \("모아") rules: \(Phrase("none"))"
        #expect(phrase.template == "{} of {} rules: {}")
        #expect(phrase.text() == "3 of 모아 rules: none")
    }

    @Test("a translation may take what is put in in another order, and it reaches the screen so")
    func reordered() {
        let korean = language(["{} of {} rules hold": "규칙 {2}개 가운데 {1}개 성립"])
        #expect(shown("\(3) of \(8) rules hold", in: korean).text == "규칙 8개 가운데 3개 성립")
    }

    @Test("a translation may say a thing twice, or leave it out")
    func repeated() {
        #expect(shown("a \(1) b \(2)", in: language(["a {} b {}": "{2} {2}"])).text == "2 2")
    }

    @Test("a phrase inside a phrase is translated too")
    func nested() {
        let korean = language(["all {} rules hold": "규칙 {}개 모두 성립", "{}: {}": "{2} ({1})"])
        #expect(shown("\("이름"): \(Phrase("all \(8) rules hold"))", in: korean).text == "규칙 8개 모두 성립 (이름)")
    }

    @Test("what isn't translated stays English, and data is never looked up")
    func untranslated() {
        let korean = language(["Edit": "고칠 파일"])
        #expect(shown("Again", in: korean).text == "Again")
        #expect(shown(.verbatim("Edit"), in: korean).text == "Edit")
    }

    @Test("a place that has nothing to fill it is left out")
    func missingArgument() {
        #expect(shown("only \(1)", in: language(["only {}": "{1} {7}"])).text == "1")
    }

    @Test(
        "data is never read as Markdown or as a place",
        arguments: [
            "`code`", "**strong**", "*a*", "[a](b)", "{}", "{1}", "{2} {}", "«{»", "🪁 `모아`", "\u{F0000}",
        ]
    )
    func data(text: String) {
        #expect(shown("**\("x")** is \(text)").text == "x is \(text)")
        #expect(shown(.verbatim(text)) == [Span(text: text)])
    }

    @Test("Markdown of the wording may enclose data")
    func enclosing() {
        #expect(shown("see `\("*a*")`") == [Span(text: "see "), Span(text: "*a*", style: .code)])
    }

    @Test("strong wording may enclose data, with marks of its own or a phrase around it")
    func enclosingStrong() {
        let strong = [Span(text: "a **b** `c`", style: .strong)]
        #expect(shown("**\("a **b** `c`")**") == strong)
        let inner: Phrase = "\("a **b** `c`")"
        #expect(shown("**\(inner)**") == strong)
        #expect(
            shown("**\("x")** and `kata show \("1.1")`, \("y")")
                == [
                    Span(text: "x", style: .strong), Span(text: " and "),
                    Span(text: "kata show 1.1", style: .code), Span(text: ", y"),
                ]
        )
    }

    @Test("data that looks like the mark of other data stays as it is")
    func marksInData() {
        #expect(shown("\("\u{F0001}") and \("b")").text == "\u{F0001} and b")
    }

    @Test("a sentence may hold any number of data")
    func manyData() {
        let phrase = (1...300).reduce(Phrase("")) { "\($0) \($1)" }
        #expect(phrase.text() == (1...300).map { " \($0)" }.joined())
    }

    @Test(
        "braces in a sentence without data are no places",
        arguments: ["a { get } {} b", "{}", "{1} {2}", "} {"]
    )
    func braces(text: String) {
        #expect(shown(.wording(text)).text == text)
        #expect(Phrase(stringLiteral: text).text() == text)
    }

    @Test("braces around words are no places, data or not")
    func bracesAroundWords() {
        #expect(shown("{ get } \(1) { set }").text == "{ get } 1 { set }")
    }
}

@Suite("Languages")
struct LanguageTests {
    @Test("the language is the one asked for, else the system's, else English", arguments: Setting.all)
    func code(row: Setting) {
        #expect(Language.code(asked: row.asked, variables: row.variables) == row.code)
    }

    struct Setting: Sendable, CustomTestStringConvertible {
        var asked: String?
        var variables: [String: String] = [:]
        var code: String

        var testDescription: String { "--language \(asked ?? ""), \(variables)" }

        static let all = [
            Setting(code: "en"),
            Setting(asked: "ko", variables: ["LANG": "de_DE.UTF-8"], code: "ko"),
            Setting(asked: "KO", code: "ko"),
            Setting(variables: ["KATA_LANGUAGE": "ko", "LC_ALL": "de_DE"], code: "ko"),
            Setting(variables: ["LC_ALL": "ko_KR.UTF-8", "LANG": "de_DE"], code: "ko"),
            Setting(variables: ["LC_MESSAGES": "ko_KR", "LANG": "de_DE"], code: "ko"),
            Setting(variables: ["LANG": "ko_KR.UTF-8"], code: "ko"),
            Setting(variables: ["LC_ALL": "", "LANG": "ko_KR.UTF-8"], code: "ko"),
            Setting(variables: ["KATA_LANGUAGE": "", "LANG": "ko_KR.UTF-8"], code: "ko"),
            Setting(variables: ["LANG": "C"], code: "en"),
            Setting(variables: ["LANG": "C.UTF-8"], code: "en"),
            Setting(variables: ["LANG": "POSIX"], code: "en"),
        ]
    }

    @Test("a translation is read from the workbook, if it has one")
    func loaded() {
        let files = Files.memory([
            "/moa/Package.swift": "", "/moa/Exercises/README.md": "",
            "/moa/Sources/KataRunner/Wording/Languages/ko/runner.json": #"{"Edit": "고칠 파일"}"#,
            "/moa/Sources/KataRunner/Wording/Languages/de/runner.json": "no JSON",
        ])
        #expect(Language.load("ko", near: "/moa/Tests", files: files).translations == ["Edit": "고칠 파일"])
        #expect(Language.load("de", near: "/moa", files: files) == Language(code: "de", translations: [:]))
        #expect(Language.load("ko", near: "/", files: files).translations == [:])
        #expect(Language.load("en", near: "/moa", files: files) == .english)
    }

    @Test("a chapter's page is read in the language, if it has one")
    func pages() {
        #expect(Language.english.pageName == "README.md")
        #expect(Language.someKorean.pageName == "README.ko.md")
    }
}

import Testing

@testable import KataRunner

@Suite("How katas are named")
struct KataReferenceTests {
    private let catalogue = Sample.catalogue

    @Test("a kata is meant by number, by name or by the beginning of a name", arguments: Reference.katas)
    func kata(row: Reference) {
        #expect(catalogue.kata(named: row.text) == .katas(row.katas))
        #expect(catalogue.select(row.text) == .katas(row.katas))
    }

    @Test("several katas are meant by a chapter or by «all»", arguments: Reference.several)
    func several(row: Reference) {
        #expect(catalogue.select(row.text) == .katas(row.katas))
    }

    @Test("a whole name counts before a beginning")
    func wholeName() {
        var longer = Sample.handle
        longer.name = "HandleTaken"
        longer.id = KataID(chapter: 3, number: 1)
        var chapter = Sample.entities
        chapter.katas = [longer]
        let catalogue = Catalogue(chapters: [Sample.valueObjects, chapter])
        #expect(catalogue.kata(named: "handle") == .katas([Sample.handle]))
        #expect(catalogue.kata(named: "handlet") == .katas([longer]))
        #expect(catalogue.kata(named: "hand") == .ambiguous([Sample.handle, longer]))
        #expect(catalogue.select("hand") == .ambiguous([Sample.handle, longer]))
    }

    @Test(
        "what is unknown is answered with what is near, where something is",
        arguments: [
            ("PersonNmae", ["PersonName"]), ("1.9", ["1.2"]), ("entitys", ["Entities"]), ("deploy", []),
            ("", []),
            ("이름", []), ("7.1", []), ("7", []), ("0", []), ("1.", []), ("-1", []),
        ]
    )
    func unknown(text: String, nearest: [String]) {
        #expect(catalogue.kata(named: text) == .unknown(nearest: nearest))
        #expect(catalogue.select(text) == .unknown(nearest: nearest))
    }
}

struct Reference: Sendable, CustomTestStringConvertible {
    var text: String
    var katas: [Kata]

    var testDescription: String { text }

    static let katas = [
        Reference(text: "1.2", katas: [Sample.handle]),
        Reference(text: "Handle", katas: [Sample.handle]),
        Reference(text: "handle", katas: [Sample.handle]),
        Reference(text: "HAND", katas: [Sample.handle]),
        Reference(text: "p", katas: [Sample.personName]),
        Reference(text: "2.1", katas: [Sample.renaming]),
    ]

    static let several = [
        Reference(text: "1", katas: Sample.valueObjects.katas),
        Reference(text: "chapter2", katas: Sample.entities.katas),
        Reference(text: "Chapter2Entities", katas: Sample.entities.katas),
        Reference(text: "valueobjects", katas: Sample.valueObjects.katas),
        Reference(text: "ALL", katas: Sample.katas),
    ]
}

@Suite("The catalogue")
struct CatalogueTests {
    private func workbook(_ texts: [String: String]) -> Workbook {
        Workbook(root: "/moa", files: .memory(texts))
    }

    @Test("folders and files are the catalogue, in order of their numbers")
    func folders() {
        let texts = [
            "/moa/Exercises/Chapter10Rules/1-Lively.swift": "",
            "/moa/Exercises/.pristine/Chapter10Rules/1-Lively.swift": "",
            "/moa/Exercises/Chapter2Entities/10-Last.swift": "",
            "/moa/Exercises/.pristine/Chapter2Entities/10-Last.swift": "",
            "/moa/Exercises/Chapter2Entities/2-Middle.swift": "",
            "/moa/Exercises/.pristine/Chapter2Entities/2-Middle.swift": "",
            "/moa/Exercises/Chapter2Entities/1-Renaming.swift": "",
            "/moa/Tests/Chapter2EntitiesTests/1-RenamingTests.swift": "",
            "/moa/Exercises/Chapter2Entities/README.md": Sample.pageOfEntities,
            "/moa/Exercises/notes/1-Note.swift": "",
        ]
        let catalogue = workbook(texts).catalogue()
        #expect(catalogue.katas.map(\.id.description) == ["2.1", "2.2", "2.10", "10.1"])
        #expect(catalogue.katas.map(\.name) == ["Renaming", "Middle", "Last", "Lively"])
        #expect(catalogue.katas.first?.title == "Renaming")
        #expect(catalogue.katas.first?.page.rules.count == 4)
    }

    @Test("a kata whose file is missing is known from its pristine copy")
    func missingFile() {
        let texts = [
            "/moa/Exercises/.pristine/Chapter1Values/1-Name.swift": "",
            "/moa/Exercises/Chapter1Values/README.md": "",
        ]
        let katas = workbook(texts).catalogue().katas
        #expect(katas.map(\.fileName) == ["1-Name.swift"])
        #expect(katas.first?.fileExists == false)
    }

    @Test("a learner's own files are no katas")
    func ownFiles() {
        let texts = [
            "/moa/Exercises/Chapter1Values/Helper.swift": "",
            "/moa/Exercises/Chapter1Values/2-Mine.swift": "",
            "/moa/Exercises/Chapter1Values/notes.txt": "",
        ]
        let chapters = workbook(texts).catalogue().chapters
        #expect(chapters.first?.katas == [])
        #expect(chapters.first?.otherFiles == ["2-Mine.swift", "Helper.swift"])
    }

    @Test("the page of another language is read if there is one")
    func language() {
        let texts = [
            "/moa/Exercises/Chapter1Values/README.md": "# Chapter 1 · Value objects",
            "/moa/Exercises/Chapter1Values/README.ko.md": "# 1장 · 값 객체",
            "/moa/Exercises/Chapter2Entities/README.md": "# Chapter 2 · Entities",
        ]
        let titles = workbook(texts).catalogue(in: .someKorean).chapters.map(\.title)
        #expect(titles == ["값 객체", "Entities"])
    }

    @Test(
        "a workbook is found from any folder inside it",
        arguments: [("/moa", true), ("/moa/Exercises/Chapter1Values", true), ("/", false), ("/moas", false)]
    )
    func containing(folder: String, isInside: Bool) {
        let files = Files.memory(["/moa/Package.swift": "", "/moa/Exercises/README.md": ""])
        #expect(Workbook.containing(folder, files: files)?.root == (isInside ? "/moa" : nil))
    }

    @Test(
        "words are read from names",
        arguments: [
            ("CopyTransfer", "Copy transfer"), ("Handle", "Handle"), ("", ""),
            ("OneDoorOnly", "One door only"),
        ]
    )
    func words(name: String, words: String) {
        #expect(name.spacedWords == words)
    }

    @Test(
        "a file's name tells number and name, or is no kata's",
        arguments: [
            ("12-CopyTransfer.swift", "12 CopyTransfer"), ("1-a.swift", nil), ("1Name.swift", nil),
            ("x-Name.swift", nil),
            ("1-Name.md", nil), ("1-.swift", nil), ("1-Name Copy.swift", nil),
            ("1-NameTests.swift", "1 NameTests"),
        ]
    )
    func fileNames(file: String, kata: String?) {
        #expect(Workbook.kataName(file).map { "\($0) \($1)" } == kata)
    }
}

@Suite("Suites, read without a build")
struct SuiteSourceTests {
    @Test("the rules are the display names, in order, each with its line")
    func rules() {
        let source = SuiteSource(
            parsing: """
                import Testing

                @Suite("1.1 Names") struct NamesTests {
                    @Test("equal parts make equal names")
                    func equal() { #expect(a("x") == b) }

                    @Test("a \\"quoted\\" rule (with a parenthesis)", arguments: [(1, ")"), (2, "(")])
                    func quoted(row: (Int, String)) {}

                    @Test(
                        "a rule of one design",
                        .enabled(if: Design.chosen == .queue)
                    )
                    func design() {}

                    @Test func nameless() {}
                    @Test(.tags(.slow)) func namelessToo() {}
                }
                """
        )
        #expect(source.suiteName == "1.1 Names")
        #expect(
            source.rules == [
                SuiteSource.Rule(name: "equal parts make equal names", line: 4, isConditional: false),
                SuiteSource.Rule(
                    name: "a \"quoted\" rule (with a parenthesis)",
                    line: 7,
                    isConditional: false
                ),
                SuiteSource.Rule(name: "a rule of one design", line: 10, isConditional: true),
            ]
        )
    }

    @Test("the condition of a rule is told")
    func conditions() {
        let source = SuiteSource(
            parsing: """
                @Test("one", .enabled(if: Design.chosen == .parts, "another")) func one() {}
                @Test("two", .enabled(if: compiler.isAvailable)) func two() {}
                @Test("three") func three() {}
                """
        )
        #expect(source.conditions == ["one": "Design.chosen == .parts", "two": "compiler.isAvailable"])
    }

    @Test("what stands in a comment is no rule and no expectation")
    func comments() {
        let source = SuiteSource(
            parsing: """
                // @Suite("0.0 Of old")
                @Suite("1.1 Names") struct NamesTests {
                    // @Test("switched off") func off() { #expect(false) }
                    /* @Test("switched off too") func offToo() {
                        /* #expect(false) */ #require(nil) */
                    @Test("one") /* why */ func one() {
                        #expect(a == "http://moa.example/*")  // #expect(b)
                        #expect(c == #"a "quoted" // text"#)
                        #expect(d == \"""
                            He said "hi // there", /* and left
                            \""")
                        //#require(e)
                        try #require(f == "\\" // g")
                    }
                    @Test("two") func two() {}
                }
                """
        )
        #expect(source.suiteName == "1.1 Names")
        #expect(source.rules.map(\.name) == ["one", "two"])
        #expect(source.rules.map(\.line) == [6, 15])
        #expect(source.expectations == [7, 8, 9, 13])
    }

    @Test("a comment that is never closed hides what follows, and a text that isn't hides its line alone")
    func unclosed() {
        #expect(SuiteSource(parsing: "/* @Test(\"a\")\n@Test(\"b\")").rules == [])
        #expect(SuiteSource(parsing: "let a = \"\n// @Test(\"a\")\n@Test(\"b\")").rules.map(\.name) == ["b"])
    }

    @Test("an expectation is found by the line on which it begins, Windows or not")
    func expectations() {
        let text = "@Test(\"a\") func a() {\n  #expect(\n    b\n  )\n  try #require(c)\n}\n"
        #expect(SuiteSource(parsing: text).expectations == [2, 5])
        #expect(SuiteSource(parsing: text.replacing("\n", with: "\r\n")).expectations == [2, 5])
    }

    @Test("a suite without a name has none, and nothing has no rules")
    func nameless() {
        #expect(SuiteSource(parsing: "@Suite struct A {}").suiteName == nil)
        #expect(SuiteSource(parsing: "").rules == [])
        #expect(SuiteSource(parsing: "@Test(\"unfinished").rules == [])
    }

    @Test("an escaped mark at the end of a text doesn't end it")
    func escapes() {
        let source = SuiteSource(parsing: #"@Test("a \\") func a() {}  @Test("이름 \(b)")"#)
        #expect(source.rules.map(\.name).first == #"a \"#)
        #expect(source.rules.count == 2)
    }

    @Test("a quotation mark or a parenthesis inside of a name doesn't end the test")
    func marksInNames() {
        let source = SuiteSource(parsing: #"@Test("a \") is kept", .enabled(if: isOn)) func a() {}"#)
        #expect(source.rules == [SuiteSource.Rule(name: #"a ") is kept"#, line: 1, isConditional: true)])
    }
}

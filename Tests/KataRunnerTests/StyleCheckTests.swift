import Testing

@testable import KataRunner

@Suite("The style of a workbook")
struct StyleCheckTests {
    private func findings(_ texts: [String: String]) -> [String] {
        let workbook = Workbook(root: "/moa", files: .memory(texts.mapKeys { "/moa/\($0)" }))
        return workbook.catalogue().chapters.flatMap {
            StyleCheck(workbook: workbook, chapter: $0).findings()
        }
        .map { "\($0.file) \($0.what.text()) \($0.remedy.text())" }
    }

    @Test("each text of a chapter is read, and the finding names file, line and words", arguments: Slip.all)
    func slips(slip: Slip) {
        var texts = Exemplary.texts
        texts[slip.file] = texts[slip.file]?.replacing(slip.text, with: slip.other) ?? slip.other
        #expect(texts != Exemplary.texts)
        #expect(findings(texts) == slip.found.map { "\(slip.file):\($0)" })
    }

    @Test("the toy workbook keeps the style")
    func toy() {
        let workbook = Workbook(root: "\(FixtureFolder.path)/Toy", files: .live)
        let chapters = workbook.catalogue().chapters
        #expect(chapters.count == 2)
        #expect(chapters.flatMap { StyleCheck(workbook: workbook, chapter: $0).findings() } == [])
    }

    @Test("the runner writes no word that it finds in others")
    func runner() {
        let folder = "\(FixtureFolder.path.folder.folder)/Sources"
        let files = Files.live.tree(folder)
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/StyleCheck.swift") }
        let found = files.flatMap { file -> [AuthorCheck.Finding] in
            let code = Files.live.text("\(folder)/\(file)") ?? ""
            let texts = [Prose(commentsIn: code)] + code.literals.map { Prose($0.text, line: $0.line) }
            return texts.flatMap { StyleCheck.words(in: $0, file) }
        }
        #expect(files.count > 100)
        #expect(found.map { "\($0.file) \($0.what.text())" } == [])
    }
}

@Suite("Prose")
struct ProseTests {
    @Test("words have their lines, and code and quotations are one word each")
    func words() {
        let prose = Prose("A *wish* is «told of»,\nnot `told of`. It's said.", line: 3)
        #expect(prose.words.map(\.text) == ["A", "wish", "is", "…", "not", "…", "It's", "said"])
        #expect(prose.words.map(\.line) == [3, 3, 3, 3, 4, 4, 4, 4])
        #expect(prose.sentences.map(\.count) == [6, 2])
    }

    @Test("a phrase goes over a line's end, and not over a comma or an empty line")
    func phrases() {
        let prose = Prose("It is told\nof. He told, of course. They told\n\nof it.")
        let phrases = prose.words.indices.filter { prose.words[$0].text == "told" }
            .map { prose.phrase(from: $0, count: 2)?.map(\.text) }
        #expect(phrases == [["told", "of"], nil, nil])
    }

    @Test("blocks of code are no prose")
    func blocks() {
        #expect(Prose(markdown: "One.\n```swift\ntwo\n```\nThree.").words.map(\.text) == ["One", "Three"])
    }

    @Test("of code the comments are read, and its texts in one line each")
    func code() {
        let code = """
            /// One «two»
            let a = "b \\(c(d)) \\"e\\""  // three
            /* four */ let url = "https://moa"
            """
        #expect(Prose(commentsIn: code).words.map(\.text) == ["One", "…", "three", "four"])
        #expect(code.literals.map(\.text) == ["b 0 \"e\"", "https://moa"])
        #expect(code.literals.map(\.line) == [2, 3])
    }

    @Test("a text in an interpolation is read for itself, and one of several lines is not")
    func nested() {
        let code = #"""
            a("""
                b "c"
                """, "d \(e(")") ?? "f") g", /"/)
            """#
        #expect(code.literals.map(\.text) == ["d 0 g", ")", "f"])
        #expect(code.literals.map(\.line) == [3, 3, 3])
    }
}

/// A text of the exemplary workbook that breaks the style in one place, or that only seems to.
struct Slip: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: String
    var text: String
    var other: String
    /// From the line on.
    var found: [String]

    private static func message(_ name: String, _ message: String, _ found: [String]) -> Slip {
        Slip(
            testDescription: name,
            file: Exemplary.suite,
            text: "func letterCase() {}",
            other: "func letterCase() { #expect(isOne, \"\(message)\") }",
            found: found.map { "5 \($0)" }
        )
    }

    static let all: [Slip] = [
        Slip(
            testDescription: "a word on a page",
            file: Exemplary.page,
            text: "Two members share one letter box.",
            other: "Two identical members share one letter box.",
            found: ["21 We don't write «identical». Write «the same, or equal»."]
        ),
        Slip(
            testDescription: "a word that somebody says on a page",
            file: Exemplary.page,
            text: "Two members share one letter box.",
            other: "«Two identical members share one letter box.»",
            found: []
        ),
        Slip(
            testDescription: "words of an article, over a line's end",
            file: TeachingArticle.file(of: 1),
            text: "",
            other: "# Teaching chapter 1\n\nA failure is heard\nof.\n",
            found: ["3 We don't write «is heard of». Write «is reported»."]
        ),
        Slip(
            testDescription: "a comment of a solution",
            file: Exemplary.solution,
            text: "struct Handle {}",
            other: "/// A rename is told of.\nstruct Handle {}",
            found: ["1 We don't write «told of». Write «published, or reported»."]
        ),
        Slip(
            testDescription: "code that is called so",
            file: Exemplary.solution,
            text: "struct Handle {}",
            other: "struct Handle { func persist() {} }",
            found: []
        ),
        .message(
            "a word of a message",
            "the own handle is taken",
            ["We don't write «the own». Write «their own»."]
        ),
        .message(
            "a message of 26 words",
            "one of two who asked for the very last seat at once has got it, and the other one has not heard that it is gone",
            ["«one of two who …» has 26 words. Say it in 20 at most."]
        ),
        .message(
            "two sentences",
            "one of two who asked for the very last seat at once has got it. The other one has not heard that it is gone",
            []
        ),
        .message(
            "an exclamation mark",
            "the last seat is gone!",
            ["«the last seat is …» ends with an exclamation mark. End it quietly."]
        ),
        .message(
            "an exclamation that is quoted",
            "the sign at the desk says «Welcome!», and nobody is there",
            []
        ),
        .message("code", "let seat = try !desk.isOpen!", []),
        term("Two Value-Objects share one letter box.", "«Value-Objects» is «value object» in the glossary."),
        term("Two value objects share a value-object.", "«value-object» is «value object» in the glossary."),
        term("Value objects share `ValueObject`, and a value object's box.", nil),
    ]

    /// With a term of two words in the glossary.
    private static func term(_ story: String, _ found: String?) -> Slip {
        Slip(
            testDescription: story,
            file: Exemplary.page,
            text: "| value | 값 |",
            other: "| value, value object | 값 |\n\n\(story)",
            found: found.map { ["19 \($0) Spell it the same way in both places."] } ?? []
        )
    }
}

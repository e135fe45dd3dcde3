import Testing

@testable import KataRunner

@Suite("Reading a walkthrough")
struct WalkthroughTests {
    private static let text = TaughtToy.texts[TaughtToy.tutorial] ?? ""

    @Test("the steps are counted through over all sections, with what to say and what is red then")
    func steps() throws {
        let walkthrough = try Walkthrough(parsing: Self.text, chapter: 2)
        #expect(walkthrough.title == "소포 재기 · Weighing a parcel")
        #expect(walkthrough.steps.map(\.number) == [1, 2, 3, 4, 5])
        #expect(
            walkthrough.steps.map(\.section) == [
                "The limits", "The limits", "The limits", "Nothing at all", "Nothing at all",
            ]
        )
        #expect(Set(walkthrough.steps.map(\.codeName)) == ["1-Parcel.swift"])
        #expect(walkthrough.steps.map(\.file) == (1...5).map(TaughtToy.step))
        let nothing = "a parcel that weighs nothing is refused"
        #expect(walkthrough.steps.map { $0.red?.count } == [3, 2, 1, 0, 0])
        #expect(walkthrough.steps[1].red?.last == nothing, "an item may be wrapped")
        #expect(walkthrough.steps[2].red == [nothing])
        #expect(walkthrough.steps[0].prose.hasPrefix("Read the body of `size()` aloud."))
        #expect(walkthrough.steps[0].prose.contains("\nAsk for a show of hands"))
        #expect(!walkthrough.steps[0].prose.contains("Red:"))
    }

    @Test("code in the prose keeps its form, and what looks like a directive in it is none")
    func code() throws {
        let walkthrough = try Walkthrough(parsing: Self.text, chapter: 2)
        #expect(
            walkthrough.steps[3].prose == """
                Thin air weighs nothing:

                ```swift
                Parcel(grams: 0).size() // @Sendable is not asked here
                ```
                """
        )
    }

    @Test("a question has its choices, with the reason for each")
    func questions() throws {
        let questions = try Walkthrough(parsing: Self.text, chapter: 2).questions
        #expect(questions.count == 3)
        #expect(questions[0].text == "What is a parcel of 2000 grams?")
        #expect(
            questions.map { $0.choices.map(\.isCorrect) } == [[true, false], [false, true], [true, false]]
        )
        #expect(questions[1].choices[1].text == "The parcel's own type.")
        #expect(questions[1].choices[1].justification == "It knows the limits.")
        #expect(questions[2].choices[1].justification == "Thin air was sent.", "in one line")
    }

    @Test("a step tells why it isn't the starter")
    func otherThanStarter() throws {
        let text = Self.text.replacing("Red:\n", with: "Not the starter: it is too long.\nRed:\n")
        #expect(try Walkthrough(parsing: text, chapter: 2).steps[0].otherThanStarter == "it is too long.")
        #expect(try Walkthrough(parsing: Self.text, chapter: 2).steps[0].otherThanStarter == nil)
    }

    @Test("the red rules are a list or none, and anything else counts as nothing")
    func red() throws {
        func red(_ comment: String) throws -> [String]? {
            let step = "@Step {\nSay it.\n@Comment {\n\(comment)\n}\n@Code(name: \"a\", file: \"b\")\n}"
            let text = "@Tutorial {\n@Section {\n@Steps {\n\(step)\n}\n}\n}"
            return try Walkthrough(parsing: text, chapter: 1).steps[0].red
        }
        #expect(try red("Red: none") == [])
        #expect(try red("Red:\n- 이름은 남는다") == ["이름은 남는다"])
        #expect(try red("Not the starter: short.\nRed:\n- a\n- b\n  and c") == ["a", "b and c"])
        #expect(try red("Red:") == nil)
        #expect(try red("Red: some") == nil)
        #expect(try red("Think.") == nil)
    }

    @Test("line ends of another system are none of the text")
    func lineEnds() throws {
        let text = Self.text.replacing("\n", with: "\r\n")
        #expect(try Walkthrough(parsing: text, chapter: 2) == Walkthrough(parsing: Self.text, chapter: 2))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var text: String
        var line: Int
        var why: String

        var testDescription: String { why }
    }

    @Test(
        "what can't be read is reported with its line",
        arguments: [
            Damage(text: "", line: 1, why: "There is no «@Tutorial»."),
            Damage(text: "\n@Article {\n}\n", line: 1, why: "There is no «@Tutorial»."),
            Damage(text: "\n@Tutorial {\n@Section {\n}\n", line: 2, why: "«@Tutorial {» is never closed."),
            Damage(text: "@Tutorial {\n}\n}\n", line: 3, why: "This «}» closes nothing."),
            Damage(text: "\n\n@Tutorial(time: 20\n{\n}", line: 3, why: "«@Tutorial(» is never closed."),
            Damage(
                text: "@Tutorial() text",
                line: 1,
                why: "After «@Tutorial» comes «text», where a «{» belongs."
            ),
            Damage(text: "@Tutorial {\n}\n", line: 1, why: "It has no «@Step»."),
            Damage(
                text: "@Tutorial {\n@Section {\n@Step {\nSay it.\n}\n}\n}",
                line: 3,
                why: "Step 1 needs one «@Code(name: …, file: …)»."
            ),
            Damage(
                text: "@Tutorial {\n@Section {\n@Step {\n@Code(name: \"a\")\n}\n}\n}",
                line: 3,
                why: "Step 1 needs one «@Code(name: …, file: …)»."
            ),
        ]
    )
    func damage(_ damage: Damage) {
        #expect {
            try Walkthrough(parsing: damage.text, chapter: 2)
        } throws: { error in
            let unreadable = error as? Unreadable
            return unreadable?.line == damage.line && unreadable?.why.text() == damage.why
        }
    }

    @Test("whatever is cut off, it is read or refused")
    func fuzz() {
        let characters = Array(Self.text)
        for length in stride(from: 0, to: characters.count, by: 7) {
            let text = String(characters.prefix(length))
            guard let walkthrough = try? Walkthrough(parsing: text, chapter: 2) else { continue }
            Testing.Issue.record("\(walkthrough.steps.count) steps were read of \(length) characters")
        }
    }

    @Test("arguments may hold commas, brackets and quotes, and go over lines")
    func arguments() throws {
        let text = "@Image(source: \"a.svg\",\n   alt: \"one (1), \\\"two\\\"\", count: 3)"
        let image = try Directive(parsing: text).children[0]
        #expect(image.arguments == ["source": "a.svg", "alt": "one (1), \"two\"", "count": "3"])
    }
}

@Suite("What a walkthrough needs of its workbook")
struct LessonTests {
    @Test("it has the kata, the starter, and the text of every step")
    func lesson() throws {
        let lesson = try TaughtToy.lesson()
        #expect(lesson.kata.id == KataID(2, 1))
        #expect(lesson.beginsAtStarter)
        #expect(lesson.texts.count == 5)
        #expect(lesson.texts[1].contains("grams <= 2000"))
        #expect(
            lesson.green(at: lesson.steps[1]) == [
                "up to 2000 grams a parcel is small", "above 2000 grams a parcel is large",
            ]
        )
    }

    @Test("what is missing is reported")
    func missing() {
        func complaint(_ change: (inout [String: String]) -> Void) -> Complaint? {
            var texts = TaughtToy.texts
            change(&texts)
            do {
                _ = try TaughtToy.lesson(texts)
                return nil
            } catch {
                return error
            }
        }
        #expect(complaint { $0[TaughtToy.tutorial] = nil } == .noWalkthrough(chapter: 2, others: []))
        #expect(
            complaint { $0[TaughtToy.step(3)] = nil }?.sentence.text().contains(
                "walkthrough-2-3.swift, the code of step 3, can't be read. (line 37)"
            ) == true
        )
        #expect(
            complaint {
                $0[TaughtToy.tutorial] = $0[TaughtToy.tutorial]?.replacing("1-Parcel", with: "1-Letter")
            }?.sentence.text().contains("Chapter 2 has no kata «1-Letter.swift».") == true
        )
        #expect(
            complaint { $0[TaughtToy.tutorial] = "@Tutorial {" }?.sentence.text()
                == "\(TaughtToy.tutorial) can't be read as a walkthrough. «@Tutorial {» is never closed. (line 1)"
        )
    }
}

@Suite("Reading a teaching article")
struct TeachingArticleTests {
    private let article = TeachingArticle(
        parsing: TaughtToy.texts[TaughtToy.article] ?? "",
        chapter: 2
    )

    @Test("it has its sections, its quotations, what is heard, and its pictures")
    func parts() {
        #expect(article.title == "Teaching chapter 2: Post")
        #expect(article.sections.map(\.title) == TeachingArticle.headings)
        #expect(article.sections.allSatisfy { !$0.isEmpty })
        #expect(article.quotes.map { $0.step(of: 2) } == [1, 3])
        #expect(
            article.quotes[0].printed == [
                "✘ up to 2000 grams a parcel is small", "a small parcel pays too much",
            ]
        )
        #expect(article.heard.map(\.rules) == [["a parcel that weighs nothing is refused"]])
        #expect(article.pictures.map(\.file) == ["chapter-2-limits"])
        #expect(article.mentions.map(\.step) == [1, nil, 1, 3, 3])
    }

    @Test("a heading or a table in code is none, and an empty section is noticed")
    func code() {
        let text = "# T\n\n## Goal\n\n```\n## No heading\n```\n\n## Closing\n"
        let sections = TeachingArticle(parsing: text, chapter: 1).sections
        #expect(sections.map(\.title) == ["Goal", "Closing"])
        #expect(sections.map(\.isEmpty) == [false, true])
    }

    @Test("a rule may hold marks of quotation in turn")
    func quotations() {
        #expect("«a «b» c», and «김 소리»".quotations == ["a «b» c", "김 소리"])
        #expect("none».".quotations == [])
    }

    @Test("only the verdict of a step of its own chapter is a quotation that can be proven")
    func commands() {
        func step(_ command: String) -> Int? {
            TeachingArticle.Quote(line: 1, command: command, printed: []).step(of: 3)
        }
        #expect(step("swift run kata walk 3 --step 12 --run") == 12)
        #expect(step("swift run kata walk 4 --step 1 --run") == nil)
        #expect(step("swift run kata walk 3 --step 1") == nil)
        #expect(step("swift run kata check 3.1") == nil)
    }

    private static let screen = """
        ✘ 3.1 Taken · 1 of 3 rules hold

        ✘ a handle that is taken is refused, however it
          is written
          김 has two handles
          (a → b) == c
        ✘ another rule
          김 has two handles
        """

    @Test(
        "a quotation is of whole lines in their order, however they are broken",
        arguments: [
            (["✘ a handle that is taken is refused, however it is written", "김 has two handles"], []),
            (["✘ a handle that is taken is refused, however it", "is written"], []),
            (["✘  another   rule", "김 has two handles"], []),
            (["✘ another rule", "(a → b) == c"], ["(a → b) == c"]), (["✘ another"], ["✘ another"]),
            (["a handle that is taken"], ["a handle that is taken"]),
            (["✘ no such rule", "✘ another rule"], ["✘ no such rule"]),
            (["김 has two handles", "김 has two handles"], []),
            (["✘ another rule", "김 has two handles", "김 has two handles"], ["김 has two handles"]),
        ]
    )
    func printed(lines: [String], missing: [String]) {
        let quote = TeachingArticle.Quote(line: 1, command: "", printed: lines)
        #expect(quote.missing(in: Self.screen) == missing)
    }
}

@Suite("What a picture may hold")
struct LessonPictureTests {
    private func danger(_ inside: String) -> String? {
        LessonPicture.danger(in: "<svg xmlns=\"http://www.w3.org/2000/svg\">\(inside)</svg>")
    }

    @Test(
        "shapes, text, styles, and links within itself",
        arguments: [
            "<rect width=\"1\"/>", "<text>once: one</text>", "<use href=\"#arrow\"/>",
            "<path marker-end=\"url(#arrow)\"/>", "<style>.a { fill: #333 }</style>",
        ]
    )
    func harmless(inside: String) { #expect(danger(inside) == nil) }

    @Test(
        "nothing that acts, and nothing from elsewhere",
        arguments: [
            "<script>a()</script>", "<SCRIPT/>", "<rect onclick=\"a()\"/>", "<image href=\"a.png\"/>",
            "<use href=\"other.svg#a\"/>", "<use xlink:href='//a.example/b'/>",
            "<a href=\"https://a.example\"/>", "<style>@import 'a.css';</style>",
            "<rect fill=\"url(other.svg#a)\"/>", "<foreignObject/>", "<rect fill=\"url('data:x')\"/>",
            "<style>@font-face { }</style>",
        ]
    )
    func dangers(inside: String) { #expect(danger(inside) != nil) }
}

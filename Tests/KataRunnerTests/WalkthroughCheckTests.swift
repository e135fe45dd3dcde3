import Testing

@testable import KataRunner

@Suite("The author's check of walkthroughs")
struct WalkthroughCheckTests {
    fileprivate func findings(_ texts: [String: String]) -> [AuthorCheck.Finding] {
        let course = TaughtToy.course(texts)
        return WalkthroughCheck(workbook: course.workbook, chapter: course.catalogue.chapters[1]).findings()
    }

    @Test("of a finished walkthrough nothing is said")
    func finished() {
        #expect(findings(TaughtToy.texts).map { "\($0.file): \($0.what.text())" } == [])
    }

    @Test("a workbook without walkthroughs misses none")
    func without() {
        #expect(findings(TaughtToy.texts.filter { !$0.key.hasPrefix(Workbook.walkthroughs) }) == [])
    }

    @Test("if there are any, a chapter without one is reported")
    func missing() {
        let course = TaughtToy.course()
        let first = WalkthroughCheck(workbook: course.workbook, chapter: course.catalogue.chapters[0])
        #expect(
            first.findings().map { $0.what.text() } == [
                "Chapter 1 has no walkthrough.", "Chapter 1 has no teaching article.",
            ]
        )
        let all = AuthorCheck(workbook: course.workbook, catalogue: course.catalogue)
            .findings(course.catalogue.katas)
        #expect(all.map { $0.what.text() } == first.findings().map { $0.what.text() })
    }

    @Test("each thing that is missing or wrong is reported, and nothing else is", arguments: Flaw.taught)
    func flaws(flaw: Flaw) {
        var texts = TaughtToy.texts
        flaw.make(&texts)
        #expect(texts != TaughtToy.texts)
        let found = findings(texts)
        #expect(found.map(\.what).map { $0.text() } == [flaw.what])
        #expect(found.map(\.file) == [flaw.file])
        #expect(found.allSatisfy { !$0.isTodo && !$0.remedy.text().isEmpty })
    }
}

extension WalkthroughCheckTests {
    @Test("a walkthrough of no kata of its chapter is reported at every step")
    func noKata() {
        var texts = TaughtToy.texts
        texts[TaughtToy.tutorial] = texts[TaughtToy.tutorial]?.replacing("1-Parcel", with: "1-Letter")
        #expect(
            findings(texts).map { $0.what.text() }
                == (1...5).map { "Step \($0): chapter 2 has no kata «1-Letter.swift»." }
        )
    }
}

// MARK: - Rows

extension Flaw {
    private static let tutorial = TaughtToy.tutorial
    private static let article = TaughtToy.article
    private static let picture = "\(Walkthrough.resources)/chapter-2-limits.svg"

    static let taught: [Flaw] = steps + courses + texts + questions + quizzes + articles + heard + pictures

    private static func changed(
        _ text: String,
        to other: String,
        in path: String,
        at line: Int? = nil,
        _ what: String,
        of file: String? = nil
    ) -> Flaw {
        let file = file ?? path
        return Flaw(name: what, file: line.map { "\(file):\($0)" } ?? file, what: what) { texts in
            guard let old = texts[path], let place = old.firstRange(of: text) else { return }
            texts[path] = old.replacingCharacters(in: place, with: other)
        }
    }

    private static let steps: [Flaw] = [
        changed(
            "doc:Walkthrough-2",
            to: "doc:Walkthrough-7",
            in: "\(Workbook.walkthroughs)/Walkthroughs.tutorial",
            "The table of contents doesn't lead to chapter 2."
        ),
        changed("title: \"소포 재기 · Weighing a parcel\"", to: "", in: tutorial, "It has no title."),
        changed("@Tutorial(", to: "@Article(", in: tutorial, at: 1, "There is no «@Tutorial»."),
        changed(
            "One kata of a chapter, from red to green.",
            to: "}",
            in: "\(Workbook.walkthroughs)/Walkthroughs.tutorial",
            "The table of contents doesn't lead to chapter 2."
        ),
        changed(
            "What is too heavy never reaches the counter. Which rule is still open?",
            to: "",
            in: tutorial,
            at: 37,
            "Step 3: it says nothing."
        ),
        changed(
            "1-Parcel.swift\", file: \"walkthrough-2-3",
            to: "1-Letter.swift\", file: \"walkthrough-2-3",
            in: tutorial,
            at: 37,
            "Step 3: its code is called «1-Letter.swift», and that of step 1 «1-Parcel.swift»."
        ),
        changed(
            "- a parcel that weighs nothing is refused\n                }\n                @Code(name: \"1-Parcel.swift\", file: \"walkthrough-2-3",
            to:
                "- a parcel of nothing\n                }\n                @Code(name: \"1-Parcel.swift\", file: \"walkthrough-2-3",
            in: tutorial,
            at: 37,
            "Step 3: there is no rule «a parcel of nothing»."
        ),
    ]

    private static let courses: [Flaw] = [
        Flaw(name: "four steps", file: tutorial, what: "It has 4 steps.") { texts in
            texts[tutorial] = texts[tutorial]?.replacing(
                "@Step {\n                Three ranges",
                with: "@Other {\n                Three ranges"
            )
            texts[TaughtToy.step(5)] = nil
        },
        Flaw(name: "red at last", file: "\(tutorial):69", what: "Step 5: the last step is not all green.") {
            $0[tutorial] = $0[tutorial]?.replacing(
                "Red: none",
                with: "Red:\n- a parcel that weighs nothing is refused"
            )
        },
        changed(
            "Red: none",
            to: "Red:\n- above 2000 grams a parcel is large",
            in: tutorial,
            at: 55,
            "Step 4: it loses «above 2000 grams a parcel is large», which held at step 3."
        ),
        changed(
            "- above 20000 grams a parcel is refused",
            to: "- above 20000 grams a parcel is refused\n- above 20000 grams a parcel is refused",
            in: tutorial,
            at: 12,
            "Step 1: it lists «above 20000 grams a parcel is refused» twice."
        ),
        Flaw(
            name: "another file",
            file: "\(tutorial):37",
            what: "Step 3: its code is in «parcel.swift»."
        ) { texts in
            texts[tutorial] = texts[tutorial]?.replacing("walkthrough-2-3.swift", with: "parcel.swift")
            texts[TaughtToy.step(3)] = nil
        },
    ]

    private static let texts: [Flaw] = [
        Flaw(name: "no text", file: "\(tutorial):37", what: "Step 3: \(TaughtToy.step(3)) is missing.") {
            $0[TaughtToy.step(3)] = nil
        },
        Flaw(name: "a text for nothing", file: TaughtToy.step(6), what: "No step shows it.") {
            $0[TaughtToy.step(6)] = ""
        },
        Flaw(
            name: "another start",
            file: "\(tutorial):12",
            what: "Step 1: it isn't the starter, and doesn't say why."
        ) { $0[TaughtToy.step(1), default: ""] += "\n" },
        changed(
            "Red:",
            to: "Not the starter: to begin anew.\n                    Red:",
            in: tutorial,
            at: 12,
            "Step 1: it says that it isn't the starter, but it is."
        ),
        changed(
            "Red: none",
            to: "Whatever.",
            in: tutorial,
            at: 55,
            "Step 4: it doesn't say which rules are red."
        ),
    ]

    private static let questions: [Flaw] = [
        changed(
            "@Choice(isCorrect: true)",
            to: "@Choice(isCorrect: false)",
            in: tutorial,
            at: 80,
            "Question 1: 0 choices are right."
        ),
        changed(
            "@Choice(isCorrect: false)",
            to: "@Choice(isCorrect: true)",
            in: tutorial,
            at: 80,
            "Question 1: 2 choices are right."
        ),
        changed(
            "What is a parcel of 2000 grams?",
            to: "",
            in: tutorial,
            at: 80,
            "Question 1: it asks nothing."
        ),
        changed(
            "The limit belongs to the small ones.",
            to: "",
            in: tutorial,
            at: 80,
            "Question 1: a choice has no text or no `@Justification`."
        ),
    ]

    private static let quizzes: [Flaw] = [
        changed(
            "@MultipleChoice {\n            What is sent",
            to: "@Other {\n            What is sent",
            in: tutorial,
            "There are 2 questions."
        ),
        changed(
            "@Choice(isCorrect: false) {\n                A small parcel.",
            to: "@Other {\n                A small parcel.",
            in: tutorial,
            at: 120,
            "Question 3: there is nothing to choose from."
        ),
    ]

    private static let articles: [Flaw] = [
        Flaw(name: "no article", file: article, what: "Chapter 2 has no teaching article.") {
            $0[article] = nil
        },
        changed(
            "# Teaching chapter 2: Post",
            to: "# Teaching",
            in: article,
            "Its title isn't that of a teaching article."
        ),
        changed(
            "## 45 minutes",
            to: "## 50 minutes",
            in: article,
            at: 15,
            "«50 minutes» stands where «45 minutes» belongs."
        ),
        changed("## Closing\n", to: "", in: article, "The section «Closing» is missing."),
        changed(
            "소포, parcel.",
            to: "소포, parcel.\n\n## More\n\nMore.",
            in: article,
            at: 73,
            "«More» comes after the last section."
        ),
        changed("A switch, or guards.", to: "", in: article, at: 57, "The section «Two designs» is empty."),
        changed(
            "walk 2 --apply 3",
            to: "walk 2 --apply 6",
            in: article,
            at: 67,
            "There is no step 6: the walkthrough has 5."
        ),
        changed(
            "$ swift run kata walk 2 --step 3 --run",
            to: "$ swift run kata check 2.1",
            in: article,
            at: 38,
            "What «swift run kata check 2.1» prints can't be proven."
        ),
        Flaw(name: "no quotation", file: article, what: "It quotes no red line.") {
            $0[article] = $0[article]?.replacing("```console", with: "```text")
        },
    ]

    private static let heard: [Flaw] = [
        changed(
            "«a parcel that weighs nothing is refused»",
            to: "«a parcel of nothing»",
            in: article,
            at: 51,
            "There is no rule «a parcel of nothing»."
        ),
        changed(
            "«a parcel that weighs nothing is refused»",
            to: "none",
            in: article,
            at: 51,
            "This row names no rule that answers it."
        ),
        changed(
            "| «Nobody sends nothing.» | nobody means to | «a parcel that weighs nothing is refused» |\n",
            to: "",
            in: article,
            "«What you will hear» has no table of what is heard."
        ),
    ]

    private static let pictures: [Flaw] = [
        Flaw(
            name: "no dark twin",
            file: "\(article):5",
            what: "The picture \(Walkthrough.resources)/chapter-2-limits~dark.svg is missing."
        ) {
            $0["\(Walkthrough.resources)/chapter-2-limits~dark.svg"] = nil
        },
        Flaw(name: "no picture", file: "\(article):5", what: "The picture \(picture) is missing.") {
            $0[picture] = nil
        },
        changed(
            "A scale from one gram to twenty thousand, with two limits",
            to: "",
            in: article,
            at: 5,
            "The picture «chapter-2-limits» has no alternative text."
        ),
        changed("<text", to: "<script>a()</script><text", in: picture, "It holds «<script»."),
        changed("<svg", to: "<html", in: picture, "It isn't an SVG."),
    ]
}

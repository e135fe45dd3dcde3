/// Reads a chapter's walkthrough and article, and says what is missing. A workbook without any walkthroughs lacks none.
struct WalkthroughCheck: Sendable {
    typealias Finding = AuthorCheck.Finding

    let workbook: Workbook
    let chapter: Chapter

    private var number: Int { chapter.number }

    func findings() -> [Finding] {
        guard workbook.files.isFolder(workbook.path(Workbook.walkthroughs)) else { return [] }
        let file = Walkthrough.file(of: number)
        guard let text = workbook.files.text(workbook.path(file)) else {
            return [
                Finding(
                    file,
                    "Chapter \(number) has no walkthrough.",
                    "Write it: one kata from red to green in five to ten steps."
                )
            ] + article(nil)
        }
        do {
            let walkthrough = try Walkthrough(parsing: text, chapter: number)
            return contents() + steps(walkthrough) + questions(walkthrough) + article(walkthrough)
                + pictures(Self.pictures(in: text), file)
        } catch {
            return [
                Finding(
                    "\(file):\(error.line)",
                    error.why,
                    "Mend it: the walkthrough of another chapter shows the form."
                )
            ] + article(nil)
        }
    }

    private func contents() -> [Finding] {
        let file = "\(Workbook.walkthroughs)/Walkthroughs.tutorial"
        let name = "Walkthrough-\(number)"
        let document = workbook.files.text(workbook.path(file)).flatMap { try? Directive(parsing: $0) }
        let references = document?.descendants(named: "TutorialReference") ?? []
        let isListed = references.contains { reference in
            let target = reference.arguments["tutorial"] ?? ""
            return target == "doc:\(name)" || target.hasSuffix("/\(name)")
        }
        guard !isListed else { return [] }
        return [
            Finding(
                file,
                "The table of contents doesn't lead to chapter \(number).",
                "Add `@TutorialReference(tutorial: \"doc:\(name)\")`."
            )
        ]
    }

    // MARK: - Steps

    private func steps(_ walkthrough: Walkthrough) -> [Finding] {
        let file = walkthrough.file
        let steps = walkthrough.steps
        var findings: [Finding] = []
        func add(_ step: Walkthrough.Step, _ what: Phrase, _ remedy: Phrase) {
            findings.add("\(file):\(step.line)", "Step \(step.number): \(what)", remedy)
        }
        if walkthrough.title.isEmpty {
            findings.add(file, "It has no title.", "Give it one: `@Intro(title: \"…\")`.")
        }
        if !(5...10).contains(steps.count) {
            findings.add(
                file,
                .count(steps.count, one: "It has 1 step.", many: "It has \(steps.count) steps."),
                "Five to ten fit into a lesson."
            )
        }
        let kata = chapter.katas.first { $0.fileName == steps[0].codeName }
        let source = kata.flatMap { workbook.files.text(workbook.path($0.suite)) }
        let rules = source.map { SuiteSource(parsing: $0).rules.map(\.name) } ?? []
        for step in steps {
            if step.prose.isEmpty { add(step, "it says nothing.", "Write what to say and what to ask.") }
            if step.codeName != steps[0].codeName {
                add(
                    step,
                    "its code is called «\(step.codeName)», and that of step 1 «\(steps[0].codeName)».",
                    "A walkthrough is about one kata."
                )
            } else if kata == nil {
                add(
                    step,
                    "chapter \(number) has no kata «\(step.codeName)».",
                    "Give the code the name of the kata's file."
                )
            }
            let name = "walkthrough-\(number)-\(step.number).swift"
            if step.code != name {
                add(step, "its code is in «\(step.code)».", "Call the file «\(name)».")
            } else if !workbook.isIntact(step.file) {
                add(step, "\(step.file) is missing.", "Write the kata's complete file at that step.")
            }
            guard let red = step.red else {
                add(
                    step,
                    "it doesn't say which rules are red.",
                    "List them in its `@Comment`, below «Red:», or write «Red: none»."
                )
                continue
            }
            for rule in red where kata != nil && !rules.contains(rule) {
                add(step, "there is no rule «\(rule)».", "Quote a rule of the kata, word for word.")
            }
            for rule in red where red.count(where: { $0 == rule }) > 1 {
                add(step, "it lists «\(rule)» twice.", "Once is enough.")
                break
            }
        }
        for (before, step) in zip(steps, steps.dropFirst()) {
            let lost = (step.red ?? []).filter { rules.contains($0) && !(before.red ?? [$0]).contains($0) }
            for rule in lost {
                add(
                    step,
                    "it loses «\(rule)», which held at step \(before.number).",
                    "Turn the rules green one by one."
                )
            }
        }
        if let last = steps.last, let red = last.red, !red.isEmpty {
            add(last, "the last step is not all green.", "Add steps until every rule holds.")
        }
        return findings + start(steps[0], kata, file) + unused(steps)
    }

    private func start(_ step: Walkthrough.Step, _ kata: Kata?, _ file: String) -> [Finding] {
        guard let kata, let starter = workbook.data(kata.pristine), let text = workbook.data(step.file),
            (text == starter) == (step.otherThanStarter != nil)
        else { return [] }
        return [
            Finding(
                "\(file):\(step.line)",
                text == starter
                    ? "Step 1: it says that it isn't the starter, but it is."
                    : "Step 1: it isn't the starter, and doesn't say why.",
                text == starter
                    ? "Remove «Not the starter:»."
                    : "Begin with \(kata.pristine), or begin the `@Comment` with «Not the starter: …»."
            )
        ]
    }

    private func unused(_ steps: [Walkthrough.Step]) -> [Finding] {
        let used = Set(steps.map(\.code))
        return workbook.files.list(workbook.path(Walkthrough.resources))
            .filter { $0.hasPrefix("walkthrough-\(number)-") && !used.contains($0) }
            .map { name in
                Finding(
                    "\(Walkthrough.resources)/\(name)",
                    "No step shows it.",
                    "Remove it, or write the step."
                )
            }
    }

    // MARK: - Questions

    private func questions(_ walkthrough: Walkthrough) -> [Finding] {
        let file = walkthrough.file
        var findings: [Finding] = []
        if walkthrough.questions.count != 3 {
            findings.add(
                file,
                .count(
                    walkthrough.questions.count,
                    one: "There is 1 question.",
                    many: "There are \(walkthrough.questions.count) questions."
                ),
                "Ask three: `@MultipleChoice`, in `@Assessments`."
            )
        }
        for (index, question) in walkthrough.questions.enumerated() {
            func add(_ what: Phrase, _ remedy: Phrase) {
                let place = "\(file):\(question.line)"
                findings.add(place, "Question \(index + 1): \(what)", remedy)
            }
            if question.text.isEmpty { add("it asks nothing.", "Write the question.") }
            let right = question.choices.count(where: \.isCorrect)
            if right != 1 {
                add(
                    "\(right) choices are right.",
                    "Mark exactly one: `@Choice(isCorrect: true)`."
                )
            }
            if question.choices.count < 2 {
                add("there is nothing to choose from.", "Add the wrong answers that learners give.")
            }
            if question.choices.contains(where: { $0.text.isEmpty || $0.justification.isEmpty }) {
                add("a choice has no text or no `@Justification`.", "Say why it is right or wrong.")
            }
        }
        return findings
    }

    // MARK: - The teaching article

    private func article(_ walkthrough: Walkthrough?) -> [Finding] {
        let file = TeachingArticle.file(of: number)
        guard let text = workbook.files.text(workbook.path(file)) else {
            return [
                Finding(
                    file,
                    "Chapter \(number) has no teaching article.",
                    "Write it: that of another chapter shows the form."
                )
            ]
        }
        let article = TeachingArticle(parsing: text, chapter: number)
        return headings(article) + quotes(article, walkthrough) + heard(article)
            + mentions(article, walkthrough) + pictures(article.pictures, file)
    }

    private func headings(_ article: TeachingArticle) -> [Finding] {
        var findings: [Finding] = []
        let beginning = "Teaching chapter \(number): "
        if !(article.title?.hasPrefix(beginning) ?? false) {
            findings.add(
                article.file,
                "Its title isn't that of a teaching article.",
                "Begin it with «# \(beginning)…»."
            )
        }
        let found = article.sections.map(\.title)
        let wanted = TeachingArticle.headings
        if let place = wanted.indices.first(where: { !found.indices.contains($0) || found[$0] != wanted[$0] })
        {
            let section = article.sections.indices.contains(place) ? article.sections[place] : nil
            findings.add(
                section.map { "\(article.file):\($0.line)" } ?? article.file,
                section.map { "«\($0.title)» stands where «\(wanted[place])» belongs." }
                    ?? "The section «\(wanted[place])» is missing.",
                "A teacher finds the same sections in every article, in the same order."
            )
        } else if found.count > wanted.count {
            let extra = article.sections[wanted.count]
            findings.add(
                "\(article.file):\(extra.line)",
                "«\(extra.title)» comes after the last section.",
                "«Closing» closes the article."
            )
        }
        for section in article.sections where section.isEmpty {
            findings.add(
                "\(article.file):\(section.line)",
                "The section «\(section.title)» is empty.",
                "Write it."
            )
        }
        return findings
    }

    private func quotes(_ article: TeachingArticle, _ walkthrough: Walkthrough?) -> [Finding] {
        let proven = article.quotes.filter { $0.step(of: number) != nil && !$0.printed.isEmpty }
        var findings: [Finding] = article.quotes.compactMap { quote in
            guard quote.step(of: number) == nil, !quote.printed.isEmpty else { return nil }
            return Finding(
                "\(article.file):\(quote.line)",
                "What «\(quote.command)» prints can't be proven.",
                "Quote `$ swift run kata walk \(number) --step N --run`."
            )
        }
        if proven.isEmpty {
            findings.add(
                article.file,
                "It quotes no red line.",
                "Quote what the room sees, in a fence ```console below `$ swift run kata walk \(number) --step N --run`."
            )
        }
        return findings
    }

    private func heard(_ article: TeachingArticle) -> [Finding] {
        let rules = Set(chapter.katas.flatMap(\.page.rules))
        var findings: [Finding] = article.heard.flatMap { heard -> [Finding] in
            let unknown = heard.rules.filter { !rules.contains($0) }
            let file = "\(article.file):\(heard.line)"
            guard !heard.rules.isEmpty else {
                return [
                    Finding(
                        file,
                        "This row names no rule that answers it.",
                        "Quote one in the last column, as «rule»."
                    )
                ]
            }
            return unknown.map { rule in
                Finding(
                    file,
                    "There is no rule «\(rule)».",
                    "Quote a rule of chapter \(number), word for word."
                )
            }
        }
        if article.heard.isEmpty {
            findings.add(
                article.file,
                "«What you will hear» has no table of what is heard.",
                "Write the table: you hear, why it is plausible, the rule that answers it."
            )
        }
        return findings
    }

    private func mentions(_ article: TeachingArticle, _ walkthrough: Walkthrough?) -> [Finding] {
        guard let walkthrough else { return [] }
        let steps = walkthrough.steps.count
        return article.mentions.filter { $0.chapter == number && !(1...steps).contains($0.step ?? 1) }
            .map { mention in
                Finding(
                    "\(article.file):\(mention.line)",
                    "There is no step \(mention.step ?? 0): the walkthrough has \(steps).",
                    "Name one of its steps."
                )
            }
    }

    // MARK: - Pictures

    private static func pictures(in tutorial: String) -> [TeachingArticle.Picture] {
        guard let document = try? Directive(parsing: tutorial) else { return [] }
        return document.descendants(named: "Image").map { image in
            TeachingArticle.Picture(
                line: image.line,
                file: image.arguments["source"] ?? "",
                alt: image.arguments["alt"] ?? ""
            )
        }
    }

    private func pictures(_ pictures: [TeachingArticle.Picture], _ file: String) -> [Finding] {
        pictures.flatMap { picture -> [Finding] in
            let place = "\(file):\(picture.line)"
            var findings: [Finding] = []
            if picture.alt.isEmpty {
                findings.add(
                    place,
                    "The picture «\(picture.file)» has no alternative text.",
                    "Say what it shows, for readers who can't see it."
                )
            }
            let name = picture.file.hasSuffix(".svg") ? String(picture.file.dropLast(4)) : picture.file
            for variant in ["\(name).svg", "\(name)~dark.svg"] {
                findings += svg("\(Walkthrough.resources)/\(variant)", shownAt: place)
            }
            return findings
        }
    }

    private func svg(_ file: String, shownAt place: String) -> [Finding] {
        guard let text = workbook.files.text(workbook.path(file)) else {
            return [
                Finding(
                    place,
                    "The picture \(file) is missing.",
                    "Draw it, for light pages and for dark ones."
                )
            ]
        }
        if !LessonPicture.isPicture(text) {
            return [Finding(file, "It isn't an SVG.", "Draw it as plain SVG.")]
        }
        guard let danger = LessonPicture.danger(in: text) else { return [] }
        return [
            Finding(
                file,
                "It holds «\(danger)».",
                "A picture holds no script and loads nothing from elsewhere."
            )
        ]
    }
}

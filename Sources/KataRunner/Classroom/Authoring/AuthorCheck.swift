import Foundation

/// Reads a workbook without building it, and says what is missing. Each complaint ends with its remedy.
struct AuthorCheck: Sendable {
    struct Finding: Hashable, Sendable {
        var file: String
        var what: Phrase
        var remedy: Phrase
        /// Work that an author has still to do, as opposed to a mistake.
        var isTodo = false

        init(_ file: String, _ what: Phrase, _ remedy: Phrase, isTodo: Bool = false) {
            (self.file, self.what, self.remedy, self.isTodo) = (file, what, remedy, isTodo)
        }
    }

    let workbook: Workbook
    let catalogue: Catalogue

    func findings(_ katas: [Kata]) -> [Finding] {
        let chapters = chapters(of: katas)
        let seals = SuiteSeals(of: workbook)
        let mutants = MutationCheck(workbook: workbook)
        return manifest() + chapters.flatMap(findings(in:)) + names()
            + katas.flatMap { findings(for: $0, seals) + mutants.findings($0) } + strays()
            + chapters.flatMap { WalkthroughCheck(workbook: workbook, chapter: $0).findings() }
            + chapters.flatMap { StyleCheck(workbook: workbook, chapter: $0).findings() }
    }

    private func chapters(of katas: [Kata]) -> [Chapter] {
        catalogue.chapters.filter { chapter in katas.contains { $0.id.chapter == chapter.number } }
    }

    /// What is missing of the workbook in other languages.
    func translations() -> [Finding] {
        TranslationCheck.languages(of: workbook).flatMap {
            TranslationCheck(workbook: workbook, catalogue: catalogue, code: $0).findings()
        }
    }

    /// What is missing of these katas' chapters in other languages.
    func translations(of katas: [Kata]) -> [Finding] {
        let chapters = chapters(of: katas)
        return TranslationCheck.languages(of: workbook).flatMap { code in
            let check = TranslationCheck(workbook: workbook, catalogue: catalogue, code: code)
            return chapters.flatMap(check.findings(in:))
        }
    }

    // MARK: - The whole

    private func manifest() -> [Finding] {
        let manifest = workbook.files.text(workbook.path("Package.swift")) ?? ""
        return catalogue.chapters.filter { !manifest.contains("\"\($0.topic)\"") }.map { chapter in
            Finding(
                "Package.swift",
                "It doesn't know chapter \(chapter.number), «\(chapter.topic)».",
                "Add \"\(chapter.topic)\" to `topics`, as number \(chapter.number)."
            )
        }
    }

    private func names() -> [Finding] {
        var seen: [String: Kata] = [:]
        return catalogue.katas.compactMap { kata in
            guard let other = seen.updateValue(kata, forKey: kata.name) else { return nil }
            return Finding(
                kata.file,
                "\(other.id) has the same name, and progress is kept by name.",
                "Choose another name for one of the two."
            )
        }
    }

    private func strays() -> [Finding] {
        catalogue.chapters.flatMap { chapter -> [Finding] in
            let known = Set(chapter.katas.map(\.fileName))
            let folders = [
                chapter.folder, "Exercises/.pristine/\(chapter.target)", "Solutions/\(chapter.target)",
            ]
            return folders.flatMap { folder in
                workbook.files.list(workbook.path(folder))
                    .filter { !known.contains($0) && !$0.hasPrefix("README.") && !$0.hasPrefix(".") }
                    .map { name in
                        Finding(
                            "\(folder)/\(name)",
                            "It belongs to no kata.",
                            "Remove it, or give it a suite in `Tests/\(chapter.target)Tests`."
                        )
                    }
            }
        }
    }

    // MARK: - A chapter

    private func findings(in chapter: Chapter) -> [Finding] {
        var findings: [Finding] = []
        let page = "\(chapter.folder)/README.md"
        if workbook.data(page) == nil {
            return [
                Finding(page, "The chapter has no page.", "Write it: chapter 1 shows how.")
            ]
        }
        if chapter.page.title == nil {
            findings.add(page, "The page has no heading.", "Begin it with «# Chapter \(chapter.number) · …».")
        }
        let introduction = chapter.page.introduction
        if !introduction.contains("```mermaid") {
            findings.add(page, "The introduction has no diagram.", "Draw one with Mermaid.")
        }
        for heading in ["When not to use it", "Glossary"] where !introduction.contains("## \(heading)") {
            findings.add(
                page,
                "The introduction has no section «\(heading)».",
                "Write it before the first kata."
            )
        }
        for (place, kata) in chapter.katas.enumerated() where kata.id.number != place + 1 {
            findings.add(
                kata.file,
                "Kata \(place + 1) of the chapter has the number \(kata.id.number).",
                "Number the katas from 1 without a gap: `\(place + 1)-\(kata.name).swift`.",
                isTodo: true
            )
            break
        }
        for id in chapter.page.katas.keys.sorted() where !chapter.katas.contains(where: { $0.id == id }) {
            findings.add(
                page,
                "The page has a section \(id), and there is no such kata.",
                "Make it with `kata author new \(chapter.number) Name`, or remove the section."
            )
        }
        return findings
    }

    // MARK: - A kata

    private func findings(for kata: Kata, _ seals: SuiteSeals) -> [Finding] {
        page(kata) + starter(kata) + suite(kata, seals) + solution(kata) + variants(kata)
    }

    private func page(_ kata: Kata) -> [Finding] {
        let file = "Exercises/\(kata.target)/README.md"
        var findings: [Finding] = []
        func add(_ what: Phrase, _ remedy: Phrase) {
            findings.add(file, "\(kata.id): \(what)", remedy)
        }
        let page = kata.page
        if page.title == nil { add("there is no section.", "Write «## \(kata.id) Title».") }
        for (name, text) in [("story", page.story), ("Task", page.task), ("Afterword", page.afterword)]
        where text.isEmpty {
            add("there is no \(name).", "Write it; kata 1.1 shows how.")
        }
        if page.sections.count < 2, !(4...10).contains(page.rules.count) {
            add(
                "there are \(page.rules.count) rules.",
                "Four to ten teach best; a capstone has more, in sections headed «#### Title»."
            )
        }
        for section in page.sections where section.rules.count > 10 {
            add(
                "there are \(section.rules.count) rules under one heading.",
                "Divide them: at most ten fit under one heading."
            )
        }
        if page.hints.count != 3 {
            add(
                "there are \(page.hints.count) hints.",
                "Write three: a question, a construct, nearly the answer."
            )
        }
        for (index, hint) in page.hints.enumerated() where hint.count < 20 {
            add("hint \(index + 1) says next to nothing.", "Write what helps at that point.")
        }
        let texts = [page.story, page.task, page.afterword] + page.hints + page.rules
        if texts.contains(where: { $0.contains("TODO") }) {
            findings.add(file, "\(kata.id): a TODO is left.", "Write what it asks for.", isTodo: true)
        }
        return findings
    }

    private func starter(_ kata: Kata) -> [Finding] {
        guard let data = workbook.data(kata.file), let text = String(validating: data, as: UTF8.self) else {
            return [Finding(kata.file, "It is missing.", "`kata reset \(kata.id)`")]
        }
        var findings: [Finding] = []
        if !text.contains("TODO:") {
            findings.add(
                kata.file,
                "No «// TODO:» shows where to begin.",
                "Mark the places that a learner changes. If this is an answer: `kata reset \(kata.id)`"
            )
        }
        for word in [
            "fatalError(", "preconditionFailure(", "try!", "nonisolated(unsafe)", "@unchecked Sendable",
        ]
        where text.contains(word) {
            findings.add(
                kata.file,
                "It contains `\(word)`.",
                "A starter never traps: throw, or return a wrong but legal value."
            )
        }
        let commands = ["kata show \(kata.id)", "kata check \(kata.id)"]
        for command in commands where !text.contains(command) {
            findings.add(
                kata.file,
                "Its opening comment doesn't name `\(command)`.",
                "Say how to read and how to check it, as kata 1.1 does."
            )
        }
        if workbook.data(kata.pristine) != data {
            findings.add(
                kata.file,
                "It differs from its pristine copy.",
                "If it is the starter: `kata author sync \(kata.id)`. If it is an answer: `kata reset \(kata.id)`"
            )
        }
        return findings
    }

    private func suite(_ kata: Kata, _ seals: SuiteSeals) -> [Finding] {
        guard let text = workbook.files.text(workbook.path(kata.suite)) else {
            return [
                Finding(
                    kata.suite,
                    "\(kata.id) has no suite.",
                    "Write it: `@Suite struct \(kata.suiteType)`."
                )
            ]
        }
        var findings: [Finding] = []
        let source = SuiteSource(parsing: text)
        if !text.contains("struct \(kata.suiteType)") {
            findings.add(
                kata.suite,
                "It doesn't declare `struct \(kata.suiteType)`.",
                "The runner finds the suite by that name."
            )
        }
        let title = "\(kata.id) \(kata.title)"
        if source.suiteName != title {
            findings.add(kata.suite, "Its display name isn't «\(title)».", "Write `@Suite(\"\(title)\")`.")
        }
        if !seals.knows(kata) {
            findings.add(
                kata.suite,
                "It isn't sealed yet, so a change of it would go unnoticed.",
                "When it is right: `kata author sync \(kata.id)`",
                isTodo: true
            )
        } else if !seals.hold(for: kata, in: workbook) {
            findings.add(
                kata.suite,
                "It isn't sealed as it stands, so runners would call it changed.",
                "If you meant to change it: `kata author sync \(kata.id)`"
            )
        }
        let told = kata.page.rules
        let tested = source.rules.map(\.name)
        for rule in told where !tested.contains(rule) {
            findings.add(
                kata.suite,
                "The page's rule «\(rule)» has no test.",
                "Name a test by it, word for word, or take it off the page."
            )
        }
        for rule in source.rules where !told.contains(rule.name) {
            findings.add(
                "\(kata.suite):\(rule.line)",
                "The page doesn't state the rule «\(rule.name)».",
                "Put it on the page, word for word: a learner must know every rule."
            )
        }
        if Set(told) == Set(tested), told != tested {
            findings.add(
                kata.suite,
                "Its rules have another order than those on the page.",
                "Use the same order."
            )
        }
        if text.contains(".disabled(") || text.contains(".disabled,") {
            findings.add(
                kata.suite,
                "A rule is switched off.",
                "Let it run, or let it depend on a condition: `.enabled(if:)`."
            )
        }
        return findings
    }

    private func solution(_ kata: Kata) -> [Finding] {
        guard let text = workbook.files.text(workbook.path(kata.solution)) else {
            return [Finding(kata.solution, "\(kata.id) has no solution.", "Write it.")]
        }
        guard text.contains("TODO") else { return [] }
        return [
            Finding(kata.solution, "A TODO is left.", "Solve what it asks for.", isTodo: true)
        ]
    }

    private func variants(_ kata: Kata) -> [Finding] {
        let variants = workbook.variants(of: kata)
        var findings: [Finding] = []
        let valid = variants.filter { $0.expectation == .holds }
        let wrong = variants.filter { $0.name.hasPrefix("wrong-") }
        if valid.isEmpty {
            findings.add(
                kata.variants,
                "There is no correct answer of another shape.",
                "The suite must accept every good design. Write one, then: `kata author variant \(kata.id) valid-…`"
            )
        }
        if wrong.count < 2 {
            findings.add(
                kata.variants,
                wrong.count == 1 ? "There is 1 wrong answer." : "There are \(wrong.count) wrong answers.",
                "Write at least two, as learners really do, each with: `kata author variant \(kata.id) wrong-…`"
            )
        }
        for variant in variants {
            switch variant.expectation {
            case .untold:
                findings.add(
                    variant.file,
                    "Its name or its first line doesn't say what it is.",
                    "Name it `valid-…` or `wrong-…`, and begin a wrong one with «// Fails: rule»."
                )
            case .breaks(let rule) where !kata.page.rules.contains(rule):
                findings.add(
                    variant.file,
                    "There is no rule «\(rule)».",
                    "Quote a rule of \(kata.id), word for word."
                )
            case .breaks, .holds:
                if variant.remark.isEmpty {
                    findings.add(
                        variant.file,
                        "It doesn't say why anybody would write it.",
                        "Say it in a comment: the first line of a valid one, the second of a wrong one."
                    )
                }
            }
            if variants.contains(where: { $0.name == variant.name && $0.file < variant.file }) {
                findings.add(
                    variant.file,
                    "There is another answer «\(variant.name)».",
                    "Choose another name for one of the two: the ledger of proofs goes by the name."
                )
            }
            let answer: Data?
            do throws(AnswerDifference.Flaw) {
                answer = try workbook.answer(variant.file, to: kata)
            } catch {
                findings.append(misfit(variant, of: kata, error))
                continue
            }
            if let answer, String(decoding: answer, as: UTF8.self).contains("TODO") {
                findings.add(variant.file, "A TODO is left.", "Write the answer out.", isTodo: true)
            }
        }
        return findings
    }

    /// A difference that can't be read, or has no place in the text that it is a difference from.
    private func misfit(_ variant: Variant, of kata: Kata, _ flaw: AnswerDifference.Flaw) -> Finding {
        let anew: Phrase =
            "Mend it, or write the answer into \(kata.file) and: `kata author variant \(kata.id) \(variant.name)`"
        let (what, remedy): (Phrase, Phrase) =
            switch flaw {
            case .unreadable: ("This line can't be read as a part of a difference.", anew)
            case .noBase(let base, _): ("There is no \(base.file(of: kata)) to differ from.", "Write it.")
            case .misfit(.nowhere(let hunk), let base, _):
                ("Hunk \(hunk + 1) has no place in \(base.file(of: kata)) as it is now.", anew)
            case .misfit(.atSeveralPlaces(let hunk), let base, _):
                (
                    "Hunk \(hunk + 1) has more than one place in \(base.file(of: kata)).",
                    "Give it more of the lines around the right one."
                )
            case .misfit(.outOfOrder(let hunk), let base, _):
                (
                    "Hunk \(hunk + 1) belongs above the hunk before it, or into it, in \(base.file(of: kata)).",
                    "Put the hunks in the order of the text, and join those that meet."
                )
            }
        return Finding("\(variant.file):\(flaw.line)", what, remedy)
    }
}

extension [AuthorCheck.Finding] {
    mutating func add(_ file: String, _ what: Phrase, _ remedy: Phrase, isTodo: Bool = false) {
        append(.init(file, what, remedy, isTodo: isTodo))
    }
}

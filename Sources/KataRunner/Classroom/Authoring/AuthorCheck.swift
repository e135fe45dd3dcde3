import Foundation

/// Reads a workbook without building it, and says what is missing. Each complaint ends with its remedy.
struct AuthorCheck: Sendable {
    struct Finding: Hashable, Sendable {
        var file: String
        var what: Phrase
        var remedy: Phrase
        /// Work that an author has still to do, as opposed to a mistake.
        var isTodo = false
    }

    let workbook: Workbook
    let catalogue: Catalogue

    func findings(_ katas: [Kata]) -> [Finding] {
        let chapters = catalogue.chapters.filter { chapter in
            katas.contains { $0.id.chapter == chapter.number }
        }
        return manifest() + chapters.flatMap(findings(in:)) + names() + katas.flatMap(findings(for:))
            + strays()
            + chapters.flatMap { WalkthroughCheck(workbook: workbook, chapter: $0).findings() }
    }

    // MARK: - The whole

    private func manifest() -> [Finding] {
        let manifest = workbook.files.text(workbook.path("Package.swift")) ?? ""
        return catalogue.chapters.filter { !manifest.contains("\"\($0.topic)\"") }.map { chapter in
            Finding(
                file: "Package.swift",
                what: "It doesn't know chapter \(chapter.number), «\(chapter.topic)».",
                remedy: "Add \"\(chapter.topic)\" to `topics`, as number \(chapter.number)."
            )
        }
    }

    private func names() -> [Finding] {
        var seen: [String: Kata] = [:]
        return catalogue.katas.compactMap { kata in
            guard let other = seen.updateValue(kata, forKey: kata.name) else { return nil }
            return Finding(
                file: kata.file,
                what: "\(other.id) has the same name, and progress is kept by name.",
                remedy: "Choose another name for one of the two."
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
                            file: "\(folder)/\(name)",
                            what: "It belongs to no kata.",
                            remedy: "Remove it, or give it a suite in `Tests/\(chapter.target)Tests`."
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
                Finding(
                    file: page,
                    what: "The chapter has no page.",
                    remedy: "Write it, as chapter 1 has it."
                )
            ]
        }
        if chapter.page.title == nil {
            findings.append(
                Finding(
                    file: page,
                    what: "The page has no heading.",
                    remedy: "Begin it with «# Chapter \(chapter.number) · …»."
                )
            )
        }
        let introduction = chapter.page.introduction
        if !introduction.contains("```mermaid") {
            findings.append(
                Finding(
                    file: page,
                    what: "The introduction has no diagram.",
                    remedy: "Draw one with Mermaid."
                )
            )
        }
        for heading in ["When not to use it", "Glossary"] where !introduction.contains("## \(heading)") {
            findings.append(
                Finding(
                    file: page,
                    what: "The introduction has no section «\(heading)».",
                    remedy: "Write it before the first kata."
                )
            )
        }
        for (place, kata) in chapter.katas.enumerated() where kata.id.number != place + 1 {
            findings.append(
                Finding(
                    file: kata.file,
                    what: "Kata \(place + 1) of the chapter has the number \(kata.id.number).",
                    remedy: "Number the katas from 1 without a gap: `\(place + 1)-\(kata.name).swift`.",
                    isTodo: true
                )
            )
            break
        }
        for id in chapter.page.katas.keys.sorted() where !chapter.katas.contains(where: { $0.id == id }) {
            findings.append(
                Finding(
                    file: page,
                    what: "The page has a section \(id), and there is no such kata.",
                    remedy: "Make it with `kata author new \(chapter.number) Name`, or remove the section."
                )
            )
        }
        return findings
    }

    // MARK: - A kata

    private func findings(for kata: Kata) -> [Finding] {
        page(kata) + starter(kata) + suite(kata) + solution(kata) + variants(kata)
    }

    private func page(_ kata: Kata) -> [Finding] {
        let file = "Exercises/\(kata.target)/README.md"
        var findings: [Finding] = []
        func add(_ what: Phrase, _ remedy: Phrase) {
            findings.append(Finding(file: file, what: "\(kata.id): \(what)", remedy: remedy))
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
                "Ten at most can be won together."
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
            findings.append(
                Finding(
                    file: file,
                    what: "\(kata.id): a TODO is left.",
                    remedy: "Write what it asks for.",
                    isTodo: true
                )
            )
        }
        return findings
    }

    private func starter(_ kata: Kata) -> [Finding] {
        guard let data = workbook.data(kata.file), let text = String(validating: data, as: UTF8.self) else {
            return [Finding(file: kata.file, what: "It is missing.", remedy: "`kata reset \(kata.id)`")]
        }
        var findings: [Finding] = []
        if !text.contains("TODO:") {
            findings.append(
                Finding(
                    file: kata.file,
                    what: "No «// TODO:» shows where to begin.",
                    remedy:
                        "Mark the places that a learner changes. If this is an answer: `kata reset \(kata.id)`"
                )
            )
        }
        for word in [
            "fatalError(", "preconditionFailure(", "try!", "nonisolated(unsafe)", "@unchecked Sendable",
        ]
        where text.contains(word) {
            findings.append(
                Finding(
                    file: kata.file,
                    what: "It contains `\(word)`.",
                    remedy: "A starter traps nowhere: throw, or return a wrong but legal value."
                )
            )
        }
        let commands = ["kata show \(kata.id)", "kata check \(kata.id)"]
        for command in commands where !text.contains(command) {
            findings.append(
                Finding(
                    file: kata.file,
                    what: "Its opening comment doesn't tell `\(command)`.",
                    remedy: "Say how to read and how to check it, as kata 1.1 does."
                )
            )
        }
        if workbook.data(kata.pristine) != data {
            findings.append(
                Finding(
                    file: kata.file,
                    what: "It differs from its pristine copy.",
                    remedy:
                        "If it is the starter: `kata author sync \(kata.id)`. If it is an answer: `kata reset \(kata.id)`"
                )
            )
        }
        return findings
    }

    private func suite(_ kata: Kata) -> [Finding] {
        guard let text = workbook.files.text(workbook.path(kata.suite)) else {
            return [
                Finding(
                    file: kata.suite,
                    what: "\(kata.id) has no suite.",
                    remedy: "Write it: `@Suite struct \(kata.suiteType)`."
                )
            ]
        }
        var findings: [Finding] = []
        let source = SuiteSource(parsing: text)
        if !text.contains("struct \(kata.suiteType)") {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "It doesn't declare `struct \(kata.suiteType)`.",
                    remedy: "The runner finds the suite by that name."
                )
            )
        }
        let title = "\(kata.id) \(kata.title)"
        if source.suiteName != title {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "Its display name isn't «\(title)».",
                    remedy: "Write `@Suite(\"\(title)\")`."
                )
            )
        }
        let seals = SuiteSeals(of: workbook)
        if !seals.knows(kata) {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "It isn't sealed yet, so a change of it would go unnoticed.",
                    remedy: "When it is as it should be: `kata author sync \(kata.id)`",
                    isTodo: true
                )
            )
        } else if !seals.hold(for: kata, in: workbook) {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "It isn't sealed as it stands, so runners would call it changed.",
                    remedy: "If it is as it should be: `kata author sync \(kata.id)`"
                )
            )
        }
        let told = kata.page.rules
        let tested = source.rules.map(\.name)
        for rule in told where !tested.contains(rule) {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "The page's rule «\(rule)» has no test.",
                    remedy: "Name a test by it, word for word, or take it off the page."
                )
            )
        }
        for rule in source.rules where !told.contains(rule.name) {
            findings.append(
                Finding(
                    file: "\(kata.suite):\(rule.line)",
                    what: "The page doesn't tell the rule «\(rule.name)».",
                    remedy: "Put it on the page, word for word: a learner must know every rule."
                )
            )
        }
        if Set(told) == Set(tested), told != tested {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "Its rules stand in another order than on the page.",
                    remedy: "Use one order."
                )
            )
        }
        if text.contains(".disabled(") || text.contains(".disabled,") {
            findings.append(
                Finding(
                    file: kata.suite,
                    what: "A rule is switched off.",
                    remedy: "Let it run, or let it depend on a condition: `.enabled(if:)`."
                )
            )
        }
        return findings
    }

    private func solution(_ kata: Kata) -> [Finding] {
        guard let text = workbook.files.text(workbook.path(kata.solution)) else {
            return [Finding(file: kata.solution, what: "\(kata.id) has no solution.", remedy: "Write it.")]
        }
        guard text.contains("TODO") else { return [] }
        return [
            Finding(
                file: kata.solution,
                what: "A TODO is left.",
                remedy: "Solve what it asks for.",
                isTodo: true
            )
        ]
    }

    private func variants(_ kata: Kata) -> [Finding] {
        let variants = workbook.variants(of: kata)
        var findings: [Finding] = []
        let valid = variants.filter { $0.expectation == .holds }
        let wrong = variants.filter { $0.name.hasPrefix("wrong-") }
        if valid.isEmpty {
            findings.append(
                Finding(
                    file: kata.variants,
                    what: "There is no correct answer of another shape.",
                    remedy:
                        "The suite must accept every good design. Write one, then: `kata author variant \(kata.id) valid-…`"
                )
            )
        }
        if wrong.count < 2 {
            findings.append(
                Finding(
                    file: kata.variants,
                    what: wrong.count == 1
                        ? "There is 1 wrong answer." : "There are \(wrong.count) wrong answers.",
                    remedy:
                        "Write at least two, as learners really do, each with: `kata author variant \(kata.id) wrong-…`"
                )
            )
        }
        for variant in variants {
            switch variant.expectation {
            case .untold:
                findings.append(
                    Finding(
                        file: variant.file,
                        what: "Its name or its first line doesn't say what it is.",
                        remedy: "Name it `valid-…` or `wrong-…`, and begin a wrong one with «// Fails: rule»."
                    )
                )
            case .breaks(let rule) where !kata.page.rules.contains(rule):
                findings.append(
                    Finding(
                        file: variant.file,
                        what: "There is no rule «\(rule)».",
                        remedy: "Quote a rule of \(kata.id), word for word."
                    )
                )
            case .breaks, .holds:
                if variant.remark.isEmpty {
                    findings.append(
                        Finding(
                            file: variant.file,
                            what: "It doesn't say why anybody would write it.",
                            remedy:
                                "Say it in a comment: the first line of a valid one, the second of a wrong one."
                        )
                    )
                }
            }
            if variants.contains(where: { $0.name == variant.name && $0.file < variant.file }) {
                findings.append(
                    Finding(
                        file: variant.file,
                        what: "There is another answer «\(variant.name)».",
                        remedy: "Choose another name for one of the two: the ledger of proofs goes by it."
                    )
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
                findings.append(
                    Finding(
                        file: variant.file,
                        what: "A TODO is left.",
                        remedy: "Write the answer out.",
                        isTodo: true
                    )
                )
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
                ("Hunk \(hunk + 1) has no place in \(base.file(of: kata)) as that stands now.", anew)
            case .misfit(.atSeveralPlaces(let hunk), let base, _):
                (
                    "Hunk \(hunk + 1) has more than one place in \(base.file(of: kata)).",
                    "Give it more of the lines around the right one."
                )
            case .misfit(.outOfOrder(let hunk), let base, _):
                (
                    "Hunk \(hunk + 1) belongs above the hunk before it, or into it, in \(base.file(of: kata)).",
                    "Put the hunks in the order of the text, and make one of those that meet."
                )
            }
        return Finding(file: "\(variant.file):\(flaw.line)", what: what, remedy: remedy)
    }
}

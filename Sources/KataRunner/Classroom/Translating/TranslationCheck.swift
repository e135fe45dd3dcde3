import Foundation

/// Holds a translation against the English workbook, and says file and line of whatever is missing, is not the same,
/// or was made of an older text.
struct TranslationCheck: Sendable {
    let workbook: Workbook
    /// The English one.
    let catalogue: Catalogue
    let code: String

    /// The languages that the runner speaks besides English.
    static func languages(of workbook: Workbook) -> [String] {
        workbook.files.list(workbook.path(Workbook.languages)).filter { $0.count == 2 }.sorted()
    }

    func findings() -> [AuthorCheck.Finding] {
        let glossary = glossary
        return findings(of: pages(), glossary)
            + catalogue.chapters.flatMap(walkthrough(of:))
            + catalogue.chapters.flatMap(messages(of:))
            + phrases()
            + TranslationTerms.findings(among: glossaries(headed: glossary))
    }

    /// What belongs to one chapter: its page, its lesson with the teacher's article, and the messages of its suites.
    func findings(in chapter: Chapter) -> [AuthorCheck.Finding] {
        let article = article(TeachingArticle.file(of: chapter.number))
        let pages =
            [page(of: chapter)] + [article].filter { workbook.files.exists(workbook.path($0.english)) }
        return findings(of: pages, glossary) + walkthrough(of: chapter) + messages(of: chapter)
    }

    private var glossary: String {
        workbook.wording(Workbook.runnerWording, in: code)?["Glossary"] ?? "Glossary"
    }

    // MARK: - Pages

    struct Pair: Hashable, Sendable {
        var english: String
        var own: String
    }

    /// Everything that is read as a page, in English and in this language.
    func pages() -> [Pair] {
        let articles = workbook.files.list(workbook.path(Workbook.walkthroughs)).filter {
            $0.hasSuffix(".md")
        }
        return [Pair(english: "README.md", own: "Exercises/README.\(code).md")]
            + catalogue.chapters.map(page(of:))
            + articles.sorted().map { article("\(Workbook.walkthroughs)/\($0)") }
    }

    private func page(of chapter: Chapter) -> Pair {
        Pair(english: "\(chapter.folder)/README.md", own: "\(chapter.folder)/README.\(code).md")
    }

    private func article(_ english: String) -> Pair {
        let name = english.split(separator: "/").last ?? ""
        return Pair(english: english, own: "\(Workbook.walkthroughs(in: code))/\(name)")
    }

    private func findings(of pages: [Pair], _ glossary: String) -> [AuthorCheck.Finding] {
        let seals = TranslationSeals(of: code, in: workbook)
        let terms = TranslationTerms(of: code, in: workbook, glossary: glossary)
        return pages.flatMap { page($0, seals, terms) }
    }

    private func page(_ pair: Pair, _ seals: TranslationSeals, _ terms: TranslationTerms) -> [AuthorCheck
        .Finding]
    {
        guard let english = workbook.files.text(workbook.path(pair.english)) else { return [] }
        guard let own = workbook.files.text(workbook.path(pair.own)) else {
            return [.init(pair.own, "\(pair.english) isn't translated.", "Write it, section by section.")]
        }
        let (original, translation) = (PageShape(of: english), PageShape(of: own))
        guard original.sections.map(\.depth) == translation.sections.map(\.depth) else {
            return [
                .init(
                    firstGap(original, translation, pair),
                    "Its headings are not those of \(pair.english).",
                    Self.asInEnglish
                )
            ]
        }
        var findings: [AuthorCheck.Finding] = []
        let places = original.places(in: pair.english)
        for (index, section) in translation.sections.enumerated() {
            let place = "\(pair.own):\(section.line)"
            findings += original.sections[index].differences(in: section).map {
                .init(place, "«\(section.heading)»: \($0).", Self.asInEnglish)
            }
            if !seals.holds(original.sections[index], at: places[index]) {
                findings.append(
                    .init(
                        place,
                        "«\(section.heading)» was made from an older text: \(pair.english):\(original.sections[index].line).",
                        "Compare the two, then: `kata author translated \(code)`"
                    )
                )
            }
        }
        return findings + terms.findings(in: own, of: pair.own)
    }

    private static let asInEnglish: Phrase = "Make it as the English page has it."

    private func firstGap(_ original: PageShape, _ translation: PageShape, _ pair: Pair) -> String {
        let gap = zip(original.sections, translation.sections).first { $0.depth != $1.depth }
        let line = gap?.1.line ?? translation.sections.last?.line ?? 1
        return "\(pair.own):\(line)"
    }

    // MARK: - Walkthroughs

    private func walkthrough(of chapter: Chapter) -> [AuthorCheck.Finding] {
        let file = Walkthrough.file(of: chapter.number, in: code)
        guard let english = read(Walkthrough.file(of: chapter.number), chapter) else { return [] }
        guard workbook.files.exists(workbook.path(file)) else {
            return [.init(file, "The walkthrough isn't translated.", "Write it, step by step.")]
        }
        guard let own = read(file, chapter) else {
            return [
                .init(file, "It can't be read as a walkthrough.", "Write it as the English one is written.")
            ]
        }
        func shape(_ lesson: Walkthrough) -> [String] {
            lesson.steps.map { "\($0.code) \($0.red?.joined(separator: ";") ?? "-")" }
                + lesson.questions.map { $0.choices.map { $0.isCorrect ? "+" : "-" }.joined() }
        }
        guard shape(english) != shape(own) else { return [] }
        return [
            .init(
                file,
                "Its steps, their code, their red rules or its questions are not the English ones.",
                "What a machine reads stays English: `@Code` and `@Comment`."
            )
        ]
    }

    private func read(_ file: String, _ chapter: Chapter) -> Walkthrough? {
        workbook.files.text(workbook.path(file))
            .flatMap { try? Walkthrough(parsing: $0, chapter: chapter.number) }
    }

    // MARK: - Suites and the runner

    private func messages(of chapter: Chapter) -> [AuthorCheck.Finding] {
        let suites = "Tests/\(chapter.target)Tests"
        let literals = workbook.files.list(workbook.path(suites)).filter { $0.hasSuffix(".swift") }
            .flatMap { name in
                SwiftLiteral.all(in: workbook.files.text(workbook.path("\(suites)/\(name)")) ?? "")
                    .map { (place: "\(suites)/\(name):\($0.line)", literal: $0) }
            }
        let sentences = literals.filter {
            $0.literal.isSentence && !["@Test(", "@Suite("].contains($0.literal.context)
        }
        return wordings(
            sentences.map { (place: $0.place, text: $0.literal.text) },
            in: chapter.target,
            // A single word may come in a hole, and be translated there.
            known: Set(literals.map(\.literal.text))
        )
    }

    private func phrases() -> [AuthorCheck.Finding] {
        wordings(
            RunnerPhrases.sentences(in: workbook),
            in: Workbook.runnerWording,
            known: RunnerPhrases.texts(in: workbook)
        ) + order()
    }

    /// A sentence that the runner searches and doesn't find stays English on a learner's screen.
    private func order() -> [AuthorCheck.Finding] {
        guard let found = workbook.translations(in: code),
            let texts = workbook.wording(Workbook.runnerWording, in: code),
            let lost = texts.filter({ found[$0.key] != $0.value }).keys.min()
        else { return [] }
        return [
            .init(
                Workbook.wordingFile(Workbook.runnerWording, in: code),
                "Its lines aren't in order. The runner can't find «\(lost)».",
                "Put them in order: `kata author translated \(code)`."
            )
        ]
    }

    /// Each text has its translation, with the same data, and nothing is translated that isn't said any more.
    private func wordings(
        _ literals: [(place: String, text: String)],
        in name: String,
        known: Set<String>
    ) -> [AuthorCheck
        .Finding]
    {
        let file = Workbook.wordingFile(name, in: code)
        guard let wording = workbook.wording(name, in: code) else {
            return [
                .init(
                    file,
                    "It is missing, or it isn't a JSON object of texts.",
                    "Write `{\"English\": \"…\"}`."
                )
            ]
        }
        var findings: [AuthorCheck.Finding] = []
        var told: Set<String> = []
        for literal in literals where wording[literal.text] == nil && told.insert(literal.text).inserted {
            findings.append(
                .init(
                    literal.place,
                    "«\(literal.text)» has no translation.",
                    "Add it to \(file). What is data stays as it is there."
                )
            )
        }
        for (text, translation) in wording.sorted(by: { $0.key < $1.key }) {
            if !known.contains(text) {
                findings.append(
                    .init(file, "«\(text)» isn't said any more.", "Remove it, or correct its English.")
                )
            }
            if !Self.holes(in: text, areThoseOf: translation) {
                findings.append(
                    .init(
                        file,
                        "«\(translation)» doesn't hold the data of «\(text)», each once.",
                        "Write `{}` for each, or `{1}` and `{2}` in another order."
                    )
                )
            }
        }
        return findings
    }

    static func holes(in text: String, areThoseOf translation: String) -> Bool {
        let count = text.components(between: "{", and: "}").count { $0.isEmpty }
        let own = translation.components(between: "{", and: "}").filter { Particle($0) == nil }
        let holes = own.filter { $0.isEmpty || Int($0) != nil }
        return holes.allSatisfy(\.isEmpty)
            ? holes.count == count : holes.compactMap { Int($0) }.sorted() == Array(1...max(1, count))
    }

    // MARK: - The glossaries

    private func glossaries(headed heading: String) -> [TranslationTerms.Glossary] {
        catalogue.chapters.compactMap { chapter in
            let file = "\(chapter.folder)/README.\(code).md"
            return workbook.files.text(workbook.path(file)).map {
                .init(file: file, page: $0, heading: heading)
            }
        }
    }
}

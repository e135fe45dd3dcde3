/// Keeps those lines of `.github/STYLE.md` that a machine can keep, in the texts that a chapter's readers see.
struct StyleCheck: Sendable {
    typealias Finding = AuthorCheck.Finding

    /// What we don't write, and what we write. Each entry is wrong wherever it stands: a word that is only
    /// sometimes wrong is left to the style sheet.
    static let avoided: [(words: String, instead: String)] = [
        ("identical", "the same, or equal"),
        ("retrieve", "load, or find"),
        ("retrieves", "loads, or finds"),
        ("retrieved", "loaded, or found"),
        ("persist", "keep"),
        ("persists", "keeps"),
        ("persisted", "kept"),
        ("decline", "refuse, or reject"),
        ("declines", "refuses, or rejects"),
        ("declined", "refused, or rejected"),
        ("deny", "refuse, or reject"),
        ("denies", "refuses, or rejects"),
        ("denied", "refused, or rejected"),
        ("turned down", "refused, or rejected"),
        ("turns down", "refuses, or rejects"),
        ("is heard of", "is reported"),
        ("are heard of", "are reported"),
        ("was heard of", "was reported"),
        ("told of", "published, or reported"),
        ("tells of", "publishes, or reports"),
        ("also where", "even if"),
        ("the own", "their own"),
        ("in the very moment", "at the moment"),
    ]

    /// The most words of a rule or of a message.
    static let mostWords = 20

    let workbook: Workbook
    let chapter: Chapter

    func findings() -> [Finding] {
        let pages = [
            "\(chapter.folder)/README.md", Walkthrough.file(of: chapter.number),
            TeachingArticle.file(of: chapter.number),
        ]
        let folder = "Tests/\(chapter.target)Tests"
        let suites = workbook.files.list(workbook.path(folder)).filter { $0.hasSuffix(".swift") }
            .map { "\(folder)/\($0)" }
        return pages.flatMap { path in
            read(path) { Self.words(in: Prose(markdown: $0), path) }
        }
            + read(pages[0]) { Self.terms(in: $0, pages[0]) }
            + suites.flatMap { path in read(path) { Self.suite($0, path) } }
            + chapter.katas.flatMap { [$0.file, $0.solution] }.flatMap { path in
                read(path) { Self.words(in: Prose(commentsIn: $0), path) }
            }
    }

    private func read(_ path: String, _ findings: (String) -> [Finding]) -> [Finding] {
        workbook.files.text(workbook.path(path)).map(findings) ?? []
    }

    // MARK: - Words

    private static let avoidedByFirst = Dictionary(
        grouping: avoided.map {
            (words: $0.words.split(separator: " ").map(String.init), instead: $0.instead)
        },
        by: \.words[0]
    )

    static func words(in prose: Prose, _ path: String) -> [Finding] {
        prose.words.indices.flatMap { start in
            (avoidedByFirst[prose.words[start].text.lowercased()] ?? []).compactMap { words, instead in
                let phrase = prose.phrase(from: start, count: words.count)
                guard let phrase, phrase.map({ $0.text.lowercased() }) == words else { return nil }
                return Finding(
                    "\(path):\(phrase[start].line)",
                    "We don't write «\(words.joined(separator: " "))».",
                    "Write «\(instead)»."
                )
            }
        }
    }

    // MARK: - Rules and messages

    static func suite(_ code: String, _ path: String) -> [Finding] {
        words(in: Prose(commentsIn: code), path)
            + code.literals.flatMap { literal in
                let prose = Prose(literal.text, line: literal.line)
                return words(in: prose, path) + (literal.text.isSentence ? sentences(in: prose, path) : [])
            }
    }

    private static func sentences(in prose: Prose, _ path: String) -> [Finding] {
        prose.sentences.flatMap { sentence -> [Finding] in
            var findings: [Finding] = []
            let start = sentence.prefix(4).map(\.text).joined(separator: " ")
            let place = "\(path):\(sentence.first?.line ?? 1)"
            if sentence.count > mostWords {
                findings.add(
                    place,
                    "«\(start) …» has \(sentence.count) words.",
                    "Say it in \(mostWords) at most."
                )
            }
            if sentence.last?.ending == .exclamation {
                findings.add(place, "«\(start) …» ends with an exclamation mark.", "End it quietly.")
            }
            return findings
        }
    }

    // MARK: - Terms

    /// Terms that the page writes in another way than its glossary does: «Value-Object», «authorization». A term of
    /// one word may be a verb of two, «look up», so that a space inside of it is not looked for.
    static func terms(in page: String, _ path: String) -> [Finding] {
        let terms = Dictionary(glossary(of: page).map { ($0.letters, $0) }) { first, _ in first }
        let longest = terms.values.map(\.wordCount).max() ?? 0
        let body = page.lines.map { $0.hasPrefix("#") ? "" : $0 }.joined(separator: "\n")
        let prose = Prose(markdown: body)
        let letters = prose.words.map(\.text.letters)
        return prose.words.indices.flatMap { start in
            (0..<longest).compactMap { more -> Finding? in
                let key = letters[start...].prefix(more + 1).joined()
                guard let term = terms[key] ?? terms[key.singular], more < term.wordCount,
                    let phrase = prose.phrase(from: start, count: more + 1),
                    !phrase.contains(where: { $0.text.letters.isEmpty })
                else { return nil }
                let written = phrase.map(\.text).joined(separator: " ")
                guard !written.isSpelt(as: term), !written.isSpelt(as: term.singular) else { return nil }
                return Finding(
                    "\(path):\(phrase[start].line)",
                    "«\(written)» is «\(term)» in the glossary.",
                    "Spell it the same way in both places."
                )
            }
        }
    }

    /// The first column of the table: one term in a cell, or several with commas between them.
    private static func glossary(of page: String) -> [String] {
        page.lines.drop { $0.trimmed != "## Glossary" }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") }.dropFirst()
            .flatMap { $0.split(separator: "|")[0].split(separator: ",").map(\.trimmed) }
            .filter { !$0.isEmpty }
    }
}

extension String {
    /// Prose, and no code or data.
    fileprivate var isSentence: Bool {
        utf8.count { $0 == UInt8(ascii: " ") } >= 3 && !contains("{") && !contains(" = ") && !contains("\n")
    }

    /// What is the same in all spellings: «Value-Object» → «valueobject», «authorization» → «authorisation».
    fileprivate var letters: String {
        lowercased().filter(\.isLetter).replacing("iz", with: "is")
    }

    fileprivate var wordCount: Int { split(separator: " ").count }

    fileprivate var singular: String {
        for ending in ["'s", "s'", "s"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
        return self
    }

    /// The same, or in the plural, with a capital at the beginning of a sentence or not.
    fileprivate func isSpelt(as term: String) -> Bool {
        [self, singular].contains {
            $0.dropFirst() == term.dropFirst() && $0.first?.lowercased() == term.first?.lowercased()
        }
    }
}

/// One word for each term. A language's style sheet, `.github/STYLE.ko.md`, has a table: the English term, the word
/// that we use, and words that we don't. Glossaries show those too, for readers who know them from elsewhere.
struct TranslationTerms: Hashable, Sendable {
    struct Term: Hashable, Sendable {
        var own: String
        var unused: [String]
    }

    private var terms: [Term] = []
    private let glossary: String?

    init(of code: String, in workbook: Workbook, glossary: String?) {
        self.glossary = glossary
        for line in (workbook.files.text(workbook.path(".github/STYLE.\(code).md")) ?? "").lines {
            let cells = line.tableCells
            guard cells.count == 3, !cells[1].hasPrefix("---") else { continue }
            let unused = cells[2].split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
            terms.append(Term(own: cells[1], unused: unused))
        }
        // The table's own heading is no term.
        if !terms.isEmpty { terms.removeFirst() }
    }

    /// Where a page outside of its glossary has a word that we don't use.
    func findings(in page: String, of file: String) -> [AuthorCheck.Finding] {
        var isGlossary = false
        var findings: [AuthorCheck.Finding] = []
        for (index, line) in page.lines.enumerated() {
            if line.hasPrefix("## ") { isGlossary = line.dropFirst(3).trimmed == glossary }
            guard !isGlossary else { continue }
            for term in terms {
                for word in term.unused where line.contains(word) {
                    findings.append(
                        .init(
                            "\(file):\(index + 1)",
                            "«\(word)» is another word for «\(term.own)».",
                            "Write «\(term.own)»."
                        )
                    )
                }
            }
        }
        return findings
    }

    /// A glossary's page, and where it is.
    struct Glossary: Hashable, Sendable {
        var file: String
        var page: String
        var heading: String
    }

    /// Terms that two chapters have in two words.
    static func findings(among glossaries: [Glossary]) -> [AuthorCheck.Finding] {
        var known: [String: (word: String, place: String)] = [:]
        var findings: [AuthorCheck.Finding] = []
        for glossary in glossaries {
            var isGlossary = false
            for (index, line) in glossary.page.lines.enumerated() {
                if line.hasPrefix("## ") { isGlossary = line.dropFirst(3).trimmed == glossary.heading }
                let cells = line.tableCells
                guard isGlossary, cells.count == 3 else { continue }
                let place = "\(glossary.file):\(index + 1)"
                if let before = known[cells[0]], before.word != cells[1] {
                    findings.append(
                        .init(
                            place,
                            "«\(cells[0])» is «\(cells[1])» here, and «\(before.word)» at \(before.place).",
                            "Choose one of them."
                        )
                    )
                } else {
                    known[cells[0]] = (cells[1], place)
                }
            }
        }
        return findings
    }
}

extension StringProtocol {
    fileprivate var tableCells: [String] {
        guard hasPrefix("|") else { return [] }
        return split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(\.trimmed)
    }
}

/// What a teacher reads before the lesson, as far as a machine can check it.
struct TeachingArticle: Hashable, Sendable {
    static let headings = [
        "Goal", "Before the lesson", "45 minutes", "90 minutes", "On stage", "Three questions",
        "What you will hear", "Stuck at minute 20", "Two designs", "Going further", "Short of time",
        "Closing",
    ]

    /// A heading of the second level, and whether anything stands below it.
    struct Section: Hashable, Sendable {
        var title: String
        var line: Int
        var isEmpty = true
    }

    /// What a command is said to print.
    struct Quote: Hashable, Sendable {
        var line: Int
        var command: String
        var printed: [String]
    }

    /// What a student says in class, and the rules that answer it.
    struct Heard: Hashable, Sendable {
        var line: Int
        var rules: [String]
    }

    struct Picture: Hashable, Sendable {
        var line: Int
        var file: String
        var alt: String
    }

    /// `swift run kata walk 3 --step 2`, wherever it is mentioned.
    struct Mention: Hashable, Sendable {
        var line: Int
        var chapter: Int
        /// Of `--step` or `--apply`.
        var step: Int?
    }

    var chapter: Int
    var title: String?
    var sections: [Section] = []
    var quotes: [Quote] = []
    var heard: [Heard] = []
    var pictures: [Picture] = []
    var mentions: [Mention] = []

    var file: String { Self.file(of: chapter) }

    static func file(of chapter: Int) -> String { "\(Workbook.walkthroughs)/Teaching-Chapter-\(chapter).md" }
}

extension TeachingArticle {
    init(parsing text: String, chapter: Int) {
        self.chapter = chapter
        var fence: String?
        for (index, line) in text.lines
            .enumerated()
        {
            let number = index + 1
            let trimmed = line.trimmed
            mentions += Self.mentions(in: line, number)
            if !trimmed.isEmpty, !sections.isEmpty, !line.hasPrefix("## ") {
                sections[sections.count - 1].isEmpty = false
            }
            if trimmed.hasPrefix("```") {
                fence = fence == nil ? trimmed : nil
            } else if let fence {
                if fence == "```console" { read(console: trimmed, number) }
            } else if line.hasPrefix("# "), title == nil {
                title = line.dropFirst(2).trimmed
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: line.dropFirst(3).trimmed, line: number))
            } else {
                pictures += Self.pictures(in: line, number)
                if sections.last?.title == "What you will hear" { read(row: trimmed, number) }
            }
        }
    }

    private mutating func read(console line: String, _ number: Int) {
        if line.hasPrefix("$ ") {
            quotes.append(Quote(line: number, command: line.dropFirst(2).trimmed, printed: []))
        } else if !line.isEmpty {
            if quotes.isEmpty { quotes.append(Quote(line: number, command: "", printed: [])) }
            quotes[quotes.count - 1].printed.append(line)
        }
    }

    /// The last cell of a row quotes the rules. The first two rows are the table's head.
    private mutating func read(row: String, _ number: Int) {
        guard row.hasPrefix("|") else { return }
        let cells = row.split(separator: "|").map(\.trimmed).filter { !$0.isEmpty }
        let isRule = cells.allSatisfy { $0.allSatisfy { "-: ".contains($0) } }
        guard let last = cells.last, !isRule else {
            heard = []
            return
        }
        heard.append(Heard(line: number, rules: last.quotations))
    }

    private static func pictures(in line: Substring, _ number: Int) -> [Picture] {
        var pictures: [Picture] = []
        for match in line.matches(of: /!\[([^\]]*)\]\(([^)\s]*)[^)]*\)/) {
            pictures.append(Picture(line: number, file: String(match.2), alt: String(match.1)))
        }
        for match in line.matches(of: /@Image\(source: *"([^"]*)"(?:, *alt: *"([^"]*)")?/) {
            pictures.append(Picture(line: number, file: String(match.1), alt: String(match.2 ?? "")))
        }
        return pictures
    }

    private static func mentions(in line: Substring, _ number: Int) -> [Mention] {
        line.matches(of: /kata walk ([0-9]+)(?: --(?:step|apply) ([0-9]+))?/).compactMap { match in
            Int(match.1).map { Mention(line: number, chapter: $0, step: match.2.flatMap { Int($0) }) }
        }
    }
}

extension TeachingArticle.Quote {
    /// The step whose verdict is quoted; nil if the command is another one.
    func step(of chapter: Int) -> Int? {
        guard let match = command.wholeMatch(of: /swift run kata walk ([0-9]+) --step ([0-9]+) --run/),
            Int(match.1) == chapter
        else { return nil }
        return Int(match.2)
    }

    /// The lines that are not printed, in this order. A quoted line is one that is printed as a whole, however
    /// it is broken into rows; what stands between two of them may be left out.
    func missing(in screen: String) -> [String] {
        let rows = screen.split(whereSeparator: \.isNewline).map(\.collapsed).filter { !$0.isEmpty }
        var place = 0
        return printed.map(\.collapsed).filter { line in
            for start in rows.indices.dropFirst(place) {
                var end = start
                var text = rows[start]
                while text != line, line.hasPrefix(text + " "), end + 1 < rows.count {
                    end += 1
                    text += " " + rows[end]
                }
                if text == line {
                    place = end + 1
                    return false
                }
            }
            return true
        }
    }
}

extension StringProtocol {
    /// With one space where there were several, or line ends.
    fileprivate var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// What stands between «these», which may hold «such» in turn.
    var quotations: [String] {
        var quotations: [String] = []
        var depth = 0
        var text = ""
        for character in self {
            if character == "»" {
                depth = Swift.max(0, depth - 1)
                if depth == 0, !text.isEmpty {
                    quotations.append(text)
                    text = ""
                }
            }
            if depth > 0 { text.append(character) }
            if character == "«" { depth += 1 }
        }
        return quotations
    }
}

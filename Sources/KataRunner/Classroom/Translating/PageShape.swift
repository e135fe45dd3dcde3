/// What a page and its translation have in common, section by section: everything but the words.
struct PageShape: Hashable, Sendable {
    struct Section: Hashable, Sendable {
        var heading: String
        var depth: Int
        var line: Int
        var rows = 0
        var items = 0
        var hints = 0
        var spans: Set<String> = []
        /// Code blocks, but for diagrams, whose labels are words.
        var blocks: [String] = []
        var diagrams = 0
        var links = 0
        /// All that it says, in one line: a mark of it changes only with its words.
        var words = ""
    }

    private(set) var sections: [Section] = [Section(heading: "", depth: 0, line: 1)]

    init(of markdown: String) {
        var block: [Substring]?
        var prose = ""
        for (index, line) in markdown.lines.enumerated() {
            if let open = block {
                block = open + [line]
                if line.trimmed == "```" {
                    add(block: open + [line])
                    block = nil
                }
            } else if line.trimmed.hasPrefix("```") {
                block = [line]
            } else if line.hasPrefix("#"), line.drop(while: { $0 == "#" }).hasPrefix(" ") {
                close(&prose)
                let depth = line.prefix { $0 == "#" }.count
                sections.append(
                    Section(heading: line.dropFirst(depth).trimmed, depth: depth, line: index + 1)
                )
            } else {
                count(line.trimmed)
                prose += line.trimmed + " "
            }
        }
        close(&prose)
    }

    private mutating func count(_ line: String) {
        let last = sections.count - 1
        if line.hasPrefix("|") { sections[last].rows += 1 }
        if line.hasPrefix("- ") || line.drop(while: \.isASCIIDigit).hasPrefix(". ") {
            sections[last].items += 1
        }
        if line.hasPrefix("<details>") { sections[last].hints += 1 }
    }

    private mutating func close(_ prose: inout String) {
        let last = sections.count - 1
        let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
        sections[last].spans = Set(
            parts.enumerated().filter { $0.offset % 2 == 1 }.map { $0.element.oneSpaced }
        )
        sections[last].links =
            prose.components(between: "](", and: ")").count
            + prose.components(between: "<doc:", and: ">").count
        sections[last].words += prose.oneSpaced
        prose = ""
    }

    private mutating func add(block: [Substring]) {
        let last = sections.count - 1
        sections[last].words += block.joined(separator: "\n")
        if block[0].contains("mermaid") {
            sections[last].diagrams += 1
        } else {
            sections[last].blocks.append(block.joined(separator: "\n"))
        }
    }
}

extension PageShape.Section {
    /// In what a translation of this section isn't one.
    func differences(in other: PageShape.Section) -> [Phrase] {
        var found: [Phrase] = []
        func compare(_ what: Phrase, _ own: Int, _ others: Int) {
            if own != others { found.append("\(what): \(own) in English, \(others) here") }
        }
        compare("levels of heading", depth, other.depth)
        compare("rows of tables", rows, other.rows)
        compare("list items", items, other.items)
        compare("hints", hints, other.hints)
        compare("diagrams", diagrams, other.diagrams)
        compare("links", links, other.links)
        if blocks != other.blocks { found.append("its code blocks are not the English ones") }
        let (lost, new) = (spans.subtracting(other.spans), other.spans.subtracting(spans))
        found += lost.sorted().map { "the code «\($0)» is missing" }
        found += new.sorted().map { "the code «\($0)» isn't in the English page" }
        return found
    }
}

extension StringProtocol {
    fileprivate var oneSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

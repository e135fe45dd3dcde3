/// Paragraphs, lists, tables and code of a page, as lines for a terminal of some width.
enum MarkdownBlocks {
    static func lines(_ markdown: String, layout: Layout, indent: Int = 0) -> [Line] {
        var lines: [Line] = []
        var previous: Block?
        for block in blocks(markdown) {
            if let previous, !(previous.isItem && block.isItem && !block.standsAlone) { lines.append(.empty) }
            lines += Self.lines(block, layout, indent: indent)
            previous = block
        }
        return lines
    }

    // MARK: - Reading

    private enum Block {
        case paragraph(String)
        case heading(String)
        case item(marker: String, depth: Int, text: String, standsAlone: Bool)
        case code([String])
        case diagram([String])
        case table(header: [String], rows: [[String]])

        var isItem: Bool { if case .item = self { true } else { false } }
        var standsAlone: Bool { if case .item(_, _, _, let alone) = self { alone } else { true } }
    }

    private static func blocks(_ markdown: String) -> [Block] {
        var blocks: [Block] = []
        var lines = markdown.lines[...]
        var followsGap = true
        while let line = lines.popFirst() {
            let text = line.trimmed
            if text.hasPrefix("```") {
                let code = lines.prefix { !$0.trimmed.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 1)
                let source = code.map(String.init)
                blocks.append(text == "```mermaid" ? .diagram(source) : .code(source))
            } else if text.hasPrefix("#") {
                blocks.append(.heading(text.drop { $0 == "#" }.trimmed))
            } else if text.hasPrefix("|") {
                let rows = [line] + lines.prefix { $0.trimmed.hasPrefix("|") }
                lines = lines.dropFirst(rows.count - 1)
                let cells = rows.map(Self.cells).filter { !$0.allSatisfy(isRule) }
                blocks.append(.table(header: cells.first ?? [], rows: Array(cells.dropFirst())))
            } else if let (marker, first) = item(text) {
                let more = continuation(&lines)
                let depth = line.prefix { $0 == " " }.count
                let whole = ([first] + more).joined(separator: " ")
                blocks.append(.item(marker: marker, depth: depth, text: whole, standsAlone: followsGap))
            } else if !text.isEmpty, !text.hasPrefix("<") {
                blocks.append(.paragraph(([text] + continuation(&lines)).joined(separator: " ")))
            }
            followsGap = text.isEmpty
        }
        return blocks
    }

    /// The lines that go on with what the line before them began.
    private static func continuation(_ lines: inout ArraySlice<Substring>) -> [String] {
        let more = lines.prefix { line in
            let text = line.trimmed
            return !text.isEmpty && item(text) == nil
                && !["#", "|", "```", "<"].contains { text.hasPrefix($0) }
        }
        lines = lines.dropFirst(more.count)
        return more.map(\.trimmed)
    }

    private static func item(_ text: String) -> (marker: String, text: String)? {
        for marker in ["- ", "* "] where text.hasPrefix(marker) {
            return ("•", String(text.dropFirst(2)))
        }
        let digits = text.prefix { $0.isASCIIDigit }
        guard !digits.isEmpty, text.dropFirst(digits.count).hasPrefix(". ") else { return nil }
        return (digits + ".", String(text.dropFirst(digits.count + 2)))
    }

    private static func cells(_ row: Substring) -> [String] {
        row.trimmed.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(
            \.trimmed
        )
    }

    private static func isRule(_ cell: String) -> Bool {
        cell.contains("-") && cell.allSatisfy { "-: ".contains($0) }
    }

    // MARK: - Showing

    private static func lines(_ block: Block, _ layout: Layout, indent: Int) -> [Line] {
        switch block {
        case .paragraph(let text): [Line(.wording(text), indent: indent)]
        case .heading(let text): [Line(.wording(text), .heading, indent: indent)]
        case .item(let marker, let depth, let text, _):
            [Line.item(marker, .plain, .wording(text), indent: indent + depth)]
        case .code(let lines): lines.map { .preformatted($0, .code, indent: indent + 4) }
        case .diagram(let source): diagram(DiagramOutline(source), indent: indent)
        case .table(let header, let rows): table(header, rows, layout, indent: indent)
        }
    }

    private static func diagram(_ outline: DiagramOutline, indent: Int) -> [Line] {
        [Line("The page draws it:", .faint, indent: indent)]
            + outline.arrows.map { arrow in
                let label = arrow.label.isEmpty ? "" : ": \(arrow.label)"
                return .item(
                    "·",
                    .faint,
                    "\(end(arrow.from)) → \(end(arrow.to))\(label)",
                    indent: indent + 2
                )
            }
    }

    /// A box, or the mark at which a diagram of states begins and ends.
    private static func end(_ name: String) -> Phrase {
        switch name {
        case "(begin)": "(begin)"
        case "(end)": "(end)"
        default: .verbatim(name)
        }
    }

    /// Columns if they fit, or else one entry for each row, with the header's word before each cell.
    private static func table(_ header: [String], _ rows: [[String]], _ layout: Layout, indent: Int) -> [Line]
    {
        let widths = header.indices.map { column in
            ([header] + rows).map {
                $0.indices.contains(column) ? layout.columns(of: .wording($0[column])) : 0
            }
            .max() ?? 0
        }
        let starts = widths.indices.map { widths[..<$0].reduce(0) { $0 + $1 + 2 } }
        if (starts.last ?? 0) + min(widths.last ?? 0, 20) <= layout.width - indent {
            let head = header.contains { !$0.isEmpty } ? [(header, Style.strong)] : []
            return (head + rows.map { ($0, Style.plain) }).map { cells, style in
                var parts: [Line.Part] = []
                for (column, cell) in cells.enumerated() where starts.indices.contains(column) {
                    if column > 0 { parts.append(.tab(to: starts[column])) }
                    parts.append(.phrase(.wording(cell), style))
                }
                return Line(indent: indent, parts: parts)
            }
        }
        let title = (header.first ?? "").isEmpty ? [] : [Line(.wording(header[0]), .strong, indent: indent)]
        return title
            + rows.flatMap { row -> [Line] in
                let first = Line.item("•", .plain, "**\(Phrase.wording(row.first ?? ""))**", indent: indent)
                let others = zip(header, row).dropFirst().filter { !$0.1.isEmpty }
                return [first]
                    + others.map { name, cell in
                        let label: Phrase = name.isEmpty ? "" : "\(Phrase.wording(name)): "
                        return Line("\(label)\(Phrase.wording(cell))", indent: indent + 2)
                    }
            }
    }
}

extension Phrase {
    /// Text of a page: it may hold inline Markdown, and is translated by its page and not by the catalogue.
    static func wording(_ text: String) -> Phrase {
        Phrase(template: text, arguments: [])
    }
}

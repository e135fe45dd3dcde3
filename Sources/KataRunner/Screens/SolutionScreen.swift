/// One good answer. A section that stands in the starter word for word, as the given part does, is folded.
enum SolutionScreen {
    /// - Parameter starter: nil if it can't be read; nothing is folded then.
    static func lines(_ kata: Kata, solution: String, starter: String?) -> [Line] {
        let known = Set(sections(of: starter ?? "").map(\.text))
        let listing = sections(of: solution).flatMap { section in
            section.isWorthFolding && known.contains(section.text) ? folded(section) : listed(section.lines)
        }
        return [Widgets.heading(kata), Line(verbatim: kata.solution, .faint), .empty] + listing
    }

    private static func listed(_ lines: some Sequence<Substring>) -> [Line] {
        // A listing is for copying and reading in full: it is neither cut nor wrapped.
        lines.map { .preformatted(String($0)) }
    }

    private static func folded(_ section: Section) -> [Line] {
        let count = section.text.dropFirst().drop(while: \.isEmpty).count
        let note = Line("… \(count) lines, the same as in the starter", .faint, indent: 2)
        return listed(section.lines.prefix(1)) + [.empty, note]
            + listed(section.lines.dropFirst(section.text.count))
    }

    /// What stands below a `// MARK:` at the margin, up to the next one; or above the first.
    private struct Section {
        var lines: [Substring] = []

        /// Without blank lines at the end: in one of the two files another section may follow.
        var text: ArraySlice<Substring> {
            lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)
        }

        var isWorthFolding: Bool { text.count > 5 && text[0].hasPrefix(mark) }
    }

    private static let mark = "// MARK:"

    private static func sections(of text: String) -> [Section] {
        var lines = text.lines
        if lines.last == "" { lines.removeLast() }
        return lines.reduce(into: [Section()]) { sections, line in
            if line.hasPrefix(mark) { sections.append(Section()) }
            sections[sections.count - 1].lines.append(line)
        }
    }
}

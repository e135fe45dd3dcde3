enum HintScreen {
    static func title(_ number: Int, of count: Int) -> Line {
        Line("Hint \(number) of \(count)", .notable)
    }

    /// The hints up to a level, the newest last.
    static func lines(_ kata: Kata, level: Int, isCurrent: Bool, byKeys: Bool = false, layout: Layout)
        -> [Line]
    {
        let hints = kata.page.hints
        guard !hints.isEmpty else {
            return [
                Line("\(kata.id) \(kata.title) has no hints."),
                Line(byKeys ? "Its page: **s**" : "Its page: `kata show \(kata.id)`"),
            ]
        }
        let shown = min(level, hints.count)
        var lines: [Line] = [Widgets.heading(kata), .empty]
        for (index, hint) in hints.prefix(shown).enumerated() {
            lines.append(title(index + 1, of: hints.count))
            lines += MarkdownBlocks.lines(hint, layout: layout, indent: 2) + [.empty]
        }
        let more: (Phrase, Phrase) =
            shown < hints.count
            ? ("More?", byKeys ? "**h** gives the next one" : "`kata hint \(kata.id)`")
            : (
                "No more.",
                byKeys
                    ? "The solution, when you have had enough: **d**"
                    : "The solution, when you have had enough: `kata solution \(kata.id) --spoil`"
            )
        if byKeys { return lines + Widgets.signposts([more], language: layout.language) }
        let check = KataScreen.checkCommand(kata, isCurrent: isCurrent)
        return lines
            + Widgets.signposts(
                [("Edit", .verbatim(kata.file)), ("Check", check), more],
                language: layout.language
            )
    }
}

enum HelpScreen {
    static func overview(_ manuals: [Manual], layout: Layout) -> [Line] {
        var lines: [Line] = [
            Line("Domain-driven design in Swift, kata by kata", .heading), .empty,
            Line("`kata` alone shows where you are. `kata next` is all you need to learn."), .empty,
        ]
        let learning = manuals.filter { !$0.name.hasPrefix("author") }
        lines += table(learning.map { (.verbatim($0.usage), $0.summary) }, layout)
        lines += [
            .empty,
            Line(
                "A kata is named by number (`3.1`), by name (`PersonName`), by the beginning of a name, or by the path of its file."
            ),
            Line("More about a command: `kata help check`. For authors of katas: `kata help author`."),
        ]
        return lines
    }

    static func manual(_ manual: Manual, layout: Layout) -> [Line] {
        var lines: [Line] = [Line("`kata \(manual.usage)`"), .empty, Line(manual.summary)]
        for paragraph in manual.explanation { lines += [.empty, Line(paragraph)] }
        if !manual.options.isEmpty {
            lines +=
                [.empty, Line("Options", .heading), .empty]
                + table(manual.options.map { (.verbatim($0.row.name), $0.row.meaning) }, layout)
        }
        lines +=
            [.empty, Line("With every command", .heading), .empty]
            + table(Manual.common.map { (.verbatim($0.row.name), $0.row.meaning) }, layout)
        if !manual.examples.isEmpty {
            lines += [.empty, Line("Examples", .heading), .empty]
            lines += table(manual.examples.map { ("`kata \($0.command)`", $0.meaning) }, layout)
        }
        return lines
    }

    /// Names, and beside each what it means, or below if there is no room beside it.
    private static func table(_ rows: [(name: Phrase, meaning: Phrase)], _ layout: Layout) -> [Line] {
        let labels = rows.map(\.name)
        // A command may be longer as it is typed here.
        let widths = labels.map(layout.columns)
        let column = min(30, (widths.max() ?? 0) + 2)
        return zip(rows, zip(labels, widths)).flatMap { row, label -> [Line] in
            guard label.1 + 2 <= column, column + 30 <= layout.width else {
                return [Line(label.0, .strong, indent: 2), Line(row.meaning, indent: 6)]
            }
            let parts: [Line.Part] = [
                .phrase(label.0, .strong), .tab(to: column), .phrase(row.meaning, .plain),
            ]
            return [Line(indent: 2, parts: parts)]
        }
    }
}

extension Manual {
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

extension Manual.Option {
    fileprivate var row: (name: String, meaning: Phrase) {
        let value = value.map { valueIsOptional ? "[\($0)]" : $0 }
        return (value.map { "\(name) \($0)" } ?? name, explanation)
    }
}

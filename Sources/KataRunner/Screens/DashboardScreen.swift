/// `kata` alone: where you are, and what to type.
enum DashboardScreen {
    static func lines(_ standings: [Standing], chapters: [Chapter], current: Kata?, layout: Layout) -> [Line]
    {
        let solved = standings.filter { $0.status == .solved }.count
        var lines: [Line] = [
            Line("Domain-driven design in Swift, kata by kata", .heading), .empty,
            Widgets.progressLine(done: solved, of: standings.count, width: layout.width), .empty,
        ]
        let titles = chapters.map { layout.plain($0.title) }
        let column = min((titles.map(\.displayWidth).max() ?? 0) + 4, max(8, layout.width - 14))
        let ellipsis = layout.plain("…")
        for (chapter, title) in zip(chapters, titles) {
            let own = standings.filter { $0.kata.id.chapter == chapter.number }
            let done = own.filter { $0.status == .solved }.count
            let isCurrent = current?.id.chapter == chapter.number
            let marker =
                done == own.count
                ? Span(text: "✔", style: .good)
                : isCurrent ? Span(text: "▸", style: .notable) : Span(text: "○", style: .faint)
            lines.append(
                Line(
                    marker: marker,
                    parts: [
                        .phrase(
                            "\(chapter.number) \(title.shortened(to: column - 3, ellipsis))",
                            isCurrent ? .strong : .plain
                        ),
                        .tab(to: column),
                        .phrase("\(done) of \(own.count)", .faint),
                    ]
                )
            )
        }
        lines.append(.empty)
        guard let current else { return lines + [Line("All solved. The whole list: `kata list`")] }
        return lines + [
            Line("Now: **\(current.id) \(current.title)**"),
            Line("Go on: `kata next`"),
            Line("All commands: `kata help`", .faint),
        ]
    }
}

extension String {
    /// Cut with an ellipsis if it is too long.
    fileprivate func shortened(to width: Int, _ ellipsis: String) -> String {
        displayWidth <= width ? self : fitted(to: max(4, width), ellipsis: ellipsis)
    }
}

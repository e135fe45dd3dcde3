/// `kata list`: every kata with where it stands.
enum ListScreen {
    static func lines(_ standings: [Standing], chapters: [Chapter], current: Kata?) -> [Line] {
        var lines: [Line] = []
        let standingsOfChapters = Dictionary(grouping: standings) { $0.kata.id.chapter }
        for chapter in chapters {
            if !lines.isEmpty { lines.append(.empty) }
            lines.append(Line("Chapter \(chapter.number) · \(chapter.title)", .heading))
            for standing in standingsOfChapters[chapter.number] ?? [] {
                let isCurrent = standing.kata.id == current?.id
                var parts: [Line.Part] = [
                    .phrase(
                        "\(standing.kata.id)  \(standing.kata.title)",
                        isCurrent ? .strong : .plain
                    ),
                    Widgets.gap,
                    .phrase(.verbatim(standing.kata.name), .faint),
                ]
                if standing.status == .changed {
                    parts += [Widgets.gap, .phrase(standing.changedSince, .notable)]
                }
                if standing.isReopened {
                    parts += [Widgets.gap, .phrase("was solved, is open again", .notable)]
                }
                if isCurrent { parts += [Widgets.gap, .phrase("← you are here", .notable)] }
                lines.append(Line(indent: 2, marker: Widgets.symbol(standing.status), parts: parts))
            }
        }
        let hasChanged = standings.contains { $0.status == .changed }
        lines.append(.empty)
        lines.append(
            Line(
                hasChanged
                    ? "Earn the changed ones again: `kata check all`" : "Go on: `kata next`"
            )
        )
        return lines
    }
}

extension ListScreen {
    /// The list on a full screen: one line for each row, so that a row's place is its line.
    static func browse(_ list: ListState) -> [Line] {
        let rows = list.rows.map { row in self.row(row, in: list) }
        guard !list.rows.isEmpty else {
            return heading(list) + [
                Line("Nothing here. **u** shows the solved ones too, **esc** ends a search.")
            ]
        }
        return heading(list) + rows
    }

    static func line(of row: ListState.Row, in list: ListState) -> Int? {
        list.rows.firstIndex(of: row).map { $0 + heading(list).count }
    }

    static func keys(_ list: ListState, width: Int) -> Line {
        if list.isSearching {
            return KeyLine.line([("enter", "keep the search"), ("esc", "end it")], width: width)
        }
        let unsolved: Phrase = list.showsUnsolvedOnly ? "all" : "unsolved"
        return KeyLine.line(
            [
                ("↑ ↓", "move"), ("← →", "fold"), ("u", unsolved), ("/", "search"), ("enter", "choose"),
                ("q", "leave"),
            ],
            width: width
        )
    }

    private static func heading(_ list: ListState) -> [Line] {
        var lines: [Line] = [Line("Katas", .heading)]
        if list.showsUnsolvedOnly { lines.append(Line("Unsolved ones only", .notable)) }
        if list.isSearching || !list.query.isEmpty {
            lines.append(Line("Search: \(list.query)\(list.isSearching ? "▏" : "")", .notable))
        }
        return lines + [.empty]
    }

    private static func row(_ row: ListState.Row, in list: ListState) -> Line {
        let marker = Span(text: row == list.cursor ? "▸" : " ", style: .notable)
        let style: Style = row == list.cursor ? .strong : .plain
        switch row {
        case .chapter(let number):
            let title = list.chapters.first { $0.number == number }?.title ?? ""
            let own = list.standings.filter { $0.kata.id.chapter == number }
            let solved = own.filter { $0.status == .solved }.count
            let fold = list.folded.contains(number) ? "+" : "-"
            return Line(
                marker: marker,
                parts: [
                    .phrase("\(fold) \(number)", row == list.cursor ? .strong : .heading), .tab(to: 4),
                    .phrase(.verbatim(title), row == list.cursor ? .strong : .heading), Widgets.gap,
                    .phrase("\(solved) of \(own.count)", .faint),
                ]
            )
        case .kata(let id):
            guard let standing = list.standings.first(where: { $0.kata.id == id }) else { return .empty }
            let symbol = Widgets.symbol(standing.status)
            var parts: [Line.Part] = [
                .phrase("  ", .plain), .phrase(.verbatim(symbol.text), symbol.style),
                .phrase(" \(id)", style), .tab(to: 8),
                .phrase(.verbatim(standing.kata.title), style),
            ]
            if standing.status == .changed {
                parts += [Widgets.gap, .phrase(standing.changedSince, .notable)]
            }
            if standing.isReopened {
                parts += [Widgets.gap, .phrase("was solved, is open again", .notable)]
            }
            if id == list.current { parts += [Widgets.gap, .phrase("← you are here", .notable)] }
            return Line(marker: marker, parts: parts)
        }
    }
}

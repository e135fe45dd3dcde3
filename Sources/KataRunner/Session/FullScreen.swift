/// A terminal that is taken over (alternate screen) for a while, and given back as it was found.
struct FullScreen {
    private let session: Session
    private var lastFrame = ""
    /// The first row of the body that is shown.
    var offset = 0
    /// How often the terminal was given back to the shell for a while.
    private(set) var suspensions = 0

    init(_ session: Session) {
        self.session = session
        session.environment.terminal.openScreen()
    }

    func close() {
        session.environment.terminal.closeScreen()
    }

    /// Keys that were pressed, after waiting for one for this long; nil when no more can come.
    mutating func keys(within milliseconds: Int) -> [Key]? {
        let keys = session.environment.terminal.readInput(milliseconds).map(Key.keys)
        if keys?.contains(.suspend) == true { suspend() }
        return keys?.filter { $0 != .suspend }
    }

    /// Control-Z: comes back, with the same screen, when the shell brings the job to the foreground again.
    private mutating func suspend() {
        close()
        session.environment.terminal.suspend()
        session.environment.terminal.openScreen()
        lastFrame = ""
        suspensions += 1
    }

    /// The layout for the terminal as wide as it is now.
    var layout: Layout {
        var layout = session.layout
        if let columns = session.environment.terminal.columns() {
            layout.width = Capabilities.comfortable(columns)
        }
        return layout
    }

    /// Shows the body with the footer below it. The line of the body that must be seen is scrolled to.
    mutating func draw(_ body: [Line], footer: [Line], showing visible: Int? = nil) {
        let layout = layout
        let columns = max(1, session.environment.terminal.columns() ?? layout.width)
        let height = max(4, session.environment.terminal.rows() ?? 24)
        var foot = Array(Self.rows(of: footer, layout, columns).suffix(height / 2))
        let room = height - foot.count
        let rows = Self.rows(of: body, layout, columns)
        if let visible {
            let first = Self.rows(of: Array(body.prefix(visible)), layout, columns).count
            if first < offset { offset = first }
            if first >= offset + room { offset = first - room + 1 }
        }
        offset = max(0, min(offset, rows.count - room))
        let shown = rows.dropFirst(offset).prefix(room)
        let filler = Array(repeating: Row(), count: room - shown.count)
        if let more = Self.more(above: offset > 0, below: offset + room < rows.count), foot.first == Row() {
            foot[0].spans = layout.row(more, .faint)
        }
        let text =
            "\u{1B}[H" + [Array(shown) + filler, foot].map { frame($0, columns) }.joined(separator: "\r\n")
        guard text != lastFrame else { return }
        lastFrame = text
        session.environment.terminal.write(text)
    }

    /// A row of the window. A row that was too long for it goes on in the next one.
    private struct Row: Hashable {
        var spans: [Span] = []
        var goesOn = false
    }

    private static func rows(of lines: [Line], _ layout: Layout, _ columns: Int) -> [Row] {
        lines.flatMap { line in
            layout.rows(of: [line]).flatMap { row -> [Row] in
                if line.isPreformatted { return [Row(spans: layout.cut(row, to: columns))] }
                let parts = layout.wrapped(row, at: columns)
                return parts.dropLast().map { Row(spans: $0, goesOn: true) } + [Row(spans: parts.last ?? [])]
            }
        }
    }

    /// Rows that belong together are written in one, with wrapping on: the terminal copies them in one, too.
    private func frame(_ rows: [Row], _ columns: Int) -> String {
        var text = ""
        var isWrapped = false
        for (index, row) in rows.enumerated() {
            let goesOn = row.goesOn && index + 1 < rows.count
            text += isWrapped ? "" : "\u{1B}[K"
            text += goesOn && !isWrapped ? "\u{1B}[?7h" : ""
            text += session.painter.text(of: row.spans)
            if isWrapped, !goesOn {
                let isFull = row.spans.reduce(0) { $0 + $1.text.displayWidth } == columns
                text += isFull ? "\u{1B}[?7l" : "\u{1B}[K\u{1B}[?7l"
            }
            text += goesOn || index + 1 == rows.count ? "" : "\r\n"
            isWrapped = goesOn
        }
        return text
    }

    /// What a reader who sees only a part of the body can't know.
    private static func more(above: Bool, below: Bool) -> Phrase? {
        switch (above, below) {
        case (true, true): "↑↓ more above and below"
        case (true, false): "↑ more above"
        case (false, true): "↓ more below"
        case (false, false): nil
        }
    }

    /// Scrolls so that this line of the body is the first that is seen, as far as there is enough below it.
    mutating func scroll(to line: Int, of body: [Line]) {
        let columns = max(1, session.environment.terminal.columns() ?? layout.width)
        offset = Self.rows(of: Array(body.prefix(line)), layout, columns).count
    }

    mutating func scroll(_ key: Key) {
        let page = max(1, (session.environment.terminal.rows() ?? 24) - 6)
        switch key {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= page
        case .pageDown, .character(" "): offset += page
        case .home: offset = 0
        case .end: offset = .max / 2
        default: break
        }
    }
}

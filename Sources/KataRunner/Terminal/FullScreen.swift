/// A terminal that is taken over for a while, and given back as it was found.
struct FullScreen {
    private let session: Session
    private var lastFrame = ""
    /// The first row of the body that is shown.
    var offset = 0

    init(_ session: Session) {
        self.session = session
        session.environment.terminal.openScreen()
    }

    func close() {
        session.environment.terminal.closeScreen()
    }

    /// Keys that were pressed, after waiting for one for this long; nil when no more can come.
    func keys(within milliseconds: Int) -> [Key]? {
        session.environment.terminal.readInput(milliseconds).map(Key.keys)
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
        var foot = Array(layout.rows(of: footer).suffix(height / 2))
        let room = height - foot.count
        let rows = layout.rows(of: body)
        if let visible {
            let first = layout.rows(of: Array(body.prefix(visible))).count
            if first < offset { offset = first }
            if first >= offset + room { offset = first - room + 1 }
        }
        offset = max(0, min(offset, rows.count - room))
        let shown = rows.dropFirst(offset).prefix(room)
        let filler = Array(repeating: [Span](), count: room - shown.count)
        if let more = Self.more(above: offset > 0, below: offset + room < rows.count), foot.first == [] {
            foot[0] = layout.row(more, .faint)
        }
        let frame = (Array(shown) + filler + foot).map {
            "\u{1B}[K" + session.painter.text(of: layout.cut($0, to: columns))
        }
        let text = "\u{1B}[H" + frame.joined(separator: "\r\n")
        guard text != lastFrame else { return }
        lastFrame = text
        session.environment.terminal.write(text)
    }

    /// What a reader can't know who sees a part of the body.
    private static func more(above: Bool, below: Bool) -> Phrase? {
        switch (above, below) {
        case (true, true): "↑↓ more above and below"
        case (true, false): "↑ more above"
        case (false, true): "↓ more below"
        case (false, false): nil
        }
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

/// Fits lines into a terminal of this width, in this language. Pure: the same lines make the same rows.
struct Layout: Hashable, Sendable {
    var width: Int
    var language: Language = .english
    var isASCII = false
    /// Without colour emphasis keeps its asterisks: a sentence that is quoted must not read as one that is meant.
    var marksEmphasis = false
    /// What stands for `kata` in the commands that are shown to be typed.
    var invocation = "kata"

    func rows(of lines: [Line]) -> [[Span]] {
        lines.flatMap(rows)
    }

    /// One row, cut at the terminal's edge.
    func row(_ phrase: Phrase, _ style: Style) -> [Span] {
        cut(spans(of: Line(phrase, style)), to: width)
    }

    /// The columns that a phrase takes in one row here: commands and marks may be longer than they are written.
    func columns(of phrase: Phrase) -> Int {
        spans(of: Line(phrase)).reduce(0) { $0 + $1.text.displayWidth }
    }

    private func rows(of line: Line) -> [[Span]] {
        let marker = line.marker.map { Span(text: plain($0.text) + " ", style: $0.style) }
        // On a very narrow terminal an indentation as wide as the screen would leave no room for words.
        let indent = min(line.indent, width / 4)
        let margin = indent + (marker?.text.displayWidth ?? 0)
        // What follows a tab is a column of its own, if there is room for one.
        let tab = line.lastTab.map { margin + $0 } ?? margin
        let hanging = width - tab >= 20 ? tab : margin
        var first = [Span(text: String(repeating: " ", count: indent))]
        if let marker { first.append(marker) }

        let spans = spans(of: line)
        if line.isPreformatted || fit(spans, in: width - margin) {
            return [trimmed(first + spans)]
        }
        var rows: [[Span]] = []
        var start = (row: first, column: margin)
        var (row, column) = start
        var isFresh = true
        var standsAlone = false
        for word in words(of: spans, room: width - hanging) {
            let wordWidth = word.width
            let isSpace = word.allSatisfy { $0.text.allSatisfy { $0 == " " } }
            if column + wordWidth > width {
                // Spaces alone don't make a row: whatever is too wide after them takes their place.
                if !isFresh {
                    rows.append(trimmed(row))
                    // What is too wide for its column and may be pasted gets a row of its own.
                    standsAlone = !isSpace && hanging + wordWidth > width
                    let lead = standsAlone ? 0 : hanging
                    start = ([Span(text: String(repeating: " ", count: lead))], lead)
                }
                (row, column) = start
                isFresh = true
            }
            // A space that a line break has swallowed must not indent the next row.
            if isSpace, isFresh, !rows.isEmpty { continue }
            row += word
            column = standsAlone ? width : column + wordWidth
            isFresh = isFresh && isSpace
        }
        rows.append(trimmed(row))
        return rows
    }

    /// The line's parts as styled text, translated, with inline Markdown read and tabs filled.
    private func spans(of line: Line) -> [Span] {
        var spans: [Span] = []
        for part in line.parts {
            switch part {
            case .phrase(let phrase, let style):
                let marked = phrase.marked(in: language)
                spans += InlineMarkdown.spans(in: marked.text, style: style).map { span in
                    typed(Span(text: marked.filled(span.text), style: span.style))
                }
            case .tab(let column):
                let used = spans.reduce(0) { $0 + $1.text.displayWidth }
                spans.append(Span(text: String(repeating: " ", count: max(1, column - used))))
            }
        }
        return spans
    }

    private func typed(_ span: Span) -> Span {
        var text = span.text
        if span.style == .code, text == "kata" || text.hasPrefix("kata ") {
            text = invocation + text.dropFirst("kata".count)
        }
        if span.style == .emphasis, marksEmphasis { text = "*\(text)*" }
        return Span(text: plain(harmless(text)), style: span.style)
    }

    /// Data may hold anything, and an escape sequence is a command to the terminal: it is shown and not obeyed.
    private func harmless(_ text: String) -> String {
        guard !text.isPrintableASCII,
            text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return text }
        var shown = String.UnicodeScalarView()
        for character in text {
            if character.isNewline {
                shown.append(" ")
            } else if let control = character.unicodeScalars.first, control != "\t",
                control.properties.generalCategory == .control
            {
                shown.append(Self.picture(of: control))
            } else {
                shown.append(contentsOf: character.unicodeScalars)
            }
        }
        return String(shown)
    }

    /// «␛» for an escape. The younger half of the control characters has no pictures.
    private static func picture(of control: Unicode.Scalar) -> Unicode.Scalar {
        let number = control.value == 0x7F ? 0x2421 : 0x2400 + control.value
        return control.value < 0x80 ? Unicode.Scalar(number) ?? "\u{FFFD}" : "\u{FFFD}"
    }

    private func fit(_ spans: [Span], in room: Int) -> Bool {
        spans.width <= room
            && !spans.contains { $0.text.utf8.contains(UInt8(ascii: "\t")) }
    }

    /// Runs without a space, and runs of spaces. A word may have several styles: «`3.1`,».
    ///
    /// Code, such as a command to be pasted, is one word with its spaces. A word that finds no room even in a
    /// row of its own comes in pieces that do, unless it may be pasted: the terminal wraps it then.
    private func words(of spans: [Span], room: Int) -> [[Span]] {
        var words: [[Span]] = []
        var lastIsSpace: Bool?
        for span in spans {
            let isCode = span.style == .code && span.text.contains { !$0.isSpacing }
            var rest = Substring(span.text)
            while let first = rest.first {
                let isSpace = first.isSpacing && !isCode
                let run = isCode ? rest : rest.prefix { $0.isSpacing == isSpace }
                let text = String(run.map { $0.isSpacing ? " " : $0 })
                if lastIsSpace == isSpace, !words.isEmpty {
                    words[words.count - 1].append(Span(text: text, style: span.style))
                } else {
                    words.append([Span(text: text, style: span.style)])
                }
                lastIsSpace = isSpace
                rest = rest.dropFirst(run.count)
            }
        }
        return words.flatMap { word in
            word.width <= room || word.contains(where: \.mayBePasted)
                ? [word] : pieces(of: word, room: max(2, room))
        }
    }

    private func pieces(of word: [Span], room: Int) -> [[Span]] {
        word.flatMap { span in
            var pieces: [Substring] = []
            var rest = Substring(span.text)
            while rest.displayWidth > room {
                var end = rest.startIndex
                var used = 0
                while end < rest.endIndex, used + rest[end].displayWidth <= room {
                    used += rest[end].displayWidth
                    rest.formIndex(after: &end)
                }
                pieces.append(rest[..<end])
                rest = rest[end...]
            }
            return (pieces + [rest]).map { [Span(text: String($0), style: span.style)] }
        }
    }

    /// A row cut to this many columns, between two characters. A tab has no width that could be known, and
    /// becomes spaces.
    func cut(_ spans: [Span], to width: Int) -> [Span] {
        var room = width
        var kept: [Span] = []
        for span in spans {
            let span = Span(text: span.text.replacingOccurrences(of: "\t", with: "    "), style: span.style)
            let own = span.text.displayWidth
            guard own <= room else {
                kept.append(Span(text: span.text.fitted(to: room, ellipsis: plain("…")), style: span.style))
                break
            }
            kept.append(span)
            room -= own
        }
        return kept
    }

    /// A row as the terminal itself wraps it: where its columns end.
    func wrapped(_ row: [Span], at columns: Int) -> [[Span]] {
        var rows: [[Span]] = []
        var current: [Span] = []
        var room = columns
        for span in row {
            var text = ""
            for character in span.text {
                let width = character.displayWidth
                if width > room {
                    rows.append(current + [Span(text: text, style: span.style)])
                    (current, text, room) = ([], "", columns)
                }
                text.append(character)
                room -= width
            }
            current.append(Span(text: text, style: span.style))
        }
        return rows + [current]
    }

    /// Without spaces at the end, and neighbours of one style made one.
    private func trimmed(_ spans: [Span]) -> [Span] {
        var row: [Span] = []
        for span in spans where !span.text.isEmpty {
            if let last = row.last, last.style == span.style {
                row[row.count - 1].text += span.text
            } else {
                row.append(span)
            }
        }
        while let last = row.indices.last {
            while row[last].text.utf8.last == UInt8(ascii: " ") { row[last].text.removeLast() }
            guard row[last].text.isEmpty else { break }
            row.removeLast()
        }
        return row
    }

    /// A text with marks that this terminal can show.
    func plain(_ text: String) -> String {
        guard isASCII else { return text }
        return String(text.flatMap { Self.substitutes[$0] ?? ($0.isPicture ? "?" : String($0)) })
    }

    private static let substitutes: [Character: String] = [
        "✔": "+", "✘": "x", "●": "*", "○": "o", "◐": "~", "█": "#", "░": ".", "─": "-", "│": "|", "·": "-",
        "→": "->", "←": "<-", "…": "...", "«": "\"", "»": "\"", "‘": "'", "’": "'", "“": "\"", "”": "\"",
        "–": "-", "—": "-", "▸": ">", "↑": "^", "↓": "v", "▏": "_", "×": "x", "≥": ">=", "≤": "<=", "≠": "!=",
        "÷": "/", "•": "-",
    ]
}

extension [Span] {
    fileprivate var width: Int { reduce(0) { $0 + $1.text.displayWidth } }
}

extension Span {
    /// Code, a path or an address: a line break of ours in it would break it.
    fileprivate var mayBePasted: Bool { style == .code || text.utf8.contains(UInt8(ascii: "/")) }
}

extension Character {
    fileprivate var isSpacing: Bool { self == " " || self == "\t" || isNewline }

    /// Of a control character.
    fileprivate var isPicture: Bool { ("\u{2400}"..."\u{2426}").contains(self) || self == "\u{FFFD}" }
}

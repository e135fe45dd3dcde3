/// One line of a screen before it meets a terminal: it has no width yet and no colour.
///
/// The text after the first row of a wrapped line hangs under the text and not under the marker.
struct Line: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case phrase(Phrase, Style)
        /// Filled up to a column counted from the line's own indentation.
        case tab(to: Int)
    }

    var indent = 0
    var marker: Span?
    var parts: [Part] = []
    /// Code keeps its spaces and its line ends: it may be copied, so nothing is wrapped or cut.
    var isPreformatted = false

    var lastTab: Int? {
        parts.lazy.compactMap { if case .tab(let column) = $0 { column } else { nil } }.last
    }

    init(_ phrase: Phrase, _ style: Style = .plain, indent: Int = 0) {
        self.indent = indent
        parts = [.phrase(phrase, style)]
    }

    init(verbatim text: String, _ style: Style = .plain, indent: Int = 0) {
        self.init(.verbatim(text), style, indent: indent)
    }

    init(indent: Int = 0, marker: Span? = nil, parts: [Part] = []) {
        self.indent = indent
        self.marker = marker
        self.parts = parts
    }

    static let empty = Line()

    static func preformatted(_ text: String, _ style: Style = .plain, indent: Int = 0) -> Line {
        var line = Line(verbatim: text, style, indent: indent)
        line.isPreformatted = true
        return line
    }

    static func item(_ marker: String, _ style: Style, _ phrase: Phrase, indent: Int = 0) -> Line {
        Line(indent: indent, marker: Span(text: marker, style: style), parts: [.phrase(phrase, .plain)])
    }
}

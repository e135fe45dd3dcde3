/// Turns rows of spans into text, with colour or without.
struct Painter: Hashable, Sendable {
    var usesColour: Bool

    func text(of rows: [[Span]]) -> String {
        rows.map { text(of: $0) + "\n" }.joined()
    }

    func text(of row: [Span]) -> String {
        row.map(paint).joined()
    }

    private func paint(_ span: Span) -> String {
        guard usesColour, let code = Self.codes[span.style] else { return span.text }
        return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
    }

    private static let codes: [Style: String] = [
        .heading: "1",
        .strong: "1",
        .emphasis: "3",
        .faint: "2",
    ].merging(colours.mapValues { "38;5;\($0)" }) { $1 }

    /// Of the 256 colours, with a contrast of four to one and more on white and on black: the eight basic ones
    /// follow the reader's theme, and few themes have a yellow or a cyan that can be read on white.
    static let colours: [Style: Int] = [.code: 30, .good: 28, .bad: 161, .notable: 130]
}

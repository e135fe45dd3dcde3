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

    /// The eight basic colours follow the reader's theme, so they are legible on light and on dark.
    private static let codes: [Style: String] = [
        .heading: "1",
        .strong: "1",
        .emphasis: "3",
        .faint: "2",
        .code: "36",
        .good: "32",
        .bad: "31",
        .notable: "33",
    ]
}

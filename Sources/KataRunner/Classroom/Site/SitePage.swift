/// A page of the site, as DocC reads it. Each line knows from which line of its source it was made.
struct SitePage: Hashable, Sendable {
    /// Its name in links: `Chapter-3`, `Kata-3-1`.
    var name: String
    /// The file that it was made of, relative to the workbook.
    var source: String
    var lines: [Line] = []

    struct Line: Hashable, Sendable {
        var text: String
        /// Counted from 1; nil if no line of the source says it.
        var origin: Int?
    }

    var text: String { lines.map { $0.text + "\n" }.joined() }

    /// The line of the source nearest to a line of this page: where an author can mend something.
    func origin(ofLine number: Int) -> Int {
        lines.prefix(max(0, number)).lazy.compactMap(\.origin).last
            ?? lines.lazy.compactMap(\.origin).first ?? 1
    }

    mutating func add(_ texts: String..., origin: Int? = nil) {
        lines += texts.map { Line(text: $0, origin: origin) }
    }
}

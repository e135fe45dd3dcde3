/// Parts that several screens share.
enum Widgets {
    /// Between the parts of a line. Kept apart from the wording, so that a translation needn't repeat it.
    static let gap = Line.Part.phrase(.verbatim("  "), .plain)

    /// «██████░░░░» and how many of how many.
    static func bar(done: Int, of total: Int, width: Int) -> [Line.Part] {
        let filled = total == 0 ? 0 : done * width / total
        // The first kata solved must show, and the last one missing too.
        let shown = done > 0 ? max(1, done < total ? min(filled, width - 1) : filled) : 0
        return [
            .phrase(.verbatim(String(repeating: "█", count: shown)), .good),
            .phrase(.verbatim(String(repeating: "░", count: width - shown)), .faint),
        ]
    }

    static func progressLine(done: Int, of total: Int, width: Int, indent: Int = 0) -> Line {
        Line(
            indent: indent,
            parts: bar(done: done, of: total, width: min(24, max(6, width / 3)))
                + [gap, .phrase("\(done) of \(total) katas solved", .plain)]
        )
    }

    /// Signposts at the foot of a screen: what it is, and where it is or what to type.
    static func signposts(_ posts: [(Phrase, Phrase)], language: Language) -> [Line] {
        let names = posts.map { $0.0.text(in: language).displayWidth }
        let column = (names.max() ?? 0) + 2
        return posts.map { name, what in
            Line(parts: [.phrase(name, .strong), .tab(to: column), .phrase(what, .plain)])
        }
    }

    static func symbol(_ status: LearnerProgress.Status) -> Span {
        switch status {
        case .solved: Span(text: "✔", style: .good)
        case .changed: Span(text: "◐", style: .notable)
        case .unsolved: Span(text: "○", style: .faint)
        }
    }

    static func heading(_ kata: Kata) -> Line {
        Line("\(kata.id) \(kata.title)", .heading)
    }
}

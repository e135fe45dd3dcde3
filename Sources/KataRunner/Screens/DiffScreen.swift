/// The difference of two texts, with a few lines around each change.
enum DiffScreen {
    static func lines(from old: String, _ oldName: String, to new: String, _ newName: String) -> [Line] {
        let hunks = hunks(from: old, to: new)
        guard !hunks.isEmpty else { return [Line("The two files are the same.")] }
        var lines: [Line] = [
            .preformatted("--- \(oldName)", .strong), .preformatted("+++ \(newName)", .strong),
        ]
        for hunk in hunks {
            let (old, new) = (hunk.old.count, hunk.new.count)
            lines.append(.preformatted("@@ -\(hunk.oldStart),\(old) +\(hunk.newStart),\(new) @@", .code))
            lines += hunk.lines.map { change in
                switch change {
                case .same(let text): .preformatted(" " + text)
                case .removed(let text): .preformatted("-" + text, .bad)
                case .added(let text): .preformatted("+" + text, .good)
                }
            }
        }
        return lines
    }

    static func hunks(from old: String, to new: String) -> [Hunk] {
        .difference(from: old.lines.map(String.init), to: new.lines.map(String.init))
    }
}

extension Line {
    /// On a screen code can't be copied, and what is cut off can't be read: a long line goes on in the next row,
    /// as far in as it began, and a comment as far in as its words.
    var wrappedCode: Line {
        guard isPreformatted, case .phrase(let phrase, let style)? = parts.first else { return self }
        let text = phrase.text()
        let mark = text.prefix(1)
        let inner = text.dropFirst()
        let code = inner.drop { $0 == " " }
        guard !code.isEmpty else { return Line(verbatim: text, style) }
        if let sign = ["// ", "/// "].first(where: code.hasPrefix) {
            let start = text.count - code.count + sign.count
            return Line(parts: [
                .phrase(.verbatim(String(text.prefix(start - 1))), style), .tab(to: start),
                .phrase(.verbatim(String(code.dropFirst(sign.count))), style),
            ])
        }
        guard inner.count > code.count else {
            // A tab needs a column of its own: what isn't indented hangs by an indentation.
            return mark == " "
                ? Line(verbatim: String(code), style, indent: 1) : Line(verbatim: text, style)
        }
        return Line(parts: [
            .phrase(.verbatim(String(mark)), style), .tab(to: 1 + inner.count - code.count),
            .phrase(.verbatim(String(code)), style),
        ])
    }
}

/// The difference of two texts, with a few lines around each change.
enum DiffScreen {
    struct Hunk: Hashable {
        var oldStart: Int
        var newStart: Int
        var lines: [Change]
    }

    enum Change: Hashable {
        case same(String)
        case removed(String)
        case added(String)
    }

    static let context = 3

    static func lines(from old: String, _ oldName: String, to new: String, _ newName: String) -> [Line] {
        let hunks = hunks(from: old, to: new)
        guard !hunks.isEmpty else { return [Line("The two files are the same.")] }
        var lines: [Line] = [
            .preformatted("--- \(oldName)", .strong), .preformatted("+++ \(newName)", .strong),
        ]
        for hunk in hunks {
            let old = hunk.lines.count { if case .added = $0 { false } else { true } }
            let new = hunk.lines.count { if case .removed = $0 { false } else { true } }
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
        var hunks: [Hunk] = []
        var current: Hunk?
        var quiet: [String] = []
        var (oldLine, newLine) = (1, 1)

        func close() {
            guard var hunk = current else { return }
            hunk.lines += quiet.prefix(context).map(Change.same)
            hunks.append(hunk)
            current = nil
        }
        func open() {
            if current != nil, quiet.count <= 2 * context {
                current?.lines += quiet.map(Change.same)
            } else {
                close()
                let before = quiet.suffix(context)
                current = Hunk(
                    oldStart: oldLine - before.count,
                    newStart: newLine - before.count,
                    lines: before.map(Change.same)
                )
            }
            quiet = []
        }
        for change in changes(from: old, to: new) {
            switch change {
            case .same(let text):
                quiet.append(text)
                oldLine += 1
                newLine += 1
            case .removed:
                open()
                current?.lines.append(change)
                oldLine += 1
            case .added:
                open()
                current?.lines.append(change)
                newLine += 1
            }
        }
        close()
        return hunks
    }

    private static func changes(from old: String, to new: String) -> [Change] {
        let old = old.lines.map(String.init)
        let new = new.lines.map(String.init)
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var changes: [Change] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex), oldIndex < old.count {
                changes.append(.removed(old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex), newIndex < new.count {
                changes.append(.added(new[newIndex]))
                newIndex += 1
            } else {
                changes.append(.same(new[newIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return changes
    }
}

extension Line {
    /// On a screen code can't be copied, and what is cut off can't be read: a long line goes on in the next row,
    /// as far in as it began.
    var wrappedCode: Line {
        guard isPreformatted, case .phrase(let phrase, let style)? = parts.first else { return self }
        let text = phrase.text()
        let mark = text.prefix(1)
        let inner = text.dropFirst()
        let code = inner.drop { $0 == " " }
        guard inner.count > code.count, !code.isEmpty else { return Line(verbatim: text, style) }
        return Line(parts: [
            .phrase(.verbatim(String(mark)), style), .tab(to: 1 + inner.count - code.count),
            .phrase(.verbatim(String(code)), style),
        ])
    }
}

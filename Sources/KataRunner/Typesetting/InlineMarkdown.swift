/// The inline Markdown that pages and wording use: `code`, **strong**, *emphasis* and [links](where).
enum InlineMarkdown {
    /// What everything but plain text begins with.
    private static let marks: [UInt8] = [UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "[")]

    static func spans(in text: String, style: Style = .plain) -> [Span] {
        var spans: [Span] = []
        var plain = ""
        var rest = Substring(text)

        func flush() {
            if !plain.isEmpty { spans.append(Span(text: plain, style: style)) }
            plain = ""
        }

        while !rest.isEmpty {
            let run = Substring(rest.utf8.prefix { !marks.contains($0) })
            plain += run
            rest = rest[run.endIndex...]
            guard let character = rest.first else { break }
            if character == "`", let code = enclosed(in: rest, by: "`") {
                flush()
                spans.append(Span(text: String(code), style: .code))
                rest = rest.dropFirst(code.count + 2)
            } else if rest.hasPrefix("**"), let strong = enclosed(in: rest, by: "**") {
                flush()
                spans += self.spans(in: String(strong), style: .strong)
                rest = rest.dropFirst(strong.count + 4)
            } else if character == "*", let emphasis = enclosed(in: rest, by: "*"), emphasis.first != " " {
                flush()
                spans += self.spans(in: String(emphasis), style: style == .plain ? .emphasis : style)
                rest = rest.dropFirst(emphasis.count + 2)
            } else if character == "[", let link = link(in: rest) {
                plain += link.text
                rest = rest.dropFirst(link.length)
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        flush()
        return spans
    }

    private static func enclosed(in text: Substring, by mark: String) -> Substring? {
        let inside = text.dropFirst(mark.count)
        guard let end = inside.range(of: mark), end.lowerBound > inside.startIndex else { return nil }
        return inside[..<end.lowerBound]
    }

    private static func link(in text: Substring) -> (text: String, length: Int)? {
        guard let middle = text.range(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")")
        else {
            return nil
        }
        let label = text[text.index(after: text.startIndex)..<middle.lowerBound]
        guard !label.contains("[") else { return nil }
        return (String(label), text.distance(from: text.startIndex, to: end) + 1)
    }
}

extension Substring {
    fileprivate func range(of mark: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return start..<index(start, offsetBy: mark.count) }
            formIndex(after: &start)
        }
        return nil
    }
}

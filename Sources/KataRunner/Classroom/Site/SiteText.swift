/// A line of Markdown as DocC takes it: links go to pages of the site, and nothing is taken for a directive.
enum SiteText {
    static func shown(_ line: String, isInCodeSpan: inout Bool, _ links: SiteLinks) -> String {
        var shown = ""
        for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                shown += "`"
                isInCodeSpan.toggle()
            }
            shown += isInCodeSpan ? String(part) : wording(String(part), links)
        }
        // At the beginning of a line it would be a directive.
        let start = shown.prefix { $0 == " " }
        guard shown.dropFirst(start.count).hasPrefix("@") else { return shown }
        return start + "\\" + shown.dropFirst(start.count)
    }

    private static func wording(_ text: String, _ links: SiteLinks) -> String {
        var text = text
        if text.contains("](") { text = linked(text, links) }
        if text.contains("kata ") || text.contains("chapter ") { text = mentions(text, links) }
        guard text.contains("<") else { return text }
        return text.replacing(/<(?!doc:|https?:)/, with: "\\<")
    }

    /// A link to a page of the site leads there, one to the world stays, and of one to a file the name is left.
    private static func linked(_ text: String, _ links: SiteLinks) -> String {
        text.replacing(/(!?)\[([^\]]*)\]\(([^)\s]*)\)/) { match in
            let (whole, image, words, target) = match.output
            if target.contains("://") || !image.isEmpty { return String(whole) }
            guard let page = links.page(of: String(target)) else { return "\(words) (`\(target)`)" }
            return "[\(words)](<\(page)>)"
        }
    }

    private static func mentions(_ text: String, _ links: SiteLinks) -> String {
        // What is a link already stays one.
        text.replacing(/\[[^\]]*\]\([^)]*\)|\b((?:kata|chapter) \d+(?:\.\d+)?)\b/) { match in
            guard let words = match.output.1, let page = links.page(mentionedBy: words) else {
                return String(match.output.0)
            }
            return "[\(words)](<\(page)>)"
        }
    }
}

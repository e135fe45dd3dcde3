enum AuthorPage {
    /// After the last kata's section, and before what closes the chapter.
    static func adding(_ section: String, to page: String, chapter: Chapter) -> String {
        var lines = page.lines.map(String.init)
        while lines.last == "" { lines.removeLast() }
        let headings = lines.indices.filter { lines[$0].hasPrefix("## ") }
        let isKata = { (line: Int) in
            lines[line].dropFirst(3).split(separator: " ").first.flatMap { KataID($0) } != nil
        }
        let closing = headings.last(where: isKata).flatMap { last in headings.first { $0 > last } }
        let new = section.lines.map(
            String.init
        )
        if let closing {
            lines.insert(contentsOf: new, at: closing)
        } else {
            lines += [""] + new.dropLast()
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

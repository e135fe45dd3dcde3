/// What an SVG must not hold that is shown on any page, on stage, without a network.
enum LessonPicture {
    /// What in it acts, or comes from elsewhere; nil if nothing does.
    static func danger(in svg: String) -> String? {
        let text = svg.replacing(/xmlns(:[a-z]+)?\s*=\s*("[^"]*"|'[^']*')/, with: "").lowercased()
        let marks = [
            "<script", "<foreignobject", "<image", "<!entity", "@import", "@font-face", "javascript:",
            "data:",
            "http:", "https:", "file:",
        ]
        if let mark = marks.first(where: text.contains) { return mark }
        if let handler = text.firstMatch(of: /\son[a-z]+\s*=/) { return String(handler.0).trimmed }
        if let link = text.firstMatch(of: /href\s*=\s*["'](?!#)[^"']*/) { return String(link.0) }
        if let link = text.firstMatch(of: /url\(\s*["']?(?!#)[^#"'\s][^)]*/) { return String(link.0) }
        return nil
    }

    static func isPicture(_ svg: String) -> Bool { svg.contains("<svg") && svg.contains("</svg>") }
}

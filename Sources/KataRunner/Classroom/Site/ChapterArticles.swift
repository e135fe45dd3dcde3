/// Makes of a chapter's page what DocC can show: an article for the chapter, and one for each kata.
///
/// DocC knows no HTML and no Mermaid. Hints become tabs of which the first gives nothing away, and so does the
/// afterword, which belongs to those who have solved the kata. Diagrams become pictures, with
/// their arrows in words.
struct ChapterArticles {
    let chapter: Chapter
    let source: String
    let links: SiteLinks
    let language: Language
    private(set) var article: SitePage
    private(set) var katas: [SitePage] = []
    private(set) var diagrams: [Diagram] = []

    /// A picture for `Resources`.
    struct Diagram: Hashable {
        var name: String
        var drawing: DiagramDrawing
    }

    /// - Parameter language: in which the page is written.
    init(
        _ chapter: Chapter,
        markdown: String,
        source: String,
        links: SiteLinks,
        language: Language = .english
    ) {
        self.language = language
        self.chapter = chapter
        self.source = source
        self.links = links
        article = SitePage(name: SiteLinks.name(ofChapter: chapter.number), source: source)
        read(markdown)
    }

    // MARK: - Reading

    /// What is open at a line.
    private struct Place {
        var kata: KataID?
        var isCode = false
        var diagram: [String]?
        var tabs: Tabs?
        var isInCodeSpan = false

        enum Tabs { case hints, afterword }
    }

    private mutating func read(_ markdown: String) {
        var place = Place()
        let lines = markdown.lines
        for (index, line) in lines.enumerated() {
            read(String(line), index + 1, &place)
        }
        closeTabs(&place)
    }

    private mutating func read(_ line: String, _ number: Int, _ place: inout Place) {
        let text = line.trimmed
        if let diagram = place.diagram {
            guard text.hasPrefix("```") else { return place.diagram?.append(line) ?? () }
            place.diagram = nil
            return add(DiagramDrawing(diagram), number, place)
        }
        if text == "```mermaid", !place.isCode { return place.diagram = [] }
        if text.hasPrefix("```") { place.isCode.toggle() }
        guard !place.isCode, !text.hasPrefix("```") else { return add(line, number, place) }

        if text.isEmpty { place.isInCodeSpan = false }
        if line.hasPrefix("#") {
            heading(line, number, &place)
        } else if text.hasPrefix("<details>") {
            open(tab: text.components(between: "<summary>", and: "</summary>").first ?? "", number, place)
        } else if text == "</details>" {
            add("}", number, place, depth: 1)
        } else if !text.hasPrefix("<") {
            let shown = SiteText.shown(line, isInCodeSpan: &place.isInCodeSpan, links)
            add(shown, number, place)
        }
    }

    private mutating func heading(_ line: String, _ number: Int, _ place: inout Place) {
        closeTabs(&place)
        let title = line.drop { $0 == "#" }.trimmed
        let depth = line.prefix { $0 == "#" }.count
        let kata = title.split(separator: " ").first.flatMap { KataID($0) }
        if depth == 2 {
            place.kata = kata.flatMap { $0.chapter == chapter.number ? $0 : nil }
            guard let kata = place.kata else { return add(line, number, place) }
            katas.append(SitePage(name: SiteLinks.name(of: kata), source: source))
            add("# \(title)", number, place)
            for line in ["", "@Metadata {", "    @TitleHeading(\"\(said("Kata"))\")", "}"] {
                add(line, nil, place)
            }
            return
        }
        guard place.kata != nil, depth > 2 else { return add(line, number, place) }
        let headings = PageHeadings(in: language)
        if title == headings.task, let kata = place.kata { whereToWork(kata, place) }
        add(line.dropFirst().description, number, place)
        switch title {
        case headings.hints:
            add("", number, place)
            place.tabs = .hints
            add("@TabNavigator {", number, place, depth: 0)
            open(tab: said("No hint yet"), number, place)
            add(
                said(
                    "Try first. Each hint says more than the one before, and the third is nearly the answer."
                ),
                number,
                place
            )
            add("}", number, place, depth: 1)
        case headings.afterword:
            add("", number, place)
            place.tabs = .afterword
            add("@TabNavigator {", number, place, depth: 0)
            open(tab: said("Not solved yet"), number, place)
            add(said("Read it when your rules are green: it says what they were good for."), number, place)
            add("}", number, place, depth: 1)
            open(tab: said("Solved"), number, place)
        default: break
        }
    }

    private mutating func whereToWork(_ id: KataID, _ place: Place) {
        guard let kata = chapter.katas.first(where: { $0.id == id }) else { return }
        add(
            "> Tip: " + said("The file is `\(kata.file)`, and `swift run kata check \(id)` checks it."),
            nil,
            place
        )
        add("", nil, place)
    }

    // MARK: - Writing

    private func said(_ phrase: Phrase) -> String { phrase.text(in: language) }

    private mutating func open(tab title: String, _ number: Int, _ place: Place) {
        let title = title.replacing("\"", with: "'")
        add("@Tab(\"\(title)\") {", number, place, depth: 1)
    }

    private mutating func closeTabs(_ place: inout Place) {
        guard let tabs = place.tabs else { return }
        place.isInCodeSpan = false
        if tabs == .afterword { add("}", nil, place, depth: 1) }
        add("}", nil, place, depth: 0)
        add("", nil, place)
        place.tabs = nil
    }

    private mutating func add(_ drawing: DiagramDrawing, _ number: Int, _ place: Place) {
        let name = "diagram-\(chapter.number)-\(diagrams.count + 1)"
        diagrams.append(Diagram(name: name, drawing: drawing))
        add("![\(drawing.told)](\(name))", number, place)
    }

    /// - Parameter depth: of directives that are open around the line; by default those that are.
    private mutating func add(_ line: String, _ number: Int?, _ place: Place, depth: Int? = nil) {
        let depth = depth ?? (place.tabs == nil ? 0 : 2)
        let text = line.isEmpty ? "" : String(repeating: " ", count: 4 * depth) + line
        let new = SitePage.Line(text: text, origin: number)
        if place.kata == nil {
            article.lines.append(new)
        } else {
            katas[katas.count - 1].lines.append(new)
        }
    }
}

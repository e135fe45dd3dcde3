import Foundation

/// The documentation catalogue of which the site is made: the tutorials and articles of the classroom as they
/// are, and articles made of the chapters' pages.
struct SiteCatalogue {
    /// By path in the catalogue.
    private(set) var files: [String: Data] = [:]
    /// Articles that are made here, by path in the catalogue.
    private(set) var pages: [String: SitePage] = [:]
    let language: Language

    /// Where the tutorials and the teaching articles are, for Xcode as well.
    static let folder = "Solutions/Walkthroughs.docc"
    static let rootName = "Workbook"

    init(_ workbook: Workbook, _ catalogue: Catalogue, _ language: Language) throws(Complaint) {
        self.language = language
        let names = workbook.files.tree(workbook.path(Self.folder))
        guard !names.isEmpty else { throw .missingSolution(Self.folder) }
        for name in names {
            guard let data = workbook.data("\(Self.folder)/\(name)") else {
                throw .cannotRead("\(Self.folder)/\(name)")
            }
            files[name] = data
        }
        // A translated catalogue holds what has words; the code of steps is that of the English one.
        let own = Workbook.walkthroughs(in: language.code)
        for name in workbook.files.tree(workbook.path(own)) {
            files[name] = workbook.data("\(own)/\(name)")
        }
        addChapters(of: catalogue, in: workbook, language)
        addRoot(catalogue, language)
        for (path, page) in pages { files[path] = Data(page.text.utf8) }
        if files[Self.settings] == nil { files[Self.settings] = Data(settings().utf8) }
    }

    private mutating func addChapters(of catalogue: Catalogue, in workbook: Workbook, _ language: Language) {
        let chapters = catalogue.chapters.map { ($0.target, $0.number) }
        let katas = Set(catalogue.chapters.flatMap { $0.page.katas.keys })
        for chapter in catalogue.chapters {
            let sources = [language.pageName, "README.md"].map { "\(chapter.folder)/\($0)" }
            guard let source = sources.first(where: { workbook.files.exists(workbook.path($0)) }),
                let markdown = workbook.files.text(workbook.path(source))
            else { continue }
            let articles = ChapterArticles(
                chapter,
                markdown: markdown,
                source: source,
                links: SiteLinks(
                    chapter: chapter.number,
                    chapters: Dictionary(chapters) { first, _ in first },
                    katas: katas
                ),
                language: source == sources[0] ? language : .english
            )
            add(chapter, articles, language)
        }
    }

    private mutating func add(_ chapter: Chapter, _ articles: ChapterArticles, _ language: Language) {
        var article = articles.article
        let lessons = ["Walkthrough-\(chapter.number)", "Teaching-Chapter-\(chapter.number)"].filter(has)
        if !lessons.isEmpty {
            article.add("", "## \(Phrase("In class").text(in: language))", "")
            for lesson in lessons { article.add("- <doc:\(lesson)>") }
        }
        if !articles.katas.isEmpty {
            article.add("", "## Topics", "", "### \(Phrase("Katas").text(in: language))", "")
            for kata in articles.katas { article.add("- <doc:\(kata.name)>") }
        }
        for page in [article] + articles.katas { pages["\(page.name).md"] = page }
        for diagram in articles.diagrams {
            files["Resources/\(diagram.name).svg"] = Data(diagram.drawing.svg(isDark: false).utf8)
            files["Resources/\(diagram.name)~dark.svg"] = Data(diagram.drawing.svg(isDark: true).utf8)
        }
    }

    /// The article that everything is reached from. Its topics are what there is.
    private mutating func addRoot(_ catalogue: Catalogue, _ language: Language) {
        let path = "\(Self.rootName).md"
        var root = SitePage(name: Self.rootName, source: "\(Self.folder)/\(path)")
        let markdown = files[path].map { String(decoding: $0, as: UTF8.self) } ?? Self.plainRoot
        let lines = markdown.lines
        for (index, line) in lines.enumerated() { root.add(String(line), origin: index + 1) }

        let chapters = catalogue.chapters.map { SiteLinks.name(ofChapter: $0.number) }
            .filter { pages["\($0).md"] != nil }
        let teaching = catalogue.chapters.map { "Teaching-Chapter-\($0.number)" }.filter(has)
        let listed = Set(chapters + teaching + [Self.rootName])
        let others = files.keys.filter { $0.hasSuffix(".md") && !$0.contains("/") }
            .map { String($0.dropLast(".md".count)) }.filter { !listed.contains($0) }.sorted()
        root.add("", "## Topics", "")
        let groups: [(Phrase, [String])] = [
            ("Chapters", chapters), ("In class", ["Walkthroughs"].filter(has)), ("Teaching", teaching),
            ("More", others),
        ]
        for (title, names) in groups where !names.isEmpty {
            root.add("### \(title.text(in: language))", "")
            for name in names { root.add("- <doc:\(name)>") }
            root.add("")
        }
        pages[path] = root
    }

    /// The name of the whole, which is the heading of its first page.
    var title: String {
        let heading = pages["\(Self.rootName).md"]?.lines.first { $0.text.hasPrefix("# ") }
        return heading?.text.dropFirst(2).trimmed ?? Self.rootName
    }

    private static let settings = "theme-settings.json"

    /// Pages are named after the workbook, and comments in code can be read on either background.
    private func settings() -> String {
        """
        {
          "meta": {"title": "\(title.replacing("\"", with: "'"))"},
          "theme": {"color": {"syntax-comments": {"light": "#56616c", "dark": "#a3adb8"}}}
        }

        """
    }

    private func has(_ name: String) -> Bool {
        ["md", "tutorial"].contains { files["\(name).\($0)"] != nil }
    }

    private static let plainRoot = """
        # The workbook

        @Metadata {
            @TechnologyRoot
        }

        Its chapters, and its lessons.
        """
}

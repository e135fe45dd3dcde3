/// What a chapter's README holds: an introduction, a section for each kata, and whatever stands after them.
struct ChapterPage: Hashable, Sendable {
    var title: String?
    /// Everything before the first kata, without the heading of the page.
    var introduction = ""
    var katas: [KataID: KataPage] = [:]
    /// Sections that follow the last kata: the debrief.
    var closing = ""

    static let empty = ChapterPage()
}

/// What the parts of a kata's section are headed with, in the language of the page.
struct PageHeadings: Hashable, Sendable {
    var task = "Task"
    var rules = "Rules"
    var hints = "Hints"
    var afterword = "Afterword"

    static let english = PageHeadings()
}

extension PageHeadings {
    init(in language: Language) {
        func heading(_ english: String) -> String { language.translations[english] ?? english }
        task = heading(Self.english.task)
        rules = heading(Self.english.rules)
        hints = heading(Self.english.hints)
        afterword = heading(Self.english.afterword)
    }
}

/// The section of one kata. Its parts are looked up when they are asked for: every command reads the whole
/// workbook, and most of them want little more than the titles.
struct KataPage: Hashable, Sendable {
    var title: String?
    private var lines: [Substring] = []
    private var headings = PageHeadings.english

    var story: String { part("") }
    var task: String { part(headings.task) }
    var sections: [RuleSection] { Self.sections(in: part(headings.rules)) }
    var rules: [String] { sections.flatMap(\.rules) }
    var hints: [String] { Self.hints(in: part(headings.hints)) }
    var afterword: String { part(headings.afterword) }
}

/// Rules that belong together and can be won together. A kata of four to ten rules has one section, without a
/// title; a capstone has several.
struct RuleSection: Hashable, Sendable {
    var title: String?
    var rules: [String] = []
}

extension ChapterPage {
    /// Reads a page. What is missing stays empty: the author's check reports it, and a learner can go on.
    init(parsing markdown: String, headings: PageHeadings = .english) {
        var sections: [(heading: String?, body: [Substring])] = [(nil, [])]
        var isCode = false
        for line in markdown.lines {
            if line.isFence { isCode.toggle() }
            let isHeading = line.utf8.first == UInt8(ascii: "#") && !isCode
            if isHeading, title == nil, line.hasPrefix("# ") {
                title = line.dropFirst(2).split(separator: "·").last.map { $0.trimmed }
            } else if isHeading, line.hasPrefix("## ") {
                sections.append((line.dropFirst(3).trimmed, []))
            } else {
                sections[sections.count - 1].body.append(line)
            }
        }
        for section in sections {
            let (id, title) = section.heading.map(Self.kataHeading) ?? (nil, "")
            if let id {
                katas[id] = KataPage(
                    title: title.isEmpty ? nil : title,
                    parsing: section.body,
                    headings: headings
                )
                continue
            }
            let body = section.body.joined(separator: "\n").trimmed
            let text = section.heading.map { "## \($0)\n\n\(body)" } ?? body
            if katas.isEmpty {
                introduction += introduction.isEmpty ? text : "\n\n" + text
            } else {
                closing += closing.isEmpty ? text : "\n\n" + text
            }
        }
    }

    /// «1.2 Born valid» → 1.2 and «Born valid».
    private static func kataHeading(_ heading: String) -> (KataID?, String) {
        let parts = heading.split(separator: " ", maxSplits: 1)
        guard let first = parts.first, let id = KataID(first) else { return (nil, heading) }
        return (id, parts.count > 1 ? parts[1].trimmed : "")
    }
}

extension KataPage {
    init(title: String? = nil, parsing lines: [Substring] = [], headings: PageHeadings = .english) {
        self.title = title
        self.lines = lines
        self.headings = headings
    }

    /// What stands below a heading, or above the first one.
    private func part(_ name: String) -> String {
        var current = ""
        var isCode = false
        var found: [Substring] = []
        for line in lines {
            if line.isFence { isCode.toggle() }
            if line.utf8.first == UInt8(ascii: "#"), !isCode, line.hasPrefix("### ") {
                current = line.dropFirst(4).trimmed
            } else if current == name {
                found.append(line)
            }
        }
        return found.joined(separator: "\n").trimmed
    }

    /// The items of a list, each in one line however it was wrapped, under their headings.
    private static func sections(in text: String) -> [RuleSection] {
        var sections: [RuleSection] = [RuleSection()]
        for line in text.lines {
            if line.hasPrefix("#### ") {
                sections.append(RuleSection(title: line.dropFirst(5).trimmed))
            } else if line.hasPrefix("- ") {
                sections[sections.count - 1].rules.append(line.dropFirst(2).trimmed)
            } else if line.hasPrefix(" "), let rule = sections.last?.rules.last {
                let last = sections[sections.count - 1].rules.count - 1
                sections[sections.count - 1].rules[last] = rule + " " + line.trimmed
            }
        }
        return sections.filter { !$0.rules.isEmpty }
    }

    private static func hints(in text: String) -> [String] {
        text.components(between: "</summary>", and: "</details>").map(\.trimmed)
    }
}

extension Substring {
    /// It begins or ends a block of code.
    fileprivate var isFence: Bool {
        guard let first = utf8.first, first == UInt8(ascii: "`") || first == UInt8(ascii: " ") else {
            return false
        }
        return trimmed.hasPrefix("```")
    }
}

extension StringProtocol {
    /// The texts that stand between two marks.
    func components(between opening: String, and closing: String) -> [String] {
        var found: [String] = []
        var rest = String(self)[...]
        while let start = rest.firstRange(of: opening) {
            let inside = rest[start.upperBound...]
            guard let end = inside.firstRange(of: closing) else { break }
            found.append(String(inside[..<end.lowerBound]))
            rest = inside[end.upperBound...]
        }
        return found
    }
}

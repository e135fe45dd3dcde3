/// A kata presented: what it is about, what to do, what to edit.
enum KataScreen {
    static func lines(
        _ standing: Standing,
        in chapter: Chapter?,
        isCurrent: Bool,
        byKeys: Bool = false,
        layout: Layout
    ) -> [Line] {
        let kata = standing.kata
        let lines = page(standing, in: chapter, layout: layout)
        guard standing.status != .solved else {
            return lines + section("Afterword", kata.page.afterword, layout)
                + solvedSignposts(kata, byKeys: byKeys, layout)
        }
        var posts: [(Phrase, Phrase)] = [
            ("Edit", .verbatim(kata.file)),
            ("Check", byKeys ? "by saving it" : checkCommand(kata, isCurrent: isCurrent)),
            ("Stuck?", byKeys ? hintKey : "`kata hint \(kata.id)`"),
        ]
        if kata.id.number == 1 { posts.insert(introduction(kata, byKeys: byKeys), at: 0) }
        return lines + Widgets.signposts(posts, language: layout.language)
    }

    /// Story, task and rules.
    static func page(_ standing: Standing, in chapter: Chapter?, layout: Layout) -> [Line] {
        let kata = standing.kata
        var lines = [Widgets.heading(kata)]
        if let chapter { lines.append(Line("Chapter \(chapter.number) · \(chapter.title)", .faint)) }
        if standing.status == .changed {
            lines.append(Line("Solved, and \(standing.changedSince). A check earns it again.", .notable))
        }
        lines.append(.empty)
        lines += section(nil, kata.page.story, layout)
        lines += section("Task", kata.page.task, layout)
        if kata.page.rules.isEmpty { lines += damaged(kata) }
        if !kata.page.rules.isEmpty { lines += [Line("Rules", .heading), .empty] }
        let mark = Widgets.symbol(standing.status == .solved ? .solved : .unsolved)
        for section in kata.page.sections {
            if let title = section.title { lines += [Line(verbatim: title), .empty] }
            lines += section.rules.map { .item(mark.text, mark.style, .verbatim($0)) }
            lines.append(.empty)
        }
        return lines
    }

    /// The kata that comes next, in short: what was just solved must not scroll out of sight.
    static func announcement(_ kata: Kata, in chapter: Chapter?, layout: Layout) -> [Line] {
        var lines: [Line] = [Line("Next: **\(kata.id) \(kata.title)**")]
        if let chapter { lines.append(Line("Chapter \(chapter.number) · \(chapter.title)", .faint)) }
        lines.append(.empty)
        lines += section(nil, kata.page.story, layout)
        var posts: [(Phrase, Phrase)] = [("Task", "`kata next`"), ("Edit", .verbatim(kata.file))]
        if kata.id.number == 1 { posts.insert(introduction(kata), at: 0) }
        return lines + Widgets.signposts(posts, language: layout.language)
    }

    static func afterword(_ kata: Kata, _ layout: Layout) -> [Line] {
        section(nil, kata.page.afterword, layout)
    }

    /// For readers who have keys.
    static let hintKey: Phrase = "**h** gives a hint"
    static let solutionKey: Phrase = "**d** shows one good answer beside yours"

    static func solvedSignposts(_ kata: Kata, byKeys: Bool = false, _ layout: Layout) -> [Line] {
        Widgets.signposts(
            [
                ("Compare", byKeys ? solutionKey : "`kata solution \(kata.id) --diff`"),
                ("Go on", byKeys ? "**n**" : "`kata next`"),
            ],
            language: layout.language
        )
    }

    /// A page without rules doesn't say what to do.
    static func damaged(_ kata: Kata) -> [Line] {
        [
            Line(
                "\(kata.pageFile) has no rules for \(kata.id): it is damaged, or not the author's.",
                .notable
            ),
            Line("Bring it back from the repository: `git checkout \(kata.pageFile)`"), .empty,
        ]
    }

    /// `kata next` goes to the current kata; any other has to be named.
    static func checkCommand(_ kata: Kata, isCurrent: Bool) -> Phrase {
        isCurrent ? "`kata next`" : "`kata check \(kata.id)`"
    }

    /// The introduction of a chapter, for `kata show 3`. The debrief looks back, so it waits for the last kata.
    static func chapter(_ chapter: Chapter, isSolved: Bool, byKeys: Bool = false, layout: Layout) -> [Line] {
        var lines: [Line] = [Line("Chapter \(chapter.number) · \(chapter.title)", .heading), .empty]
        lines += section(nil, chapter.page.introduction, layout)
        lines += [Line("Katas", .heading), .empty]
        lines += chapter.katas.map { Line("\($0.id.description)  \($0.title)", indent: 2) } + [.empty]
        if isSolved {
            lines += section(nil, chapter.page.closing, layout)
        } else if !chapter.page.closing.isEmpty {
            lines += [Line("A debrief follows when all of them are solved.", .faint), .empty]
        }
        var posts: [(Phrase, Phrase)] = []
        if byKeys {
            posts.append(("Back", "**i**"))
        } else if let first = chapter.katas.first {
            posts.append(("Begin", "`kata show \(first.id)`"))
        }
        let page = "\(chapter.folder)/\(layout.language.pageName)"
        posts.append(("Page", "\(page) with its hints and afterwords open"))
        return lines + Widgets.signposts(posts, language: layout.language)
    }

    private static func introduction(_ kata: Kata, byKeys: Bool = false) -> (Phrase, Phrase) {
        byKeys
            ? ("First", "**i** shows what the chapter is about")
            : ("First", "what the chapter is about: `kata show \(kata.id.chapter)`")
    }

    private static func section(_ title: Phrase?, _ text: String, _ layout: Layout) -> [Line] {
        guard !text.isEmpty else { return [] }
        let heading = title.map { [Line($0, .heading), .empty] } ?? []
        return heading + MarkdownBlocks.lines(text, layout: layout) + [.empty]
    }
}

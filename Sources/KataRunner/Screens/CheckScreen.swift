/// Verdicts, in words.
enum CheckScreen {
    /// How many issues of one rule, and diagnostics of one file, are shown before «… and 3 more».
    static let mostIssues = 3
    static let mostDiagnostics = 5
    static let mostPrintedLines = 20

    /// One kata that isn't solved: what is wrong with it.
    ///
    /// - Parameter signposts: what stands at the foot, if another file than the learner's own was checked.
    static func open(
        _ kata: Kata,
        _ result: CheckResult,
        printed: String = "",
        isCurrent: Bool,
        byKeys: Bool = false,
        signposts: [(Phrase, Phrase)]? = nil,
        layout: Layout
    ) -> [Line] {
        var lines = [headline(kata, result), .empty]
        lines += explanation(kata, result) + changedSuite(kata, result)
        let focus = Focus(kata, result)
        lines += focus.sections.map(section) + (focus.sections.isEmpty ? [] : [.empty])
        if let title = focus.title {
            lines += [
                Line("The first section that isn't solved, in full:", .faint), .empty,
                Line(.verbatim(title), .heading), .empty,
            ]
        }
        // As long as much is broken, the first thing about each rule is enough to go on with.
        let most = focus.brokenRules.count > 4 ? 1 : mostIssues
        for group in crashesTogether(focus.brokenRules) {
            lines += rules(group, mostIssues: most) + [.empty]
        }
        let kept = focus.keptRules
        if !kept.isEmpty {
            lines += kept.map { .item("✔", .good, .verbatim($0.name)) } + [.empty]
        }
        lines += self.printed(printed)
        if let signposts { return lines + Widgets.signposts(signposts, language: layout.language) }
        return lines + foot(kata, isCurrent: isCurrent, byKeys: byKeys, layout)
    }

    /// What is shown in full. If the rules stand in sections, that is the first one with a broken rule; the others
    /// show only how many rules hold.
    private struct Focus {
        struct Standing {
            var title: String
            var rules: [RuleResult]
            var kept: Int { rules.filter { $0.outcome == .passed }.count }
            var counted: Int { rules.filter { $0.outcome != .skipped }.count }
            var isWon: Bool { kept == counted }
        }

        var sections: [Standing] = []
        /// Of the section that is shown in full.
        var title: String?
        var brokenRules: [RuleResult]
        var keptRules: [RuleResult]

        init(_ kata: Kata, _ result: CheckResult) {
            (brokenRules, keptRules) = (result.brokenRules, result.keptRules)
            guard kata.page.sections.count > 1, !result.rules.isEmpty else { return }
            sections = kata.page.sections.map { section in
                Standing(
                    title: section.title ?? kata.title,
                    rules: result.rules.filter { section.rules.contains($0.name) }
                )
            }
            guard let open = sections.first(where: { !$0.isWon }) else { return }
            title = open.title
            let own = Set(open.rules.map(\.name))
            brokenRules = brokenRules.filter { own.contains($0.name) || $0.outcome == .crashed }
            keptRules = keptRules.filter { own.contains($0.name) }
        }
    }

    private static func section(_ standing: Focus.Standing) -> Line {
        .item(
            standing.isWon ? "✔" : "✘",
            standing.isWon ? .good : .bad,
            "\(standing.title) · \(standing.kept) of \(standing.counted)"
        )
    }

    private static func printed(_ text: String) -> [Line] {
        let kept = text.reversed().drop { $0.isNewline }.reversed()
        let lines = String(kept).lines
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        let shown = lines.prefix(mostPrintedLines).map {
            Line.preformatted(String($0.prefix(500)), .faint, indent: 2)
        }
        let more = lines.count - mostPrintedLines
        return [Line("Your code printed:")] + shown
            + (more > 0 ? [Line("… and \(more) more lines", .faint, indent: 2)] : []) + [.empty]
    }

    /// Rules that ended in the same crash at the same place are shown together.
    private static func crashesTogether(_ rules: [RuleResult]) -> [[RuleResult]] {
        var groups: [[RuleResult]] = []
        for rule in rules {
            let place = groups.firstIndex { group in
                rule.outcome == .crashed && group[0].outcome == .crashed && group[0].issues == rule.issues
            }
            if let place { groups[place].append(rule) } else { groups.append([rule]) }
        }
        return groups
    }

    static func headline(_ kata: Kata, _ result: CheckResult) -> Line {
        let title: Phrase = "\(kata.id) \(kata.title)"
        switch result.verdict {
        case .passed:
            return .item("✔", .good, "**\(title)** · \(rulesHold(result))")
        case .failed, .crashed, .timedOut:
            return .item("✘", .bad, "**\(title)** · \(rulesHold(result))")
        case .doesNotCompile:
            return .item("✘", .bad, "**\(title)** · \(obstacle(kata, result))")
        case .noTests:
            return .item("✘", .bad, "**\(title)** · no rule was checked")
        }
    }

    private static func obstacle(_ kata: Kata, _ result: CheckResult) -> Phrase {
        if !kata.fileExists { return "its file is missing" }
        if case .compilerCrashed = result.diagnostics.first?.cause { return "the compiler crashed on it" }
        if case .takesOver = result.diagnostics.first?.cause { return "it would change what the suite means" }
        if case .beginsProgram = result.diagnostics.first?.cause {
            return "it makes a program of the chapter"
        }
        return "it does not compile yet"
    }

    static func rulesHold(_ result: CheckResult) -> Phrase {
        let counted = result.rules.filter { $0.outcome != .skipped }.count
        let kept = result.keptRules.count
        if kept == counted { return counted == 1 ? "its one rule holds" : "all \(counted) rules hold" }
        return "\(kept) of \(counted) rules hold"
    }

    private static func changedSuite(_ kata: Kata, _ result: CheckResult) -> [Line] {
        guard result.suiteChanged == true else { return [] }
        return [
            Line("The verdict was earned with a changed suite: \(kata.suite)", .notable),
            Line("To restore it: `git checkout \(kata.suite)`"), .empty,
        ]
    }

    private static func explanation(_ kata: Kata, _ result: CheckResult) -> [Line] {
        switch result.verdict {
        case .doesNotCompile where !kata.fileExists:
            return [Line(verbatim: kata.file, indent: 2)]
                + result.diagnostics.map {
                    Line(indent: 2, parts: [.phrase($0.sentence, .plain)])
                }
                + [.empty]
        case .doesNotCompile:
            return (result.conflict.map { self.conflict($0, in: kata) } ?? diagnostics(result)) + [.empty]
        case .noTests where !result.diagnostics.isEmpty:
            return diagnostics(result) + [.empty]
        case .noTests:
            return [
                Line("The suite ran without a rule, and a kata is solved only by rules that ran and held."),
                .empty,
            ]
        default: return []
        }
    }

    private static func conflict(_ conflict: ConflictMarkers, in kata: Kata) -> [Line] {
        let own = conflict.ownIsBelow ? "theirs" : "ours"
        return [
            Line(
                "Git has left a conflict in this file: your lines and the workbook's stand one below the other."
            ),
            Line(verbatim: "\(kata.file):\(conflict.line)", .faint, indent: 2), .empty,
            Line("Keep yours: `git checkout --\(own) \(kata.file)`"),
            Line("Take the workbook's: `kata reset \(kata.id)`"),
        ]
    }

    private static func rules(_ group: [RuleResult], mostIssues: Int) -> [Line] {
        guard let rule = group.first else { return [] }
        var lines = group.map { rule -> Line in
            let mark = rule.outcome == .notRun ? ("○", Style.faint) : ("✘", .bad)
            return .item(mark.0, mark.1, "**\(rule.name)**")
        }
        if rule.outcome == .crashed, group.count > 1 {
            lines.append(Line("The process ended in the middle of each of these rules:", indent: 2))
        } else if let ending = ending(of: rule.outcome) {
            lines.append(Line(ending, indent: 2))
        }
        let groups = grouped(rule.issues)
        for group in groups.prefix(mostIssues) { lines += issue(group) }
        let more = groups.count - mostIssues
        if more > 0 { lines.append(Line("… and \(more) more", .faint, indent: 2)) }
        return lines
    }

    /// What became of a rule, if its issues alone don't say it.
    static func ending(of outcome: RuleResult.Outcome) -> Phrase? {
        switch outcome {
        case .crashed: "The process ended in the middle of this rule:"
        case .timedOut: "It didn't come to an end:"
        case .disabled: "It was switched off in the suite. A rule must run to hold."
        case .notRun: "It wasn't tried: other rules used up the time."
        case .passed, .failed, .skipped: nil
        }
    }

    /// The same words at the same place, for several rows of data, are shown once.
    static func grouped(_ issues: [RuleIssue]) -> [[RuleIssue]] {
        var groups: [[RuleIssue]] = []
        for issue in issues {
            let place = groups.firstIndex { group in
                group.first.map { ($0.message, $0.file, $0.line) == (issue.message, issue.file, issue.line) }
                    ?? false
            }
            if let place { groups[place].append(issue) } else { groups.append([issue]) }
        }
        return groups
    }

    private static func issue(_ group: [RuleIssue]) -> [Line] {
        guard let issue = group.first else { return [] }
        var lines =
            issue.cause.map { [Line($0.sentence, .notable, indent: 2)] }
            ?? issue.message.split(separator: "\n").map { Line(verbatim: String($0), .notable, indent: 2) }
        if let cases = cases(group) { lines.append(Line(cases, indent: 2)) }
        if let expectation = issue.expectation {
            lines += expectation.split(separator: "\n").map { Line(verbatim: String($0), indent: 2) }
        }
        if !issue.file.isEmpty {
            lines.append(Line(verbatim: "\(issue.file):\(issue.line)", .faint, indent: 2))
        }
        return lines
    }

    /// The rows of data for which the same went wrong. One in which it went wrong twice is named once.
    static func rows(_ group: [RuleIssue]) -> [String] {
        var named: Set<String> = []
        return group.compactMap(\.row).filter { named.insert($0).inserted }
    }

    static func cases(_ group: [RuleIssue]) -> Phrase? {
        let rows = rows(group)
        guard !rows.isEmpty else { return nil }
        let shown = rows.prefix(mostIssues).joined(separator: " · ")
        let more = rows.count - mostIssues
        return more > 0 ? "Case: \(shown) · and \(more) more" : "Case: \(shown)"
    }

    private static func diagnostics(_ result: CheckResult) -> [Line] {
        var lines: [Line] = []
        if let first = result.diagnostics.first, first.file.hasPrefix("Tests/"), result.suiteChanged != true {
            lines += [
                Line("The tests use your type as the page describes it, and the compiler objects:"),
                .empty,
            ]
        }
        var told: Set<String> = []
        let distinct = result.diagnostics.filter { told.insert($0.message).inserted }
        let times = Dictionary(grouping: result.diagnostics, by: \.message).mapValues(\.count)
        for diagnostic in distinct.prefix(mostDiagnostics) {
            lines.append(
                Line(
                    marker: Span(text: "✘", style: .bad),
                    parts: [.phrase(diagnostic.sentence, .plain)]
                )
            )
            if let source = diagnostic.sourceLine?.trimmed, !source.isEmpty {
                lines.append(.preformatted(source, .code, indent: 2))
            }
            lines.append(
                Line(
                    verbatim: "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)",
                    .faint,
                    indent: 2
                )
            )
            if let remedy = diagnostic.cause?.remedy { lines.append(Line(remedy, indent: 2)) }
            let others = (times[diagnostic.message] ?? 1) - 1
            if others > 0 {
                let places: Phrase = others == 1 ? "1 more place" : "\(others) more places"
                lines.append(Line("… and at \(places)", .faint, indent: 2))
            }
        }
        let more = distinct.count - mostDiagnostics
        if more > 0 { lines.append(Line("… and \(more) more", .faint)) }
        return lines
    }

    private static func foot(_ kata: Kata, isCurrent: Bool, byKeys: Bool, _ layout: Layout) -> [Line] {
        guard kata.fileExists else {
            let restore: Phrase = byKeys ? "**x** brings the starter back" : "`kata reset \(kata.id)`"
            return Widgets.signposts([("Restore", restore)], language: layout.language)
        }
        if byKeys { return Widgets.signposts([("Stuck?", KataScreen.hintKey)], language: layout.language) }
        return Widgets.signposts(
            [
                ("Edit", .verbatim(kata.file)),
                ("Again", KataScreen.checkCommand(kata, isCurrent: isCurrent)),
                ("Stuck?", "`kata hint \(kata.id)`"),
            ],
            language: layout.language
        )
    }

    /// A kata that is solved now.
    static func solved(_ kata: Kata, _ result: CheckResult, isNews: Bool, layout: Layout) -> [Line] {
        let lines: [Line] = [headline(kata, result), .empty] + changedSuite(kata, result)
        return isNews ? lines + KataScreen.afterword(kata, layout) : lines
    }

    /// Katas that were solved and no longer are, because of another edit.
    static func regressions(
        _ broken: [Judged],
        byKeys: Bool = false
    ) -> [Line] {
        broken.flatMap { judged -> [Line] in
            let kata = judged.kata
            var lines: [Line] = [
                .item("✘", .bad, "**\(kata.id) \(kata.title)** was solved and is open again")
            ]
            lines += judged.result.brokenRules.prefix(mostIssues).map {
                .item("✘", .bad, .verbatim($0.name), indent: 2)
            }
            let see: Phrase =
                byKeys ? "Look closer: press **l**, choose \(kata.id)" : "See: `kata check \(kata.id)`"
            return lines + [Line(see, indent: 2), .empty]
        }
    }

    /// Many katas at once.
    ///
    /// - Parameter news: those that were never solved before.
    static func many(
        _ results: [Judged],
        news: [Kata] = [],
        byKeys: Bool = false,
        width: Int
    ) -> [Line] {
        rows(results) + summary(results, news: news, byKeys: byKeys, width: width)
    }

    /// A line for each kata, and what is wrong in a few words.
    static func rows(_ results: [Judged]) -> [Line] {
        var lines: [Line] = []
        for judged in results {
            let result = judged.result
            lines.append(headline(judged.kata, result))
            if result.suiteChanged == true {
                lines.append(Line("earned with a changed suite", .notable, indent: 2))
            }
            lines += result.brokenRules.map { .item("✘", .bad, .verbatim($0.name), indent: 2) }
            if let first = result.diagnostics.first {
                lines.append(Line(indent: 2, parts: [.phrase(first.sentence, .plain)]))
                lines.append(Line(verbatim: "\(first.file):\(first.line):\(first.column)", .faint, indent: 2))
            }
        }
        return lines
    }

    /// How many of them hold, and where to go from there.
    static func summary(
        _ results: [Judged],
        news: [Kata] = [],
        byKeys: Bool = false,
        width: Int
    ) -> [Line] {
        let solved = results.filter { $0.result.verdict == .passed }.count
        var lines: [Line] = [.empty]
        // On a screen with keys, a bar of all katas stands below.
        if !byKeys {
            lines += [Widgets.progressLine(done: solved, of: results.count, width: width), .empty]
        }
        lines += afterwords(of: news, byKeys: byKeys)
        if let first = results.first(where: { $0.result.verdict != .passed }) {
            lines.append(
                Line(
                    byKeys
                        ? "Look closer: press **l**, choose \(first.kata.id)"
                        : "Look closer: `kata check \(first.kata.id)`"
                )
            )
        } else {
            lines.append(Line(byKeys ? "Go on: **n**" : "Go on: `kata next`"))
        }
        return lines
    }

    /// Where the afterwords are that nobody has seen yet.
    private static func afterwords(of news: [Kata], byKeys: Bool) -> [Line] {
        let news = news.filter { !$0.page.afterword.isEmpty }
        guard !news.isEmpty else { return [] }
        if byKeys {
            let ids = news.map(\.id.description).joined(separator: ", ")
            return [
                Line("Solved for the first time: \(ids)"),
                Line("For an afterword, press **l** and choose its kata."), .empty,
            ]
        }
        return [Line("Solved for the first time. The afterwords:")]
            + news.map { Line("`kata show \($0.id)`", indent: 2) } + [.empty]
    }

    static func allSolved(_ catalogue: Catalogue, width: Int) -> [Line] {
        let total = catalogue.katas.count
        return [Widgets.progressLine(done: total, of: total, width: width), .empty]
            + closing(lastChapter: catalogue.chapters.last)
    }

    static func chapterComplete(_ number: Int, byKeys: Bool = false) -> Line {
        Line(
            byKeys
                ? "Chapter \(number) is complete. Look back on it: **i**"
                : "Chapter \(number) is complete. Look back on it: `kata show \(number)`"
        )
    }

    /// - Parameter byKeys: whether a key shows the last chapter from here.
    static func closing(lastChapter: Chapter?, byKeys: Bool = false) -> [Line] {
        [
            Line("Every kata of this workbook is solved. You have built a domain model, rule by rule."),
            Line(
                byKeys
                    ? "Where to go from here: **i**"
                    : "Where to go from here: `kata show \(lastChapter?.number ?? 1)`"
            ),
        ]
    }
}

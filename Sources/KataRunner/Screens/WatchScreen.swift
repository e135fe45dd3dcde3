import Foundation

/// What `kata watch` shows: a body that scrolls, and a footer that stays.
enum WatchScreen {
    static func body(_ state: WatchState, layout: Layout) -> [Line] {
        notice(state) + view(state, layout: layout)
    }

    private static func view(_ state: WatchState, layout: Layout) -> [Line] {
        switch state.view {
        case .many:
            let results = state.lastMany.compactMap { result in
                state.standings.first { $0.kata.id == result.id }.map { Judged($0.kata, result) }
            }
            guard !results.isEmpty else { return [Line("The verdicts will appear here.", .faint)] }
            return state.activity == nil
                ? CheckScreen.many(
                    results,
                    news: results.map(\.kata).filter { state.firstSolved.contains($0.id) },
                    byKeys: true,
                    width: layout.width
                ) : CheckScreen.rows(results)
        case .list(let list):
            return ListScreen.browse(list)
        case .keys: return keys()
        case .complaint(let complaint):
            return NoticeScreen.complaint(complaint)
        case .page, .verdict, .hint, .confirmingReset, .chapter, .confirmingSpoil, .comparison:
            guard let standing = state.standing else { return gone(state.current) }
            return view(state, of: standing, layout: layout)
        }
    }

    private static func view(_ state: WatchState, of standing: Standing, layout: Layout) -> [Line] {
        let kata = standing.kata
        switch state.view {
        case .hint:
            return HintScreen.lines(
                kata,
                level: state.hintLevel,
                isCurrent: true,
                byKeys: true,
                layout: layout
            )
        case .confirmingReset:
            return ResetScreen.question([kata]) + [
                .empty, Line("**y** puts the starter back. Any other key leaves your file as it is."),
            ]
        case .chapter:
            guard let chapter = state.chapter else { return [] }
            let isSolved = state.isComplete(chapter)
            return KataScreen.chapter(chapter, isSolved: isSolved, byKeys: true, layout: layout)
        case .confirmingSpoil:
            return [
                Line(Complaint.notSolvedYet(kata.id.description).sentence), .empty,
                Line("**y** shows it anyway. Any other key goes back, and then **h** gives a hint."),
            ]
        case .comparison(let own, let solution):
            // What is cut off on a screen can't be read.
            return DiffScreen.lines(from: own, kata.file, to: solution, kata.solution).map(\.wrappedCode)
        case .verdict:
            return verdict(state, standing, layout: layout)
        case .page, .many, .list, .keys, .complaint:
            return verdictAtHand(state, kata)
                + KataScreen.lines(
                    standing,
                    in: state.chapter,
                    isCurrent: true,
                    byKeys: true,
                    layout: layout
                )
        }
    }

    /// A change of branches has taken its folder away, say.
    private static func gone(_ id: KataID) -> [Line] {
        [
            Line("There is no kata \(id) in `Exercises` now.", .notable),
            Line("Once it is back, it is shown here. To choose another kata: **l**"),
        ]
    }

    /// The verdict has come while the page is read for the first time.
    private static func verdictAtHand(_ state: WatchState, _ kata: Kata) -> [Line] {
        guard state.isPresenting, let result = state.result else { return [] }
        return [CheckScreen.headline(kata, result), Line("The whole verdict: **s**"), .empty]
    }

    /// The line of the body where the newest hint begins.
    static func newestHint(_ state: WatchState, layout: Layout) -> Int? {
        guard state.view == .hint, let count = state.kata?.page.hints.count else { return nil }
        return body(state, layout: layout).firstIndex(of: HintScreen.title(state.hintLevel, of: count))
    }

    private static func verdict(_ state: WatchState, _ standing: Standing, layout: Layout) -> [Line] {
        guard let result = state.result else { return [] }
        let regressions = state.regressions.compactMap { id in
            state.standings.first { $0.kata.id == id }.flatMap { standing in
                state.results[id].map { Judged(standing.kata, $0) }
            }
        }
        let lines = news(state) + CheckScreen.regressions(regressions, byKeys: true)
        guard result.verdict == .passed else {
            return lines
                + CheckScreen.open(
                    standing.kata,
                    result,
                    printed: state.printed,
                    isCurrent: true,
                    byKeys: true,
                    layout: layout
                )
        }
        let glad = CheckScreen.solved(standing.kata, result, isNews: true, layout: layout)
        return lines + glad
            + Widgets.signposts([("Compare", KataScreen.solutionKey)], language: layout.language)
            + onward(state)
    }

    /// Where a solved kata leads on to.
    private static func onward(_ state: WatchState) -> [Line] {
        guard let next = state.next else {
            let last = state.chapters.last
            return CheckScreen.closing(lastChapter: last, byKeys: last?.number == state.current.chapter)
        }
        let isComplete = state.chapter.map(state.isComplete) ?? false
        return (isComplete ? [CheckScreen.chapterComplete(state.current.chapter, byKeys: true)] : []) + [
            state.isNews
                ? Line("Well done! **n** leads on to **\(next.id) \(next.title)**")
                : Line("**n** leads on to **\(next.id) \(next.title)**")
        ]
    }

    private static func notice(_ state: WatchState) -> [Line] {
        switch state.notice {
        case nil: []
        case .restored(let file):
            [
                .item("✔", .good, "\(file) is the starter again."),
                Line("To bring back what you had written: `kata undo`", indent: 2), .empty,
            ]
        case .isStarter(let file): [Line("\(file) is the starter already.", .notable), .empty]
        case .isFirst: [Line("This is the first kata.", .notable), .empty]
        case .isLast where state.standing?.status == .solved: []
        case .isLast: [Line("This is the last kata.", .notable), .empty]
        case .notKept(let complaint): NoticeScreen.notKept(complaint)
        }
    }

    /// Every key with what it does.
    private static func keys() -> [Line] {
        [Line("Keys", .heading), .empty]
            + KeyLegend.all.map { key in
                Line(
                    indent: 2,
                    parts: [
                        .phrase(.verbatim(key.key), .strong), .tab(to: 8), .phrase(key.meaning, .plain),
                    ]
                )
            }
    }

    /// What the last save has done.
    private static func news(_ state: WatchState) -> [Line] {
        let green = state.turnedGreen.map { Line.item("✔", .good, "now holds: \($0)") }
        let red = state.turnedRed.map { Line.item("✘", .bad, "no longer holds: \($0)") }
        return green.isEmpty && red.isEmpty ? [] : red + green + [.empty]
    }

    static func footer(_ state: WatchState, layout: Layout, limits: Checker.Limits) -> [Line] {
        let solved = state.standings.filter { $0.status == .solved }.count
        var lines: [Line] = [.empty]
        if let activity = state.activity {
            let phrase = StatusScreen.phrase(for: activity.stage, seconds: activity.seconds, limits: limits)
            lines.append(Line(phrase, .notable))
        } else if let kata = state.kata {
            let watching: Phrase = "Watching \(kata.file)"
            let line: Phrase = state.preparing.map { "\(watching) · making chapter \($0) ready" } ?? watching
            lines.append(Line(line, .faint))
        }
        lines.append(Widgets.progressLine(done: solved, of: state.standings.count, width: layout.width))
        return lines + keys(state, width: layout.width)
    }

    private static func keys(_ state: WatchState, width: Int) -> [Line] {
        switch state.view {
        case .list(let list): [ListScreen.keys(list, width: width)]
        case .confirmingReset: [KeyLine.line([("y", "starter back"), ("n", "leave it")], width: width)]
        case .confirmingSpoil: [KeyLine.line([("y", "show it"), ("n", "go back")], width: width)]
        default:
            KeyLine.lines(KeyLegend.all.compactMap { key in key.name.map { (key.key, $0) } }, width: width)
        }
    }
}

/// The keys on the last line of a screen: with their meaning if there is room.
enum KeyLine {
    /// Two lines if they give every key its meaning and one doesn't.
    static func lines(_ keys: [(String, Phrase)], width: Int) -> [Line] {
        var (room, count) = (width, 0)
        for (key, meaning) in keys {
            let columns = key.displayWidth + 1 + meaning.text().displayWidth
            guard columns <= room else { break }
            room -= columns + 2
            count += 1
        }
        let rows = [Array(keys.prefix(count)), Array(keys.dropFirst(count))]
        guard count > 0, !rows[1].isEmpty, hasRoom(rows[1], width: width) else {
            return [line(keys, width: width)]
        }
        return rows.map { line($0, width: width) }
    }

    private static func hasRoom(_ keys: [(String, Phrase)], width: Int) -> Bool {
        words(keys) + keys.count - 1 <= width
    }

    private static func words(_ keys: [(String, Phrase)]) -> Int {
        keys.reduce(0) { $0 + $1.0.displayWidth + 1 + $1.1.text().displayWidth }
    }

    static func line(_ keys: [(String, Phrase)], width: Int) -> Line {
        let words = words(keys)
        let gaps = keys.count - 1
        let hasRoom = hasRoom(keys, width: width)
        let gap: Phrase = words + 2 * gaps <= width ? "  " : " "
        var parts: [Line.Part] = []
        for (index, (key, meaning)) in keys.enumerated() {
            if index > 0 { parts.append(.phrase(gap, .plain)) }
            parts.append(.phrase(.verbatim(key), .strong))
            if hasRoom || index == 0 || index == gaps {
                parts.append(.phrase(" \(meaning)", .faint))
            }
        }
        return Line(parts: parts)
    }
}

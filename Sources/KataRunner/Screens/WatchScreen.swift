import Foundation

/// What `kata watch` shows: a body that scrolls, and a footer that stays.
enum WatchScreen {
    static func body(_ state: WatchState, layout: Layout) -> [Line] {
        notice(state) + view(state, layout: layout)
    }

    private static func view(_ state: WatchState, layout: Layout) -> [Line] {
        guard let standing = state.standing else { return [] }
        let kata = standing.kata
        let chapter = state.chapters.first { $0.number == kata.id.chapter }
        switch state.view {
        case .page:
            return KataScreen.lines(standing, in: chapter, isCurrent: true, byKeys: true, layout: layout)
        case .verdict:
            return verdict(state, standing, layout: layout)
        case .hint:
            return HintScreen.lines(
                kata,
                level: state.hintLevel,
                isCurrent: true,
                byKeys: true,
                layout: layout
            )
        case .many:
            let results = state.lastMany.compactMap { result in
                state.standings.first { $0.kata.id.description == result.id }.map { ($0.kata, result) }
            }
            return results.isEmpty
                ? [Line("The verdicts will stand here.", .faint)]
                : CheckScreen.many(results, byKeys: true, width: layout.width)
        case .list(let list):
            return ListScreen.browse(list)
        case .confirmingReset:
            return ResetScreen.question([kata]) + [
                .empty, Line("**y** puts the starter back. Any other key leaves your file as it is."),
            ]
        case .keys: return keys()
        case .complaint(let complaint):
            return NoticeScreen.complaint(complaint)
        }
    }

    private static func verdict(_ state: WatchState, _ standing: Standing, layout: Layout) -> [Line] {
        guard let result = state.result else { return [] }
        let regressions = state.regressions.compactMap { id in
            state.standings.first { $0.kata.id == id }.flatMap { standing in
                state.results[id].map { (standing.kata, $0) }
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
        return lines + glad + [
            Line("Compare: `kata solution \(standing.kata.id) --diff`")
        ] + onward(state)
    }

    /// Where it goes on from a solved kata.
    private static func onward(_ state: WatchState) -> [Line] {
        guard let next = state.next else { return CheckScreen.closing(lastChapter: state.chapters.last) }
        let chapter = state.standings.filter { $0.kata.id.chapter == state.current.chapter }
        let isComplete = chapter.allSatisfy { $0.status == .solved }
        return (isComplete ? [CheckScreen.chapterComplete(state.current.chapter)] : []) + [
            state.isNews
                ? Line("Well done! **n** leads on to **\(next.id.description) \(next.title)**")
                : Line("**n** leads on to **\(next.id.description) \(next.title)**")
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
        let keys: [(Phrase, Phrase)] = [
            ("n", "the next kata; from a solved one, the next that isn't"), ("p", "the kata before"),
            ("h", "one more hint"), ("s", "the page of this kata, and back to the verdict"),
            ("l", "the list of all katas"), ("c", "check all katas of this chapter"),
            ("a", "check all katas"),
            ("r", "check this kata again, as a save does"), ("o", "open the file in your editor"),
            ("x", "put the starter back; asks first"), ("↑ ↓", "scroll; space and the page keys too"),
            ("q", "quit"),
        ]
        return [Line("Keys", .heading), .empty]
            + keys.map { key, meaning in
                Line(indent: 2, parts: [.phrase(key, .strong), .tab(to: 5), .phrase(meaning, .plain)])
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
            lines.append(Line("Watching \(kata.file)", .faint))
        }
        lines.append(Widgets.progressLine(done: solved, of: state.standings.count, width: layout.width))
        lines.append(keys(state, width: layout.width))
        return lines
    }

    private static func keys(_ state: WatchState, width: Int) -> Line {
        if case .list(let list) = state.view { return ListScreen.keys(list, width: width) }
        if state.view == .confirmingReset {
            return KeyLine.line([("y", "starter back"), ("n", "leave it")], width: width)
        }
        let keys: [(String, Phrase)] = [
            ("n", "next"), ("p", "back"), ("h", "hint"), ("s", "page"), ("l", "list"), ("c", "chapter"),
            ("a", "all"), ("o", "open"), ("x", "reset"), ("?", "keys"), ("q", "quit"),
        ]
        return KeyLine.line(keys, width: width)
    }
}

/// The keys on the last line of a screen: with their meaning where there is room.
enum KeyLine {
    static func line(_ keys: [(String, Phrase)], width: Int) -> Line {
        let words = keys.reduce(0) { $0 + $1.0.displayWidth + 1 + $1.1.text().displayWidth }
        let gaps = keys.count - 1
        let hasRoom = words + gaps <= width
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

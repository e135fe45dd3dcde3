/// What has come with an update.
enum UpdateScreen {
    static func recovered() -> [Line] {
        [Line("The last update was interrupted. Your edits are back in their place.", .notable), .empty]
    }

    /// - Parameter outcome: nil if nothing was new.
    static func lines(_ outcome: Updater.Outcome?, _ news: UpdateNews, from source: UpdateSource) -> [Line] {
        guard let outcome else {
            return [.item("✔", .good, "There is nothing new on \(source.name).")] + fork(source)
                + [Line("Go on: `kata next`")]
        }
        let headline: Phrase = .count(
            outcome.commits,
            one: "The workbook is now as on \(source.name): 1 new commit.",
            many: "The workbook is now as on \(source.name): \(outcome.commits) new commits."
        )
        var lines: [Line] = [.item("✔", .good, headline)]
        if outcome.isMerge {
            lines.append(
                Line(
                    "Your own commits were merged with it, and your exercises stayed as they were.",
                    indent: 2
                )
            )
        }
        lines.append(.empty)
        lines += list("New:", news.new)
        if let first = news.newStarters.first {
            lines += list(
                "The starter has changed, and your file is as you wrote it:",
                news.newStarters
            )
            lines += [
                Line(
                    "To begin with the new one: `kata reset \(first.id)`. Then `kata undo` brings your file back."
                ),
                .empty,
            ]
        }
        lines += list("The rules have changed:", news.newRules)
        lines += files(outcome)
        if !news.toBeChecked.isEmpty {
            lines += [
                Line(
                    .count(
                        news.toBeChecked.count,
                        one:
                            "1 solved kata depends on what is new. To see whether its rules still hold: `kata check all`",
                        many:
                            "\(news.toBeChecked.count) solved katas depend on what is new. To see whether their rules still hold: `kata check all`"
                    )
                ), .empty,
            ]
        }
        return lines + fork(source) + [Line("Go on: `kata next`")]
    }

    private static func list(_ title: Phrase, _ katas: [Kata]) -> [Line] {
        guard !katas.isEmpty else { return [] }
        return [Line(title)]
            + katas.map { .item("•", .plain, "\($0.id.description) \($0.title)", indent: 2) } + [.empty]
    }

    /// Files that aren't where they were.
    private static func files(_ outcome: Updater.Outcome) -> [Line] {
        var lines = outcome.moved.sorted { $0.key < $1.key }.map { old, new in
            Line("Your \(old) is \(new) now.")
        }
        for file in outcome.gone {
            guard let backup = outcome.backup else { continue }
            lines.append(Line("\(file) is no longer part of the workbook. Yours is in \(backup)."))
        }
        return lines.isEmpty ? [] : lines + [.empty]
    }

    private static func fork(_ source: UpdateSource) -> [Line] {
        guard let workbook = source.workbookItself else { return [] }
        return [
            Line(
                "If \(source.remote) is a fork, ask the workbook itself for news: `kata update --from \(workbook)`"
            ),
            .empty,
        ]
    }
}

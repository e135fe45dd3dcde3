/// A walkthrough, step by step: what to say, what changes, and which rules are red then.
enum WalkScreen {
    // MARK: - Printed

    static func printed(_ lesson: Lesson, step: Walkthrough.Step?, layout: Layout) -> [Line] {
        let chapter = lesson.chapter.number
        guard let step else {
            return lesson.steps.flatMap { page(lesson, $0, layout: layout) + [.empty, .empty] }
                + Widgets.signposts(
                    [
                        ("One step", "`kata walk \(chapter) --step 1`"),
                        ("Verdict", "`kata walk \(chapter) --step 1 --run`"),
                    ],
                    language: layout.language
                )
        }
        return page(lesson, step, layout: layout)
            + [.empty]
            + Widgets.signposts(
                [("Verdict", "`kata walk \(chapter) --step \(step.number) --run`")]
                    + onward(lesson, from: step),
                language: layout.language
            )
    }

    /// The verdict of a step, as `kata check` prints it.
    static func verdict(
        _ lesson: Lesson,
        _ step: Walkthrough.Step,
        _ result: CheckResult,
        printed: String = "",
        layout: Layout
    ) -> [Line] {
        let chapter = lesson.chapter.number
        let posts: [(Phrase, Phrase)] =
            [("Step", "`kata walk \(chapter) --step \(step.number)`")] + onward(lesson, from: step, " --run")
        guard result.verdict == .passed else {
            return CheckScreen.open(
                lesson.kata,
                result,
                printed: printed,
                isCurrent: false,
                signposts: posts,
                layout: layout
            )
        }
        return CheckScreen.solved(
            lesson.kata,
            result,
            isNews: step.number == lesson.steps.count,
            layout: layout
        ) + Widgets.signposts(posts, language: layout.language)
    }

    /// Said if the verdict isn't the one that the walkthrough expects.
    static func surprise(_ step: Walkthrough.Step, _ result: CheckResult) -> [Line] {
        guard let red = step.red else { return [] }
        let broken = result.brokenRules.map(\.name)
        if result.verdict == .doesNotCompile {
            return [Line("The walkthrough doesn't expect this: its steps compile.", .notable)] + mend
        }
        let unexpected = broken.filter { !red.contains($0) }
        let missing = red.filter { !broken.contains($0) }
        guard !unexpected.isEmpty || !missing.isEmpty else { return [] }
        return [Line("The walkthrough expects something else.", .notable)]
            + unexpected.map { .item("✘", .bad, "red, though expected green: \($0)") }
            + missing.map { .item("✔", .good, "green, though expected red: \($0)") }
            + mend
    }

    private static var mend: [Line] { [Line("What is wrong with it: `kata author check`"), .empty] }

    private static func onward(_ lesson: Lesson, from step: Walkthrough.Step, _ option: String = "")
        -> [(Phrase, Phrase)]
    {
        let chapter = lesson.chapter.number
        guard step.number < lesson.steps.count else {
            return [("Compare", "`kata solution \(lesson.kata.id) --spoil`")]
        }
        return [("Next", "`kata walk \(chapter) --step \(step.number + 1)\(option)`")]
    }

    static func applied(_ lesson: Lesson, _ step: Walkthrough.Step, backup: String?) -> [Line] {
        var lines: [Line] = [
            .item("✔", .good, "\(lesson.kata.file) is step \(step.number) of \(lesson.steps.count) now.")
        ]
        if let backup {
            lines.append(Line("What stood there is in \(backup). To bring it back: `kata undo`"))
        }
        return lines + [Line("Check it: `kata check \(lesson.kata.id)`")]
    }

    static func appliedAlready(_ lesson: Lesson, _ step: Walkthrough.Step) -> [Line] {
        [
            Line("\(lesson.kata.file) is step \(step.number) of \(lesson.steps.count) already."),
            Line("Check it: `kata check \(lesson.kata.id)`"),
        ]
    }

    // MARK: - A step

    private static func page(
        _ lesson: Lesson,
        _ step: Walkthrough.Step,
        showsWholeFile: Bool = false,
        hidesRules: Bool = false,
        onStage: Bool = false,
        layout: Layout
    ) -> [Line] {
        var lines = heading(lesson, step)
        lines += MarkdownBlocks.lines(step.prose, layout: layout) + [.empty]
        let rules = hidesRules ? hidden(step) : rules(lesson, step)
        let code = showsWholeFile ? whole(lesson, step) : difference(lesson, step)
        // Code may be longer than the screen, where nobody should scroll for what the room has predicted. On paper
        // whoever reads on has predicted.
        return lines
            + (onStage ? rules + [.empty] + code.map(\.wrappedCode) : code + [.empty] + rules)
    }

    private static func heading(_ lesson: Lesson, _ step: Walkthrough.Step) -> [Line] {
        let title: Phrase = "\(lesson.kata.id) \(lesson.kata.title)"
        let place: Phrase = "step \(step.number) of \(lesson.steps.count)"
        let names = [lesson.walkthrough.title, step.section ?? ""].filter { !$0.isEmpty }
        return [
            Line("\(title) · \(place)", .heading), Line(verbatim: names.joined(separator: " · "), .faint),
            .empty,
        ]
    }

    /// What has changed since the step before. The first step comes after the starter, or is it.
    private static func difference(_ lesson: Lesson, _ step: Walkthrough.Step) -> [Line] {
        let text = lesson.texts[step.number - 1].withoutLastNewline
        guard step.number == 1 else {
            return DiffScreen.lines(
                from: lesson.texts[step.number - 2].withoutLastNewline,
                "step \(step.number - 1)",
                to: text,
                "step \(step.number)"
            )
        }
        guard !lesson.beginsAtStarter else { return whole(lesson, step) }
        let reason = step.otherThanStarter.map { [Line("Not the starter: \($0)"), .empty] } ?? []
        return reason
            + DiffScreen.lines(
                from: lesson.starter.withoutLastNewline,
                "the starter",
                to: text,
                "step 1"
            )
    }

    private static func whole(_ lesson: Lesson, _ step: Walkthrough.Step) -> [Line] {
        let lines = lesson.texts[step.number - 1].withoutLastNewline
            .lines
        return [.preformatted(lesson.kata.file, .strong)] + lines.map { .preformatted(" " + $0) }
    }

    private static func rules(_ lesson: Lesson, _ step: Walkthrough.Step) -> [Line] {
        guard let red = step.red else {
            return [Line("The step doesn't say which rules are red: `kata author check`", .notable)]
        }
        return [Line("Rules at this step", .heading), .empty]
            + red.map { .item("✘", .bad, .verbatim($0)) }
            + lesson.green(at: step).map { .item("✔", .good, .verbatim($0)) }
    }

    private static func hidden(_ step: Walkthrough.Step) -> [Line] {
        [Line("Which rules are red now? **e** shows them, **r** runs them.", .notable)]
    }

    // MARK: - On a screen of its own

    static func body(_ state: WalkState, layout: Layout) -> [Line] {
        let notice = state.complaint.map { NoticeScreen.complaint($0) + [.empty] } ?? []
        switch state.view {
        case .step:
            return notice
                + page(
                    state.lesson,
                    state.step,
                    showsWholeFile: state.showsWholeFile,
                    hidesRules: state.hidesRules,
                    onStage: true,
                    layout: layout
                )
        case .verdict: return notice + verdict(state, layout: layout)
        case .keys: return keys()
        }
    }

    private static func verdict(_ state: WalkState, layout: Layout) -> [Line] {
        guard let result = state.result else {
            let heading = heading(state.lesson, state.step)
            guard state.complaint == nil else { return heading }
            guard !state.isTrying else {
                return heading + [Line("The verdict will appear here.", .faint)]
            }
            return heading + [Line("The verdict will appear here. **r** tries this step.", .faint)]
        }
        let surprise = surprise(state.step, result)
        guard result.verdict == .passed else {
            return surprise
                + CheckScreen.open(
                    state.lesson.kata,
                    result,
                    printed: state.printed,
                    isCurrent: false,
                    signposts: [],
                    layout: layout
                )
        }
        let isLast = state.number == state.lesson.steps.count
        return surprise + CheckScreen.solved(state.lesson.kata, result, isNews: isLast, layout: layout)
    }

    private static func keys() -> [Line] {
        let keys: [(Phrase, Phrase)] = [
            ("n", "the next step; space and → too"), ("p", "the step before; backspace and ← too"),
            ("1…9", "the step with that number; 0 is 10"), ("r", "run this step in a scratch copy"),
            ("v", "the verdict, and back to the step"),
            ("e", "show or hide which rules are red and green"),
            ("c", "the complete file, and back to what has changed"),
            ("↑ ↓", "scroll; the page keys too"), ("q", "leave"),
        ]
        return [Line("Keys", .heading), .empty]
            + keys.map { key, meaning in
                Line(indent: 2, parts: [.phrase(key, .strong), .tab(to: 5), .phrase(meaning, .plain)])
            }
    }

    static func footer(_ state: WalkState, layout: Layout, limits: Checker.Limits) -> [Line] {
        var lines: [Line] = [.empty]
        if let activity = state.activity {
            let phrase = StatusScreen.phrase(for: activity.stage, seconds: activity.seconds, limits: limits)
            lines.append(Line(phrase, .notable))
        } else if state.isTrying {
            lines.append(Line("Trying step \(state.number)", .notable))
        }
        let count = state.lesson.steps.count
        lines.append(
            Line(
                parts: Widgets.bar(done: state.number, of: count, width: min(24, max(6, layout.width / 3)))
                    + [Widgets.gap, .phrase("step \(state.number) of \(count)", .plain)]
                    + (state.hidesRules ? [.phrase(" · ", .faint), .phrase("rules covered", .faint)] : [])
            )
        )
        let keys: [(String, Phrase)] = [
            ("n", "next"), ("p", "back"), ("r", "run"), ("v", "verdict"), ("e", "rules"), ("c", "file"),
            ("?", "keys"), ("q", "leave"),
        ]
        return lines + [KeyLine.line(keys, width: layout.width)]
    }
}

extension String {
    /// An empty line at the end of a file isn't worth showing.
    fileprivate var withoutLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}

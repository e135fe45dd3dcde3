@testable import KataRunner

// MARK: - A walkthrough

extension Scene {
    static let teaching: [Scene] = (try? TaughtToy.lesson()).map(teaching) ?? []

    private static func teaching(_ lesson: Lesson) -> [Scene] {
        let lost = RuleIssue.lost("a small parcel pays too much", "(.large → .small) == .small")
        let red = lesson.result(at: 1, lost)
        let green = lesson.result(at: 5)
        func trial(_ result: CheckResult, printed: String = "") -> Checker.Trial {
            Checker.Trial(result: result, warnings: [], printed: printed)
        }
        return [
            Scene("walk-printed") { WalkScreen.printed(lesson, step: nil, layout: $0) },
            Scene("walk-printed-step", [.coloured, .ascii, .wide]) {
                WalkScreen.printed(lesson, step: lesson.steps[1], layout: $0)
            },
            Scene("walk-printed-last-step") {
                WalkScreen.printed(lesson, step: lesson.steps[4], layout: $0)
            },
            Scene("walk-not-the-starter") {
                WalkScreen.printed(late(lesson), step: late(lesson).steps[0], layout: $0)
            },
            Scene("walk-red", [.coloured]) {
                WalkScreen.verdict(lesson, lesson.steps[0], red, layout: $0)
            },
            Scene("walk-green-at-last") {
                WalkScreen.verdict(lesson, lesson.steps[4], green, layout: $0)
            },
            Scene("walk-green-on-the-way") {
                WalkScreen.verdict(lesson, lesson.steps[3], green, layout: $0)
            },
            Scene("walk-surprise", [.coloured]) { _ in
                WalkScreen.surprise(lesson.steps[1], lesson.result(at: 1))
                    + WalkScreen.surprise(lesson.steps[1], lesson.result(at: 4))
                    + WalkScreen.surprise(lesson.steps[1], lesson.kata.doesNotCompile())
            },
            Scene("walk-applied", [.coloured]) { _ in
                WalkScreen.applied(lesson, lesson.steps[2], backup: ".kata/backups/20261120-200105-1")
            },
            Scene("walk-applied-where-nothing-was") { _ in
                WalkScreen.applied(lesson, lesson.steps[2], backup: nil)
            },
            Scene("walk-applied-already") { _ in WalkScreen.appliedAlready(lesson, lesson.steps[2]) },
            stage("walk-stage", lesson, [.coloured, .ascii, .wide], keys: "n"),
            stage("walk-stage-starter", lesson),
            stage("walk-stage-whole-file", lesson, keys: "nc"),
            stage("walk-stage-rules-uncovered", lesson, keys: "ne"),
            stage("walk-stage-keys", lesson, keys: "?"),
            stage("walk-stage-to-be-run", lesson, keys: "v"),
            stage(
                "walk-stage-verdict-to-come",
                lesson,
                keys: "rv",
                .progress(.running(katas: 1), seconds: 1)
            ),
            stage(
                "walk-stage-running",
                lesson,
                [.coloured],
                keys: "r",
                .progress(.building(chapters: [2]), seconds: 3)
            ),
            stage(
                "walk-stage-red",
                lesson,
                [.coloured],
                keys: "r",
                .ran(step: 1, trial(red, printed: "2000 그램\n"))
            ),
            stage("walk-stage-green", lesson, keys: "5r", .ran(step: 5, trial(green))),
            stage("walk-stage-surprise", lesson, keys: "2r", .ran(step: 2, trial(red))),
            stage("walk-stage-complaint", lesson, keys: "r", .failed(.noCompiler)),
            stage("walk-stage-long-lines", lessonOfLongLines(lesson), keys: "2"),
        ]
    }

    private static func stage(
        _ name: String,
        _ lesson: Lesson,
        _ looks: [Look] = [],
        keys: String = "",
        _ events: WalkState.Event...
    ) -> Scene {
        var state = WalkState(lesson: lesson)
        for key in keys { _ = state.handle(.key(.character(key))) }
        for event in events { _ = state.handle(event) }
        return Scene(name, looks) { [state] layout in
            WalkScreen.body(state, layout: layout)
                + WalkScreen.footer(state, layout: layout, limits: Checker.Limits())
        }
    }

    /// One that begins behind the starter.
    private static func late(_ lesson: Lesson) -> Lesson {
        var walkthrough = lesson.walkthrough
        walkthrough.steps[0].otherThanStarter = "the first limit was found together."
        return Lesson(
            walkthrough: walkthrough,
            chapter: lesson.chapter,
            kata: lesson.kata,
            starter: lesson.starter,
            texts: [lesson.texts[1]] + lesson.texts.dropFirst()
        )
    }

    private static func lessonOfLongLines(_ lesson: Lesson) -> Lesson {
        let line = """
                    // 소포의 크기는 무게를 따르고, 그 밖의 것은 따르지 않는다: a parcel's size follows from its weight alone.

            """
        return Lesson(
            walkthrough: lesson.walkthrough,
            chapter: lesson.chapter,
            kata: lesson.kata,
            starter: lesson.starter,
            texts: lesson.texts.enumerated().map { index, text in
                index == 1 ? text.replacing("        grams <=", with: "\(line)        grams <=") : text
            }
        )
    }
}

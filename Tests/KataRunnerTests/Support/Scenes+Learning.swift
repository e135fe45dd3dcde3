import Foundation

@testable import KataRunner

// MARK: - Where one is

extension Scene {
    static let overviews: [Scene] = [
        Scene("dashboard-fresh") {
            dashboard(Sample.standings(.unsolved, .unsolved, .unsolved, .unsolved), $0)
        },
        Scene("dashboard-underway", [.coloured, .ascii, .korean]) {
            dashboard(Sample.standings(.solved, .solved, .changed, .unsolved), $0)
        },
        Scene("dashboard-all-solved", [.coloured]) {
            dashboard(Sample.standings(.solved, .solved, .solved, .solved), $0)
        },
        Scene("list-reopened") { _ in
            var standings = Sample.standings(.solved, .unsolved, .solved, .unsolved)
            standings[1].isReopened = true
            return list(standings)
        },
        Scene("list-changed") { _ in
            var standings = Sample.standings(.changed, .changed, .changed, .unsolved)
            standings[0].changes = [.code, .suite]
            standings[1].changes = [.comments]
            return list(standings)
        },
        Scene("list-fresh") { _ in list(Sample.standings(.unsolved, .unsolved, .unsolved, .unsolved)) },
        Scene("list-underway", [.coloured, .ascii, .korean]) { _ in
            list(Sample.standings(.solved, .changed, .unsolved, .unsolved))
        },
        Scene("progress", [.coloured, .ascii, .korean]) { layout in
            ProgressScreen.lines(
                Sample.standings(.solved, .changed, .unsolved, .unsolved),
                chapters: Sample.chapters,
                progress: someProgress,
                timeZone: .gmt,
                width: layout.width
            )
        },
    ]

    private static func dashboard(_ standings: [Standing], _ layout: Layout) -> [Line] {
        DashboardScreen.lines(
            standings,
            chapters: Sample.chapters,
            current: current(standings),
            layout: layout
        )
    }

    private static func list(_ standings: [Standing]) -> [Line] {
        ListScreen.lines(standings, chapters: Sample.chapters, current: current(standings))
    }

    private static func current(_ standings: [Standing]) -> Kata? {
        standings.first { $0.status != .solved }?.kata
    }

    private static let someProgress = {
        let first = Date(timeIntervalSince1970: 1_795_000_000)
        var progress = LearnerProgress()
        var before = Fingerprint()
        before.add("before")
        progress.note(.failed, of: "PersonName", fingerprint: before, at: first)
        progress.note(.passed, of: "PersonName", fingerprint: Fingerprint(), at: first + 90_000)
        progress.note(.passed, of: "Handle", fingerprint: Fingerprint(), at: first + 180_000)
        progress.noteHints(1, of: "Handle", at: first)
        progress.noteHints(3, of: "Renaming", at: first + 200_000)
        progress.note(.passed, of: "DeskAssignments", fingerprint: before, suiteChanged: true, at: first)
        return progress
    }()
}

// MARK: - A kata presented

extension Scene {
    static let katas: [Scene] = [
        Scene("next-presents-the-first-kata-of-a-chapter", [.coloured, .ascii, .korean]) {
            presented(Sample.personName, .unsolved, isCurrent: true, $0)
        },
        Scene("next-presents-another-kata") {
            presented(Sample.handle, .unsolved, isCurrent: true, $0)
        },
        Scene("next-presents-a-capstone") { presented(Sample.capstone, .unsolved, isCurrent: true, $0) },
        Scene("show-another-kata") { presented(Sample.handle, .unsolved, isCurrent: false, $0) },
        Scene("show-a-solved-kata", [.coloured]) {
            presented(Sample.personName, .solved, isCurrent: false, $0)
        },
        Scene("next-announces-a-kata", [.coloured]) {
            KataScreen.announcement(Sample.handle, in: Sample.valueObjects, layout: $0)
        },
        Scene("next-announces-a-chapter") {
            KataScreen.announcement(Sample.renaming, in: Sample.entities, layout: $0)
        },
        Scene("show-chapter", [.coloured, .ascii]) {
            KataScreen.chapter(Sample.valueObjects, isSolved: false, layout: $0)
        },
        Scene("show-a-solved-chapter") {
            KataScreen.chapter(Sample.valueObjects, isSolved: true, layout: $0)
        },
    ]
}

extension Scene {
    private static func presented(
        _ kata: Kata,
        _ status: LearnerProgress.Status,
        isCurrent: Bool,
        _ layout: Layout
    ) -> [Line] {
        let chapter = Sample.catalogue.chapter(of: kata)
        return KataScreen.lines(
            Standing(kata: kata, status: status),
            in: chapter,
            isCurrent: isCurrent,
            layout: layout
        )
    }
}

// MARK: - A kata checked

extension Scene {
    static let checks: [Scene] = [
        opened(
            "check-failed",
            [.coloured, .ascii, .korean],
            Sample.personName.result(but: [
                1: .broken(.failed, .lost("(name == same → false) == true", line: 12)),
                2: .broken(
                    .failed,
                    .lost(
                        "the family was cut at its space",
                        "(name.family → \"Mary\") == \"Mary Ann\"",
                        row: "Evans",
                        line: 30
                    ),
                    .lost(
                        "the family was cut at its space",
                        "(name.family → \"남\") == \"남궁\"",
                        row: "남궁 민",
                        line: 30
                    )
                ),
            ])
        ),
        Scene("check-failed-in-the-first-section", [.coloured]) { layout in
            openedCapstone(
                [2: .broken(.failed, .lost("a part went missing", line: 30)), 4: readerMisled],
                layout
            )
        },
        Scene("check-failed-in-the-last-section") { openedCapstone([4: readerMisled], $0) },
        opened(
            "check-failed-often",
            Sample.personName.result(but: [
                3: .broken(
                    .failed,
                    (1...5).map { .lost("reader \($0) sees the wrong part first", line: 40 + $0) }
                )
            ])
        ),
        opened(
            "check-failed-with-difficult-data",
            [.coloured],
            Sample.personName.result(but: [
                4: .broken(
                    .failed,
                    .lost("a name is {} and `not` **code**, {1}", "([1, 2] → *\n  two lines) == 2 * 3 * 4")
                )
            ])
        ),
        opened(
            "check-does-not-compile",
            [.coloured, .ascii, .korean],
            Sample.personName.doesNotCompile(
                .error("cannot find 'Strin' in scope", Sample.personName.file, 12, 17),
                .error("value of type 'PersonName' has no member '이름'", Sample.personName.file, 30, 9)
            )
        ),
        opened(
            "check-conflict",
            [.coloured],
            {
                var result = Sample.personName.doesNotCompile(
                    .error("git has left a conflict here", Sample.personName.file, 7, 1)
                )
                result.conflict = ConflictMarkers(
                    in: "<<<<<<< HEAD\nlet one = 1\n=======\nlet one = 2\n>>>>>>> origin/main"
                )
                return result
            }()
        ),
        opened(
            "check-does-not-compile-at-all",
            CheckResult.doesNotCompile(
                id: Sample.personName.id,
                diagnostics: (1...7).map { .error("expected expression", Sample.personName.file, $0, 1) }
            )
        ),
        opened(
            "check-suite-does-not-compile",
            Sample.personName.doesNotCompile(
                .error("value of type 'PersonName' has no member 'family'", Sample.personName.suite, 14, 22)
            )
        ),
        opened(
            "check-does-not-compile-in-many-ways",
            CheckResult.doesNotCompile(
                id: Sample.personName.id,
                diagnostics: (1...7).map {
                    .error("cannot find '\($0)' in scope", Sample.personName.file, $0, 1)
                }
                    + [.error("cannot find '2' in scope", Sample.personName.file, 20, 1)]
            )
        ),
        opened(
            "check-does-not-compile-with-source",
            [.coloured],
            Sample.personName.doesNotCompile(
                Diagnostic(
                    severity: .error,
                    message: "cannot find 'Strin' in scope",
                    file: Sample.personName.file,
                    line: 12,
                    column: 17,
                    sourceLine: "        let family: Strin  // **성** `{}` \u{1B}[2J"
                )
            )
        ),
        opened(
            "check-compiler-crashed",
            [.coloured],
            Sample.personName.doesNotCompile(
                Diagnostic(
                    about: Sample.personName.file,
                    line: 16,
                    column: 5,
                    .compilerCrashed(declaration: "save()")
                )
            )
        ),
        opened(
            "check-declared-twice",
            Sample.personName.doesNotCompile(
                Diagnostic(
                    about: Sample.personName.file,
                    line: 40,
                    .declaredTwice(
                        name: "Handle",
                        elsewhere: [Diagnostic.Place(file: Sample.handle.file, line: 12)],
                        hasOwner: true
                    )
                )
            )
        ),
        opened(
            "check-brace-missing",
            Sample.personName.doesNotCompile(
                Diagnostic(about: Sample.personName.file, line: 12, column: 17, .unclosedBrace),
                .error("expected '}' in struct", Sample.personName.file, 40, 1)
            )
        ),
        Scene("check-file-missing", [.coloured]) { layout in
            let kata = Sample.personName.withoutItsFile
            return CheckScreen.open(kata, .missingFile(kata), isCurrent: true, layout: layout)
        },
        opened(
            "check-crashed",
            [.coloured],
            Sample.personName.result(but: [
                2: .broken(
                    .crashed,
                    RuleIssue(message: "Index out of range", file: Sample.personName.file, line: 9)
                )
            ])
        ),
        opened(
            "check-crashed-together",
            [.coloured],
            Sample.personName.result(but: [
                1: .broken(.crashed, indexOutOfRange(line: 9)),
                2: .broken(.failed, .lost("the family was cut at its space")),
                3: .broken(.crashed, indexOutOfRange(line: 9)),
                4: .broken(.crashed, indexOutOfRange(line: 30)),
            ])
        ),
        opened(
            "check-failed-in-many-cases",
            [.coloured, .korean],
            Sample.personName.result(but: [
                1: .broken(
                    .failed,
                    ["Evans", "남궁 민", "Evans", "**Mary**", "{}", "Sori"].map {
                        .lost("the family was cut at its space", "a == b", row: $0)
                    }
                ),
                2: .broken(
                    .failed,
                    .lost("the family was cut at its space", row: "Evans", line: 20),
                    .lost("the family was cut at its space", row: "Kim", line: 21)
                ),
            ])
        ),
        opened(
            "check-failed-and-printed",
            [.coloured, .ascii],
            Sample.handle.result(but: [1: .broken(.failed, .lost("two are one"))]),
            printed: "  first\n\n**모아** `{}` \u{1B}[2J\tend\n"
        ),
        opened(
            "check-failed-and-printed-much",
            Sample.handle.result(but: [1: .broken(.failed, .lost("two are one"))]),
            printed: (1...30).map { "line \($0)\n" }.joined() + String(repeating: "x", count: 600)
        ),
        opened(
            "check-failed-and-printed-nothing",
            Sample.handle.result(but: [1: .broken(.failed, .lost("two are one"))]),
            printed: " \n\n"
        ),
        opened("check-suite-changed", [.coloured], Sample.handle.result(but: [1: .broken(.failed)]).changed),
        opened(
            "check-timed-out",
            [.coloured],
            Sample.personName.result(but: [
                2: .broken(
                    .timedOut,
                    .lost(
                        "not finished after 10 seconds: is there a loop that never ends, or a wait that nobody ends?",
                        line: 25
                    )
                ),
                3: .broken(.notRun),
            ])
        ),
        opened("check-no-tests", CheckResult.judged(id: Sample.personName.id, rules: [], seconds: 0)),
        opened("check-rule-switched-off", Sample.personName.result(but: [3: .broken(.disabled)])),
        opened(
            "check-rule-of-another-design",
            Sample.personName.result(but: [
                1: .broken(.skipped), 4: .broken(.failed, .lost("anybody can put another name into it")),
            ])
        ),
    ]

    private static func opened(_ name: String, _ result: CheckResult, printed: String = "") -> Scene {
        opened(name, [], result, printed: printed)
    }

    private static func opened(
        _ name: String,
        _ looks: [Look],
        _ result: CheckResult,
        printed: String = ""
    ) -> Scene {
        Scene(name, looks) { layout in
            CheckScreen.open(
                Sample.katas.first { $0.id == result.id } ?? Sample.personName,
                result,
                printed: printed,
                isCurrent: true,
                layout: layout
            )
        }
    }

    private static let readerMisled = RuleResult.broken(
        .failed,
        .lost("anybody can put another name in", line: 40)
    )

    private static func openedCapstone(_ outcomes: [Int: RuleResult], _ layout: Layout) -> [Line] {
        let kata = Sample.capstone
        return CheckScreen.open(kata, kata.result(but: outcomes), isCurrent: true, layout: layout)
    }

    private static func indexOutOfRange(line: Int) -> RuleIssue {
        RuleIssue(message: "Index out of range", file: Sample.personName.file, line: line)
    }
}

extension Scene {
    static let verdictsOfMany: [Scene] = [
        Scene("solved-first-time", [.coloured, .ascii]) { layout in
            CheckScreen.solved(Sample.personName, Sample.personName.result(), isNews: true, layout: layout)
                + KataScreen.solvedSignposts(Sample.personName, layout)
        },
        Scene("solved-again") { layout in
            CheckScreen.solved(Sample.handle, Sample.handle.result(), isNews: false, layout: layout)
                + KataScreen.solvedSignposts(Sample.handle, layout)
        },
        Scene("all-solved") { CheckScreen.allSolved(Sample.catalogue, width: $0.width) },
        Scene("check-many", [.coloured, .ascii, .korean]) { layout in
            CheckScreen.many(
                [
                    Judged(Sample.personName, Sample.personName.result()),
                    Judged(
                        Sample.handle,
                        Sample.handle.doesNotCompile(
                            .error("cannot find '손잡이' in scope", Sample.handle.file, 3, 5)
                        )
                    ),
                    Judged(
                        Sample.renaming,
                        Sample.renaming.result(but: [2: .broken(.failed), 4: .broken(.crashed)])
                    ),
                    Judged(Sample.desks.withoutItsFile, .missingFile(Sample.desks.withoutItsFile)),
                ],
                width: layout.width
            )
        },
        Scene("check-many-with-news", [.coloured]) { layout in
            CheckScreen.many(
                [
                    Judged(Sample.personName, Sample.personName.result()),
                    Judged(Sample.renaming, Sample.renaming.result(but: [2: .broken(.failed)])),
                ],
                news: [Sample.personName],
                width: layout.width
            )
        },
        Scene("check-many-with-a-changed-suite") { layout in
            CheckScreen.many(
                [
                    Judged(Sample.personName, Sample.personName.result()),
                    Judged(Sample.handle, Sample.handle.result().changed),
                ],
                width: layout.width
            )
        },
        Scene("solved-with-a-changed-suite") { layout in
            CheckScreen.solved(Sample.handle, Sample.handle.result().changed, isNews: false, layout: layout)
                + KataScreen.solvedSignposts(Sample.handle, layout)
        },
        Scene("check-many-all-solved") { layout in
            CheckScreen.many(
                Sample.valueObjects.katas.map { Judged($0, $0.result()) },
                width: layout.width
            )
        },
        Scene("check-lines", [.ascii, .korean]) { _ in
            FindingLines.lines([
                Judged(Sample.personName, Sample.personName.result()),
                Judged(
                    Sample.handle,
                    Sample.handle.doesNotCompile(
                        .error("cannot find '손잡이' in scope", Sample.handle.file, 3, 5)
                    )
                ),
                Judged(
                    Sample.renaming,
                    Sample.renaming.result(but: [
                        2: .broken(.failed, .lost("told twice", "(count → 2) == 1", row: "Sori")),
                        4: .broken(.notRun),
                    ])
                ),
                Judged(Sample.desks.withoutItsFile, .missingFile(Sample.desks.withoutItsFile)),
            ])
        },
        Scene("regressions", [.coloured]) { _ in
            CheckScreen.regressions([
                Judged(
                    Sample.renaming,
                    Sample.renaming.result(but: [1: .broken(.failed), 3: .broken(.failed)])
                )
            ])
        },
    ]
}

// MARK: - Hints

extension Scene {
    static let hints: [Scene] =
        (1...3).map { level in
            Scene("hint-\(level)", level == 2 ? [.coloured, .ascii] : []) {
                HintScreen.lines(Sample.personName, level: level, isCurrent: true, layout: $0)
            }
        } + [
            Scene("hint-none") { HintScreen.lines(Sample.handle, level: 1, isCurrent: true, layout: $0) }
        ]
}

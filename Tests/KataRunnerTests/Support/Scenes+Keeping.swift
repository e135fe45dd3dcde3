import Foundation

@testable import KataRunner

// MARK: - Help

extension Scene {
    static let helps: [Scene] =
        [
            Scene("help", [.coloured, .ascii]) { HelpScreen.overview(manuals, layout: $0) }
        ]
        + manuals.map { manual in
            Scene("help-\(manual.name.replacing(" ", with: "-"))", manual.name == "check" ? [.coloured] : [])
            {
                HelpScreen.manual(manual, layout: $0)
            }
        }

    private static let manuals = CommandParser.commands.map { $0.manual }
}

// MARK: - Keeping house

extension Scene {
    static let housekeeping: [Scene] = [
        Scene("doctor-well", [.coloured]) { _ in
            DoctorScreen.lines([
                DoctorScreen.Finding(isGood: true, what: "Swift 6.3.1: /usr/bin/swift"),
                DoctorScreen.Finding(isGood: true, what: "Folder: /home/sori/모아"),
            ])
        },
        Scene("doctor-ill", [.coloured, .ascii]) { _ in
            let missing = Complaint.notInWorkbook("/home/sori")
            return DoctorScreen.lines([
                DoctorScreen.Finding(
                    isGood: false,
                    what: "\(Sample.handle.file) is missing.",
                    remedy: "Bring it back: `kata reset \(Sample.handle.id)`"
                ),
                DoctorScreen.Finding(isGood: false, what: missing.sentence, remedy: missing.remedy),
                DoctorScreen.Finding(isGood: true, what: "Terminal: 80 columns, colour, Unicode"),
            ])
        },
        Scene("reset-nothing") { _ in ResetScreen.nothingToDo([Sample.personName]) },
        Scene("reset-nothing-in-a-chapter") { _ in ResetScreen.nothingToDo(Sample.katas) },
        Scene("reset-asks") { _ in ResetScreen.question(Sample.valueObjects.katas) },
        Scene("reset-declined") { _ in ResetScreen.declined() },
        Scene("reset-done", [.coloured]) { _ in
            ResetScreen.done([Sample.personName], backup: ".kata/backups/20261120-200105-1")
        },
        Scene("reset-restored-a-missing-file") { _ in ResetScreen.done([Sample.personName], backup: nil) },
        Scene("reset-done-in-a-chapter") { _ in
            ResetScreen.done(Sample.valueObjects.katas, backup: ".kata/backups/20261120-200105-2")
        },
        Scene("update-nothing-new") { _ in
            UpdateScreen.lines(nil, UpdateNews(), from: UpdateSource(remote: "origin", name: "origin/main"))
        },
        Scene("update", [.coloured]) { _ in
            var source = UpdateSource(remote: "origin", name: "origin/main")
            source.workbookItself = "upstream/main"
            var news = UpdateNews()
            news.new = [Sample.desks]
            news.newStarters = [Sample.personName, Sample.handle]
            news.newRules = [Sample.handle]
            news.toBeChecked = [Sample.personName, Sample.renaming]
            let outcome = Updater.Outcome(
                commits: 12,
                isMerge: true,
                moved: [Sample.renaming.file: "Exercises/Chapter2Entities/3-Renaming.swift"],
                gone: ["Exercises/Chapter2Entities/4-Seat.swift"],
                backup: ".kata/backups/20261120-200105-1.undone"
            )
            return UpdateScreen.lines(outcome, news, from: source)
        },
        Scene("progress-damaged") { _ in
            NoticeScreen.progress(.damaged(setAsideAs: ".kata/progress.json.damaged-20261120-200105"))
        },
        Scene("progress-odd") { _ in
            NoticeScreen.progress(
                .odd(["Handle", "PersonName"], copy: ".kata/progress.json.damaged-20261120-200105")
            )
        },
        Scene("progress-from-the-future") { _ in
            NoticeScreen.progress(.fromNewerVersion(7))
        },
        Scene("diff", [.coloured]) { _ in
            DiffScreen.lines(
                from: ownAnswer,
                Sample.personName.file,
                to: goodAnswer,
                Sample.personName.solution
            )
        },
        Scene("diff-of-equals") { _ in
            DiffScreen.lines(
                from: ownAnswer,
                Sample.personName.file,
                to: ownAnswer,
                Sample.personName.solution
            )
        },
        Scene("solution", [.coloured, .ascii, .wide]) { _ in
            SolutionScreen.lines(Sample.personName, solution: goodAnswer + given, starter: ownAnswer + given)
        },
        Scene("solution-without-a-starter") { _ in
            SolutionScreen.lines(Sample.personName, solution: goodAnswer + given, starter: nil)
        },
        Scene("status") { _ in
            [Checker.Stage.building(chapters: [1]), .building(chapters: [1, 2])].map(status)
                + [.buildingWithout(names: ["1-이름.swift"]), .buildingWithout(names: ["a", "b"])].map(status)
                + [.running(katas: 1), .running(katas: 4)].map(status)
                + [.waitingForOther].map(status)
                + [Line(StatusScreen.phrase(for: .running(katas: 1), seconds: nil, limits: .init()))]
        },
        Scene("left-out", [.coloured]) { _ in
            NoticeScreen.leftOut([.error("expected '}' {}", "Exercises/Chapter1ValueObjects/이름.swift", 9, 1)])
        },
        Scene("verdict-not-kept") { _ in NoticeScreen.notKept(.cannotWrite(".kata/progress.json")) },
    ]

    private static func status(_ stage: Checker.Stage) -> Line {
        Line(StatusScreen.phrase(for: stage, seconds: 2.7, limits: .init()))
    }

    private static let ownAnswer = """
        struct PersonName {
            var family: String
            var given: String

            // 가족이 먼저
            var familyFirst: String { family + " " + given }
            var givenFirst: String { given + " " + family }

            func same(as other: PersonName) -> Bool {
                familyFirst == other.familyFirst
            }
        }
        """

    private static let goodAnswer = """
        struct PersonName: Hashable, Sendable {
            let family: String
            let given: String

            // 가족이 먼저
            var familyFirst: String { family + " " + given }
            var givenFirst: String { given + " " + family }

            func replacingFamily(with family: String) -> PersonName {
                PersonName(family: family, given: given)
            }
        }
        """

    private static let given = """


        // MARK: - Given

        /// Somebody who is known by a name, whatever else is known of them, and whoever has written it down.
        protocol Named {
            var name: PersonName { get }
        }

        /// The host of a circle.
        struct Host: Named {
            let name: PersonName
        }

        // MARK: - Tests

        // None yet.
        """
}

// MARK: - Authoring

extension Scene {
    static let authoring: [Scene] = [
        Scene("author-check-finds-nothing") { _ in AuthorScreen.check([], katas: 4) },
        Scene("author-check", [.coloured, .ascii]) { _ in
            AuthorScreen.check(
                [
                    AuthorCheck.Finding(
                        "\(Sample.personName.suite):12",
                        "The page doesn't state the rule «남궁 stays whole».",
                        "Put it on the page, word for word: a learner must know every rule."
                    ),
                    AuthorCheck.Finding(
                        Sample.handle.solution,
                        "A TODO is left.",
                        "Solve what it asks for.",
                        isTodo: true
                    ),
                ],
                katas: 1
            )
        },
        Scene("author-matrix-holds", [.coloured, .ascii]) { _ in
            AuthorScreen.matrix([row(rightMatrix)], ProofSummary(rounds: 4, seconds: 12.4))
        },
        Scene("author-matrix-fails", [.coloured]) { _ in
            AuthorScreen.matrix([row(wrongMatrix)], ProofSummary(rounds: 9, seconds: 83))
        },
        Scene("author-matrix-rests") { _ in
            AuthorScreen.matrix(
                [row([], resting: 27), row([], resting: 1)],
                ProofSummary(rounds: 0, seconds: 0)
            )
        },
        Scene("author-matrix-sampled", [.coloured]) { _ in
            AuthorScreen.matrix(
                [row([rightMatrix[0]], resting: 1), row([wrongMatrix[4]], resting: 24)],
                ProofSummary(
                    rounds: 1,
                    seconds: 12.4,
                    sample: ProofSummary.Sample(count: 2, seed: 4711),
                    refuted: 1
                )
            )
        },
        Scene("author-variant", [.coloured]) { _ in
            AuthorScreen.kept(
                "\(Sample.personName.variants)/wrong-split.diff",
                as: .unexplainedSolution,
                of: Sample.personName,
                restored: Sample.personName.file,
                backup: ".kata/backups/20261104-093000-1"
            )
        },
        Scene("author-variant-whole") { _ in
            AuthorScreen.kept(
                "\(Sample.personName.variants)/valid-class.swift",
                as: nil,
                of: Sample.personName,
                restored: Sample.personName.solution,
                backup: ".kata/backups/20261104-093000-1"
            )
        },
        Scene("author-mutants", [.coloured, .ascii]) { _ in
            var row = MutationRow(kata: Sample.personName)
            (row.killed, row.named, row.refused) = (38, 1, 7)
            row.survivors = [.init(mutant: mutant, sentence: whole), .init(mutant: memory)]
            row.idleNames = ["00c0ffee"]
            row.sample = .init(all: 190, seed: 1)
            return MutationScreen.row(row, namesThem: true)
                + MutationScreen.totals([row], resting: 1, seconds: 83)
        },
        Scene("author-mutants-killed") { _ in
            var row = MutationRow(kata: Sample.personName)
            row.killed = 38
            return MutationScreen.row(row) + MutationScreen.totals([row], resting: 0, seconds: 12.4)
        },
        Scene("author-expectations") { _ in AuthorScreen.expectations([row(wrongMatrix), row(rightMatrix)]) },
        Scene("author-expectations-all-red") { _ in
            let lines = [2, 4, 6, 8].map { RuleIssue.lost("lost", line: $0) }
            let whole = Sample.personName.result(but: [1: .broken(.failed, lines)])
            return AuthorScreen.expectations([row([proven(.starterIsRed, "1-PersonName", whole)])])
        },
    ]

    private static var mutant: Mutant {
        var mutant = Mutant(
            answer: "solution",
            path: "PersonName.init",
            deed: "half of a condition is dropped",
            edits: [],
            isInBody: true
        )
        (mutant.id, mutant.line) = ("4f1c09ab", 12)
        mutant.old = ["    guard !family.isEmpty && !given.isEmpty else { throw .empty }"]
        mutant.new = ["    guard !family.isEmpty else { throw .empty }"]
        return mutant
    }

    private static var memory: Mutant {
        var mutant = mutant
        (mutant.id, mutant.answer, mutant.line) = ("77aa00bc", "valid-class", 3)
        mutant.old = (1...5).map { "step(\($0))" }
        mutant.new = []
        return mutant
    }

    private static let whole = Sample.personName.page.rules[1]

    private static func proven(
        _ claim: Proof.Claim,
        _ file: String,
        _ result: CheckResult,
        warnings: [Diagnostic] = []
    ) -> Proven {
        Proven(
            Proof(kata: Sample.personName, claim: claim, file: "\(Sample.personName.variants)/\(file).swift"),
            Checker.Trial(result: result, warnings: warnings)
        )
    }

    /// With the evidence that a suite of the page's rules would give, each with one expectation.
    private static func row(_ proven: [Proven], resting: Int = 0) -> ProofRow {
        let rules = Sample.personName.page.rules.enumerated()
        let suite = rules.map { "@Test(\"\($1)\")\n#expect(\($0))\n" }.joined()
        return ProofRow(
            kata: Sample.personName,
            proven: proven,
            resting: resting,
            evidence: SuiteEvidence(
                SuiteSource(parsing: suite),
                proven,
                resting: [ProofLedger.Entry(fingerprint: "", brokenRules: resting > 0 ? [1, 2, 3, 4] : [])]
            )
        )
    }

    private static let rightMatrix = [
        proven(.starterIsRed, "1-PersonName", Sample.personName.result(but: [1: .broken(.failed)])),
        proven(.solutionHolds, "1-PersonName", Sample.personName.result()),
        proven(.variantHolds, "valid-class", Sample.personName.result(but: [4: .broken(.skipped)])),
        proven(
            .variantBreaks(rule: whole),
            "wrong-split",
            Sample.personName.result(but: [2: .broken(.failed)])
        ),
        proven(
            .variantBreaks(rule: whole),
            "wrong-split-and-swap",
            Sample.personName.result(but: [2: .broken(.failed), 3: .broken(.failed)])
        ),
        proven(
            .variantBreaks(rule: Sample.personName.page.rules[3]),
            "wrong-setter",
            Sample.personName.result(but: [4: .broken(.failed, .lost("lost", line: 8))])
        ),
    ]

    private static let wrongMatrix = [
        proven(.starterIsRed, "1-PersonName", Sample.personName.result()),
        proven(
            .solutionHolds,
            "1-PersonName",
            Sample.personName.result(),
            warnings: [
                Diagnostic(
                    severity: .warning,
                    message: "variable 'given' was never mutated",
                    file: Sample.personName.solution,
                    line: 7,
                    column: 9
                )
            ]
        ),
        proven(.variantHolds, "valid-class", Sample.personName.result(but: [1: .broken(.failed)])),
        proven(
            .variantHolds,
            "valid-actor",
            Sample.personName.doesNotCompile(.error("expected '}'", Sample.personName.file, 9, 1))
        ),
        proven(.variantBreaks(rule: whole), "wrong-split", Sample.personName.result()),
        proven(
            .variantBreaks(rule: whole),
            "wrong-swap",
            Sample.personName.result(but: [3: .broken(.failed)])
        ),
        proven(
            .variantBreaks(rule: whole),
            "wrong-trap",
            Sample.personName.result(but: [2: .broken(.crashed)])
        ),
        proven(
            .variantBreaks(rule: whole),
            "wrong-loop",
            Sample.personName.result(but: [2: .broken(.timedOut), 4: .broken(.notRun)])
        ),
        proven(
            .variantHolds,
            "valid-nothing",
            CheckResult.judged(id: Sample.personName.id, rules: [], seconds: 0)
        ),
    ]
}

// MARK: - Complaints

extension Scene {
    static let sites: [Scene] = [
        Scene("site-made", [.coloured, .ascii]) { _ in
            SiteScreen.made(pages: 67, in: ".build/site/html", seconds: 1.24, isServed: false)
        },
        Scene("site-served") { _ in
            SiteScreen.made(pages: 1, in: "../site", seconds: 0.9, isServed: true)
                + SiteScreen.served(at: "http://127.0.0.1:8080/")
        },
        Scene("site-flawed", [.coloured]) { _ in
            SiteScreen.flawed([
                SiteFlaw(
                    file: "Exercises/Chapter3DomainServices/README.md",
                    line: 12,
                    message: "'Nowhere' doesn't exist at '/Workbook/Chapter-3'"
                ),
                SiteFlaw(
                    file: "Solutions/Walkthroughs.docc/Walkthrough-3.tutorial",
                    line: 4,
                    message: "Missing 'Image' child directive"
                ),
            ])
        },
    ]

    static let complaints: [Scene] = [
        Scene("complaints", [.coloured, .korean]) { _ in
            Complaint.examples.flatMap { NoticeScreen.complaint($0) + [.empty] }
        }
    ]
}

extension Complaint {
    /// Each case at least once, with Korean if somebody may have typed it.
    static let examples: [Complaint] = [
        .unknownCommand("chekc", nearest: "check"),
        .unknownCommand("카타", nearest: nil),
        .unknownOption("--jsn", command: "check", nearest: "--json"),
        .unknownOption("--이름", command: "check", nearest: nil),
        .unknownOption("--json", command: "", nearest: nil),
        .missingValue(option: "--junit"),
        .badValue("soon", option: "--timeout", expected: "a whole number above 0"),
        .missingArgument("a kata, a chapter or «all»", command: "reset"),
        .tooManyArguments(["1.1", "1.2"], command: "next"),
        .tooManyArguments(["next"], command: ""),
        .unknownKata("이름", nearest: []),
        .unknownKata("personnam", nearest: ["PersonName"]),
        .ambiguousKata("h", ["1.2 Handle", "3.1 HandleTaken"]),
        .notInWorkbook("/home/sori"),
        .emptyWorkbook,
        .noCompiler,
        .cannotStart("/usr/bin/swift", reason: "Permission denied"),
        .cannotRead("Exercises/Chapter1ValueObjects/1-PersonName.swift"),
        .cannotWrite(".kata/progress.json"),
        .cannotPrint(reason: "No space left on device"),
        .oneOutput("--json", "--junit"),
        .buildFailed(output: "[1/2] Compiling\n/moa/Sources/Moa/Member.swift:3:1: error: expected '}'\n"),
        .buildFailed(output: (1...12).map { "line \($0)" }.joined(separator: "\n")),
        .buildTimedOut(seconds: 120, onOneFile: true),
        .buildTimedOut(seconds: 120, onOneFile: false),
        .missingPristine(Sample.personName.pristine),
        .missingSolution(Sample.personName.solution),
        .compilerTooOld(
            "package 'moa' is using Swift tools version 6.2.0 but the installed version is 6.1.0"
        ),
        .needsScreen("watch"),
        .noEditor(Sample.personName.file),
        .unknownEditor("vi", file: Sample.personName.file),
        .notSolvedYet("1.1"),
        .nothingToUndo,
        .nothingEdited(Sample.personName.file, Sample.personName.solution),
        .unfitAnswer("\(Sample.personName.variants)/wrong-split.diff", line: 6, kata: "1.1"),
        .needsTerminal("reset 1.1"),
        .noWalkthrough(chapter: 2, others: []),
        .noWalkthrough(chapter: 2, others: [1, 3]),
        .unreadableWalkthrough(
            Walkthrough.file(of: 3),
            line: 12,
            why: "«@Step {» is never closed."
        ),
        .noSuchStep(12, chapter: 3, steps: 8),
        .needsStep(chapter: "3"),
        .fileInTheWay(Sample.personName.file),
        .folderInTheWay(Sample.personName.file, kata: "1.1"),
        .noDocC,
        .doccFailed(output: "Error: the catalogue can't be read\n"),
        .unmovablePage("documentation/workbook/index.html"),
        .foreignContent("/home/sori/public", file: "essay.txt"),
        .portTaken(8080),
        .cannotServe(reason: "Permission denied"),
        .noSubmissions(["제출", "/home/sori/class"]),
        .notAFolder("class.zip"),
        .noSandbox,
        .sandboxNotPermitted(said: "bwrap: setting up uid map: Permission denied"),
        .cannotJudge(chapter: 3),
        .gradingInterrupted,
        .noGit,
        .notAClone,
        .detachedHead,
        .noUpstream(branch: "main", remotes: []),
        .noUpstream(branch: "main", remotes: ["origin", "upstream"]),
        .unknownRemote("upstream/main", []),
        .unknownRemote("upstream/main", ["origin"]),
        .unknownBranch("origin/next", remote: "origin"),
        .unfinishedMerge(remedy: "git rebase --abort"),
        .uncommitted(["Package.swift"]),
        .bothChanged(
            ["Package.swift", "README.md", "Sources/Moa/Member.swift", "a", "b"],
            source: "origin/main"
        ),
        .cannotFetch("origin", said: "fatal: unable to access: Could not resolve host: moa.example\n"),
        .gitIsBusy(lock: ".git/index.lock"),
        .updateInterrupted,
        .gitRefused(said: "fatal: Unable to write new index file\n"),
        .interrupted,
        .cancelled,
    ]
}

import Foundation

/// Finds the verdict of katas. A mistake in one never costs another its verdict.
struct Checker: Sendable {
    let environment: Environment
    let workbook: Workbook
    var catalogue: Catalogue
    let toolchain: Toolchain
    var limits = Limits()
    var mayTakeShortCut = true

    struct Limits: Hashable, Sendable {
        /// Seconds for the rules of one kata, and for a build.
        var rules: TimeInterval = 10
        var build: TimeInterval = 120
        /// Bytes of memory for the process in which the rules run.
        var memory = 2 << 30
    }

    /// The same for folders that may have changed.
    func with(_ catalogue: Catalogue) -> Checker {
        var copy = self
        copy.catalogue = catalogue
        return copy
    }

    /// What is being done, for whoever waits.
    enum Stage: Hashable {
        case waitingForOther
        case building(chapters: [Int])
        /// Others don't compile, so these are built without them.
        case buildingWithout(names: [String])
        case running(katas: Int)
    }

    /// Answers whether the result is still wanted.
    typealias Report = (Stage, TimeInterval) -> Bool

    // MARK: - The learner's katas

    /// Verdicts, and the first complaint about each file that had to be left out to get them.
    struct Checked: Hashable {
        var results: [CheckResult]
        var leftOut: [Diagnostic]
        /// What the code printed while the rules ran.
        var printed = ""
    }

    /// - Parameter companions: katas that get a verdict too where it costs no further build.
    func check(_ katas: [Kata], companions: [Kata] = [], _ report: Report) throws(Complaint) -> Checked {
        let workspace = Workspace(workbook: workbook, root: workbook.path(".build/kata"))
        return try alone(in: workspace, report) { () throws(Complaint) in
            try check(katas, companions: companions, in: workspace, report)
        }
    }

    private func check(
        _ katas: [Kata],
        companions: [Kata],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> Checked {
        var results: [KataID: CheckResult] = [:]
        for kata in katas where !kata.fileExists { results[kata.id] = .missingFile(kata) }
        let companions = companions.filter { kata in !katas.contains { $0.id == kata.id } }
        var broken: [String: [Diagnostic]] = [:]

        // Files that don't compile are left out, with the starters in the place of katas, and the others are
        // built again. Each round may bring more to light: the compiler doesn't look at a suite before its
        // chapter compiles.
        while true {
            for kata in katas where results[kata.id] == nil {
                guard let own = broken[kata.file] else { continue }
                results[kata.id] = .doesNotCompile(id: kata.id, diagnostics: own)
            }
            let remaining = katas.filter { results[$0.id] == nil }
            let asked = Set(katas.map(\.file))
            let leftOut = broken.filter { !asked.contains($0.key) }.values.compactMap(\.first)
                .sorted { $0.file < $1.file }
            guard !remaining.isEmpty else {
                return Checked(results: katas.compactMap { results[$0.id] }, leftOut: leftOut)
            }
            let numbers = Set(remaining.map(\.id.chapter))
            let chapters = catalogue.chapters.filter { numbers.contains($0.number) }
            try workspace.stage(learnersTexts(of: chapters, without: Set(broken.keys)), chapters: chapters)
            let stage: Stage =
                broken.isEmpty
                ? .building(chapters: numbers.sorted())
                : .buildingWithout(
                    names: broken.keys.sorted().map { String($0.split(separator: "/").last ?? "") }
                )
            switch try build(workspace, numbers, stage, report) {
            case .built(let bundle, _):
                let along = broken.isEmpty ? companions.filter(\.fileExists) : []
                let (found, printed) = try run(remaining + along, bundle, workspace, report)
                for (kata, result) in zip(remaining + along, found) { results[kata.id] = result }
                return Checked(
                    results: (katas + along).compactMap { results[$0.id] },
                    leftOut: leftOut,
                    printed: printed
                )
            case .failed(let diagnostics, let output):
                try leaveOut(blame(diagnostics, output: output), of: chapters, output: output, &broken)
            case .timedOut(let seconds):
                throw .buildTimedOut(seconds: Int(seconds))
            }
        }
    }

    /// Adds the blamed files to those that are left out. When all of them are out already, the learner's own
    /// further files are the reason: two files may declare the same type, and either may get the complaint.
    private func leaveOut(
        _ blamed: [String: [Diagnostic]],
        of chapters: [Chapter],
        output: String,
        _ broken: inout [String: [Diagnostic]]
    ) throws(Complaint) {
        if blamed.keys.allSatisfy({ broken[$0] != nil }) {
            let others = chapters.flatMap { chapter in chapter.otherFiles.map { "\(chapter.folder)/\($0)" } }
                .filter { broken[$0] == nil }
            guard !others.isEmpty else { throw .buildFailed(output: output) }
            for file in others { broken[file] = blamed.values.first }
        } else {
            broken.merge(blamed) { old, _ in old }
        }
    }

    /// Two runners at once take turns: a workspace holds the texts of one.
    private func alone<Answer>(
        in workspace: Workspace,
        _ report: Report,
        _ work: () throws(Complaint) -> Answer
    ) throws(Complaint) -> Answer {
        var answer: Result<Answer, Complaint> = .failure(.interrupted)
        do {
            try workbook.files.makeFolder(workspace.root)
            _ = try workbook.files.locked(
                "\(workspace.root)/lock",
                { seconds in
                    report(.waitingForOther, seconds) && !Interruption.wasAsked
                },
                { answer = Result { () throws(Complaint) in try work() } }
            )
        } catch {
            throw .cannotWrite(workspace.root)
        }
        return try answer.get()
    }

    /// The files of whole chapters: the learner's, but for those that don't compile or are missing.
    private func learnersTexts(of chapters: [Chapter], without broken: Set<String>) -> [String: Data] {
        var texts: [String: Data] = [:]
        for chapter in chapters {
            for kata in chapter.katas {
                let source = broken.contains(kata.file) || !kata.fileExists ? kata.pristine : kata.file
                texts[kata.file] = workbook.data(source)
            }
            for file in chapter.otherFiles.map({ "\(chapter.folder)/\($0)" }) where !broken.contains(file) {
                texts[file] = workbook.data(file)
            }
        }
        return texts
    }

    /// Whose file the compiler complains about. A complaint about a suite is one about the kata it is for:
    /// the suite fits the starter, so the design has lost a name that the page asks for.
    private func blame(
        _ diagnostics: [Diagnostic],
        output: String
    ) throws(Complaint) -> [String: [Diagnostic]] {
        var broken: [String: [Diagnostic]] = [:]
        for diagnostic in diagnostics {
            let kata = catalogue.katas.first { $0.file == diagnostic.file || $0.suite == diagnostic.file }
            if let kata {
                broken[kata.file, default: []].append(diagnostic)
            } else if diagnostic.file.hasPrefix("Exercises/") {
                broken[diagnostic.file, default: []].append(diagnostic)
            }
        }
        guard !broken.isEmpty else { throw .buildFailed(output: output) }
        return broken
    }

    // MARK: - Any texts

    /// What became of katas in whose place other texts stand.
    struct Trial: Hashable {
        var result: CheckResult
        var warnings: [Diagnostic]
    }

    /// Builds a workspace in which these texts stand for the katas, and no others, and runs their suites. A text
    /// that does not compile is taken out, with its kata's verdict, and the starter stands in for it.
    func tryOut(
        _ texts: [(kata: Kata, text: Data)],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> [KataID: Trial] {
        try alone(in: workspace, report) { () throws(Complaint) in
            try trials(of: texts, in: workspace, report)
        }
    }

    private func trials(
        of texts: [(kata: Kata, text: Data)],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> [KataID: Trial] {
        var trials: [KataID: Trial] = [:]
        let numbers = Set(texts.map(\.kata.id.chapter))
        let chapters = catalogue.chapters.filter { numbers.contains($0.number) }
        var failedBefore: Set<String> = []
        while trials.count < texts.count {
            var exercises: [String: Data] = [:]
            for (kata, text) in texts {
                exercises[kata.file] = trials[kata.id] == nil ? text : workbook.data(kata.pristine)
            }
            try workspace.stage(exercises, suites: Set(texts.map(\.kata.suite)), chapters: chapters)
            switch try build(workspace, numbers, .building(chapters: numbers.sorted()), report) {
            case .built(let bundle, let warnings):
                let remaining = texts.map(\.kata).filter { trials[$0.id] == nil }
                for result in try run(remaining, bundle, workspace, report).results {
                    guard let kata = remaining.first(where: { $0.id.description == result.id }) else {
                        continue
                    }
                    trials[kata.id] = Trial(
                        result: result,
                        warnings: warnings.filter { $0.file == kata.file || $0.file == kata.suite }
                    )
                }
                return trials
            case .failed(let diagnostics, let output):
                let broken = try blame(diagnostics, output: output)
                guard !broken.keys.allSatisfy(failedBefore.contains) else {
                    throw .buildFailed(output: output)
                }
                failedBefore.formUnion(broken.keys)
                for (kata, _) in texts {
                    guard let diagnostics = broken[kata.file] else { continue }
                    trials[kata.id] = Trial(
                        result: .doesNotCompile(id: kata.id, diagnostics: diagnostics),
                        warnings: []
                    )
                }
            case .timedOut(let seconds):
                throw .buildTimedOut(seconds: Int(seconds))
            }
        }
        return trials
    }

    // MARK: - Building and running

    private func build(
        _ workspace: Workspace,
        _ chapters: Set<Int>,
        _ stage: Stage,
        _ report: Report
    ) throws(Complaint) -> Build.Outcome {
        let build = Build(
            environment: environment,
            toolchain: toolchain,
            root: workspace.root,
            scratch: workspace.scratch,
            timeLimit: limits.build,
            mayTakeShortCut: mayTakeShortCut
        )
        func inWorkbook(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
            diagnostics.map { diagnostic in
                var diagnostic = diagnostic
                diagnostic.sourceLine = sourceLine(of: diagnostic)
                diagnostic.file = workspace.original(diagnostic.file)
                return diagnostic
            }
        }
        switch try build.run(chapters: chapters, { report(stage, $0) }) {
        case .built(let bundle, let warnings):
            return .built(testBundle: bundle, warnings: inWorkbook(warnings))
        case .failed(let diagnostics, let output):
            return .failed(inWorkbook(diagnostics), output: output)
        case .timedOut(let seconds):
            return .timedOut(seconds: seconds)
        }
    }

    private func sourceLine(of diagnostic: Diagnostic) -> String? {
        guard let text = workbook.files.text(diagnostic.file) else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.indices.contains(diagnostic.line - 1) ? String(lines[diagnostic.line - 1]) : nil
    }

    private func run(
        _ katas: [Kata],
        _ bundle: String,
        _ workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> (results: [CheckResult], printed: String) {
        let run = TestRun(
            environment: environment,
            toolchain: toolchain,
            testBundle: bundle,
            folder: "\(workspace.scratch)/run",
            timeLimit: limits.rules,
            memoryLimit: limits.memory
        )
        let findings = try run.run(katas.map(\.suiteID)) { report(.running(katas: katas.count), $0) }
        let seals = SuiteSeals(of: workbook)
        let results = katas.map { kata -> CheckResult in
            let source = workbook.files.text(workbook.path(kata.suite)).map(SuiteSource.init(parsing:))
            var result = CheckResult.of(kata, findings, source, workspace.original)
            if !seals.hold(for: kata, in: workbook) { result.suiteChanged = true }
            return result
        }
        return (results, findings.map(\.printed).joined())
    }
}

extension CheckResult {
    static func missingFile(_ kata: Kata) -> CheckResult {
        let missing = Diagnostic(
            severity: .error,
            message: "the file is missing; `kata reset \(kata.id)` brings the starter back",
            file: kata.file,
            line: 1,
            column: 1
        )
        return .doesNotCompile(id: kata.id, diagnostics: [missing])
    }

    /// What the runs of the test process say about one kata, its rules in the suite's order.
    static func of(
        _ kata: Kata,
        _ findings: [TestRun.Findings],
        _ source: SuiteSource?,
        _ inWorkbook: (String) -> String
    ) -> CheckResult {
        let prefix = kata.suiteID + "/"
        var tests: [String: EventStream.Test] = [:]
        for test in findings.flatMap(\.stream.tests) where test.id.hasPrefix(prefix) { tests[test.id] = test }
        let ordered = tests.values.sorted { ($0.line, $0.id) < ($1.line, $1.id) }
        let conditional = Set(source?.rules.filter(\.isConditional).map(\.name) ?? [])

        let rules = ordered.map { test in
            var issues: [Issue] = []
            var outcome = RuleResult.Outcome.notRun
            for finding in findings {
                let stream = finding.stream
                if stream.skipped.contains(test.id) {
                    outcome = conditional.contains(test.displayName) ? .skipped : .disabled
                } else if stream.ended.contains(test.id) {
                    issues = stream.issues[test.id] ?? []
                    outcome = issues.isEmpty ? .passed : .failed
                }
                switch finding.culprits[test.id] {
                case .crashed(let issue):
                    (outcome, issues) = (.crashed, (stream.issues[test.id] ?? []) + [issue])
                case .timedOut(let seconds):
                    let issue = Issue(
                        message:
                            "not over after \(Int(seconds)) seconds: is there a loop that never ends, or a wait for nobody?",
                        file: kata.suite,
                        line: test.line
                    )
                    (outcome, issues) = (.timedOut, (stream.issues[test.id] ?? []) + [issue])
                case nil: break
                }
                if outcome != .notRun { break }
            }
            issues = issues.map { issue in
                var issue = issue
                // Where a crash left no trace of its place, the rule is the nearest thing to look at.
                issue.line = issue.file.isEmpty ? test.line : issue.line
                issue.file = issue.file.isEmpty ? kata.suite : inWorkbook(issue.file)
                return issue
            }
            return RuleResult(name: test.displayName, outcome: outcome, issues: issues)
        }
        let times = findings.map { finding in
            finding.stream.seconds.filter { $0.key.hasPrefix(prefix) }.values.reduce(0, +)
        }
        return .judged(id: kata.id, rules: rules, seconds: times.reduce(0, +))
    }
}

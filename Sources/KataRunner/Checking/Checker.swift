import Foundation

/// Finds the verdict of katas. A mistake in one never costs another its verdict.
struct Checker: Sendable {
    let environment: Environment
    let workbook: Workbook
    var catalogue: Catalogue
    let toolchain: Toolchain
    var limits = Limits()
    var mayTakeShortCut = true
    /// For code that nobody vouches for.
    var confinement: Confinement?

    struct Limits: Hashable, Sendable, Codable {
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
        case askingVersion
        case waitingForOther
        /// The chapter is just being made ready, which is waited for.
        case waitingForPreparation(chapter: Int)
        case building(chapters: [Int])
        /// Others keep the machine from it.
        case buildingSlowly(chapters: [Int])
        /// Others don't compile, so these are built without them.
        case buildingWithout(names: [String])
        case running(katas: Int)
        case makingSite
        case buildingClassroom
        case fetching(from: String)
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

    /// Goes from chapter to chapter.
    ///
    /// - Parameters:
    ///   - companions: katas that get a verdict too where it costs no further build.
    ///   - found: is told the verdicts of each chapter as soon as they are there.
    func check(
        _ katas: [Kata],
        companions: [Kata] = [],
        found: ([CheckResult]) -> Void = { _ in },
        _ report: Report
    ) throws(Complaint) -> Checked {
        Workspace.removeEarlier(from: workbook)
        var all = Checked(results: [], leftOut: [])
        for own in Catalogue.byChapter(katas) {
            let workspace = Workspace(ofChapter: own[0].id.chapter, in: workbook)
            let companions = companions.filter { $0.id.chapter == own[0].id.chapter }
            let checked = try check(own, companions: companions, in: workspace, report)
            found(checked.results)
            all.results += checked.results
            all.leftOut += checked.leftOut
            all.printed += checked.printed
        }
        return all
    }

    func check(
        _ katas: [Kata],
        companions: [Kata] = [],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> Checked {
        try alone(in: workspace, report) { () throws(Complaint) in
            try check(katas, companions: companions, in: workspace, without: nil, report)
        }
    }

    /// Files that can't be built are left out, with the starters in the place of katas, and the others are built
    /// again. Each round may bring more to light: the compiler doesn't look at a suite before its chapter
    /// compiles.
    private func check(
        _ katas: [Kata],
        companions: [Kata] = [],
        in workspace: Workspace,
        without leftOut: LeftOut?,
        _ report: Report
    ) throws(Complaint) -> Checked {
        let missing = catalogue.katas.filter { !$0.fileExists }
        var leftOut = leftOut ?? LeftOut(missing: missing, conflicts: conflicts(beside: katas))
        let companions = companions.filter { kata in !katas.contains { $0.id == kata.id } }
        while true {
            var results: [KataID: CheckResult] = [:]
            for kata in katas {
                if !kata.fileExists {
                    let isFolder = workbook.files.isFolder(workbook.path(kata.file))
                    results[kata.id] = .missingFile(kata, folderInItsPlace: isFolder)
                } else if let complaints = leftOut.complaints[kata.file] {
                    results[kata.id] = .doesNotCompile(id: kata.id, diagnostics: complaints)
                } else if !hasSuites(catalogue.chapter(of: kata)) {
                    results[kata.id] = .judged(id: kata.id, rules: [], seconds: 0)
                }
            }
            let remaining = katas.filter { results[$0.id] == nil }
            func checked(_ along: [Kata] = [], printed: String = "") -> Checked {
                let all = (katas + along).compactMap { kata in results[kata.id].map { mark($0, of: kata) } }
                return Checked(results: all, leftOut: leftOut.notices(exceptFor: katas), printed: printed)
            }
            guard !remaining.isEmpty else { return checked() }
            let numbers = Set(remaining.map(\.id.chapter))
            let chapters = catalogue.chapters.filter { numbers.contains($0.number) }
            let asked = (remaining + companions).map(\.suite)
            try stage(chapters, asked: asked, without: leftOut, in: workspace)
            let names = leftOut.complaints.keys.sorted().map { String($0.split(separator: "/").last ?? "") }
            let stage: Stage =
                names.isEmpty ? .building(chapters: numbers.sorted()) : .buildingWithout(names: names)
            switch try build(workspace, numbers, stage, report) {
            case .built(let products, _):
                let along = names.isEmpty ? companions.filter(\.fileExists) : []
                let (found, printed) = try run(remaining + along, products, workspace, report)
                for (kata, result) in zip(remaining + along, found) { results[kata.id] = result }
                return checked(along, printed: printed)
            case .failed(let diagnostics, let output):
                // Without room to build, nobody's code is the reason.
                let fullDisk = workbook.cannotWrite(workspace.root, bytes: 16 << 20)
                if case .diskFull = fullDisk { throw fullDisk }
                let blame = blame(in: chapters, workspace)
                let blamed = blame.all(diagnostics)
                guard diagnostics.isEmpty || !blamed.isEmpty else { throw .buildFailed(output: output) }
                if leftOut.add(blame.causes(diagnostics)) || leftOut.add(blamed) { continue }
                let suspects = suspects(in: chapters, besides: remaining, leftOut)
                if leftOut.add(suspects.complaining(ofBuild: output)) { continue }
                let changed = remaining.filter { !workbook.isUntouched($0) }
                guard !changed.isEmpty else { throw .buildFailed(output: output) }
                if remaining.count == 1 {
                    _ = leftOut.add([changed[0].file].complaining(ofBuild: output))
                    try self.stage(chapters, asked: asked, without: leftOut, in: workspace)
                    // With the starter in its place it must go well, or something else is the reason.
                    guard case .built = try build(workspace, numbers, stage, report) else {
                        throw .buildFailed(output: output)
                    }
                    continue
                }
            case .timedOut(let seconds, let onOneFile):
                let reason = Complaint.buildTimedOut(seconds: Int(seconds), onOneFile: onOneFile)
                let suspects = suspects(in: chapters, besides: remaining, leftOut)
                if leftOut.add(suspects.complaining(.buildTimedOut(seconds: Int(seconds)))) { continue }
                guard remaining.count > 1, !remaining.allSatisfy(workbook.isUntouched) else { throw reason }
            }
            // Nobody was blamed by name. Each kata is tried among starters.
            for group in apart(remaining) {
                let others = remaining.filter { kata in
                    !workbook.isUntouched(kata) && !group.contains { $0.id == kata.id }
                }
                var among = leftOut
                _ = among.add(others.map(\.file).complaining(.setAside))
                let alone: Checked
                do {
                    alone = try check(group, in: workspace, without: among, report)
                } catch {
                    guard case .buildTimedOut(let seconds, _) = error, group.count == 1 else { throw error }
                    let diagnostic = Diagnostic(about: group[0].file, .buildTimedOut(seconds: seconds))
                    results[group[0].id] = .doesNotCompile(id: group[0].id, diagnostics: [diagnostic])
                    continue
                }
                for (kata, result) in zip(group, alone.results) { results[kata.id] = result }
            }
            return checked()
        }
    }

    /// Files of these katas' chapters in which git has left a conflict: no compiler needs to be asked.
    private func conflicts(beside katas: [Kata]) -> [String: [Diagnostic]] {
        let numbers = Set(katas.map(\.id.chapter))
        var conflicts: [String: [Diagnostic]] = [:]
        for kata in catalogue.katas where numbers.contains(kata.id.chapter) {
            guard let conflict = conflict(in: kata) else { continue }
            var diagnostic = Diagnostic(about: kata.file, "git has left a conflict here")
            diagnostic.line = conflict.line
            conflicts[kata.file] = [diagnostic]
        }
        return conflicts
    }

    private func conflict(in kata: Kata) -> ConflictMarkers? {
        workbook.files.text(workbook.path(kata.file)).flatMap(ConflictMarkers.init(in:))
    }

    /// Of a chapter without a suite nothing is built that could be run.
    private func hasSuites(_ chapter: Chapter?) -> Bool {
        chapter?.katas.contains { workbook.files.exists(workbook.path($0.suite)) } ?? false
    }

    /// Whoever may be the reason where the compiler names nobody: the learner's further files, and when these
    /// are out already, what the learner made of other katas.
    private func suspects(in chapters: [Chapter], besides katas: [Kata], _ leftOut: LeftOut) -> [String] {
        let others = chapters.flatMap { chapter in chapter.otherFiles.map { "\(chapter.folder)/\($0)" } }
            .filter { !leftOut.concerns($0) }
        guard others.isEmpty else { return others }
        return chapters.flatMap(\.katas).filter { kata in
            !leftOut.concerns(kata.file) && !workbook.isUntouched(kata)
                && !katas.contains { $0.id == kata.id }
        }.map(\.file)
    }

    /// Every kata that was changed alone, and first all others together.
    private func apart(_ katas: [Kata]) -> [[Kata]] {
        let untouched = katas.filter(workbook.isUntouched)
        let changed = katas.filter { !workbook.isUntouched($0) }.map { [$0] }
        return (untouched.isEmpty ? [] : [untouched]) + changed
    }

    private func mark(_ result: CheckResult, of kata: Kata) -> CheckResult {
        var result = result
        if result.verdict == .doesNotCompile { result.conflict = conflict(in: kata) }
        if !SuiteSeals(of: workbook).hold(for: kata, in: workbook) { result.suiteChanged = true }
        if result.verdict == .noTests, !workbook.files.exists(workbook.path(kata.suite)) {
            result.diagnostics = [Diagnostic(about: kata.suite, .missingSuite)]
        }
        return result
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
                { seconds in report(obstacle(to: workspace), seconds) && !environment.isInterrupted() },
                { answer = Result { () throws(Complaint) in try work() } }
            )
        } catch {
            throw workbook.cannotWrite(workspace.root)
        }
        return try answer.get()
    }

    /// Who has the workspace.
    private func obstacle(to workspace: Workspace) -> Stage {
        let preparation = Preparation(workbook: workbook, toolchain: toolchain)
        let prepared = preparation.chaptersAtWork.first.flatMap { chapter in
            Workspace(ofChapter: chapter, in: workbook).root == workspace.root ? chapter : nil
        }
        return prepared.map { .waitingForPreparation(chapter: $0) } ?? .waitingForOther
    }

    // MARK: - Before anybody asks

    /// Builds a chapter as a check of it does, and runs nothing: starters stand in for files that don't compile.
    func prepare(_ chapter: Chapter, _ report: Report) throws(Complaint) {
        Workspace.removeEarlier(from: workbook)
        let workspace = Workspace(ofChapter: chapter.number, in: workbook)
        try alone(in: workspace, report) { () throws(Complaint) in
            var leftOut = LeftOut(missing: catalogue.katas.filter { !$0.fileExists })
            while true {
                let all = chapter.katas.map(\.suite)
                try stage([chapter], asked: all, without: leftOut, in: workspace)
                let stage = Stage.building(chapters: [chapter.number])
                switch try build(workspace, [chapter.number], stage, report) {
                case .built:
                    // The first build by the short cut looks at everything once, so the second is quick.
                    _ = try build(workspace, [chapter.number], stage, report)
                    return
                case .failed(let diagnostics, let output):
                    let blame = blame(in: [chapter], workspace)
                    guard leftOut.add(blame.causes(diagnostics)) || leftOut.add(blame.all(diagnostics)) else {
                        throw .buildFailed(output: output)
                    }
                case .timedOut(let seconds, let onOneFile):
                    throw .buildTimedOut(seconds: Int(seconds), onOneFile: onOneFile)
                }
            }
        }
    }

    /// Puts the files of whole chapters into the workspace: the learner's, but for those that are left out.
    private func stage(
        _ chapters: [Chapter],
        asked: [String],
        without leftOut: LeftOut,
        in workspace: Workspace
    ) throws(Complaint) {
        var texts: [String: Data] = [:]
        var suites = workspace.needless(chapters.flatMap(\.katas).map(\.suite), but: asked)
        for chapter in chapters {
            for kata in chapter.katas {
                if leftOut.withoutStarter.contains(kata.file) {
                    suites.insert(kata.suite)
                } else {
                    texts[kata.file] = workbook.data(leftOut.concerns(kata.file) ? kata.pristine : kata.file)
                }
            }
            for file in chapter.otherFiles.map({ "\(chapter.folder)/\($0)" }) where !leftOut.concerns(file) {
                texts[file] = workbook.data(file)
            }
        }
        suites.formUnion(leftOut.complaints.keys)
        try workspace.stage(texts, chapters: chapters, withoutSuites: suites)
    }

    private func blame(in chapters: [Chapter], _ workspace: Workspace) -> Blame {
        Blame(
            catalogue: catalogue,
            chapters: chapters,
            built: { workbook.files.text("\(workspace.root)/\($0)") },
            given: { workbook.files.text(workbook.path($0)) }
        )
    }

    // MARK: - Any texts

    /// What became of katas in whose place other texts stand.
    struct Trial: Hashable {
        var result: CheckResult
        var warnings: [Diagnostic]
        /// What was printed while the rules ran, by this kata's code or by another's.
        var printed = ""
    }

    /// A text that stands for a kata.
    typealias Stand = (kata: Kata, text: Data)

    /// Builds a workspace in which these texts stand for the katas, and no others, and runs their suites. A text
    /// that does not compile is taken out, with its kata's verdict, and the starter stands in for it.
    ///
    /// - Parameter bystanders: katas that are built along and not run. As long as the same katas are in a
    ///   workspace, nothing has to be planned anew from one trial to the next.
    func tryOut(
        _ texts: [Stand],
        beside bystanders: [Stand] = [],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> [KataID: Trial] {
        try alone(in: workspace, report) { () throws(Complaint) in
            try trials(of: texts, beside: bystanders, in: workspace, report)
        }
    }

    private func trials(
        of texts: [Stand],
        beside bystanders: [Stand],
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> [KataID: Trial] {
        var trials: [KataID: Trial] = [:]
        let all = texts + bystanders
        let numbers = Set(all.map(\.kata.id.chapter))
        let chapters = catalogue.chapters.filter { numbers.contains($0.number) }
        let others = Set(chapters.flatMap(\.katas).map(\.suite)).subtracting(all.map(\.kata.suite))
        var failedBefore: Set<String> = []
        while trials.count < texts.count {
            var exercises: [String: Data] = [:]
            for (kata, text) in all {
                exercises[kata.file] = failedBefore.contains(kata.file) ? workbook.data(kata.pristine) : text
            }
            try workspace.stage(exercises, chapters: chapters, withoutSuites: others)
            let stage = Stage.building(chapters: numbers.sorted())
            switch try build(workspace, numbers, stage, for: .trials, report) {
            case .built(let products, let warnings):
                let remaining = texts.map(\.kata).filter { trials[$0.id] == nil }
                let (results, printed) = try run(remaining, products, workspace, report)
                for result in results {
                    guard let kata = remaining.first(where: { $0.id.description == result.id }) else {
                        continue
                    }
                    trials[kata.id] = Trial(
                        result: result,
                        warnings: warnings.filter { $0.file == kata.file || $0.file == kata.suite },
                        printed: printed
                    )
                }
                return trials
            case .failed(let diagnostics, let output):
                let blame = blame(in: chapters, workspace)
                let causes = blame.causes(diagnostics)
                let broken =
                    causes.keys.allSatisfy(failedBefore.contains) ? blame.all(diagnostics) : causes
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
            case .timedOut(let seconds, let onOneFile):
                throw .buildTimedOut(seconds: Int(seconds), onOneFile: onOneFile)
            }
        }
        return trials
    }

    // MARK: - Building and running

    private func build(
        _ workspace: Workspace,
        _ chapters: Set<Int>,
        _ stage: Stage,
        for purpose: Build.Purpose = .edits,
        _ report: Report
    ) throws(Complaint) -> Build.Outcome {
        if let complaint = BuildSite.complaint(about: workspace.root) { throw complaint }
        if let complaint = BuildSite.complaints(in: environment).first { throw complaint }
        let build = Build(
            environment: environment,
            toolchain: toolchain,
            root: workspace.root,
            scratch: workspace.scratch,
            timeLimit: limits.build,
            mayTakeShortCut: mayTakeShortCut,
            purpose: purpose,
            confinement: confinement,
            moduleCache: workspace.moduleCache,
            mayMakePrograms: workspace.makesPrograms
        )
        func inWorkbook(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
            diagnostics.map { diagnostic in
                var diagnostic = diagnostic
                // Code may claim to stand in any file of the machine: only what was staged is quoted.
                if diagnostic.file.hasPrefix(workspace.root + "/") {
                    diagnostic.sourceLine = sourceLine(of: diagnostic, in: diagnostic.file)
                }
                diagnostic.file = workspace.original(diagnostic.file)
                return diagnostic
            }
        }
        func tick(_ elapsed: Elapsed) -> Bool {
            report(elapsed.isHeldUp ? .buildingSlowly(chapters: chapters.sorted()) : stage, elapsed.seconds)
        }
        switch try build.run(chapters: chapters, tick) {
        case .built(let products, let warnings):
            return .built(products, warnings: inWorkbook(warnings))
        case .failed(let diagnostics, let output):
            return .failed(inWorkbook(diagnostics), output: output)
        case .timedOut(let seconds, let onOneFile):
            return .timedOut(seconds: seconds, onOneFile: onOneFile)
        }
    }

    private func sourceLine(of diagnostic: Diagnostic, in file: String) -> String? {
        workbook.files.text(file)?.line(diagnostic.line)
    }

    private func run(
        _ katas: [Kata],
        _ products: Products,
        _ workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> (results: [CheckResult], printed: String) {
        let run = TestRun(
            environment: environment,
            toolchain: toolchain,
            products: products,
            folder: "\(workspace.scratch)/run",
            timeLimit: limits.rules,
            memoryLimit: limits.memory,
            confinement: confinement
        )
        let findings = try run.run(katas.map(\.suiteID)) { report(.running(katas: katas.count), $0) }
        let results = katas.map { kata -> CheckResult in
            if findings.contains(where: { $0.unbelieved.contains(kata.suiteID) }) {
                return .unbelieved(kata)
            }
            let source = workbook.files.text(workbook.path(kata.suite)).map(SuiteSource.init(parsing:))
            return mark(CheckResult.of(kata, findings, source, workspace.original), of: kata)
        }
        return (results, findings.map(\.printed).joined())
    }
}

extension [String] {
    /// The same complaint about each of these files.
    fileprivate func complaining(_ cause: Diagnostic.Cause) -> [String: [Diagnostic]] {
        Dictionary(uniqueKeysWithValues: map { ($0, [Diagnostic(about: $0, cause)]) })
    }

    /// What a build said in which nobody was named.
    fileprivate func complaining(ofBuild output: String) -> [String: [Diagnostic]] {
        if CompilerCrash.happened(in: output) { return complaining(.compilerCrashed(declaration: nil)) }
        return Dictionary(uniqueKeysWithValues: map { ($0, [Diagnostic(about: $0, output.firstError)]) })
    }
}

extension CheckResult {
    static func missingFile(_ kata: Kata, folderInItsPlace: Bool = false) -> CheckResult {
        let id = kata.id.description
        let cause: Diagnostic.Cause = folderInItsPlace ? .folderInItsPlace(kata: id) : .missingFile(kata: id)
        return .doesNotCompile(id: kata.id, diagnostics: [Diagnostic(about: kata.file, cause)])
    }

    /// The test process has left before its rules were over, or has told what no run tells.
    static func unbelieved(_ kata: Kata) -> CheckResult {
        var result = CheckResult.judged(id: kata.id, rules: [], seconds: 0)
        result.diagnostics = [Diagnostic(about: kata.file, .unbelieved)]
        return result
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

import Foundation

/// Finds the verdict of katas. A mistake in one never costs another its verdict.
struct Checker: Sendable {
    let environment: Environment
    private(set) var workbook: Workbook
    var catalogue: Catalogue
    let toolchain: Toolchain
    var limits = Limits()
    var mayTakeShortCut = true
    /// For code that nobody can vouch for.
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

    /// The same for a workbook that differs in some files.
    func on(_ workbook: Workbook) -> Checker {
        var copy = self
        copy.workbook = workbook
        return copy
    }

    /// What is being done, for the person who waits.
    enum Stage: Hashable {
        case askingVersion
        case waitingForOther
        /// Waiting: the chapter is being made ready at the moment.
        case waitingForPreparation(chapter: Int)
        case building(chapters: [Int])
        /// Other programs keep the machine busy.
        case buildingSlowly(chapters: [Int])
        /// Others don't compile, so these are built without them.
        case buildingWithout(names: [String])
        case running(katas: Int)
        /// A mutant is held against its suite.
        case holding(mutant: Int, of: Int)
        case makingSite
        case buildingClassroom
        case fetching(from: String)
    }

    struct Activity: Hashable {
        var stage: Stage
        var seconds: TimeInterval
    }

    /// Answers whether the result is still wanted.
    typealias Report = (Stage, TimeInterval) -> Bool

    // MARK: - The learner's katas

    /// Verdicts, and the first complaint about each file that had to be left out to get them.
    struct Checked: Hashable {
        var results: [Judged]
        var leftOut: [Diagnostic]
        /// What the code printed while the rules ran.
        var printed = ""
    }

    /// Goes from chapter to chapter.
    ///
    /// - Parameters:
    ///   - companions: katas that get a verdict too if it costs no further build.
    ///   - begun: gets the katas of each chapter when nobody else uses its workspace any more: what is saved until
    ///     then is judged.
    ///   - found: gets the verdicts of each chapter as soon as they are there.
    func check(
        _ katas: [Kata],
        companions: [Kata] = [],
        begun: ([Kata]) -> Void = { _ in },
        found: ([Judged]) -> Void = { _ in },
        _ report: Report
    ) throws(Complaint) -> Checked {
        Workspace.removeEarlier(from: workbook)
        var all = Checked(results: [], leftOut: [])
        for own in Catalogue.byChapter(katas) {
            let workspace = Workspace(ofChapter: own[0].id.chapter, in: workbook)
            let companions = companions.filter { $0.id.chapter == own[0].id.chapter }
            let checked = try check(own, companions: companions, begun: begun, in: workspace, report)
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
        begun: ([Kata]) -> Void = { _ in },
        in workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> Checked {
        try alone(in: workspace, report) { () throws(Complaint) in
            begun(katas + companions)
            var checked = try check(katas, companions: companions, in: workspace, without: nil, report)
            let seals = SuiteSeals(of: workbook)
            checked.results = checked.results.map { Judged($0.kata, mark($0.result, of: $0.kata, seals)) }
            return checked
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
        var leftOut = leftOut ?? LeftOut(missing: missing, flaws: flaws(beside: katas))
        let companions = companions.filter { kata in !katas.contains { $0.id == kata.id } }
        // One limit for all: where somebody may have made a file on purpose with which the compiler isn't over, a
        // third of it must do for the first try, a third shows which file it is, and a third is for the others.
        var limit = confinement == nil ? limits.build : limits.build / 3
        var hasOverrun = false
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
                let all = (katas + along).compactMap { kata in results[kata.id].map { Judged(kata, $0) } }
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
            let failure: LeftOut.Failure
            let edited = edited(in: chapters, leftOut)
            if edited.count < 2, !hasOverrun { limit = limits.build }
            switch try build(workspace, numbers, stage, for: purpose, within: limit, report) {
            case .built(let products, _):
                let along = names.isEmpty ? companions.filter(\.fileExists) : []
                let (found, printed) = try run(remaining + along, products, workspace, report)
                for judged in found { results[judged.kata.id] = judged.result }
                return checked(along, printed: printed)
            case .failed(let diagnostics, let output):
                // Without room to build, nobody's code is the reason.
                let fullDisk = workbook.cannotWrite(workspace.root, bytes: 16 << 20)
                if case .diskFull = fullDisk { throw fullDisk }
                let blame = blame(in: chapters, workspace)
                failure = LeftOut.Failure(
                    reason: .complaints(of: output, named: !diagnostics.isEmpty),
                    causes: blame.causes(diagnostics),
                    blamed: blame.all(diagnostics)
                )
            case .timedOut(let seconds, let onOneFile):
                if !hasOverrun, edited.count > 1 {
                    hasOverrun = true
                    let slow = try overrunning(edited, of: chapters, in: workspace, stage, report)
                    _ = leftOut.add(slow.complaining(.buildTimedOut(seconds: Int(limits.build))))
                    if !slow.isEmpty || confinement != nil { continue }
                }
                failure = LeftOut.Failure(reason: .overrun(seconds: Int(seconds), onOneFile: onOneFile))
            }
            let changed = remaining.filter { !workbook.isUntouched($0) }.map(\.file)
            let suspects = suspects(in: chapters, besides: remaining, leftOut)
            switch leftOut.next(after: failure, suspects, changed: changed, isAlone: remaining.count == 1) {
            case .giveUp(let complaint): throw complaint
            case .buildWithout: continue
            case .tryStarter(let otherwise):
                try self.stage(chapters, asked: asked, without: leftOut, in: workspace)
                guard case .built = try build(workspace, numbers, stage, for: purpose, report) else {
                    throw otherwise
                }
                continue
            case .tryApart: break
            }
            for group in apart(remaining) {
                let others = remaining.filter { kata in
                    !workbook.isUntouched(kata) && !group.contains { $0.id == kata.id }
                }
                var among = leftOut
                _ = among.add(others.map(\.file).complaining(.setAside))
                let alone: Checked
                do {
                    alone = try within(limit).check(group, in: workspace, without: among, report)
                } catch {
                    guard case .buildTimedOut(let seconds, _) = error, group.count == 1 else { throw error }
                    let diagnostic = Diagnostic(about: group[0].file, .buildTimedOut(seconds: seconds))
                    results[group[0].id] = .doesNotCompile(id: group[0].id, diagnostics: [diagnostic])
                    continue
                }
                for judged in alone.results { results[judged.kata.id] = judged.result }
            }
            return checked()
        }
    }

    /// Somebody else's code comes and goes, each time with other interfaces for its suites.
    private var purpose: Build.Purpose { confinement == nil ? .edits : .trials }

    private func within(_ limit: TimeInterval) -> Checker {
        var copy = self
        copy.limits.build = limit
        return copy
    }

    /// Files of these chapters that are built and are no starters.
    private func edited(in chapters: [Chapter], _ leftOut: LeftOut) -> [String] {
        let own = chapters.flatMap(\.katas).filter { $0.fileExists && !workbook.isUntouched($0) }.map(\.file)
        let others = chapters.flatMap { chapter in chapter.otherFiles.map { "\(chapter.folder)/\($0)" } }
        return (own + others).filter { !leftOut.concerns($0) }
    }

    /// What is wrong with files of these katas' chapters that no compiler needs to be asked about: git has left a
    /// conflict in them, they declare what would stand in the place of something the suites mean, or a program begins
    /// in them.
    private func flaws(beside katas: [Kata]) -> [String: [Diagnostic]] {
        let numbers = Set(katas.map(\.id.chapter))
        var flaws: [String: [Diagnostic]] = [:]
        for chapter in catalogue.chapters where numbers.contains(chapter.number) {
            let texts = changedTexts(in: chapter)
            for (file, text) in texts {
                flaws[file] = Diagnostic(aboutProgramIn: text, of: file).map { [$0] }
            }
            flaws.merge(Takeover.complaints(about: texts, in: chapter, workbook)) { $1 }
            for kata in chapter.katas {
                guard let conflict = conflict(in: kata) else { continue }
                flaws[kata.file] = [Diagnostic(about: kata.file, line: conflict.line, .conflict)]
            }
        }
        return flaws
    }

    /// What the learner has written, by file.
    private func changedTexts(in chapter: Chapter) -> [String: String] {
        var texts: [String: String] = [:]
        for kata in chapter.katas where !workbook.isUntouched(kata) {
            texts[kata.file] = workbook.files.text(workbook.path(kata.file))
        }
        for file in chapter.otherFiles.map({ "\(chapter.folder)/\($0)" }) {
            texts[file] = workbook.files.text(workbook.path(file))
        }
        return texts
    }

    private func conflict(in kata: Kata) -> ConflictMarkers? {
        workbook.files.text(workbook.path(kata.file)).flatMap(ConflictMarkers.init(in:))
    }

    /// Of a chapter without a suite nothing is built that could be run.
    private func hasSuites(_ chapter: Chapter?) -> Bool {
        chapter?.katas.contains { workbook.files.exists(workbook.path($0.suite)) } ?? false
    }

    /// The suspects when the compiler names nobody: the learner's further files, or if these are out already, what
    /// the learner made of other katas.
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

    /// What a verdict reports besides its rules, each thing once.
    func mark(_ result: CheckResult, of kata: Kata, _ seals: SuiteSeals) -> CheckResult {
        var result = result
        if result.verdict == .doesNotCompile { result.conflict = conflict(in: kata) }
        if !seals.hold(for: kata, in: workbook) { result.suiteChanged = true }
        if result.verdict == .noTests, !workbook.files.exists(workbook.path(kata.suite)) {
            result.diagnostics = [Diagnostic(about: kata.suite, .missingSuite)]
        }
        return result
    }

    /// Two runners at once take turns: a workspace holds the texts of one.
    func alone<Answer>(
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
}

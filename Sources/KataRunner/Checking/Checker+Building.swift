import Foundation

/// Building a workspace with SwiftPM and running its suites in a test process.
extension Checker {
    func build(
        _ workspace: Workspace,
        _ chapters: Set<Int>,
        _ stage: Stage,
        for purpose: Build.Purpose = .edits,
        within limit: TimeInterval? = nil,
        _ report: Report
    ) throws(Complaint) -> Build.Outcome {
        if let complaint = BuildSite.complaint(about: workspace.root) { throw complaint }
        if let complaint = BuildSite.complaints(in: environment).first { throw complaint }
        let build = build(chapters, in: workspace, for: purpose, within: limit ?? limits.build)
        func inWorkbook(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
            diagnostics.map { diagnostic in
                var diagnostic = diagnostic
                // Code may claim to stand in any file of the machine: only what was staged is quoted.
                if workspace.hasStaged(diagnostic.file, for: chapters) {
                    diagnostic.sourceLine = sourceLine(of: diagnostic, in: diagnostic.file)
                }
                diagnostic.file = workspace.original(diagnostic.file)
                return diagnostic
            }
        }
        func tick(_ elapsed: Elapsed) -> Bool {
            report(elapsed.isHeldUp ? .buildingSlowly(chapters: chapters.sorted()) : stage, elapsed.seconds)
        }
        switch try build.run(tick) {
        case .built(let products, let warnings):
            return .built(products, warnings: inWorkbook(warnings))
        case .failed(let diagnostics, let output):
            return .failed(inWorkbook(diagnostics), output: output)
        case .timedOut(let seconds, let onOneFile):
            return .timedOut(seconds: seconds, onOneFile: onOneFile)
        }
    }

    private func build(
        _ chapters: Set<Int>,
        in workspace: Workspace,
        for purpose: Build.Purpose,
        within limit: TimeInterval
    ) -> Build {
        Build(
            environment: environment,
            toolchain: toolchain,
            chapters: chapters,
            root: workspace.root,
            scratch: workspace.scratch,
            timeLimit: limit,
            mayTakeShortCut: mayTakeShortCut,
            purpose: purpose,
            confinement: confinement,
            moduleCache: workspace.moduleCache,
            mayMakePrograms: workspace.makesPrograms
        )
    }

    /// Of these files of a build that overran, those with which the compiler isn't over in a fair share of the time
    /// when it is asked for one alone. None where it is over with none of them: then nobody is to blame by name.
    func overrunning(
        _ files: [String],
        of chapters: [Chapter],
        in workspace: Workspace,
        _ stage: Stage,
        _ report: Report
    ) throws(Complaint) -> [String] {
        let share = max(limits.build / 3 / TimeInterval(files.count), 3)
        let numbers = Set(chapters.map(\.number))
        let build = build(numbers, in: workspace, for: .edits, within: share)
        var found: [String] = []
        for file in files {
            guard let chapter = chapters.first(where: { file.hasPrefix($0.folder + "/") }) else { continue }
            let names = workbook.files.tree("\(workspace.root)/\(chapter.folder)")
            let others = names.filter { $0.hasSuffix(".swift") }.map { "\(chapter.folder)/\($0)" }
                .filter { $0 != file }
            let isOver = try build.isOver(with: file, beside: others, of: chapter) {
                report(stage, $0.seconds)
            }
            if !isOver { found.append(file) }
        }
        return found.count < files.count ? found : []
    }

    private func sourceLine(of diagnostic: Diagnostic, in file: String) -> String? {
        workbook.files.text(file)?.line(diagnostic.line)
    }

    func run(
        _ katas: [Kata],
        _ products: Products,
        _ workspace: Workspace,
        _ report: Report
    ) throws(Complaint) -> (results: [Judged], printed: String) {
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
        let results = katas.map { kata in
            if findings.contains(where: { $0.unbelieved.contains(kata.suiteID) }) {
                return Judged(kata, .unbelieved(kata))
            }
            let source = workbook.files.text(workbook.path(kata.suite)).map(SuiteSource.init(parsing:))
            let hasCompiler = confinement != nil
            return Judged(
                kata,
                .of(kata, findings, source, hasCompiler: hasCompiler, workspace.original)
            )
        }
        return (results, findings.map(\.printed).joined())
    }
}

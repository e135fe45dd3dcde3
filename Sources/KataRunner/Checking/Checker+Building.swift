import Foundation

/// Building a workspace with SwiftPM and running its suites in a test process.
extension Checker {
    func build(
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

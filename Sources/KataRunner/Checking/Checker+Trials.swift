import Foundation

/// Any texts in the place of katas, for proofs and walkthroughs.
extension Checker {
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
        for (file, complaints) in takeovers(in: chapters, texts) {
            guard let kata = texts.first(where: { $0.kata.file == file })?.kata else { continue }
            failedBefore.insert(file)
            trials[kata.id] = Trial(
                result: .doesNotCompile(id: kata.id, diagnostics: complaints),
                warnings: []
            )
        }
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
                let seals = SuiteSeals(of: workbook)
                for judged in results {
                    let kata = judged.kata
                    trials[kata.id] = Trial(
                        result: mark(judged.result, of: kata, seals),
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

    private func takeovers(in chapters: [Chapter], _ texts: [Stand]) -> [String: [Diagnostic]] {
        var all: [String: [Diagnostic]] = [:]
        for chapter in chapters {
            var answers: [String: String] = [:]
            for (kata, text) in texts
            where kata.id.chapter == chapter.number && text != workbook.data(kata.pristine) {
                answers[kata.file] = String(validating: text, as: UTF8.self)
            }
            all.merge(Takeover.complaints(about: answers, in: chapter, workbook)) { $1 }
        }
        return all
    }
}

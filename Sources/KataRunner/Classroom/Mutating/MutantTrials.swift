import Foundation

/// What a suite has said to a mutant.
enum MutantVerdict: Hashable, Sendable {
    case killed
    case survived
    /// It doesn't count.
    case doesNotCompile

    var word: String {
        switch self {
        case .killed: "killed"
        case .survived: "survived"
        case .doesNotCompile: "refused"
        }
    }

    init?(word: some StringProtocol) {
        guard
            let verdict = [.killed, .survived, .doesNotCompile].first(where: { (each: Self) in
                each.word == word
            })
        else { return nil }
        self = verdict
    }
}

/// Holds mutants of one answer against the kata's suite: builds many at once, and runs them one by one.
struct MutantTrials: Sendable {
    let checker: Checker
    let workspace: Workspace
    let kata: Kata
    let answer: MutationPlan.Answer

    /// Is told each verdict as soon as it is known.
    typealias Found = (Mutant, MutantVerdict) throws(Complaint) -> Void
    typealias Numbered = Winnowing.Numbered

    func run(_ mutants: [Mutant], _ report: Checker.Report, _ found: Found) throws(Complaint) {
        let numbered = mutants.filter(\.isInBody).enumerated().map {
            (number: $0.offset + 1, mutant: $0.element)
        }
        try checker.alone(in: workspace, report) { () throws(Complaint) in
            try tryTogether(numbered, report, found)
        }
        for mutant in mutants where !mutant.isInBody { try found(mutant, tryAlone(mutant, report)) }
    }

    // MARK: - Many in one build

    private func tryTogether(
        _ mutants: [Numbered],
        _ report: Checker.Report,
        _ found: Found
    ) throws(Complaint) {
        try Winnowing.sift(mutants) { (remaining) throws(Complaint) in
            switch try build(MutantSchema(answer.text, remaining).text, report) {
            case .built(let products, _):
                try run(remaining, products, report, found)
                return .succeeded
            case .timedOut: return .spoiled(by: [])
            case .failed(let diagnostics, let output):
                let blamed = Set(diagnostics.compactMap { MutantSchema.number(of: $0.file) })
                if blamed.contains(0) { throw .buildFailed(output: output) }
                return .spoiled(by: blamed)
            }
        } leaveOut: { (mutant) throws(Complaint) in
            try found(mutant, .doesNotCompile)
        }
    }

    private func build(_ text: String, _ report: Checker.Report) throws(Complaint) -> Build.Outcome {
        try stage(text)
        let chapter = kata.id.chapter
        return try checker.build(workspace, [chapter], .building(chapters: [chapter]), for: .trials, report)
    }

    private func stage(_ text: String) throws(Complaint) {
        let chapters = checker.catalogue.chapters.filter { $0.number == kata.id.chapter }
        let others = Set(chapters.flatMap(\.katas).map(\.suite)).subtracting([kata.suite])
        try workspace.stage([kata.file: Data(text.utf8)], chapters: chapters, withoutSuites: others)
    }

    /// Rules that take long are asked last, and only of those that the others let pass. These are also read by the
    /// rules that read an answer's text, which isn't the one that was built.
    private func run(
        _ mutants: [Numbered],
        _ products: Products,
        _ report: Checker.Report,
        _ found: Found
    ) throws(Complaint) {
        try stage(answer.text)
        let (whole, end) = try runOnce(0, products, limit: checker.limits.rules, without: [], report)
        guard whole.runEnded, whole.issues.isEmpty, end == .exited(0) else {
            throw .mutatedAnswerIsRed(answer.name, kata: kata.id.description)
        }
        let slow = whole.tests.map(\.id).filter { whole.seconds[$0, default: 0] > 0.2 }
        let limit = whole.seconds.values.reduce(0, +) * 3 + 2
        func survives(_ number: Int, without skipped: [String]) throws(Complaint) -> Bool {
            let (stream, end) = try runOnce(number, products, limit: limit, without: skipped, report)
            return stream.runEnded && stream.issues.isEmpty && end == .exited(0)
        }
        var left: [Numbered] = []
        for (index, each) in mutants.enumerated() {
            _ = report(.holding(mutant: index + 1, of: mutants.count), 0)
            if try survives(each.number, without: slow) {
                left.append(each)
            } else {
                try found(each.mutant, .killed)
            }
        }
        for (number, mutant) in left {
            try stage(mutant.applied(to: answer.text))
            try found(mutant, survives(number, without: []) ? .survived : .killed)
        }
    }

    private func runOnce(
        _ number: Int,
        _ products: Products,
        limit: TimeInterval,
        without skipped: [String],
        _ report: Checker.Report
    ) throws(Complaint) -> (EventStream, ProcessOutcome.End) {
        var environment = checker.environment
        environment.variables[MutantSchema.variable] = String(number)
        let run = TestRun(
            environment: environment,
            toolchain: checker.toolchain,
            products: products,
            folder: "\(workspace.scratch)/run",
            timeLimit: limit,
            memoryLimit: checker.limits.memory
        )
        let (stream, outcome, _) = try run.runOnce([kata.suiteID], skipping: skipped) { _ in true }
        return (stream, outcome.end)
    }

    // MARK: - One build each

    private func tryAlone(_ mutant: Mutant, _ report: Checker.Report) throws(Complaint) -> MutantVerdict {
        let text = Data(mutant.applied(to: answer.text).utf8)
        let trials = try checker.tryOut([(kata: kata, text: text)], in: workspace, report)
        return switch trials[kata.id]?.result.verdict {
        case .doesNotCompile?: .doesNotCompile
        case .passed?: .survived
        default: .killed
        }
    }
}

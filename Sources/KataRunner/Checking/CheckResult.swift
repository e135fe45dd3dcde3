/// What a check found out about a kata.
enum Verdict: String, Hashable, Sendable, Codable {
    case passed
    case failed
    case doesNotCompile
    case crashed
    case timedOut
    case noTests
}

/// A kata and what a check found out about it.
struct Judged: Hashable, Sendable {
    var kata: Kata
    var result: CheckResult

    init(_ kata: Kata, _ result: CheckResult) {
        (self.kata, self.result) = (kata, result)
    }
}

struct CheckResult: Hashable, Sendable, Codable {
    var id: KataID
    var verdict: Verdict
    var seconds: Double
    var rules: [RuleResult]
    var diagnostics: [Diagnostic]
    /// True if the suite is no longer as its author left it: the verdict was earned with another one.
    var suiteChanged: Bool?
    /// Git has left a conflict in the kata's file, which is why it doesn't compile.
    var conflict: ConflictMarkers?

    var brokenRules: [RuleResult] { rules.filter { $0.outcome.isBroken } }
    var keptRules: [RuleResult] { rules.filter { $0.outcome == .passed } }
}

struct RuleResult: Hashable, Sendable, Codable {
    enum Outcome: String, Hashable, Sendable, Codable {
        case passed
        case failed
        /// It does not concern the design that was chosen.
        case skipped
        /// It was switched off, which is not a way to keep it.
        case disabled
        case crashed
        case timedOut
        /// Another rule ended the run before this one had its turn.
        case notRun

        var isBroken: Bool { self != .passed && self != .skipped }
    }

    var name: String
    var outcome: Outcome
    var issues: [RuleIssue]
}

/// One expectation that was not met.
struct RuleIssue: Hashable, Sendable, Codable {
    /// What the domain lost, in the suite's words; if the suite is silent, what the expectation says.
    var message: String
    /// What was expected and what was found, if the message doesn't say it.
    var expectation: String?
    /// The row of a parameterised rule.
    var row: String?
    var file: String
    var line: Int
    /// How the test process ended, if the runner found that out. Nil for what the process itself said.
    var cause: Cause?
}

extension CheckResult {
    /// Passed needs at least one rule that ran and held, none that failed, and none that was switched off.
    static func judged(id: KataID, rules: [RuleResult], seconds: Double) -> CheckResult {
        let outcomes = Set(rules.map(\.outcome))
        let verdict: Verdict =
            if outcomes.contains(.crashed) {
                .crashed
            } else if outcomes.contains(.timedOut) {
                .timedOut
            } else if outcomes.contains(where: \.isBroken) {
                .failed
            } else if outcomes.contains(.passed) {
                .passed
            } else {
                .noTests
            }
        return CheckResult(
            id: id,
            verdict: verdict,
            seconds: seconds,
            rules: rules,
            diagnostics: []
        )
    }

    static func doesNotCompile(id: KataID, diagnostics: [Diagnostic]) -> CheckResult {
        CheckResult(
            id: id,
            verdict: .doesNotCompile,
            seconds: 0,
            rules: [],
            diagnostics: diagnostics
        )
    }
}

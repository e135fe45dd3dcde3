/// `kata check --lines`: one line for each finding, in the form of a compiler's diagnostics, which editors read.
///
/// A line is never wrapped: its reader may be a problem matcher or an error format.
enum FindingLines {
    /// - Parameter suites: show where a rule stands that was not tried, since it has no place of its own.
    static func lines(
        _ results: [Judged],
        suites: [KataID: SuiteSource] = [:]
    ) -> [Line] {
        results.flatMap { judged in
            let (kata, result) = (judged.kata, judged.result)
            return compiler(result) + result.brokenRules.flatMap { rule($0, kata, suites[kata.id]) }
                + withoutRules(kata, result)
        }
    }

    private static func compiler(_ result: CheckResult) -> [Line] {
        result.diagnostics.map { diagnostic in
            finding(
                "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)",
                severity: diagnostic.severity,
                diagnostic.sentence
            )
        }
    }

    private static func rule(_ rule: RuleResult, _ kata: Kata, _ suite: SuiteSource?) -> [Line] {
        let name = Phrase.verbatim(rule.name)
        let ending = CheckScreen.ending(of: rule.outcome)
        guard !rule.issues.isEmpty else {
            let line = suite?.rules.first { $0.name == rule.name }?.line ?? 1
            return [finding("\(kata.suite):\(line)", ending.map { "\(name): \($0)" } ?? name)]
        }
        return CheckScreen.grouped(rule.issues).compactMap { group in
            group.first.map { issue in
                let details = details(issue, CheckScreen.cases(group))
                return finding(
                    "\(issue.file):\(issue.line)",
                    ending.map { "\(name): \($0) \(details)" } ?? "\(name): \(details)"
                )
            }
        }
    }

    private static func details(_ issue: RuleIssue, _ cases: Phrase?) -> Phrase {
        [cases, issue.expectation.map(Phrase.verbatim)].compactMap { $0 }
            .reduce(issue.sentence) { "\($0) · \($1)" }
    }

    private static func withoutRules(_ kata: Kata, _ result: CheckResult) -> [Line] {
        guard result.verdict == .noTests, result.diagnostics.isEmpty else { return [] }
        return [finding("\(kata.suite):1", "no rule was checked")]
    }

    /// Place and severity are data: no translation may move them.
    private static func finding(
        _ place: String,
        severity: Diagnostic.Severity = .error,
        _ message: Phrase
    ) -> Line {
        var line = Line(parts: [
            .phrase(.verbatim("\(place): \(severity.rawValue): "), .plain), .phrase(message, .plain),
        ])
        line.isPreformatted = true
        return line
    }
}

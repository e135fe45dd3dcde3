extension CheckResult {
    static func missingFile(_ kata: Kata, folderInItsPlace: Bool = false) -> CheckResult {
        let id = kata.id.description
        let cause: Diagnostic.Cause = folderInItsPlace ? .folderInItsPlace(kata: id) : .missingFile(kata: id)
        return .doesNotCompile(id: kata.id, diagnostics: [Diagnostic(about: kata.file, cause)])
    }

    /// The test process ended before its rules were over, or reported what no run reports.
    static func unbelieved(_ kata: Kata) -> CheckResult {
        var result = CheckResult.judged(id: kata.id, rules: [], seconds: 0)
        result.diagnostics = [Diagnostic(about: kata.file, .unbelieved)]
        return result
    }

    /// What the runs of the test process say about one kata, its rules in the suite's order.
    ///
    /// - Parameter hasCompiler: that a rule finds no compiler to try code with can only be somebody's doing.
    static func of(
        _ kata: Kata,
        _ findings: [TestRun.Findings],
        _ source: SuiteSource?,
        hasCompiler: Bool = false,
        _ inWorkbook: (String) -> String
    ) -> CheckResult {
        let prefix = kata.suiteID + "/"
        var tests: [String: EventStream.Test] = [:]
        for test in findings.flatMap(\.stream.tests) where test.id.hasPrefix(prefix) { tests[test.id] = test }
        let ordered = tests.values.sorted { ($0.line, $0.id) < ($1.line, $1.id) }
        let conditional = Set(source?.rules.filter(\.isConditional).map(\.name) ?? [])
            .subtracting(hasCompiler ? source?.rulesThatNeedTheCompiler ?? [] : [])

        var rules = ordered.map { test in
            var issues: [RuleIssue] = []
            var outcome = RuleResult.Outcome.notRun
            for finding in findings {
                let stream = finding.stream
                if stream.skipped.contains(test.id) {
                    outcome = conditional.contains(test.displayName) ? .skipped : .disabled
                } else if stream.ended.contains(test.id) {
                    issues = stream.issues[test.id] ?? []
                    if issues.isEmpty, let lack = stream.lack(of: test, mayExcuse: source?.excuses ?? false) {
                        issues = [RuleIssue(lack, file: kata.suite, line: test.line)]
                    }
                    outcome = issues.isEmpty ? .passed : .failed
                }
                switch finding.culprits[test.id] {
                case .crashed(let issue):
                    (outcome, issues) = (.crashed, (stream.issues[test.id] ?? []) + [issue])
                case .timedOut(let seconds, let isHeldUp):
                    let cause: RuleIssue.Cause =
                        isHeldUp ? .heldUp(seconds: Int(seconds)) : .overran(seconds: Int(seconds))
                    let issue = RuleIssue(cause, file: kata.suite, line: test.line)
                    (outcome, issues) = (.timedOut, (stream.issues[test.id] ?? []) + [issue])
                case nil: break
                }
                if outcome != .notRun { break }
            }
            issues = issues.map { issue in
                var issue = issue
                // If a crash left no trace of its place, the rule is the nearest thing to look at.
                issue.line = issue.file.isEmpty ? test.line : issue.line
                issue.file = issue.file.isEmpty ? kata.suite : inWorkbook(issue.file)
                return issue
            }
            return RuleResult(name: test.displayName, outcome: outcome, issues: issues)
        }
        if let source, rules.allSatisfy({ !$0.outcome.isBroken }) {
            let evaded = source.evaded(Set(rules.filter { $0.outcome == .skipped }.map(\.name)))
            for index in rules.indices where evaded.contains(rules[index].name) {
                rules[index].outcome = .disabled
            }
        }
        let times = findings.map { finding in
            finding.stream.seconds.filter { $0.key.hasPrefix(prefix) }.values.reduce(0, +)
        }
        return .judged(id: kata.id, rules: rules, seconds: times.reduce(0, +))
    }
}

extension SuiteSource {
    fileprivate var rulesThatNeedTheCompiler: Set<String> {
        Set(conditions.filter { $0.value.hasSuffix(".isAvailable") }.keys)
    }

    /// Rules that were skipped though no choice skips them: those of one design run together, and one of several
    /// designs was chosen. A choice that answers differently each time it is asked would pass them all by.
    fileprivate func evaded(_ skipped: Set<String>) -> Set<String> {
        var evaded: Set<String> = []
        for (_, rules) in Dictionary(grouping: conditions, by: \.value) {
            let names = Set(rules.map(\.key))
            if !names.isSubset(of: skipped) { evaded.formUnion(names.intersection(skipped)) }
        }
        let choices = conditions.filter { $0.value.contains(" == ") }
        for (_, rules) in Dictionary(grouping: choices, by: { $0.value.subject }) {
            let names = Set(rules.map(\.key))
            if Set(rules.map(\.value)).count > 1, names.isSubset(of: skipped) { evaded.formUnion(names) }
        }
        return evaded
    }
}

extension String {
    /// Of a comparison: «SeatingDesign.chosen».
    fileprivate var subject: String { firstRange(of: " == ").map { String(self[..<$0.lowerBound]) } ?? self }
}

extension CheckResult {
    /// The same result, with the suite's words in the reader's language.
    func said(in wording: SuiteWording) -> CheckResult {
        var result = self
        result.rules = rules.map { $0.said(in: wording) }
        return result
    }
}

extension RuleResult {
    func said(in wording: SuiteWording) -> RuleResult {
        var rule = self
        rule.name = wording.rule(name)
        rule.issues = issues.map { issue in
            var issue = issue
            issue.message = wording.message(issue.message)
            issue.row = issue.row.map(wording.message)
            issue.expectation = issue.expectation.map { wording.expectation($0) ?? $0 }
            return issue
        }
        return rule
    }
}

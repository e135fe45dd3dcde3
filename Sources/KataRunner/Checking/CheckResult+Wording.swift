extension CheckResult {
    /// The same result, with the suite's words in the reader's language.
    func said(in wording: SuiteWording) -> CheckResult {
        var result = self
        result.rules = rules.map { rule in
            var rule = rule
            rule.name = wording.rule(rule.name)
            rule.issues = rule.issues.map { issue in
                var issue = issue
                issue.message = wording.message(issue.message)
                issue.row = issue.row.map(wording.message)
                return issue
            }
            return rule
        }
        return result
    }
}

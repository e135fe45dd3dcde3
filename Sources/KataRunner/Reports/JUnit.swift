import Foundation

/// `kata check --junit FILE`: a suite for each kata, a case for each rule, as every CI reads it.
enum JUnit {
    static func document(_ results: [Judged]) -> String {
        document(
            results.map { judged in
                let (kata, result) = (judged.kata, judged.result)
                return Suite(
                    name: "\(kata.id) \(kata.title)",
                    className: kata.suiteID,
                    rules: result.rules,
                    withoutRules: (
                        result.verdict.rawValue,
                        result.diagnostics.map { "\($0.file):\($0.line):\($0.column): \($0.message)" }
                    ),
                    seconds: result.seconds
                )
            }
        )
    }

    struct Suite {
        var name: String
        var className: String
        var rules: [RuleResult]
        /// What to say if no rule was run.
        var withoutRules: (type: String, texts: [String])
        var seconds: Double
    }

    static func document(_ all: [Suite]) -> String {
        let suites = all.map(suite)
        let counts = suites.map(\.counts)
        let total = Counts(
            tests: counts.map(\.tests).reduce(0, +),
            failures: counts.map(\.failures).reduce(0, +),
            errors: counts.map(\.errors).reduce(0, +),
            skipped: counts.map(\.skipped).reduce(0, +)
        )
        let seconds = all.map(\.seconds).reduce(0, +)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="katas" \(total.attributes) time="\(time(seconds))">
            \(suites.map(\.text).joined(separator: "\n"))
            </testsuites>

            """
    }

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        var attributes: String {
            "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        }
    }

    private static func suite(_ suite: Suite) -> (text: String, counts: Counts) {
        var counts = Counts()
        var cases = suite.rules.map { rule -> String in
            counts.tests += 1
            let opening =
                "    <testcase classname=\"\(escaped(suite.className))\" name=\"\(escaped(rule.name))\""
            let text = escaped(rule.issues.map(description).joined(separator: "\n"))
            let first = escaped(rule.issues.first?.message ?? "")
            switch rule.outcome {
            case .passed: return opening + "/>"
            case .skipped:
                counts.skipped += 1
                return opening + "><skipped/></testcase>"
            case .failed, .disabled, .notRun:
                counts.failures += 1
                let message = first.isEmpty ? rule.outcome.rawValue : first
                return opening + "><failure message=\"\(message)\">\(text)</failure></testcase>"
            case .crashed, .timedOut:
                counts.errors += 1
                return opening
                    + "><error type=\"\(rule.outcome.rawValue)\" message=\"\(first)\">\(text)</error></testcase>"
            }
        }
        if suite.rules.isEmpty {
            // A kata without a rule that ran must not look like one without a problem.
            counts.tests += 1
            counts.errors += 1
            let text = escaped(suite.withoutRules.texts.joined(separator: "\n"))
            cases.append(
                "    <testcase classname=\"\(escaped(suite.className))\" name=\"\(escaped(suite.name))\">"
                    + "<error type=\"\(suite.withoutRules.type)\">\(text)</error></testcase>"
            )
        }
        let text = """
              <testsuite name="\(escaped(suite.name))" \(counts.attributes) time="\(time(suite.seconds))">
            \(cases.joined(separator: "\n"))
              </testsuite>
            """
        return (text, counts)
    }

    private static func description(_ issue: RuleIssue) -> String {
        let parts = [issue.row.map { "for \($0)" }, issue.message, issue.expectation].compactMap { $0 }
        return parts.joined(separator: "\n") + "\n\(issue.file):\(issue.line)"
    }

    private static func time(_ seconds: Double) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// XML has no way to say most control characters, so those are left out.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || (0xFFFE...0xFFFF).contains(scalar.value):
                break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

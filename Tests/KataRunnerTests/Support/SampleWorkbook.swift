@testable import KataRunner

/// A workbook of two chapters and four katas, as the runner reads it from pages.
enum Sample {
    static let valueObjects = chapter(1, "ValueObjects", pageOfValueObjects, "PersonName", "Handle")
    static let entities = chapter(2, "Entities", pageOfEntities, "Renaming", "DeskAssignments")
    static let chapters = [valueObjects, entities]
    static let catalogue = Catalogue(chapters: chapters)
    static let katas = catalogue.katas

    static let personName = katas[0]
    static let handle = katas[1]
    static let renaming = katas[2]
    static let desks = katas[3]

    /// The first kata as a capstone, whose rules stand in two sections.
    static let capstone: Kata = {
        var kata = personName
        let rules = kata.page.rules.map { "- \($0)" }
        let parts = (["#### The parts"] + rules.prefix(2)).joined(separator: "\n")
        let readers = (["#### The readers"] + rules.dropFirst(2)).joined(separator: "\n")
        kata.page = KataPage(
            title: kata.page.title,
            parsing: """
                \(kata.page.story)
                ### Task
                \(kata.page.task)
                ### Rules
                \(parts)
                \(readers)
                ### Afterword
                \(kata.page.afterword)
                """.lines
        )
        return kata
    }()

    private static func chapter(_ number: Int, _ topic: String, _ page: String, _ names: String...) -> Chapter
    {
        let page = ChapterPage(parsing: page)
        let katas = names.enumerated().map { place, name in
            let id = KataID(chapter: number, number: place + 1)
            return Kata(
                id: id,
                name: name,
                target: "Chapter\(number)\(topic)",
                page: page.katas[id] ?? KataPage(),
                fileExists: true
            )
        }
        return Chapter(number: number, topic: topic, page: page, katas: katas, otherFiles: [])
    }

    static func standings(_ statuses: LearnerProgress.Status...) -> [Standing] {
        zip(katas, statuses).map { Standing(kata: $0, status: $1) }
    }
}

extension Kata {
    /// A verdict in which every rule of the page holds, but for those at these places, counted from 1.
    func result(but outcomes: [Int: RuleResult] = [:]) -> CheckResult {
        let rules = page.rules.enumerated().map { index, name -> RuleResult in
            var rule = outcomes[index + 1] ?? RuleResult(name: name, outcome: .passed, issues: [])
            rule.name = name
            return rule
        }
        return .judged(id: id, rules: rules, seconds: 0.25)
    }

    func doesNotCompile(_ diagnostics: Diagnostic...) -> CheckResult {
        .doesNotCompile(id: id, diagnostics: diagnostics)
    }

    var withoutItsFile: Kata {
        var kata = self
        kata.fileExists = false
        return kata
    }
}

extension CheckResult {
    /// Earned with a suite that somebody had changed.
    var changed: CheckResult {
        var result = self
        result.suiteChanged = true
        return result
    }
}

extension RuleResult {
    /// The rule's name comes from the page.
    static func broken(_ outcome: Outcome, _ issues: RuleIssue...) -> RuleResult {
        RuleResult(name: "", outcome: outcome, issues: issues)
    }

    static func broken(_ outcome: Outcome, _ issues: [RuleIssue]) -> RuleResult {
        RuleResult(name: "", outcome: outcome, issues: issues)
    }
}

extension RuleIssue {
    static func lost(
        _ message: String,
        _ expectation: String? = nil,
        row: String? = nil,
        line: Int = 20
    ) -> RuleIssue {
        RuleIssue(
            message: message,
            expectation: expectation,
            row: row,
            file: Sample.personName.suite,
            line: line
        )
    }
}

extension Diagnostic {
    static func error(_ message: String, _ file: String, _ line: Int, _ column: Int) -> Diagnostic {
        Diagnostic(severity: .error, message: message, file: file, line: line, column: column)
    }
}

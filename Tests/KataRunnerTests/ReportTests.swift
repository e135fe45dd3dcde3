import Foundation
import Testing

@testable import KataRunner

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Reports for programs")
struct JSONReportTests {
    private let results = [
        Judged(
            Sample.personName,
            Sample.personName.result(but: [
                2: .broken(.failed, .lost("cut \"here\"", "(a → b)\n== c", row: "남궁", line: 30))
            ])
        ),
        Judged(
            Sample.handle,
            Sample.handle.doesNotCompile(.error("cannot find 'x'", Sample.handle.file, 3, 5))
        ),
    ]

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func objects(_ value: Any?) throws -> [[String: Any]] {
        try #require(value as? [[String: Any]])
    }

    @Test("a check's report has a version, and results with their rules and diagnostics")
    func check() throws {
        let report = try object(CheckJSON.document(results))
        #expect(Set(report.keys) == ["formatVersion", "results"])
        #expect(report["formatVersion"] as? Int == 1)

        let reported = try objects(report["results"])
        #expect(reported.map { $0["id"] as? String } == ["1.1", "1.2"])
        #expect(reported.map { $0["verdict"] as? String } == ["failed", "doesNotCompile"])
        #expect(reported.map { $0["seconds"] as? Double } == [0.25, 0])
        for result in reported {
            #expect(Set(result.keys) == ["id", "verdict", "seconds", "rules", "diagnostics"])
        }

        let rules = try objects(reported[0]["rules"])
        #expect(rules.map { $0["name"] as? String } == Sample.personName.page.rules)
        #expect(rules.map { $0["outcome"] as? String } == ["passed", "failed", "passed", "passed"])
        for rule in rules { #expect(Set(rule.keys) == ["name", "outcome", "issues"]) }

        let issue = try #require(try objects(rules[1]["issues"]).first)
        #expect(Set(issue.keys) == ["message", "expectation", "row", "file", "line"])
        #expect(issue["message"] as? String == "cut \"here\"")
        #expect(issue["row"] as? String == "남궁")
        #expect(issue["file"] as? String == Sample.personName.suite)
        #expect(issue["line"] as? Int == 30)

        let diagnostic = try #require(try objects(reported[1]["diagnostics"]).first)
        #expect(Set(diagnostic.keys) == ["severity", "message", "file", "line", "column"])
        #expect(diagnostic["message"] as? String == "cannot find 'x'")
        #expect(diagnostic["line"] as? Int == 3)
    }

    @Test("what an issue doesn't know is left out of the report")
    func sparse() throws {
        let result = Sample.handle.result(but: [1: .broken(.failed, .lost("lost"))])
        let report = try object(CheckJSON.document([Judged(Sample.handle, result)]))
        let rules = try objects(try objects(report["results"]).first?["rules"])
        let issue = try #require(try objects(rules.first?["issues"]).first)
        #expect(Set(issue.keys) == ["message", "file", "line"])
    }

    @Test(
        "a verdict's word in the report is its word in the design",
        arguments: [
            (Verdict.passed, "passed"), (.failed, "failed"), (.doesNotCompile, "doesNotCompile"),
            (.crashed, "crashed"),
            (.timedOut, "timedOut"), (.noTests, "noTests"),
        ]
    )
    func verdicts(verdict: Verdict, word: String) {
        #expect(verdict.rawValue == word)
    }

    @Test("the list has every chapter with its katas, and where each stands")
    func list() throws {
        let standings = Sample.standings(.solved, .changed, .unsolved, .unsolved)
        let report = try object(ListJSON.document(standings, Sample.chapters))
        #expect(Set(report.keys) == ["formatVersion", "chapters"])
        #expect(report["formatVersion"] as? Int == 1)

        let chapters = try objects(report["chapters"])
        for chapter in chapters { #expect(Set(chapter.keys) == ["number", "topic", "target", "katas"]) }
        #expect(chapters.map { $0["number"] as? Int } == [1, 2])
        #expect(chapters.map { $0["topic"] as? String } == ["ValueObjects", "Entities"])
        #expect(chapters.map { $0["target"] as? String } == ["Chapter1ValueObjects", "Chapter2Entities"])

        let katas = try chapters.flatMap { try objects($0["katas"]) }
        for kata in katas {
            #expect(Set(kata.keys) == ["id", "name", "title", "file", "suite", "status", "rules"])
        }
        #expect(katas.map { $0["id"] as? String } == ["1.1", "1.2", "2.1", "2.2"])
        #expect(katas.map { $0["status"] as? String } == ["solved", "changed", "unsolved", "unsolved"])
        #expect(katas[0]["title"] as? String == "Names without splitting")
        #expect(katas[0]["file"] as? String == Sample.personName.file)
        #expect(katas[0]["suite"] as? String == Sample.personName.suite)
        #expect(katas[0]["rules"] as? [String] == Sample.personName.page.rules)
    }
}

@Suite("Reports for a CI")
struct JUnitTests {
    private static let difficult = "<a & \"b\"> 'c' \u{0}\u{1B}[31m\u{7F}\u{FFFF} 남궁\tx\r\ny"

    private func document(_ results: Judged...) throws -> Element {
        let text = JUnit.document(results)
        return try #require(Element(parsing: text), "\(text)")
    }

    @Test("a kata is a suite, and a rule a case")
    func suites() throws {
        let root = try document(
            Judged(
                Sample.personName,
                Sample.personName.result(but: [
                    1: .broken(.failed, .lost("lost", "(a → b) == c", row: "남궁", line: 30)),
                    3: .broken(.skipped), 4: .broken(.crashed, .lost("Index out of range")),
                ])
            ),
            Judged(Sample.handle, Sample.handle.result())
        )
        #expect(root.name == "testsuites")
        #expect(root.counts == "5 tests, 1 failures, 1 errors, 1 skipped")
        #expect(root.attributes["time"] == "0.500")
        #expect(root.children.map(\.attributes["name"]) == ["1.1 Names without splitting", "1.2 Born valid"])
        #expect(
            root.children.map(\.counts)
                == ["4 tests, 1 failures, 1 errors, 1 skipped", "1 tests, 0 failures, 0 errors, 0 skipped"]
        )

        let cases = root.children[0].children
        #expect(cases.map(\.attributes["name"]) == Sample.personName.page.rules)
        #expect(Set(cases.map(\.attributes["classname"])) == ["Chapter1ValueObjectsTests.PersonNameTests"])
        #expect(cases.map { $0.children.map(\.name) } == [["failure"], [], ["skipped"], ["error"]])
        #expect(cases[0].children[0].attributes["message"] == "lost")
        #expect(
            cases[0].children[0].text
                == "for 남궁\nlost\n(a → b) == c\nTests/Chapter1ValueObjectsTests/1-PersonNameTests.swift:30"
        )
        #expect(cases[3].children[0].attributes["type"] == "crashed")
    }

    @Test(
        "every way to break a rule counts",
        arguments: [
            (RuleResult.Outcome.failed, "failure"), (.disabled, "failure"), (.notRun, "failure"),
            (.crashed, "error"),
            (.timedOut, "error"),
        ]
    )
    func outcomes(outcome: RuleResult.Outcome, element: String) throws {
        let root = try document(Judged(Sample.handle, Sample.handle.result(but: [1: .broken(outcome)])))
        let broken = try #require(root.children.first?.children.first?.children.first)
        #expect(broken.name == element)
        #expect(broken.attributes["message"] ?? "" == (element == "failure" ? outcome.rawValue : ""))
        #expect(root.attributes[element + "s"] == "1")
    }

    @Test("a kata without a rule that ran is an error, and not a kata without a problem")
    func noRule() throws {
        let root = try document(
            Judged(
                Sample.handle,
                Sample.handle.doesNotCompile(.error("cannot find '손잡이'", Sample.handle.file, 3, 5))
            ),
            Judged(Sample.renaming, .judged(id: Sample.renaming.id, rules: [], seconds: 0))
        )
        #expect(root.counts == "2 tests, 0 failures, 2 errors, 0 skipped")
        let errors = root.children.flatMap(\.children).flatMap(\.children)
        #expect(errors.map(\.attributes["type"]) == ["doesNotCompile", "noTests"])
        #expect(errors[0].text == "Exercises/Chapter1ValueObjects/2-Handle.swift:3:5: cannot find '손잡이'")
    }

    @Test("whatever is said in a rule or an issue, the report is well-formed and says it")
    func escaping() throws {
        var kata = Sample.handle
        kata.page.title = Self.difficult
        var broken = RuleResult.broken(.failed, .lost(Self.difficult))
        broken.name = Self.difficult
        let root = try document(Judged(kata, .judged(id: kata.id, rules: [broken], seconds: 0.25)))
        let shown = "<a & \"b\"> 'c' [31m 남궁\tx\ny"
        #expect(root.children.first?.attributes["name"] == "1.2 \(shown)")
        let rule = try #require(root.children.first?.children.first)
        #expect(rule.attributes["name"] == shown)
        #expect(rule.children.first?.attributes["message"] == shown)
        #expect(rule.children.first?.text.hasPrefix(shown) == true)
    }

    @Test(
        "seconds have three places",
        arguments: [(0, "0.000"), (0.0004, "0.000"), (0.045, "0.045"), (12.3456, "12.346")]
    )
    func seconds(seconds: Double, text: String) throws {
        var result = Sample.handle.result()
        result.seconds = seconds
        #expect(try document(Judged(Sample.handle, result)).attributes["time"] == text)
    }
}

/// An element of XML, as far as a report has them.
private struct Element {
    var name: String
    var attributes: [String: String]
    var children: [Element] = []
    var text = ""

    /// Nil if the text is not well-formed.
    init?(parsing text: String) {
        let parser = XMLParser(data: Data(text.utf8))
        let reader = Reader()
        parser.delegate = reader
        guard parser.parse(), let root = reader.root else { return nil }
        self = root
    }

    private init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    var counts: String {
        ["tests", "failures", "errors", "skipped"].map { "\(attributes[$0] ?? "no") \($0)" }
            .joined(separator: ", ")
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var root: Element?
        private var open: [Element] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(Element(name: name, attributes: attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard !open.isEmpty else { return }
            open[open.count - 1].text += text
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            guard let element = open.popLast() else { return }
            if open.isEmpty {
                root = element
            } else {
                open[open.count - 1].children.append(element)
            }
        }
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("Editors")
struct EditorTests {
    private func matcher() throws -> ProblemMatcher {
        try #require(try EditorTask.all.compactMap(\.problemMatcher).first)
    }

    /// What somebody sees in the list of problems.
    private func problems(_ results: [Judged], in look: Look) throws -> [String] {
        let suites = Dictionary(uniqueKeysWithValues: results.map { ($0.kata.id, Self.suite) })
        let text = look.text(of: FindingLines.lines(results, suites: suites))
        let problems = try matcher().problems(in: text)
        #expect(problems.count == text.split(separator: "\n").count, "a line that no editor understands")
        return problems.map { problem in
            let column = problem.column.map { ":\($0)" } ?? ""
            return "\(problem.file):\(problem.line)\(column) \(problem.severity): \(problem.message)"
        }
    }

    private static let suite = SuiteSource(
        parsing: "\n\n@Test(\"the reader's custom decides which part is shown first\")\nfunc custom() {}\n"
    )

    /// A verdict, and the problems that it puts into the editor's list.
    struct Found: Sendable, CustomTestStringConvertible {
        var name: String
        var result: CheckResult
        var problems: [String]

        var testDescription: String { name }
    }

    private static let name = Sample.personName
    private static let rules = name.page.rules

    static let findings = [
        Found(name: "a solved kata", result: name.result(), problems: []),
        Found(
            name: "a red rule",
            result: name.result(but: [1: .broken(.failed, .lost("(name == same → false) == true", line: 12))]
            ),
            problems: ["\(name.suite):12 error: \(rules[0]): (name == same → false) == true"]
        ),
        Found(
            name: "two places of one rule",
            result: name.result(but: [1: .broken(.failed, .lost("a", line: 12), .lost("b", line: 13))]),
            problems: ["\(name.suite):12 error: \(rules[0]): a", "\(name.suite):13 error: \(rules[0]): b"]
        ),
        Found(
            name: "several rows of data at one place",
            result: name.result(but: [
                2: .broken(.failed, .lost("cut", "(a → b) == c", row: "Evans"), .lost("cut", row: "남궁 민"))
            ]),
            problems: [
                "\(name.suite):20 error: \(rules[1]): cut · Case: Evans · 남궁 민 · (a → b) == c"
            ]
        ),
        Found(
            name: "what was said in several lines, with an escape and a brace",
            result: name.result(but: [4: .broken(.failed, .lost("one\ntwo {}\u{1B}[2J", "(a\n → b) == *c*"))]
            ),
            problems: ["\(name.suite):20 error: \(rules[3]): one two {}␛[2J · (a  → b) == *c*"]
        ),
        Found(
            name: "what looks like a finding itself",
            result: name.result(but: [4: .broken(.failed, .lost("see a.swift:1:2: error: b"))]),
            problems: ["\(name.suite):20 error: \(rules[3]): see a.swift:1:2: error: b"]
        ),
        Found(
            name: "a crash",
            result: name.result(but: [
                1: .broken(.crashed, RuleIssue(message: "Index out of range", file: name.file, line: 9))
            ]),
            problems: [
                "\(name.file):9 error: \(rules[0]): The process ended in the middle of this rule: Index out of range"
            ]
        ),
        Found(
            name: "rules that have no place of their own",
            result: name.result(but: [
                2: .broken(.timedOut, .lost("not over", line: 25)), 3: .broken(.notRun),
                4: .broken(.disabled),
            ]),
            problems: [
                "\(name.suite):25 error: \(rules[1]): It didn't come to an end: not over",
                "\(name.suite):3 error: \(rules[2]): It wasn't tried: other rules used up the time.",
                "\(name.suite):1 error: \(rules[3]): It was switched off in the suite. A rule must run to hold.",
            ]
        ),
        Found(
            name: "errors of the compiler",
            result: name.doesNotCompile(
                .error("cannot find 'x' in scope", name.file, 3, 5),
                .error("cannot find 'x' in scope", name.file, 4, 17),
                .error("value of type 'PersonName' has no member '이름'", name.suite, 14, 22)
            ),
            problems: [
                "\(name.file):3:5 error: cannot find 'x' in scope",
                "\(name.file):4:17 error: cannot find 'x' in scope",
                "\(name.suite):14:22 error: value of type 'PersonName' has no member '이름'",
            ]
        ),
        Found(
            name: "a missing file",
            result: .missingFile(name.withoutItsFile),
            problems: [
                "\(name.file):1:1 error: the file is missing; swift run kata reset 1.1 brings the starter back"
            ]
        ),
        Found(
            name: "a suite without a rule",
            result: .judged(id: name.id, rules: [], seconds: 0),
            problems: ["\(name.suite):1 error: no rule was checked"]
        ),
    ]

    @Test("every finding comes out at its file and line, and nothing else", arguments: findings)
    func places(found: Found) throws {
        for look in [Look.plain, .narrow] {
            #expect(try problems([Judged(Self.name, found.result)], in: look) == found.problems)
        }
    }

    @Test("the findings of several katas follow each other")
    func several() throws {
        let found = try problems(
            [
                Judged(Sample.renaming, Sample.renaming.result()),
                Judged(Sample.handle, Sample.handle.doesNotCompile(.error("no", Sample.handle.file, 3, 5))),
                Judged(Self.name, Self.name.result(but: [1: .broken(.failed, .lost("lost"))])),
            ],
            in: .plain
        )
        #expect(
            found.map { $0.prefix { $0 != " " } } == ["\(Sample.handle.file):3:5", "\(Self.name.suite):20"]
        )
    }

    @Test("a translation changes the words of a finding, and not its form")
    func translated() throws {
        let korean = Language(
            code: "ko",
            translations: ["no rule was checked": "검사한 규칙이 없음", "{}: {}": "{2} ({1})"]
        )
        let result = CheckResult.judged(id: Self.name.id, rules: [], seconds: 0)
        let look = Look(name: "translated", language: korean)
        #expect(
            try problems([Judged(Self.name, result)], in: look) == ["\(Self.name.suite):1 error: 검사한 규칙이 없음"]
        )
    }

    @Test(
        "what the compiler prints itself, where the runner can't be built, comes out too",
        arguments: [
            (
                "/moa/Sources/Moa/Handle.swift:3:17: error: cannot find 'x' in scope",
                "/moa/Sources/Moa/Handle.swift 3 17 error"
            ),
            ("C.swift:1:2: warning: never used", "C.swift 1 2 warning"),
            ("  /moa/C.swift:1:2: error: indented, below a complaint", "/moa/C.swift 1 2 error"),
            ("3 |     let x: Y", ""), ("  |            `- error: cannot find type 'Y' in scope", ""),
            ("error: fatalError", ""), ("[1/4] Compiling Moa Handle.swift", ""),
        ]
    )
    func compiler(line: String, found: String) throws {
        let places = try matcher().problems(in: line).map {
            "\($0.file) \($0.line) \($0.column ?? 0) \($0.severity)"
        }
        #expect(places.joined() == found)
    }

    @Test("of screens that are made for people nothing is taken for a finding but the compiler's own words")
    func screens() throws {
        let matcher = try matcher()
        for shot in Scene.shots where !shot.scene.name.hasPrefix("check-lines") {
            // An editor looks at what a terminal shows.
            let text = shot.scene.text(shot.look).replacing(/␛\[[0-9]+m/, with: "")
            let files = try matcher.problems(in: text).map(\.file)
            #expect(
                files == (shot.scene.name == "complaints" ? ["/moa/Sources/Moa/Member.swift"] : []),
                "\(shot)"
            )
        }
    }

    @Test("every task calls the runner with words that it understands", arguments: try EditorTask.all)
    func tasks(task: EditorTask) throws {
        #expect([task.command] + task.args.prefix(3) == ["swift", "run", "--quiet", "kata"])
        #expect(throws: Never.self) {
            try CommandParser.parse(task.words(for: "Exercises/Chapter1ValueObjects/1-PersonName.swift"))
        }
    }

    private struct Container: Decodable {
        var postCreateCommand: String
        var postAttachCommand: String
        var customizations: Customizations

        struct Customizations: Decodable { var vscode: Editor }
        struct Editor: Decodable { var extensions: [String] }
    }

    @Test("a container builds the runner, and opens with the first command of the README")
    func container() throws {
        let container = try JSONDecoder().decode(
            Container.self,
            from: WorkbookFile.data(".devcontainer/devcontainer.json")
        )
        let page = try WorkbookFile.text("README.md")
        let first = page.split(separator: "```sh\n").dropFirst().first?.split(separator: "\n").first
        #expect(first.map(String.init) == container.postAttachCommand)
        #expect(container.postCreateCommand == "swift build --product kata")

        struct Extensions: Decodable { var recommendations: [String] }
        let extensions = try JSONDecoder().decode(
            Extensions.self,
            from: WorkbookFile.data(".vscode/extensions.json")
        )
        #expect(container.customizations.vscode.extensions == extensions.recommendations)
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("Proofs")
struct ProvenTests {
    @Test("a claim holds, or what is wrong with it is reported", arguments: Row.all)
    func flaws(row: Row) {
        let proof = Proof(kata: Sample.personName, claim: row.claim, file: "1-PersonName.swift")
        let proven = Proven(proof, Checker.Trial(result: row.result, warnings: row.warnings))
        #expect(proven.flaws == row.flaws)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var claim: Proof.Claim
        var result: CheckResult
        var warnings: [Diagnostic] = []
        var flaws: [Proven.Flaw] = []

        var testDescription: String { name }

        private static let rules = Sample.personName.page.rules
        private static let whole = Proof.Claim.variantBreaks(rule: rules[1])
        private static let warning = Diagnostic(
            severity: .warning,
            message: "unused",
            file: "a",
            line: 1,
            column: 1
        )
        private static let error = Diagnostic.error("expected '}'", "a", 1, 1)

        private static func result(_ outcomes: [Int: RuleResult.Outcome] = [:]) -> CheckResult {
            Sample.personName.result(but: outcomes.mapValues { .broken($0) })
        }

        static let all = [
            Row(name: "a red starter", claim: .starterIsRed, result: result([1: .failed])),
            Row(name: "a green starter", claim: .starterIsRed, result: result(), flaws: [.isGreen]),
            Row(
                name: "a starter that warns",
                claim: .starterIsRed,
                result: result([1: .failed]),
                warnings: [warning],
                flaws: [.warns(warning)]
            ),
            Row(
                name: "a starter that crashes",
                claim: .starterIsRed,
                result: result([1: .crashed]),
                flaws: [.ends(.crash)]
            ),
            Row(
                name: "a starter that doesn't compile",
                claim: .starterIsRed,
                result: Sample.personName.doesNotCompile(error),
                flaws: [.doesNotCompile(error)]
            ),
            Row(name: "a green solution", claim: .solutionHolds, result: result()),
            Row(
                name: "a solution that breaks a rule",
                claim: .solutionHolds,
                result: result([2: .failed, 4: .failed]),
                flaws: [.breaks([rules[1], rules[3]])]
            ),
            Row(
                name: "a solution that warns",
                claim: .solutionHolds,
                result: result(),
                warnings: [warning],
                flaws: [.warns(warning)]
            ),
            Row(
                name: "a solution whose rule is switched off",
                claim: .solutionHolds,
                result: result([3: .disabled]),
                flaws: [.notRun([rules[2]]), .breaks([rules[2]])]
            ),
            Row(
                name: "a green variant that warns",
                claim: .variantHolds,
                result: result(),
                warnings: [warning]
            ),
            Row(name: "a variant of another design", claim: .variantHolds, result: result([3: .skipped])),
            Row(
                name: "a variant without a rule",
                claim: .variantHolds,
                result: .judged(id: Sample.personName.id, rules: [], seconds: 0),
                flaws: [.notRun([])]
            ),
            Row(name: "a wrong answer at its rule", claim: whole, result: result([2: .failed])),
            Row(
                name: "a wrong answer at its rule and another",
                claim: whole,
                result: result([1: .failed, 2: .failed])
            ),
            Row(
                name: "a wrong answer that passes",
                claim: whole,
                result: result(),
                flaws: [.holds(rule: rules[1], broken: [])]
            ),
            Row(
                name: "a wrong answer at another rule",
                claim: whole,
                result: result([3: .failed]),
                flaws: [.holds(rule: rules[1], broken: [rules[2]])]
            ),
            Row(
                name: "a wrong answer that crashes at its rule",
                claim: whole,
                result: result([2: .crashed]),
                flaws: [.ends(.crash)]
            ),
            Row(
                name: "a wrong answer without end",
                claim: whole,
                result: result([2: .timedOut, 3: .notRun]),
                flaws: [.ends(.overrun), .notRun([rules[2]])]
            ),
            Row(
                name: "a wrong answer that doesn't compile",
                claim: whole,
                result: Sample.personName.doesNotCompile(),
                flaws: [.doesNotCompile(nil)]
            ),
        ]
    }
}

@Suite("What a proof has shown of a suite")
struct SuiteEvidenceTests {
    private static let names = Sample.personName.page.rules
    /// A rule on each odd line, its expectation on the line below.
    private let suite: SuiteSource = SuiteSource(
        parsing: Self.names.enumerated().map { place, rule in
            "@Test(\"\(rule)\") func a\(place)() {\n#expect(a)\n}"
        }.joined(separator: " ")
    )

    private func evidence(_ results: CheckResult...) -> SuiteEvidence {
        let proof = Proof(kata: Sample.personName, claim: .starterIsRed, file: "1-PersonName.swift")
        return SuiteEvidence(suite, results.map { Proven(proof, Checker.Trial(result: $0, warnings: [])) })
    }

    @Test("a rule that no text breaks is reported, in the suite's order")
    func rules() {
        #expect(evidence().rulesNeverRed == Self.names)
        let some = evidence(
            Sample.personName.result(but: [3: .broken(.failed)]),
            Sample.personName.result(but: [1: .broken(.failed), 3: .broken(.failed)])
        )
        #expect(some.rulesNeverRed == [Self.names[1], Self.names[3]])
    }

    @Test(
        "a rule that crashed, overran, was skipped or had no turn was not seen red",
        arguments: [RuleResult.Outcome.crashed, .timedOut, .skipped, .disabled, .notRun]
    )
    func otherOutcomes(outcome: RuleResult.Outcome) {
        #expect(evidence(Sample.personName.result(but: [1: .broken(outcome)])).rulesNeverRed == Self.names)
    }

    @Test("an expectation that no text fails is reported with its line")
    func expectations() {
        #expect(suite.expectations == [2, 4, 6, 8])
        let some = evidence(
            Sample.personName.result(but: [1: .broken(.failed, .lost("a", line: 2), .lost("b", line: 6))]),
            Sample.personName.result(but: [2: .broken(.crashed, .lost("c", line: 4))])
        )
        #expect(some.expectationsNeverRed == [4, 8])
    }

    @Test("a kata is right when every claim holds, and complete when every rule was seen red as well")
    func rows() {
        let proof = Proof(kata: Sample.personName, claim: .starterIsRed, file: "1-PersonName.swift")
        func row(_ result: CheckResult) -> ProofRow {
            let proven = [Proven(proof, Checker.Trial(result: result, warnings: []))]
            return ProofRow(kata: Sample.personName, proven: proven, evidence: SuiteEvidence(suite, proven))
        }
        let all = Dictionary(uniqueKeysWithValues: (1...4).map { ($0, RuleResult.broken(.failed)) })
        #expect(row(Sample.personName.result(but: all)).isComplete)
        let some = row(Sample.personName.result(but: [1: .broken(.failed)]))
        #expect(some.isRight && !some.isComplete)
        #expect(!row(Sample.personName.result()).isRight)
    }
}

@Suite("What is proven")
struct ProofMatrixTests {
    private let workbook = Workbook(
        root: "/moa",
        files: .memory([
            "/moa/\(Sample.personName.variants)/valid-class.swift": "// A class.\n",
            "/moa/\(Sample.personName.variants)/wrong-split.swift":
                "// Fails: a rule\n// Tempting: it is short.\n",
            "/moa/\(Sample.personName.variants)/wrong-untold.swift": "struct PersonName {}\n",
            "/moa/\(Sample.personName.variants)/wrong-swap.diff":
                "// Fails: a rule\n// Tempting: it is there.\n\n--- solution\n+++ answer\n@@\n-let a = 1\n+let a = 2\n",
            "/moa/\(Sample.personName.solution)": "let a = 1\n",
            "/moa/\(Sample.personName.variants)/notes.md": "",
        ])
    )

    @Test("starter, solution and each variant that says what it is")
    func claims() {
        let claims = ProofMatrix.claims(for: Sample.personName, in: workbook)
        #expect(
            claims.map(\.claim)
                == [
                    .starterIsRed, .solutionHolds, .variantHolds, .variantBreaks(rule: "a rule"),
                    .variantBreaks(rule: "a rule"),
                ]
        )
        #expect(
            claims.map(\.name) == [
                "1-PersonName", "1-PersonName", "valid-class", "wrong-split", "wrong-swap",
            ]
        )
        #expect(
            workbook.text(of: claims[4])
                == Data("// Fails: a rule\n// Tempting: it is there.\nlet a = 2\n".utf8),
            "the whole answer, though its file holds the difference"
        )
        #expect(claims.prefix(2).map(\.file) == [Sample.personName.pristine, Sample.personName.solution])
    }

    private func claims(of katas: Kata...) -> [Proof] {
        katas.flatMap { ProofMatrix.claims(for: $0, in: workbook) }
    }

    @Test("one build carries one text of every kata, until none is left")
    func rounds() {
        let rounds = ProofMatrix.rounds(claims(of: Sample.personName, Sample.handle), text: workbook.text)
        #expect(
            rounds.map { $0.proofs.map(\.kata.id.description) } == [
                ["1.1", "1.2"], ["1.1", "1.2"], ["1.1"], ["1.1"], ["1.1"],
            ]
        )
        let bystander = Proof(kata: Sample.handle, claim: .solutionHolds, file: Sample.handle.solution)
        #expect(rounds.map(\.bystanders) == [[], [], [bystander], [bystander], [bystander]])
        #expect(ProofMatrix.rounds([], text: workbook.text) == [])
    }

    @Test("texts with the same interface follow each other, so that the suite is compiled once for them")
    func order() {
        let kata = Sample.personName
        let workbook = Workbook(
            root: "/moa",
            files: .memory([
                "/moa/\(kata.pristine)": "struct A {\n    var b: Int { 1 }\n}\n",
                "/moa/\(kata.solution)": "struct A {\n    let b: Int\n}\n",
                "/moa/\(kata.variants)/valid-a.swift": "// A class.\nfinal class A {}\n",
                "/moa/\(kata.variants)/wrong-b.swift":
                    "// Fails: a rule\nstruct A {\n    var b: Int {\n        2\n    }\n}\n",
                "/moa/\(kata.variants)/wrong-c.swift": "// Fails: a rule\nstruct A {\n    let b: Int\n}\n",
            ])
        )
        let claims = ProofMatrix.claims(for: kata, in: workbook)
        let files = ProofMatrix.rounds(claims, text: workbook.text).flatMap(\.proofs).map(\.file)
        #expect(
            files == [
                kata.pristine, kata.solution, "\(kata.variants)/wrong-c.swift",
                "\(kata.variants)/valid-a.swift", "\(kata.variants)/wrong-b.swift",
            ]
        )
    }

    @Test(
        "an interface is a text without the bodies of its functions",
        arguments: [
            ("func a() -> Int {\n    1\n}", "func a() -> Int {\n    2\n    3\n}", true),
            ("init(a: Int) {\n    b = a\n}", "init(a: Int) {\n    b = -a\n}", true),
            ("func a(\n    b: Int\n) throws {\n    c()\n}", "func a(\n    b: Int\n) throws {\n}", true),
            ("// one\nlet a = 1", "// two\n// lines\nlet a = 1", true),
            ("func a() {\n}\nlet b = 1", "func a() {\n}\nlet b = 2", false),
            ("func a(b: Int) {\n}", "func a(c: Int) {\n}", false),
            ("struct A {\n    let b: Int\n}", "struct A {\n    let c: Int\n}", false),
        ]
    )
    func interface(one: String, other: String, isSame: Bool) {
        #expect((Interface(of: one) == Interface(of: other)) == isSame)
    }

    @Test(
        "a variant says by its name and first lines what it is",
        arguments: [
            ("valid-class", "// A class.\n", .holds, "A class."),
            ("valid-class", "struct A {}\n", .holds, ""),
            (
                "wrong-a", "// Fails: 이름 is whole\n// Tempting: short.\n", .breaks(rule: "이름 is whole"),
                "Tempting: short."
            ),
            ("wrong-a", "// Fails: a rule\r\n// Why.\r\n", .breaks(rule: "a rule"), "Why."),
            ("wrong-a", "// Fails: a rule\nstruct A {}", .breaks(rule: "a rule"), ""),
            ("wrong-a", "struct A {}\n", .untold, ""), ("other", "// Fails: a rule\n", .untold, ""),
            ("wrong-a", "", .untold, ""),
        ] as [(String, String, Variant.Expectation, String)]
    )
    func variants(name: String, text: String, expectation: Variant.Expectation, remark: String) {
        let variant = Variant(file: "Tests/Variants/\(name).swift", text: text)
        #expect(variant.name == name)
        #expect(variant.expectation == expectation)
        #expect(variant.remark == remark)
    }
}

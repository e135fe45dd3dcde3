import Testing

@testable import KataRunner

@Suite("The proof of a walkthrough")
struct WalkthroughProofTests {
    private let lesson: Lesson
    private let article = TeachingArticle(
        parsing: TaughtToy.texts[TaughtToy.article] ?? "",
        chapter: 2
    )

    init() throws { lesson = try TaughtToy.lesson() }

    /// What is wrong with each step, if some come out otherwise than they say.
    private func flaws(
        _ changed: [Int: CheckResult] = [:],
        warnings: [Int: [Diagnostic]] = [:],
        of lesson: Lesson? = nil,
        quoting article: TeachingArticle? = nil
    ) -> [Int: [Proven.Flaw]] {
        let lesson = lesson ?? self.lesson
        let proven = lesson.steps.map { step in
            Proven(
                Proof(kata: lesson.kata, claim: .stepLeadsOn(number: step.number), file: step.file),
                Checker.Trial(
                    result: changed[step.number] ?? lesson.result(at: step.number, Self.lost),
                    warnings: warnings[step.number] ?? []
                )
            )
        }
        let judged = WalkthroughProof(lesson: lesson, article: article).judged(proven)
        #expect(judged.map(\.proof) == proven.map(\.proof))
        var flaws: [Int: [Proven.Flaw]] = [:]
        for (step, one) in zip(lesson.steps, judged) where !one.flaws.isEmpty {
            flaws[step.number] = one.flaws
        }
        return flaws
    }

    private static let lost = RuleIssue.lost("a small parcel pays too much")
    private var rules: [String] { lesson.kata.page.rules }

    @Test("steps that are as they tell have no flaw")
    func right() { #expect(flaws() == [:]) }

    @Test("a step that doesn't compile, warns, crashes or overruns is reported")
    func broken() {
        let error = Diagnostic.error("expected '}'", "a", 1, 1)
        let warning = Diagnostic(severity: .warning, message: "unused", file: "a", line: 1, column: 1)
        #expect(flaws([2: lesson.kata.doesNotCompile(error)]) == [2: [.doesNotCompile(error)]])
        #expect(flaws(warnings: [3: [warning]]) == [3: [.warns(warning)]])
        let crashed = lesson.kata.result(but: [4: .broken(.crashed)])
        #expect(flaws([3: crashed]) == [3: [.ends(.crash)]])
        let endless = lesson.kata.result(but: [4: .broken(.timedOut)])
        #expect(flaws([3: endless]) == [3: [.ends(.overrun)]])
    }

    @Test("rules that are red or green otherwise than announced are reported")
    func otherwise() {
        let all = lesson.kata.result(but: [
            1: .broken(.failed), 2: .broken(.failed), 3: .broken(.failed), 4: .broken(.failed),
        ])
        #expect(flaws([1: all]) == [1: [.isRed([rules[1]])]])
        #expect(flaws([3: lesson.kata.result()]) == [3: [.isNotRed([rules[3]])]])
    }

    @Test("a step that loses what an earlier one had won is reported, though it says so itself")
    func loses() throws {
        var walkthrough = lesson.walkthrough
        walkthrough.steps[2].red = [rules[0], rules[3]]
        let back = Lesson(
            walkthrough: walkthrough,
            chapter: lesson.chapter,
            kata: lesson.kata,
            starter: lesson.starter,
            texts: lesson.texts
        )
        #expect(flaws(of: back) == [3: [.loses([rules[0]])]])
    }

    @Test("a last step that leaves a rule red is reported, though it says so itself")
    func last() {
        var walkthrough = lesson.walkthrough
        walkthrough.steps.removeLast(2)
        let short = Lesson(
            walkthrough: walkthrough,
            chapter: lesson.chapter,
            kata: lesson.kata,
            starter: lesson.starter,
            texts: Array(lesson.texts.dropLast(2))
        )
        #expect(flaws(of: short) == [3: [.endsRed([rules[3]])]])
    }

    @Test("a first step that isn't the starter has to say why")
    func start() {
        func late(_ reason: String?) -> Lesson {
            var walkthrough = lesson.walkthrough
            walkthrough.steps[0].otherThanStarter = reason
            return Lesson(
                walkthrough: walkthrough,
                chapter: lesson.chapter,
                kata: lesson.kata,
                starter: lesson.starter + "\n",
                texts: lesson.texts
            )
        }
        #expect(flaws(of: late(nil)) == [1: [.isNotTheStarter]])
        #expect(flaws(of: late("It is too long.")) == [:])
    }

    @Test("a quoted line that isn't printed at its step is reported")
    func quotes() {
        #expect(
            flaws(quoting: article) == [3: [.isNotPrinted(["\(TaughtToy.article):38: thin air was sent"])]],
            "the lost thing of the sample is another one"
        )
        let thinAir = lesson.kata.result(but: [4: .broken(.failed, .lost("thin air was sent"))])
        #expect(flaws([3: thinAir], quoting: article) == [:])
    }

    @Test("the steps are claims of the kata they are about, and of no other")
    func claims() {
        let course = TaughtToy.course()
        let claims = course.catalogue.katas.map { ProofMatrix.claims(for: $0, in: course.workbook) }
        let steps = claims.map { $0.filter { if case .stepLeadsOn = $0.claim { true } else { false } } }
        #expect(steps.map(\.count) == [0, 0, 5])
        #expect(steps[2].map(\.file) == (1...5).map(TaughtToy.step))
    }
}

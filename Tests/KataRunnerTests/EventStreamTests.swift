import Foundation
import Testing

@testable import KataRunner

@Suite("Event streams, as Swift Testing writes them")
struct EventStreamTests {
    private static let broken = "Tests/Chapter9ToysTests/2-BrokenTests.swift"
    private static let rows = "Tests/Chapter9ToysTests/3-RowsTests.swift"

    @Test("rules that hold are passed", arguments: Recorded.versions)
    func flying(version: String) throws {
        let result = try Recorded.result("Flying", version)
        #expect(result.verdict == .passed)
        #expect(result.outcomes == ["a kite begins on the ground: passed", "a kite rises: passed"])
        #expect(result.id == "9.1")
        #expect(result.seconds > 0)
        #expect(try Recorded.stream("flying", version).runEnded)
    }

    @Test("each broken rule tells what was lost, what was expected, and where", arguments: Recorded.versions)
    func broken(version: String) throws {
        let result = try Recorded.result("Broken", version)
        #expect(result.verdict == .failed)
        let issues = Dictionary(uniqueKeysWithValues: result.rules.map { ($0.name, $0.issues) })
        #expect(
            issues["a kite rises as far as the string is long"] == [
                RuleIssue(
                    message: "somebody let go of the string",
                    expectation: "(kite.height → 30) == 31",
                    file: Self.broken,
                    line: 12
                )
            ]
        )
        #expect(
            issues["연은 빨갛다"]
                == [RuleIssue(message: #"(Kite().knot(1) → "blue") == "red""#, file: Self.broken, line: 17)]
        )
        #expect(
            issues["a torn string is told"] == [
                RuleIssue(
                    message: #"Caught error: StringTorn(place: "the middle")"#,
                    file: Self.broken,
                    line: 20
                )
            ]
        )
        #expect(issues["there is a third knot"]?.first?.message == "the kite has no knot")
        #expect(
            issues["a kite has a tail"] == [
                RuleIssue(message: "there is no tail", file: Self.broken, line: 34)
            ]
        )
        #expect(issues["a kite is light"] == [])
    }

    @Test(
        "a comment that stands above an expectation is no message",
        arguments: ["// In any order.", "/* So. */"]
    )
    func commented(comment: String) {
        let stream = EventStream(
            parsing: Data(
                """
                {"kind":"event","payload":{"kind":"issueRecorded","testID":"t","issue":{"isKnown":false},"messages":[\
                {"symbol":"fail","text":"Expectation failed: (a → 1) == 2"},\
                {"symbol":"details","text":"\(comment)"},\
                {"symbol":"details","text":"two copies are on one shelf"}]}}
                {"kind":"event","payload":{"kind":"issueRecorded","testID":"t","issue":{"isKnown":false},"messages":[\
                {"symbol":"fail","text":"Expectation failed: (a → 1) == 2"},{"symbol":"details","text":"\(comment)"}]}}
                """.utf8
            )
        )
        let issues = stream.issues["t"] ?? []
        #expect(issues.map(\.message) == ["two copies are on one shelf", "(a → 1) == 2"])
        #expect(issues.map(\.expectation) == ["(a → 1) == 2", nil])
    }

    @Test("the rows of a parameterised rule have their names", arguments: Recorded.versions)
    func rows(version: String) throws {
        let result = try Recorded.result("Rows", version)
        #expect(result.verdict == .failed)
        #expect(result.rules.count == 2)
        #expect(result.rules[0].issues.map(\.row) == ["knot 1 «green»", "knot 1 «파랑»"])
        #expect(
            result.rules[0].issues.map(\.message) == [
                "a knot has lost its colour", "a knot has lost its colour",
            ]
        )
        #expect(result.rules[1].issues.map(\.row) == [#"strength → 2, wind → "south""#])
    }

    @Test(
        "a rule of a design that wasn't chosen is skipped, and the others decide",
        arguments: Recorded.versions
    )
    func choice(version: String) throws {
        let result = try Recorded.result("Choice", version)
        #expect(result.verdict == .passed)
        #expect(result.outcomes == ["a kite of paper gets wet: skipped", "every kite flies: passed"])
    }

    @Test("a rule that was switched off is broken", arguments: Recorded.versions)
    func disabled(version: String) throws {
        let result = try Recorded.result("Disabled", version)
        #expect(result.verdict == .failed)
        #expect(result.outcomes == ["a kite flies in winter: disabled", "a kite flies in summer: passed"])
    }

    @Test("a known issue and a warning break no rule", arguments: Recorded.versions)
    func known(version: String) throws {
        #expect(try Recorded.result("Known", version).verdict == .passed)
    }

    @Test("no rule at all is not passed", arguments: Recorded.versions)
    func nothing(version: String) throws {
        let result = try Recorded.result("Nothing", version)
        #expect(result.verdict == .noTests)
        #expect(result.rules == [])
        #expect(try Recorded.stream("nothing", version).runEnded)
    }

    @Test(
        "a stream that breaks off names the one rule that was at work",
        arguments: [
            ("crashing", "CrashingTests/knots()"), ("leaving", "LeavingTests/stays()"),
            ("endless", "EndlessTests/down()"),
        ],
        Recorded.versions
    )
    func suspect(row: (name: String, test: String), version: String) throws {
        let stream = try Recorded.stream(row.name, version)
        #expect(!stream.runEnded)
        #expect(stream.suspect?.hasPrefix("Chapter9ToysTests.\(row.test)/") == true)
        #expect(stream.ended.count == 1)
    }

    @Test("what had failed before the crash is still known", arguments: Recorded.versions)
    func beforeTheCrash(version: String) throws {
        let stream = try Recorded.stream("crashing", version)
        #expect(stream.suspect.flatMap { stream.issues[$0] }?.map(\.message) == ["the first knot is another"])
    }

    @Test(
        "a stream that ended has no suspect",
        arguments: ["flying", "broken", "crashing-again"],
        Recorded.versions
    )
    func noSuspect(name: String, version: String) throws {
        #expect(try Recorded.stream(name, version).suspect == nil)
    }

    @Test("half a line, and what is no event, is passed over", arguments: Recorded.versions)
    func torn(version: String) throws {
        let data = try Recorded.data("flying", version)
        var noisy = Data("not an event\n{}\n{\"kind\":\"event\",\"payload\":{}}\n\n".utf8)
        noisy += data
        #expect(EventStream(parsing: noisy) == EventStream(parsing: data))

        let lines = data.split(separator: UInt8(ascii: "\n"))
        let whole = EventStream(parsing: Data(lines.dropLast(4).joined(separator: [UInt8(ascii: "\n")])))
        for length in [1, 20, 100] {
            let half = lines.dropLast(4) + [lines[lines.count - 4].prefix(length)]
            #expect(EventStream(parsing: Data(half.joined(separator: [UInt8(ascii: "\n")]))) == whole)
        }
    }

    @Test("only a rule that has run to its end is kept, and to have found nothing is not enough")
    func kept() {
        func outcome(_ lines: [String], mayExcuse: Bool = false, isParameterized: Bool = false) -> String {
            let declared =
                "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"t\",\"isParameterized\":\(isParameterized)}}"
            let stream = EventStream(parsing: Data(([declared] + lines).joined(separator: "\n").utf8))
            return stream.lack(of: stream.tests[0], mayExcuse: mayExcuse).map { "\($0)" } ?? "kept"
        }
        func event(_ kind: String, _ more: String = "") -> String {
            "{\"kind\":\"event\",\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"t\"\(more)}}"
        }
        let passed = event("testEnded", ",\"messages\":[{\"symbol\":\"pass\",\"text\":\"\"}]")
        let skipped = event("testEnded", ",\"messages\":[{\"symbol\":\"skip\",\"text\":\"\"}]")
        let known = event("issueRecorded", ",\"issue\":{\"isKnown\":true},\"messages\":[]")
        let (begin, rowBegin, rowEnd) = (
            event("testStarted"), event("testCaseStarted"), event("testCaseEnded")
        )
        #expect(outcome([begin, passed]) == "kept")
        #expect(outcome([begin, skipped]) == "notRunThrough")
        #expect(outcome([begin, event("testEnded")]) == "notRunThrough")
        #expect(outcome([begin, event("testCancelled"), passed]) == "cancelled")
        #expect(outcome([begin, event("_testCaseCancelled"), passed]) == "cancelled")
        #expect(outcome([begin, known, passed]) == "excused")
        #expect(outcome([begin, known, passed], mayExcuse: true) == "kept")
        #expect(outcome([begin, passed], isParameterized: true) == "notRunThrough")
        #expect(outcome([begin, rowBegin, passed], isParameterized: true) == "notRunThrough")
        #expect(outcome([begin, rowBegin, rowEnd, passed], isParameterized: true) == "kept")
    }

    @Test(
        "what no run reports is not believed",
        arguments: [
            (["started", "ended", "runEnded"], true), (["skipped", "runEnded"], true),
            (["started", "skipped"], false), (["started", "ended", "skipped"], false),
            (["skipped", "started"], false), (["started", "started"], false),
            (["ended"], false), (["started", "ended", "ended"], false), (["started", "runEnded"], false),
            (["runEnded", "started"], false), (["runEnded", "runEnded"], false),
        ]
    )
    func irregular(events: [String], isRegular: Bool) {
        let declared = #"{"kind":"test","payload":{"kind":"function","id":"t"}}"#
        let lines = events.map { event in
            let kind = event == "runEnded" ? event : "test" + event.capitalized
            return #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"t"}}"#
        }
        let text = ([declared] + lines).joined(separator: "\n")
        #expect(EventStream(parsing: Data(text.utf8)).isRegular == isRegular)
    }

    @Test(
        "a choice that answers differently each time passes no rule by",
        arguments: [
            (["a", "b"], "passed"), (["c"], "passed"), ([], "passed"), (["a"], "failed"),
            (["a", "b", "c"], "failed"), (["d"], "passed"),
        ]
    )
    func choices(skipped: [String], verdict: String) throws {
        let source = SuiteSource(
            parsing: """
                @Test("a", .enabled(if: Design.chosen() == .parts)) func a() {}
                @Test("b", .enabled(if: Design.chosen() == .parts)) func b() {}
                @Test("c", .enabled(if: Design.chosen() == .text)) func c() {}
                @Test("d", .enabled(if: compiler.isAvailable)) func d() {}
                @Test("e") func e() {}
                """
        )
        #expect(try result(of: source, skipped: skipped).verdict.rawValue == verdict)
        let confined = try result(of: source, skipped: skipped, hasCompiler: true).verdict
        #expect(confined == (skipped == ["d"] ? .failed : Verdict(rawValue: verdict)))
    }

    private func result(
        of source: SuiteSource,
        skipped: [String],
        hasCompiler: Bool = false
    ) throws -> CheckResult {
        let kata = try Recorded.kata("Choice")
        let lines = source.rules.flatMap { rule -> [String] in
            let id = "\(kata.suiteID)/\(rule.name)()"
            func event(_ kind: String) -> String {
                "{\"kind\":\"event\",\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"\(id)\",\"messages\":[{\"symbol\":\"pass\",\"text\":\"\"}]}}"
            }
            let declared =
                "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"\(id)\",\"displayName\":\"\(rule.name)\"}}"
            let isSkipped = skipped.contains(rule.name)
            return [declared]
                + (isSkipped ? [event("testSkipped")] : [event("testStarted"), event("testEnded")])
        }
        let stream = EventStream(parsing: Data(lines.joined(separator: "\n").utf8))
        let finding = TestRun.Findings(stream: stream, culprits: [:], printed: "")
        return .of(kata, [finding], source, hasCompiler: hasCompiler, { $0 })
    }

    @Test("an issue that is found beside the tests counts against the one that is at work")
    func beside() {
        let stream = EventStream(
            parsing: Data(
                """
                {"kind":"test","payload":{"kind":"function","id":"t"}}
                {"kind":"event","payload":{"kind":"testStarted","testID":"t"}}
                {"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false},"messages":[]}}
                """.utf8
            )
        )
        #expect(stream.issues["t"]?.count == 1)
    }

    @Test("a flood is read as far as it is possible, and takes no more time than it is long")
    func flood() {
        let begin = "{\"kind\":\"event\",\"payload\":{\"kind\":\"testStarted\",\"testID\":\"t\"}}\n"
        let value = "{\"kind\":\"event\",\"payload\":{\"kind\":\"_valueAttached\",\"testID\":\"t\"}}\n"
        let declared = "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"t\"}}\n"
        let start = ContinuousClock.now
        for line in [begin, value, "\n{}\n", declared] {
            let flood = declared + begin + String(repeating: line, count: 100_000)
            #expect(!EventStream(parsing: Data(flood.utf8)).isRegular)
        }
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test("nothing is no stream's end")
    func empty() {
        let stream = EventStream(parsing: Data())
        #expect(stream == EventStream())
        #expect(!stream.runEnded)
    }

    @Test("only a kata's own rules count for it", arguments: Recorded.versions)
    func ownRules(version: String) throws {
        let streams = try ["flying", "broken"].map {
            TestRun.Findings(stream: try Recorded.stream($0, version), culprits: [:], printed: "")
        }
        let result = CheckResult.of(try Recorded.kata("Flying"), streams, nil, { $0 })
        #expect(result.verdict == .passed)
        #expect(result.rules.count == 2)
    }
}

@Suite("Verdicts")
struct VerdictTests {
    @Test("a verdict follows from what became of the rules", arguments: Row.all)
    func verdict(row: Row) {
        let rules = row.outcomes.map { RuleResult(name: "a rule", outcome: $0, issues: []) }
        let result = CheckResult.judged(id: KataID(chapter: 1, number: 1), rules: rules, seconds: 0)
        #expect(result.verdict == row.verdict)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var outcomes: [RuleResult.Outcome]
        var verdict: Verdict

        var testDescription: String { "\(outcomes.map(\.rawValue)) → \(verdict)" }

        static let all = [
            Row(outcomes: [], verdict: .noTests),
            Row(outcomes: [.skipped], verdict: .noTests),
            Row(outcomes: [.passed], verdict: .passed),
            Row(outcomes: [.passed, .skipped], verdict: .passed),
            Row(outcomes: [.passed, .failed], verdict: .failed),
            Row(outcomes: [.passed, .disabled], verdict: .failed),
            Row(outcomes: [.passed, .notRun], verdict: .failed),
            Row(outcomes: [.failed, .timedOut, .notRun], verdict: .timedOut),
            Row(outcomes: [.failed, .crashed, .timedOut], verdict: .crashed),
        ]
    }
}

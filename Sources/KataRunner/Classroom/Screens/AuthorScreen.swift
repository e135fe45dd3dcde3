/// What authors are shown.
enum AuthorScreen {
    static func translated(_ code: String, sections: Int) -> [Line] {
        let count = Phrase.count(
            sections,
            one: "1 section has changed since",
            many: "\(sections) sections have changed since"
        )
        return [
            .item("✔", .good, "\(code) agrees with the English text: \(count)."),
            Line("Go on: `kata author check`"),
        ]
    }

    static func check(_ findings: [AuthorCheck.Finding], katas: Int) -> [Line] {
        var lines: [Line] = []
        for finding in findings {
            lines.append(
                Line(
                    marker: finding.isTodo ? Span(text: "○", style: .notable) : Span(text: "✘", style: .bad),
                    parts: [.phrase(.verbatim(finding.file), .strong)]
                )
            )
            lines.append(Line(finding.what, indent: 2))
            lines.append(Line(finding.remedy, .faint, indent: 2))
        }
        let wrong = findings.filter { !$0.isTodo }.count
        let left = findings.count - wrong
        let counted: Phrase = katas == 1 ? "1 kata" : "\(katas) katas"
        if findings.isEmpty {
            return [Line("\(counted) read, nothing is missing."), Line("Then prove it: `kata author prove`")]
        }
        lines.append(.empty)
        lines.append(Line("\(counted) read: \(wrong) wrong, \(left) left to write."))
        lines.append(Line("When that is mended: `kata author check`"))
        return lines
    }

    /// - Parameter base: nil if the answer is kept whole.
    static func kept(
        _ file: String,
        as base: AnswerDifference.Base?,
        of kata: Kata,
        restored: String,
        backup: String
    ) -> [Line] {
        let what: Phrase =
            switch base {
            case .solution?: "\(file) holds the difference from the solution."
            case .unexplainedSolution?:
                "\(file) holds the difference from the solution without its reasons."
            case .bareSolution?: "\(file) holds the difference from the solution without its comments."
            case .starter?: "\(file) holds the difference from the starter."
            case .rightAnswer(let name)?: "\(file) holds the difference from \(name)."
            case nil: "\(file) holds the whole answer: it has too little in common with the other texts."
            }
        return [
            .item("✔", .good, what),
            .item("✔", .good, "\(restored) is as it was before."),
            Line("What you had written is in \(backup). To bring it back: `kata undo`"),
            Line("Say in its first lines what it is, then: `kata author prove \(kata.id)`"),
        ]
    }

    static func matrix(_ rows: [ProofRow], _ summary: ProofSummary) -> [Line] {
        var lines: [Line] = []
        for row in rows {
            let title: Phrase = "**\(row.kata.id) \(row.kata.title)**"
            lines.append(.item(row.isRight ? "✔" : "✘", row.isRight ? .good : .bad, title))
            lines += row.proven.flatMap(self.row)
            if row.resting > 0 { lines.append(Line(resting(row.resting), .faint, indent: 4)) }
            for rule in row.evidence.rulesNeverRed {
                lines.append(
                    .item(
                        "○",
                        .notable,
                        "No text breaks «\(rule)»: write a wrong answer that does.",
                        indent: 2
                    )
                )
            }
        }
        lines.append(.empty)
        lines += totals(rows, summary)
        lines.append(
            !rows.allSatisfy(\.isRight)
                ? Line("When that is mended: `kata author prove`")
                : Line("Then run all other checks: `.ci/run`")
        )
        return lines
    }

    private static func totals(_ rows: [ProofRow], _ summary: ProofSummary) -> [Line] {
        let proven = rows.flatMap(\.proven)
        let right = proven.filter(\.flaws.isEmpty).count
        let resting = rows.map(\.resting).reduce(0, +)
        guard !proven.isEmpty else {
            return [Line("Nothing has changed since it was proven."), Line(self.resting(resting))]
        }
        let builds: Phrase = .count(summary.rounds, one: "1 build", many: "\(summary.rounds) builds")
        let time = summary.seconds.shortSeconds
        var lines = [Line("\(right) of \(proven.count) claims hold, in \(builds) and \(time).")]
        if let sample = summary.sample {
            let count = sample.count
            lines.append(
                Line(
                    .count(
                        count,
                        one:
                            "1 of them is a sample of what rests on the ledger, drawn with seed \(sample.seed).",
                        many:
                            "\(count) of them are a sample of what rests on the ledger, drawn with seed \(sample.seed)."
                    )
                )
            )
        }
        if resting > 0 { lines.append(Line(self.resting(resting))) }
        if summary.refuted > 0 {
            lines.append(
                Line(
                    .count(
                        summary.refuted,
                        one:
                            "1 claim stood in the ledger and does not hold. Prove the others too: `kata author prove --again`",
                        many:
                            "\(summary.refuted) claims stood in the ledger and do not hold. Prove the others too: `kata author prove --again`"
                    ),
                    .bad
                )
            )
        }
        return lines
    }

    private static func resting(_ count: Int) -> Phrase {
        .count(count, one: "1 claim rests on the ledger.", many: "\(count) claims rest on the ledger.")
    }

    static func expectations(_ rows: [ProofRow]) -> [Line] {
        let places = rows.flatMap { row in
            row.evidence.expectationsNeverRed.map { "\(row.kata.suite):\($0)" }
        }
        guard !places.isEmpty else { return [.empty, Line("Every expectation was seen red.")] }
        return [.empty, Line("Expectations that no text has failed:")]
            + places.map { Line(verbatim: $0, indent: 2) }
    }

    private static func row(_ proven: Proven) -> [Line] {
        let isRight = proven.flaws.isEmpty
        let name: Phrase =
            switch proven.proof.claim {
            case .starterIsRed: "starter"
            case .solutionHolds: "solution"
            case .variantHolds, .variantBreaks: .verbatim(proven.proof.name)
            case .stepLeadsOn(let number): "step \(number) of the walkthrough"
            }
        var parts: [Line.Part] = [.phrase(name, .plain), .tab(to: 28), .phrase(outcome(proven), .faint)]
        if case .variantBreaks(let rule) = proven.proof.claim, isRight {
            parts.append(.phrase(", «\(rule)» among them", .faint))
            if proven.result.brokenRules.count == 1 {
                parts[parts.count - 1] = .phrase(": «\(rule)»", .faint)
            }
        }
        let marker = Span(text: isRight ? "✔" : "✘", style: isRight ? .good : .bad)
        return [Line(indent: 2, marker: marker, parts: parts)]
            + proven.flaws.map { Line(description(of: $0), .bad, indent: 6) }
    }

    private static func outcome(_ proven: Proven) -> Phrase {
        let broken = proven.result.brokenRules.count
        let counted = proven.result.rules.filter { $0.outcome != .skipped }.count
        if proven.result.rules.isEmpty { return "no rule ran" }
        return broken == 0 ? "all \(counted) hold" : "\(broken) of \(counted) broken"
    }

    private static func description(of flaw: Proven.Flaw) -> Phrase {
        switch flaw {
        case .doesNotCompile(let diagnostic?):
            "It does not compile: \(diagnostic.sentence) (\(diagnostic.file):\(diagnostic.line))"
        case .doesNotCompile(nil): "It does not compile."
        case .warns(let diagnostic): "It warns: \(diagnostic.sentence) (line \(diagnostic.line))"
        case .ends(.crash): "It crashes, so the rules after it prove nothing."
        case .ends(.overrun): "It overruns the time limit."
        case .isGreen: "Every rule holds, so there is nothing to do."
        case .breaks(let rules): "A good answer is refused: «\(rules.joined(separator: "», «"))»"
        case .holds(let rule, let broken):
            broken.isEmpty
                ? "It passes, though it should break «\(rule)»."
                : "It should break «\(rule)», and breaks «\(broken.joined(separator: "», «"))» instead."
        case .notRun(let rules):
            rules.isEmpty ? "No rule ran." : "These rules did not run: «\(rules.joined(separator: "», «"))»"
        case .isNotTheStarter: "It isn't the starter, and doesn't say why."
        case .isRed(let rules): "It doesn't list these as red: «\(rules.joined(separator: "», «"))»"
        case .isNotRed(let rules):
            "It lists these as red, and they hold: «\(rules.joined(separator: "», «"))»"
        case .loses(let rules):
            "It breaks what an earlier step had made green: «\(rules.joined(separator: "», «"))»"
        case .endsRed(let rules): "The last step leaves these red: «\(rules.joined(separator: "», «"))»"
        case .isNotPrinted(let lines): "It quotes what isn't printed: \(lines.joined(separator: " · "))"
        }
    }
}

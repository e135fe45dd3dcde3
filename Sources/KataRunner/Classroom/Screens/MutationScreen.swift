import Foundation

/// What suites have said to mutants.
enum MutationScreen {
    static func begun(_ plan: MutationPlan) -> [Line] {
        let count = plan.tried.count
        let answers = plan.answers.count
        let what: Phrase = .count(count, one: "1 mutant", many: "\(count) mutants")
        let of: Phrase = .count(answers, one: "its solution", many: "\(answers) right answers")
        return [Line("\(plan.kata.id): \(what) of \(of)", .faint)]
    }

    /// - Parameter namesThem: whether each survivor is told as the line that names it.
    static func row(_ row: MutationRow, namesThem: Bool = false) -> [Line] {
        let title: Phrase = "**\(row.kata.id) \(row.kata.title)**"
        var lines: [Line] = [
            .item(row.isRight ? "✔" : "✘", row.isRight ? .good : .bad, title),
            Line(counts(row), .faint, indent: 4),
        ]
        if let sample = row.sample {
            lines.append(
                Line(
                    "They are a sample of \(sample.all), drawn with seed \(sample.seed): `--most` and `--builds` try more.",
                    .notable,
                    indent: 4
                )
            )
        }
        lines += row.survivors.flatMap { survivor(of: row.kata, $0) }
        lines += row.idleNames.map {
            .item(
                "✘",
                .bad,
                "\($0) is named in \(row.kata.namedMutants), and is killed now or no longer exists: take its line out.",
                indent: 2
            )
        }
        if namesThem, !row.survivors.isEmpty {
            lines += [.empty, Line("For \(row.kata.namedMutants), with the reason at the end:")]
            lines += row.survivors.map { .preformatted(NamedMutants.line(for: $0.mutant)) }
        }
        return lines
    }

    private static func counts(_ row: MutationRow) -> Phrase {
        var text: Phrase = "\(row.killed) of \(row.tried) killed"
        if row.named > 0 { text = "\(text), \(row.named) named" }
        if !row.survivors.isEmpty { text = "\(text), \(row.survivors.count) left" }
        if row.refused > 0 { text = "\(text); \(row.refused) don't compile and don't count" }
        return text
    }

    private static func survivor(of kata: Kata, _ survivor: MutationRow.Survivor) -> [Line] {
        let mutant = survivor.mutant
        let place: Phrase =
            mutant.answer == "solution"
            ? "\(kata.solution):\(mutant.line)" : "\(mutant.answer), line \(mutant.line)"
        var lines: [Line] = [
            .item("○", .notable, "\(mutant.id) in \(mutant.path): \(mutant.deed) (\(place))", indent: 2)
        ]
        lines += shown(mutant.old, "-", .bad) + shown(mutant.new, "+", .good)
        if let sentence = survivor.sentence {
            lines.append(Line("Does it break «\(sentence)»?", .faint, indent: 6))
        }
        return lines
    }

    /// A few lines of each side: a mutant is small.
    private static func shown(_ lines: [String], _ mark: String, _ style: Style) -> [Line] {
        let shown = lines.prefix(4).map { Line.preformatted("\(mark) \($0.trimmed)", style, indent: 6) }
        return lines.count > 4 ? shown + [.preformatted("\(mark) …", style, indent: 6)] : shown
    }

    static func totals(_ rows: [MutationRow], resting: Int, seconds: TimeInterval) -> [Line] {
        var lines: [Line] = [.empty]
        if !rows.isEmpty {
            let tried = rows.map(\.tried).reduce(0, +)
            let killed = rows.map(\.killed).reduce(0, +)
            lines.append(Line("\(killed) of \(tried) mutants are killed, in \(seconds.shortSeconds)."))
        }
        if resting > 0 {
            lines.append(
                Line(
                    .count(
                        resting,
                        one: "1 kata rests on \(MutationLedger.file).",
                        many: "\(resting) katas rest on \(MutationLedger.file)."
                    )
                )
            )
        }
        lines.append(
            rows.allSatisfy(\.isRight)
                ? Line("Every survivor has a name. Then: `kata author prove`")
                : Line(
                    "Kill each of the rest with an expectation that fails for it, or name it in `equivalent.txt` beside the variants: `kata author mutate --names`"
                )
        )
        return lines
    }
}

import Foundation

/// `kata progress`: a bar for each chapter, attempts and dates.
enum ProgressScreen {
    static func lines(
        _ standings: [Standing],
        chapters: [Chapter],
        progress: LearnerProgress,
        timeZone: TimeZone,
        width: Int
    ) -> [Line] {
        let solved = standings.filter { $0.status == .solved }.count
        var lines: [Line] = [Widgets.progressLine(done: solved, of: standings.count, width: width), .empty]
        for chapter in chapters {
            let own = standings.filter { $0.kata.id.chapter == chapter.number }
            let done = own.filter { $0.status == .solved }.count
            lines.append(Line("\(chapter.number) \(chapter.title)", .heading))
            lines.append(
                Line(
                    indent: 2,
                    parts: Widgets.bar(done: done, of: own.count, width: min(16, width / 3))
                        + [Widgets.gap, .phrase("\(done) of \(own.count)", .plain)]
                )
            )
            for standing in own {
                guard let record = progress.katas[standing.kata.name], record.attempts > 0 || record.hints > 0
                else { continue }
                lines.append(
                    Line(
                        indent: 2,
                        marker: Widgets.symbol(standing.status),
                        parts: [
                            .phrase("\(standing.kata.id) \(standing.kata.title)", .plain),
                            Widgets.gap,
                            .phrase(story(of: record, timeZone), .faint),
                        ]
                    )
                )
            }
            lines.append(.empty)
        }
        return lines + [Line("Go on: `kata next`")]
    }

    private static func story(of record: LearnerProgress.Record, _ timeZone: TimeZone) -> Phrase {
        let attempts: Phrase = record.attempts == 1 ? "1 attempt" : "\(record.attempts) attempts"
        let hints: Phrase = record.hints == 1 ? "1 hint" : "\(record.hints) hints"
        let effort: Phrase =
            switch (record.attempts, record.hints) {
            case (_, 0): attempts
            case (0, _): hints
            default: "\(attempts), \(hints)"
            }
        let suite: Phrase = record.suiteChanged == true ? ", with a changed suite" : ""
        if let solved = record.solved {
            return "\(effort), solved on \(solved.day(in: timeZone))\(suite)"
        }
        return "\(effort), last on \(record.lastTried.day(in: timeZone))"
    }
}

/// What a teacher wants to know of a class besides verdicts.
enum MarkingScreen {
    private static let most = 10

    static func lines(_ book: Gradebook, _ marking: Marking) -> [Line] {
        var lines: [Line] = []
        if marking.hasPoints {
            let points = book.students.map(marking.points)
            let average = points.isEmpty ? 0 : points.reduce(0, +) / Double(points.count)
            lines.append(
                Line("\(average.asPoints) of \(marking.mostPoints(in: book).asPoints) points on average")
            )
        }
        let late = book.students.filter { marking.isLate($0) == true }.map { marking.name(of: $0) }
        lines += named(late, "Handed in late")
        lines += named(marking.absent(from: book), "In the class, and nothing was handed in")
        return lines.isEmpty ? [] : [.empty] + lines
    }

    static func lines(_ equal: [EqualAnswers]) -> [Line] {
        guard !equal.isEmpty else { return [] }
        let lines = equal.prefix(most).map { answers in
            Line.item("•", .plain, "\(answers.kata): \(who(answers))")
        }
        let more = equal.count - most
        return [.empty, Line("Equal but for names and blanks, which may have good reasons:", .heading)]
            + lines + (more > 0 ? [Line(indent: 2, parts: [.phrase("and \(more) more", .plain)])] : [])
    }

    static func who(_ answers: EqualAnswers) -> Phrase {
        let names = list(answers.students)
        return answers.isSolution ? "\(names), and the workbook's own solution" : names
    }

    private static func named(_ names: [String], _ what: Phrase) -> [Line] {
        names.isEmpty ? [] : [Line("\(what): \(list(names))", .notable)]
    }

    private static func list(_ names: [String]) -> Phrase {
        let shown = names.prefix(most).map(\.shown).joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : .verbatim(shown)
    }
}

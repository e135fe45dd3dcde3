/// `kata grade`: students by chapters, and what the class breaks most.
enum GradeScreen {
    /// - Parameters:
    ///   - command: what was typed to get it.
    ///   - page: the file that the page about the class was written to, where one was asked for.
    static func lines(
        _ book: Gradebook,
        _ marking: Marking = Marking(),
        _ equal: [EqualAnswers] = [],
        command: String,
        page: String? = nil,
        layout: Layout
    ) -> [Line] {
        let columns = Columns(book, marking, layout)
        let rows = book.students.flatMap { row($0, book, marking, columns, layout) }
        return head(book, columns) + rows + [.empty] + summary(book) + unjudged(book)
            + brokenRules(book) + MarkingScreen.lines(book, marking) + MarkingScreen.lines(equal)
            + [.empty, closing(command, page)]
    }

    private static func closing(_ command: String, _ page: String?) -> Line {
        guard let page else {
            return Line("To see each broken rule on a page: `kata \(command) --html class.html`")
        }
        return Line("The page shows each broken rule. Open it in a browser: \(page)")
    }

    // MARK: - The table

    private struct Columns {
        /// Where the figures begin.
        let start: Int
        /// Of the chapters' figures: «10/10» and a space.
        let figures: [Int]
        let total: Int
        /// Whether there is room for a column a chapter.
        let isWide: Bool

        init(_ book: Gradebook, _ marking: Marking, _ layout: Layout) {
            let names = book.students.map { layout.plain(marking.name(of: $0).shown).displayWidth }
            start = min(max(names.max() ?? 0, 7) + 2, max(16, layout.width / 4))
            figures = book.chapters.map { "\($0.katas.count)/\($0.katas.count)".count + 2 }
            total = "\(book.katas.count)/\(book.katas.count)".count
            isWide = start + figures.reduce(0, +) + total <= layout.width
        }
    }

    private static func head(_ book: Gradebook, _ columns: Columns) -> [Line] {
        guard columns.isWide else { return [] }
        var column = columns.start
        var parts: [Line.Part] = [.phrase("Student", .heading)]
        for (chapter, width) in zip(book.chapters, columns.figures) {
            parts += [.tab(to: column), .phrase("\(chapter.number)", .heading)]
            column += width
        }
        return [Line(parts: parts + [.tab(to: column), .phrase("all", .heading)])]
    }

    private static func row(
        _ student: Gradebook.Student,
        _ book: Gradebook,
        _ marking: Marking,
        _ columns: Columns,
        _ layout: Layout
    ) -> [Line] {
        let start = columns.start
        let name = layout.plain(marking.name(of: student).shown).fitted(
            to: start - 1,
            ellipsis: layout.plain("…")
        )
        let all = Line.Part.phrase("\(student.solved)/\(student.grades.count)", .strong)
        guard columns.isWide else {
            var line = Line(parts: [.phrase(.verbatim(name.trimmed), .plain), .tab(to: start), all])
            if let trouble = trouble(of: student, marking) {
                line.parts += [Widgets.gap, .phrase(trouble, .notable)]
            }
            return [line]
        }
        var column = start
        var parts: [Line.Part] = [.phrase(.verbatim(name.trimmed), .plain)]
        for (chapter, width) in zip(book.chapters, columns.figures) {
            parts += [.tab(to: column), figure(book.grades(of: student, in: chapter))]
            column += width
        }
        parts += [.tab(to: column), all]
        let used = column + columns.total
        if let trouble = trouble(of: student, marking) {
            let gap = Line.Part.tab(to: used + 2)
            guard used + 2 + layout.columns(of: trouble) <= layout.width else {
                return [
                    Line(parts: parts),
                    Line(indent: 2, parts: [.phrase(trouble, .notable)]),
                ]
            }
            parts += [gap, .phrase(trouble, .notable)]
        }
        return [Line(parts: parts)]
    }

    private static func figure(_ grades: [Grade]) -> Line.Part {
        let solved = grades.count(where: \.isSolved)
        let isBegun = grades.contains { $0.standing != .untouched && $0.standing != .missing }
        let style: Style = solved == grades.count ? .good : isBegun ? .plain : .faint
        return .phrase("\(solved)/\(grades.count)", style)
    }

    /// What is worth a look besides broken rules.
    private static func trouble(of student: Gradebook.Student, _ marking: Marking) -> Phrase? {
        let told: [Grade.Standing] = [
            .doesNotCompile, .crashed, .timedOut, .noTests, .missing, .notJudged,
        ]
        let found = told.compactMap { standing -> Phrase? in
            let katas = student.grades.filter { $0.standing == standing }.map(\.kata.description)
            guard !katas.isEmpty, katas.count < student.grades.count || standing != .missing else {
                return katas.isEmpty ? nil : "\(standing.label): all"
            }
            let shown = katas.prefix(3).joined(separator: " ")
            return katas.count > 3
                ? "\(standing.label): \(shown) and \(katas.count - 3) more" : "\(standing.label): \(shown)"
        }
        let all: [Phrase] = (marking.isLate(student) == true ? ["late"] : []) + found
        guard let first = all.first else { return nil }
        return all.dropFirst().reduce(first) { "\($0), \($1)" }
    }

    // MARK: - Below it

    private static func summary(_ book: Gradebook) -> [Line] {
        let solved = book.students.map(\.solved).reduce(0, +)
        let all = book.students.map(\.grades.count).reduce(0, +)
        return [
            Line(
                .count(
                    book.students.count,
                    one: "1 submission, \(solved) of \(all) katas solved",
                    many: "\(book.students.count) submissions, \(solved) of \(all) katas solved"
                ),
                .strong
            )
        ]
    }

    private static func unjudged(_ book: Gradebook) -> [Line] {
        let notes = book.students.flatMap { student in
            student.grades.filter { $0.standing == .notJudged || $0.standing == .noTests }.map {
                (student.name, $0)
            }
        }
        guard !notes.isEmpty else { return [] }
        return [.empty, Line("Worth a look:", .notable)]
            + notes.prefix(10).map { name, grade in
                let why = grade.notes.first?.sentence ?? grade.standing.label
                return .item("•", .plain, "\(name.shown) \(grade.kata): \(why)")
            }
    }

    private static func brokenRules(_ book: Gradebook) -> [Line] {
        let most = book.brokenRules.filter { $0.students > 1 }.prefix(5)
        guard !most.isEmpty else { return [] }
        return [.empty, Line("The rules that the class breaks most:", .heading)]
            + most.map { kata, rule, students in
                Line(
                    indent: 2,
                    parts: [
                        .phrase("\(students) of \(book.students.count)", .strong), .tab(to: 10),
                        .phrase("\(kata.id) \(rule)", .plain),
                    ]
                )
            }
    }
}

extension String {
    /// A name that comes from a file: what can't be seen is shown as a mark.
    var shown: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars { shown.append(scalar.isInvisible ? "\u{FFFD}" : scalar) }
        return String(shown)
    }
}

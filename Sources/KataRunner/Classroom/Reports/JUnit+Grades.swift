extension JUnit {
    /// `kata grade --junit FILE`: a suite for each kata of each student.
    static func document(_ book: Gradebook) -> String {
        document(
            book.students.flatMap { student in
                zip(book.katas, student.grades).map { kata, grade in
                    Suite(
                        name: "\(student.name.shown): \(kata.id) \(kata.title)",
                        className: "\(student.name.shown).\(kata.name)",
                        rules: grade.rules,
                        withoutRules: (
                            grade.standing.rawValue,
                            grade.notes.map { $0.sentence.text() }
                                + grade.diagnostics.map {
                                    "\($0.file):\($0.line):\($0.column): \($0.message)"
                                }
                        ),
                        seconds: grade.seconds
                    )
                }
            }
        )
    }
}

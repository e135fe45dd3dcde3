/// `kata grade --json`
enum GradeJSON {
    private struct Document: Encodable {
        var formatVersion = 1
        var chapters: [Gradebook.Chapter]
        var students: [Student]
    }

    private struct Student: Encodable {
        var name: String
        var path: String
        var solved: Int
        var grades: [Grade]
    }

    static func document(_ book: Gradebook) -> String {
        let students = book.students.map { student in
            Student(
                name: student.name,
                path: student.path,
                solved: student.solved,
                grades: student.grades.map { grade in
                    var grade = grade
                    grade.rules = grade.rules.map(\.withoutCauses)
                    return grade
                }
            )
        }
        return JSONText.of(Document(chapters: book.chapters, students: students))
    }
}

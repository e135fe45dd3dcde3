import Foundation

/// `kata grade --json`, and what `kata grade --merge` reads of it.
enum GradeJSON {
    private struct Document: Codable {
        var formatVersion = 1
        /// Of the workbook that has judged.
        var workbook: String?
        /// The names of the whole class, though students may stand in the results of another part.
        var `class`: [String]?
        var chapters: [Gradebook.Chapter]
        var students: [Student]
    }

    private struct Student: Codable {
        var name: String
        var path: String
        var handedIn: Date?
        var solved: Int
        var grades: [Grade]
    }

    static func document(_ book: Gradebook) -> String {
        let students = book.students.map { student in
            Student(
                name: student.name,
                path: student.path,
                handedIn: student.handedIn,
                solved: student.solved,
                grades: student.grades.map { grade in
                    var grade = grade
                    grade.rules = grade.rules.map(\.withoutCauses)
                    return grade
                }
            )
        }
        return JSONText.of(
            Document(
                workbook: book.edition,
                class: book.everybody.isEmpty ? nil : book.everybody,
                chapters: book.chapters,
                students: students
            )
        )
    }

    /// Nil where it is no such document.
    static func gradebook(of document: Data) -> Gradebook? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let document = try? decoder.decode(Document.self, from: document),
            document.formatVersion == 1
        else { return nil }
        return Gradebook(
            chapters: document.chapters,
            students: document.students.map { student in
                Gradebook.Student(
                    name: student.name,
                    path: student.path,
                    grades: student.grades,
                    handedIn: student.handedIn
                )
            },
            edition: document.workbook,
            everybody: document.class ?? []
        )
    }
}

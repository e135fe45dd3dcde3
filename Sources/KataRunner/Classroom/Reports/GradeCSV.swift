import Foundation

/// `kata grade --csv`: a row for each student, a column for each kata, for a spreadsheet.
enum GradeCSV {
    static func document(_ book: Gradebook) -> String {
        let head = ["student", "submission", "solved", "katas"] + book.katas.map { "\($0.id) \($0.title)" }
        let rows = book.students.map { student in
            [student.name, student.path, "\(student.solved)", "\(student.grades.count)"]
                + student.grades.map(\.standing.rawValue)
        }
        return ([head] + rows).map { row in row.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Spreadsheets take a text for a formula by its first character, even if it is quoted. An apostrophe in
    /// front makes it a text again.
    private static func field(_ text: String) -> String {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && !$0.isInvisible }
        let isFormula = first.map { "=+-@|%＝＋－＠".unicodeScalars.contains($0) } ?? false
        let startsOddly =
            text.unicodeScalars.first.map { $0.properties.isWhitespace || $0.isInvisible } ?? false
        let safe = isFormula || startsOddly ? "'" + text : text
        guard safe.unicodeScalars.contains(where: { ",;\"\r\n\t'".unicodeScalars.contains($0) }) else {
            return safe
        }
        return "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

extension Unicode.Scalar {
    /// It takes no room and may turn the text around it: names of files may hold such characters.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

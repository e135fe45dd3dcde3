import Foundation

/// What a teacher has written beside the students, in the column «remark» of a grade book (`--book`).
enum Remarks {
    static let column = "remark"
    static let key = "student"

    /// By the student's name. Nil where the table isn't one that the runner has written: it is somebody's own.
    static func read(_ data: Data) -> [String: String]? {
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        let found = CSVTable(parsing: text).column(column, by: key)
        guard let found else { return nil }
        let entries = found.filter { !$0.value.isEmpty }
            .map { (CSVTable.meant($0.key), CSVTable.meant($0.value)) }
        return Dictionary(entries) { first, _ in first }
    }
}

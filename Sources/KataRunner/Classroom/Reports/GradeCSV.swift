import Foundation

/// A row a student, for a spreadsheet or for a school's system. `--csv`, `--book`, `--moodle` and `--canvas` of
/// `kata grade`.
enum GradeCSV {
    /// A column a kata.
    static func document(_ book: Gradebook, _ marking: Marking = Marking()) -> String {
        CSVTable.document(rows(book, marking))
    }

    /// The same with a column for the teacher, who may write there what the next run keeps, and with a row for everybody
    /// whom the class knows.
    static func book(_ book: Gradebook, _ marking: Marking) -> String {
        let nothing = book.katas.map { Grade(kata: $0.id, standing: .missing, notes: [.noFile]) }
        var book = book
        book.students += marking.absent(from: book).map { name in
            Gradebook.Student(name: name, path: "", grades: nothing)
        }
        var rows = rows(book, marking)
        rows[0].append(Remarks.column)
        for (index, student) in book.students.enumerated() {
            rows[index + 1].append(marking.remark(on: student))
        }
        // A remark on somebody who isn't there this time is not thrown away.
        let here = Set(book.students.map(\.name))
        for (name, remark) in marking.remarks.sorted(by: { $0.key < $1.key }) where !here.contains(name) {
            rows.append([name] + Array(repeating: "", count: rows[0].count - 2) + [remark])
        }
        return CSVTable.document(rows)
    }

    private static func rows(_ book: Gradebook, _ marking: Marking) -> [[String]] {
        var head = [Remarks.key, "submission", "solved", "katas"] + book.katas.map { "\($0.id) \($0.title)" }
        if marking.hasRoll { head += ["name", "group", "points", "of", "handed in", "late"] }
        let most = marking.mostPoints(in: book).asPoints
        return [head]
            + book.students.map { student in
                var row = [student.name, student.path, "\(student.solved)", "\(student.grades.count)"]
                row += student.grades.map(\.standing.rawValue)
                guard marking.hasRoll else { return row }
                row += [marking.name(of: student), marking.pupil(student).group ?? ""]
                row += [marking.points(of: student).asPoints, most]
                row += [student.handedIn.map { $0.formatted(.iso8601) } ?? ""]
                return row + [marking.isLate(student).map { $0 ? "late" : "in time" } ?? ""]
            }
    }

    /// Moodle's import asks which column is which. Users are found by address or by number.
    static func moodle(_ book: Gradebook, _ marking: Marking) -> String {
        CSVTable.document(
            [["Email address", "ID number", "Student", "Points", "Feedback"]]
                + book.students.map { student in
                    let pupil = marking.pupil(student)
                    return [
                        pupil.email ?? "", pupil.id ?? "", marking.name(of: student),
                        marking.points(of: student).asPoints, feedback(student, marking),
                    ]
                }
        )
    }

    private static func feedback(_ student: Gradebook.Student, _ marking: Marking) -> String {
        let solved = "\(student.solved) of \(student.grades.count) katas solved."
        let late = marking.isLate(student) == true ? "Handed in late." : ""
        return [solved, late, marking.remark(on: student)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Canvas wants these columns in this order, and a row that says what the assignment is worth. Users are found by
    /// their number or their login.
    static func canvas(_ book: Gradebook, _ marking: Marking, assignment: String = "Katas") -> String {
        CSVTable.document(
            [
                ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment],
                ["Points Possible", "", "", "", "", marking.mostPoints(in: book).asPoints],
            ]
                + book.students.map { student in
                    let pupil = marking.pupil(student)
                    return [
                        marking.name(of: student), "", pupil.id ?? "", pupil.email ?? "", pupil.group ?? "",
                        marking.points(of: student).asPoints,
                    ]
                }
        )
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

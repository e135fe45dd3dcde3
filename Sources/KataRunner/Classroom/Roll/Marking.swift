import Foundation

/// What a teacher wants to know of a student besides verdicts: made of a gradebook and of what `class.json` and the
/// teacher's own remarks say.
struct Marking: Hashable, Sendable {
    /// By the student's name in the gradebook.
    private var roll = ClassRoll()
    private(set) var remarks: [String: String] = [:]
    /// Whether anything but verdicts is to be shown.
    var hasRoll: Bool { roll != ClassRoll() }

    init(roll: ClassRoll? = nil, remarks: [String: String] = [:]) {
        self.roll = roll ?? ClassRoll()
        self.remarks = remarks
    }

    func pupil(_ student: Gradebook.Student) -> ClassRoll.Pupil { roll.pupils[student.name] ?? .init() }

    func name(of student: Gradebook.Student) -> String { pupil(student).name ?? student.name }

    func remark(on student: Gradebook.Student) -> String { remarks[student.name] ?? "" }

    /// Nil where nobody knows when it was due, or when it was handed in.
    func isLate(_ student: Gradebook.Student) -> Bool? {
        guard let due = roll.due(of: student.name), let handedIn = student.handedIn else { return nil }
        return handedIn > due
    }

    var hasPoints: Bool { roll.points != nil }

    /// Without a scheme a solved kata is a point.
    func points(of student: Gradebook.Student) -> Double {
        guard let scheme = roll.points else { return Double(student.solved) }
        return student.grades.map(scheme.points).reduce(0, +)
    }

    func mostPoints(in book: Gradebook) -> Double {
        guard let scheme = roll.points else { return Double(book.katas.count) }
        return book.katas.map { scheme.most(for: $0.id) }.reduce(0, +)
    }

    /// Those whom the class knows and who have handed in nothing.
    func absent(from book: Gradebook) -> [String] {
        let here = Set(book.students.map(\.name) + book.everybody)
        return roll.pupils.keys.filter { !here.contains($0) }
            .sorted { Submission.isBefore(($0, ""), ($1, "")) }
    }
}

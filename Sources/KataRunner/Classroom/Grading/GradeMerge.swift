/// One gradebook of several, which were judged apart: by students (`--shard`), by chapters, or both.
struct GradeMerge: Hashable, Sendable {
    var gradebook: Gradebook
    /// Known to some part, and judged by none.
    var missing: [String] = []
    /// Judged by several parts. What the first of them found stands.
    var doubled: [String] = []
    /// Judged with other suites, starters or shared modules than this workbook's.
    var ofOtherEdition: [String] = []

    var isComplete: Bool { missing.isEmpty && ofOtherEdition.isEmpty }

    /// - Parameter edition: of the workbook in which they are merged.
    init(_ parts: [Gradebook], edition: String) {
        let chapters = Self.chapters(of: parts)
        let katas = chapters.flatMap(\.katas)
        var students: [String: Gradebook.Student] = [:]
        var doubled: Set<String> = []
        var others: Set<String> = []
        for part in parts {
            for student in part.students {
                if part.edition != edition { others.insert(student.name) }
                guard var known = students[student.name] else {
                    students[student.name] = student
                    continue
                }
                let judged = Set(known.grades.map(\.kata))
                if student.grades.contains(where: { judged.contains($0.kata) }) {
                    doubled.insert(student.name)
                }
                known.grades += student.grades.filter { !judged.contains($0.kata) }
                students[student.name] = known
            }
        }
        var lacking: Set<String> = []
        let complete = students.values.map { student in
            var student = student
            let grades = Dictionary(student.grades.map { ($0.kata, $0) }) { first, _ in first }
            if grades.count < katas.count { lacking.insert(student.name) }
            student.grades = katas.map { kata in
                grades[kata.id] ?? Grade(kata: kata.id, standing: .notJudged, notes: [.noResult])
            }
            return student
        }
        let everybody = Set(parts.flatMap(\.everybody))
        gradebook = Gradebook(
            chapters: chapters,
            students: complete.sorted { Submission.isBefore(($0.name, $0.path), ($1.name, $1.path)) },
            edition: edition,
            everybody: everybody.union(students.keys).sorted()
        )
        func sorted(_ names: Set<String>) -> [String] {
            names.sorted { Submission.isBefore(($0, ""), ($1, "")) }
        }
        missing = sorted(everybody.subtracting(students.keys).union(lacking))
        self.doubled = sorted(doubled)
        ofOtherEdition = sorted(others)
    }

    /// Of all parts, in the workbook's order.
    private static func chapters(of parts: [Gradebook]) -> [Gradebook.Chapter] {
        var chapters: [Int: Gradebook.Chapter] = [:]
        for chapter in parts.flatMap(\.chapters) {
            var known = chapters[chapter.number] ?? chapter
            let ids = Set(known.katas.map(\.id))
            known.katas += chapter.katas.filter { !ids.contains($0.id) }
            known.katas.sort { $0.id < $1.id }
            chapters[chapter.number] = known
        }
        return chapters.values.sorted { $0.number < $1.number }
    }
}

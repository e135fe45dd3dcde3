/// Answers that are the same but for names and blanks. It says no more than that: pairs work together, and many a kata
/// has one short answer.
struct EqualAnswers: Hashable, Sendable {
    var kata: KataID
    /// Who gave it, in the gradebook's order.
    var students: [String]
    /// The workbook's own solution says the same.
    var isSolution: Bool

    /// - Parameter solutions: the marks of the workbook's own solutions.
    static func all(in book: Gradebook, solutions: [KataID: String]) -> [EqualAnswers] {
        book.katas.enumerated().flatMap { place, kata -> [EqualAnswers] in
            var order: [String] = []
            var students: [String: [String]] = [:]
            for student in book.students where student.grades.indices.contains(place) {
                guard let mark = student.grades[place].mark else { continue }
                if students[mark] == nil { order.append(mark) }
                students[mark, default: []].append(student.name)
            }
            return order.compactMap { mark in
                let names = students[mark] ?? []
                let isSolution = solutions[kata.id] == mark
                guard names.count > 1 || isSolution else { return nil }
                return EqualAnswers(kata: kata.id, students: names, isSolution: isSolution)
            }
        }
    }
}

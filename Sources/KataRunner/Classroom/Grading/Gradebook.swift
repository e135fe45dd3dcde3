import Foundation

/// What grading has found out: students by katas.
struct Gradebook: Hashable, Sendable {
    /// In the workbook's order.
    var chapters: [Chapter]
    /// In the order of their names, as people sort names.
    var students: [Student]
    /// Of the workbook that has judged (fingerprint of its suites and starters).
    var edition: String?
    /// The names of the whole class, of which a part may be judged elsewhere.
    var everybody: [String] = []

    struct Chapter: Hashable, Sendable, Codable {
        var number: Int
        var title: String
        var katas: [Kata]
    }

    struct Kata: Hashable, Sendable, Codable {
        var id: KataID
        /// «CopyTransfer»
        var name: String
        var title: String
        /// As the page lists them.
        var rules: [String]
    }

    struct Student: Hashable, Sendable {
        /// The folder's name, as it is: whoever shows it has to escape it.
        var name: String
        /// The submission's folder, as it was found.
        var path: String
        /// One for each kata of the gradebook, in the same order.
        var grades: [Grade]
        /// As git or the files tell it, where it was asked for.
        var handedIn: Date?

        var solved: Int { grades.count(where: \.isSolved) }
    }

    var katas: [Kata] { chapters.flatMap(\.katas) }

    /// The grades of all students in one kata, by its place in the gradebook.
    func grades(at place: Int) -> [Grade] {
        students.compactMap { $0.grades.indices.contains(place) ? $0.grades[place] : nil }
    }

    /// The grades of one student in one chapter.
    func grades(of student: Student, in chapter: Chapter) -> [Grade] {
        let own = Set(chapter.katas.map(\.id))
        return student.grades.filter { own.contains($0.kata) }
    }

    /// Rules by how many students break them, the most broken first.
    var brokenRules: [(kata: Kata, rule: String, students: Int)] {
        katas.enumerated().flatMap { place, kata -> [(kata: Kata, rule: String, students: Int)] in
            var counts: [String: Int] = [:]
            for grade in grades(at: place) {
                for name in Set(grade.brokenRules.map(\.name)) { counts[name, default: 0] += 1 }
            }
            let known = kata.rules.filter { counts[$0] != nil }
            let others = counts.keys.filter { !known.contains($0) }.sorted()
            return (known + others).map { (kata, $0, counts[$0] ?? 0) }
        }.enumerated().sorted { ($1.element.students, $0.offset) < ($0.element.students, $1.offset) }
            .map(\.element)
    }
}

/// What one student made of one kata.
struct Grade: Hashable, Sendable, Codable {
    enum Standing: String, Hashable, Sendable, Codable, CaseIterable {
        case solved
        case failed
        case doesNotCompile
        case crashed
        case timedOut
        /// By the workbook's own account no rule ran to its end: this proves nothing.
        case noTests
        /// The starter, byte for byte.
        case untouched
        /// The submission has no file for the kata, or one that is not read: the notes say why.
        case missing
        /// The workbook itself or the machine is the reason: the notes say why.
        case notJudged
    }

    /// What a reader should know besides the rules.
    enum Note: String, Hashable, Sendable, Codable, CaseIterable {
        case noFile
        case folderInItsPlace
        case linkInItsPlace
        case tooLarge
        case notText
        case unreadable
        case timeLimit
        case memoryLimit
        case buildTimeLimit
        case endedEarly
        case otherFilesLeftOut
        /// Memory or processes, of all that it started together.
        case tookTooMuch
        case notBuilt
        /// Of the time that one student's code may take in all.
        case overBudget
        /// No part of what was merged holds it.
        case noResult
        /// Charged to nobody, and tried again the next time.
        case machineFault
    }

    var kata: KataID
    var standing: Standing
    /// In the suite's order; empty if no rule was run.
    var rules: [RuleResult] = []
    /// What the compiler complains of, by lines of the submission's own files.
    var diagnostics: [Diagnostic] = []
    var notes: [Note] = []
    var seconds: Double = 0
    /// By which equal answers are known; nil where it was not judged, or is too near to the starter.
    var mark: String?

    var isSolved: Bool { standing == .solved }
    var brokenRules: [RuleResult] { rules.filter { $0.outcome.isBroken } }
}

extension Grade.Standing {
    var label: Phrase {
        switch self {
        case .solved: "solved"
        case .failed: "rules broken"
        case .doesNotCompile: "does not compile"
        case .crashed: "crashed"
        case .timedOut: "not over in time"
        case .noTests: "no rule was run"
        case .untouched: "untouched"
        case .missing: "missing"
        case .notJudged: "not judged"
        }
    }
}

extension Grade.Note {
    var sentence: Phrase {
        switch self {
        case .noFile: "The submission has no such file."
        case .folderInItsPlace: "A folder stands where the file belongs."
        case .linkInItsPlace: "A symbolic link stands where the file belongs, and links are not followed."
        case .tooLarge: "The file is too large to be read."
        case .notText: "The file isn't text."
        case .unreadable: "The file could not be read."
        case .timeLimit: "Ended by the time limit."
        case .memoryLimit: "Ended by the memory limit."
        case .buildTimeLimit: "The compiler was ended by the time limit."
        case .endedEarly: "The submission ended the test process before the rules were over."
        case .otherFilesLeftOut: "Further files of the chapter did not compile and were left out."
        case .tookTooMuch: "Ended for taking more memory or starting more processes than it may."
        case .overBudget: "The student's time ran out before it was judged."
        case .noResult: "None of the results that were merged holds it."
        case .machineFault: "The machine kept it from being judged. Nobody's answer is the reason."
        case .notBuilt: "The workbook's own code could not be built with it."
        }
    }
}

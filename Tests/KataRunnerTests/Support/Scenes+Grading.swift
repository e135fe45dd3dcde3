@testable import KataRunner

// MARK: - A class

extension Scene {
    static let grading: [Scene] = [
        Scene("grade", [.table, .coloured, .ascii]) {
            GradeScreen.lines(.someClass, command: "grade submissions", layout: $0)
        },
        Scene("grade-whole-book", [.table]) {
            GradeScreen.lines(.wholeBook, command: "grade anna 박지훈 …", layout: $0)
        },
    ]
}

extension Look {
    /// A table takes a window of 200 columns as it is.
    static let table = Look(name: "table", width: 200)
}

extension Gradebook {
    /// Every standing there is, and names as people give them to folders.
    static let someClass: Gradebook = {
        let katas = Sample.chapters.flatMap(\.katas)
        func student(_ name: String, _ standings: Grade.Standing...) -> Student {
            let grades = zip(katas, standings).map { kata, standing in
                Grade(
                    kata: kata.id,
                    standing: standing,
                    rules: standing == .failed ? [broken(kata.page.rules[0])] : [],
                    notes: standing == .noTests ? [.endedEarly] : standing == .missing ? [.noFile] : []
                )
            }
            return Student(name: name, path: "/class/\(name)", grades: grades)
        }
        return Gradebook(
            chapters: Sample.chapters.map { Gradebook.Chapter($0) },
            students: [
                student("anna", .solved, .solved, .solved, .solved),
                student("박지훈", .solved, .failed, .untouched, .untouched),
                student("남궁민수-재제출-최종-진짜최종-2학기", .failed, .doesNotCompile, .crashed, .timedOut),
                student("empty", .missing, .missing, .missing, .missing),
                student(
                    "=1+1 `code` **bold** \u{202E}gnp.txt\u{1B}[31m",
                    .noTests,
                    .failed,
                    .failed,
                    .missing
                ),
                student("cut", .notJudged, .failed, .untouched, .untouched),
            ]
        )
    }()

    private static func broken(_ rule: String) -> RuleResult {
        RuleResult(
            name: rule,
            outcome: .failed,
            issues: [RuleIssue(message: "it is lost", file: "Tests/ATests.swift", line: 7)]
        )
    }

    /// Eight chapters of six katas.
    static let wholeBook: Gradebook = {
        let chapters = (1...8).map { chapter in
            Chapter(
                number: chapter,
                title: "Chapter",
                katas: (1...6).map {
                    Kata(id: KataID(chapter: chapter, number: $0), name: "Kata", title: "A kata", rules: [])
                }
            )
        }
        func student(_ name: String, _ solved: Int) -> Student {
            let grades = chapters.flatMap(\.katas).enumerated().map { place, kata in
                Grade(
                    kata: kata.id,
                    standing: place < solved ? .solved : place == solved ? .doesNotCompile : .untouched
                )
            }
            return Student(name: name, path: "/class/\(name)", grades: grades)
        }
        return Gradebook(
            chapters: chapters,
            students: [student("anna", 48), student("박지훈", 17), student("Bartholomew-Featherstone", 0)]
        )
    }()
}

@testable import KataRunner

/// Gradebooks, as grading would leave them.
extension Gradebook {
    /// Four students and the four katas of the sample workbook.
    static let small = Gradebook(
        chapters: .sample,
        students: [
            .of("김소리", ["1.1": .solved(), "1.2": .solved(), "2.1": .solved(), "2.2": .solved()]),
            .of(
                "남궁 민",
                [
                    "1.1": .broken(
                        [2, 4],
                        .lost("a part was cut", "(shown → \"남\") == \"남궁\"", row: "남궁 민", line: 30)
                    ),
                    "1.2": .solved(),
                    "2.1": .broken([1, 2, 3, 4], .lost("she is somebody else now")),
                ]
            ),
            .of(
                "Mary Ann Evans",
                [
                    "1.1": .broken(
                        [2],
                        .lost("a part was cut", line: 30),
                        .lost("nobody was asked", line: 31)
                    ),
                    "1.2": Grade(
                        kata: "0.0",
                        standing: .doesNotCompile,
                        diagnostics: [
                            Diagnostic(
                                severity: .error,
                                message: "cannot find '손잡이' in scope",
                                file: Sample.handle.file,
                                line: 12,
                                column: 5,
                                sourceLine: "    let handle = 손잡이(text)"
                            )
                        ]
                    ),
                    "2.1": Grade(
                        kata: "0.0",
                        standing: .crashed,
                        rules: [
                            RuleResult(name: Sample.renaming.page.rules[0], outcome: .passed, issues: []),
                            RuleResult(name: Sample.renaming.page.rules[1], outcome: .crashed, issues: []),
                        ],
                        notes: [.memoryLimit]
                    ),
                ]
            ),
            .of("이민"),
        ]
    )

    /// As many as asked for, with every standing and every sort of text somewhere.
    static func large(students: Int, chapters: Int, katas: Int) -> Gradebook {
        var random = SeededGenerator(seed: 41)
        let chapters = (1...chapters).map { chapter in
            Chapter(
                number: chapter,
                title: "Chapter of several words \(chapter)",
                katas: (1...katas).map { kata in
                    Kata(
                        id: KataID(chapter: chapter, number: kata),
                        name: "Kata\(kata)",
                        title: "The rule moves from \(chapter) to \(kata)",
                        rules: (1...8).map { "rule \($0): what is returned stays so, whatever is tried" }
                    )
                }
            )
        }
        let all = chapters.flatMap(\.katas)
        return Gradebook(
            chapters: chapters,
            students: (1...students).map { number in
                let reach = Int.random(in: 1...all.count, using: &random)
                return Student(
                    name: "학생 \(number)",
                    path: "/submissions/학생 \(number)",
                    grades: all.enumerated().map { place, kata in
                        guard place < reach else { return Grade(kata: kata.id, standing: .untouched) }
                        switch Int.random(in: 0..<20, using: &random) {
                        case 0: return Grade(kata: kata.id, standing: .missing, notes: [.noFile])
                        case 1: return Grade(kata: kata.id, standing: .timedOut, notes: [.timeLimit])
                        case 2: return Grade(kata: kata.id, standing: .doesNotCompile)
                        case 3...7:
                            let count = Int.random(in: 1...8, using: &random)
                            return Grade.broken(Set(1...count), .lost("a won has gone missing"))
                                .of(kata)
                        default: return Grade.solved().of(kata)
                        }
                    }
                )
            }
        )
    }

    /// The third student has this name, and her code makes everything else say the same.
    func saying(_ text: String) -> Gradebook {
        var gradebook = self
        gradebook.students[2].name = text
        gradebook.students[2].path = text
        gradebook.students[2].grades = gradebook.students[2].grades.map { $0.saying(text) }
        return gradebook
    }
}

extension [Gradebook.Chapter] {
    static let sample = Sample.chapters.map { chapter in
        Gradebook.Chapter(
            number: chapter.number,
            title: chapter.title,
            katas: chapter.katas.map { kata in
                Gradebook.Kata(
                    id: kata.id,
                    name: kata.name,
                    title: kata.title,
                    rules: kata.page.rules
                )
            }
        )
    }
}

extension Gradebook.Student {
    /// Katas that are not named are untouched.
    fileprivate static func of(_ name: String, _ grades: KeyValuePairs<KataID, Grade> = [:])
        -> Gradebook.Student
    {
        let known = Dictionary(grades.map { ($0.key, $0.value) }) { $1 }
        return Gradebook.Student(
            name: name,
            path: "/submissions/\(name)",
            grades: [Gradebook.Chapter].sample.flatMap(\.katas).map { kata in
                known[kata.id]?.of(kata) ?? Grade(kata: kata.id, standing: .untouched)
            }
        )
    }
}

extension Grade {
    static func solved() -> Grade { Grade(kata: "0.0", standing: .solved) }

    /// These of its rules are broken, counted from 1, and all say the same.
    static func broken(_ places: Set<Int>, _ issues: RuleIssue...) -> Grade {
        Grade(
            kata: "0.0",
            standing: .failed,
            rules: places.sorted().map { RuleResult(name: "\($0)", outcome: .failed, issues: issues) }
        )
    }

    fileprivate func saying(_ text: String) -> Grade {
        var grade = self
        for place in diagnostics.indices {
            grade.diagnostics[place].message = text
            grade.diagnostics[place].file = text
            grade.diagnostics[place].sourceLine = "x\(text)x"
        }
        for place in rules.indices {
            grade.rules[place].issues = rules[place].issues.map {
                .init(message: text, expectation: text, row: text, file: text, line: $0.line)
            }
        }
        return grade
    }

    /// With the rules of this kata. Those that are not named hold.
    func of(_ kata: Gradebook.Kata) -> Grade {
        var grade = self
        grade.kata = kata.id
        guard standing == .solved || standing == .failed else { return grade }
        let told = Dictionary(grouping: rules, by: \.name)
        grade.rules = kata.rules.enumerated().map { place, name in
            let rule = told["\(place + 1)"]?.first
            return RuleResult(name: name, outcome: rule?.outcome ?? .passed, issues: rule?.issues ?? [])
        }
        return grade
    }
}

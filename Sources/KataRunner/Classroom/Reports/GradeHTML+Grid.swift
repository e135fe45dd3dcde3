/// Students by katas. Each cell says in a sign and in words what its colour says.
extension GradeHTML {
    func grid(_ page: inout HTML) {
        page.element("section", ["class": "grid", "aria-labelledby": "grid-title"]) { page in
            page.element("h2", ["id": "grid-title", "tabindex": "-1"], "Students by katas")
            legend(&page)
            page.element("div", ["class": "scroller"]) { page in
                page.element("table", ["id": "grid", "aria-describedby": "keys"]) { page in
                    page.element("caption", "What each student made of each kata")
                    page.breakLine()
                    page.element("thead") { heading(&$0) }
                    page.breakLine()
                    page.element("tbody") { page in
                        for (index, student) in gradebook.students.enumerated() {
                            row(&page, index, student)
                        }
                    }
                    page.breakLine()
                    page.element("tfoot") { totals(&$0) }
                }
            }
            // What the eye needs beside the cell; a screen reader hears it from the cell's headers.
            page.element("p", ["id": "readout", "aria-hidden": "true", "hidden": ""]) { _ in }
            page.element(
                "p",
                ["id": "keys", "hidden": ""],
                "Arrow keys move in the grid, Home and End to the ends of a row, Enter opens a student's red lines, Escape leads back."
            )
        }
        page.breakLine()
    }

    private func legend(_ page: inout HTML) {
        page.element("ul", ["class": "legend", "aria-label": page.language.text("Signs")]) { page in
            for standing in Grade.Standing.allCases where isPresent(standing) {
                page.element("li") { page in
                    if standing == .failed {
                        for level in 1...4 {
                            page.element("span", ["class": "k f\(level)", "aria-hidden": "true"]) { page in
                                page.say(level == 1 ? "1" : .verbatim("\u{2007}"))
                            }
                        }
                        page.say(
                            "the number of broken rules; the larger their share, the stronger the colour"
                        )
                    } else {
                        page.element("span", ["class": "k \(standing.rawValue)", "aria-hidden": "true"]) {
                            $0.say(.verbatim(standing.sign))
                        }
                        page.say(standing.label)
                    }
                }
            }
        }
    }

    private func isPresent(_ standing: Grade.Standing) -> Bool {
        gradebook.students.contains { $0.grades.contains { $0.standing == standing } }
    }

    private func heading(_ page: inout HTML) {
        page.element("tr", ["class": "groups"]) { page in
            page.element("th", ["rowspan": "2", "scope": "col", "class": "who"], "Student")
            page.element("th", ["rowspan": "2", "scope": "col", "class": "sum"], "Solved")
            for chapter in gradebook.chapters {
                page.element(
                    "th",
                    [
                        "colspan": "\(max(1, chapter.katas.count))", "scope": "colgroup", "class": "edge",
                        "data-chapter": "\(chapter.number)",
                    ]
                ) { page in
                    page.element("span") { $0.say("\(chapter.number) \(chapter.title)") }
                }
            }
        }
        page.breakLine()
        page.element("tr", ["class": "katas"]) { page in
            for chapter in gradebook.chapters {
                for (index, kata) in chapter.katas.enumerated() {
                    page.element(
                        "th",
                        [
                            "scope": "col", "class": index == 0 ? "edge" : nil,
                            "data-chapter": "\(chapter.number)",
                        ]
                    ) { page in
                        page.element("div") { page in
                            page.element("span", ["class": "id"]) { $0.say(.verbatim("\(kata.id)")) }
                            page.say(" ")
                            page.element("span", ["class": "title"]) { $0.say(.verbatim(kata.title)) }
                        }
                    }
                }
                // A chapter without a kata keeps its column, so that the columns stay below their headings.
                if chapter.katas.isEmpty { page.element("td", ["class": "edge"]) { _ in } }
            }
        }
    }

    private func row(_ page: inout HTML, _ index: Int, _ student: Gradebook.Student) {
        page.breakLine()
        page.element("tr") { page in
            page.element("th", ["scope": "row", "class": "who"]) { page in
                page.element("a", ["href": "#\(Self.anchor(student: index))"]) {
                    $0.name(marking.name(of: student))
                }
            }
            page.element("td", ["class": "sum"]) { $0.say("\(student.solved)") }
            var place = 0
            for chapter in gradebook.chapters {
                for column in chapter.katas.indices {
                    let kata = chapter.katas[column]
                    let grade = student.grades.indices.contains(place) ? student.grades[place] : nil
                    cell(&page, kata, grade, student: index, isEdge: column == 0)
                    place += 1
                }
                if chapter.katas.isEmpty { page.element("td", ["class": "edge"]) { _ in } }
            }
        }
    }

    private func cell(
        _ page: inout HTML,
        _ kata: Gradebook.Kata,
        _ grade: Grade?,
        student: Int,
        isEdge: Bool
    ) {
        page.element("td", ["class": isEdge ? "edge" : nil]) { page in
            guard let grade else { return }
            let said = page.language.text(grade.sentence)
            if grade.hasRedLines {
                page.element(
                    "a",
                    [
                        "class": "k \(grade.shade)",
                        "href": "#\(Self.anchor(student: student, kata: kata))",
                        "aria-label": said,
                    ]
                ) { $0.say(.verbatim(grade.sign)) }
            } else {
                page.element("span", ["class": "k \(grade.shade)", "role": "img", "aria-label": said]) {
                    $0.say(.verbatim(grade.sign))
                }
            }
        }
    }

    private func totals(_ page: inout HTML) {
        page.element("tr") { page in
            page.element("th", ["scope": "row", "class": "who"], "Solved by")
            page.element("td", ["class": "sum"]) { page in
                page.say("\(gradebook.students.map(\.solved).reduce(0, +))")
            }
            for chapter in gradebook.chapters {
                for (index, kata) in chapter.katas.enumerated() {
                    page.element("td", ["class": index == 0 ? "edge" : nil]) { page in
                        page.say("\(solvers(of: kata))")
                    }
                }
                if chapter.katas.isEmpty { page.element("td", ["class": "edge"]) { _ in } }
            }
        }
    }

    func solvers(of kata: Gradebook.Kata) -> Int {
        solved[kata.id] ?? 0
    }
}

extension Grade {
    /// Rules that don't concern the chosen design are not counted.
    var countedRules: Int { rules.count { $0.outcome != .skipped } }

    /// There is more to say than the cell does.
    var hasRedLines: Bool { ![.solved, .untouched].contains(standing) || !notes.isEmpty }

    /// It was handed in, so somebody broke what is broken.
    var isAttempt: Bool { ![.untouched, .missing, .notJudged].contains(standing) }

    var sign: String {
        standing == .failed && !brokenRules.isEmpty ? "\(brokenRules.count)" : standing.sign
    }

    /// A class of the style sheet; of broken rules there are four shades, by their part of all rules.
    var shade: String {
        guard standing == .failed, countedRules > 0 else { return standing.rawValue }
        return "f\(min(4, max(1, (brokenRules.count * 4 + countedRules - 1) / countedRules)))"
    }

    var sentence: Phrase {
        let broken: Phrase = .count(
            countedRules,
            one: "1 rule broken",
            many: "\(brokenRules.count) of \(countedRules) rules broken"
        )
        if brokenRules.isEmpty || !isAttempt { return standing.label }
        return standing == .failed ? broken : "\(standing.label), \(broken)"
    }
}

extension Grade.Standing {
    /// One or two characters that every system's fonts have.
    var sign: String {
        switch self {
        case .solved: "✔"
        case .failed: "✘"
        case .doesNotCompile: "{}"
        case .crashed: "↯"
        case .timedOut: "∞"
        case .noTests: "?"
        case .untouched: "·"
        case .missing: "–"
        case .notJudged: "!"
        }
    }
}

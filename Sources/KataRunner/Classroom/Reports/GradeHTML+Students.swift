/// Each student's red lines, as the runner would print them.
extension GradeHTML {
    func students(_ page: inout HTML) {
        page.element("section", ["class": "students", "aria-labelledby": "students-title"]) { page in
            page.element("h2", ["id": "students-title", "tabindex": "-1"], "Students and their red lines")
            page.element("p", ["class": "tools", "hidden": ""]) { page in
                page.element("button", ["type": "button", "id": "open-all"], "Open all red lines")
                page.element("button", ["type": "button", "id": "close-all"], "Close all")
                page.element("span", "A printout holds what is shown and open.")
            }
            let names = Dictionary(grouping: gradebook.students, by: \.name).mapValues(\.count)
            for (index, student) in gradebook.students.enumerated() {
                self.student(&page, index, student, isAlone: names[student.name] == 1)
            }
            page.element("p", ["id": "nobody", "hidden": ""], "No student has that name.")
        }
        page.breakLine()
    }

    private func student(_ page: inout HTML, _ index: Int, _ student: Gradebook.Student, isAlone: Bool) {
        let anchor = Self.anchor(student: index)
        page.breakLine()
        page.element("article", ["class": "student", "aria-labelledby": anchor]) { page in
            page.element("h3", ["id": anchor, "tabindex": "-1"]) { $0.name(marking.name(of: student)) }
            if !isAlone { page.element("p", ["class": "path"]) { $0.name(student.path) } }
            page.element("p", ["class": "standing"]) { page in
                if student.solved == katas.count {
                    page.say("Everything is solved.")
                } else {
                    page.say("\(student.solved) of \(katas.count) katas solved")
                }
                bar(&page, student.solved, of: katas.count)
            }
            details(&page, student)
            let graded = Array(zip(katas, student.grades))
            // To a browser with scripts it is one text, which the script unfolds when it is wanted.
            let red = graded.filter { $1.hasRedLines }
            if !red.isEmpty {
                page.element("noscript") { page in
                    for (kata, grade) in red {
                        redLines(&page, kata, grade, id: Self.anchor(student: index, kata: kata))
                    }
                }
            }
            let untouched = graded.filter { $1.standing == .untouched }.map(\.0.id.description)
            if !untouched.isEmpty {
                page.element("p", ["class": "untouched"]) { page in
                    page.say("Untouched: \(untouched.joined(separator: ", "))")
                }
            }
        }
    }

    /// What the class's own file and the teacher say, and what others say too.
    private func details(_ page: inout HTML, _ student: Gradebook.Student) {
        func line(_ phrase: Phrase) { page.element("p", ["class": "note"], phrase) }
        let pupil = marking.pupil(student)
        if pupil.name != nil { line("Handed in as \(student.name)") }
        if let group = pupil.group { line("Group: \(group)") }
        if marking.hasPoints {
            line(
                "\(marking.points(of: student).asPoints) of \(marking.mostPoints(in: gradebook).asPoints) points"
            )
        }
        if marking.isLate(student) == true { line("Handed in late.") }
        for answers in equal[student.name] ?? [] {
            line("\(answers.kata) is equal but for names and blanks: \(MarkingScreen.who(answers))")
        }
        let remark = marking.remark(on: student)
        if !remark.isEmpty { page.element("p", ["class": "said"]) { $0.lines(remark) } }
    }

    private func redLines(_ page: inout HTML, _ kata: Gradebook.Kata, _ grade: Grade, id: String) {
        page.element("details", ["data-chapter": "\(kata.id.chapter)"]) { page in
            page.element("summary", ["id": id]) { page in
                page.element("span", ["class": "k \(grade.shade)", "aria-hidden": "true"]) { page in
                    page.say(.verbatim(grade.sign))
                }
                page.say(" ")
                page.element("b") { $0.say("\(kata.id) \(kata.title)") }
                page.say(" ")
                page.element("small") { $0.say(grade.sentence) }
            }
            page.element("div", ["class": "more"]) { page in
                for note in grade.notes { page.element("p", ["class": "note"], note.sentence) }
                diagnostics(&page, grade)
                if !grade.brokenRules.isEmpty, grade.isAttempt {
                    page.element("ul", ["class": "broken"]) { page in
                        for rule in grade.brokenRules { broken(&page, rule) }
                    }
                }
            }
        }
    }

    private func diagnostics(_ page: inout HTML, _ grade: Grade) {
        guard !grade.diagnostics.isEmpty else { return }
        let most = CheckScreen.mostDiagnostics
        page.element("ul", ["class": "broken"]) { page in
            for diagnostic in grade.diagnostics.prefix(most) {
                page.element("li") { page in
                    page.element("span", ["class": "said"]) { $0.lines(diagnostic.sentence) }
                    if let line = diagnostic.sourceLine, !line.trimmed.isEmpty {
                        page.element("code", ["class": "block"]) { $0.lines(line.trimmed) }
                    }
                    place(&page, "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)")
                }
            }
            let more = grade.diagnostics.count - most
            if more > 0 { page.element("li", "… and \(more) more") }
        }
    }

    private func broken(_ page: inout HTML, _ rule: RuleResult) {
        page.element("li") { page in
            page.element("strong") { $0.say(.verbatim(rule.name)) }
            if let sentence = rule.outcome.sentence { page.element("p", ["class": "note"], sentence) }
            let most = CheckScreen.mostIssues
            let groups = CheckScreen.grouped(rule.issues)
            for group in groups.prefix(most) { issue(&page, group) }
            if groups.count > most { page.element("p", "… and \(groups.count - most) more") }
        }
    }

    private func issue(_ page: inout HTML, _ group: [RuleIssue]) {
        guard let issue = group.first else { return }
        page.element("div", ["class": "issue"]) { page in
            page.element("p", ["class": "said"]) { $0.lines(issue.sentence) }
            let rows = CheckScreen.rows(group)
            if !rows.isEmpty {
                let most = CheckScreen.mostIssues
                page.element("p") { page in
                    page.say("Case: ")
                    page.lines(rows.prefix(most).joined(separator: " · "))
                    if rows.count > most { page.say(" · and \(rows.count - most) more") }
                }
            }
            if let expectation = issue.expectation {
                page.element("code", ["class": "block"]) { $0.lines(expectation) }
            }
            if !issue.file.isEmpty { place(&page, "\(issue.file):\(issue.line)") }
        }
    }

    private func place(_ page: inout HTML, _ place: String) {
        page.element("p", ["class": "place"]) { $0.name(place) }
    }
}

extension RuleResult.Outcome {
    /// What «failed» alone would not say.
    fileprivate var sentence: Phrase? {
        switch self {
        case .crashed: "The process ended in the middle of this rule."
        case .timedOut: "It didn't come to an end."
        case .disabled: "It was switched off in the suite. A rule must run to hold."
        case .notRun: "It wasn't tried."
        case .failed, .passed, .skipped: nil
        }
    }
}

/// What the class as a whole has understood, chapter by chapter, and what it has not, rule by rule.
extension GradeHTML {
    func chapters(_ page: inout HTML) {
        page.element("section", ["class": "chapters", "aria-labelledby": "chapters-title"]) { page in
            page.element("h2", ["id": "chapters-title", "tabindex": "-1"], "Chapters")
            page.element(
                "div",
                ["class": "scroller", "tabindex": "0", "role": "region", "aria-labelledby": "chapters-title"]
            ) { page in
                page.element("table") { page in
                    page.element("caption", "How far the class is in each chapter")
                    page.element("thead") { page in
                        page.element("tr") { page in
                            page.element("th", ["scope": "col"], "Chapter")
                            page.element("th", ["scope": "col"], "Katas solved")
                            page.element("th", ["scope": "col", "class": "number"], "All solved by")
                            page.element("th", ["scope": "col", "class": "number"], "Not begun by")
                            page.element("th", ["scope": "col"], "Solved by fewest")
                        }
                    }
                    page.element("tbody") { page in
                        for chapter in gradebook.chapters { self.chapter(&page, chapter) }
                    }
                }
            }
        }
        page.breakLine()
    }

    private func chapter(_ page: inout HTML, _ chapter: Gradebook.Chapter) {
        let grades = gradebook.students.map { gradebook.grades(of: $0, in: chapter) }
        let solved = grades.joined().count(where: \.isSolved)
        let all = grades.joined().count
        page.breakLine()
        page.element("tr", ["data-chapter": "\(chapter.number)"]) { page in
            page.element("th", ["scope": "row"]) { $0.say("\(chapter.number) \(chapter.title)") }
            page.element("td", ["class": "share"]) { page in
                bar(&page, solved, of: all)
                page.say(" \(Self.percent(solved, of: all)) % ")
                page.element("small") { $0.say("\(solved) of \(all)") }
            }
            page.element("td", ["class": "number"]) { page in
                page.say("\(grades.count { !$0.isEmpty && $0.allSatisfy(\.isSolved) })")
            }
            page.element("td", ["class": "number"]) { page in
                page.say("\(grades.count { !$0.isEmpty && !$0.contains(where: \.isAttempt) })")
            }
            page.element("td") { page in
                let begun = Set(grades.joined().filter(\.isAttempt).map(\.kata))
                let fewest = chapter.katas.filter { begun.contains($0.id) }
                    .map { (kata: $0, solvers: solvers(of: $0)) }.min { $0.solvers < $1.solvers }
                if let fewest, fewest.solvers < gradebook.students.count {
                    page.say("\(fewest.kata.id) \(fewest.kata.title) ")
                    page.element("small") { $0.say("by \(fewest.solvers)") }
                } else {
                    page.say("–")
                }
            }
        }
    }

    func rules(_ page: inout HTML) {
        page.element("section", ["class": "rules", "aria-labelledby": "rules-title"]) { page in
            page.element("h2", ["id": "rules-title", "tabindex": "-1"], "Rules that most students break")
            let broken = BrokenRule.all(in: gradebook)
            guard !broken.isEmpty else { return page.element("p", "Nobody breaks a rule.") }
            page.element(
                "p",
                ["class": "note"],
                "Counted among the students who have begun the kata and whose code could be run."
            )
            page.element("ol") { page in
                for rule in broken { self.rule(&page, rule) }
            }
            page.element(
                "button",
                [
                    "type": "button", "id": "all-rules", "hidden": "",
                    "data-all": page.language.text("Show all \("#1") rules"),
                    "data-some": page.language.text("Show fewer rules"),
                ]
            ) { _ in }
        }
        page.breakLine()
    }

    private func rule(_ page: inout HTML, _ rule: BrokenRule) {
        page.breakLine()
        page.element("li", ["data-chapter": "\(rule.chapter)"]) { page in
            page.element("details") { page in
                page.element("summary") { page in
                    page.element("span", ["class": "count"]) { page in
                        page.element("b") { $0.say("\(rule.students.count)") }
                        page.say(" of \(rule.tried)")
                    }
                    bar(&page, rule.students.count, of: rule.tried, class: "bar red")
                    page.element("span", ["class": "text"]) { page in
                        page.element("strong") { $0.say(.verbatim(rule.name)) }
                        page.say(" ")
                        page.element("small") { $0.say("\(rule.kata.id) \(rule.kata.title)") }
                    }
                }
                page.element("div", ["class": "more"]) { page in
                    page.element("p", ["class": "names"]) { page in
                        page.element("span", ["class": "label"], "Who: ")
                        for (place, student) in rule.students.enumerated() {
                            if place > 0 { page.say(", ") }
                            let anchor = Self.anchor(student: student, kata: rule.kata)
                            page.element("a", ["href": "#\(anchor)"]) { page in
                                page.name(marking.name(of: gradebook.students[student]))
                            }
                        }
                    }
                    messages(&page, rule)
                }
            }
        }
    }

    private func messages(_ page: inout HTML, _ rule: BrokenRule) {
        let messages = rule.messages
        page.element("ul", ["class": "messages"]) { page in
            for message in messages.prefix(6) {
                page.element("li") { page in
                    page.element("span", ["class": "said"]) { $0.lines(message.text) }
                    page.say(" ")
                    page.element("small") { page in
                        page.say(
                            .count(message.students, one: "1 student", many: "\(message.students) students")
                        )
                    }
                    if let expectation = message.expectation {
                        page.element("code", ["class": "block"]) { $0.lines(expectation) }
                    }
                }
            }
            if messages.count > 6 {
                page.element("li", "… and \(messages.count - 6) more")
            }
        }
    }
}

/// A rule that somebody breaks, with everybody who does.
struct BrokenRule {
    var chapter: Int
    var kata: Gradebook.Kata
    var name: String
    /// How many students could be judged.
    var tried = 0
    /// By their places in the gradebook.
    var students: [Int] = []
    /// Of each of them.
    var issues: [[RuleIssue]] = []

    /// Those that most students break first; else in the order of the pages.
    static func all(in gradebook: Gradebook) -> [BrokenRule] {
        var found: [BrokenRule] = []
        var column = 0
        for chapter in gradebook.chapters {
            for kata in chapter.katas {
                found += all(in: gradebook, chapter, kata, column)
                column += 1
            }
        }
        let ordered = found.enumerated().sorted { one, other in
            (other.element.students.count, one.offset) < (one.element.students.count, other.offset)
        }
        return ordered.map(\.element)
    }

    private static func all(
        in gradebook: Gradebook,
        _ chapter: Gradebook.Chapter,
        _ kata: Gradebook.Kata,
        _ column: Int
    ) -> [BrokenRule] {
        var found: [String: BrokenRule] = [:]
        var order = kata.rules
        for (index, student) in gradebook.students.enumerated() where student.grades.indices.contains(column)
        {
            let grade = student.grades[column]
            guard grade.isAttempt else { continue }
            for rule in grade.rules where rule.outcome != .skipped {
                if found[rule.name] == nil, !order.contains(rule.name) { order.append(rule.name) }
                // In its place: a large class is too much to be copied for each student.
                found[rule.name, default: BrokenRule(chapter: chapter.number, kata: kata, name: rule.name)]
                    .note(rule, of: index)
            }
        }
        return order.compactMap { found[$0] }.filter { !$0.students.isEmpty }
    }

    private mutating func note(_ rule: RuleResult, of student: Int) {
        tried += 1
        guard rule.outcome.isBroken else { return }
        students.append(student)
        issues.append(rule.issues)
    }

    /// What the suite said, and to how many; the expectation is the first one's.
    var messages: [(text: Phrase, expectation: String?, students: Int)] {
        var found: [String: (text: Phrase, expectation: String?, students: Int)] = [:]
        var order: [String] = []
        for issues in issues {
            var told: Set<String> = []
            for issue in issues where told.insert(issue.message).inserted {
                if found[issue.message] == nil { order.append(issue.message) }
                found[issue.message, default: (issue.sentence, issue.expectation, 0)].students += 1
            }
        }
        return order.compactMap { found[$0] }.enumerated().sorted { one, other in
            (other.element.students, one.offset) < (one.element.students, other.offset)
        }.map(\.element)
    }
}

/// `kata grade --html FILE`: one page that needs nothing but a browser, and lets nothing in from elsewhere.
struct GradeHTML {
    let gradebook: Gradebook
    let katas: [Gradebook.Kata]
    let parts: Parts
    let marking: Marking
    /// By the student's name.
    let equal: [String: [EqualAnswers]]
    /// How many students have solved each kata.
    let solved: [KataID: Int]

    /// What is the same in every report: style and script lie beside this file and not in Swift.
    struct Parts: Sendable {
        let style: String
        let script: String
        /// Names them to the browser. Nobody else may know it.
        let nonce: String

        init(_ files: Files, nonce: String) throws(Complaint) {
            func text(_ type: String) throws(Complaint) -> String {
                let path = "\(String(#filePath).folder)/GradeHTML.\(type)"
                guard let text = files.text(path) else { throw .cannotRead(path) }
                return text
            }
            (style, script, self.nonce) = (try text("css"), try text("js"), nonce)
        }
    }

    static func document(
        _ gradebook: Gradebook,
        _ parts: Parts,
        _ marking: Marking = Marking(),
        _ equal: [EqualAnswers] = [],
        language: Language = .english
    ) -> String {
        var page = HTML(language: language)
        var byStudent: [String: [EqualAnswers]] = [:]
        for answers in equal {
            for name in answers.students { byStudent[name, default: []].append(answers) }
        }
        let html = GradeHTML(
            gradebook: gradebook,
            katas: gradebook.katas,
            parts: parts,
            marking: marking,
            equal: byStudent,
            solved: Dictionary(
                gradebook.students.flatMap { $0.grades.filter(\.isSolved).map { ($0.kata, 1) } },
                uniquingKeysWith: +
            )
        )
        html.write(to: &page)
        return page.text
    }

    private func write(to page: inout HTML) {
        page.open("!DOCTYPE html")
        page.breakLine()
        page.element("html", ["lang": page.language.code]) { page in
            page.element("head") { head(&$0) }
            page.breakLine()
            page.element("body") { body(&$0) }
        }
        page.breakLine()
    }

    private func head(_ page: inout HTML) {
        page.open("meta", ["charset": "utf-8"])
        // The page's data came from strangers. Even if some of it got past the escaping, it could do nothing.
        page.open(
            "meta",
            [
                "http-equiv": "Content-Security-Policy",
                "content": """
                default-src 'none'; script-src 'nonce-\(parts.nonce)'; \
                style-src 'nonce-\(parts.nonce)'; base-uri 'none'; form-action 'none'
                """,
            ]
        )
        page.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.open("meta", ["name": "color-scheme", "content": "light dark"])
        page.open("meta", ["name": "referrer", "content": "no-referrer"])
        page.element("title", "Class report · \(studentCount)")
        page.breakLine()
        page.fixed("style", parts.style, nonce: parts.nonce)
    }

    private func body(_ page: inout HTML) {
        page.element("a", ["class": "skip", "href": "#grid-title"], "Skip to the grid")
        page.breakLine()
        page.element("header") { header(&$0) }
        page.breakLine()
        page.element("main") { page in
            controls(&page)
            grid(&page)
            chapters(&page)
            rules(&page)
            students(&page)
        }
        page.breakLine()
        page.fixed("script", parts.script, nonce: parts.nonce)
    }

    // MARK: - The top

    private func header(_ page: inout HTML) {
        page.element("h1", "Class report")
        page.element("nav", ["aria-label": page.language.text("Parts of this page")]) { page in
            page.element("ul") { page in
                let parts: [(String, Phrase)] = [
                    ("grid-title", "Grid"), ("chapters-title", "Chapters"), ("rules-title", "Rules"),
                    ("students-title", "Students"),
                ]
                for (id, name) in parts {
                    page.element("li") { $0.element("a", ["href": "#\(id)"], name) }
                }
            }
        }
        let solved = gradebook.students.map(\.solved).reduce(0, +)
        let all = gradebook.students.count * katas.count
        let finished = gradebook.students.count { $0.solved == katas.count }
        page.element("dl", ["class": "figures"]) { page in
            figure(&page, "Students", "\(gradebook.students.count)")
            figure(&page, "Katas", "\(katas.count)")
            figure(&page, "Solved", "\(Self.percent(solved, of: all)) %", "\(solved) of \(all)")
            figure(&page, "Have solved everything", "\(finished)")
        }
        page.breakLine()
    }

    private func figure(_ page: inout HTML, _ name: Phrase, _ number: Phrase, _ more: Phrase? = nil) {
        page.element("div") { page in
            page.element("dt", name)
            page.element("dd") { page in
                page.say(number)
                if let more { page.element("small") { $0.say(" \(more)") } }
            }
        }
    }

    /// They do nothing without the script, which is what shows them.
    private func controls(_ page: inout HTML) {
        page.element(
            "div",
            [
                "id": "controls", "role": "search", "hidden": "",
                "aria-label": page.language.text("What this page shows"),
            ]
        ) { page in
            page.element("label") { page in
                page.element("span", "Student")
                page.open(
                    "input",
                    [
                        "type": "search", "id": "query", "autocomplete": "off", "spellcheck": "false",
                        "placeholder": page.language.text("Part of a name"),
                    ]
                )
            }
            page.element("label") { page in
                page.element("span", "Chapter")
                page.element("select", ["id": "chapter"]) { page in
                    page.element("option", ["value": "all"], "All chapters")
                    for chapter in gradebook.chapters {
                        page.element("option", ["value": "\(chapter.number)"]) { page in
                            page.say("\(chapter.number) \(chapter.title)")
                        }
                    }
                }
            }
            page.element("label") { page in
                page.element("span", "Order of students")
                page.element("select", ["id": "order"]) { page in
                    page.element("option", ["value": "name"], "By name")
                    page.element("option", ["value": "fewest"], "Fewest solved first")
                    page.element("option", ["value": "most"], "Most solved first")
                }
            }
            page.element(
                "p",
                [
                    "id": "shown", "role": "status",
                    "data-some": page.language.text("\("#1") of \("#2") students"),
                    "data-all": page.language.text("all \("#2") students"),
                ]
            ) { _ in }
        }
        page.breakLine()
    }

    // MARK: - Shared by the parts

    var studentCount: Phrase {
        .count(gradebook.students.count, one: "1 student", many: "\(gradebook.students.count) students")
    }

    /// Rounded, but never to nothing or to all.
    static func percent(_ part: Int, of whole: Int) -> Int {
        guard part > 0, whole > 0 else { return 0 }
        guard part < whole else { return 100 }
        return min(99, max(1, (part * 200 + whole) / (whole * 2)))
    }

    /// Drawn with attributes: the page's policy allows no style outside its style sheet.
    func bar(_ page: inout HTML, _ part: Int, of whole: Int, class name: String = "bar") {
        page.element("svg", ["class": name, "aria-hidden": "true", "focusable": "false"]) { page in
            page.element("rect", ["width": "100%", "height": "100%", "class": "whole"]) { _ in }
            page.element("rect", ["width": "\(Self.percent(part, of: whole))%", "height": "100%"]) { _ in }
        }
    }

    static func anchor(student: Int) -> String { "s\(student + 1)" }

    static func anchor(student: Int, kata: Gradebook.Kata) -> String {
        "s\(student + 1)-\(kata.id.chapter)-\(kata.id.number)"
    }
}

extension Language {
    func text(_ phrase: Phrase) -> String { phrase.text(in: self) }
}

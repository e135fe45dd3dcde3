/// One kata from red to green, step by step, as a DocC tutorial presents it.
struct Walkthrough: Hashable, Sendable {
    static let resources = "\(Workbook.walkthroughs)/Resources"

    var chapter: Int
    var title: String
    var steps: [Step]
    var questions: [Question]

    struct Step: Hashable, Sendable {
        /// Counted through over all sections, from 1.
        var number: Int
        var line: Int
        var section: String?
        /// What to say and what to ask.
        var prose: String
        /// The rules that are red then; nil if the step doesn't say so.
        var red: [String]?
        /// Why the first step isn't the starter.
        var otherThanStarter: String?
        /// As the kata's file is called.
        var codeName: String
        /// The complete text of the kata's file, as it is called in the resources.
        var code: String

        var file: String { "\(Walkthrough.resources)/\(code)" }
    }

    struct Question: Hashable, Sendable {
        var line: Int
        var text: String
        var choices: [Choice]
    }

    struct Choice: Hashable, Sendable {
        var isCorrect: Bool
        var text: String
        /// What a reader who chooses it is shown.
        var justification: String
    }

    var file: String { Self.file(of: chapter) }

    static func file(of chapter: Int, in code: String = Language.english.code) -> String {
        "\(Workbook.walkthroughs(in: code))/Walkthrough-\(chapter).tutorial"
    }
}

extension Walkthrough {
    init(parsing text: String, chapter: Int) throws(Unreadable) {
        let document = try Directive(parsing: text)
        guard let tutorial = document.children(named: "Tutorial").first else {
            throw Unreadable(line: 1, why: "There is no «@Tutorial».")
        }
        self.chapter = chapter
        title = tutorial.children(named: "Intro").first?.arguments["title"] ?? ""
        steps = []
        for section in tutorial.children(named: "Section") {
            for step in section.descendants(named: "Step") {
                steps.append(try Step(step, number: steps.count + 1, section: section.arguments["title"]))
            }
        }
        guard !steps.isEmpty else { throw Unreadable(line: tutorial.line, why: "It has no «@Step».") }
        questions = tutorial.descendants(named: "MultipleChoice").map(Question.init)
    }
}

extension Walkthrough.Step {
    fileprivate init(_ step: Directive, number: Int, section: String?) throws(Unreadable) {
        let codes = step.children(named: "Code")
        guard codes.count == 1, let name = codes[0].arguments["name"], let file = codes[0].arguments["file"]
        else {
            throw Unreadable(line: step.line, why: "Step \(number) needs one «@Code(name: …, file: …)».")
        }
        let comment = step.children(named: "Comment")
            .flatMap { $0.text.lines }
            .map(\.trimmed)
        self.number = number
        line = step.line
        self.section = section
        prose = step.text
        red = Self.red(in: comment)
        let reason = "Not the starter:"
        otherThanStarter = comment.first { $0.hasPrefix(reason) }?.dropFirst(reason.count).trimmed
        codeName = name
        code = file
    }

    /// «Red: none», or «Red:» and a list, whose items may be wrapped.
    private static func red(in comment: [String]) -> [String]? {
        guard let start = comment.firstIndex(where: { $0.hasPrefix("Red:") }) else { return nil }
        let told = comment[start].dropFirst("Red:".count).trimmed
        if told == "none" { return [] }
        guard told.isEmpty else { return nil }
        var rules: [String] = []
        for line in comment[(start + 1)...].prefix(while: { !$0.isEmpty }) {
            if line.hasPrefix("- ") {
                rules.append(line.dropFirst(2).trimmed)
            } else if let last = rules.popLast() {
                rules.append("\(last) \(line)")
            }
        }
        return rules.isEmpty ? nil : rules
    }
}

extension Walkthrough.Question {
    fileprivate init(_ question: Directive) {
        line = question.line
        text = question.text
        choices = question.children(named: "Choice").map { choice in
            let justification = choice.children(named: "Justification").first
            return Walkthrough.Choice(
                isCorrect: choice.arguments["isCorrect"] == "true",
                text: choice.text,
                justification: justification?.text ?? ""
            )
        }
    }
}

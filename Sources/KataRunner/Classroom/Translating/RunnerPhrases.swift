/// The runner's sentences, as they stand in its sources.
enum RunnerPhrases {
    /// Every text of the sources: some words are read by people, and can't be told from other words.
    static func texts(in workbook: Workbook) -> Set<String> {
        let folder = "Sources/KataRunner"
        let sources = workbook.files.tree(workbook.path(folder)).filter { $0.hasSuffix(".swift") }
            .compactMap { workbook.files.text(workbook.path("\(folder)/\($0)")) }
        return Set(sources.flatMap(SwiftLiteral.all).map(\.text))
    }

    static func sentences(in workbook: Workbook) -> [(place: String, text: String)] {
        workbook.files.tree(workbook.path("Sources/KataRunner"))
            .filter { name in name.hasSuffix(".swift") && rooms.contains { name.hasPrefix($0) } }.sorted()
            .flatMap { name in
                let file = "Sources/KataRunner/\(name)"
                return SwiftLiteral.all(in: workbook.files.text(workbook.path(file)) ?? "")
                    .filter { $0.isSentence && !isTechnical($0) }
                    .map { (place: "\(file):\($0.line)", text: $0.text) }
            }
    }

    /// Where the runner speaks to people.
    private static let rooms = [
        "Arguments/Manual", "Commands/", "Screens/", "Wording/", "Classroom/Authoring/AuthorCheck",
        "Classroom/Authoring/Prover", "Classroom/Authoring/WalkthroughCheck", "Classroom/Commands/",
        "Classroom/Grading/",
        "Classroom/Reports/", "Classroom/Screens/", "Classroom/Translating/", "Classroom/Walkthroughs/",
    ]

    /// A command to type, the name of one, a mark of Markdown, an attribute of HTML.
    private static func isTechnical(_ literal: SwiftLiteral) -> Bool {
        ["command:", "name:", "arguments:", "value:", "hasPrefix(", "open(", ":"].contains(
            literal.context
        )
            || ["kata ", "git ", "//", "@", "<", "#"].contains { literal.text.hasPrefix($0) }
            || literal.text.contains("=\"")
    }
}

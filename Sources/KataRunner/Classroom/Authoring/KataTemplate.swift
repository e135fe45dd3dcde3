/// The files of a new kata: they compile, fit together, and say with TODOs what is still to be written.
struct KataTemplate: Sendable {
    let kata: Kata

    private var title: String { kata.name.spacedWords }
    private var rules: [String] {
        (1...4).map { "TODO: rule \($0), a sentence in Moa's language" }
    }

    /// The text of each file, by its path in the workbook.
    var files: [String: String] {
        [
            kata.file: starter,
            kata.pristine: starter,
            kata.suite: suite,
            kata.solution: solution,
            "\(kata.variants)/valid-class.swift": variant(
                "A class in the place of the struct. TODO: say what shape it has.",
                isRight: true
            ),
            "\(kata.variants)/wrong-first.swift": wrong(rule: 0),
            "\(kata.variants)/wrong-second.swift": wrong(rule: 1),
        ]
    }

    /// The kata's section, to be added at the end of the chapter's page.
    var section: String {
        """
        ## \(kata.id) \(title)

        TODO: the story, two or three sentences from Moa. What went wrong, and who noticed?

        ### Task

        TODO: what to do, and every name that the suite uses.

        ### Rules

        \(rules.map { "- \($0)" }.joined(separator: "\n"))

        ### Hints

        <details><summary>Hint 1</summary>

        TODO: a nudge. Ask a question.

        </details>

        <details><summary>Hint 2</summary>

        TODO: a pointer. Which construct of the language or of the pattern?

        </details>

        <details><summary>Hint 3</summary>

        TODO: nearly the answer, in words, still not the code.

        </details>

        ### Afterword

        TODO: why it matters, what it costs, what to read next.

        """
    }

    private var starter: String {
        """
        // \(kata.id) \(title)
        //
        // TODO: the task in three to eight lines.
        //
        // The page: swift run kata show \(kata.id)
        // Check it: swift run kata check \(kata.id)

        struct \(kata.name) {
            // TODO: let every rule hold.
            var rulesThatHold: Int { 0 }
        }

        """
    }

    private var solution: String {
        """
        // \(kata.id) \(title)

        // TODO: an answer that a good team would be glad to merge.
        struct \(kata.name) {
            var rulesThatHold: Int { 4 }
        }

        """
    }

    private func variant(_ remark: String, isRight: Bool) -> String {
        """
        // \(remark)

        final class \(kata.name) {
            var rulesThatHold: Int { \(isRight ? 4 : 0) }
        }

        """
    }

    private func wrong(rule: Int) -> String {
        """
        // Fails: \(rules[rule])
        // TODO: say why it is tempting.

        struct \(kata.name) {
            var rulesThatHold: Int { \(rule) }
        }

        """
    }

    private var suite: String {
        let tests = rules.enumerated().map { index, rule in
            """
                @Test("\(rule)")
                func rule\(index + 1)() {
                    #expect(\(kata.name)().rulesThatHold > \(index), "TODO: what Moa has lost")
                }
            """
        }
        return """
            import Testing

            @testable import \(kata.target)

            @Suite("\(kata.id) \(title)")
            struct \(kata.suiteType) {
            \(tests.joined(separator: "\n\n"))
            }

            """
    }
}

import Testing

@testable import KataRunner

@Suite("What of a suite decides")
struct SuiteEssenceTests {
    private static let suite = """
        @Test("a rule")  // A comment
        func rule() throws {
            let limit = most -1
            #expect(limit == 3, "\\(limit) is not the limit", sourceLocation: here)
            _ = try #require(names.first, "nobody is there")
            #expect(throws: Refusal.self, "it was not refused") { try ask("data") }
            #expect("first" == names[0], "data" + "more")
        }
        """

    @Test(
        "messages, comments and line breaks in parentheses decide nothing",
        arguments: [
            ("is not the limit", "is too much"), ("nobody is there", ""), ("was not", "wasn't"),
            ("// A comment", ""), ("(names.first, ", "(\n        names.first,\n        "),
            ("    _ = try", "  /* why */ _ = try"),
        ]
    )
    func wording(words: String, others: String) {
        #expect(Self.suite.contains(words))
        let reworded = Self.suite.replacing(words, with: others)
        #expect(SuiteEssence(of: reworded) == SuiteEssence(of: Self.suite))
    }

    @Test(
        "all else decides",
        arguments: [
            ("a rule", "another rule"), ("most -1", "most - 1"), ("most -1", "most -2"),
            ("\\(limit)", "\\(most)"), ("ask(\"data\")", "ask(\"date\")"), ("\"first\"", "\"last\""),
            ("\"data\" +", "\"date\" +"), ("here", "there"), (" = most", "\n = most"),
            (", \"nobody is there\"", ""),
        ]
    )
    func code(words: String, others: String) {
        #expect(Self.suite.contains(words))
        let changed = Self.suite.replacing(words, with: others)
        #expect(SuiteEssence(of: changed) != SuiteEssence(of: Self.suite))
    }
}

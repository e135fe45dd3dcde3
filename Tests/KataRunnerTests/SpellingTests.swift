import Testing

@testable import KataRunner

@Suite("Did you mean")
struct SpellingTests {
    @Test(
        "a slip finds the word that was meant",
        arguments: [
            ("chekc", "check"), ("nxt", "next"), ("lits", "list"), ("copytranfser", "CopyTransfer"),
            ("--jnuit", "--junit"),
        ]
    )
    func slips(typed: String, meant: String) {
        let candidates = ["check", "next", "list", "CopyTransfer", "--junit", "--json"]
        #expect(Spelling.nearest(to: typed, among: candidates) == meant)
    }

    @Test("another word is not a slip", arguments: ["deploy", "zzz", "PersonName"])
    func strangers(typed: String) {
        #expect(Spelling.nearest(to: typed, among: ["check", "next", "list"]) == nil)
    }
}

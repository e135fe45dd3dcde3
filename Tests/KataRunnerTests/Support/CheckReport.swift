import Foundation

/// What `kata check --json` says, read as a stranger would read it.
struct CheckReport: Decodable {
    var formatVersion: Int
    var results: [Result]

    struct Result: Decodable {
        var id: String
        var verdict: String
        var rules: [Rule]
        var diagnostics: [Place]
    }

    struct Rule: Decodable {
        var name: String
        var outcome: String
        var issues: [Place]
    }

    struct Place: Decodable {
        var message: String
        var file: String
        var line: Int
    }

    init(_ outcome: KataRun.Outcome) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(outcome.output.utf8))
    }

    /// «1.1 passed»
    var verdicts: [String] { results.map { "\($0.id) \($0.verdict)" } }

    /// The rules of a kata that did not pass, with what became of them.
    func broken(_ id: String) -> [String: String] {
        let rules = results.first { $0.id == id }?.rules.filter { $0.outcome != "passed" } ?? []
        return Dictionary(rules.map { ($0.name, $0.outcome) }) { $1 }
    }
}

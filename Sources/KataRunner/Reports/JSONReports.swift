import Foundation

/// `kata check --json`
enum CheckJSON {
    private struct Document: Encodable {
        var formatVersion = 1
        var results: [CheckResult]
    }

    static func document(_ results: [Judged]) -> String {
        JSONText.of(
            Document(
                results: results.map { judged in
                    var result = judged.result
                    result.rules = result.rules.map(\.withoutCauses)
                    return result
                }
            )
        )
    }
}

/// `kata list --json`
enum ListJSON {
    private struct Document: Encodable {
        var formatVersion = 1
        var chapters: [ListedChapter]
    }

    private struct ListedChapter: Encodable {
        var number: Int
        var topic: String
        var target: String
        var katas: [ListedKata]
    }

    private struct ListedKata: Encodable {
        var id: KataID
        var name: String
        var title: String
        var file: String
        var suite: String
        var status: LearnerProgress.Status
        var rules: [String]
    }

    static func document(_ standings: [Standing], _ chapters: [Chapter]) -> String {
        JSONText.of(
            Document(
                chapters: chapters.map { chapter in
                    ListedChapter(
                        number: chapter.number,
                        topic: chapter.topic,
                        target: chapter.target,
                        katas: standings.filter { $0.kata.id.chapter == chapter.number }.map { standing in
                            let kata = standing.kata
                            return ListedKata(
                                id: kata.id,
                                name: kata.name,
                                title: kata.title,
                                file: kata.file,
                                suite: kata.suite,
                                status: standing.status,
                                rules: kata.page.rules
                            )
                        }
                    )
                }
            )
        )
    }
}

extension RuleResult {
    /// Reports give a cause as its sentence.
    var withoutCauses: RuleResult {
        var rule = self
        for index in rule.issues.indices { rule.issues[index].cause = nil }
        return rule
    }
}

enum JSONText {
    static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// What the suites of a chapter say, in the reader's language. Suites speak English, because `swift test` does; the
/// runner's screens speak for them.
///
/// A rule is translated on the chapter's page, where it stands at the same place as in English. Messages and rows are
/// in `Wording/Languages/ko/Chapter3DomainServices.json`, by their English templates: `two members are called {}`.
struct SuiteWording: Hashable, Sendable {
    private let rules: [String: String]
    private let messages: [String: String]
    private let templates: [MessageTemplate]
    /// What Swift Testing and the probes say where a suite says nothing, or below it.
    private let common: [MessageTemplate]

    init(
        english: ChapterPage,
        translated: ChapterPage,
        messages: [String: String],
        common: [String: String] = [:]
    ) {
        var rules: [String: String] = [:]
        for (id, page) in english.katas {
            for (rule, own) in zip(page.rules, translated.katas[id]?.rules ?? []) { rules[rule] = own }
        }
        self.rules = rules
        self.messages = messages
        templates = Self.templates(of: messages)
        self.common = Self.templates(of: common)
    }

    private static func templates(of messages: [String: String]) -> [MessageTemplate] {
        messages.compactMap { MessageTemplate($0.key, translation: $0.value) }
            .sorted { ($0.weight, $0.source) > ($1.weight, $1.source) }
    }

    func rule(_ name: String) -> String { rules[name] ?? name }

    /// A message, or each line of it that is one. What isn't known stays as the suite said it.
    func message(_ text: String) -> String {
        known(text)
            ?? text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { known(String($0)) ?? String($0) }.joined(separator: "\n")
    }

    /// What was expected and what was found, if it is a sentence and no code.
    func expectation(_ text: String) -> String? {
        common.lazy.compactMap { template in template.translated(text) { $0 } }.first
    }

    private func known(_ text: String) -> String? {
        if let translation = messages[text] {
            return Phrase(template: text, arguments: []).text(
                in: Language(code: "", translations: [text: translation])
            )
        }
        // What stands in a hole may be the suite's words too: «the answer: a newcomer».
        return templates.lazy.compactMap { template in template.translated(text) { known($0) ?? $0 } }.first
            ?? expectation(text)
    }
}

/// A sentence of a suite with holes for its data: `{} stands at {}`.
struct MessageTemplate: Hashable, Sendable {
    let source: String
    private let translation: String
    private let literals: [String]

    /// Nil for a sentence without data.
    init?(_ source: String, translation: String) {
        literals = source.components(around: "{}")
        guard literals.count > 1 else { return nil }
        (self.source, self.translation) = (source, translation)
    }

    /// How much of it is wording: of two templates that fit, the one that says more is meant.
    var weight: Int { literals.reduce(0) { $0 + $1.utf8.count } }

    func translated(_ text: String, data said: (String) -> String) -> String? {
        guard weight > 0, let data = data(in: text) else { return nil }
        return Phrase(template: source, arguments: data.map { .text(said($0)) })
            .text(in: Language(code: "", translations: [source: translation]))
    }

    /// What stands in the holes; nil where the text isn't this sentence.
    func data(in text: String) -> [String]? {
        guard let first = literals.first, let last = literals.last, text.hasPrefix(first) else { return nil }
        var rest = text.dropFirst(first.count)
        var data: [String] = []
        for literal in literals.dropFirst().dropLast() {
            guard let place = rest.firstRange(of: literal) else { return nil }
            data.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        return data + [String(rest.dropLast(last.count))]
    }
}

extension StringProtocol {
    fileprivate func components(around mark: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let place = rest.firstRange(of: mark) {
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        return parts + [String(rest)]
    }
}

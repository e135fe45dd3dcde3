/// What of a suite decides which rules an answer breaks: its code, and not the words that it says about them.
///
/// Neither comments count nor messages of expectations, and line breaks don't where the formatter may move them. So a
/// message can be said better without another proof.
struct SuiteEssence: Hashable, Sendable {
    let text: String

    init(of source: String) {
        let code = SwiftCode(source)
        let messages = Self.messages(in: code)
        var words: [String] = []
        var open: [String] = []
        for (index, token) in code.tokens.enumerated() {
            if token.startsLine, !["(", "["].contains(open.last) { words.append("\n") }
            words.append(messages.contains(index) ? "message" : Self.word(token))
            guard token.kind == .bracket, let partner = token.partner else { continue }
            if partner > index { open.append(token.text) } else { open.removeLast() }
        }
        text = words.joined(separator: "\0")
    }

    /// With the spaces that tell `a -b` from `a - b`.
    private static func word(_ token: SwiftCode.Token) -> String {
        guard token.kind == .sign else { return token.text }
        return (token.isSpacedBefore ? " " : "") + token.text + (token.isSpacedAfter ? " " : "")
    }

    /// The pieces of literals that are whole arguments of an expectation, behind its first one.
    private static func messages(in code: SwiftCode) -> Set<Int> {
        let literals = Dictionary(uniqueKeysWithValues: code.literals.map { ($0.pieces[0], $0) })
        var messages: Set<Int> = []
        for (index, token) in code.tokens.enumerated() where ["#expect", "#require"].contains(token.text) {
            guard code.isToken(index + 1, "("), let end = code.tokens[index + 1].partner else { continue }
            var place = index + 2
            while place < end {
                defer { place = code.behind(place) }
                guard code.tokens[place].text == ",", let literal = literals[place + 1],
                    let last = literal.pieces.last, last + 1 == end || code.isToken(last + 1, ",")
                else { continue }
                messages.formUnion(literal.pieces)
            }
        }
        return messages
    }
}

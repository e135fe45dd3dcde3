/// The texts in a Swift source, as a translation knows them: `{}` stands for each interpolation.
struct SwiftLiteral: Hashable, Sendable {
    var text: String
    var line: Int
    /// What stands directly before it: `@Test(`, or the label of an argument, `command:`.
    var context: String

    /// Words for a reader, as opposed to a name, a path or a code.
    var isSentence: Bool {
        let words = text.replacing("{}", with: " ").split(whereSeparator: \.isWhitespace)
        return text.split(separator: " ").count > 1 && !text.contains(where: \.isNewline)
            && words.contains { $0.adjacentLetters(areAtLeast: 2) }
    }

    static func all(in source: String) -> [SwiftLiteral] {
        let code = SwiftCode(source)
        return code.literals.map { literal in
            SwiftLiteral(
                text: code.text(of: literal, hole: "{}"),
                line: code.tokens[literal.pieces[0]].line,
                context: code.context(before: literal.pieces[0])
            )
        }
    }
}

extension Substring {
    fileprivate func adjacentLetters(areAtLeast count: Int) -> Bool {
        var run = 0
        for byte in utf8 {
            run = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? run + 1 : 0
            if run >= count { return true }
        }
        return false
    }
}

extension SwiftCode {
    /// What a literal says, with something in the place of each interpolation.
    func text(of literal: Literal, hole: String) -> String {
        let quotes = literal.hashes + (literal.isBlock ? 3 : 1)
        var texts = literal.pieces.map { tokens[$0].text }
        texts[0] = String(texts[0].dropFirst(quotes))
        texts[texts.count - 1] = String(texts[texts.count - 1].dropLast(quotes))
        let escape = "\\" + String(repeating: "#", count: literal.hashes)
        let text = texts.map { $0.unescaped(escape) }.joined(separator: hole)
        return literal.isBlock ? text.withoutBlockIndentation : text
    }

    /// A word and the parenthesis or colon after it, with an attribute's sign.
    fileprivate func context(before index: Int) -> String {
        guard index > 0, let sign = tokens[index - 1].text.last, sign == "(" || sign == ":" else { return "" }
        let isNamed =
            index > 1 && tokens[index - 2].kind == .word && !tokens[index - 1].isSpacedBefore
        return (isNamed ? tokens[index - 2].text : "") + String(sign)
    }
}

extension String {
    fileprivate func unescaped(_ escape: String) -> String {
        var text = ""
        var rest = self[...]
        while let found = rest.firstRange(of: escape) {
            text += rest[..<found.lowerBound]
            rest = rest[found.upperBound...]
            text += rest.popEscaped()
        }
        return text + rest
    }

    /// Where a block's line goes on in the next one. The mark is for private use, and no text of ours has it.
    fileprivate static let joint = "\u{F0000}\n"

    /// The text of a block literal: without its first and last line break, and as far to the left as its end stands.
    fileprivate var withoutBlockIndentation: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        guard let last = lines.last else { return "" }
        return lines.dropLast().map { $0.dropFirst(min(last.count, $0.count)) }.joined(separator: "\n")
            .replacing(Self.joint, with: "")
    }
}

extension Substring {
    /// Takes off what stands behind an escape's mark.
    fileprivate mutating func popEscaped() -> String {
        switch popFirst() {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "0": return "\0"
        case "u":
            let digits = dropFirst().prefix { $0 != "}" }
            self = dropFirst(digits.count + 2)
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        case "\n": return String.joint
        case let other: return other.map { String($0) } ?? ""
        }
    }
}

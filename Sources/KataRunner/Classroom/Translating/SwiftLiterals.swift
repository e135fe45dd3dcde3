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
        var reader = LiteralReader(bytes: Array(source.utf8))
        reader.readCode(untilParenthesis: false)
        return reader.literals.sorted { $0.line < $1.line }
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

/// Goes through Swift code from literal to literal. An interpolation is code again, and may hold literals.
private struct LiteralReader {
    let bytes: [UInt8]
    var place = 0
    var line = 1
    var literals: [SwiftLiteral] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while place < bytes.count {
            if starts(with: "//") {
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
            } else if starts(with: "/*") {
                while place < bytes.count, !starts(with: "*/") { step() }
                place += 2
            } else if let hashes = literalHashes() {
                readLiteral(hashes: hashes)
            } else {
                if bytes[place] == UInt8(ascii: "(") { depth += 1 }
                if bytes[place] == UInt8(ascii: ")") {
                    if untilParenthesis, depth == 0 {
                        place += 1
                        return
                    }
                    depth -= 1
                }
                step()
            }
        }
    }

    /// How many `#` a literal begins with that begins here; nil where none does.
    private func literalHashes() -> Int? {
        let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
        guard place + hashes < bytes.count, bytes[place + hashes] == UInt8(ascii: "\"") else { return nil }
        return hashes
    }

    private mutating func readLiteral(hashes: Int) {
        let start = (place, line)
        place += hashes
        let isBlock = starts(with: "\"\"\"\n")
        let quotes = isBlock ? "\"\"\"" : "\""
        place += quotes.utf8.count
        let end = quotes + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        var text: [UInt8] = []
        while place < bytes.count, !starts(with: end) {
            if starts(with: escape) {
                place += escape.utf8.count
                text += readEscape()
            } else if bytes[place] == UInt8(ascii: "\n"), !isBlock {
                break
            } else {
                text.append(bytes[place])
                step()
            }
        }
        place += end.utf8.count
        var literal = SwiftLiteral(
            text: String(decoding: text, as: UTF8.self),
            line: start.1,
            context: context(before: start.0)
        )
        if isBlock { literal.text = literal.text.withoutBlockIndentation }
        literals.append(literal)
    }

    private mutating func readEscape() -> [UInt8] {
        guard place < bytes.count else { return [] }
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "("):
            place += 1
            readCode(untilParenthesis: true)
            return Array("{}".utf8)
        case UInt8(ascii: "u"):
            let digits = bytes[place...].dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
            place += digits.count + 3
            let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(
                Unicode.Scalar.init
            )
            return scalar.map { Array(String($0).utf8) } ?? []
        case UInt8(ascii: "\n"):
            step()
            return Array(String.joint.utf8)
        default:
            place += 1
            let meanings: [UInt8: UInt8] = [
                UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0,
            ]
            return [meanings[byte] ?? byte]
        }
    }

    /// A word and the parenthesis or colon after it, with an attribute's sign.
    private func context(before place: Int) -> String {
        let code = bytes[..<place].reversed().drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }
        guard let sign = code.first, [UInt8(ascii: "("), UInt8(ascii: ":")].contains(sign) else { return "" }
        let word = code.dropFirst().prefix { byte in
            Character(Unicode.Scalar(byte)).isLetter || [UInt8(ascii: "@"), UInt8(ascii: "#")].contains(byte)
        }
        return String(decoding: word.reversed() + [sign], as: UTF8.self)
    }

    private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func step() {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
    }
}

extension String {
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

/// Swift code as its tokens, read as the compiler reads it (lexer). Brackets know their partners.
struct SwiftCode: Sendable {
    struct Token: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case word, number, sign, bracket
            /// A text literal, or what stands of it before, between and after interpolations.
            case text
            /// A regular expression, `/[a-z]+/`.
            case pattern
            /// One that may be operators and operands as well.
            case perhapsPattern
        }

        var kind: Kind
        var text: String
        /// Of the bytes.
        var range: Range<Int>
        /// Counted from 1.
        var line: Int
        var startsLine: Bool
        var isSpacedBefore = true
        var isSpacedAfter = true
        /// Of a bracket: its place among the tokens.
        var partner: Int?

        /// A word without what marks it: `@Test`, «`default`», `$total`.
        var name: String {
            guard kind == .word, let first = text.utf8.first, "`#@$".utf8.contains(first) else { return text }
            return String(text.drop { "#@$".contains($0) }).replacing("`", with: "")
        }
    }

    /// A text literal.
    struct Literal: Hashable, Sendable {
        /// A token for each stretch of text. What stands in interpolations are tokens like all others.
        var pieces: [Int] = []
        /// How many `#` it begins and ends with.
        var hashes: Int
        var isBlock: Bool
    }

    let bytes: [UInt8]
    let tokens: [Token]
    let literals: [Literal]
    let comments: [Range<Int>]

    /// - Parameter opensPatterns: what stands in a pattern are tokens like all others.
    init(_ text: String, opensPatterns: Bool = false) {
        bytes = Array(text.utf8)
        var lexer = SwiftLexer(bytes: bytes, opensPatterns: opensPatterns)
        lexer.read()
        tokens = lexer.tokens
        literals = lexer.literals.sorted { $0.pieces[0] < $1.pieces[0] }
        comments = lexer.comments
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The bytes from the first of these tokens to the last.
    func bytes(of tokens: Range<Int>) -> Range<Int> {
        guard !tokens.isEmpty else { return 0..<0 }
        return self.tokens[tokens.lowerBound].range
            .lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
    }

    func text(of tokens: Range<Int>) -> String { text(bytes(of: tokens)) }

    /// Whether the token is this one, where there is one.
    func isToken(_ index: Int, _ text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].text == text
    }

    /// The place behind a group in brackets that begins here, or behind the token.
    func behind(_ index: Int) -> Int {
        guard let partner = tokens[index].partner, partner > index else { return index + 1 }
        return partner + 1
    }

    func line(at byte: Int) -> Int { 1 + bytes[..<byte].count { $0 == UInt8(ascii: "\n") } }
}

extension String {
    /// Swift code with spaces in the place of its comments, so that every line stays where it is.
    var withoutComments: String {
        let code = SwiftCode(self)
        var bytes = code.bytes
        for comment in code.comments {
            for place in comment where !bytes[place].isNewline { bytes[place] = UInt8(ascii: " ") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

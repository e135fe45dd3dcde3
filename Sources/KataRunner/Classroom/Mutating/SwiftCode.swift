/// Swift code as its tokens (lexer). Comments are left out, and brackets know their partners.
struct SwiftCode: Sendable {
    struct Token: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case word, number, sign, bracket
            /// A text literal, or what stands of it before, between and after interpolations.
            case text
        }

        var kind: Kind
        var text: String
        /// Of the bytes.
        var range: Range<Int>
        var startsLine: Bool
        var isSpacedBefore = true
        var isSpacedAfter = true
        /// Of a bracket: its place among the tokens.
        var partner: Int?
    }

    let bytes: [UInt8]
    private(set) var tokens: [Token] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        var lexer = SwiftLexer(bytes: bytes)
        lexer.read(untilClosed: nil)
        tokens = lexer.tokens
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

private struct SwiftLexer {
    let bytes: [UInt8]
    var tokens: [SwiftCode.Token] = []
    private var place = 0
    private var isNewLine = true
    private var isSpaced = true
    private var open: [Int] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter bracket: the token whose partner ends what is to be read.
    mutating func read(untilClosed bracket: Int?) {
        while place < bytes.count {
            let byte = bytes[place]
            if byte.isSpace {
                isNewLine = isNewLine || byte.isNewline
                noteSpace()
                place += 1
            } else if starts(with: "//") {
                while place < bytes.count, !bytes[place].isNewline { place += 1 }
                noteSpace()
            } else if starts(with: "/*") {
                skipComment()
                noteSpace()
            } else if let hashes = quotedText {
                readText(hashes)
            } else if byte.isDigit {
                add(.number, through: endOfNumber)
            } else if byte.isWord || "`#@$".utf8.contains(byte) {
                add(.word, through: run(from: place + 1) { $0.isWord || $0 == UInt8(ascii: "`") })
            } else if "([{".utf8.contains(byte) {
                open.append(tokens.count)
                add(.bracket, through: place + 1)
            } else if ")]}".utf8.contains(byte) {
                close()
                if let bracket, tokens[bracket].partner != nil { return }
            } else if byte == UInt8(ascii: "."), starts(with: "...") || starts(with: "..<") {
                add(.sign, through: place + 3)
            } else if "/=-+!*%<>&|^~?".utf8.contains(byte) {
                let end = run(from: place) { "/=-+!*%<>&|^~?".utf8.contains($0) }
                add(.sign, through: end)
            } else {
                add(.sign, through: place + 1)
            }
        }
    }

    private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private func run(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        start + bytes[start...].prefix(while: belongs).count
    }

    private var endOfNumber: Int {
        var end = run(from: place) { $0.isWord }
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), bytes[end + 1].isDigit {
            end = run(from: end + 1) { $0.isWord }
        }
        return end
    }

    private mutating func noteSpace() {
        isSpaced = true
        if let last = tokens.indices.last { tokens[last].isSpacedAfter = true }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                place += 2
            } else if starts(with: "*/") {
                depth -= 1
                place += 2
            } else {
                isNewLine = isNewLine || bytes[place].isNewline
                place += 1
            }
        } while depth > 0 && place < bytes.count
    }

    private mutating func add(_ kind: SwiftCode.Token.Kind, through end: Int) {
        tokens.append(
            SwiftCode.Token(
                kind: kind,
                text: String(decoding: bytes[place..<end], as: UTF8.self),
                range: place..<end,
                startsLine: isNewLine,
                isSpacedBefore: isSpaced,
                isSpacedAfter: end == bytes.count
            )
        )
        (isNewLine, isSpaced) = (false, false)
        place = end
    }

    private mutating func close() {
        if let opening = open.popLast() {
            tokens[opening].partner = tokens.count
            add(.bracket, through: place + 1)
            tokens[tokens.count - 1].partner = opening
        } else {
            add(.bracket, through: place + 1)
        }
    }

    // MARK: - Text literals

    /// How many `#` a text literal begins with that begins here; nil where none does.
    private var quotedText: Int? {
        let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
        guard place + hashes < bytes.count, bytes[place + hashes] == UInt8(ascii: "\"") else { return nil }
        return hashes
    }

    /// A token for each stretch of text. What stands in interpolations are tokens like all others.
    private mutating func readText(_ hashCount: Int) {
        let hashes = String(repeating: "#", count: hashCount)
        var end = place + hashCount
        let quotes = bytes[end...].starts(with: "\"\"\"".utf8) ? "\"\"\"" : "\""
        end += quotes.utf8.count
        while end < bytes.count {
            let rest = bytes[end...]
            if rest.starts(with: "\(quotes)\(hashes)".utf8) {
                return add(.text, through: end + quotes.utf8.count + hashCount)
            } else if rest.starts(with: "\\\(hashes)(".utf8) {
                add(.text, through: end)
                open.append(tokens.count)
                let bracket = tokens.count
                add(.bracket, through: end + hashCount + 2)
                read(untilClosed: bracket)
                end = place
            } else if rest.starts(with: "\\\(hashes)".utf8) {
                end += hashCount + 2
            } else if quotes.utf8.count == 1, bytes[end].isNewline {
                break
            } else {
                end += 1
            }
        }
        add(.text, through: min(end, bytes.count))
    }
}

extension UInt8 {
    fileprivate var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// Letters beyond ASCII are words too.
    fileprivate var isWord: Bool {
        isDigit || self == UInt8(ascii: "_") || self >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

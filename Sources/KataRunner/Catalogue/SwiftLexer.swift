/// Reads the tokens of Swift code, byte by byte, as the compiler does.
struct SwiftLexer {
    let bytes: [UInt8]
    let opensPatterns: Bool
    private(set) var tokens: [SwiftCode.Token] = []
    private(set) var literals: [SwiftCode.Literal] = []
    private(set) var comments: [Range<Int>] = []
    private var place = 0
    private var line = 1
    private var isNewLine = true
    private var isSpaced = true
    private var open: [Int] = []
    /// Text literals whose last interpolation is being read.
    private var interpolated: [SwiftCode.Literal] = []

    init(bytes: [UInt8], opensPatterns: Bool) {
        (self.bytes, self.opensPatterns) = (bytes, opensPatterns)
    }

    mutating func read() {
        // A byte order mark is no part of the first word.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        while place < bytes.count { readNext() }
    }

    private mutating func readNext() {
        switch kind(at: place) {
        case .blank:
            var end = place
            while end < bytes.count, kind(at: end) == .blank { end += width(at: end) }
            pass(to: end)
        case .sign where isComment(at: place): readComment()
        case .sign: readSign()
        case .digit: add(.number, through: endOfNumber)
        case .word: add(.word, through: endOfName(from: place))
        case .quote: readLiteral(hashes: 0)
        case .mark:
            let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
            switch self[place + hashes] {
            case UInt8(ascii: "\"") where hashes > 0: readLiteral(hashes: hashes)
            case UInt8(ascii: "/") where hashes > 0 && !opensPatterns:
                add(.pattern, through: endOfPattern(hashes: hashes))
            default: add(.word, through: endOfMarkedName(hashes: hashes))
            }
        case .opening:
            open.append(tokens.count)
            add(.bracket, through: place + 1)
        case .closing: close()
        case .other: add(.sign, through: place + 1)
        }
    }

    /// 0 behind the end.
    private subscript(place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    private func isAt(_ place: Int, _ text: StaticString) -> Bool {
        guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[place + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    // MARK: - Tokens

    private mutating func add(_ kind: SwiftCode.Token.Kind, through end: Int) {
        tokens.append(
            SwiftCode.Token(
                kind: kind,
                text: String(decoding: bytes[place..<end], as: UTF8.self),
                range: place..<end,
                line: line,
                startsLine: isNewLine,
                isSpacedBefore: isSpaced,
                isSpacedAfter: end == bytes.count
            )
        )
        if kind != .word { countLines(to: end) }
        (isNewLine, isSpaced) = (false, false)
        place = end
    }

    /// What stands up to there is no token.
    private mutating func pass(to end: Int) {
        let before = line
        countLines(to: end)
        if line > before { isNewLine = true }
        isSpaced = true
        if let last = tokens.indices.last { tokens[last].isSpacedAfter = true }
        place = end
    }

    private mutating func countLines(to end: Int) {
        for index in place..<end
        where bytes[index].isNewline
            && (bytes[index] == UInt8(ascii: "\n") || self[index + 1] != UInt8(ascii: "\n"))
        {
            line += 1
        }
    }

    private mutating func close() {
        guard let opening = open.popLast() else { return add(.bracket, through: place + 1) }
        tokens[opening].partner = tokens.count
        add(.bracket, through: place + 1)
        tokens[tokens.count - 1].partner = opening
        if let literal = interpolated.last, literal.pieces.last == opening - 1 {
            interpolated.removeLast()
            readPiece(of: literal, from: place)
        }
    }

    // MARK: - Comments

    private func isComment(at place: Int) -> Bool {
        self[place] == UInt8(ascii: "/")
            && (self[place + 1] == UInt8(ascii: "/") || self[place + 1] == UInt8(ascii: "*"))
    }

    private mutating func readComment() {
        let start = place
        var end = place + 2
        if bytes[place + 1] == UInt8(ascii: "/") {
            while end < bytes.count, !bytes[end].isNewline { end += 1 }
        } else {
            // Comments may stand inside of comments. One that isn't closed goes on to the end.
            var depth = 1
            while depth > 0, end < bytes.count {
                let (isOpened, isClosed) = (isAt(end, "/*"), isAt(end, "*/"))
                depth += isOpened ? 1 : isClosed ? -1 : 0
                end += isOpened || isClosed ? 2 : 1
            }
        }
        pass(to: end)
        comments.append(start..<end)
    }

    // MARK: - Text literals

    private mutating func readLiteral(hashes: Int) {
        let quote = place + hashes
        var isBlock = isAt(quote, "\"\"\"")
        if isBlock, hashes > 0 {
            // `#"""#` is a quotation mark in a line.
            let line = bytes[(quote + 2)...].prefix { !$0.isNewline }
            isBlock = !line.indices.contains { closes($0, quotes: 1, hashes: hashes) }
        }
        let literal = SwiftCode.Literal(hashes: hashes, isBlock: isBlock)
        readPiece(of: literal, from: quote + (isBlock ? 3 : 1))
    }

    /// A token for the text up to an interpolation, or to the end.
    private mutating func readPiece(of literal: SwiftCode.Literal, from start: Int) {
        var literal = literal
        literal.pieces.append(tokens.count)
        let quotes = literal.isBlock ? 3 : 1
        var end = start
        while end < bytes.count, literal.isBlock || !bytes[end].isNewline {
            if bytes[end] == UInt8(ascii: "\\"), hasHashes(end + 1, literal.hashes) {
                let escaped = end + 1 + literal.hashes
                guard self[escaped] == UInt8(ascii: "(") else {
                    end = min(escaped + (self[escaped].isNewline ? 0 : 1), bytes.count)
                    continue
                }
                add(.text, through: end)
                interpolated.append(literal)
                open.append(tokens.count)
                return add(.bracket, through: escaped + 1)
            }
            if closes(end, quotes: quotes, hashes: literal.hashes) {
                end += quotes + literal.hashes
                break
            }
            end += 1
        }
        add(.text, through: end)
        literals.append(literal)
    }

    private func closes(_ place: Int, quotes: Int, hashes: Int) -> Bool {
        self[place] == UInt8(ascii: "\"") && (quotes == 1 || isAt(place, "\"\"\""))
            && hasHashes(place + quotes, hashes)
    }

    private func hasHashes(_ place: Int, _ count: Int) -> Bool {
        for offset in 0..<count where self[place + offset] != UInt8(ascii: "#") { return false }
        return true
    }

    // MARK: - Words and numbers

    private var endOfNumber: Int {
        let end = endOfName(from: place)
        guard self[end] == UInt8(ascii: "."), kind(at: end + 1) == .digit else { return end }
        return endOfName(from: end + 1)
    }

    private func endOfName(from start: Int) -> Int {
        var end = start
        while true {
            switch kind(at: end) {
            case .word, .digit: end += 1
            default: return end
            }
        }
    }

    /// Of `@Test`, `#expect` and `$0`, and of what stands in backticks, which may be any text.
    private func endOfMarkedName(hashes: Int) -> Int {
        let start = place + (bytes[place] == UInt8(ascii: "`") ? 0 : max(hashes, 1))
        guard self[start] == UInt8(ascii: "`") else { return endOfName(from: start) }
        let inner = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "`") && !$0.isNewline }
        return self[inner.endIndex] == UInt8(ascii: "`") ? inner.endIndex + 1 : start + 1
    }

    // MARK: - Operators and patterns

    private mutating func readSign() {
        let isBound = isBoundBefore(place)
        let isPostfix = bytes[place] == UInt8(ascii: "!") || bytes[place] == UInt8(ascii: "?")
        if isBound, isPostfix { return add(.sign, through: place + 1) }
        let hasDots = bytes[place] == UInt8(ascii: ".")
        var end = place + width(at: place)
        while kind(at: end) == .sign, hasDots || bytes[end] != UInt8(ascii: "."), !isComment(at: end) {
            end += width(at: end)
        }
        guard !opensPatterns, let slash = bytes[place..<end].firstIndex(of: UInt8(ascii: "/")),
            let kind = kindOfOperand(isBound, isBoundAfter(end, isBound)),
            let closing = endOfPattern(from: slash)
        else { return add(.sign, through: end) }
        if slash > place { add(.sign, through: slash) }
        add(kind, through: closing)
    }

    /// Of a pattern, if the compiler looks for an operand where this operator stands; nil if it doesn't.
    private func kindOfOperand(_ isBoundBefore: Bool, _ isBoundAfter: Bool) -> SwiftCode.Token.Kind? {
        guard let last = tokens.last else { return .pattern }
        switch (isBoundBefore, isBoundAfter) {
        case (true, false): return nil
        case (false, true): return ["func", "operator"].contains(last.text) ? nil : .pattern
        // What a brace closes, a value or a statement, is for the parser to know.
        case _ where last.text == "yield" || last.text == "}" && isNewLine: return .perhapsPattern
        default: return endsOperand(last) ? nil : .pattern
        }
    }

    private static let beforeOperands: Set<String> = [
        "return", "throw", "try", "await", "case", "in", "where", "if", "guard", "while", "switch",
    ]

    /// Whether the last token may end a value.
    private func endsOperand(_ last: SwiftCode.Token) -> Bool {
        let before = tokens.dropLast().last?.text
        switch last.kind {
        case .number, .text, .pattern, .perhapsPattern: return true
        case .bracket: return [")", "]", "}"].contains(last.text)
        case .word: return before == "." || !Self.beforeOperands.contains(last.text)
        case .sign:
            return isBoundBefore(last.range.lowerBound) && before != "try"
                && ![",", ";", ":", "="].contains(last.text)
        }
    }

    private func isBoundBefore(_ place: Int) -> Bool {
        guard place > 0 else { return false }
        switch bytes[place - 1] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0,
            UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"):
            return false
        case UInt8(ascii: "/"): return place < 2 || bytes[place - 2] != UInt8(ascii: "*")
        case 0xA0: return place < 2 || bytes[place - 2] != 0xC2
        default: return true
        }
    }

    private func isBoundAfter(_ place: Int, _ isBoundBefore: Bool) -> Bool {
        switch self[place] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0,
            UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"):
            false
        case UInt8(ascii: "."): !isBoundBefore
        case UInt8(ascii: "/"): !isComment(at: place)
        case 0xC2: self[place + 1] != 0xA0
        default: true
        }
    }

    /// Nil where the compiler takes the slash for an operator, though an operand is due.
    private func endOfPattern(from start: Int) -> Int? {
        guard self[start + 1] != UInt8(ascii: " ") else { return nil }
        var (end, groups, classes) = (start + 1, 0, 0)
        while end < bytes.count, bytes[end].isPrintable {
            switch bytes[end] {
            case UInt8(ascii: "/"):
                let isBlank = bytes[end - 1] == UInt8(ascii: " ") && bytes[end - 2] != UInt8(ascii: "\\")
                return isBlank || isComment(at: end) ? nil : end + 1
            case UInt8(ascii: "\\"):
                end += 1
                guard self[end].isPrintable else { return nil }
            case UInt8(ascii: "("): groups += classes == 0 ? 1 : 0
            case UInt8(ascii: ")") where classes == 0:
                guard groups > 0 else { return nil }
                groups -= 1
            case UInt8(ascii: "["): classes += 1
            case UInt8(ascii: "]"): classes = max(0, classes - 1)
            default: break
            }
            end += 1
        }
        return nil
    }

    /// Of `#/ … /#`, which may take several lines.
    private func endOfPattern(hashes: Int) -> Int {
        var end = place + hashes + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") || !hasHashes(end + 1, hashes) {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(end + 1 + hashes, bytes.count)
    }

    // MARK: - Bytes

    private enum Kind { case blank, word, digit, sign, opening, closing, quote, mark, other }

    private static let kinds: [Kind] = (UInt8.min...UInt8.max).map { byte in
        switch Character(Unicode.Scalar(byte)) {
        case "\0", " ", "\t"..."\r": .blank
        case "0"..."9": .digit
        case "a"..."z", "A"..."Z", "_", "\u{80}"...: .word
        case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".": .sign
        case "(", "[", "{": .opening
        case ")", "]", "}": .closing
        case "\"": .quote
        case "#", "@", "$", "`": .mark
        default: .other
        }
    }

    /// Blank behind the end.
    private func kind(at place: Int) -> Kind {
        guard place < bytes.count else { return .blank }
        let byte = bytes[place]
        guard byte >= 0xC2 else { return Self.kinds[Int(byte)] }
        let character = bytes[place..<min(place + width(at: place), bytes.count)]
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else {
            return .word
        }
        // A space that breaks no line.
        return scalar == "\u{A0}" ? .blank : scalar.isSign ? .sign : .word
    }

    /// Of the character that begins here.
    private func width(at place: Int) -> Int {
        switch bytes[place] {
        case ..<0xC2: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }
}

extension Unicode.Scalar {
    /// Operators may consist of it.
    fileprivate var isSign: Bool {
        switch value {
        case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
            0x2016, 0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
            0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
            0x3008...0x3020, 0x3030:
            true
        default: false
        }
    }
}

extension UInt8 {
    /// Of a line feed or a carriage return.
    var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

    /// As patterns know it.
    fileprivate var isPrintable: Bool { self == 0 || self >= 0x20 && self != 0x7F }
}

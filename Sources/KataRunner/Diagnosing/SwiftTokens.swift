/// The words and signs of Swift code, without comments and literals.
struct SwiftTokens: Hashable, Sendable {
    struct Token: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case name, sign, mark }

        var text: String
        var kind: Kind
        var line: Int
        /// White space stands before it.
        var isApart: Bool
    }

    private(set) var tokens: [Token] = []

    init(of text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        reader.read()
        tokens = reader.tokens
    }

    private struct Reader {
        let bytes: [UInt8]
        var tokens: [Token] = []
        var place = 0
        var line = 1
        var isApart = true

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func read() {
            while place < bytes.count {
                let byte = bytes[place]
                let start = place
                switch byte {
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"):
                    skip(1)
                    isApart = true
                    continue
                case UInt8(ascii: "/") where isAt("//"): skipLine()
                case UInt8(ascii: "/") where isAt("/*"): skipComment()
                case UInt8(ascii: "/"):
                    guard let length = patternLength else { fallthrough }
                    skip(length)
                case _ where byte.isSign:
                    while place < bytes.count, bytes[place].isSign, place == start || !isAt("//"), !isAt("/*")
                    {
                        place += 1
                    }
                    add(start, .sign)
                case UInt8(ascii: "\""): skipText(hashes: 0)
                case UInt8(ascii: "#"):
                    var hashes = 0
                    while place + hashes < bytes.count, bytes[place + hashes] == byte { hashes += 1 }
                    let next = place + hashes < bytes.count ? bytes[place + hashes] : 0
                    switch next {
                    case UInt8(ascii: "\""):
                        skip(hashes)
                        skipText(hashes: hashes)
                    case UInt8(ascii: "/"): skipPattern(hashes: hashes)
                    default:
                        place += 1
                        add(start, .mark)
                    }
                case UInt8(ascii: "`"):
                    place += 1
                    let inner = place
                    while place < bytes.count, bytes[place] != byte, bytes[place] != UInt8(ascii: "\n") {
                        place += 1
                    }
                    add(inner, .name)
                    if place < bytes.count { skip(1) }
                case _ where byte.isPartOfName:
                    while place < bytes.count, bytes[place].isPartOfName { place += 1 }
                    add(start, .name)
                default:
                    place += 1
                    add(start, .mark)
                }
                isApart = false
            }
        }

        private mutating func add(_ start: Int, _ kind: Token.Kind) {
            let text = String(decoding: bytes[start..<place], as: UTF8.self)
            tokens.append(Token(text: text, kind: kind, line: line, isApart: isApart))
        }

        private func isAt(_ word: StaticString) -> Bool {
            guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
            return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
        }

        private mutating func skip(_ count: Int) {
            for _ in 0..<count where place < bytes.count {
                if bytes[place] == UInt8(ascii: "\n") { line += 1 }
                place += 1
            }
        }

        private mutating func skipLine() {
            while place < bytes.count, bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r")
            {
                place += 1
            }
        }

        private mutating func skipComment() {
            var depth = 0
            repeat {
                if isAt("/*") {
                    depth += 1
                    skip(2)
                } else if isAt("*/") {
                    depth -= 1
                    skip(2)
                } else {
                    skip(1)
                }
            } while depth > 0 && place < bytes.count
        }

        /// From the opening quote on. A text of one line that isn't closed there ends with the line.
        private mutating func skipText(hashes: Int) {
            let isLong = isAt("\"\"\"")
            let quotes = isLong ? 3 : 1
            skip(quotes)
            while place < bytes.count {
                if closes(quotes, UInt8(ascii: "\""), hashes) {
                    skip(quotes + hashes)
                    return
                }
                if !isLong, bytes[place] == UInt8(ascii: "\n") { return }
                let isEscape =
                    bytes[place] == UInt8(ascii: "\\")
                    && (0..<hashes).allSatisfy {
                        place + 1 + $0 < bytes.count && bytes[place + 1 + $0] == UInt8(ascii: "#")
                    }
                skip(isEscape ? hashes + 2 : 1)
            }
        }

        private func closes(_ count: Int, _ byte: UInt8, _ hashes: Int) -> Bool {
            let end = place + count + hashes
            return end <= bytes.count && bytes[place..<place + count].allSatisfy { $0 == byte }
                && bytes[(place + count)..<end].allSatisfy { $0 == UInt8(ascii: "#") }
        }

        /// `#/ … /#`, which may take several lines.
        private mutating func skipPattern(hashes: Int) {
            skip(hashes + 1)
            while place < bytes.count, !closes(1, UInt8(ascii: "/"), hashes) {
                skip(bytes[place] == UInt8(ascii: "\\") ? 2 : 1)
            }
            skip(hashes + 1)
        }

        /// Of a pattern `/ … /` that begins here; nil where a sign does.
        private var patternLength: Int? {
            let next = place + 1 < bytes.count ? bytes[place + 1] : UInt8(ascii: " ")
            let isPrefix =
                isApart || tokens.last.map { $0.kind == .sign || "([{,;:".contains($0.text) } ?? true
            guard isPrefix, next != UInt8(ascii: " "), next != UInt8(ascii: "\t") else { return nil }
            var end = place + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
                if bytes[end] == UInt8(ascii: "/") { return end + 1 - place }
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return nil
        }
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// Of an operator.
    fileprivate var isSign: Bool {
        switch self {
        case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "*"),
            UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

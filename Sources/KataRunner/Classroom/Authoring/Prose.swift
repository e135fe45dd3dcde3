/// The English of a text, word by word. Code and quotations count as one word each.
struct Prose: Sendable {
    struct Word: Hashable, Sendable {
        var text: String
        /// Counted from 1.
        var line: Int
        var ending = Ending.none
    }

    /// What parts a word from the next one.
    enum Ending: Hashable, Sendable {
        case none
        case clause
        case sentence
        case exclamation
    }

    private(set) var words: [Word] = []

    private static let unread = "…"

    /// Reads a text of one paragraph or of many.
    init(_ text: some StringProtocol, line: Int = 1) {
        for (index, text) in text.lines.enumerated() {
            if text.trimmed.isEmpty { endParagraph() }
            read(Array(text.utf8), line: line + index)
        }
    }

    /// Reads Markdown without its blocks of code.
    init(markdown: String) {
        var isCode = false
        let lines = markdown.lines.map { line in
            let isFence = line.trimmed.hasPrefix("```")
            if isFence { isCode.toggle() }
            return isFence || isCode ? "" : line
        }
        self.init(lines.joined(separator: "\n"))
    }

    /// Reads the comments of Swift code.
    init(commentsIn code: String) {
        let code = SwiftCode(code)
        let newline = UInt8(ascii: "\n")
        var comments = code.bytes.map { $0 == newline ? newline : UInt8(ascii: " ") }
        for comment in code.comments {
            for place in comment where code.bytes[place] != UInt8(ascii: "/") {
                comments[place] = code.bytes[place]
            }
        }
        self.init(markdown: String(decoding: comments, as: UTF8.self))
    }

    /// The sentences, each as its words.
    var sentences: [[Word]] {
        words.reduce(into: [[]]) { sentences, word in
            sentences[sentences.count - 1].append(word)
            if word.ending == .sentence || word.ending == .exclamation { sentences.append([]) }
        }
        .filter { !$0.isEmpty }
    }

    /// The words from one on, as far as nothing parts them.
    func phrase(from start: Int, count: Int) -> ArraySlice<Word>? {
        let phrase = words[start...].prefix(count)
        return phrase.count == count && phrase.dropLast().allSatisfy { $0.ending == .none } ? phrase : nil
    }

    // MARK: - Reading

    /// What is open at the place that is being read.
    private var isInCode = false
    private var quotations = 0

    private mutating func endParagraph() {
        (isInCode, quotations) = (false, 0)
        end(.sentence)
    }

    private mutating func end(_ ending: Ending) {
        guard let last = words.indices.last else { return }
        words[last].ending = ending
    }

    private mutating func read(_ bytes: [UInt8], line: Int) {
        var word: [UInt8] = []
        var index = 0
        func part(_ prose: inout Prose, _ ending: Ending = .none) {
            if !word.isEmpty {
                prose.words.append(Word(text: String(decoding: word, as: UTF8.self), line: line))
            }
            word = []
            if ending != .none { prose.end(ending) }
        }
        while index < bytes.count {
            let byte = bytes[index]
            let mark = bytes[index...].typographicMark
            index += mark?.length ?? 1
            switch (byte, mark?.kind) {
            case (UInt8(ascii: "`"), _) where quotations == 0:
                isInCode.toggle()
                if isInCode { word += Self.unread.utf8 }
            case _ where isInCode: continue
            case (_, .opening):
                quotations += 1
                if quotations == 1 { word += Self.unread.utf8 }
            case (_, .closing): quotations = max(0, quotations - 1)
            case _ where quotations > 0: continue
            case (_, .other): part(&self, .clause)
            case (UInt8(ascii: "*"), _), (UInt8(ascii: "_"), _): continue
            case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _): part(&self)
            case (UInt8(ascii: "!"), _) where bytes[index...].isAtGap: part(&self, .exclamation)
            case (UInt8(ascii: "."), _) where bytes[index...].isAtGap,
                (UInt8(ascii: "?"), _) where bytes[index...].isAtGap,
                (UInt8(ascii: ";"), _):
                part(&self, .sentence)
            case (UInt8(ascii: "'"), _) where !word.isEmpty, (UInt8(ascii: "-"), _) where !word.isEmpty:
                word.append(byte)
            case _ where byte.isWordByte: word.append(byte)
            default: part(&self, .clause)
            }
        }
        part(&self)
    }
}

extension UInt8 {
    /// A letter or a digit, or a byte of a letter beyond ASCII.
    fileprivate var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate enum Mark {
        case opening
        case closing
        case other
    }

    /// «, », or a dash, a quotation mark or an ellipsis beyond ASCII.
    fileprivate var typographicMark: (kind: Mark, length: Int)? {
        switch first {
        case 0xC2 where dropFirst().first == 0xAB: (.opening, 2)
        case 0xC2 where dropFirst().first == 0xBB: (.closing, 2)
        case 0xE2 where dropFirst().first == 0x80: (.other, 3)
        default: nil
        }
    }

    /// A space or the end of the text comes next.
    fileprivate var isAtGap: Bool { first == nil || first == UInt8(ascii: " ") }
}

extension String {
    /// The texts of Swift code that stand in one line, each with «0» where data comes in.
    var literals: [(text: String, line: Int)] {
        let code = SwiftCode(self)
        return code.literals.filter { !$0.isBlock }.map { literal in
            (code.text(of: literal, hole: "0"), code.tokens[literal.pieces[0]].line)
        }
    }
}

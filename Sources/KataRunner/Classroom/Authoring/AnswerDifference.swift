/// An answer, kept as its differences from another text of its kata.
///
/// Its file begins with the comment that the answer begins with. Then come hunks as in a unified diff, without
/// numbers: each is found by its lines. What stands behind `@@` is for the reader.
struct AnswerDifference: Hashable, Sendable {
    static let fileExtension = ".diff"

    /// What it is a difference from, always without its opening comment.
    enum Base: Hashable, Sendable {
        case solution
        /// Without the paragraphs of its comments that begin with «Why»: they are for readers of the solution.
        case unexplainedSolution
        /// Without any comment, but for the marks of sections.
        case bareSolution
        case starter
        /// Another right answer, which is kept whole.
        case rightAnswer(String)

        /// What there is for every kata.
        static let given: [Base] = [.solution, .unexplainedSolution, .bareSolution, .starter]
    }

    struct Part: Hashable, Sendable {
        /// The declaration that its lines stand in.
        var heading: String
        var hunk: Hunk
        /// Of the file.
        var line = 0
    }

    /// The lines of the answer's opening comment.
    var opening: [String]
    var base: Base
    var parts: [Part]

    enum Flaw: Error, Hashable {
        case unreadable(line: Int)
        case noBase(Base, line: Int)
        case misfit([Hunk].Misfit, Base, line: Int)

        var line: Int {
            switch self {
            case .unreadable(let line), .noBase(_, let line), .misfit(_, _, let line): line
            }
        }
    }

    /// The whole text of the answer.
    func applied(to text: String) throws(Flaw) -> String {
        do {
            let lines = try parts.map(\.hunk).applied(to: base.lines(of: text))
            return (opening + lines).joined()
        } catch {
            throw .misfit(error, base, line: parts[error.index].line)
        }
    }
}

extension AnswerDifference.Base {
    var name: String {
        switch self {
        case .solution: "solution"
        case .unexplainedSolution: "solution, without its reasons"
        case .bareSolution: "solution, without its comments"
        case .starter: "starter"
        case .rightAnswer(let name): name
        }
    }

    fileprivate init?(named name: String) {
        if let given = Self.given.first(where: { $0.name == name }) {
            self = given
        } else if name.hasPrefix("valid-") {
            self = .rightAnswer(name)
        } else {
            return nil
        }
    }

    func file(of kata: Kata) -> String {
        switch self {
        case .solution, .unexplainedSolution, .bareSolution: kata.solution
        case .starter: kata.pristine
        case .rightAnswer(let name): "\(kata.variants)/\(name).swift"
        }
    }

    fileprivate func lines(of text: String) -> [String] {
        let lines = text.wholeLines.dropFirst(text.openingComment.count)
        switch self {
        case .solution, .starter, .rightAnswer: return Array(lines)
        case .unexplainedSolution: return Array(lines).withoutReasons
        case .bareSolution: return lines.filter { !$0.isComment || $0.hasPrefix("// MARK:") }
        }
    }
}

extension [Hunk].Misfit {
    fileprivate var index: Int {
        switch self {
        case .nowhere(let index), .atSeveralPlaces(let index), .outOfOrder(let index): index
        }
    }
}

// MARK: - Making one

extension AnswerDifference {
    init(from base: Base, _ text: String, to answer: String) {
        let old = base.lines(of: text)
        opening = answer.openingComment
        self.base = base
        let new = Array(answer.wholeLines.dropFirst(opening.count))
        parts = [Hunk].difference(from: old, to: new, canBeFound: true).map { hunk in
            Part(heading: Self.heading(of: hunk, in: old), hunk: hunk)
        }
    }

    /// The shortest difference from these texts; nil if the answer has really another shape, and is better read whole.
    static func shortest(from texts: [(Base, String)], to answer: String) -> AnswerDifference? {
        let differences = texts.map { AnswerDifference(from: $0, $1, to: answer) }
        guard let shortest = differences.min(by: { $0.length < $1.length }),
            shortest.length * 3 <= answer.wholeLines.count * 2
        else { return nil }
        return shortest
    }

    private var length: Int { parts.map { $0.hunk.lines.count + 1 }.reduce(0, +) }

    /// The declaration that a hunk's first line stands in, as far as its indentation shows.
    private static func heading(of hunk: Hunk, in lines: [String]) -> String {
        guard let first = hunk.old.first(where: { !$0.trimmed.isEmpty }), first.margin > 0 else { return "" }
        let declaration = lines[..<(hunk.oldStart - 1)].last { line in
            line.margin < first.margin && line.declares
        }
        return declaration?.trimmed ?? ""
    }
}

extension String {
    fileprivate var declares: Bool {
        let words = split { !$0.isLetter }
        let kinds: Set<Substring> = [
            "func", "init", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
        ]
        guard !trimmed.hasPrefix("//"), let kind = words.first(where: { !Self.modifiers.contains($0) }) else {
            return false
        }
        return kinds.contains(kind) || kind == "var" && trimmed.hasSuffix("{")
    }

    private static let modifiers: Set<Substring> = [
        "public", "private", "fileprivate", "internal", "set", "static", "final", "indirect", "mutating",
        "nonisolated", "override", "convenience", "required", "lazy", "discardableResult", "inlinable",
        "MainActor",
    ]
}

// MARK: - Its file

extension AnswerDifference {
    private static let lastLineMark = "\\ No newline at end of file\n"

    var text: String {
        var text = opening.joined() + "\n--- \(base.name)\n+++ answer\n"
        for part in parts {
            text += part.heading.isEmpty ? "@@\n" : "@@ \(part.heading)\n"
            for change in part.hunk.lines {
                switch change {
                case .same("\n"): text += "\n"
                case .same(let line): text += Self.line(" ", line)
                case .removed(let line): text += Self.line("-", line)
                case .added(let line): text += Self.line("+", line)
                }
            }
        }
        return text
    }

    private static func line(_ mark: String, _ line: String) -> String {
        line.utf8.last == UInt8(ascii: "\n") ? mark + line : "\(mark)\(line)\n\(lastLineMark)"
    }

    init(parsing text: String) throws(Flaw) {
        let lines = text.wholeLines
        opening = text.openingComment
        let start = opening.count
        guard lines.count >= start + 3, lines[start].trimmed.isEmpty, lines[start + 1].hasPrefix("--- "),
            let base = Base(named: lines[start + 1].dropFirst(4).trimmed),
            lines[start + 2].trimmed == "+++ answer"
        else { throw .unreadable(line: start + 2) }
        self.base = base
        parts = []
        for (index, line) in lines.enumerated().dropFirst(start + 3) {
            if line.hasPrefix("@@") {
                let hunk = Hunk(oldStart: 0, newStart: 0, lines: [])
                parts.append(Part(heading: line.dropFirst(2).trimmed, hunk: hunk, line: index + 1))
                continue
            }
            guard !parts.isEmpty, let change = Self.change(line, after: &parts[parts.count - 1].hunk.lines)
            else { throw .unreadable(line: index + 1) }
            parts[parts.count - 1].hunk.lines.append(change)
        }
    }

    /// The mark for a last line takes off what ends the line before it.
    private static func change(_ line: String, after lines: inout [Hunk.Change]) -> Hunk.Change? {
        let rest = String(line.unicodeScalars.dropFirst())
        switch line.unicodeScalars.first {
        case " ": return .same(rest)
        case "-": return .removed(rest)
        case "+": return .added(rest)
        case "\n": return .same(line)
        case "\\": return lines.popLast()?.withoutNewline
        default: return nil
        }
    }
}

extension Hunk.Change {
    fileprivate var withoutNewline: Hunk.Change {
        func cut(_ line: String) -> String { String(line.unicodeScalars.dropLast()) }
        return switch self {
        case .same(let line): .same(cut(line))
        case .removed(let line): .removed(cut(line))
        case .added(let line): .added(cut(line))
        }
    }
}

// MARK: - Lines

extension [String] {
    /// Without the paragraphs of comments that begin with «Why», and the empty lines that set them apart.
    fileprivate var withoutReasons: [String] {
        var kept: [String] = []
        var isReason = false
        for line in self {
            let isBreak = line.trimmed == "///"
            if !line.isComment || isBreak { isReason = false }
            if line.trimmed.hasPrefix("// Why") {
                isReason = true
            } else if line.trimmed.hasPrefix("/// Why"), kept.last?.trimmed == "///" {
                kept.removeLast()
                isReason = true
            }
            if !isReason { kept.append(line) }
        }
        return kept
    }
}

extension String {
    /// The lines with what ends them: joined, they are the text again, byte for byte.
    fileprivate var wholeLines: [String] {
        var lines: [String] = []
        var rest = Substring(self)
        while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
            let next = rest.utf8.index(after: end)
            lines.append(String(rest[..<next]))
            rest = rest[next...]
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    /// The lines of the comment that a text begins with, unless it documents a declaration.
    var openingComment: [String] {
        Array(wholeLines.prefix { $0.hasPrefix("//") && !$0.hasPrefix("///") })
    }

    var withoutOpeningComment: String { wholeLines.dropFirst(openingComment.count).joined() }

    fileprivate var isComment: Bool { trimmed.hasPrefix("//") }

    fileprivate var margin: Int { prefix { $0 == " " }.count }
}

import Foundation

/// An answer that somebody might give, and what the suite must say to it.
struct Variant: Hashable, Sendable {
    enum Expectation: Hashable, Sendable {
        /// A correct answer of another shape: every rule holds.
        case holds
        /// A mistake: this rule must break.
        case breaks(rule: String)
        /// Its first line doesn't say what it is.
        case untold
    }

    /// Its path in the workbook.
    var file: String
    var expectation: Expectation
    /// Why it is tempting, or what shape it has.
    var remark: String

    var name: String { file.answerName }

    init(file: String, text: String) {
        self.file = file
        let lines = text.split(maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        func comment(_ index: Int) -> String {
            guard lines.indices.contains(index), lines[index].hasPrefix("//") else { return "" }
            return lines[index].dropFirst(2).trimmed
        }
        let name = file.split(separator: "/").last ?? ""
        if name.hasPrefix("valid-") {
            expectation = .holds
            remark = comment(0)
        } else if name.hasPrefix("wrong-"), comment(0).hasPrefix("Fails: ") {
            expectation = .breaks(rule: comment(0).dropFirst("Fails: ".count).trimmed)
            remark = comment(1)
        } else {
            expectation = .untold
            remark = comment(1)
        }
    }
}

extension String {
    /// The name of a file with an answer or its difference: `wrong-split`.
    var answerName: String {
        let name = split(separator: "/").last ?? ""
        return String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
    }
}

extension Workbook {
    func variants(of kata: Kata) -> [Variant] {
        files.list(path(kata.variants))
            .filter { name in [".swift", AnswerDifference.fileExtension].contains { name.hasSuffix($0) } }
            .map { "\(kata.variants)/\($0)" }
            .map { Variant(file: $0, text: files.text(path($0)) ?? "") }
    }

    /// What an answer may be kept as a difference from.
    func bases(of kata: Kata) -> [AnswerDifference.Base] {
        let whole = variants(of: kata).filter { $0.expectation == .holds && $0.file.hasSuffix(".swift") }
        return AnswerDifference.Base.given + whole.map { .rightAnswer($0.name) }
    }

    /// The whole text of an answer, whether its file holds that or a difference.
    func answer(_ file: String, to kata: Kata) throws(AnswerDifference.Flaw) -> Data? {
        guard file.hasSuffix(AnswerDifference.fileExtension) else { return data(file) }
        let difference = try AnswerDifference(parsing: files.text(path(file)) ?? "")
        guard let base = files.text(path(difference.base.file(of: kata))) else {
            throw .noBase(difference.base, line: difference.opening.count + 2)
        }
        return Data(try difference.applied(to: base).utf8)
    }
}

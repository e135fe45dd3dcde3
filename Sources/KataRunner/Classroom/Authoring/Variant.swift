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

    var name: String { String(file.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

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

extension Workbook {
    func variants(of kata: Kata) -> [Variant] {
        files.list(path(kata.variants))
            .filter { $0.hasSuffix(".swift") }
            .map { "\(kata.variants)/\($0)" }
            .map { Variant(file: $0, text: files.text(path($0)) ?? "") }
    }
}

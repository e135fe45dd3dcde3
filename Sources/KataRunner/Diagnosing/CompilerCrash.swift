/// A crash of the compiler itself, read from the stack dump that it leaves.
struct CompilerCrash: Hashable {
    var file: String
    var line = 1
    var column = 1
    /// «save()»: what it was compiling, if the dump says that.
    var declaration: String?

    /// Those whose dump names a file.
    static func all(in output: String) -> [CompilerCrash] {
        let lines = output.split(whereSeparator: \.isNewline)
        return lines.indices.filter { lines[$0] == "Stack dump:" }.compactMap { start in
            CompilerCrash(dump: lines[(start + 1)...].prefix { !$0.trimmed.hasPrefix("#0 ") })
        }
    }

    /// Whether the compiler has crashed, though its dump may name nobody.
    static func happened(in output: String) -> Bool {
        output.contains("lease submit a bug report") && output.contains("Stack dump:")
    }

}

extension CompilerCrash {
    /// The last line that names a place is the nearest to the crash. Without one it is the file in work, if there is
    /// only one.
    fileprivate init?(dump: ArraySlice<Substring>) {
        if let crash = dump.reversed().lazy.compactMap({ CompilerCrash(frame: $0) }).first {
            self = crash
            return
        }
        let words = dump.first?.split(separator: " -primary-file ").dropFirst() ?? []
        guard words.count == 1, let file = words.first?.split(separator: ".swift ").first else {
            return nil
        }
        self.init(file: file + ".swift")
    }

    /// « for 'save()' (at /path/1-Purse.swift:16:5)», « … (at [/path/1-Purse.swift:16:5 - line:20:5] …)» and
    /// « … (source_file "/path/1-Purse.swift")»
    fileprivate init?(frame: Substring) {
        if let mark = frame.firstRange(of: "(source_file \"") {
            self.init(file: String(frame[mark.upperBound...].prefix { $0 != "\"" }))
            return
        }
        guard let mark = frame.firstRange(of: "(at ") else { return nil }
        let place = frame[mark.upperBound...].drop { $0 == "[" }
        guard let end = place.firstRange(of: ".swift:") else { return nil }
        let numbers = place[end.upperBound...].split(maxSplits: 2) { !$0.isASCIIDigit }.compactMap { Int($0) }
        guard let line = numbers.first else { return nil }
        let names = frame[..<mark.lowerBound].split(separator: "'", omittingEmptySubsequences: false)
        self.init(
            file: place[..<end.lowerBound] + ".swift",
            line: line,
            column: numbers.dropFirst().first ?? 1,
            declaration: names.count >= 3 ? String(names[names.count - 2]) : nil
        )
    }
}

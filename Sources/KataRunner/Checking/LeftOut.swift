import Foundation

/// Files that can't be built, and are left out so that the others can: one mistake costs no other kata its
/// verdict.
struct LeftOut: Hashable {
    /// What is wrong with each file, by its path in the workbook.
    private(set) var complaints: [String: [Diagnostic]] = [:]
    /// Files of katas whose starter or suite can't be built either. Nothing stands in for these.
    private(set) var withoutStarter: Set<String> = []

    init(missing: [Kata], conflicts: [String: [Diagnostic]] = [:]) {
        complaints = conflicts
        withoutStarter = Set(missing.map(\.file))
    }

    /// Leaves blamed files out. A kata that is blamed a second time was represented by its starter, so the
    /// starter or the suite is at fault: it is left out with its suite. False where all this was done before.
    mutating func add(_ blamed: [String: [Diagnostic]]) -> Bool {
        let before = self
        for (file, diagnostics) in blamed {
            if complaints[file] == nil {
                complaints[file] = diagnostics
            } else {
                withoutStarter.insert(file)
            }
        }
        return self != before
    }

    func concerns(_ file: String) -> Bool { complaints[file] != nil || withoutStarter.contains(file) }

    /// The first complaint about each file, but for those of these katas, whose verdicts tell it.
    func notices(exceptFor katas: [Kata]) -> [Diagnostic] {
        let told = Set(katas.map(\.file))
        return complaints.filter { !told.contains($0.key) }.values.compactMap(\.first)
            .sorted { $0.file < $1.file }
    }
}

extension Diagnostic {
    /// For a complaint that names no place in a file.
    init(about file: String, _ message: String) {
        self.init(severity: .error, message: message, file: file, line: 1, column: 1)
    }
}

extension String {
    /// What a linker or another tool complains of, where no file is named: without the paths of its own files.
    var firstError: String {
        let errors = split(whereSeparator: \.isNewline).compactMap { line -> String? in
            line.firstRange(of: "error: ").map { String(line[$0.upperBound...]) }
        }
        let error = errors.first { !$0.contains("command failed") } ?? errors.first ?? "it can't be built"
        return error.firstRange(of: ".o: ").map { String(error[$0.upperBound...]) } ?? error
    }
}

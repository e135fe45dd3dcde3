import Foundation

/// Files that can't be built, and are left out so that the others can be: one mistake costs no other kata its
/// verdict.
struct LeftOut: Hashable {
    /// What is wrong with each file, by its path in the workbook.
    private(set) var complaints: [String: [Diagnostic]] = [:]
    /// Files of katas whose starter or suite can't be built either. Nothing stands in for these.
    private(set) var withoutStarter: Set<String> = []

    /// - Parameter flaws: what is known to be wrong before anything is built.
    init(missing: [Kata], flaws: [String: [Diagnostic]] = [:]) {
        complaints = flaws
        withoutStarter = Set(missing.map(\.file))
    }

    /// Leaves blamed files out. A kata that is blamed a second time was represented by its starter, so the
    /// starter or the suite is at fault: it is left out with its suite. False if all this was done before.
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

    /// The first complaint about each file, except those of these katas, whose verdicts show it.
    func notices(exceptFor katas: [Kata]) -> [Diagnostic] {
        let told = Set(katas.map(\.file))
        return complaints.filter { !told.contains($0.key) }.values.compactMap(\.first)
            .sorted { $0.file < $1.file }
    }
}

extension LeftOut {
    /// Why a build has failed, and the files that it names: those where complaints begin, and all of them.
    struct Failure {
        enum Reason {
            /// - Parameter named: whether the compiler named any place.
            case complaints(of: String, named: Bool)
            case overrun(seconds: Int, onOneFile: Bool)
        }

        var reason: Reason
        var causes: [String: [Diagnostic]] = [:]
        var blamed: [String: [Diagnostic]] = [:]

        var complaint: Complaint {
            switch reason {
            case .complaints(let output, _): .buildFailed(output: output)
            case .overrun(let seconds, let onOneFile): .buildTimedOut(seconds: seconds, onOneFile: onOneFile)
            }
        }

        /// The same complaint about files that nobody has named.
        fileprivate func complaints(about files: [String]) -> [String: [Diagnostic]] {
            switch reason {
            case .complaints(let output, _): files.complaining(ofBuild: output)
            case .overrun(let seconds, _): files.complaining(.buildTimedOut(seconds: seconds))
            }
        }
    }

    enum Step: Hashable {
        /// More is left out now.
        case buildWithout
        /// The kata is left out too. With the starter in its place the build must succeed, or the cause is
        /// something else.
        case tryStarter(orElse: Complaint)
        /// Nobody was blamed by name. Each kata is tried among starters.
        case tryApart
        case giveUp(Complaint)
    }

    /// What to do after a build that failed.
    ///
    /// - Parameters:
    ///   - suspects: files that may be the cause too.
    ///   - changed: files of the katas to check that are no starters.
    ///   - isAlone: whether only one kata is to be checked.
    mutating func next(
        after failure: Failure,
        _ suspects: [String],
        changed: [String],
        isAlone: Bool
    ) -> Step {
        if case .complaints(_, named: true) = failure.reason, failure.blamed.isEmpty {
            return .giveUp(failure.complaint)
        }
        if add(failure.causes) || add(failure.blamed) { return .buildWithout }
        if add(failure.complaints(about: suspects)) { return .buildWithout }
        guard let first = changed.first else { return .giveUp(failure.complaint) }
        guard isAlone else { return .tryApart }
        guard case .complaints = failure.reason else { return .giveUp(failure.complaint) }
        _ = add(failure.complaints(about: [first]))
        return .tryStarter(orElse: failure.complaint)
    }
}

extension [String] {
    /// The same complaint about each of these files.
    func complaining(_ cause: Diagnostic.Cause) -> [String: [Diagnostic]] {
        Dictionary(uniqueKeysWithValues: map { ($0, [Diagnostic(about: $0, cause)]) })
    }

    /// What a build said that named no file.
    func complaining(ofBuild output: String) -> [String: [Diagnostic]] {
        if CompilerCrash.happened(in: output) { return complaining(.compilerCrashed(declaration: nil)) }
        return Dictionary(uniqueKeysWithValues: map { ($0, [Diagnostic(about: $0, output.firstError)]) })
    }
}

extension Diagnostic {
    /// For a complaint that names no place in a file.
    init(about file: String, _ message: String) {
        self.init(severity: .error, message: message, file: file, line: 1, column: 1)
    }
}

extension String {
    /// What a linker or another tool complains of, if no file is named: without the paths of its own files.
    var firstError: String {
        let errors = split(whereSeparator: \.isNewline).compactMap { line -> String? in
            line.firstRange(of: "error: ").map { String(line[$0.upperBound...]) }
        }
        let error = errors.first { !$0.contains("command failed") } ?? errors.first ?? "it can't be built"
        return error.firstRange(of: ".o: ").map { String(error[$0.upperBound...]) } ?? error
    }
}

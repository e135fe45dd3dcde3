extension Diagnostic {
    /// What is wrong, where the runner has found it out and not the compiler. The words are in
    /// `Diagnostic+Wording`.
    enum Cause: Hashable, Sendable, Codable {
        case missingFile(kata: String)
        case folderInItsPlace(kata: String)
        case missingSuite
        /// Git's conflict markers stand in the file.
        case conflict
        /// Another one is tried without it.
        case setAside
        case buildTimedOut(seconds: Int)
        /// The test process left before its rules were over, or told of rules that it had not run.
        case unbelieved
        /// The complaint is about the opening brace.
        case unclosedBrace
        /// The same name in several files of a module. The owner is the kata whose starter declares it, where
        /// there is one.
        case declaredTwice(name: String, elsewhere: [Place], hasOwner: Bool)
        /// A crash of the compiler itself, and what it was compiling, as far as that is known.
        case compilerCrashed(declaration: String?)
    }

    struct Place: Hashable, Sendable, Codable {
        var file: String
        var line: Int
    }

    init(about file: String, line: Int = 1, column: Int = 1, _ cause: Cause) {
        self.init(
            severity: .error,
            message: cause.sentence.text(),
            file: file,
            line: line,
            column: column,
            cause: cause
        )
    }
}

extension RuleIssue {
    /// Why a rule did not reach its end. The words are in `Diagnostic+Wording`.
    enum Cause: Hashable, Sendable, Codable {
        case exited(Int32)
        case signalled(Int32)
        /// Bytes that the process may take (`ulimit -d`).
        case tookAllMemory(limit: Int)
        /// Memory or processes, of all that it started together.
        case tookTooMuch
        case ended
        case overran(seconds: Int)
    }

    init(_ cause: Cause, file: String, line: Int) {
        self.init(message: cause.sentence.text(), file: file, line: line, cause: cause)
    }
}

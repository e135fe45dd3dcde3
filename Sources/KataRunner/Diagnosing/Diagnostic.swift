/// A complaint of the compiler.
struct Diagnostic: Hashable, Sendable, Codable {
    enum Severity: String, Hashable, Sendable, Codable {
        case error, warning
    }

    var severity: Severity
    var message: String
    var file: String
    var line: Int
    var column: Int
    /// The line of code that it is about.
    var sourceLine: String?
    /// Nil for what the compiler said.
    var cause: Cause?
}

extension Diagnostic {
    /// What is wrong, if the runner has found it out and not the compiler. The words are in
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
        /// The test process left before its rules were over, or reported rules that it had not run.
        case unbelieved
        /// The answer declares what would stand in the place of something the suite means.
        case takesOver(Takeover.Kind, name: String)
        /// The complaint is about the opening brace.
        case unclosedBrace
        /// A program would begin in the file, and a chapter is a library.
        case beginsProgram
        /// The same name in several files of a module. The owner is the kata whose starter declares it, if
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

    /// Nil if no program begins in the text of the file. One of the two build systems links a chapter in which one
    /// does, and the other stumbles.
    init?(aboutProgramIn text: String, of file: String) {
        guard let mark = SwiftCode(text).tokens.first(where: { $0.text == "@main" }) else { return nil }
        self.init(about: file, line: mark.line, .beginsProgram)
        sourceLine = text.line(mark.line)
    }
}

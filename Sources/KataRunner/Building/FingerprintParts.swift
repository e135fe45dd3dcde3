/// A fingerprint of each thing that a verdict depends on, to find which of them has changed since.
struct FingerprintParts: Hashable, Sendable, Codable {
    /// Of the learner's file, to the letter.
    var file: String
    /// Of the same without its comments and its layout.
    var code: String
    /// Of the learner's further files in the chapter.
    var otherFiles: String
    /// Of the suite, and of what the suites of the chapter share.
    var suite: String
    var sharedModules: String
    var compiler: String

    enum Change: Hashable, Sendable {
        case code
        /// Of the learner's file nothing but these, or its layout.
        case comments
        case otherFiles, suite, sharedModules, compiler

        /// It is the learner's own doing, and may have broken the kata.
        var isWork: Bool { self == .code || self == .otherFiles }
    }

    func changes(since old: FingerprintParts) -> [Change] {
        var changes: [Change] = []
        if code != old.code { changes.append(.code) } else if file != old.file { changes.append(.comments) }
        if otherFiles != old.otherFiles { changes.append(.otherFiles) }
        if suite != old.suite { changes.append(.suite) }
        if sharedModules != old.sharedModules { changes.append(.sharedModules) }
        if compiler != old.compiler { changes.append(.compiler) }
        return changes
    }
}

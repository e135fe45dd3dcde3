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
        /// By no fault of its own: others kept the machine busy.
        case heldUp(seconds: Int)
        /// By `Test.cancel()`, or because the task was cancelled in which it ran.
        case cancelled
        /// What it found was declared a known issue, and not by the suite (`withKnownIssue`).
        case excused
        /// Nothing tells that it came to its end, with all its rows.
        case notRunThrough
    }

    init(_ cause: Cause, file: String, line: Int) {
        self.init(message: cause.sentence.text(), file: file, line: line, cause: cause)
    }
}

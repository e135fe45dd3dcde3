/// Where people read and type: standard input, output and error.
struct Terminal: Sendable {
    var write: @Sendable (String) -> Void
    var writeError: @Sendable (String) -> Void
    /// A line that was typed, without its end; nil at the end of input.
    var readLine: @Sendable () -> String?
    var outputIsTerminal: Bool
    var errorIsTerminal: Bool
    var inputIsTerminal: Bool
    /// Columns of the terminal; nil if there is none.
    var columns: @Sendable () -> Int?
    /// Why some text did not arrive, as on a full disk; nil if everything did, or if the reader had left.
    var outputFailure: @Sendable () -> String? = { nil }
    var rows: @Sendable () -> Int? = { nil }
    /// Takes the whole screen over, with keys coming one by one; and gives it back as it was.
    var openScreen: @Sendable () -> Void = {}
    var closeScreen: @Sendable () -> Void = {}
    /// Stops all programs of this job, as Control-Z does elsewhere, and returns when the shell lets them go on.
    var suspend: @Sendable () -> Void = {}
    /// What was typed, after waiting for it for some milliseconds; nil when no more can come.
    var readInput: @Sendable (Int) -> [UInt8]? = { _ in nil }
    /// Gives the terminal to a program, such as an editor, until it ends. The answer is its exit code.
    var runInForeground: @Sendable (_ command: String, _ file: String) -> Int32 = { _, _ in 0 }
}

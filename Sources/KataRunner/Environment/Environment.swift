import Foundation

/// Everything that touches the world. Commands get it as a value; tests put their own closures in.
public struct Environment: Sendable {
    public var arguments: [String]
    public var variables: [String: String]
    public var currentDirectory: String
    public var files: Files
    public var processes: Processes
    public var terminal: Terminal
    public var server: Server
    public var now: @Sendable () -> Date
    public var timeZone: TimeZone
    /// How many files a program may have open at once; nil where that isn't known.
    public var openFileLimit: @Sendable () -> Int? = { nil }
    /// A name that nothing else has (UUID).
    public var newName: @Sendable () -> String
    /// Whether a signal has asked the runner to end.
    public var isInterrupted: @Sendable () -> Bool
    /// Starts this program once more with these arguments, in a folder, as a process that outlives it.
    public var startAside: @Sendable (_ arguments: [String], _ folder: String) -> Void

    public init(
        arguments: [String],
        variables: [String: String],
        currentDirectory: String,
        files: Files,
        processes: Processes,
        terminal: Terminal,
        server: Server,
        now: @escaping @Sendable () -> Date,
        timeZone: TimeZone,
        newName: @escaping @Sendable () -> String,
        isInterrupted: @escaping @Sendable () -> Bool,
        startAside: @escaping @Sendable (_ arguments: [String], _ folder: String) -> Void = { _, _ in }
    ) {
        self.arguments = arguments
        self.variables = variables
        self.currentDirectory = currentDirectory
        self.files = files
        self.processes = processes
        self.terminal = terminal
        self.server = server
        self.now = now
        self.timeZone = timeZone
        self.newName = newName
        self.isInterrupted = isInterrupted
        self.startAside = startAside
    }
}

extension Environment {
    public static var live: Environment {
        var environment = Environment(
            arguments: Array(CommandLine.arguments.dropFirst()),
            variables: ProcessInfo.processInfo.environment,
            currentDirectory: FileManager.default.currentDirectoryPath,
            files: .live,
            processes: .live,
            terminal: .live,
            server: .live,
            now: { Date() },
            timeZone: .current,
            newName: { UUID().uuidString },
            isInterrupted: { Interruption.wasAsked },
            startAside: { Spawn.aside($0, in: $1) }
        )
        environment.openFileLimit = { Processes.openFileLimit }
        return environment
    }
}

/// Where people read and type.
public struct Terminal: Sendable {
    public var write: @Sendable (String) -> Void
    public var writeError: @Sendable (String) -> Void
    /// Why something that was written did not arrive, as on a full disk; nil where all did, or its reader had left.
    public var outputFailure: @Sendable () -> String?
    /// A line that was typed, without its end; nil at the end of input.
    public var readLine: @Sendable () -> String?
    public var outputIsTerminal: Bool
    public var errorIsTerminal: Bool
    public var inputIsTerminal: Bool
    /// Columns of the terminal; nil where there is none.
    public var columns: @Sendable () -> Int?
    public var rows: @Sendable () -> Int?
    /// Takes the whole screen over, with keys coming one by one; and gives it back as it was.
    public var openScreen: @Sendable () -> Void
    public var closeScreen: @Sendable () -> Void
    /// Stops all programs of this job, as Control-Z does elsewhere, and returns when the shell lets them go on.
    public var suspend: @Sendable () -> Void
    /// What was typed, after waiting for it for some milliseconds; nil when no more can come.
    public var readInput: @Sendable (Int) -> [UInt8]?
    /// Gives the terminal to a program, such as an editor, until it ends. The answer is its exit code.
    public var runInForeground: @Sendable (_ command: String, _ file: String) -> Int32

    public init(
        write: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable () -> String?,
        outputIsTerminal: Bool,
        errorIsTerminal: Bool,
        inputIsTerminal: Bool,
        columns: @escaping @Sendable () -> Int?,
        outputFailure: @escaping @Sendable () -> String? = { nil },
        rows: @escaping @Sendable () -> Int? = { nil },
        openScreen: @escaping @Sendable () -> Void = {},
        closeScreen: @escaping @Sendable () -> Void = {},
        suspend: @escaping @Sendable () -> Void = {},
        readInput: @escaping @Sendable (Int) -> [UInt8]? = { _ in nil },
        runInForeground: @escaping @Sendable (_ command: String, _ file: String) -> Int32 = { _, _ in 0 }
    ) {
        self.write = write
        self.writeError = writeError
        self.readLine = readLine
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.inputIsTerminal = inputIsTerminal
        self.columns = columns
        self.outputFailure = outputFailure
        self.rows = rows
        self.openScreen = openScreen
        self.closeScreen = closeScreen
        self.suspend = suspend
        self.readInput = readInput
        self.runInForeground = runInForeground
    }
}

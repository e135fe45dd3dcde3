import Foundation

/// Other programs.
public struct Processes: Sendable {
    /// Runs a program to its end, or ends it and all its children when its time is up.
    ///
    /// The second closure is called every twentieth of a second with the time since the start, and decides
    /// whether the program may go on.
    public var run: @Sendable (ProcessRequest, (Elapsed) -> Decision) throws -> ProcessOutcome

    /// Puts a program in the place of the runner, in the same process, and returns only where that fails.
    public var replace: @Sendable (_ executable: String, [String], [String: String]) throws -> Never = {
        executable,
        _,
        _ in
        throw CannotStart(executable: executable, reason: "there is no process to replace")
    }

    public init(
        run: @escaping @Sendable (ProcessRequest, (Elapsed) -> Decision) throws -> ProcessOutcome
    ) {
        self.run = run
    }

    public enum Decision: Hashable, Sendable {
        case goOn
        /// Its time is up.
        case timeOut
        /// Nobody wants its result any more.
        case cancel
    }
}

/// How long a program has run.
public struct Elapsed: Hashable, Sendable {
    public var seconds: TimeInterval
    /// What counts against a limit.
    public var worked: TimeInterval

    public init(seconds: TimeInterval, worked: TimeInterval? = nil) {
        self.seconds = seconds
        self.worked = worked ?? seconds
    }

    /// Others have kept the machine from it for more than half of the time.
    var isHeldUp: Bool { seconds > 5 && worked < seconds / 2 }
}

public struct ProcessRequest: Hashable, Sendable {
    public var executable: String
    public var arguments: [String]
    public var variables: [String: String]
    public var directory: String
    /// Seconds; nil waits for ever.
    public var timeLimit: TimeInterval?
    /// Time for which others kept the machine busy doesn't count, until ten times the limit is over.
    public var isPatient = false
    /// What is printed beyond this many bytes is read and dropped.
    public var outputLimit: Int
    /// Bytes of memory; nil where there is no limit but the machine's.
    public var memoryLimit: Int?
    /// Bytes of a file that is written; nil where there is no limit but the disk's.
    public var fileLimit: Int?
    /// How many processes there may be at once, and together they get the memory of two; nil where nobody counts.
    public var processLimit: Int?
    public var records: Records?

    /// A pipe with a name, by which a program tells something that it can't take back.
    public struct Records: Hashable, Sendable {
        /// The pipe, which is made for the program.
        public var pipe: String
        /// Where all that comes out of it is kept, as it comes.
        public var file: String
        /// What is told beyond this many bytes is read and dropped.
        public var limit: Int

        public init(pipe: String, file: String, limit: Int) {
            self.pipe = pipe
            self.file = file
            self.limit = limit
        }
    }

    public init(
        executable: String,
        arguments: [String],
        variables: [String: String],
        directory: String,
        timeLimit: TimeInterval? = nil,
        outputLimit: Int = 1 << 20,
        memoryLimit: Int? = nil,
        fileLimit: Int? = nil,
        processLimit: Int? = nil,
        records: Records? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.variables = variables
        self.directory = directory
        self.timeLimit = timeLimit
        self.outputLimit = outputLimit
        self.memoryLimit = memoryLimit
        self.fileLimit = fileLimit
        self.processLimit = processLimit
        self.records = records
    }
}

public struct ProcessOutcome: Hashable, Sendable {
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case timedOut
        /// It took more memory or started more processes than it may.
        case tookTooMuch
        case cancelled
        /// The runner itself was asked to stop.
        case interrupted
    }

    public var end: End
    public var output: String
    public var errors: String
    public var droppedBytes: Int
    public var seconds: TimeInterval
    /// The most memory that it held at once, in bytes.
    public var peakMemory: Int
    /// Seconds of a processor that the busiest of its processes has used, where the request was a patient one.
    public var busiest: TimeInterval = 0

    public init(
        end: End,
        output: String,
        errors: String = "",
        droppedBytes: Int = 0,
        seconds: TimeInterval = 0,
        peakMemory: Int = 0
    ) {
        self.end = end
        self.output = output
        self.errors = errors
        self.droppedBytes = droppedBytes
        self.seconds = seconds
        self.peakMemory = peakMemory
    }
}

/// A program could not be started at all.
struct CannotStart: Error, Hashable {
    var executable: String
    var reason: String
}

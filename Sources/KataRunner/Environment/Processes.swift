import Foundation

/// Other programs: child processes.
struct Processes: Sendable {
    /// Runs a program to its end, or ends it and all its children when its time is up.
    ///
    /// The second closure is called every twentieth of a second with the time since the start, and decides
    /// whether the program may go on.
    var run: @Sendable (ProcessRequest, (Elapsed) -> Decision) throws -> ProcessOutcome

    /// Puts a program in the place of the runner, in the same process, and returns only if that fails.
    var replace: @Sendable (_ executable: String, [String], [String: String]) throws -> Never = {
        executable,
        _,
        _ in
        throw CannotStart(executable: executable, reason: "there is no process to replace")
    }

    enum Decision: Hashable, Sendable {
        case goOn
        /// Its time is up.
        case timeOut
        /// Nobody wants its result any more.
        case cancel
    }
}

/// How long a program has run.
struct Elapsed: Hashable, Sendable {
    var seconds: TimeInterval
    /// Without the time for which others kept the machine from it, as far as that is excused.
    var worked: TimeInterval

    init(seconds: TimeInterval, worked: TimeInterval? = nil) {
        self.seconds = seconds
        self.worked = worked ?? seconds
    }

    /// What counts against a limit. Nobody waits for others for ever.
    var counted: TimeInterval { max(worked, seconds / 20) }

    /// Others have kept the machine from it for more than half of the time.
    var isHeldUp: Bool { seconds > 5 && worked < seconds / 2 }
}

struct ProcessRequest: Hashable, Sendable {
    var executable: String
    var arguments: [String]
    var variables: [String: String]
    var directory: String
    /// Seconds; nil waits for ever.
    var timeLimit: TimeInterval?
    var patience = Patience.none
    /// What is printed beyond this many bytes is read and forgotten.
    var outputLimit = 1 << 20
    /// Bytes of memory; nil if only the machine sets a limit.
    var memoryLimit: Int?
    /// Bytes of a file that is written; nil if only the disk sets a limit.
    var fileLimit: Int?
    /// How many processes there may be at once, and together they get the memory of two; nil if nobody counts.
    var processLimit: Int?
    var records: Records?

    /// Which time, of that for which others kept the machine busy, doesn't count, until twenty times the limit is over.
    enum Patience: Hashable, Sendable {
        case none
        /// All in which it got no processor: it works until it is over.
        case working
        /// That in which it was ready and others ran: it may also wait of its own accord, and that counts.
        case ready
    }

    /// A named pipe, through which a program reports what it can't take back.
    struct Records: Hashable, Sendable {
        /// The pipe, which is made for the program.
        var pipe: String
        /// Where all that comes out of it is kept, as it comes.
        var file: String
        /// What is reported beyond this many bytes is read and forgotten.
        var limit: Int
    }
}

struct ProcessOutcome: Hashable, Sendable {
    enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case timedOut
        /// It took more memory or started more processes than it may.
        case tookTooMuch
        case cancelled
        /// The runner itself was asked to stop.
        case interrupted
    }

    var end: End
    var output: String
    var errors = ""
    var seconds: TimeInterval = 0
    /// Its time was up only because nobody waits for others for ever.
    var wasHeldUp = false
    /// The most memory that it held at once, in bytes.
    var peakMemory = 0
    /// Seconds of a processor that the busiest of its processes has used, if the request was a patient one.
    var busiest: TimeInterval = 0
}

/// A program could not be started at all.
struct CannotStart: Error, Hashable {
    var executable: String
    var reason: String
}

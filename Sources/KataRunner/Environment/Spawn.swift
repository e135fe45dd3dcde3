import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Starting other processes.
enum Spawn {
    /// Starts this program once more as a process that outlives it: in a session of its own, at the lowest
    /// priority, without the terminal. Where it can't be started, nothing happens.
    static func aside(_ words: [String], in folder: String) {
        // Whoever waits for the end of a pipe, or for a lock, does not wait for that process.
        for descriptor in 3..<Int32(256) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

        var actions = noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [
            (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
        ] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }

        var attributes = noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in Interruption.signals + [SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGDEF)))

        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let preparation = #"cd "$1" && shift && exec nice -n 19 "$@""#
        let arguments = CStrings(["/bin/sh", "-c", preparation, "kata", folder, program] + words)
        let variables = CStrings(ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }.sorted())
        defer {
            arguments.free()
            variables.free()
        }
        var process: pid_t = 0
        posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.pointers, variables.pointers)
    }
}

// MARK: - Where Linux and macOS differ

extension Spawn {
    #if canImport(Darwin)
        static let newSession = Int32(POSIX_SPAWN_SETSID)
        static func noActions() -> posix_spawn_file_actions_t? { nil }
        static func noAttributes() -> posix_spawnattr_t? { nil }
    #else
        /// `POSIX_SPAWN_SETSID`, which the C library declares for extensions alone.
        static let newSession: Int32 = 0x80
        static func noActions() -> posix_spawn_file_actions_t { .init() }
        static func noAttributes() -> posix_spawnattr_t { .init() }
    #endif
}

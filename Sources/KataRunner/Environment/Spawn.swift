import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Starting other processes (`posix_spawn`).
enum Spawn {
    /// Starts a shell in a session of its own, in which no signal is ignored. It has the files that are opened for
    /// it, and none that the runner has open.
    ///
    /// - Parameters:
    ///   - words: what follows `sh -c`.
    ///   - redirect: opens the shell's standard input and outputs.
    static func shell(
        _ words: [String],
        _ variables: [String: String],
        _ redirect: (inout FileActions) -> Void
    ) throws(Failure) -> pid_t {
        // A process that waits for the runner's end of a pipe, or for its lock, doesn't wait for what it has started.
        for descriptor in 3..<Int32(256) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

        var actions = noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        closeOthers(&actions)

        var attributes = noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in Interruption.signals + [SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(
            &attributes,
            Int16(newSession | closingOthers | Int32(POSIX_SPAWN_SETSIGDEF))
        )

        let shell = "/bin/sh"
        let arguments = CStrings([shell, "-c"] + words)
        let variables = CStrings(variables: variables)
        defer {
            arguments.free()
            variables.free()
        }
        var process: pid_t = 0
        let code = posix_spawn(
            &process,
            shell,
            &actions,
            &attributes,
            arguments.pointers,
            variables.pointers
        )
        guard code == 0 else { throw Failure(code: code) }
        return process
    }

    /// Why nothing was started (`errno`).
    struct Failure: Error {
        var code: Int32
    }

    /// Starts this program once more as a process that outlives it: in a session of its own, at the lowest
    /// priority, without the terminal. If it can't be started, nothing happens.
    static func aside(_ words: [String], in folder: String) {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let preparation = #"cd "$1" && shift && exec nice -n 19 "$@""#
        let words = [preparation, "kata", folder, program] + words
        _ = try? shell(words, ProcessInfo.processInfo.environment) { actions in
            for (descriptor, mode) in [
                (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
            ] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
            }
        }
    }
}

// MARK: - Where Linux and macOS differ

extension Spawn {
    #if canImport(Darwin)
        private static let newSession = Int32(POSIX_SPAWN_SETSID)
        typealias FileActions = posix_spawn_file_actions_t?
        private static func noActions() -> FileActions { nil }
        private static func noAttributes() -> posix_spawnattr_t? { nil }
        /// `POSIX_SPAWN_CLOEXEC_DEFAULT` does it.
        private static let closingOthers: Int32 = 0x4000
        private static func closeOthers(_ actions: inout FileActions) {}
    #else
        /// `POSIX_SPAWN_SETSID`, which the C library declares for extensions alone.
        private static let newSession: Int32 = 0x80
        typealias FileActions = posix_spawn_file_actions_t
        private static func noActions() -> FileActions { .init() }
        private static func noAttributes() -> posix_spawnattr_t { .init() }
        private static let closingOthers: Int32 = 0
        /// What another thread has opened since its files were marked. The first four are the child's own.
        private static func closeOthers(_ actions: inout FileActions) {
            for descriptor in 4..<Int32(256) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        }
    #endif
}

/// Strings as C wants them: an array of pointers that ends with nil.
struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    init(variables: [String: String]) {
        self.init(variables.map { "\($0.key)=\($0.value)" }.sorted())
    }

    func free() {
        for pointer in pointers { pointer?.deallocateC() }
    }
}

extension UnsafeMutablePointer<CChar> {
    fileprivate func deallocateC() {
        free(self)
    }
}

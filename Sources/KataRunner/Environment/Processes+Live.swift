import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Processes {
    static var live: Processes {
        Processes(
            run: { request, tick in
                var child = try starting.withLock { _ in try Child(request) }
                return child.wait(request, tick)
            },
            replace: { try replaceRunner(by: $0, $1, $2) }
        )
    }

    /// One program is started after the other, so that none gets the ends of another's pipes.
    private static let starting = Mutex(())

    /// They may do everything on this machine.
    static var areRoots: Bool { geteuid() == 0 }

    /// `ulimit -n`, which every program that is started gets.
    static var openFileLimit: Int? {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }
}

/// Signals go to the new program as they would to any: what is ignored would stay so.
private func replaceRunner(
    by executable: String,
    _ arguments: [String],
    _ variables: [String: String]
) throws -> Never {
    signal(SIGPIPE, SIG_DFL)
    let words = CStrings([executable] + arguments)
    let settings = CStrings(variables: variables)
    execve(executable, words.pointers, settings.pointers)
    let code = errno
    signal(SIGPIPE, SIG_IGN)
    throw CannotStart(executable: executable, reason: String(cString: strerror(code)))
}

extension Processes {
    #if canImport(Glibc)
        private static let openFiles = Int32(bitPattern: RLIMIT_NOFILE.rawValue)
    #else
        private static let openFiles = RLIMIT_NOFILE
    #endif
}

import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Set by the signals (SIGINT, SIGTERM, …) that ask a program to end, so that a running child is ended before the
/// runner ends itself.
enum Interruption {
    /// The signal that came first; 0 as long as none has.
    private static let received = Atomic<Int32>(0)

    static var wasAsked: Bool { received.load(ordering: .relaxed) != 0 }

    /// What a shell expects of a program that a signal has ended; nil if none has come.
    static var exitCode: Int32? {
        let signal = received.load(ordering: .relaxed)
        return signal == 0 ? nil : 128 + signal
    }

    static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    static func listen() {
        for request in signals { signal(request) { Interruption.note($0) } }
        signal(SIGPIPE, SIG_IGN)
        // Programs that start others from a worker thread, as many an editor does, may pass on a mask.
        var heard = sigset_t()
        sigemptyset(&heard)
        for signal in signals { sigaddset(&heard, signal) }
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }

    private static func note(_ signal: Int32) {
        _ = received.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    }
}

import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A terminal in raw mode (termios), whose keys come one by one and whose screen is ours, until it is given back as
/// it was found.
enum RawMode {
    private static let found = Mutex<termios?>(nil)

    static func begin() {
        found.withLock { found in
            var settings = termios()
            guard found == nil, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
            found = settings
            // Ctrl-C stays a signal: a runner that hangs must be possible to end. Ctrl-Z is a key, since the
            // terminal has to be given back before the job is stopped.
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 0
                characters[Int(VTIME)] = 0
                characters[Int(VSUSP)] = noCharacter
            }
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            // The other screen, cleared, without a cursor and without wrapping.
            send("\u{1B}[?1049h\u{1B}[2J\u{1B}[?25l\u{1B}[?7l")
            var heard = sigset_t()
            sigemptyset(&heard)
            for crash in crashes {
                sigaddset(&heard, crash)
                signal(crash) { RawMode.endInCrash($0) }
            }
            pthread_sigmask(SIG_UNBLOCK, &heard, nil)
        }
    }

    static func end() {
        found.withLock { found in
            guard let settings = found else { return }
            restore(settings)
            for crash in crashes { signal(crash, SIG_DFL) }
            found = nil
        }
    }

    private static func restore(_ found: termios) {
        var settings = found
        send("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    // MARK: - Crashes of our own

    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Does nothing but what a handler of a signal may do, and lets the process end as it would have.
    private static func endInCrash(_ crash: Int32) {
        found.withLockIfAvailable { found in
            if let settings = found { restore(settings) }
        }
        signal(crash, SIG_DFL)
        raise(crash)
    }

    // MARK: - Keys

    /// Nil when no more can come: the terminal is gone.
    static func read(within milliseconds: Int) -> [UInt8]? {
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(milliseconds)) > 0 else { return [] }
        if waiting.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = readBytes(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }

    /// What stands in the place of a character that does nothing.
    private static var noCharacter: cc_t {
        #if canImport(Darwin)
            0xFF
        #else
            0
        #endif
    }

    private static func send(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    }
}

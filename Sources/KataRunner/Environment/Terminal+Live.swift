import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Terminal {
    static var live: Terminal {
        Terminal(
            write: { text in
                // A reader that has gone away (`kata list | head -1`) is no reason to complain.
                if let code = Self.send(text, to: STDOUT_FILENO), code != EPIPE {
                    Self.failure.store(code, ordering: .relaxed)
                }
            },
            writeError: { _ = Self.send($0, to: STDERR_FILENO) },
            readLine: { hasInput() ? Swift.readLine(strippingNewline: true) : nil },
            outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorIsTerminal: isatty(STDERR_FILENO) == 1,
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            columns: { Self.size.map { Int($0.ws_col) } },
            outputFailure: {
                let code = Self.failure.load(ordering: .relaxed)
                return code == 0 ? nil : String(cString: strerror(code))
            },
            rows: { Self.size.map { Int($0.ws_row) } },
            openScreen: { RawMode.begin() },
            closeScreen: { RawMode.end() },
            suspend: { suspend() },
            readInput: { RawMode.read(within: $0) },
            runInForeground: { runInForeground($0, $1) }
        )
    }

    /// The program stays in our group of processes: the terminal would stop one that reads in a group of its own.
    private static func runInForeground(_ command: String, _ file: String) -> Int32 {
        signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, SIG_IGN) }
        let quoted = file.replacingOccurrences(of: "'", with: "'\\''")
        return (system("\(command) '\(quoted)'") >> 8) & 0xFF
    }

    /// If no shell could bring the job back, the system ignores the signal.
    private static func suspend() {
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        kill(0, SIGTSTP)
    }

    private static var size: winsize? {
        var size = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO]
        where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
            return size
        }
        return nil
    }

    /// Waits for a line to be typed; false when the runner is asked to stop instead, which reading would miss.
    private static func hasInput() -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !Interruption.wasAsked {
            if poll(&input, 1, 100) > 0 { return true }
        }
        return false
    }

    /// The number (`errno`) of what went wrong on standard output.
    private static let failure = Atomic<Int32>(0)

    /// Writes all of it, or answers with the number (`errno`) of what went wrong.
    private static func send(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = posixWrite(descriptor, rest.baseAddress, rest.count)
                if written < 0 {
                    if errno == EINTR || errno == EAGAIN { continue }
                    return errno
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
            return nil
        }
    }
}

/// `write` means something else inside `Terminal`.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// `kata watch` in a terminal with nobody in front of it but a clock.
final class Watcher {
    private let process: pid_t
    private let terminal: Int32
    private var shown = ""

    init(_ runner: String, _ words: [String], in folder: URL) throws {
        var ends: (own: Int32, other: Int32) = (0, 0)
        var size = winsize(ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.own, &ends.other, nil, nil, &size) == 0 else { throw POSIXError(.ENOTTY) }
        process = try Stopwatch.start(runner, words, in: folder, input: ends.other, output: ends.other)
        terminal = ends.own
        close(ends.other)
        _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    }

    /// Seconds until the terminal shows a text that it didn't show before.
    func seconds(until text: String, within limit: Double = 60, after work: () throws -> Void) throws
        -> Double
    {
        look()
        shown = ""
        let start = ContinuousClock.now
        try work()
        while !shown.contains(text) {
            guard start.secondsUntilNow < limit else { throw Silence(awaited: text, shown: shown) }
            var event = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            poll(&event, 1, 100)
            look()
        }
        return start.secondsUntilNow
    }

    /// The most memory that the runner has ever held, in MiB; nil where the system doesn't tell.
    var peakMemory: Double? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return kibibytes.map { $0 / 1024 }
    }

    func quit() {
        _ = write(terminal, "q", 1)
        var status: Int32 = 0
        for _ in 0..<50 where waitpid(process, &status, WNOHANG) == 0 { usleep(100_000) }
        close(terminal)
    }

    private func look() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(terminal, &bytes, bytes.count)
            guard count > 0 else { return }
            shown += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    struct Silence: Error {
        var awaited: String
        var shown: String
    }
}

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs programs and takes their times, with nothing between them and the clock but the kernel.
struct Stopwatch {
    var folder: URL

    struct Run {
        var seconds: Double
        var output: String
        var status: Int32
    }

    /// Runs a program to its end.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> Run {
        let outputs = FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-stopwatch-\(UUID().uuidString)")
        try Data().write(to: outputs)
        defer { try? FileManager.default.removeItem(at: outputs) }
        let output = try FileHandle(forWritingTo: outputs)
        let start = ContinuousClock.now
        let process = try Self.start(
            program,
            arguments,
            in: folder,
            input: nil,
            output: output.fileDescriptor
        )
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let seconds = start.secondsUntilNow
        return Run(
            seconds: seconds,
            output: String(decoding: try Data(contentsOf: outputs), as: UTF8.self),
            status: (status & 0x7F) == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        )
    }

    /// A build that must succeed. One that a signal ends is started again, as Swift Build crashes now and then; the time
    /// is that of the one that succeeded.
    @discardableResult
    func build(_ program: String, _ arguments: [String]) throws -> Run {
        struct NotBuilt: Error { var output: String }
        var build = try run(program, arguments)
        for _ in 1...2 where build.status >= 128 { build = try run(program, arguments) }
        guard build.status == 0 else { throw NotBuilt(output: build.output) }
        return build
    }

    /// Where SwiftPM puts what it builds here.
    func products(_ options: [String]) throws -> URL {
        let told = try run("swift", ["build", "--show-bin-path"] + options).output
        return URL(fileURLWithPath: told.split(whereSeparator: \.isNewline).last.map(String.init) ?? "")
    }

    /// - Returns: The process that was started.
    static func start(
        _ program: String,
        _ arguments: [String],
        in folder: URL,
        input: Int32?,
        output: Int32
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)

        let inFolder = ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", folder.path]
        var words = (inFolder + [program] + arguments).map { strdup($0) } + [nil]
        var variables =
            ProcessInfo.processInfo.environment.filter { $0.key != "KATA_TRACK" }
            .map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for text in words + variables { free(text) }
        }
        var process: pid_t = 0
        let failure = posix_spawn(&process, "/bin/sh", &actions, nil, &words, &variables)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
        return process
    }
}

extension ContinuousClock.Instant {
    var secondsUntilNow: Double {
        duration(to: .now) / .seconds(1)
    }
}

extension [Double] {
    /// The middle one: a single hiccup of the machine does not move it.
    var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2 : sorted[sorted.count / 2]
    }
}

extension Double {
    var short: String {
        let thousandths = Int((self * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

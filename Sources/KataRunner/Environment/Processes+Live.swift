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
    public static var live: Processes {
        var live = Processes { request, tick in
            var child = try Child(request)
            return child.wait(request, tick)
        }
        live.replace = { try replaceRunner(by: $0, $1, $2) }
        return live
    }

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
    let settings = CStrings(variables.map { "\($0.key)=\($0.value)" }.sorted())
    execve(executable, words.pointers, settings.pointers)
    let code = errno
    signal(SIGPIPE, SIG_IGN)
    throw CannotStart(executable: executable, reason: String(cString: strerror(code)))
}

/// Set by the signals that ask a program to end, so that a running child is ended before the runner ends itself.
public enum Interruption {
    /// The signal that came first; 0 as long as none has.
    private static let received = Atomic<Int32>(0)

    public static var wasAsked: Bool { received.load(ordering: .relaxed) != 0 }

    /// What a shell expects of a program that a signal has ended; nil where none has come.
    public static var exitCode: Int32? {
        let signal = received.load(ordering: .relaxed)
        return signal == 0 ? nil : 128 + signal
    }

    static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    public static func listen() {
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

/// A child process in a session of its own, so that it can be ended with all that it started. Where the system
/// tells the variables of processes, even those are found that have begun a session of their own.
private struct Child {
    private let process: pid_t
    /// A variable that the child passes on to all that it starts.
    private let mark = "KATA_RUN=\(UUID().uuidString)"
    private var output: Outlet
    private var errors: Outlet
    private var records: Recorder?
    /// Held open while this runner lives: when it is gone, the child's guard sees the end of it.
    private let lifeline: Int32
    private let started = ContinuousClock.now

    /// The shell goes to the folder, sets the limits and becomes the program: no other way does all of it on
    /// Linux and on macOS. The guard beside it ends the whole group, and whoever has left it, when the runner is
    /// killed and can't.
    private static let preparation = """
        cd "$1" || exit 126
        [ -z "$2" ] || ulimit -d "$2" 2>/dev/null
        [ -z "$3" ] || ulimit -f "$3" 2>/dev/null
        mark=$4
        shift 4
        (
            trap '' TERM
            read -r _ <&3
            for file in $(grep -l "$mark" /proc/[0-9]*/environ); do
                file=${file#/proc/}
                kill -9 "${file%/environ}"
            done
            kill -9 -$$
        ) >/dev/null 2>&1 &
        exec 3<&-
        exec /usr/bin/env "$mark" "$@"
        """

    init(_ request: ProcessRequest) throws {
        guard Self.isProgram(request.executable) else { throw CannotStart(request, ENOENT) }
        let output = try Self.makePipe(request)
        let errors = try Self.makePipe(request)
        defer {
            close(output.writing)
            close(errors.writing)
        }
        let life = try Self.makePipe(request)
        defer { close(life.reading) }
        records = try request.records.map { try Recorder($0, for: request) }

        var actions = Spawn.noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, life.reading, 3)

        var attributes = Spawn.noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in Interruption.signals + [SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(Spawn.newSession | Int32(POSIX_SPAWN_SETSIGDEF)))

        let shell = "/bin/sh"
        let limit = request.memoryLimit.map { "\($0 / 1024)" } ?? ""
        // Shells count files in blocks of 512 bytes.
        let fileLimit = request.fileLimit.map { "\($0 / 512)" } ?? ""
        let given = ["kata", request.directory, limit, fileLimit, mark, request.executable]
        let arguments = CStrings([shell, "-c", Self.preparation] + given + request.arguments)
        let variables = CStrings(request.variables.map { "\($0.key)=\($0.value)" }.sorted())
        defer {
            arguments.free()
            variables.free()
        }
        var process: pid_t = 0
        let failure = posix_spawn(
            &process,
            shell,
            &actions,
            &attributes,
            arguments.pointers,
            variables.pointers
        )
        guard failure == 0 else {
            for end in [output.reading, errors.reading, life.writing] { close(end) }
            throw CannotStart(request, failure)
        }
        self.process = process
        self.output = Outlet(descriptor: output.reading, limit: request.outputLimit)
        self.errors = Outlet(descriptor: errors.reading, limit: request.outputLimit)
        lifeline = life.writing
    }

    mutating func wait(_ request: ProcessRequest, _ tick: (Elapsed) -> Processes.Decision)
        -> ProcessOutcome
    {
        defer {
            for end in [output.descriptor, errors.descriptor, lifeline] { close(end) }
            records?.finish()
        }
        var reason: ProcessOutcome.End?
        var lastTick = started
        var clock = WorkClock()
        while true {
            drain(patience: 20)
            if hasEnded { break }
            let seconds = seconds
            if request.isPatient, seconds - clock.lastLook >= 0.5 {
                clock.look(at: Self.processorTimes(of: Self.family(of: process)), seconds: seconds)
            }
            let elapsed = Elapsed(
                seconds: seconds,
                worked: request.isPatient ? max(clock.worked(at: seconds), seconds / 10) : seconds
            )
            if Interruption.wasAsked {
                reason = .interrupted
            } else if let limit = request.timeLimit, elapsed.worked >= limit {
                reason = .timedOut
            } else if lastTick.duration(to: .now) >= .milliseconds(50) {
                lastTick = .now
                switch tick(elapsed) {
                case .goOn:
                    if let limit = request.processLimit, hasOutgrown(limit, memory: request.memoryLimit) {
                        reason = .tookTooMuch
                    }
                case .timeOut: reason = .timedOut
                case .cancel: reason = .cancelled
                }
            }
            if reason != nil {
                end()
                break
            }
        }
        let duration = seconds
        // Whatever it has started ends with it, before its number can be given to another process.
        killAll()
        let (end, peakMemory) = reap()
        // Somebody may have kept the other end of a pipe: take what is there, and don't wait for more.
        let enough = seconds + 1
        while seconds < enough, drain(patience: 0) {}
        records?.drain()
        var outcome = ProcessOutcome(
            end: reason ?? end,
            output: output.text,
            errors: errors.text,
            droppedBytes: output.dropped + errors.dropped,
            seconds: duration,
            peakMemory: peakMemory
        )
        outcome.busiest = clock.most
        return outcome
    }

    private static func makePipe(_ request: ProcessRequest) throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw CannotStart(request, errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func isProgram(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }

    private var seconds: TimeInterval {
        let (seconds, attoseconds) = started.duration(to: .now).components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }

    /// Reads what the child has printed. False when there was nothing more within the patience, in milliseconds.
    @discardableResult
    private mutating func drain(patience: Int32) -> Bool {
        var waiting = [output, errors].map { outlet in
            pollfd(fd: outlet.isClosed ? -1 : outlet.descriptor, events: Int16(POLLIN), revents: 0)
        }
        // With both pipes closed while the child still runs, this is only a pause.
        let isTold = poll(&waiting, nfds_t(waiting.count), patience) > 0
        records?.drain()
        guard isTold else { return false }
        if waiting[0].revents != 0 { output.read() }
        if waiting[1].revents != 0 { errors.read() }
        return true
    }

    /// Looks without reaping: as long as it isn't reaped, its number can't be another process's.
    private var hasEnded: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
            && info.endedProcess == process
    }

    /// Whether the child and all that came of it are too many, or hold too much together.
    private func hasOutgrown(_ limit: Int, memory: Int?) -> Bool {
        let family = Self.family(of: process)
        guard family.count <= limit else { return true }
        guard let memory else { return false }
        return family.reduce(0) { $0 + Self.ownMemory(of: $1) } > 2 * memory
    }

    /// Asks the group to end, and leaves it a moment to do so: SwiftPM passes SIGINT on to its compilers.
    private func end() {
        kill(-process, SIGINT)
        for _ in 0..<100 where !hasEnded { usleep(10_000) }
    }

    /// Kills the process, its group, and whoever has left the group.
    private func killAll() {
        kill(-process, SIGKILL)
        // One that is just being started may be missed by the first look.
        for _ in 0..<3 {
            let others = Self.allProcesses().filter { other in
                other != process && (getsid(other) == process || Self.variables(of: other).contains(mark))
            }
            for other in others { kill(other, SIGKILL) }
            if others.isEmpty { break }
        }
        if !hasEnded { kill(process, SIGKILL) }
    }

    private func reap() -> (ProcessOutcome.End, peakMemory: Int) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return (
            signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal),
            Int(usage.ru_maxrss) * Self.maximumResidentUnit
        )
    }
}

/// The reading end of a pipe, and what came out of it so far.
private struct Outlet {
    let descriptor: Int32
    let limit: Int
    private(set) var isClosed = false
    private var received = 0
    private var data = Data()

    init(descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    var text: String { String(decoding: data, as: UTF8.self) }
    var dropped: Int { received - data.count }

    mutating func read() {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { data += buffer.prefix(min(count, max(0, limit - data.count))) }
            return count
        }
        if count == 0 { isClosed = true }
        received += max(0, count)
    }
}

/// Keeps what comes out of a pipe with a name in a file. Holding both ends itself, it never sees the pipe's end.
private struct Recorder {
    private let pipe: Int32
    private let file: Int32
    private let limit: Int
    private var received = 0

    init(_ records: ProcessRequest.Records, for request: ProcessRequest) throws {
        unlink(records.pipe)
        guard mkfifo(records.pipe, 0o600) == 0 else { throw CannotStart(request, errno) }
        pipe = open(records.pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw CannotStart(request, errno) }
        file = open(records.file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            close(pipe)
            throw CannotStart(request, errno)
        }
        limit = records.limit
    }

    mutating func drain() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            // Whoever floods the pipe must not keep the runner from looking at the clock.
            for _ in 0..<64 {
                let count = readBytes(pipe, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let kept = min(count, max(0, limit - received))
                if kept > 0 { _ = write(file, buffer.baseAddress, kept) }
                received += count
            }
        }
    }

    func finish() {
        close(pipe)
        close(file)
    }
}

/// Strings as C wants them: an array of pointers that ends with nil.
struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
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

extension CannotStart {
    fileprivate init(_ request: ProcessRequest, _ code: Int32) {
        self.init(executable: request.executable, reason: String(cString: strerror(code)))
    }
}

// MARK: - Where Linux and macOS differ

extension Processes {
    #if canImport(Glibc)
        private static let openFiles = Int32(bitPattern: RLIMIT_NOFILE.rawValue)
    #else
        private static let openFiles = RLIMIT_NOFILE
    #endif
}

extension Child {
    #if canImport(Darwin)
        private static let maximumResidentUnit = 1

        private static func allProcesses() -> [pid_t] {
            let count = Int(proc_listallpids(nil, 0))
            guard count > 0 else { return [] }
            var numbers = [pid_t](repeating: 0, count: count + 64)
            let found = proc_listallpids(&numbers, Int32(numbers.count * MemoryLayout<pid_t>.stride))
            return Array(numbers.prefix(max(0, Int(found))))
        }

        private static func variables(of process: pid_t) -> [String] { [] }

        private static func family(of process: pid_t) -> [pid_t] {
            allProcesses().filter { $0 == process || getsid($0) == process }
        }

        private static func ownMemory(of process: pid_t) -> Int {
            var info = proc_taskinfo()
            let size = Int32(MemoryLayout<proc_taskinfo>.size)
            guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, size) == size else { return 0 }
            return Int(info.pti_resident_size)
        }

        private static func processorTimes(of family: [pid_t]) -> [pid_t: TimeInterval] {
            var base = mach_timebase_info_data_t()
            guard mach_timebase_info(&base) == KERN_SUCCESS, base.denom > 0 else { return [:] }
            let unit = TimeInterval(base.numer) / TimeInterval(base.denom) / 1e9
            var times: [pid_t: TimeInterval] = [:]
            for process in family {
                var info = proc_taskinfo()
                let size = Int32(MemoryLayout<proc_taskinfo>.size)
                guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, size) == size else { continue }
                times[process] = TimeInterval(info.pti_total_user + info.pti_total_system) * unit
            }
            return times
        }
    #else
        /// Linux counts in kibibytes.
        private static let maximumResidentUnit = 1024

        private static func allProcesses() -> [pid_t] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        }

        private static func variables(of process: pid_t) -> [String] {
            let file = URL(fileURLWithPath: "/proc/\(process)/environ")
            return ((try? Data(contentsOf: file)) ?? Data()).split(separator: 0).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        /// The process and those that descend from it, whatever session they are in.
        private static func family(of process: pid_t) -> Set<pid_t> {
            var children: [pid_t: [pid_t]] = [:]
            for other in allProcesses() {
                if let parent = parent(of: other) { children[parent, default: []].append(other) }
            }
            var family: Set<pid_t> = []
            var waiting = [process]
            while let next = waiting.popLast() {
                if family.insert(next).inserted { waiting += children[next] ?? [] }
            }
            return family
        }

        /// «12 (a name) S 7 …»: the name may hold anything, so the fields are counted from its last bracket.
        private static func fields(of process: pid_t) -> [Substring] {
            let fields = told(of: process, "stat")
            return fields.lastIndex(of: ")").map { fields[$0...].split(separator: " ") } ?? []
        }

        private static func parent(of process: pid_t) -> pid_t? {
            let fields = fields(of: process)
            return fields.count > 2 ? pid_t(fields[2]) : nil
        }

        private static func processorTimes(of family: Set<pid_t>) -> [pid_t: TimeInterval] {
            let unit = TimeInterval(sysconf(Int32(_SC_CLK_TCK)))
            var times: [pid_t: TimeInterval] = [:]
            for process in family {
                let fields = fields(of: process)
                guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
                    continue
                }
                times[process] = TimeInterval(user + system) / unit
            }
            return times
        }

        /// What it holds beyond what it shares with others.
        private static func ownMemory(of process: pid_t) -> Int {
            let pages = told(of: process, "statm").split(separator: " ").compactMap { Int($0) }
            return pages.count > 2 ? (pages[1] - pages[2]) * Int(getpagesize()) : 0
        }

        private static func told(of process: pid_t, _ file: String) -> String {
            let descriptor = open("/proc/\(process)/\(file)", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return "" }
            defer { close(descriptor) }
            return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
                let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
                return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            }
        }
    #endif
}

extension siginfo_t {
    #if canImport(Darwin)
        fileprivate var endedProcess: pid_t { si_pid }
    #else
        fileprivate var endedProcess: pid_t { _sifields._sigchld.si_pid }
    #endif
}

/// `read` means something else inside `Outlet`.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A child process in a session of its own, so that it can be ended with all that it started (process
/// group). If the system shows the variables of processes, even those are found that have begun a session of
/// their own.
struct Child {
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
    /// Linux and on macOS. The guard beside it ends the whole group, and every process that has left it, when the
    /// runner is killed and can't.
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
        // Ends of pipes that the runner doesn't keep: the child's, and all of them if it can't be started.
        var needless: Set<Int32> = []
        defer { for end in needless { close(end) } }
        func makePipe() throws -> (reading: Int32, writing: Int32) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw CannotStart(request, errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            needless.formUnion(ends)
            return (ends[0], ends[1])
        }
        let (output, errors, life) = (try makePipe(), try makePipe(), try makePipe())
        records = try request.records.map { try Recorder($0, for: request) }

        let limit = request.memoryLimit.map { "\($0 / 1024)" } ?? ""
        // Shells count files in blocks of 512 bytes.
        let fileLimit = request.fileLimit.map { "\($0 / 512)" } ?? ""
        let given = ["kata", request.directory, limit, fileLimit, mark, request.executable]
        do throws(Spawn.Failure) {
            process = try Spawn.shell(
                [Self.preparation] + given + request.arguments,
                request.variables
            ) { actions in
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
                posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
                posix_spawn_file_actions_adddup2(&actions, life.reading, 3)
            }
        } catch {
            records?.finish()
            throw CannotStart(request, error.code)
        }
        self.output = Outlet(descriptor: output.reading, limit: request.outputLimit)
        self.errors = Outlet(descriptor: errors.reading, limit: request.outputLimit)
        lifeline = life.writing
        needless.subtract([output.reading, errors.reading, life.writing])
    }

    mutating func wait(_ request: ProcessRequest, _ tick: (Elapsed) -> Processes.Decision)
        -> ProcessOutcome
    {
        defer {
            for end in [output.descriptor, errors.descriptor, lifeline] { close(end) }
            records?.finish()
        }
        var reason: ProcessOutcome.End?
        var wasHeldUp = false
        var lastTick = started
        var clock = WorkClock(ready: Self.ownReadyTime ?? [:])
        while true {
            drain(patience: 20)
            if hasEnded { break }
            let seconds = seconds
            if request.patience != .none, seconds - clock.lastLook >= 0.5 { look(request.patience, &clock) }
            let elapsed = Elapsed(
                seconds: seconds,
                worked: request.patience == .none ? seconds : clock.worked(at: seconds)
            )
            if Interruption.wasAsked {
                reason = .interrupted
            } else if let limit = request.timeLimit, elapsed.counted >= limit {
                reason = .timedOut
                wasHeldUp = elapsed.worked < limit
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
            seconds: duration,
            peakMemory: peakMemory
        )
        outcome.busiest = clock.most
        outcome.wasHeldUp = wasHeldUp
        return outcome
    }

    private func look(_ patience: ProcessRequest.Patience, _ clock: inout WorkClock) {
        let family = Self.family(of: process)
        let processors = Self.processorTimes(of: family)
        guard patience == .ready else { return clock.look(at: processors, seconds: seconds) }
        // What it prints has to be read, so it also waits for the runner.
        let ready = Self.ownReadyTime.map { Self.readyTimes(of: family).merging($0) { $1 } }
        clock.look(at: processors, ready: ready, seconds: seconds)
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

    /// Whether the child and its descendants are too many, or hold too much together.
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

    /// Kills the process, its group, and every process that has left the group.
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

extension CannotStart {
    init(_ request: ProcessRequest, _ code: Int32) {
        self.init(executable: request.executable, reason: String(cString: strerror(code)))
    }
}

extension siginfo_t {
    #if canImport(Darwin)
        fileprivate var endedProcess: pid_t { si_pid }
    #else
        fileprivate var endedProcess: pid_t { _sifields._sigchld.si_pid }
    #endif
}

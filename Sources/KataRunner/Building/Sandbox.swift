/// Runs a program without network, with nothing to read but the system, the toolchain and what is granted, and
/// nothing to write but a folder of its own that is removed afterwards.
///
/// Pure: it turns a command into the command that runs it in the sandbox.
struct Sandbox: Hashable, Sendable {
    enum Tool: Hashable, Sendable {
        /// Linux. Older ones can't limit the size of a folder in memory.
        case bubblewrap(limitsFolders: Bool)
        /// macOS.
        case seatbelt
    }

    /// What a program may touch besides the system. All paths are absolute.
    struct Grant: Hashable, Sendable {
        var readable: [String] = []
        var writable: [String] = []
        /// Its own folders: on Linux they are in memory, empty at first and gone afterwards.
        var scratch: [String] = []
        /// Bytes of each of these.
        var room = 256 << 20
        var processes = 256
    }

    let tool: Tool
    let path: String

    func wrapped(_ request: ProcessRequest, _ grant: Grant) -> ProcessRequest {
        var request = request
        let words = [request.executable] + request.arguments
        request.executable = path
        switch tool {
        case .bubblewrap(let limitsFolders):
            request.arguments =
                bubblewrap(grant, in: request.directory, limitsFolders)
                + ["/bin/sh", "-c", Self.limiting(grant.processes), "sh"] + words
            request.directory = "/"
        case .seatbelt:
            request.arguments = ["-p", Self.profile(grant)] + words
        }
        return request
    }

    /// If a signal ends a program, its parent in the sandbox reports that as a shell does.
    func unwrapped(_ outcome: ProcessOutcome) -> ProcessOutcome {
        guard case .bubblewrap = tool, case .exited(let code) = outcome.end, code > 128 else {
            return outcome
        }
        var outcome = outcome
        outcome.end = .signalled(code - 128)
        return outcome
    }

    // MARK: - Linux

    private static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/etc/alternatives",
        "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
    ]

    /// Inside, so that only the program's own processes count, if the system distinguishes them.
    private static func limiting(_ processes: Int) -> String {
        "ulimit -u \(processes) 2>/dev/null; ulimit -c 0; exec \"$@\""
    }

    private func bubblewrap(_ grant: Grant, in folder: String, _ limitsFolders: Bool) -> [String] {
        func room(_ bytes: Int) -> [String] { limitsFolders ? ["--size", "\(bytes)"] : [] }
        var words = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
        words += ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "kata"]
        for path in Self.system { words += ["--ro-bind-try", path, path] }
        words += ["--proc", "/proc", "--dev", "/dev"]
        for path in ["/tmp", "/var/tmp"] { words += room(grant.room) + ["--tmpfs", path] }
        // As root the settings of the kernel would be writable (`/proc/sys`).
        words += room(16 << 20) + ["--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--remount-ro", "/proc"]
        for path in grant.readable { words += ["--ro-bind-try", path, path] }
        for path in grant.writable { words += ["--bind", path, path] }
        for path in grant.scratch { words += room(grant.room) + ["--tmpfs", path] }
        return words + ["--remount-ro", "/", "--chdir", folder, "--"]
    }

    // MARK: - macOS

    /// The last rule that fits is the one that holds.
    private static func profile(_ grant: Grant) -> String {
        func subpaths(_ paths: [String]) -> String {
            paths.map { "(subpath \(quoted($0)))" }.joined(separator: " ")
        }
        let devices = ["null", "zero", "random", "urandom", "dtracehelper", "tty"]
            .map { "(literal \"/dev/\($0)\")" }.joined(separator: " ")
        let written = subpaths(grant.writable + grant.scratch)
        return """
            (version 1)
            (allow default)
            (deny network*)
            (deny signal)
            (allow signal (target same-sandbox))
            (deny process-info* (target others))
            (deny file-read* (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp"))
            (deny file-read* (subpath "/private/var/folders"))
            (allow file-read-metadata)
            (deny file-write*)
            (allow file-read* \(subpaths(grant.readable)) \(written))
            (allow file-write* \(devices) \(written))
            """
    }

    private static func quoted(_ path: String) -> String {
        var quoted = "\""
        for character in path {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "\""
    }
}

extension Sandbox {
    /// The one that this machine has, tried out.
    static func find(in environment: Environment) throws(Complaint) -> Sandbox {
        let folders = (environment.variables["PATH"] ?? "").split(separator: ":").map(String.init)
        func program(_ name: String) -> String? {
            folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
                .first { environment.files.isExecutable($0) }
        }
        var candidates: [Sandbox] = []
        #if canImport(Darwin)
            if let path = program("sandbox-exec") { candidates = [Sandbox(tool: .seatbelt, path: path)] }
        #else
            if let path = program("bwrap") {
                candidates = [true, false].map {
                    Sandbox(tool: .bubblewrap(limitsFolders: $0), path: path)
                }
            }
        #endif
        guard !candidates.isEmpty else { throw .noSandbox }
        var said = ""
        for candidate in candidates {
            let trial = ProcessRequest(
                executable: "/bin/sh",
                arguments: ["-c", "exit 0"],
                variables: ["PATH": "/usr/bin:/bin"],
                directory: "/",
                timeLimit: 30
            )
            do {
                let outcome = try environment.processes.output(of: candidate.wrapped(trial, Grant()))
                if outcome.end == .exited(0) { return candidate }
                said = outcome.errors.trimmed
            } catch {
                said = error.sentence.text()
            }
        }
        throw .sandboxNotPermitted(said: said)
    }
}

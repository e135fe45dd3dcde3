/// How untrusted code is built and run (sandbox, limits, submissions).
struct Confinement: Hashable, Sendable {
    /// Nil if somebody has said that they trust the code.
    var sandbox: Sandbox?
    var control: Control
    /// The compiler's folders.
    var toolchain: [String]
    /// What the compiler keeps for a suite that tries code with it may be written while the workbook's own
    /// starters run, and never by a submission.
    var mayFillCache = false

    static let fileLimit = 64 << 20
    static let processLimit = 64
    static let recordLimit = 4 << 20
    static let buildMemory = 4 << 30

    init(sandbox: Sandbox?, control: Control, toolchain: Toolchain, _ environment: Environment) {
        self.sandbox = sandbox
        self.control = control
        let real = environment.files.resolve(toolchain.swift)
        // A toolchain may be put together of links, and the compiler beside `swift` may lie elsewhere.
        let compiler = environment.files.resolve("\(toolchain.swift.folder)/swiftc")
        var folders = [toolchain.swift.folder]
        for folder in [real, compiler].map(\.folder) {
            folders.append(folder)
            // …/usr/bin/swift has its libraries in …/usr.
            if folder.hasSuffix("/bin") { folders.append(folder.folder) }
        }
        for name in ["SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR", "DEVELOPER_DIR"] {
            if let folder = environment.variables[name], environment.files.isFolder(folder) {
                folders.append(folder)
            }
        }
        let home = environment.variables["HOME"] ?? ""
        let swiftly = "\(home)/.local/share/swiftly"
        if real.hasPrefix(swiftly + "/") { folders.append(swiftly) }
        var distinct: [String] = []
        for folder in folders where !folder.isEmpty && folder != "/" && folder != home {
            if !distinct.contains(folder) { distinct.append(folder) }
        }
        self.toolchain = distinct
    }

    func build(
        _ request: ProcessRequest,
        root: String,
        sources: String,
        scratch: String,
        moduleCache: String? = nil
    ) -> ProcessRequest {
        var request = request
        request.variables = Self.known(request.variables, home: "\(scratch)/home")
        request.memoryLimit = Self.buildMemory
        guard let sandbox else { return request }
        let grant = Sandbox.Grant(
            readable: toolchain + [root, sources],
            writable: [scratch] + (moduleCache.map { [$0] } ?? []),
            room: 1 << 30,
            processes: 4096
        )
        return sandbox.wrapped(request, grant)
    }

    /// - Parameters:
    ///   - readable: what a run needs of what was built. The rest is left from other submissions.
    ///   - folder: where the run has a folder `home` of its own.
    func run(
        _ request: ProcessRequest,
        readable: [String],
        folder: String,
        cache: String
    ) -> ProcessRequest {
        var request = request
        request.variables = Self.known(request.variables, home: "\(folder)/home")
        request.variables["XDG_CACHE_HOME"] = cache
        request.fileLimit = Self.fileLimit
        request.processLimit = Self.processLimit
        guard let sandbox else { return request }
        let pipe = request.records.map { [$0.pipe] } ?? []
        let grant = Sandbox.Grant(
            readable: toolchain + readable + [cache],
            writable: pipe + (mayFillCache ? [cache] : []),
            scratch: ["\(folder)/home"],
            processes: 512
        )
        return sandbox.wrapped(request, grant)
    }

    func outcome(_ outcome: ProcessOutcome) -> ProcessOutcome { sandbox?.unwrapped(outcome) ?? outcome }

    /// What a program may know of the machine: no key and no password that somebody keeps in a variable.
    private static func known(_ variables: [String: String], home: String) -> [String: String] {
        let kept = [
            "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SWIFT_BACKTRACE", "KATA_CHAPTER", SuiteProgram.word,
            "DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS", "SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR",
            "SWIFTLY_BIN_DIR",
        ]
        var known = variables.filter { kept.contains($0.key) }
        known["HOME"] = home
        known["TMPDIR"] = "/tmp"
        #if canImport(Darwin)
            known["TMPDIR"] = home
        #endif
        return known
    }
}

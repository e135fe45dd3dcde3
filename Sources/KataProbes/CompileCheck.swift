import Foundation

/// Tries code with the real compiler, against a module of this workbook as it has just been built.
///
/// What must not compile is always tried beside a positive twin, so that a rejection means what it seems to:
///
/// ```swift
/// let circles = CompileCheck(importing: "Chapter1ValueObjects")
/// #expect(try circles.accepts("func join(_ id: MemberID) {}; func f(id: MemberID) { join(id) }"))
/// #expect(try !circles.accepts("func join(_ id: MemberID) {}; func f(id: CircleID) { join(id) }"))
/// ```
public struct CompileCheck: Sendable {
    /// Why nothing is known about the code.
    public enum Obstacle: Error {
        case noCompiler
        case moduleNotFound(String)
        /// The compiler says something that belongs to none of the tried statements.
        case notAboutAStatement(String)
        /// The machine kept the compiler from its work, so it has judged nothing.
        case machine(String)
    }

    private let module: String
    private let testable: Bool
    private let ownImportsOnly: Bool

    /// - Parameters:
    ///   - testable: whether the code sees what `@testable import` shows.
    ///   - ownImportsOnly: whether the code sees only members of modules that it imports. If not, a module that
    ///     imports Foundation lends it the members of Foundation's types.
    public init(importing module: String, testable: Bool = true, ownImportsOnly: Bool = false) {
        self.module = module
        self.testable = testable
        self.ownImportsOnly = ownImportsOnly
    }

    /// Whether code can be tried here at all, for a rule's `.enabled(if:)`.
    public var isAvailable: Bool {
        Self.folder(of: module).map { Self.compiler(beside: $0) != nil } ?? false
    }

    public func accepts(_ code: String) throws -> Bool {
        try complaints(about: code).isEmpty
    }

    /// The statements that compile, each by itself, in a function that throws and has the parameters.
    ///
    /// One run of the compiler tries them all, so a positive twin costs nothing. An error that shows only once
    /// all types are right, such as a token used twice, needs an `accepts` of its own.
    ///
    /// ```swift
    /// let accepted = try circles.accepted(
    ///     ["_ = try factory.found(name)", "_ = Circle(name: name)"],
    ///     given: "factory: CircleFactory, name: String"
    /// )
    /// #expect(accepted == ["_ = try factory.found(name)"])
    /// ```
    public func accepted(
        _ statements: [String],
        given parameters: String = "",
        importing imports: [String] = []
    ) throws -> [String] {
        let complaints = try complaints(aboutEach: statements, given: parameters, importing: imports)
        return zip(statements, complaints).filter { $1.isEmpty }.map { statement, _ in statement }
    }

    /// The names that belong to a method or a property of a type, whatever its parameters are.
    ///
    /// A name is missing if the compiler says the same of it as of a name that nobody has declared. A call would
    /// have to guess the parameters, and a complaint about a wrong guess looks like a missing method.
    ///
    /// ```swift
    /// let left = try members.names(["updateName", "updateHandle"], of: "any ClubMembers")
    /// ```
    public func names(_ names: [String], of type: String) throws -> [String] {
        let undeclared = "aNameThatNobodyDeclares"
        let complaints = try complaints(
            aboutEach: ([undeclared] + names).map { "_ = subject.\($0)" },
            given: "subject: \(type)"
        )
        guard let missing = complaints[0].first(where: { $0.contains(undeclared) }) else {
            throw Obstacle.notAboutAStatement(complaints[0].first ?? "\(type) has everything")
        }
        // Why a prefix: if a missing name resembles another, the compiler goes on to suggest that one.
        return zip(names, complaints.dropFirst()).filter { name, complaints in
            let missing = missing.replacingOccurrences(of: undeclared, with: name)
            return !complaints.contains { $0.hasPrefix(missing) }
        }.map { name, _ in name }
    }

    /// What the compiler says against each statement, without the place; nothing if that one compiles.
    private func complaints(
        aboutEach statements: [String],
        given parameters: String,
        importing imports: [String] = []
    ) throws -> [[String]] {
        let head = imports.map { "import \($0)" }
        let attempts = statements.enumerated().map { number, statement in
            "func attempt\(number)(\(parameters)) throws { \(statement) }"
        }
        // The first line of a snippet imports the module.
        let firstLine = 1 + head.count + 1
        let complaints = try complaints(about: (head + attempts).joined(separator: "\n"))
        var sorted = statements.map { _ in [String]() }
        // A complaint that begins with a space is drawn under the code, and repeats one with a place.
        for complaint in complaints where !complaint.hasPrefix(" ") {
            let place = complaint.components(separatedBy: "Snippet.swift:").dropFirst().first ?? ""
            let number = (Int(place.prefix { $0.isNumber }) ?? 0) - firstLine
            guard statements.indices.contains(number) else { throw Obstacle.notAboutAStatement(complaint) }
            sorted[number].append(String(place.drop { $0 != " " }))
        }
        if let complaint = complaints.first, sorted.allSatisfy(\.isEmpty) {
            throw Obstacle.notAboutAStatement(complaint)
        }
        return sorted
    }

    /// What the compiler says against the code; nothing if it compiles.
    public func complaints(about code: String) throws -> [String] {
        guard let modules = Self.folder(of: module) else { throw Obstacle.moduleNotFound(module) }
        guard let compiler = Self.compiler(beside: modules) else { throw Obstacle.noCompiler }

        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-snippet-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }

        let snippet = scratch.appendingPathComponent("Snippet.swift")
        try "\(testable ? "@testable " : "")import \(module)\n\(code)\n"
            .write(to: snippet, atomically: true, encoding: .utf8)

        func compiled(_ options: [String]) throws -> (isAccepted: Bool, said: String) {
            let visibility = ownImportsOnly ? ["-enable-upcoming-feature", "MemberImportVisibility"] : []
            return try Self.compile(snippet, with: compiler, ["-I", modules.path] + visibility + options)
        }
        let ownCache = ["-module-cache-path", Self.ownModuleCache.path]
        let hasOwnCache = FileManager.default.fileExists(atPath: Self.ownModuleCache.path)
        var (isAccepted, text) = try compiled(hasOwnCache ? ownCache : [])
        if !isAccepted, !hasOwnCache, Self.obstacle(in: text) != nil {
            (isAccepted, text) = try compiled(ownCache)
        }
        guard !isAccepted else { return [] }
        if let obstacle = Self.obstacle(in: text) { throw Obstacle.machine(obstacle) }
        let complaints = text.split(separator: "\n").filter { $0.contains("error:") }.map(String.init)
        return complaints.isEmpty ? [text] : complaints
    }
}

extension CompileCheck {
    /// Where compiled modules are kept if the usual place can't be written to. It serves the whole process, since the
    /// compiler takes seconds to fill it.
    private static let ownModuleCache = FileManager.default.temporaryDirectory
        .appendingPathComponent(
            "kata-modules-\(ProcessInfo.processInfo.processIdentifier)",
            isDirectory: true
        )

    private static func compile(
        _ snippet: URL,
        with compiler: URL,
        _ options: [String]
    ) throws -> (isAccepted: Bool, said: String) {
        let compilation = Process()
        compilation.executableURL = compiler
        // Other variables may come from code in this process.
        compilation.environment = ProcessInfo.processInfo.environment.filter { variables.contains($0.key) }
        // Not `-typecheck`: what has been consumed, initialised or sent is checked only after it.
        compilation.arguments =
            ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library"] + options
            + [snippet.path]
        let output = Pipe()
        compilation.standardOutput = FileHandle.nullDevice
        compilation.standardError = output
        try compilation.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compilation.waitUntilExit()
        return (compilation.terminationStatus == 0, text)
    }

    /// What the compiler says of a machine that it can't work on.
    private static func obstacle(in said: String) -> String? {
        let signs = ["unable to open output file", "Read-only file system", "No space left on device"]
        return said.split(separator: "\n").map(String.init).first { line in
            signs.contains(where: line.contains)
        }
    }

    private static let variables: Set<String> = [
        "PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LANG", "DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS",
        "SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR", "SWIFTLY_BIN_DIR",
    ]

    /// The compiler that is named in `compiler.txt` beside the modules, or else `swiftc` on the path. On macOS
    /// `/usr/bin/swiftc` finds the compiler of the selected Xcode by itself.
    private static func compiler(beside modules: URL) -> URL? {
        let told = modules.appendingPathComponent("compiler.txt")
        if let path = try? String(contentsOf: told, encoding: .utf8) { return URL(fileURLWithPath: path) }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The folder with the built module, sought from the running test bundle upwards: SwiftPM's native build system
    /// keeps modules in `Modules` beside the bundle, Swift Build and Xcode beside the bundle itself.
    private static func folder(of module: String) -> URL? {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [URL(fileURLWithPath: CommandLine.arguments[0])]
        for bundle in bundles {
            var folder = bundle.resolvingSymlinksInPath()
            for _ in 0..<6 where folder.path != "/" {
                folder.deleteLastPathComponent()
                for candidate in [folder.appendingPathComponent("Modules"), folder] {
                    let built = candidate.appendingPathComponent("\(module).swiftmodule")
                    if FileManager.default.fileExists(atPath: built.path) { return candidate }
                }
            }
        }
        return nil
    }
}

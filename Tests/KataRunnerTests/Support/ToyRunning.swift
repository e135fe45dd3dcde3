import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Toy {
    /// Runs the real runner to its end.
    func kata(
        _ words: String...,
        in folder: String? = nil,
        with variables: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> KataRun.Outcome {
        try await start(words, in: folder, with: variables).outcome(sourceLocation: sourceLocation)
    }

    /// - Parameter callers: what calls the runner, if it isn't called directly.
    func start(
        _ words: [String],
        by callers: [String] = [],
        in folder: String? = nil,
        with variables: [String: String?] = [:],
        on terminal: PseudoTerminal? = nil,
        into output: FileHandle? = nil
    ) throws -> KataRun {
        try KataRun(
            callers.isEmpty ? Self.runner : "/usr/bin/env",
            callers.isEmpty ? words : callers + [Self.runner] + words,
            folder: folder ?? root,
            variables: Self.variables.merging(variables) { $1 }.compactMapValues { $0 },
            terminal: terminal,
            output: output
        )
    }

    /// Runs a line of a shell, in which `kata` is the real runner.
    ///
    /// - Parameter words: what calls the shell, and takes what it is called with as its own last arguments.
    func shell(_ line: String, by words: [String] = []) async throws -> KataRun.Outcome {
        let call = words + ["/bin/sh", "-c", "kata() { \"\(Self.runner)\" \"$@\"; }; \(line)"]
        return try await KataRun(
            "/usr/bin/env",
            call,
            folder: root,
            variables: Self.variables.compactMapValues { $0 }
        ).outcome()
    }

    /// What takes the power from a shell to pass over permissions: nothing if it has none. Nil where root
    /// can't lay it down.
    static let withoutPower: [String]? = {
        guard getuid() == 0 else { return [] }
        let words = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]
        return succeeds(words) ? words : nil
    }()

    /// What gives a shell mounts of its own. Nil if the system doesn't allow that.
    static let withOwnMounts: [String]? = {
        let words = ["unshare", "--map-root-user", "--mount"]
        return succeeds(words) ? words : nil
    }()

    private static func succeeds(_ words: [String]) -> Bool {
        #if os(Linux)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = words + ["true"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        #else
            return false
        #endif
    }

    static let runner = "\(products)/kata"

    /// What the runner may know of the machine: nothing that changes what it says.
    private static let variables: [String: String?] = {
        let kept = ["PATH", "HOME", "TMPDIR", "DEVELOPER_DIR"]
        var variables: [String: String?] = ProcessInfo.processInfo.environment.filter {
            kept.contains($0.key)
        }
        variables["LANG"] = "C.UTF-8"
        variables["KATA_INVOCATION"] = "kata"
        // What is built unasked is for the tests that ask for it.
        variables["KATA_PREPARE"] = "off"
        return variables
    }()

    /// Puts a script called `swift` into a folder, and answers with a path that begins with that folder.
    func fakeSwift(_ lines: String) throws -> String {
        let folder = "\(root)/.kata-fake"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/swift"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: "\(folder)/swift"
        )
        return "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    }

    /// Code that waits until a test lets it go on. No two are alike: a verdict that a warm toy has kept would be given
    /// at once, and nothing would ever wait.
    var pause: String {
        """
        FileManager.default.createFile(atPath: "\(root)/.build/paused", contents: Data("\(UUID())".utf8))
                    while !FileManager.default.fileExists(atPath: "\(root)/.build/go-on") { usleep(1000) }
        """
    }

    func waitForPause() async throws {
        try await wait { exists(".build/paused") }
    }

    func goOn() throws {
        try write("", to: ".build/go-on")
    }

    /// Makes all that the runner has written seem to be that much older, or younger.
    func age(by seconds: TimeInterval) throws {
        for folder in [".kata", ".build/kata"] {
            for name in FileManager.default.enumerator(atPath: "\(root)/\(folder)") ?? .init() {
                let path = "\(root)/\(folder)/\(name)"
                guard let old = try? FileManager.default.attributesOfItem(atPath: path),
                    old[.type] as? FileAttributeType == .typeRegular,
                    let date = old[.modificationDate] as? Date
                else { continue }
                try FileManager.default.setAttributes(
                    [.modificationDate: date + seconds],
                    ofItemAtPath: path
                )
            }
        }
    }

    #if os(Linux)
        /// The runners that make chapters of this workbook ready, or of one that stood here.
        func preparers() throws -> [pid_t] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
                .filter { process in
                    let folder = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/\(process)/cwd"
                    )
                    let words = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
                    return folder?.hasPrefix(root) == true
                        && words?.split(separator: 0).contains(Data("prepare".utf8)) == true
                }
        }
    #endif

    /// The command lines of living processes that mention this workbook, but for the runner's own.
    func processes() throws -> [String] {
        #if os(Linux)
            let lines = try FileManager.default.contentsOfDirectory(atPath: "/proc")
                .filter { Int($0) != nil }
                .compactMap { try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/cmdline")) }
                .map { String(decoding: $0.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self) }
        #else
            let ps = Process()
            let pipe = Pipe()
            ps.executableURL = URL(fileURLWithPath: "/bin/ps")
            ps.arguments = ["-A", "-o", "args="]
            ps.standardOutput = pipe
            try ps.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        #endif
        return lines.filter { $0.contains(root + "/") }
    }
}

/// One call of the runner.
struct KataRun {
    struct Outcome: Hashable, Sendable {
        var code: Int32
        var output: String
        var errors: String

        /// The words of the screen, however its lines were broken.
        var words: String { Self.joined(output) }
        var complaint: String { Self.joined(errors) }

        private static func joined(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private let process = Process()
    private let ended: AsyncStream<Int32>
    private let outputs: String
    private let words: [String]

    fileprivate init(
        _ executable: String,
        _ words: [String],
        folder: String,
        variables: [String: String],
        terminal: PseudoTerminal? = nil,
        output: FileHandle? = nil
    ) throws {
        let outputs = FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-run-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: outputs, withIntermediateDirectories: true)
        func file(_ name: String) throws -> FileHandle {
            let url = URL(fileURLWithPath: "\(outputs)/\(name)")
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        }
        self.outputs = outputs
        self.words = words
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = words
        process.environment = variables
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = terminal?.other ?? FileHandle.nullDevice
        let kept = terminal == nil ? [try file("output"), try file("errors")] : []
        process.standardOutput = output ?? terminal?.other ?? kept[0]
        process.standardError = terminal?.other ?? kept[1]
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.ended = ended
        process.terminationHandler = { process in
            let status = process.terminationStatus
            continuation.yield(process.terminationReason == .uncaughtSignal ? 128 + status : status)
            continuation.finish()
        }
        try process.run()
        // The runner has its own by now, and a `Process` is not let go of soon.
        for file in kept { try file.close() }
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    #if os(Linux)
        func hasOpen(_ file: String) -> Bool {
            let folder = "/proc/\(process.processIdentifier)/fd"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == file
            }
        }
    #endif

    /// Waits for its end, and takes what it shows meanwhile: a terminal holds only so much.
    func outcome(
        on terminal: PseudoTerminal,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        try await wait(sourceLocation: sourceLocation, insteadOf: { "\(words) is still running." }) {
            terminal.look()
            return !process.isRunning
        }
        let outcome = try await outcome(sourceLocation: sourceLocation)
        terminal.look()
        return outcome
    }

    /// Waits for its end. A test that runs out of time ends the runner instead.
    func outcome(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Outcome {
        defer { try? FileManager.default.removeItem(atPath: outputs) }
        let code = await withTaskGroup(of: Int32?.self) { race in
            race.addTask { await ended.first { _ in true } }
            race.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { race.cancelAll() }
            return await race.next() ?? nil
        }
        guard let code else {
            let state = kill(process.processIdentifier, 0) == 0 ? "is still running" : "has ended unnoticed"
            Issue.record("\(words) \(state).", sourceLocation: sourceLocation)
            send(SIGINT)
            throw CancellationError()
        }
        func text(_ name: String) -> String {
            (try? Data(contentsOf: URL(fileURLWithPath: "\(outputs)/\(name)")))
                .map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return Outcome(code: code, output: text("output"), errors: text("errors"))
    }
}

/// Waits until something is so, longer than the slowest machine needs.
///
/// - Parameter found: what is so instead, for the report of a test that waits in vain.
func wait(
    sourceLocation: SourceLocation = #_sourceLocation,
    insteadOf found: () -> String = { "" },
    until isSo: () throws -> Bool
) async throws {
    let end = ContinuousClock.now + patience
    while try !isSo() {
        guard ContinuousClock.now < end else {
            Issue.record("Waited in vain. \(found())", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// How long a test waits for one thing before it says what is missing. A class of more than a hundred is graded in a
/// minute or two, and takes more than five where two slow cores have other tests to run as well.
private let patience = Duration.seconds(
    ProcessInfo.processInfo.environment["KATA_TEST_PATIENCE"].flatMap { Int($0) } ?? 900
)

/// A terminal with nobody in front of it but the test.
final class PseudoTerminal {
    private var own: FileHandle?
    fileprivate let other: FileHandle
    private(set) var shown = ""
    private(set) var picture: TerminalPicture

    init(columns: Int = 80, rows: Int = 40) throws {
        var ends: (own: Int32, other: Int32) = (0, 0)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.own, &ends.other, nil, nil, &size) == 0 else { throw POSIXError(.ENOTTY) }
        own = FileHandle(fileDescriptor: ends.own, closeOnDealloc: true)
        other = FileHandle(fileDescriptor: ends.other, closeOnDealloc: true)
        picture = TerminalPicture(rows: rows, columns: columns)
    }

    func type(_ text: String) throws {
        try own?.write(contentsOf: Data(text.utf8))
    }

    /// Waits until a text was on the screen.
    func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await wait(sourceLocation: sourceLocation, insteadOf: screen) {
            look()
            return shown.contains(text)
        }
    }

    /// Waits until the picture is so, longer than the slowest machine needs.
    func sees(
        sourceLocation: SourceLocation = #_sourceLocation,
        where isSo: (TerminalPicture) -> Bool
    ) async throws {
        try await wait(sourceLocation: sourceLocation, insteadOf: screen) {
            look()
            return isSo(picture)
        }
    }

    private func screen() -> String { "The screen shows:\n\(picture.rows.joined(separator: "\n"))" }

    /// Waits until these words are on the screen together, and those are not.
    func see(
        now words: String...,
        without others: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await sees(sourceLocation: sourceLocation) { picture in
            let seen = picture.words
            return words.allSatisfy { seen.contains($0) } && !others.contains { seen.contains($0) }
        }
    }

    /// Looks without a pause, for what is to be measured: until the picture is so, or the time is over.
    func lookHard(until end: ContinuousClock.Instant, where isSo: (TerminalPicture) -> Bool) {
        while ContinuousClock.now < end {
            look()
            if isSo(picture) { return }
            usleep(1000)
        }
    }

    /// Takes what has been printed since the last look.
    func look() {
        guard let own else { return }
        var ready = pollfd(fd: own.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 {
            let data = own.availableData
            shown += String(decoding: data, as: UTF8.self)
            picture.take(data)
        }
    }

    func resize(columns: Int, rows: Int = 40) throws {
        guard let own else { return }
        look()
        picture.resize(rows: rows, columns: columns)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(own.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw POSIXError(.ENOTTY) }
    }

    /// As when somebody closes the window.
    func hangUp() throws {
        try own?.close()
        own = nil
    }

    /// How the terminal is set: what a program may change and has to give back.
    var manners: Manners {
        var settings = termios()
        tcgetattr(other.fileDescriptor, &settings)
        return Manners(
            flags: [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt($0) },
            characters: withUnsafeBytes(of: settings.c_cc) { Array($0) }
        )
    }

    struct Manners: Hashable {
        var flags: [UInt]
        var characters: [UInt8]
    }
}

import Foundation
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Trait where Self == ConditionTrait {
    static var inBrowser: Self {
        .enabled(
            if: Browser.program != nil,
            "No browser was found. Install Chromium or Chrome, or name one: KATA_BROWSER=/path/to/it"
        )
    }
}

/// A real browser without a window, with one page open. It is driven by the DevTools protocol over a pipe.
///
///     try await Browser.open { browser in
///         try await browser.visit("http://127.0.0.1:8080/")
///         try await browser.click("button")
///         #expect(try await browser.text(of: "h1") == "Moa")
///         #expect(browser.complaints.isEmpty)
///     }
final class Browser {
    /// What the console should never hold: errors, exceptions, what could not be loaded.
    private(set) var complaints: [String] = []

    private let pipe: DevToolsPipe
    private var session: String?
    private var frame = ""
    /// Pages that were begun to be loaded, in order, and those of which all is there.
    private var begun: [String] = []
    private var loaded: Set<String> = []
    private var media = ""
    private var scheme = Scheme.light

    enum Scheme: String, CaseIterable, Sendable {
        case light, dark
    }

    /// Opens a page in a browser that nobody else looks through, and that knows nothing of earlier pages.
    static func open<Result>(_ body: (Browser) async throws -> Result) async throws -> Result {
        guard let program else { throw Trouble("no browser was found") }
        let process = try BrowserProcess.idle() ?? BrowserProcess(program)
        let browser = Browser(DevToolsPipe(to: process))
        do {
            let context = try await browser.openPage()
            let result = try await body(browser)
            browser.session = nil
            try await browser.order("Target.disposeBrowserContext", ["browserContextId": .string(context)])
            process.giveBack()
            return result
        } catch {
            // Who knows what it is still busy with.
            process.end()
            throw error
        }
    }

    private init(_ pipe: DevToolsPipe) {
        self.pipe = pipe
    }

    private func openPage() async throws -> String {
        struct Context: Decodable { var browserContextId: String }
        struct Target: Decodable { var targetId: String }
        struct Attached: Decodable { var sessionId: String }
        let context: Context = try await call("Target.createBrowserContext")
        let target: Target = try await call(
            "Target.createTarget",
            ["url": "about:blank", "browserContextId": .string(context.browserContextId)]
        )
        let attached: Attached = try await call(
            "Target.attachToTarget",
            ["targetId": .string(target.targetId), "flatten": true]
        )
        session = attached.sessionId
        frame = target.targetId
        for domain in ["Page", "Runtime", "Log"] { try await order("\(domain).enable") }
        try await order("Page.setLifecycleEventsEnabled", ["enabled": true])
        try await resize(width: 1200)
        try await show(.light)
        return context.browserContextId
    }

    // MARK: - What somebody in front of it does

    /// Opens a page, by http or from a file, and waits until all of it is there, or of the one it leads on to.
    func visit(_ address: String) async throws {
        struct Visit: Decodable {
            var loaderId: String?
            var errorText: String?
        }
        let visit: Visit = try await call("Page.navigate", ["url": .string(address)])
        if let error = visit.errorText { throw Trouble("\(address) could not be opened: \(error)") }
        // Within the same page there is nothing to load.
        guard let loader = visit.loaderId else { return }
        try await pipe.wait("\(address) to be loaded") { message in
            if let message { note(message) }
            return begun.contains(loader) && begun.last.map(loaded.contains) ?? false
        }
    }

    /// Clicks in the middle of the first element that a CSS selector finds.
    ///
    /// - Parameter text: its whole text, if only that distinguishes it from others.
    func click(_ selector: String, saying text: String? = nil) async throws {
        let found =
            text.map {
                "[...document.querySelectorAll(\(quoted(selector)))].find(e => e.innerText.trim() == \(quoted($0)))"
            } ?? "document.querySelector(\(quoted(selector)))"
        try await wait(until: found)
        let place = try await placeAtRest(of: found)
        for type in ["mousePressed", "mouseReleased"] {
            try await order(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": .number(place.x), "y": .number(place.y), "button": "left",
                    "clickCount": 1,
                ]
            )
        }
    }

    private struct Place: Decodable, Equatable {
        var x, y: Double
        /// Nothing else is in front of it.
        var isSeen: Bool
    }

    /// Waits until an element no longer moves: what is loaded late pushes the others about.
    private func placeAtRest(of element: String) async throws -> Place {
        let end = ContinuousClock.now + DevToolsPipe.patience
        var last: Place?
        while true {
            let place: Place = try await evaluate(
                """
                (() => {
                    const element = \(element);
                    if (!element) { return {x: 0, y: 0, isSeen: false}; }
                    element.scrollIntoView({block: "center", behavior: "instant"});
                    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
                    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                    return {x, y, isSeen: element.contains(document.elementFromPoint(x, y))};
                })()
                """
            )
            if place.isSeen, place == last { return place }
            last = place
            guard ContinuousClock.now < end else { throw Trouble("can't be clicked: \(element)") }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Presses keys one after the other: `Tab`, `Enter`, `ArrowDown`, or a character.
    func press(_ keys: String..., shift: Bool = false) async throws {
        for key in keys {
            let special = Self.specialKeys[key]
            let text = special.map(\.text) ?? key
            let code = special?.code ?? Int(key.uppercased().unicodeScalars.first?.value ?? 0)
            for type in ["keyDown", "keyUp"] {
                try await order(
                    "Input.dispatchKeyEvent",
                    [
                        "type": .string(type), "key": .string(key == "Space" ? " " : key),
                        "code": .string(special == nil ? "" : key), "text": .string(text),
                        "windowsVirtualKeyCode": .number(Double(code)), "modifiers": shift ? 8 : 0,
                    ]
                )
            }
        }
    }

    private static let specialKeys: [String: (code: Int, text: String)] = [
        "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), "Space": (32, " "), "End": (35, ""),
        "Home": (36, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""),
        "ArrowDown": (40, ""),
    ]

    // MARK: - How it shows the page

    func show(_ scheme: Scheme) async throws {
        self.scheme = scheme
        try await setMedia()
    }

    /// Shows the page as it would be printed, or on the screen again.
    func preview(print: Bool) async throws {
        media = print ? "print" : ""
        try await setMedia()
    }

    private func setMedia() async throws {
        let feature: JSON = ["name": "prefers-color-scheme", "value": .string(scheme.rawValue)]
        try await order("Emulation.setEmulatedMedia", ["media": .string(media), "features": [feature]])
    }

    func resize(width: Int, height: Int = 900) async throws {
        try await order(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ]
        )
    }

    /// Keeps a picture of what is seen, or of the whole page, as a PNG file.
    func picture(to file: String, ofWholePage: Bool = false) async throws {
        struct Picture: Decodable { var data: Data }
        let picture: Picture = try await call(
            "Page.captureScreenshot",
            ["format": "png", "captureBeyondViewport": .bool(ofWholePage)]
        )
        try picture.data.write(to: URL(fileURLWithPath: file))
    }

    /// The page as a PDF file, as the print dialogue would make it.
    func printed() async throws -> Data {
        struct Printed: Decodable { var data: Data }
        let printed: Printed = try await call("Page.printToPDF", ["printBackground": true])
        return printed.data
    }

    // MARK: - What is on the page

    /// The value of a JavaScript expression. A promise is waited for.
    func evaluate<Value: Decodable>(_ script: String) async throws -> Value {
        let evaluation: Evaluation<Value> = try await call(
            "Runtime.evaluate",
            ["expression": .string(script), "returnByValue": true, "awaitPromise": true]
        )
        if let details = evaluation.exceptionDetails {
            throw Trouble("\(script) failed: \(details.words)")
        }
        guard let value = evaluation.result.value else { throw Trouble("\(script) has no value") }
        return value
    }

    /// Waits until a JavaScript expression is true.
    func wait(until script: String) async throws {
        let end = ContinuousClock.now + DevToolsPipe.patience
        while !(try await evaluate("Boolean(\(script))") as Bool) {
            guard ContinuousClock.now < end else { throw Trouble("never true: \(script)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What can be read in the first element that a CSS selector finds.
    func text(of selector: String) async throws -> String {
        try await wait(until: "document.querySelector(\(quoted(selector))) !== null")
        return try await evaluate("document.querySelector(\(quoted(selector))).innerText.trim()")
    }

    func count(_ selector: String) async throws -> Int {
        try await evaluate("document.querySelectorAll(\(quoted(selector))).length")
    }

    /// A value of a style as it is applied: `color` → `rgb(0, 0, 0)`.
    func style(_ property: String, of selector: String) async throws -> String {
        try await evaluate(
            "getComputedStyle(document.querySelector(\(quoted(selector)))).getPropertyValue(\(quoted(property)))"
        )
    }

    /// Whether a reader would have to scroll sideways.
    func isTooWide() async throws -> Bool {
        try await evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    }

    /// What has come in and was not yet looked at: a complaint may come a moment after the page.
    func listen(for duration: Duration = .milliseconds(200)) async throws {
        try await Task.sleep(for: duration)
        while let message = try pipe.next() { note(message) }
    }

    func forgetComplaints() {
        complaints = []
    }

    private func quoted(_ text: String) -> String {
        let data = (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8)
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: - The protocol

    private func order(_ method: String, _ parameters: JSON = [:]) async throws {
        struct Nothing: Decodable {}
        let _: Nothing = try await call(method, parameters)
    }

    private func call<Reply: Decodable>(_ method: String, _ parameters: JSON = [:]) async throws -> Reply {
        let id = try pipe.send(method, parameters, session: session)
        var answer: Answer<Reply>?
        try await pipe.wait("an answer to \(method)") { message in
            guard let message else { return false }
            guard message.id == id else {
                note(message)
                return false
            }
            answer = try JSONDecoder().decode(Answer<Reply>.self, from: message.data)
            return true
        }
        guard let reply = answer?.result else {
            throw Trouble("\(method) was refused: \(answer?.error?.message ?? "no reason given")")
        }
        return reply
    }

    private func note(_ message: DevToolsPipe.Message) {
        // A page that was closed may have had a last word.
        guard let method = message.method, message.session == session else { return }
        switch method {
        case "Page.lifecycleEvent":
            struct Stage: Decodable { var name, loaderId, frameId: String }
            guard let stage: Stage = message.parameters(), stage.frameId == frame else { return }
            if stage.name == "init" { begun.append(stage.loaderId) }
            if stage.name == "networkIdle" { loaded.insert(stage.loaderId) }
        case "Runtime.consoleAPICalled":
            struct Value: Decodable {
                var value: JSON?
                var description: String?
            }
            struct Said: Decodable {
                var type: String
                var args: [Value]
            }
            guard let event: Said = message.parameters(), ["error", "assert"].contains(event.type) else {
                return
            }
            let words = event.args.map { value -> String in
                guard case .string(let text)? = value.value else { return value.description ?? "" }
                return text
            }
            complaints.append("console: \(words.joined(separator: " "))")
        case "Runtime.exceptionThrown":
            struct Thrown: Decodable { var exceptionDetails: ExceptionDetails }
            guard let thrown: Thrown = message.parameters() else { return }
            complaints.append("exception: \(thrown.exceptionDetails.words)")
        case "Log.entryAdded":
            struct Logged: Decodable {
                struct Entry: Decodable {
                    var level, text: String
                    var url: String?
                }
                var entry: Entry
            }
            guard let event: Logged = message.parameters(), event.entry.level == "error" else { return }
            complaints.append("log: \(event.entry.text) \(event.entry.url ?? "")")
        default: break
        }
    }

    struct Trouble: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

// MARK: - Where it is found

extension Browser {
    /// Nil if there is none.
    static let program: String? = {
        let variables = ProcessInfo.processInfo.environment
        if let named = variables["KATA_BROWSER"], !named.isEmpty { return named }
        let names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"]
        let folders = (variables["PATH"] ?? "").split(separator: ":")
        let onPath = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        let applications = ["Google Chrome", "Chromium", "Microsoft Edge"].flatMap { name in
            ["", variables["HOME"] ?? ""].map { "\($0)/Applications/\(name).app/Contents/MacOS/\(name)" }
        }
        return (onPath + applications).first { access($0, X_OK) == 0 }
    }()
}

/// A browser that runs without a window. Those that nobody looks through are kept for the next test, since to start one
/// takes longer than most of what a test does in it; they end with the tests.
private struct BrowserProcess: Sendable {
    let id: pid_t
    /// The line to it: messages of JSON, each ended by a zero byte.
    let line: Int32
    private let folder: String

    private static let idlers = Mutex<[BrowserProcess]>([])
    private static let endsWithTheTests: Void = {
        atexit { BrowserProcess.idlers.withLock { $0 }.forEach { $0.end() } }
    }()

    static func idle() -> BrowserProcess? {
        idlers.withLock { $0.popLast() }
    }

    func giveBack() {
        _ = Self.endsWithTheTests
        Self.idlers.withLock { $0.append(self) }
    }

    func end() {
        close(line)
        kill(-id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
        try? FileManager.default.removeItem(atPath: folder)
    }

    var lastWords: String {
        let text = (try? String(contentsOfFile: "\(folder)/errors.txt", encoding: .utf8)) ?? ""
        return String(text.suffix(600))
    }

    init(_ program: String) throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-browser-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            (id, line) = try Self.start(program, folder)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private static func start(_ program: String, _ folder: String) throws -> (pid_t, Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Platform.stream, 0, &ends) == 0 else {
            throw Browser.Trouble("no socket: \(String(cString: strerror(errno)))")
        }
        // Away from 3 and 4, the numbers that the browser expects.
        let line = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
        let other = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
        for end in ends { close(end) }
        defer { close(other) }
        Platform.sendNoSignal(line)

        var actions = Platform.noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        let errors = "\(folder)/errors.txt"
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, other, 3)
        posix_spawn_file_actions_adddup2(&actions, other, 4)

        var attributes = Platform.noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        let words =
            [
                program, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(folder)/profile",
                "--no-first-run", "--no-default-browser-check", "--disable-extensions",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
                "--force-device-scale-factor=1", "--lang=en-GB",
            ] + Platform.switches + ["about:blank"]
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let variables =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for variable in variables { free(variable) } }

        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, &attributes, arguments, variables)
        guard failure == 0 else {
            close(line)
            throw Browser.Trouble("\(program) could not be started: \(String(cString: strerror(failure)))")
        }
        return (process, line)
    }
}

/// What is said to a browser, and what it answers.
private final class DevToolsPipe {
    struct Message {
        var data: Data
        var id: Int?
        var method: String?
        var session: String?

        func parameters<Parameters: Decodable>() -> Parameters? {
            return (try? JSONDecoder().decode(Event<Parameters>.self, from: data))?.params
        }
    }

    /// For each wait, in a machine that is busy with much else.
    static let patience = Duration.seconds(
        ProcessInfo.processInfo.environment["KATA_TEST_PATIENCE"].flatMap { Int($0) } ?? 120
    )

    private let process: BrowserProcess
    private var lastID = 0
    private var received = Data()
    private var messages: [Message] = []

    init(to process: BrowserProcess) {
        self.process = process
    }

    func send(_ method: String, _ parameters: JSON, session: String?) throws -> Int {
        lastID += 1
        var message: [String: JSON] = [
            "id": .number(Double(lastID)), "method": .string(method), "params": parameters,
        ]
        message["sessionId"] = session.map { .string($0) }
        var rest = try JSONEncoder().encode(message) + [0]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Platform.send(process.line, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw Browser.Trouble("the browser has ended: \(process.lastWords)") }
            rest = Data(rest.dropFirst(count))
        }
        return lastID
    }

    /// Waits until the closure is content. It is called with each message, and once before.
    func wait(_ what: String, until isDone: (Message?) throws -> Bool) async throws {
        let end = ContinuousClock.now + Self.patience
        if try isDone(nil) { return }
        while true {
            while let message = try next() {
                if try isDone(message) { return }
            }
            guard ContinuousClock.now < end else {
                throw Browser.Trouble("waited in vain for \(what): \(process.lastWords)")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The next message that has come; nil when there is none so far.
    func next() throws -> Message? {
        var ready = pollfd(fd: process.line, events: Int16(POLLIN), revents: 0)
        while messages.isEmpty, poll(&ready, 1, 0) > 0 {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(process.line, &bytes, bytes.count)
            guard count > 0 else { throw Browser.Trouble("the browser has ended: \(process.lastWords)") }
            received += bytes.prefix(count)
            // A picture comes in many pieces: only the last has the end in it.
            guard bytes.prefix(count).contains(0) else { continue }
            var parts = received.split(separator: 0, omittingEmptySubsequences: false)
            received = Data(parts.removeLast())
            for part in parts {
                struct Head: Decodable {
                    var id: Int?
                    var method: String?
                    var sessionId: String?
                }
                let head = try JSONDecoder().decode(Head.self, from: Data(part))
                messages.append(
                    Message(data: Data(part), id: head.id, method: head.method, session: head.sessionId)
                )
            }
        }
        return messages.isEmpty ? nil : messages.removeFirst()
    }
}

// MARK: - What comes over it

private struct Answer<Reply: Decodable>: Decodable {
    struct Refusal: Decodable { var message: String }

    var result: Reply?
    var error: Refusal?
}

private struct Event<Parameters: Decodable>: Decodable {
    var params: Parameters
}

private struct Evaluation<Value: Decodable>: Decodable {
    struct Result: Decodable { var value: Value? }

    var result: Result
    var exceptionDetails: ExceptionDetails?
}

private struct ExceptionDetails: Decodable {
    struct Exception: Decodable { var description: String? }

    var text: String
    var exception: Exception?

    var words: String { exception?.description ?? text }
}

/// A value of JSON, as it is sent.
enum JSON: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .number(let number): try value.encode(number)
        case .string(let string): try value.encode(string)
        case .array(let array): try value.encode(array)
        case .object(let object): try value.encode(object)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral string: String) { self = .string(string) }
    init(booleanLiteral bool: Bool) { self = .bool(bool) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

// MARK: - Where Linux and macOS differ

private enum Platform {
    #if canImport(Darwin)
        static let stream = SOCK_STREAM
        static let switches: [String] = ["--use-mock-keychain"]
        static func noActions() -> posix_spawn_file_actions_t? { nil }
        static func noAttributes() -> posix_spawnattr_t? { nil }

        /// A browser that has ended must not end the tests.
        static func sendNoSignal(_ socket: Int32) {
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        }

        static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            sendBytes(socket, bytes, count, 0)
        }
    #else
        // `SOCK_STREAM` and `MSG_NOSIGNAL`, which the C libraries declare in different types.
        static let stream: Int32 = 1
        private static let noSignal: Int32 = 0x4000
        /// Root and containers have no sandbox for it; the pages are the tests' own.
        static let switches = ["--no-sandbox"]
        static func noActions() -> posix_spawn_file_actions_t { .init() }
        static func noAttributes() -> posix_spawnattr_t { .init() }
        static func sendNoSignal(_ socket: Int32) {}

        static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            sendBytes(socket, bytes, count, noSignal)
        }
    #endif
}

/// `send` means something else inside `Platform`.
private func sendBytes(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(socket, bytes, count, flags)
}

import Foundation
import Testing

@testable import KataRunner

@Suite("What is run shut off")
struct SandboxTests {
    private let request = ProcessRequest(
        executable: "/b/tests",
        arguments: ["--filter", "a b"],
        variables: ["HOME": "/h"],
        directory: "/w/run/home",
        memoryLimit: 1 << 30
    )
    private let grant = Sandbox.Grant(
        readable: ["/opt/toolchain/usr"],
        writable: ["/w/run/events.pipe"],
        scratch: ["/w/run/home"],
        room: 1024,
        processes: 7
    )

    @Test("bubblewrap shuts off all that the system has, and grants what was granted, in this order")
    func bubblewrap() {
        let sandbox = Sandbox(tool: .bubblewrap(limitsFolders: true), path: "/usr/bin/bwrap")
        let wrapped = sandbox.wrapped(request, grant)
        #expect(wrapped.executable == "/usr/bin/bwrap")
        #expect(wrapped.directory == "/")
        #expect(wrapped.memoryLimit == request.memoryLimit)
        let words = wrapped.arguments.joined(separator: " ")
        for part in ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop ALL"] {
            #expect(words.contains(part))
        }
        #expect(!words.contains("--share-net"))
        let order = [
            "--size 1024 --tmpfs /tmp", "--remount-ro /dev --remount-ro /proc",
            "--ro-bind-try /opt/toolchain/usr /opt/toolchain/usr",
            "--bind /w/run/events.pipe /w/run/events.pipe", "--size 1024 --tmpfs /w/run/home",
            "--remount-ro / --chdir /w/run/home -- /bin/sh -c", "ulimit -u 7",
            "sh /b/tests --filter a b",
        ]
        var rest = words[...]
        for part in order {
            let found = rest.firstRange(of: part)
            #expect(found != nil, "\(part) is missing or comes too early")
            rest = found.map { rest[$0.upperBound...] } ?? rest
        }
        #expect(words.components(separatedBy: "--bind ").count == 2, "more than was granted can be written")
    }

    @Test("an older bubblewrap is not asked for what it doesn't know")
    func older() {
        let sandbox = Sandbox(tool: .bubblewrap(limitsFolders: false), path: "/usr/bin/bwrap")
        #expect(!sandbox.wrapped(request, grant).arguments.contains("--size"))
    }

    @Test("the end by a signal is reported as one")
    func signals() {
        let bubblewrap = Sandbox(tool: .bubblewrap(limitsFolders: true), path: "/usr/bin/bwrap")
        let seatbelt = Sandbox(tool: .seatbelt, path: "/usr/bin/sandbox-exec")
        let outcome = ProcessOutcome(end: .exited(139), output: "")
        #expect(bubblewrap.unwrapped(outcome).end == .signalled(11))
        #expect(bubblewrap.unwrapped(ProcessOutcome(end: .exited(1), output: "")).end == .exited(1))
        #expect(seatbelt.unwrapped(outcome).end == .exited(139))
    }

    @Test("the profile for macOS denies first, and quotes every path")
    func seatbelt() {
        var grant = grant
        grant.writable = ["/a\"b\\c"]
        let sandbox = Sandbox(tool: .seatbelt, path: "/usr/bin/sandbox-exec")
        let wrapped = sandbox.wrapped(request, grant)
        #expect(wrapped.executable == "/usr/bin/sandbox-exec")
        #expect(wrapped.directory == "/w/run/home")
        #expect(wrapped.arguments.suffix(3) == ["/b/tests", "--filter", "a b"])
        let profile = wrapped.arguments[1]
        #expect(profile.contains("(deny network*)"))
        #expect(profile.contains("(subpath \"/a\\\"b\\\\c\")"))
        let denied = profile.firstRange(of: "(deny file-write*)")
        let allowed = profile.firstRange(of: "(allow file-write*")
        #expect(denied != nil && allowed != nil && denied!.lowerBound < allowed!.lowerBound)
    }

    @Test("no variable goes along that may hold a secret")
    func variables() {
        var request = request
        request.variables = ["PATH": "/bin", "HOME": "/root", "TOKEN": "x", "LANG": "ko_KR.UTF-8"]
        let environment = Environment.fake()
        let toolchain = Toolchain(swift: "/opt/toolchain/usr/bin/swift", identity: "", buildTool: nil)
        let control = KataRunner.Control(words: "")
        let open = Confinement(sandbox: nil, control: control, toolchain: toolchain, environment)
        let run = open.run(request, readable: [], folder: "/w/run", cache: "/w/run/cache")
        #expect(Set(run.variables.keys) == ["PATH", "HOME", "LANG", "TMPDIR", "XDG_CACHE_HOME"])
        #expect(run.variables["HOME"] == "/w/run/home")
        #expect(open.toolchain == ["/opt/toolchain/usr/bin", "/opt/toolchain/usr"])
    }

    @Test("a toolchain that is put together of links is reached wherever its compiler lies")
    func linkedToolchain() {
        var environment = Environment.fake()
        environment.files.resolve = { path in
            path == "/opt/mine/usr/bin/swiftc" ? "/opt/toolchain/usr/bin/swiftc" : path
        }
        let toolchain = Toolchain(swift: "/opt/mine/usr/bin/swift", identity: "", buildTool: nil)
        let control = KataRunner.Control(words: "")
        let open = Confinement(sandbox: nil, control: control, toolchain: toolchain, environment)
        #expect(
            open.toolchain == [
                "/opt/mine/usr/bin", "/opt/mine/usr", "/opt/toolchain/usr/bin", "/opt/toolchain/usr",
            ]
        )
    }
}

@Suite("A control vouches for a run")
struct ControlTests {
    private let control = KataRunner.Control(words: "only the runner knows")

    private func line(_ kind: String, _ payload: String) -> String {
        "{\"kind\":\"\(kind)\",\"payload\":{\(payload)}}"
    }

    private func declared(_ id: String, _ name: String) -> String {
        line("test", "\"kind\":\"function\",\"id\":\"\(id)\",\"displayName\":\"\(name)\"")
    }

    private func event(_ kind: String, _ id: String) -> String {
        line("event", "\"kind\":\"\(kind)\",\"testID\":\"\(id)\"")
    }

    private func failures(_ id: String, _ words: [String]) -> [String] {
        words.map { failure(id, $0) }
    }

    private func failure(_ id: String, _ words: String) -> String {
        line(
            "event",
            "\"kind\":\"issueRecorded\",\"testID\":\"\(id)\",\"issue\":{\"isFailure\":true},"
                + "\"messages\":[{\"symbol\":\"fail\",\"text\":\"Expectation failed: 1 == 2\"},"
                + "{\"symbol\":\"details\",\"text\":\"\(words)\"}]"
        )
    }

    private let rule = "ATests.BTests/rule()"
    private let own = "ATests.ControlTests/control()"

    private func lines(words: [String]? = nil) -> [String] {
        [
            declared(rule, "a rule"), declared(own, "the control is seen to fail"),
            event("testStarted", rule), event("testEnded", rule), event("testStarted", own),
        ] + failures(own, words ?? control.told) + [
            event("testEnded", own), line("event", "\"kind\":\"runEnded\""),
        ]
    }

    private func vouches(_ lines: [String], end: ProcessOutcome.End = .exited(1)) -> Bool {
        let stream = EventStream(parsing: Data(lines.joined(separator: "\n").utf8))
        return control.vouches(for: stream, ProcessOutcome(end: end, output: ""))
    }

    @Test("a run that reached its end and failed as it must is believed")
    func honest() { #expect(vouches(lines())) }

    @Test(
        "a run that ends as if nothing had failed is not",
        arguments: [ProcessOutcome.End.exited(0), .timedOut]
    )
    func end(end: ProcessOutcome.End) { #expect(!vouches(lines(), end: end)) }

    @Test("nor one that fails with other words, or passes over the control")
    func words() {
        #expect(!vouches(lines(words: control.told.map { _ in "a guess" })))
        #expect(!vouches(lines().filter { !$0.contains("issueRecorded") }))
        #expect(!vouches(lines().filter { !$0.contains(own) }))
    }

    @Test("nor one in which any kind of expectation did not fail as it should", arguments: 0..<20)
    func kinds(place: Int) {
        var told = control.told
        #expect(told.count == 20)
        told.remove(at: place)
        #expect(!vouches(lines(words: told)))
    }

    @Test("nor one without an end")
    func cut() { #expect(!vouches(lines().dropLast())) }

    @Test("nor one in which anything is reported twice", arguments: 0..<27)
    func twice(place: Int) {
        var lines = lines()
        lines.insert(lines[place], at: place)
        // A second failure of the control is not the one it makes.
        #expect(!vouches(lines))
    }

    @Test("nor one in which a rule is over that has not begun, or begins before another is over")
    func order() {
        var lines = lines()
        lines.swapAt(2, 3)
        #expect(!vouches(lines))
        lines = self.lines()
        lines.swapAt(3, 4)
        #expect(!vouches(lines))
    }
}

import Foundation
import Synchronization
import Testing

@testable import KataRunner

@Suite("Running suites")
struct TestRunTests {
    @Test("a crash costs one rule its verdict, and the others keep theirs", arguments: Recorded.versions)
    func crash(version: String) throws {
        let output = try FixtureFolder.text("EventStreams/crashing.output.txt")
        let process = FakeProcess([
            .init(stream: try Recorded.data("crashing", version), end: .signalled(4), errors: output),
            .init(stream: try Recorded.data("crashing-again", version), end: .exited(1)),
        ])
        let result = try check("Crashing", process)
        #expect(result.verdict == .crashed)
        #expect(
            result.outcomes == [
                "a kite begins on the ground: passed", "every knot can be asked for: crashed",
                "a kite lands after all: failed",
            ]
        )
        let issues = result.rules[1].issues
        #expect(issues.map(\.message) == ["the first knot is another", "Index out of range"])
        #expect(issues.last?.file == "Exercises/Chapter9Toys/1-Kite.swift")
        #expect(issues.last?.line == 10)

        let requests = process.requests
        #expect(requests.count == 2)
        #expect(requests[0].arguments.filter { $0 == "--skip" } == [])
        #expect(requests[1].arguments.filter { $0 == "--skip" }.count == 1)
    }

    @Test("a process that ends itself has not passed, though it exits with 0", arguments: Recorded.versions)
    func leaving(version: String) throws {
        let process = FakeProcess([
            .init(stream: try Recorded.data("leaving", version), end: .exited(0)),
            .init(stream: try Recorded.data("leaving-again", version), end: .exited(0)),
        ])
        let result = try check("Leaving", process)
        #expect(result.verdict == .crashed)
        #expect(result.rules[1].outcome == .crashed)
        #expect(result.rules[1].issues.map(\.message) == ["the process was ended by exit(0)"])
        // Nothing else says where it was, so the rule's own line must do.
        #expect(result.rules[1].issues.map(\.file) == ["Tests/Chapter9ToysTests/8-LeavingTests.swift"])
        #expect(result.rules[1].issues.map(\.line) == [13])
        #expect(result.rules[2].outcome == .passed)
    }

    @Test("a rule without end is ended, and the others have their turn", arguments: Recorded.versions)
    func endless(version: String) throws {
        let process = FakeProcess([
            .init(stream: try Recorded.data("endless", version), end: .timedOut),
            .init(stream: try Recorded.data("endless-again", version), end: .exited(0)),
        ])
        let result = try check("Endless", process)
        #expect(result.verdict == .timedOut)
        #expect(result.rules.map(\.outcome) == [.passed, .timedOut, .passed])
        #expect(
            result.rules[1].issues.map(\.message) == [
                "not finished after 10 seconds: is there a loop that never ends, or a wait that nobody ends?"
            ]
        )
    }

    /// Time that others take from it doesn't count, and whoever gets none of it is charged with nothing.
    @Test(
        "a rule that others kept the machine from has not overrun, and nobody knows what it would have come to",
        arguments: [(9.0, 200.2, true), (10.2, 100.2, false), (10.2, 10.2, false)]
    )
    func heldUp(worked: Double, seconds: Double, isHeldUp: Bool) throws {
        let looks = [Elapsed(seconds: 0), Elapsed(seconds: seconds, worked: worked)]
        let process = FakeProcess([
            .init(stream: try Recorded.data("endless", "0"), end: .timedOut, looks: looks),
            .init(stream: try Recorded.data("endless-again", "0"), end: .exited(0)),
        ])
        let result = try check("Endless", process)
        #expect(process.requests.map(\.patience) == [.ready, .ready])
        #expect(result.rules[1].outcome == .timedOut)
        let cause = isHeldUp ? RuleIssue.Cause.heldUp(seconds: 0) : .overran(seconds: 10)
        #expect(result.rules[1].issues.map(\.cause) == [cause])
    }

    @Test("a suite that overruns twice has had its time")
    func twice() throws {
        let endless = try Recorded.data("endless", "0")
        let process = FakeProcess([
            .init(stream: endless.dropLines(2), end: .timedOut), .init(stream: endless, end: .timedOut),
        ])
        let result = try check("Endless", process)
        #expect(process.requests.count == 2)
        #expect(result.verdict == .timedOut)
        #expect(result.rules.map(\.outcome) == [.timedOut, .timedOut, .notRun])
    }

    @Test("a process that never begins is not tried for ever")
    func nothing() throws {
        let process = FakeProcess([.init(stream: Data(), end: .signalled(6))])
        #expect(try check("Flying", process).verdict == .noTests)
        #expect(process.requests.count == 1)
    }

    @Test("each suite is asked for by its whole name, and rules run one at a time")
    func arguments() throws {
        let process = FakeProcess([.init(stream: try Recorded.data("flying", "0"), end: .exited(0))])
        _ = try check("Flying", process)
        let arguments = try #require(process.requests.first).arguments
        #expect(arguments.contains("--no-parallel"))
        let filter = try #require(arguments.firstIndex(of: "--filter"))
        #expect(arguments[filter + 1] == #"^Chapter9ToysTests\.FlyingTests/"#)
        let pattern = try Regex(arguments[filter + 1])
        #expect("Chapter9ToysTests.FlyingTests/rises()".contains(pattern))
        #expect(!"Chapter9ToysTests.FlyingTestsToo/rises()".contains(pattern))
    }

    @Test("a crash that took nearly all the memory it may have is reported as one")
    func memory() throws {
        let end = ProcessOutcome.End.signalled(6)
        let crashing = try Recorded.data("crashing", "0")
        func message(peakMemory: Int) throws -> String? {
            let process = FakeProcess([
                .init(stream: crashing, end: end, peakMemory: peakMemory),
                .init(stream: try Recorded.data("crashing-again", "0"), end: .exited(1)),
            ])
            return try check("Crashing", process).rules[1].issues.last?.message
        }
        #expect(
            try message(peakMemory: 1 << 30)
                == "the process took more than the 1024 MiB of memory that it may have"
        )
        #expect(try message(peakMemory: 1 << 29) == "the process called abort()")
    }

    @Test("the process that runs the rules has limited memory, and no time limit but that of its rules")
    func limits() throws {
        let process = FakeProcess([.init(stream: try Recorded.data("flying", "0"), end: .exited(0))])
        _ = try check("Flying", process)
        #expect(process.requests.map(\.memoryLimit) == [1 << 30])
        #expect(process.requests.map(\.timeLimit) == [nil])
    }

    @Test("what the learner's code printed is kept, from each run")
    func printed() throws {
        let process = FakeProcess([
            .init(stream: try Recorded.data("crashing", "0"), end: .signalled(4), output: "one\n"),
            .init(stream: try Recorded.data("crashing-again", "0"), end: .exited(1), output: "둘\n"),
        ])
        #expect(try findings("Crashing", process).map(\.printed) == ["one\n", "둘\n"])
    }

    @Test("a verdict that nobody wants any more ends the process, and is none")
    func cancelled() throws {
        let process = FakeProcess([.init(stream: try Recorded.data("flying", "0"), end: .exited(0))])
        #expect(throws: Complaint.cancelled) { try findings("Flying", process, isWanted: false) }
    }

    @Test("what is interrupted is no verdict")
    func interrupted() throws {
        let process = FakeProcess([.init(stream: Data(), end: .interrupted)])
        #expect(throws: Complaint.interrupted) { try check("Flying", process) }
    }

    @Test("where each test target has a program, its suites run in it, and together")
    func programs() throws {
        let folder = "/workbook/.build/out/Products/Debug-linux"
        let first = "Chapter9ToysTests"
        let second = "Chapter8BooksTests"
        let stream = try Recorded.data("flying", "0")
        let process = FakeProcess([
            .init(stream: stream, end: .exited(0)), .init(stream: stream, end: .exited(0)),
        ])
        let programs = ["\(folder)/\(first)-test-runner": "", "\(folder)/\(second)-test-runner": ""]
        let run = try testRun(process, .memory(programs), Products(folder: folder))
        _ = try run.run(["\(first).FlyingTests", "\(second).NoneTests", "\(first).KiteTests"]) { _ in true }
        #if os(Linux)
            #expect(process.requests.map(\.executable) == programs.keys.sorted().reversed())
        #endif
        let filters = process.requests.map { $0.arguments.filter { $0.hasPrefix("^") } }
        #expect(
            filters == [
                ["^\(first)\\.FlyingTests/", "^\(first)\\.KiteTests/"], ["^\(second)\\.NoneTests/"],
            ]
        )
    }

    #if os(Linux)
        @Test("a program that is gone is reported with the place where it was sought")
        func gone() throws {
            let folder = "/workbook/.build/out/Products/Debug-linux"
            let run = try testRun(FakeProcess([]), .memory(), Products(folder: folder))
            #expect(throws: Complaint.unknownLayout(folder: folder, swift: Toolchain.toy.swift)) {
                try run.run(["Chapter9ToysTests.FlyingTests"]) { _ in true }
            }
        }
    #endif

    private func findings(
        _ name: String,
        _ process: FakeProcess,
        isWanted: Bool = true
    ) throws -> [TestRun.Findings] {
        let folder = "/workbook/.build/debug"
        let files = Files.memory(["\(folder)/ToysPackageTests.xctest": ""])
        return try testRun(process, files, Products(folder: folder))
            .run([try Recorded.kata(name).suiteID]) { _ in isWanted }
    }

    private func testRun(_ process: FakeProcess, _ files: Files, _ products: Products?) throws -> TestRun {
        TestRun(
            environment: .fake(files: files, processes: process.processes(files)),
            toolchain: .toy,
            products: try #require(products),
            folder: "/workbook/.build/run",
            timeLimit: 10,
            memoryLimit: 1 << 30
        )
    }

    private func check(_ name: String, _ process: FakeProcess) throws -> CheckResult {
        let kata = try Recorded.kata(name)
        return .of(
            kata,
            try findings(name, process),
            try Recorded.source(of: kata),
            { $0.replacing("/workbook/", with: "") }
        )
    }
}

extension Data {
    /// Without its last lines.
    fileprivate func dropLines(_ count: Int) -> Data {
        let end = UInt8(ascii: "\n")
        return Data(split(separator: end).dropLast(count).joined(separator: [end]))
    }
}

/// A process that leaves a recorded stream behind, a different one at each start.
private final class FakeProcess: Sendable {
    struct Run: Sendable {
        var stream: Data
        var end: ProcessOutcome.End
        var output = ""
        var errors = ""
        var peakMemory = 0
        /// When it is asked whether it may go on.
        var looks = [Elapsed(seconds: 0.1)]
    }

    private let state: Mutex<(runs: [Run], requests: [ProcessRequest])>

    init(_ runs: [Run]) { state = Mutex((runs, [])) }

    var requests: [ProcessRequest] { state.withLock { $0.requests } }

    func processes(_ files: Files) -> Processes {
        Processes { request, tick in
            let run = self.state.withLock { state in
                state.requests.append(request)
                return state.runs.isEmpty ? nil : state.runs.removeFirst()
            }
            guard let run, let option = request.arguments.firstIndex(of: "--event-stream-output-path") else {
                throw CannotStart(executable: request.executable, reason: "no further run was recorded")
            }
            try files.write(run.stream, request.arguments[option + 1])
            let decisions = run.looks.map(tick)
            if decisions.contains(.cancel) { return ProcessOutcome(end: .cancelled, output: "") }
            #expect((decisions.last == .timeOut) == (run.looks.count > 1))
            return ProcessOutcome(
                end: run.end,
                output: run.output,
                errors: run.errors,
                peakMemory: run.peakMemory
            )
        }
    }
}

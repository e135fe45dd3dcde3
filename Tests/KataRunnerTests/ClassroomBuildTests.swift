import Foundation
import Synchronization
import Testing

@testable import KataRunner

@Suite("The runner with the classroom in it")
struct ClassroomBuildTests {
    private let files = Files.memory([
        "/moa/Package.swift": "// the workbook's",
        "/moa/Exercises/Chapter1Names/README.md": "# Chapter 1 · Names",
        "/moa/Sources/kata/main.swift": "exit(0)",
        "/moa/Sources/KataRunner/Runner.swift": "enum Runner {}",
        "/opt/swift/swift": "#!",
        "/moa/.build/classroom/debug/kata": "#!",
    ])

    /// What was asked of SwiftPM, as it was typed.
    private final class Asked: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func note(_ words: String) { list.withLock { $0.append(words) } }
    }

    private struct Replaced: Error {}

    private static let complaint = "Runner.swift:1:6: error: it doesn't compile"

    /// - Parameters:
    ///   - ends: how SwiftPM's builds end, one after the other; the last one again and again.
    ///   - output: what each of them prints.
    private func environment(
        _ asked: Asked,
        building ends: ProcessOutcome.End...,
        printing output: String = complaint
    ) -> Environment {
        var processes = Processes { request, _ in
            let variable = request.variables["KATA_CLASSROOM"].map { "KATA_CLASSROOM=\($0) " } ?? ""
            asked.note(variable + request.arguments.joined(separator: " "))
            let isQuestion = request.arguments.contains("--show-bin-path")
            let end = ends.dropFirst(asked.all.count - 1).first ?? ends.last ?? .exited(0)
            return ProcessOutcome(
                end: isQuestion ? .exited(0) : end,
                output: isQuestion ? "Said first.\n/moa/.build/classroom/debug\n" : output
            )
        }
        processes.replace = { executable, arguments, _ in
            asked.note(([executable] + arguments).joined(separator: " "))
            throw Replaced()
        }
        return .fake(
            arguments: ["walk", "3", "--step", "2"],
            variables: ["PATH": "/opt/swift"],
            files: files,
            processes: processes
        )
    }

    private func handOver(_ environment: Environment) throws(Complaint) {
        let capabilities = Capabilities(columns: 80, isTerminal: false, variables: [:])
        let session = Session(
            environment: environment,
            capabilities: capabilities,
            language: .english,
            isVerbose: false
        )
        _ = try HandoverCommand().run(session)
    }

    private static let building = [
        "KATA_CLASSROOM=1 build --scratch-path /moa/.build/classroom --product kata",
        "KATA_CLASSROOM=1 build --scratch-path /moa/.build/classroom --show-bin-path",
    ]
    private static let handingOver = "/moa/.build/classroom/debug/kata walk 3 --step 2"

    @Test("it is built once, is called with the same words, and is built again for other sources")
    func builtOnce() throws {
        let first = Asked()
        #expect(throws: Complaint.self) { try handOver(environment(first)) }
        #expect(first.all == Self.building + [Self.handingOver])

        let second = Asked()
        #expect(throws: Complaint.self) { try handOver(environment(second)) }
        #expect(second.all == [Self.handingOver], "nothing has changed, and it was built once more")

        try files.write(Data("enum Runner { case other }".utf8), "/moa/Sources/KataRunner/Runner.swift")
        let third = Asked()
        #expect(throws: Complaint.self) { try handOver(environment(third)) }
        #expect(third.all == Self.building + [Self.handingOver])
    }

    @Test("if it can't be built nothing is handed over, and the next call tries again")
    func unbuilt() throws {
        for _ in 1...2 {
            let asked = Asked()
            #expect(throws: Complaint.buildFailed(output: Self.complaint)) {
                try handOver(environment(asked, building: .exited(1)))
            }
            #expect(asked.all == [Self.building[0]])
        }
    }

    @Test(
        "a build that crashes is started again, three times in all, even if a script hides the signal",
        arguments: [ProcessOutcome.End.signalled(4), .exited(139)]
    )
    func crashed(crash: ProcessOutcome.End) throws {
        let (build, question) = (Self.building[0], Self.building[1])
        let half = "[12/40] Compiling KataRunner"
        let crashed = Asked()
        #expect(throws: Complaint.self) {
            try handOver(environment(crashed, building: crash, crash, .exited(0), printing: half))
        }
        #expect(crashed.all == [build, build, build, question, Self.handingOver])

        try files.remove("/moa/.build/classroom/built.txt")
        let hopeless = Asked()
        #expect(throws: Complaint.buildFailed(output: half)) {
            try handOver(environment(hopeless, building: crash, printing: half))
        }
        #expect(hopeless.all == [build, build, build])
    }
}

import Foundation
import Testing

@Suite("Interrupted, end to end", .timeLimit(.minutes(30)))
struct EndToEndInterruptionTests {
    struct Signal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var number: Int32
    }

    static let signals = [
        Signal(testDescription: "Control-C", number: SIGINT),
        Signal(testDescription: "a closed terminal", number: SIGHUP),
        Signal(testDescription: "a polite request to end", number: SIGTERM),
        Signal(testDescription: "being killed", number: SIGKILL),
    ]

    @Test("in the middle of a build nothing is left behind", arguments: signals)
    func build(signal: Signal) async throws {
        // Nothing was built before, so the build takes long enough to be interrupted.
        try await Toy.fresh { toy in
            try toy.answer(.purse, "endless-loop")
            let builds = ["build --build-tests", "build --product"]
            try await interrupt(toy, when: { line in builds.contains(where: line.contains) }, signal)
        }
    }

    @Test("in the middle of an endless loop nothing is left behind", arguments: signals)
    func run(signal: Signal) async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "endless-loop")
            try await interrupt(
                toy,
                when: { $0.contains("--event-stream-output-path") && $0.contains("--filter") },
                signal
            )
        }
    }

    private func interrupt(_ toy: Toy, when isThere: (String) -> Bool, _ signal: Signal) async throws {
        let before = try toy.state()
        let check = try toy.start(["check", "1.1", "--timeout", "100"])
        try await wait { try toy.processes().contains(where: isThere) }
        check.send(signal.number)
        let outcome = try await check.outcome()
        if signal.number == SIGKILL {
            // A process that is killed can't end others: they have to notice.
            try await wait { try toy.processes() == [] }
        } else {
            #expect(try toy.processes() == [])
            #expect(outcome.code == 128 + signal.number)
            #expect(outcome.complaint.hasSuffix("Interrupted. Nothing was changed. To go on: kata next"))
        }
        #expect(try toy.state() == before)
        #expect(!toy.exists(".kata/progress.json"), "a check that did not end has no verdict")
        try toy.solve(.purse)
        #expect(try await toy.kata("check", "1.1").code == 0, "the next check goes on as if nothing had been")
    }

    @Test("a child that has left the session is ended too when the runner is killed")
    func escaped() async throws {
        #if os(Linux)
            try await Toy.warm { toy in
                try toy.purse(
                    whenEmpty: """
                        let process = Process()
                        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
                        process.arguments = ["sh", "-c", "while sleep 1; do :; done", "\(toy.root)/"]
                        try? process.run()
                        sleep(600)
                        """
                )
                let check = try toy.start(["check", "1.1", "--timeout", "100"])
                try await wait { try toy.processes().contains { $0.contains("while sleep") } }
                check.send(SIGKILL)
                _ = try await check.outcome()
                try await wait { try toy.processes() == [] }
            }
        #endif
    }

    @Test("in the middle of saving, the progress is the old one or the new one", arguments: signals)
    func save(signal: Signal) async throws {
        try await Toy.fresh { toy in
            let before = try toy.state()
            #expect(try await toy.kata("hint", "2.1").code == 0)
            // When a save happens is not to be known, so it is aimed at all over the time that a command takes.
            let start = ContinuousClock.now
            #expect(try await toy.kata("hint", "1.2").code == 0)
            let whole = start.duration(to: .now)
            for step in 1...24 {
                let run = try toy.start(["hint", step.isMultiple(of: 2) ? "1.1" : "1.2"])
                try await Task.sleep(for: whole * step / 24)
                run.send(signal.number)
                let code = try await run.outcome().code
                #expect([0, 130, 128 + signal.number].contains(code))
                let read = try await toy.kata("list", "--json")
                #expect(read.code == 0)
                #expect(read.errors.isEmpty, "the progress was damaged: \(read.errors)")
                #expect(try toy.text(".kata/progress.json").contains("\"Parcel\""), "progress was lost")
            }
            #expect(try toy.names(in: ".kata").allSatisfy { !$0.contains("damaged") })
            #expect(try toy.state() == before)
        }
    }

    @Test("somebody who waits for another runner can be interrupted too")
    func waiting() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "endless-loop")
            let first = try toy.start(["check", "1.1", "--timeout", "100"])
            try await wait { try toy.processes().contains { $0.contains("--filter") } }
            let second = try toy.start(["check", "1.2"])
            #if os(Linux)
                try await wait { second.hasOpen("\(toy.root)/.build/kata/chapter-1/lock") }
            #endif
            second.send(SIGINT)
            let outcome = try await second.outcome()
            #expect(outcome.code == 130)
            #expect(try toy.processes().contains { $0.contains("--filter") }, "the first one goes on")
            first.send(SIGINT)
            #expect(try await first.outcome().code == 130)
        }
    }
}

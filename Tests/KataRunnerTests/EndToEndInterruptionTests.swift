import Foundation
import Testing

@Suite("Interrupted, end to end", .timeLimit(.minutes(5)))
struct EndToEndInterruptionTests {
    struct Signal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var number: Int32
    }

    static let signals = [
        Signal(testDescription: "Control-C", number: SIGINT),
        Signal(testDescription: "a closed terminal", number: SIGHUP),
    ]

    @Test("in the middle of a build nothing is left behind", arguments: signals)
    func build(signal: Signal) async throws {
        // Nothing was built before, so the build takes long enough to be met.
        try await Toy.fresh { toy in
            try toy.answer(.purse, "endless-loop")
            try await interrupt(toy, when: { $0.contains("build --build-tests") }, signal)
        }
    }

    @Test("in the middle of an endless loop nothing is left behind", arguments: signals)
    func run(signal: Signal) async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "endless-loop")
            try await interrupt(
                toy,
                when: { $0.contains("PackageTests.xctest") && $0.contains("--filter") },
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
        #expect(try toy.processes() == [])
        #expect(outcome.code == 130)
        #expect(outcome.complaint.hasSuffix("Interrupted. Nothing was changed. To go on: kata next"))
        #expect(try toy.state() == before)
        #expect(!toy.exists(".kata/progress.json"), "a check that did not end has no verdict")
        try toy.solve(.purse)
        #expect(try await toy.kata("check", "1.1").code == 0, "the next check goes on as if nothing had been")
    }

    @Test("whoever waits for another runner can be interrupted too")
    func waiting() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "endless-loop")
            try toy.solve(.parcel)
            let first = try toy.start(["check", "1.1", "--timeout", "100"])
            try await wait { try toy.processes().contains { $0.contains("--filter") } }
            let second = try toy.start(["check", "2.1"])
            #if os(Linux)
                try await wait { second.hasOpen("\(toy.root)/.build/kata/lock") }
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

import Foundation
import Testing

@Suite("What code may do at run time, end to end", .timeLimit(.minutes(30)))
struct EndToEndMisdeedTests {
    /// What an empty purse does instead of being worth nothing.
    struct Misdeed: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var deed: String
        var also = ""
        var verdict: String
        /// What is reported.
        var said = ""
        /// Where: on the misdeed's own line, or if that leaves no trace, on the line of the rule.
        var place = Self.rule
        /// Seconds. A hang has to wait for all of them; everything else must finish within them.
        var limit = 60

        static let line = "Exercises/Chapter1Shop/1-Purse.swift:8"
        static let rule = "Tests/Chapter1ShopTests/1-PurseTests.swift:12"

        static func crash(
            _ name: String,
            _ deed: String,
            also: String = "",
            said: String,
            at place: String
        ) -> Misdeed {
            Misdeed(
                testDescription: name,
                deed: deed,
                also: also,
                verdict: "crashed",
                said: said,
                place: place
            )
        }

        static func hang(_ name: String, _ deed: String, also: String = "") -> Misdeed {
            Misdeed(
                testDescription: name,
                deed: deed,
                also: also,
                verdict: "timedOut",
                said:
                    "It didn't come to an end: not finished after 3 seconds: is there a loop that never ends, or a wait that nobody ends?",
                limit: 3
            )
        }

        static func harmless(_ name: String, _ deed: String, also: String = "") -> Misdeed {
            Misdeed(testDescription: name, deed: deed, also: also, verdict: "passed")
        }
    }

    static let crashes: [Misdeed] = [
        .crash("an index out of range", "print(coins[0])", said: "Index out of range", at: Misdeed.line),
        .crash(
            "a nil that is unwrapped",
            "return coins.first!",
            said: "Unexpectedly found nil while unwrapping an Optional value",
            at: Misdeed.line
        ),
        .crash(
            "an integer that overflows",
            "return Int.max + (coins.count + 1)",
            said: "arithmetic overflow",
            at: Misdeed.line
        ),
        .crash(
            "an endless recursion",
            "return depth(0)",
            also: "func depth(_ n: Int) -> Int { n < 0 ? 0 : depth(n + 1) + 1 }",
            said: "the process reached for memory that isn't its own, as endless recursion does",
            at: Misdeed.rule
        ),
        .crash("exit(0)", "exit(0)", said: "the process was ended by exit(0)", at: Misdeed.rule),
        .crash("exit(1)", "exit(1)", said: "the process was ended by exit(1)", at: Misdeed.rule),
        .crash("abort()", "abort()", said: "the process called abort()", at: Misdeed.rule),
        .crash(
            "memory taken until it ends",
            "var all: [[UInt8]] = []; while true { all.append(Array(repeating: 7, count: 1 << 26)) }",
            said: "the process took more than the 2048 MiB of memory that it may have",
            at: Misdeed.rule
        ),
        .crash(
            "a gigabyte of printing, and then a trap",
            "for _ in 0..<1024 { print(String(repeating: \"won \", count: 1 << 18)) }; fatalError(\"enough\")",
            said: "enough",
            at: Misdeed.line
        ),
    ]

    static let hangs: [Misdeed] = [
        .hang("an endless loop", "var count = 0; while count >= 0 { count = (count + 1) % 1000 }"),
        .hang("an endless asynchronous loop", "while coins.isEmpty { await Task.yield() }"),
        .hang(
            "a continuation that is never resumed",
            "await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }"
        ),
        .hang(
            "two tasks that wait for each other",
            "await deadlock()",
            also: """
                func deadlock() async {
                    let (ones, one) = AsyncStream.makeStream(of: Int.self)
                    let (twos, two) = AsyncStream.makeStream(of: Int.self)
                    let first = Task { for await _ in ones { two.yield(1) } }
                    let second = Task { for await _ in twos { one.yield(1) } }
                    await first.value
                    await second.value
                }
                """
        ),
        .hang("a sleep past the limit", "try? await Task.sleep(for: .seconds(600))"),
        .hang("a sleep of the whole process", "sleep(600)"),
    ]

    /// Starts a child that goes on for ever, and doesn't wait for it. Its words name this workbook.
    private static let child = """
        func start(_ words: String...) {
            let loop = ["/bin/sh", "-c", "while sleep 1; do :; done", FileManager.default.currentDirectoryPath + "/"]
            let process = Process()
            process.executableURL = URL(fileURLWithPath: (words + loop)[0])
            process.arguments = Array((words + loop).dropFirst())
            try? process.run()
        }
        """

    static let harmless: [Misdeed] = [
        .harmless(
            "a gigabyte of printing",
            "for _ in 0..<1024 { print(String(repeating: \"won \", count: 1 << 18)) }"
        ),
        .harmless("a child that outlives its parent", "start()", also: child),
        .harmless("standard output and error closed", "close(1); close(2)"),
        .harmless(
            "a file written where the tests run, of which the next run must know nothing",
            """
            if FileManager.default.fileExists(atPath: "note.txt") { return 1 }
                        try? "a note".write(toFile: "note.txt", atomically: true, encoding: .utf8)
            """
        ),
    ]

    #if os(Linux)
        // Elsewhere nothing shows whose child a process was that has left the session.
        static let escapes: [Misdeed] = [
            .harmless(
                "a child that begins a session of its own",
                "start(\"/usr/bin/setsid\")",
                also: child
            )
        ]
    #else
        static let escapes: [Misdeed] = []
    #endif

    @Test(
        "one rule gets the blame, all others keep their verdicts, and no process is left",
        arguments: crashes + hangs + harmless + escapes
    )
    func each(misdeed: Misdeed) async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: misdeed.deed, also: misdeed.also)
            try toy.solve(.receipt)
            try toy.answer(.parcel, "wrong")
            let before = try toy.state()
            let limit = "\(misdeed.limit)"

            let all = try await toy.kata("check", "all", "--json", "--timeout", limit)
            #expect(all.code == 1)
            #expect(try toy.processes() == [], "a process is left behind")
            let report = try CheckReport(all)
            #expect(report.verdicts == ["1.1 \(misdeed.verdict)", "1.2 passed", "2.1 failed"])
            let isHarmless = misdeed.verdict == "passed"
            let blamed = "an empty purse holds nothing"
            #expect(report.broken("1.1") == (isHarmless ? [:] : [blamed: misdeed.verdict]))
            #expect(report.broken("1.2").isEmpty)
            #expect(report.broken("2.1").count == 2)
            #expect(report.results.map(\.rules.count) == [4, 4, 4])

            let one = try await toy.kata("check", "1.1", "--again", "--timeout", limit)
            #expect(try toy.processes() == [], "a process is left behind")
            #expect(one.code == (isHarmless ? 0 : 1))
            #expect(
                one.output.hasPrefix(
                    isHarmless
                        ? "✔ 1.1 A purse that counts · all 4 rules hold\n"
                        : "✘ 1.1 A purse that counts · 3 of 4 rules hold\n"
                ),
                "\(one.output)"
            )
            if !isHarmless {
                #expect(one.words.contains("✘ \(blamed) "))
                #expect(one.words.contains("\(misdeed.said) \(misdeed.place) "), "\(one.output)")
            }
            #expect(one.words.hasSuffix(isHarmless ? "Go on kata next" : "Stuck? kata hint 1.1"))
            #expect(one.output.count < 20_000, "nobody reads a gigabyte")
            #expect(try toy.state() == before, "a learner's file was touched")
        }
    }

    @Test("a crash in one kata and a hang in another of its chapter, checked together")
    func together() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: "print(coins[0])")
            try toy.write(
                """
                struct Receipt {
                    let items: [String]

                    func text() -> String {
                        while items.isEmpty {}
                        return items.joined(separator: ", ")
                    }
                }
                """,
                to: Toy.Exercise.receipt.file
            )
            try toy.solve(.parcel)
            let before = try toy.state()
            let run = try await toy.kata("check", "all", "--json", "--timeout", "3")
            #expect(run.code == 1)
            #expect(try toy.processes() == [])
            let report = try CheckReport(run)
            #expect(report.verdicts == ["1.1 crashed", "1.2 timedOut", "2.1 passed"])
            #expect(report.broken("1.1") == ["an empty purse holds nothing": "crashed"])
            #expect(report.broken("1.2") == ["an empty receipt says so": "timedOut"])
            #expect(report.results.map(\.rules.count) == [4, 4, 4])
            #expect(try toy.state() == before)
        }
    }

    @Test("the time that is left is counted down once it matters")
    func countdown() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: "sleep(600)")
            let terminal = try PseudoTerminal()
            let run = try toy.start(["check", "1.1", "--timeout", "5"], on: terminal)
            try await terminal.see("Checking the rules … 4 s of 5 s")
            #expect(try await run.outcome().code == 1)
        }
    }
}

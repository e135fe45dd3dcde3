import Foundation
import Testing

@Suite("What is built while somebody reads, end to end", .timeLimit(.minutes(30)))
struct EndToEndPreparationTests {
    private static let on: [String: String?] = ["KATA_PREPARE": nil]

    /// A compiler that says that it was started, and waits until a test lets it go on.
    private static func waiting(in toy: Toy) throws -> String {
        try toy.fakeSwift(
            """
            PATH=${PATH#*:}
            echo "$@" >> '\(toy.root)/.build/builds'
            while ! [ -e '\(toy.root)/.build/go-on' ]; do sleep 0.05; done
            exec swift "$@"
            """
        )
    }

    private static func builds(of toy: Toy) -> Int {
        (try? toy.text(".build/builds"))?.split(separator: "\n").count ?? 0
    }

    /// Runs a command on a terminal and answers with what it showed. The process that it leaves behind goes on.
    @discardableResult
    private static func show(
        _ words: [String],
        in toy: Toy,
        path: String? = nil,
        variables: [String: String?] = on
    ) async throws -> KataRun.Outcome {
        let terminal = try PseudoTerminal()
        let path = path.map { ["PATH": $0 as String?] } ?? [:]
        let run = try toy.start(words, with: variables.merging(path) { $1 }, on: terminal)
        var outcome = try await run.outcome(on: terminal)
        outcome.output = terminal.shown
        return outcome
    }

    @Test("the prompt comes back at once, and the first check afterwards needs no plan")
    func first() async throws {
        try await Toy.fresh { toy in
            #expect(try await Self.show(["next"], in: toy).output.contains("A purse that counts"))
            #if os(Linux)
                #expect(try toy.preparers().count == 1)
            #endif
            try await wait { toy.exists(".build/kata/chapter-1/.build/prepared") }
            // Two katas of the first chapter are open, so the second is made ready too.
            try await wait { toy.exists(".build/kata/chapter-2/.build/prepared") }
            try await wait { !toy.exists(".build/kata/preparation/at-work") }
            #expect(try !toy.text(".kata/progress.json").contains("verdict"), "nobody has tried anything")
            for kata in ["1.1", "2.1"] {
                let check = try await toy.kata("check", kata, "--verbose")
                #expect(check.code == 1)
                #expect(check.errors.contains("swift-build-tool"))
                #expect(!check.errors.contains("/swift build "), "\(check.errors)")
            }
        }
    }

    @Test("it touches no file of the learner's, and is not begun again where all is ready")
    func harmless() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "does-not-compile")
            // Whatever was built in this place before counts as not made ready.
            for chapter in 1...2 { try? toy.remove(".build/kata/chapter-\(chapter)/.build/prepared") }
            let before = try toy.state()
            try await Self.show(["show", "1.1"], in: toy)
            try await wait { toy.exists(".build/kata/chapter-2/.build/prepared") }
            try await wait { !toy.exists(".build/kata/preparation/at-work") }
            #expect(try toy.state() == before)
            #expect(!toy.exists(".build/kata/preparation/failed.log"), "the starter stands in")
            // A preparation that is begun notes first what is wanted.
            try toy.remove(".build/kata/preparation/wanted")
            try await Self.show(["show", "1.1"], in: toy)
            #if os(Linux)
                #expect(try toy.preparers() == [])
            #endif
            #expect(!toy.exists(".build/kata/preparation/wanted"))
        }
    }

    #if os(Linux)
        /// How gladly a process lets others go first: 19 is the most.
        private static func niceness(_ process: Int32) throws -> String {
            let state = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = state[(state.lastIndex(of: ")") ?? state.startIndex)...].split(separator: " ")
            return fields.count > 17 ? String(fields[17]) : ""
        }

        @Test("two commands in a row start one preparation")
        func once() async throws {
            try await Toy.fresh { toy in
                let path = try Self.waiting(in: toy)
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await wait { Self.builds(of: toy) > 0 }
                try await Self.show(["show", "2"], in: toy, path: path)
                try await wait { try toy.preparers().count == 1 }
                #expect(
                    try toy.preparers().map(Self.niceness) == ["19"],
                    "whatever else is at work goes first"
                )
                #expect(Self.builds(of: toy) == 1)
                try toy.goOn()
                try await wait { try toy.preparers() == [] }
                #expect(toy.exists(".build/kata/chapter-2/.build/prepared"))
            }
        }

        @Test("a check that comes meanwhile waits for it, says so, and gets its verdict; doctor tells of it")
        func meanwhile() async throws {
            try await Toy.fresh { toy in
                try await Self.show(["show", "2.1"], in: toy)
                try await wait { toy.exists(".build/kata/preparation/at-work") }
                let doctor = try await toy.kata("doctor")
                #expect(doctor.words.contains("✔ Chapter 2 is being made ready for its first check."))
                try toy.solve(.parcel)
                let terminal = try PseudoTerminal()
                let check = try toy.start(["check", "2.1", "--verbose"], on: terminal)
                try await terminal.see("Chapter 2 is being made ready: waiting … ")
                #expect(try await check.outcome(on: terminal).code == 0)
                try await terminal.see(now: "✔ 2.1 A parcel within limits")
                #expect(!terminal.shown.contains("/swift build "), "it was begun again")
                try await wait { try toy.preparers() == [] }
            }
        }

        /// When nothing is to be built unasked.
        struct Refusal: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var words = ["show", "2.1"]
            var variables: [String: String?] = on
            var onTerminal = true
        }

        @Test(
            "nothing is built",
            arguments: [
                Refusal(testDescription: "by an option", words: ["show", "2.1", "--no-prepare"]),
                Refusal(testDescription: "by the same option of next", words: ["next", "--no-prepare"]),
                Refusal(testDescription: "by a variable", variables: ["KATA_PREPARE": "off"]),
                Refusal(testDescription: "in a CI", variables: ["KATA_PREPARE": nil, "CI": "true"]),
                Refusal(testDescription: "without a terminal", onTerminal: false),
            ]
        )
        func refused(row: Refusal) async throws {
            try await Toy.fresh { toy in
                let outcome =
                    row.onTerminal
                    ? try await Self.show(row.words, in: toy, variables: row.variables)
                    : try await toy.start(row.words, with: row.variables).outcome()
                #expect(outcome.code == 0)
                // It would have been started before the command ended.
                let preparers = try toy.preparers()
                #expect(preparers == [])
                #expect(!toy.exists(".build/kata"))
            }
        }

        @Test("a checkout that goes away leaves no process behind, and nothing in its place")
        func removed() async throws {
            try await Toy.fresh { toy in
                let path = try Self.waiting(in: toy)
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await wait { Self.builds(of: toy) == 1 }
                let other = Toy(root: toy.root + "-gone")
                try FileManager.default.moveItem(atPath: toy.root, toPath: other.root)
                defer { try? FileManager.default.removeItem(atPath: other.root) }
                try await wait { try toy.preparers() + other.preparers() == [] }
                try await wait { try toy.processes() + other.processes() == [] }
                #expect(!FileManager.default.fileExists(atPath: toy.root))
            }
        }

        @Test("it ends when a file comes that its plan doesn't know")
        func worthless() async throws {
            try await Toy.fresh { toy in
                let path = try Self.waiting(in: toy)
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await wait { Self.builds(of: toy) == 1 }
                try toy.write("let stamp = 5\n", to: "Exercises/Chapter2Post/Stamp.swift")
                try await wait { try toy.preparers() == [] }
                #expect(try toy.processes() == [])
                #expect(!toy.exists(".build/kata/chapter-2/.build/prepared"))
            }
        }

        @Test("who is killed while at work is no obstacle to the next one")
        func killed() async throws {
            try await Toy.fresh { toy in
                let path = try Self.waiting(in: toy)
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await wait { Self.builds(of: toy) == 1 }
                for process in try toy.preparers() { kill(process, SIGKILL) }
                try await wait { try toy.preparers() == [] && toy.processes() == [] }
                try toy.goOn()
                try await Self.show(["show", "2.1"], in: toy, path: path)
                try await wait { toy.exists(".build/kata/chapter-2/.build/prepared") }
                try await wait { try toy.preparers() == [] }
            }
        }
    #endif

    @Test("a chapter that can't be built is reported by doctor, which names the log")
    func failed() async throws {
        try await Toy.fresh { toy in
            let path = try toy.fakeSwift("echo 'error: no such planet'; exit 1")
            try await Self.show(["show", "2.1"], in: toy, path: path)
            try await wait { toy.exists(".build/kata/preparation/failed.log") }
            let log = try toy.text(".build/kata/preparation/failed.log")
            #expect(log.hasPrefix("Chapter 2: "))
            #expect(log.contains("no such planet"))
            let doctor = try await toy.kata("doctor")
            #expect(doctor.code == 0)
            #expect(doctor.words.contains("The reason is in .build/kata/preparation/failed.log."))
        }
    }

    @Test("watch makes its chapter ready as it opens, says so, and checks what is saved meanwhile")
    func watch() async throws {
        try await Toy.fresh { toy in
            let path = try Self.waiting(in: toy)
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], with: Self.on.merging(["PATH": path]) { $1 }, on: terminal)
            try await terminal.see(
                now: "1.1 A purse that counts",
                "Watching Exercises/Chapter1Shop/1-Purse.swift · making chapter 1 ready"
            )
            try await wait { Self.builds(of: toy) == 1 }
            try toy.solve(.purse)
            try await terminal.see(now: "Building chapter 1 …")
            try toy.goOn()
            try await terminal.see(now: "✔ 1.1 A purse that counts · all 4 rules hold")
            try await wait {
                terminal.look()
                return toy.exists(".build/kata/chapter-2/.build/prepared")
            }
            try await terminal.see(now: "Watching", without: ["ready"])
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            #expect(try toy.processes() == [])
        }
    }

    @Test("watch leaves at once while a chapter is made ready, and leaves nothing running")
    func watchLeft() async throws {
        try await Toy.fresh { toy in
            let path = try Self.waiting(in: toy)
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], with: Self.on.merging(["PATH": path]) { $1 }, on: terminal)
            try await wait { Self.builds(of: toy) == 1 }
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            #expect(try toy.processes() == [])
        }
    }
}

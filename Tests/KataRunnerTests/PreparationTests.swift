import Foundation
import Synchronization
import Testing

@testable import KataRunner

@Suite("What is built before anybody asks for it")
struct PreparationTests {
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var kata: KataID
        var solved: [KataID] = []
        var chapters: [Int]
    }

    @Test(
        "the chapter at hand, and with its last katas the next one",
        arguments: [
            Place(testDescription: "three are open", kata: KataID(1, 1), chapters: [1]),
            Place(
                testDescription: "two are open",
                kata: KataID(1, 2),
                solved: [KataID(1, 1)],
                chapters: [1, 2]
            ),
            Place(
                testDescription: "none is open",
                kata: KataID(1, 3),
                solved: [KataID(1, 1), KataID(1, 2), KataID(1, 3)],
                chapters: [1, 2]
            ),
            Place(testDescription: "no chapter comes after it", kata: KataID(2, 1), chapters: [2]),
        ]
    )
    func chapters(place: Place) {
        let standings = [KataID(1, 1), KataID(1, 2), KataID(1, 3), KataID(2, 1)].map { id in
            var kata = Sample.personName
            kata.id = id
            return Standing(kata: kata, status: place.solved.contains(id) ? .solved : .unsolved)
        }
        #expect(Preparation.chapters(around: place.kata, standings) == place.chapters)
    }

    @Test("an option and a variable switch it off")
    func switchedOff() {
        #expect(!Preparation.isSwitchedOff([:], isRefused: false))
        #expect(!Preparation.isSwitchedOff(["KATA_PREPARE": "on"], isRefused: false))
        #expect(Preparation.isSwitchedOff([:], isRefused: true))
        #expect(Preparation.isSwitchedOff(["KATA_PREPARE": "off"], isRefused: false))
    }

    @Test("nobody reads in a CI or without a terminal")
    func readers() {
        #expect(Preparation.hasReader([:], onTerminal: true))
        #expect(Preparation.hasReader(["CI": ""], onTerminal: true))
        #expect(!Preparation.hasReader(["CI": "true"], onTerminal: true))
        #expect(!Preparation.hasReader([:], onTerminal: false))
    }

    /// What `show` does, and what it starts: nothing, or the words that the runner is called with.
    struct Call: Sendable, CustomTestStringConvertible {
        var words: [String]
        var variables: [String: String] = [:]
        var isTerminal = true
        var started: [[String]] = []

        var testDescription: String { "\(words) \(variables) \(isTerminal)" }
    }

    @Test(
        "show and next start one preparation, of chapters by their numbers",
        arguments: [
            Call(words: ["show", "2.1"], started: [["prepare", "2"]]),
            Call(words: ["show", "2"], started: [["prepare", "2"]]),
            Call(words: ["next"], started: [["prepare", "1", "2"]]),
            Call(words: ["next", "--no-prepare"]),
            Call(words: ["show", "--no-prepare"]),
            Call(words: ["show"], variables: ["KATA_PREPARE": "off"]),
            Call(words: ["show"], variables: ["CI": "1"]),
            Call(words: ["show"], isTerminal: false),
            Call(words: ["list"]),
        ]
    )
    func starting(call: Call) {
        let started = Mutex<[[String]]>([])
        let terminal = FakeTerminal()
        var fake = terminal.terminal
        fake.outputIsTerminal = call.isTerminal
        var variables = call.variables
        variables["PATH"] = "/usr/bin"
        var files = SmallWorkbook.texts.mapKeys { "/moa/\($0)" }
        files["/usr/bin/swift"] = ""
        var environment = Environment.fake(
            arguments: call.words,
            variables: variables,
            files: .memory(files),
            terminal: fake
        )
        environment.startAside = { words, folder in
            #expect(folder == "/moa")
            started.withLock { $0.append(words) }
        }
        #expect(Runner.main(environment) == .success, "\(terminal.error)")
        #expect(started.withLock { $0 } == call.started)
    }

    @Test("help doesn't list the command, and describes it when it is asked for")
    func hidden() {
        #expect(!CommandParser.names.contains("prepare"))
        #expect((try? CommandParser.parse(["prepare", "3"]))?.command is PrepareCommand)
    }
}

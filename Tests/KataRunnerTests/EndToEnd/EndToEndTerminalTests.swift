import Foundation
import Testing

@Suite("Terminal manners, end to end", .timeLimit(.minutes(30)))
struct EndToEndTerminalTests {
    struct Manner: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var options: [String] = []
        var variables: [String: String?] = [:]
        var isTerminal = true
        var isColourful: Bool
    }

    static let manners = [
        Manner(testDescription: "a terminal", isColourful: true),
        Manner(testDescription: "NO_COLOR", variables: ["NO_COLOR": "1"], isColourful: false),
        Manner(testDescription: "an empty NO_COLOR", variables: ["NO_COLOR": ""], isColourful: true),
        Manner(testDescription: "a dumb terminal", variables: ["TERM": "dumb"], isColourful: false),
        Manner(testDescription: "--color never", options: ["--color", "never"], isColourful: false),
        Manner(testDescription: "a pipe", isTerminal: false, isColourful: false),
        Manner(
            testDescription: "--color always into a pipe, in spite of NO_COLOR",
            options: ["--color", "always"],
            variables: ["NO_COLOR": "1"],
            isTerminal: false,
            isColourful: true
        ),
    ]

    @Test("colour is for terminals, and for those who want it", arguments: manners)
    func colour(manner: Manner) async throws {
        try await Toy.fresh { toy in
            let terminal = manner.isTerminal ? try PseudoTerminal() : nil
            let run = try toy.start(
                ["list", "--plain"] + manner.options,
                with: manner.variables,
                on: terminal
            )
            let outcome = try await run.outcome()
            terminal?.look()
            let shown = terminal?.shown ?? outcome.output
            #expect(shown.contains("A purse that counts"))
            #expect(shown.contains("\u{1B}[") == manner.isColourful)
        }
    }

    @Test("a reader that wants one line gets it, and nobody complains")
    func head() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.shell("{ kata help; echo $? >&2; } | head -1")
            #expect(run.output == "Domain-driven design in Swift, kata by kata\n")
            #expect(run.errors == "0\n")
        }
    }

    @Test("a reader that has gone away is no reason to fail")
    func gone() async throws {
        try await Toy.fresh { toy in
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let run = try await toy.start(["help"], into: pipe.fileHandleForWriting).outcome()
            #expect(run.code == 0)
            #expect(run.errors.isEmpty)
        }
    }

    @Test("commands are shown as the runner is called here", arguments: [nil, "kata", "./bin/k"])
    func invocation(called: String?) async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("next", with: ["KATA_INVOCATION": called])
            #expect(run.words.contains("Check \(called ?? "swift run kata") next "))
        }
    }

    @Test("in ASCII there is nothing else, but for what the workbook's own pages say")
    func ascii() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("list", "--ascii")
            #expect(run.code == 0)
            #expect(!run.output.unicodeScalars.contains { !$0.isASCII })
        }
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("A learner's files, end to end", .timeLimit(.minutes(30)))
struct EndToEndFilesTests {
    /// Every command, in the ways in which it can be called. What authors' commands may change stands beside.
    private static let lines: [String: [String]] = [
        "": ["", "--version"],
        "next": ["next"],
        "check": ["check all --json --junit .build/katas.xml", "check 1.1", "check 1 --again", "check"],
        "watch": ["watch"],
        "show": ["show", "show 1", "show 2.1"],
        "hint": ["hint", "hint 2.1 --all"],
        "solution": ["solution 1.1", "solution 1.1 --diff", "solution 1.2 --spoil"],
        "list": ["list", "list --json", "list --names"],
        "progress": ["progress"],
        "walk": ["walk 2", "walk 2 --plain --step 1", "walk 2 --step 1 --run"],
        "site": ["site", "site --output .build/elsewhere"],
        "grade": ["grade . --html .build/class.html", "grade Exercises --no-sandbox --json"],
        "doctor": ["doctor"],
        "completions": ["completions bash", "completions zsh", "completions fish"],
        "help": ["help", "help check"],
        "author new": ["author new 2 Stamp"],
        // When neither the exercise nor the solution is edited.
        "author variant": ["author variant 2.1 wrong-nothing"],
        "author check": ["author check"],
        "author prove": ["author prove 2.1"],
        "author sync": ["author sync 1.1"],
        // Where there is no such kata, and no other language. What it writes is tried with the other authors' commands.
        "author mutate": ["author mutate 9.9"],
        "author translated": ["author translated ko"],
        // When nobody says yes, and when there is nothing to bring back.
        "reset": ["reset 1.2"],
        "undo": ["undo"],
        // No clone, so nothing to pull.
        "update": ["update"],
    ]

    private static let changed: [String: [String]] = [
        "author new": ["Exercises/Chapter2Post/README.md", Toy.seals],
        "author prove": [ProofLedger.file],
        "author sync": [Toy.Exercise.purse.pristine],
    ]

    @Test(
        "no command but reset, undo, update and walk --apply touches them, and of the pages and starters only authors' commands do"
    )
    func untouched() async throws {
        let commands = CommandParser.names + [""]
        #expect(Set(commands) == Set(Self.lines.keys), "a command is not tried here")
        try await Toy.warm { toy in
            try toy.teach()
            let purse = Toy.Exercise.purse
            // Windows line ends, Korean, a tab, and no line end at the end: bytes a careless copy would mend.
            let text = try toy.text(purse.solution) + "//\t지갑  "
            try toy.write(text.replacingOccurrences(of: "\n", with: "\r\n"), to: purse.file)
            try toy.answer(.receipt, "wrong")
            try toy.write("let note = 1\r\n", to: "Exercises/Chapter1Shop/Notes.swift")
            try toy.write(Data([0xFF, 0x00, 0xFE]), to: "Exercises/Chapter1Shop/notes.bin")
            try toy.write("// mine", to: "Exercises/Chapter1Shop/Deep/Mine.swift")
            var before = try toy.state()
            // What authors make stays, so their commands come last.
            for command in commands.sorted(by: { !$0.hasPrefix("author") && $1.hasPrefix("author") }) {
                for line in Self.lines[command] ?? [] {
                    let run = try await toy.start(line.split(separator: " ").map(String.init)).outcome()
                    #expect((0...2).contains(run.code), "kata \(line) ended with \(run.code)")
                    let after = try toy.state()
                    for (file, old) in before where !(Self.changed[command] ?? []).contains(file) {
                        #expect(after[file] == old, "kata \(line) has touched \(file)")
                    }
                    if command != "author new" {
                        let known = Set(before.keys).union(Self.changed[command] ?? [])
                        #expect(Set(after.keys) == known, "kata \(line)")
                    }
                    before = after
                }
                if command == "check" {
                    #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
                }
            }
        }
    }

    @Test("watching touches none of them either, with any key but that of a reset")
    func watched() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            let before = try toy.state()
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see("3 of 4 rules hold")
            for key in ["h", "h", "l", "\u{1B}", "n", "p", "?", " ", "\r", "x", "j", "k"] {
                try terminal.type(key)
                try await Task.sleep(for: .milliseconds(100))
                terminal.look()
            }
            watch.send(SIGINT)
            _ = try await watch.outcome(on: terminal)
            #expect(try toy.state() == before)
            try await wait { try toy.processes() == [] }
        }
    }
}

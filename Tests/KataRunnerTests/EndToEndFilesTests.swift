import Foundation
import Testing

@Suite("A learner's files, end to end", .timeLimit(.minutes(5)))
struct EndToEndFilesTests {
    @Test("no command but reset, undo and author sync touches them")
    func untouched() async throws {
        try await Toy.warm { toy in
            let purse = Toy.Exercise.purse
            // Windows line ends, Korean, a tab, and no line end at the end: bytes a careless copy would mend.
            let text = try toy.text(purse.solution) + "//\t지갑  "
            try toy.write(text.replacingOccurrences(of: "\n", with: "\r\n"), to: purse.file)
            try toy.answer(.receipt, "wrong")
            try toy.write("let note = 1\r\n", to: "Exercises/Chapter1Shop/Notes.swift")
            let before = try toy.state()
            let lines = [
                "", "next", "check all --json --junit .build/katas.xml", "check 1.1", "list", "list --json",
                "list --names", "show", "show 1", "hint", "hint 2.1 --all", "solution 1.1",
                "solution 1.1 --diff",
                "solution 1.2 --spoil", "progress", "doctor", "help", "help check", "completions bash",
                "completions zsh", "completions fish", "author check", "undo", "reset 1.2", "--version",
            ]
            for line in lines {
                let run = try await toy.start(line.split(separator: " ").map(String.init)).outcome()
                #expect((0...2).contains(run.code), "kata \(line) ended with \(run.code)")
                #expect(try toy.state() == before, "kata \(line) has touched a file")
            }
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }
}

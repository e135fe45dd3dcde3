import Foundation
import Testing

@Suite("kata reset and kata undo, end to end", .timeLimit(.minutes(30)))
struct EndToEndResetTests {
    /// Windows line ends, Korean, a tab and no line end at the end: bytes that a careless copy would mend.
    private let own = "// 지갑\r\nstruct Purse {\tlet coins: [Int] }  "

    @Test("an answer of yes puts the starter back, and undo brings the file back byte for byte")
    func yes() async throws {
        try await Toy.fresh { toy in
            try toy.write(own, to: Toy.Exercise.purse.file)
            let terminal = try PseudoTerminal()
            let reset = try toy.start(["reset", "1.1"], on: terminal)
            try await terminal.see("Put the starter back? [y/N] ")
            #expect(terminal.shown.contains(Toy.Exercise.purse.file), "one is told what is replaced")
            #expect(try toy.text(Toy.Exercise.purse.file) == own, "nothing is done before the answer")
            try terminal.type("y\n")
            #expect(try await reset.outcome().code == 0)
            #expect(try toy.text(Toy.Exercise.purse.file) == toy.text(Toy.Exercise.purse.pristine))

            let undo = try await toy.kata("undo")
            #expect(undo.code == 0)
            #expect(
                undo.output.hasPrefix("✔ Exercises/Chapter1Shop/1-Purse.swift is as you had written it.\n")
            )
            #expect(try Data(toy.text(Toy.Exercise.purse.file).utf8) == Data(own.utf8))
        }
    }

    @Test("any other answer changes nothing", arguments: ["n\n", "\n", "yeah\n", "\u{4}"])
    func no(answer: String) async throws {
        try await Toy.fresh { toy in
            try toy.write(own, to: Toy.Exercise.purse.file)
            let before = try toy.state()
            let terminal = try PseudoTerminal()
            let reset = try toy.start(["reset", "1.1"], on: terminal)
            try await terminal.see("[y/N] ")
            try terminal.type(answer)
            #expect(try await reset.outcome().code == 1)
            terminal.look()
            #expect(terminal.shown.contains("Nothing was changed."))
            #expect(try toy.state() == before)
            #expect(!toy.exists(".kata/backups"))
        }
    }

    @Test("an interruption of the question changes nothing, and the exit code is 130")
    func interrupted() async throws {
        try await Toy.fresh { toy in
            try toy.write(own, to: Toy.Exercise.purse.file)
            let before = try toy.state()
            let terminal = try PseudoTerminal()
            let reset = try toy.start(["reset", "1.1"], on: terminal)
            try await terminal.see("[y/N] ")
            reset.send(SIGINT)
            #expect(try await reset.outcome().code == 130)
            #expect(try toy.state() == before)
        }
    }

    @Test("without a terminal nothing is asked and nothing changed, and the exit code is 2")
    func noTerminal() async throws {
        try await Toy.fresh { toy in
            try toy.write(own, to: Toy.Exercise.purse.file)
            let before = try toy.state()
            let reset = try await toy.kata("reset", "1.1")
            #expect(reset.code == 2)
            #expect(reset.complaint.hasSuffix("To go on without being asked: kata reset 1.1 --yes"))
            #expect(try toy.state() == before)
        }
    }

    @Test("each undo goes one reset further back")
    func twice() async throws {
        try await Toy.fresh { toy in
            let file = Toy.Exercise.purse.file
            for text in ["// first", "// second"] {
                try toy.write(text, to: file)
                #expect(try await toy.kata("reset", "1.1", "--yes").code == 0)
            }
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(file) == "// second")
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(file) == "// first")
            let nothing = try await toy.kata("undo")
            #expect(nothing.code == 1)
            #expect(nothing.complaint.hasPrefix("Nothing is left to undo"))
            #expect(try toy.text(file) == "// first")
        }
    }

    @Test("a whole workbook is reset and brought back together")
    func all() async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse, .parcel)
            let before = try toy.state().mapValues(\.data)
            #expect(try await toy.kata("reset", "all", "--yes").code == 0)
            for exercise in Toy.Exercise.allCases {
                #expect(try toy.text(exercise.file) == toy.text(exercise.pristine))
            }
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.state().mapValues(\.data) == before)
        }
    }

    @Test("a reset kata is unsolved, and an undone reset brings back the file and its verdict")
    func forgotten() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            #expect(try await toy.kata("reset", "1.1", "--yes").code == 0)
            #expect(try await toy.statuses() == ["unsolved", "unsolved", "unsolved"])
            #expect(try await toy.kata("undo").code == 0)
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }

    @Test("a missing file is named with the command that restores it, which asks nothing")
    func missing() async throws {
        try await Toy.warm { toy in
            try toy.solve(.receipt)
            try toy.remove(Toy.Exercise.purse.file)
            let next = try await toy.kata("next")
            #expect(next.code == 1)
            #expect(next.words.contains("1.1 A purse that counts · its file is missing"))
            #expect(next.output.contains("Exercises/Chapter1Shop/1-Purse.swift"))
            #expect(next.words.hasSuffix("Restore kata reset 1.1"))
            #expect(!toy.exists(Toy.Exercise.purse.file), "nothing is restored unasked")

            let report = try CheckReport(await toy.kata("check", "1", "--json"))
            #expect(report.verdicts == ["1.1 doesNotCompile", "1.2 passed"])

            #expect(try await toy.kata("reset", "1.1").code == 0)
            #expect(try toy.text(Toy.Exercise.purse.file) == toy.text(Toy.Exercise.purse.pristine))
        }
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("A walkthrough, end to end", .timeLimit(.minutes(30)))
struct EndToEndWalkTests {
    private static let folder = "Solutions/Walkthroughs.docc"
    private static func step(_ number: Int) -> String { "\(folder)/Resources/walkthrough-2-\(number).swift" }

    private static let keys =
        "n next p back r run v verdict e rules c file ? keys q leave"

    @Test("piped it prints every step, and one where one is asked for")
    func prints() async throws {
        try await Toy.fresh { toy in
            try toy.teach()
            let all = try await toy.kata("walk", "2")
            #expect(all.code == 0)
            for number in 1...5 { #expect(all.output.contains("step \(number) of 5")) }
            #expect(all.output.contains("-        grams < 2000 ? .small : .large\n+        grams <= 2000"))
            #expect(all.output.contains("✘ above 20000 grams a parcel is refused"))
            #expect(!all.output.contains("\u{1B}"))
            let one = try await toy.kata("walk", "2", "--step", "2")
            #expect(one.output.contains("step 2 of 5") && !one.output.contains("step 3 of 5"))
            #expect(one.words.hasSuffix("Verdict kata walk 2 --step 2 --run Next kata walk 2 --step 3"))

            let terminal = try PseudoTerminal()
            let plain = try toy.start(["walk", "2", "--step", "2", "--plain"], on: terminal)
            #expect(try await plain.outcome(on: terminal).code == 0)
            #expect(terminal.picture.openings == 0)
            #expect(!terminal.shown.contains("\u{1B}"), "without colour, on a terminal too")
        }
    }

    @Test("what can't be shown is reported, with a way out, and the exit code is 2")
    func slips() async throws {
        try await Toy.fresh { toy in
            let none = try await toy.kata("walk", "2")
            #expect(none.code == 2)
            #expect(none.complaint.hasPrefix("There is no walkthrough for chapter 2. Bring them back"))
            try toy.teach()
            for (words, said) in [
                (["walk"], "kata walk needs the number of a chapter."),
                (
                    ["walk", "1"],
                    "There is no walkthrough for chapter 1. There is one for chapter 2: kata walk 2"
                ),
                (["walk", "7"], "There is no kata or chapter «7»."),
                (["walk", "all"], "chapter can't be «all»: it takes the number of one chapter."),
                (
                    ["walk", "2", "--step", "6"],
                    "The walkthrough of chapter 2 has no step 6: it has 5. The last one: kata walk 2 --step 5"
                ), (["walk", "2", "--apply", "6"], "The walkthrough of chapter 2 has no step 6"),
                (["walk", "2", "--step", "0"], "--step can't be «0»"),
                (
                    ["walk", "2", "--run"],
                    "kata walk --run needs to know which step. The first: kata walk 2 --step 1 --run"
                ),
            ] {
                let run = try await toy.start(words).outcome()
                #expect(run.code == 2)
                #expect(run.complaint.hasPrefix(said))
                #expect(run.output.isEmpty)
            }
            try toy.replace(
                "@Assessments {",
                with: "@Assessments",
                in: "\(Self.folder)/Walkthrough-2.tutorial"
            )
            let damaged = try await toy.kata("walk", "2")
            #expect(damaged.code == 2)
            #expect(
                damaged.complaint.contains("can't be read as a walkthrough. This «}» closes nothing. (line")
            )
            #expect(damaged.complaint.contains("git checkout Solutions/Walkthroughs.docc"))
        }
    }

    @Test("--run tells the verdict of a step, and leaves files and progress alone")
    func run() async throws {
        try await Toy.warm { toy in
            try toy.teach()
            try toy.answer(.parcel, "wrong")
            #expect(try await toy.kata("check", "2.1").code == 1)
            let before = try toy.state()
            let red = try await toy.kata("walk", "2", "--step", "3", "--run")
            #expect(red.code == 0, "red on purpose")
            #expect(red.output.hasPrefix("✘ 2.1 A parcel within limits · 3 of 4 rules hold\n"))
            #expect(red.output.contains("✘ a parcel that weighs nothing is refused\n  thin air was sent\n"))
            #expect(red.words.hasSuffix("Step kata walk 2 --step 3 Next kata walk 2 --step 4 --run"))
            #expect(!red.errors.contains("expects otherwise"))
            let green = try await toy.kata("walk", "2", "--step", "5", "--run")
            #expect(green.code == 0)
            #expect(green.output.hasPrefix("✔ 2.1 A parcel within limits · all 4 rules hold\n"))
            #expect(green.words.contains("A limit belongs to one side of it"), "the afterword, at the end")

            try toy.replace(
                "guard grams > 0, ",
                with: "print(\"weighed\", grams)\n        guard ",
                in: Self.step(4)
            )
            let other = try await toy.kata("walk", "2", "--step", "4", "--run")
            #expect(other.code == 1)
            #expect(
                other.complaint.contains(
                    "The walkthrough expects something else. ✘ red, though expected green: a parcel that weighs nothing is refused"
                )
            )
            #expect(other.output.contains("Your code printed:\n  weighed "))
            try toy.replace("grams <= 2000 ?", with: "gram <= 2000 ?", in: Self.step(4))
            let broken = try await toy.kata("walk", "2", "--step", "4", "--run")
            #expect(broken.code == 1)
            #expect(broken.output.contains("it does not compile yet"))
            #expect(broken.output.contains("\(Self.step(4)):"), "the file where the mistake is")
            let after = try toy.state()
            #expect(after.filter { $0.key != Self.step(4) } == before.filter { $0.key != Self.step(4) })
        }
    }

    @Test("--apply puts a step into the exercise, and undo brings the old file back")
    func apply() async throws {
        try await Toy.fresh { toy in
            try toy.teach()
            let parcel = Toy.Exercise.parcel
            try toy.answer(parcel, "wrong")
            let own = try toy.text(parcel.file)
            let applied = try await toy.kata("walk", "2", "--apply", "3")
            #expect(applied.code == 0)
            #expect(applied.words.hasPrefix("✔ \(parcel.file) is step 3 of 5 now."))
            #expect(applied.words.contains("To bring it back: kata undo"))
            #expect(try toy.text(parcel.file) == toy.text(Self.step(3)))
            let again = try await toy.kata("walk", "2", "--apply", "3")
            #expect(again.words.hasPrefix("\(parcel.file) is step 3 of 5 already."))
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(parcel.file) == own)

            try toy.remove(parcel.file)
            let missing = try await toy.kata("walk", "2", "--apply", "1")
            #expect(missing.code == 0 && !missing.output.contains("undo"))
            #expect(try toy.text(parcel.file) == toy.text(parcel.pristine))
            try toy.remove(parcel.file)
            try toy.makeFolder(parcel.file)
            let folder = try await toy.kata("walk", "2", "--apply", "1")
            #expect(folder.code == 2)
            #expect(folder.complaint.contains("is a folder, where a file belongs."))
        }
    }

    @Test("on a terminal keys lead through the steps, run one, and give the terminal back")
    func stage() async throws {
        try await Toy.warm { toy in
            try toy.teach()
            let before = try toy.state()
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let walk = try toy.start(["walk", "2"], on: terminal)
            try await terminal.see(now: "step 1 of 5 · rules covered", Self.keys, without: ["✘ up to"])
            try terminal.type("e")
            try await terminal.see(now: "✘ up to 2000 grams a parcel is small", without: ["rules covered"])
            for (key, place) in [
                ("n", "step 2 of 5"), ("\u{1B}[C", "step 3 of 5"), (" ", "step 4 of 5"), ("p", "step 3 of 5"),
                ("\u{1B}[D", "step 2 of 5"), ("5n", "step 5 of 5"), ("2", "step 2 of 5"),
            ] {
                try terminal.type(key)
                try await terminal.see(now: "A parcel within limits · \(place)")
            }
            try await terminal.see(now: "Which rules are red now?", without: ["✘ above 20000"])
            try terminal.type("ec")
            try await terminal.see(now: "struct Parcel {", "✘ above 20000")
            try terminal.type("?")
            try await terminal.see(now: "run this step in a scratch copy")
            try terminal.type("r")
            try await terminal.see(
                now: "✘ 2.1 A parcel within limits · 2 of 4 rules hold",
                "the counter breaks",
                without: ["Building"]
            )
            try terminal.type("s")
            try await terminal.see(now: "step 2 of 5", "One sign changes")
            try terminal.type("q")
            #expect(try await walk.outcome(on: terminal).code == 0)
            terminal.isGivenBack(as: found)
            #expect(try toy.state() == before)
        }
    }

    @Test("--step begins there, and a window of any size shows the place and the keys")
    func windows() async throws {
        try await Toy.fresh { toy in
            try toy.teach()
            let terminal = try PseudoTerminal()
            let walk = try toy.start(["walk", "2", "--step", "3"], on: terminal)
            try await terminal.see(now: "step 3 of 5", Self.keys)
            for (columns, rows) in [(40, 40), (41, 20), (200, 40), (23, 30), (40, 6), (80, 24)] {
                try terminal.resize(columns: columns, rows: rows)
                try await terminal.sees { picture in
                    picture.lastRow.hasSuffix("leave") && picture.words.contains("step 3 of 5")
                }
            }
            try terminal.type("q")
            #expect(try await walk.outcome(on: terminal).code == 0)
            #expect(terminal.picture.trouble == [])
        }
    }

    @Test(
        "the terminal is given back as it was found, however it ends",
        arguments: EndToEndWatchTests.End.all
    )
    func end(end: EndToEndWatchTests.End) async throws {
        try await Toy.fresh { toy in
            try toy.teach()
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let walk = try toy.start(["walk", "2"], on: terminal)
            try await terminal.see(now: "step 1 of 5", Self.keys)
            try end.come(to: walk, on: terminal)
            #expect(try await walk.outcome(on: terminal).code == end.code)
            terminal.isGivenBack(as: found)
        }
    }

    @Test("the proof tries the steps too, and each flaw of one is reported")
    func proof() async throws {
        try await Toy.warm { toy in
            try toy.teach()
            #expect(try await toy.kata("author", "check", "2").code == 0)
            let right = try await toy.kata("author", "prove", "2")
            #expect(right.code == 0, "\(right.output)")
            for number in 1...5 { #expect(right.output.contains("✔ step \(number) of the walkthrough")) }
            #expect(right.output.contains("12 of 12 claims hold, in 12 builds"))

            try toy.write(toy.text(Self.step(1)) + "\n", to: Self.step(1))
            try toy.replace(
                "guard grams <= 20_000",
                with: "let limit = 2\n        guard grams <= 20_000",
                in: Self.step(3)
            )
            try toy.replace("grams <= 2000 ? .small : .large", with: "gram", in: Self.step(4))
            try toy.replace("1...2000:", with: "1...1999:", in: Self.step(5))
            try toy.replace(
                "- above 20000 grams a parcel is refused\n                    - a parcel that weighs\n",
                with: "- above 2000 grams a parcel is large\n                    - a parcel that weighs\n",
                in: "\(Self.folder)/Walkthrough-2.tutorial"
            )
            try toy.replace(
                "  thin air was sent",
                with: "  the air was sent",
                in: "\(Self.folder)/Teaching-Chapter-2.md"
            )
            let before = try toy.state()
            let wrong = try await toy.kata("author", "prove", "2.1")
            #expect(wrong.code == 1)
            let (small, large) = ("up to 2000 grams a parcel is small", "above 2000 grams a parcel is large")
            for flaw in [
                "✘ step 1 of the walkthrough 3 of 4 broken It isn't the starter, and doesn't say why.",
                "It doesn't list these as red: «above 20000 grams a parcel is refused»",
                "It lists these as red, and they hold: «\(large)»",
                "✘ step 3 of the walkthrough 1 of 4 broken It warns:",
                "It quotes what isn't printed: \(Self.folder)/Teaching-Chapter-2.md:38: the air was sent",
                "✘ step 4 of the walkthrough no rule ran It does not compile: cannot find 'gram' in scope",
                "It doesn't list these as red: «\(small)»",
                "It breaks what an earlier step had made green: «\(small)»",
                "The last step leaves these red: «\(small)»", "0 of 5 claims hold",
                "7 claims rest on the ledger.",
            ] {
                #expect(wrong.words.contains(flaw), "\(flaw)")
            }
            let ledger = try toy.text(ProofLedger.file)
            #expect(!ledger.contains("step-"), "what fails is struck out")
            #expect(
                try toy.state().filter { $0.key != ProofLedger.file }
                    == before.filter { $0.key != ProofLedger.file },
                "a proof touches nothing else"
            )

            try toy.remove(Self.step(2))
            let missing = try await toy.kata("author", "prove", "2.1")
            #expect(missing.code == 2)
            #expect(missing.complaint.contains("the code of step 2, can't be read."))
        }
    }
}

extension Toy {
    /// Gives it the walkthrough of its second chapter.
    func teach() throws {
        try FileManager.default.copyItem(
            atPath: "\(FixtureFolder.path)/ToyWalkthroughs.docc",
            toPath: "\(root)/Solutions/Walkthroughs.docc"
        )
    }
}

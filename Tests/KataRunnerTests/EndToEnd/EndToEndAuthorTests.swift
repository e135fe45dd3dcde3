import Foundation
import Testing

@testable import KataRunner

@Suite("For authors, end to end", .timeLimit(.minutes(30)))
struct EndToEndAuthorTests {
    @Test("a new kata compiles, and is accepted as it is but for what is marked to be written")
    func new() async throws {
        try await Toy.warm { toy in
            let before = try toy.state().mapValues(\.data)
            let made = try await toy.kata("author", "new", "2", "Stamp")
            #expect(made.code == 0)
            #expect(made.words.hasSuffix("kata author check 2.2"))
            let page = "Exercises/Chapter2Post/README.md"
            let touched = [page, Toy.seals]
            let kept = before.filter { !touched.contains($0.key) }
            #expect(
                try toy.state().mapValues(\.data).filter { kept[$0.key] != nil } == kept
            )
            #expect(try toy.text(page).hasPrefix(String(decoding: before[page] ?? Data(), as: UTF8.self)))

            let check = try await toy.kata("author", "check", "2.2")
            #expect(check.code == 0, "\(check.output)")
            #expect(check.output.contains("1 kata read: 0 wrong, "))
            #expect(!check.output.contains(" 0 left to write"))
            #expect(try await toy.kata("author", "check", "2.2", "--strict").code == 1)

            let prove = try await toy.kata("author", "prove", "2")
            #expect(prove.code == 0, "\(prove.output)")
            #expect(prove.output.contains("✔ 2.1 A parcel within limits\n"))
            #expect(prove.output.contains("✔ 2.2 Stamp\n"))
            #expect(prove.output.contains("12 of 12 claims hold, in 7 builds"))
            #expect(!toy.exists(".kata/progress.json"), "a proof is nobody's progress")
        }
    }

    @Test("nothing is overwritten by a new kata, whatever the case of its name")
    func inTheWay() async throws {
        try await Toy.fresh { toy in
            let before = try toy.state()
            for name in ["Parcel", "PARCEL", "Purse"] {
                let run = try await toy.kata("author", "new", "2", name)
                #expect(run.code == 2)
                #expect(run.complaint.contains("exists already, and nothing is overwritten."))
            }
            #expect(try await toy.kata("author", "new", "9", "Stamp").code == 2)
            #expect(try await toy.kata("author", "new", "2", "no name").code == 2)
            #expect(try toy.state() == before)
        }
    }

    @Test("a proof is red wherever a claim does not hold")
    func flaws() async throws {
        try await Toy.warm { toy in
            let parcel = Toy.Exercise.parcel
            let folder = parcel.variants
            // The only expectation of the first rule.
            try toy.replace(
                "#expect(Parcel(grams: grams).size() == .small, \"a small parcel pays too much\")",
                with: "_ = Parcel(grams: grams).size()",
                in: parcel.suite
            )
            try toy.replace("2001...20_000", with: "2001...20_001", in: parcel.solution)
            try toy.replace("grams < 1", with: "grams < 0", in: "\(folder)/valid-class.swift")
            try toy.replace(
                "grams > 20_000",
                with: "grams > 20_000 || grams < 1",
                in: "\(folder)/wrong-weightless.swift"
            )
            try toy.write(
                toy.text(Toy.Exercise.parcel.solution).replacing("20_001", with: "20_000"),
                to: parcel.pristine
            )
            let before = try toy.state()

            let prove = try await toy.kata("author", "prove", "2.1")
            #expect(prove.code == 1, "\(prove.complaint)")
            let lines = prove.words
            #expect(lines.contains("✘ starter all 4 hold Every rule holds, so there is nothing to do."))
            #expect(
                lines.contains(
                    "✘ solution 1 of 4 broken A good answer is refused: «above 20000 grams a parcel is refused»"
                )
            )
            #expect(
                lines.contains(
                    "✘ valid-class 1 of 4 broken A good answer is refused: «a parcel that weighs nothing is refused»"
                )
            )
            #expect(
                lines.contains(
                    "✘ wrong-limit all 4 hold It passes, though it should break «up to 2000 grams a parcel is small»."
                ),
                "an expectation that is missing is noticed"
            )
            #expect(
                lines.contains(
                    "✘ wrong-weightless all 4 hold It passes, though it should break «a parcel that weighs nothing is refused»."
                )
            )
            #expect(lines.contains("2 of 7 claims hold"))
            #expect(
                try toy.state().filter { $0.key != ProofLedger.file } == before,
                "a proof touches nothing"
            )
            #expect(try toy.text(ProofLedger.file).lines.count == 3, "what fails is not in the ledger")
        }
    }

    @Test("what was proven rests on the ledger until something changes that it rests on")
    func ledger() async throws {
        try await Toy.warm { toy in
            let parcel = Toy.Exercise.parcel
            let first = try await toy.kata("author", "prove", "2.1")
            #expect(first.code == 0, "\(first.output)")
            #expect(first.words.contains("7 of 7 claims hold, in 7 builds"))
            let ledger = try toy.text(ProofLedger.file)
            #expect(ledger.lines.count == 8)

            let second = try await toy.kata("author", "prove", "2.1", "--strict", "--expectations")
            #expect(second.code == 0)
            #expect(
                second.words.contains("Nothing has changed since it was proven. 7 claims rest on the ledger.")
            )
            #expect(second.words.hasSuffix("Every expectation was seen red."), "by the proof before")
            #expect(!second.errors.contains("Round"))

            let sample = try await toy.kata("author", "prove", "2.1", "--sample", "10", "--seed", "4711")
            #expect(sample.code == 0)
            #expect(sample.words.contains("1 of 1 claims hold, in 1 build "))
            #expect(
                sample.words.contains(
                    "1 of them is a sample of what rests on the ledger, drawn with seed 4711. 6 claims rest on the ledger."
                )
            )
            let again = try await toy.kata("author", "prove", "2.1", "--again")
            #expect(again.words.contains("7 of 7 claims hold, in 7 builds"))
            #expect(try toy.text(ProofLedger.file) == ledger)

            try toy.replace(
                "// Tempting: ",
                with: "// Tempting: perhaps ",
                in: "\(parcel.variants)/wrong-limit.swift"
            )
            try toy.remove("\(parcel.variants)/wrong-large.swift")
            let third = try await toy.kata("author", "prove", "2.1")
            #expect(third.words.contains("✔ wrong-limit "))
            #expect(third.words.contains("1 of 1 claims hold, in 1 build "))
            #expect(third.words.contains("5 claims rest on the ledger."))
            let kept = try toy.text(ProofLedger.file).lines.filter(ledger.lines.contains)
            #expect(kept.count == 6)
            #expect(try toy.text(ProofLedger.file).lines.count == 7)
        }
    }

    @Test("a sample finds a claim that stands in the ledger and doesn't hold")
    func refuted() async throws {
        try await Toy.warm { toy in
            let parcel = Toy.Exercise.parcel
            let weightless = "\(parcel.variants)/wrong-weightless.swift"
            try toy.replace("grams > 20_000", with: "grams > 20_000 || grams < 1", in: weightless)
            let workbook = Workbook(root: toy.root, files: .live)
            let kata = try #require(workbook.catalogue().katas.last)
            var prints = ProofFingerprints(workbook)
            let lines = ProofMatrix.claims(for: kata, in: workbook).map { proof in
                "2.1 \(proof.key.name) \(prints.fingerprint(of: proof)) green\n"
            }
            try toy.write(lines.joined(), to: ProofLedger.file)

            #expect(try await toy.kata("author", "prove", "2.1").code == 0, "the ledger is believed")
            let sample = try await toy.kata("author", "prove", "2.1", "--sample", "100")
            #expect(sample.code == 1)
            #expect(sample.words.contains("6 of 7 claims hold"))
            #expect(sample.words.contains("1 claim stood in the ledger and does not hold."))
            #expect(!(try toy.text(ProofLedger.file).contains("wrong-weightless")))
            #expect(try toy.text(ProofLedger.file).lines.count == 7)
            let next = try await toy.kata("author", "prove", "2.1")
            #expect(next.code == 1, "it is proven again until it holds")
            #expect(next.words.contains("0 of 1 claims hold"))
        }
    }

    @Test("mutants show a hole and an expectation that can't fail, and a name with a reason settles the rest")
    func mutate() async throws {
        try await Toy.warm { toy in
            let parcel = Toy.Exercise.parcel
            try toy.remove("\(parcel.variants)/valid-class.swift")
            try toy.replace("[2001, 20_000]", with: "[2001]", in: parcel.suite)
            try toy.replace(
                "Parcel(grams: 0).size() == .refused",
                with: "Parcel(grams: 0).size() == Parcel(grams: 0).size()",
                in: parcel.suite
            )
            let found = try await toy.kata("author", "mutate", "2.1", "--names")
            #expect(found.code == 1, "\(found.output) \(found.complaint)")
            #expect(found.words.contains("✘ 2.1 A parcel within limits"))
            let hole = "- case 2001...20_000: .large + case 2001...19999: .large"
            let dead = "- case 1...2000: .small + case 0...2000: .small"
            let equivalent = "- case 2001...20_000: .large + case 2000...20_000: .large"
            for survivor in [hole, dead, equivalent] { #expect(found.words.contains(survivor)) }
            #expect(!found.words.contains("+ case 1...1999: .small"), "what the suite asks is killed")
            #expect(try toy.text(MutationLedger.file).hasPrefix("2.1 "))

            let check = try await toy.kata("author", "check", "2.1")
            #expect(check.words.contains("mutants pass."))

            // Closed: the row and the expectation. What is left is a mutant that nobody can tell apart.
            try toy.replace("[2001]", with: "[2001, 20_000]", in: parcel.suite)
            try toy.replace(
                "Parcel(grams: 0).size() == Parcel(grams: 0).size()",
                with: "Parcel(grams: 0).size() == .refused",
                in: parcel.suite
            )
            let stale = try await toy.kata("author", "check", "2.1")
            #expect(stale.words.contains("Its mutants have not been tried since"))
            let closed = try await toy.kata("author", "mutate", "2.1", "--names")
            for survivor in [hole, dead] { #expect(!closed.words.contains(survivor)) }
            #expect(closed.words.contains(equivalent))
            let names = closed.output.split(separator: "\n").filter {
                $0.hasSuffix(" —") || $0.hasSuffix(" — ")
            }
            #expect(!names.isEmpty)
            let file = "\(parcel.variants)/equivalent.txt"
            try toy.write(
                names.map { "\($0.trimmed) a case above it has taken these grams\n" }.joined(),
                to: file
            )
            let named = try await toy.kata("author", "mutate", "2.1")
            #expect(named.code == 0, "\(named.output)")
            #expect(try await !toy.kata("author", "check", "2.1").words.contains("mutant"))

            try toy.write(toy.text(file) + "00000000 gone — it was there\n", to: file)
            let gone = try await toy.kata("author", "check", "2.1")
            #expect(gone.code == 1)
            #expect(gone.words.contains("There is no mutant 00000000 any more."))
        }
    }

    @Test("a proof that is interrupted keeps what it has shown")
    func interrupted() async throws {
        try await Toy.warm { toy in
            let proof = try toy.start(["author", "prove", "2.1"])
            try await wait { (try? toy.text(ProofLedger.file).contains("2.1 ")) ?? false }
            proof.send(SIGINT)
            #expect(try await proof.outcome().code == 130)
            let kept = try toy.text(ProofLedger.file).lines.count - 1
            #expect((1...6).contains(kept))
            let rest = try await toy.kata("author", "prove", "2.1")
            #expect(rest.code == 0)
            #expect(rest.words.contains("\(kept) claim"))
            #expect(try toy.text(ProofLedger.file).lines.count == 8)
        }
    }

    @Test(
        "an answer in the exercise's file is kept as its difference, and fits until the solution changes there"
    )
    func variant() async throws {
        try await Toy.warm { toy in
            let parcel = Toy.Exercise.parcel
            let wrong = try toy.text(parcel.solution).replacing("1...2000: .small", with: "1..<2000: .small")
            let file = "\(parcel.variants)/wrong-edge.diff"
            try toy.write(wrong, to: parcel.file)
            let made = try await toy.kata("author", "variant", "2.1", "wrong-edge")
            #expect(made.code == 0, "\(made.complaint)")
            #expect(made.words.contains("✔ \(file) holds the difference from the solution."))
            #expect(made.words.contains("✔ \(parcel.file) is as it was before."))
            #expect(made.words.hasSuffix("kata author prove 2.1"))
            #expect(try toy.text(parcel.file) == toy.text(parcel.pristine))
            let written = """
                // Fails: TODO: a rule of 2.1, word for word
                // Tempting: TODO: say why somebody would write it.

                --- solution
                +++ answer
                @@ struct Parcel {

                     func size() -> Size {
                         switch grams {
                -        case 1...2000: .small
                +        case 1..<2000: .small
                         case 2001...20_000: .large
                         default: .refused
                         }

                """
            #expect(try toy.text(file) == written)
            let begun = try await toy.kata("author", "check", "2.1")
            #expect(begun.words.contains("There is no rule «TODO: a rule of 2.1, word for word»."))

            let told = written.replacing(
                "TODO: a rule of 2.1, word for word",
                with: "up to 2000 grams a parcel is small"
            )
            .replacing("TODO: say why somebody would write it.", with: "it is the sign at hand.")
            try toy.write(told, to: file)
            #expect(try await toy.kata("author", "check", "2.1", "--strict").code == 0)
            let proven = try await toy.kata("author", "prove", "2.1")
            #expect(proven.code == 0, "\(proven.output)")
            #expect(proven.words.contains("✔ wrong-edge 1 of 4 broken: «up to 2000 grams a parcel is small»"))

            try toy.replace("1...2000: .small", with: "0...2000: .small", in: parcel.solution)
            let stale = try await toy.kata("author", "check", "2.1")
            #expect(stale.code == 1)
            #expect(
                stale.words.contains(
                    "✘ \(file):6 Hunk 1 has no place in \(parcel.solution) as it is now."
                )
            )
            let unproven = try await toy.kata("author", "prove", "2.1")
            #expect(unproven.code == 2)
            #expect(
                unproven.complaint.contains("\(file):6 doesn't fit the text that it is a difference from")
            )

            try toy.write(wrong, to: parcel.file)
            #expect(try await toy.kata("author", "variant", "2.1", "wrong-edge").code == 0)
            let anew = told.replacing("1...2000: .small", with: "0...2000: .small")
            #expect(try toy.text(file) == anew, "the first lines stay")
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(file) == told)
            #expect(try toy.text(parcel.file) == wrong)
        }
    }

    @Test("an answer may be a change of the solution in place, which is put back as Git has it")
    func variantOfSolution() async throws {
        try await Toy.fresh { toy in
            let purse = Toy.Exercise.purse
            let solution = try toy.text(purse.solution)
            let nothing = try await toy.kata("author", "variant", "1.1", "wrong-edge")
            #expect(nothing.code == 1)
            #expect(nothing.complaint.contains("neither holds an answer to keep."))

            #expect(try await toy.shell("git init -q . && git add Solutions").code == 0)
            #expect(try await toy.kata("author", "variant", "1.1", "wrong-edge").code == 1)
            try toy.write(solution + "// one more\n", to: purse.solution)
            let made = try await toy.kata("author", "variant", "1.1", "valid-remark")
            #expect(made.code == 0, "\(made.complaint)")
            #expect(try toy.text(purse.solution) == solution)
            let text = try toy.text("\(purse.variants)/valid-remark.diff")
            #expect(text.hasPrefix("// TODO: say what shape it has.\n\n--- solution\n+++ answer\n@@"))
            #expect(text.hasSuffix("\n }\n+// one more\n"))

            try toy.write("// A class.\n\nfinal class Purse {}\n", to: purse.file)
            let whole = try await toy.kata("author", "variant", "1.1", "valid-remark")
            #expect(whole.code == 0)
            #expect(!toy.exists("\(purse.variants)/valid-remark.diff"), "there is one answer of a name")
            #expect(
                try toy.text("\(purse.variants)/valid-remark.swift")
                    == "// TODO: say what shape it has.\n\nfinal class Purse {}\n"
            )

            let shape = (1...40).map { "    let coin\($0) = \($0)\n" }.joined()
            try toy.write("// A class.\n\nfinal class Purse {\n\(shape)}\n", to: purse.file)
            #expect(try await toy.kata("author", "variant", "1.1", "valid-remark").code == 0)
            try toy.write("final class Purse {\n\(shape)    let coin = 10\n}\n", to: purse.file)
            let like = try await toy.kata("author", "variant", "1.1", "wrong-tenth")
            #expect(like.words.contains("wrong-tenth.diff holds the difference from valid-remark."))
            #expect(
                try toy.text("\(purse.variants)/wrong-tenth.diff").contains(
                    "\n--- valid-remark\n+++ answer\n@@"
                )
            )
        }
    }

    @Test("the toy workbook misses nothing, and each thing taken away is missed")
    func check() async throws {
        try await Toy.fresh { toy in
            let whole = try await toy.kata("author", "check", "--strict")
            #expect(whole.code == 0, "\(whole.output)")
            try toy.remove(Toy.Exercise.purse.solution)
            try toy.replace(
                "- an empty receipt says so",
                with: "- an empty receipt",
                in: "Exercises/Chapter1Shop/README.md"
            )
            try toy.replace(
                "// Fails: ",
                with: "// ",
                in: "\(Toy.Exercise.parcel.variants)/wrong-limit.swift"
            )
            let check = try await toy.kata("author", "check")
            #expect(check.code == 1)
            let complaints = [
                "1.1 has no solution.", "The page's rule «an empty receipt» has no test.",
                "The page doesn't state the rule «an empty receipt says so».",
                "There is no rule «an empty receipt says so». Quote a rule of 1.2, word for word.",
                "Its name or its first line doesn't say what it is.",
            ]
            for complaint in complaints { #expect(check.words.contains(complaint)) }
            #expect(
                check.words.hasSuffix(
                    "3 katas read: 5 wrong, 0 left to write. When that is mended: kata author check"
                )
            )
        }
    }

    @Test("sync makes an exercise the starter, and keeps the old one")
    func sync() async throws {
        try await Toy.fresh { toy in
            let purse = Toy.Exercise.purse
            let old = try toy.text(purse.pristine)
            try toy.replace("// TODO: count the coins.", with: "// TODO: count.", in: purse.file)
            try toy.answer(.receipt, "wrong")
            #expect(try await toy.kata("author", "check", "1.1").code == 1)
            let before = try toy.state().filter { $0.key != purse.pristine }

            let sync = try await toy.kata("author", "sync", "1.1")
            #expect(sync.code == 0)
            #expect(sync.words.hasSuffix("kata author prove 1.1"))
            #expect(try toy.text(purse.pristine) == toy.text(purse.file))
            #expect(try toy.state().filter { $0.key != purse.pristine } == before, "only 1.1 was asked for")
            #expect(try await toy.kata("author", "check", "1.1").code == 0)

            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(purse.pristine) == old)
        }
    }
}

import Foundation
import Testing

@Suite("What stands in the way of a build, end to end", .timeLimit(.minutes(30)))
struct EndToEndObstacleTests {
    /// What is done to a workbook in which 1.1 and 1.2 are solved and 2.1 is wrong.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Of 1.1 and 1.2, 2.1 is not solved.
        var verdicts = ["doesNotCompile", "passed"]
        var last = "failed"
        /// What a check of 1.1 says, and on which words it ends.
        var said: [String] = []
        var ends = "Stuck? kata hint 1.1"
        /// What has to be warm for it: all of it, if no file comes or goes.
        var warmth = Toy.Warmth.asUsual
        var prepare: @Sendable (Toy) throws -> Void
    }

    private static let purse = Toy.Exercise.purse
    private static let chapter = "Exercises/Chapter1Shop"
    private static let solved = "✔ 1.1 A purse that counts · all 4 rules hold"
    private static let goOn = "Go on kata next"

    static let mistakes: [Obstacle] = [
        Obstacle(
            testDescription: "an error in this kata",
            said: ["return type 'Int'", "\(purse.file):4:33 "],
            prepare: { try $0.answer(.purse, "does-not-compile") }
        ),
        Obstacle(
            testDescription: "an error in another kata of the chapter",
            verdicts: ["passed", "doesNotCompile"],
            said: ["Left out, because they don't compile: • \(chapter)/2-Receipt.swift:", solved],
            ends: goOn,
            prepare: { try $0.answer(.receipt, "does-not-compile") }
        ),
        Obstacle(
            testDescription: "an error in another chapter",
            verdicts: ["passed", "passed"],
            last: "doesNotCompile",
            said: [solved],
            ends: goOn,
            prepare: { try $0.append("let wrong: Int = \"\"\n", to: Toy.Exercise.parcel.file) }
        ),
        Obstacle(
            testDescription: "hundreds of errors",
            said: [
                "cannot convert value of type 'String' to specified type 'Int' let wrong0: Int = \"0\"",
                "… and at 599 more places",
            ],
            prepare: { toy in
                let wrong = (0..<600).map { "let wrong\($0): Int = \"\($0)\"\n" }.joined()
                try toy.append(wrong, to: purse.file)
            }
        ),
        Obstacle(
            testDescription: "a closing brace that is missing",
            said: [
                "it does not compile yet ✘ A } is missing: what this { opens is never closed. func total() async -> Int {",
                "\(purse.file):4:31 ✘ expected '}' in struct",
            ],
            prepare: { toy in
                try toy.write(
                    """
                    struct Purse {
                        let coins: [Int]

                        func total() async -> Int {
                            coins.reduce(0, +)

                        func largest() async -> Int? { coins.max() }

                        mutating func clear() {
                            self = Purse(coins: [])
                        }
                    }
                    """,
                    to: purse.file
                )
            }
        ),
        Obstacle(
            testDescription: "an expression too complex to type-check",
            said: [
                "the compiler is unable to type-check this expression in reasonable time",
                "\(purse.file):10:",
            ],
            prepare: { toy in
                let sum = (0..<12).map { "-(\($0) + coins.map { $0 * \($0) + 1 }.reduce(0, +))" }
                try toy.append(
                    """
                    func worth(_ coins: [Int]) -> Double { let worth: Double = \(sum.joined(separator: " + ")); return worth }
                    """,
                    to: purse.file
                )
            }
        ),
        Obstacle(
            testDescription: "a type declared twice in the chapter",
            verdicts: ["passed", "doesNotCompile"],
            said: [
                "Left out, because they don't compile: • \(chapter)/2-Receipt.swift:10:1 Purse is declared here and in \(purse.file):3.",
                solved,
            ],
            ends: goOn,
            prepare: { try $0.append("struct Purse {}\n", to: Toy.Exercise.receipt.file) }
        ),
        Obstacle(
            testDescription:
                "a type of this kata declared in another one too, which makes its name ambiguous here",
            verdicts: ["passed", "doesNotCompile"],
            said: ["Purse is declared here and in \(purse.file):3.", solved],
            ends: goOn,
            prepare: { toy in
                try toy.append("func copy(_ purse: Purse) -> Purse { purse }\n", to: purse.file)
                try toy.append("struct Purse {}\n", to: Toy.Exercise.receipt.file)
            }
        ),
        Obstacle(
            testDescription: "a type of another kata declared in this one",
            said: [
                "Receipt is declared here and in \(chapter)/2-Receipt.swift:3. struct Receipt {}",
                "\(purse.file):10:1 Choose another name",
            ],
            prepare: { try $0.append("struct Receipt {}\n", to: purse.file) }
        ),
        Obstacle(
            testDescription: "a member declared twice in this kata, of which another kata has a namesake",
            said: ["invalid redeclaration of 'total()'", "\(purse.file):11:6 "],
            prepare: { toy in
                try toy.append("extension Purse {\nfunc total() async -> Int { 0 }\n}\n", to: purse.file)
                try toy.append(
                    "extension Receipt { func total() -> Int { 0 } }\n",
                    to: Toy.Exercise.receipt.file
                )
            }
        ),
        Obstacle(
            testDescription: "a helper declared twice in the chapter",
            verdicts: ["doesNotCompile", "doesNotCompile"],
            said: [
                "Helper is declared here and in \(chapter)/2-Receipt.swift:10. struct Helper {}",
                "\(purse.file):10:1 ",
            ],
            prepare: { toy in
                try toy.append("struct Helper {}\n", to: purse.file)
                try toy.append("struct Helper {}\n", to: Toy.Exercise.receipt.file)
            }
        ),
    ]

    static let files: [Obstacle] = [
        Obstacle(
            testDescription: "an empty file",
            said: ["cannot find 'Purse' in scope", "\(purse.suite):9:"],
            prepare: { try $0.write("", to: purse.file) }
        ),
        Obstacle(
            testDescription: "a file that is not in UTF-8",
            said: ["invalid UTF-8 found in source file", "\(purse.file):10:"],
            prepare: { toy in
                let latin1 =
                    Data("let café = \"".utf8.prefix(7)) + Data([0xE9, 0x20, 0x3D, 0x20, 0x31, 0x0A])
                try toy.write(Data(toy.text(purse.file).utf8) + latin1, to: purse.file)
            }
        ),
        Obstacle(
            testDescription: "a file in UTF-16",
            said: ["input files must be encoded as UTF-8 instead of UTF-16", "\(purse.file):1:1 "],
            prepare: { toy in
                let bytes = try toy.text(purse.file).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                try toy.write(Data([0xFF, 0xFE]) + bytes, to: purse.file)
            }
        ),
        Obstacle(
            testDescription: "a byte-order mark",
            verdicts: ["passed", "passed"],
            said: [solved],
            ends: goOn,
            prepare: { try $0.write("\u{FEFF}" + $0.text(purse.file), to: purse.file) }
        ),
        Obstacle(
            testDescription: "Windows line ends",
            verdicts: ["passed", "passed"],
            said: [solved],
            ends: goOn,
            prepare: { toy in
                try toy.write(
                    toy.text(purse.file).replacingOccurrences(of: "\n", with: "\r\n"),
                    to: purse.file
                )
            }
        ),
        Obstacle(
            testDescription: "Windows line ends and an error",
            said: ["let wrong: Int = \"\" \(purse.file):2:18 "],
            prepare: { try $0.write("// one\r\nlet wrong: Int = \"\"\r\n", to: purse.file) }
        ),
        Obstacle(
            testDescription: "the file deleted",
            said: ["its file is missing", purse.file],
            ends: "Restore kata reset 1.1",
            warmth: .planningAnew,
            prepare: { try $0.remove(purse.file) }
        ),
        Obstacle(
            testDescription: "the file renamed",
            said: ["its file is missing", purse.file],
            ends: "Restore kata reset 1.1",
            warmth: .planningAnew,
            prepare: { try $0.move(purse.file, to: "\(chapter)/Purse.swift") }
        ),
        Obstacle(
            testDescription: "the file read-only",
            verdicts: ["passed", "passed"],
            said: [solved],
            ends: goOn,
            prepare: { try $0.allow(0o444, purse.file) }
        ),
        Obstacle(
            testDescription: "a folder in the place of the file",
            said: ["a folder stands where the file belongs; move it away, then kata reset 1.1"],
            ends: "Restore kata reset 1.1",
            warmth: .planningAnew,
            prepare: { toy in
                try toy.move(purse.file, to: "mine.swift")
                try toy.makeFolder(purse.file)
                try toy.move("mine.swift", to: "\(purse.file)/mine.swift")
            }
        ),
        Obstacle(
            testDescription: "a symbolic link in the place of the file",
            verdicts: ["passed", "passed"],
            said: [solved],
            ends: goOn,
            prepare: { toy in
                try toy.move(purse.file, to: "Tests/mine.swift")
                try toy.link(purse.file, to: "../../Tests/mine.swift")
            }
        ),
        Obstacle(
            testDescription: "a symbolic link to nothing",
            said: ["its file is missing", purse.file],
            ends: "Restore kata reset 1.1",
            warmth: .planningAnew,
            prepare: { toy in
                try toy.remove(purse.file)
                try toy.link(purse.file, to: "../nowhere.swift")
            }
        ),
    ]

    static let extras: [Obstacle] = [
        Obstacle(
            testDescription: "files of the learner's own, in a folder too",
            verdicts: ["passed", "passed"],
            said: [solved],
            ends: goOn,
            warmth: .planningAnew,
            prepare: { toy in
                try toy.write(
                    "func most(_ coins: [Int]) -> Int? { all(coins).max() }\n",
                    to: "\(chapter)/Most.swift"
                )
                try toy.write(
                    "func all(_ coins: [Int]) -> [Int] { coins }\n",
                    to: "\(chapter)/Help/All.swift"
                )
                try toy.write("what I have learnt", to: "\(chapter)/notes.txt")
                try toy.replace("coins.max()", with: "most(coins)", in: purse.file)
            }
        ),
        Obstacle(
            testDescription: "a file of the learner's own that does not compile",
            verdicts: ["passed", "passed"],
            said: ["Left out, because they don't compile: • \(chapter)/Mine.swift:1:18 ", solved],
            ends: goOn,
            warmth: .planningAnew,
            prepare: { try $0.write("let wrong: Int = \"\"\n", to: "\(chapter)/Mine.swift") }
        ),
        Obstacle(
            testDescription: "a file of the learner's own at which the linker stumbles",
            verdicts: ["passed", "passed"],
            said: ["Left out, because they don't compile: • \(chapter)/App.swift:1:1 ", solved],
            ends: goOn,
            warmth: .planningAnew,
            prepare: { try $0.write(unlinked, to: "\(chapter)/App.swift") }
        ),
        Obstacle(
            testDescription: "a kata at which the linker stumbles",
            said: ["undefined reference to 'nowhere' \(purse.file):1:1 "],
            prepare: { try $0.append(unlinked, to: purse.file) }
        ),
        Obstacle(
            testDescription: "a kata in which a program begins",
            said: [
                "it makes a program of the chapter",
                "@main makes a program of the chapter, and its suite needs a library. @main",
                "\(purse.file):10:1 Write it without @main.",
            ],
            prepare: { try $0.append("@main\nstruct App {\nstatic func main() {}\n}\n", to: purse.file) }
        ),
        Obstacle(
            testDescription: "a file of the learner's own in which a program begins",
            verdicts: ["passed", "passed"],
            said: ["Left out, because they don't compile: • \(chapter)/App.swift:1:1 ", solved],
            ends: goOn,
            warmth: .planningAnew,
            prepare: {
                try $0.write("@main struct App { static func main() {} }\n", to: "\(chapter)/App.swift")
            }
        ),
    ]

    private static let unlinked = """
        @_silgen_name("nowhere") func nowhere() -> Int
        let found = nowhere()

        """

    @Test(
        "each kata gets its own verdict, and is reported what is wrong, where, and what to do",
        arguments: mistakes + files + extras
    )
    func each(obstacle: Obstacle) async throws {
        try await Toy.warm(obstacle.warmth) { toy, path in
            try toy.solve(.purse, .receipt)
            try toy.answer(.parcel, "wrong")
            try obstacle.prepare(toy)
            let before = try toy.state()

            let all = try await toy.kata("check", "all", "--json", with: ["PATH": path])
            #expect(all.code == 1, "\(all.errors)")
            #expect(
                try CheckReport(all).verdicts
                    == zip(["1.1", "1.2", "2.1"], obstacle.verdicts + [obstacle.last]).map { "\($0) \($1)" }
            )

            let one = try await toy.kata("check", "1.1", "--again", with: ["PATH": path])
            #expect(one.code == (obstacle.verdicts[0] == "passed" ? 0 : 1))
            let words = one.complaint + " " + one.words
            for said in obstacle.said { #expect(words.contains(said), "\(one.errors)\n\(one.output)") }
            #expect(words.hasSuffix(obstacle.ends), "\(one.output)")
            #expect(!words.contains("!"), "a failure needs no exclamation mark")
            #expect(!words.contains(toy.root), "a path inside the workbook is told relative to it")

            // A compiler that was at work beside the one that complained may end a moment later.
            try await wait { try toy.processes() == [] }
            #expect(try toy.state() == before, "a learner's file was touched")
        }
    }

    @Test("whatever is in the place of a kata's file, a reset loses nothing of it")
    func reset() async throws {
        for file in Self.files {
            try await Toy.fresh { toy in
                try toy.solve(.purse)
                try file.prepare(toy)
                let before = try toy.contents()
                let reset = try await toy.kata("reset", "1.1", "--yes")
                if reset.code == 0 {
                    #expect(try toy.text(Self.purse.file) == toy.text(Self.purse.pristine))
                } else {
                    #expect(reset.complaint.hasSuffix("Move it away, then: kata reset 1.1"))
                }
                let after = try toy.contents()
                #expect(before.isSubset(of: after), "\(file.testDescription): something is lost")
            }
        }
    }

    /// A stand-in for a compiler that doesn't come to an end.
    struct Endless: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var compiler: String
        /// Whether it works all the time, as on an expression that is too much for it.
        var isBusy: Bool
    }

    @Test(
        "a build that is not over in time is ended, and that is said",
        arguments: [
            Endless(testDescription: "it works", compiler: "while :; do :; done", isBusy: true),
            Endless(testDescription: "it waits", compiler: "sleep 600", isBusy: false),
        ]
    )
    func endless(row: Endless) async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            let before = try toy.state()
            let path = try toy.fakeSwift(
                """
                case "$*" in *--show-bin-path*) PATH=${PATH#*:}; exec swift "$@";; esac
                \(row.compiler)
                """
            )
            let run = try await toy.kata("check", "1.1", "--build-timeout", "2", with: ["PATH": path])
            #expect(run.code == 2)
            #expect(run.complaint.contains("The build was stopped after 2 seconds."))
            #expect(run.complaint.contains("split it.") == row.isBusy)
            #expect(run.complaint.contains("The machine may be busy") == !row.isBusy)
            #expect(run.complaint.hasSuffix("llow more time: --build-timeout 300"))
            #expect(try toy.processes() == [])
            #expect(try toy.state() == before)
        }
    }

    @Test(
        "a crash of the compiler is reported as one, with the declaration, and costs no other kata its verdict"
    )
    func compilerCrash() async throws {
        try await Toy.warm(.planningAnew) { toy in
            try toy.answer(.purse, "crashes-the-compiler")
            try toy.solve(.receipt, .parcel)
            // Not every compiler crashes at it, so a stand-in repeats what one said.
            let said = "\(FixtureFolder.path)/EventStreams/compiler-crash.output.txt"
            let path = try toy.fakeSwift(
                """
                PATH=${PATH#*:}
                if grep -q versionConflict Exercises/Chapter1Shop/1-Purse.swift 2>/dev/null; then
                  sed "s|/workbook|$PWD|g" '\(said)'; exit 1
                fi
                exec swift "$@"
                """
            )
            let all = try await toy.kata("check", "all", "--json", with: ["PATH": path])
            #expect(all.code == 1, "\(all.errors)")
            let report = try CheckReport(all)
            #expect(report.verdicts == ["1.1 doesNotCompile", "1.2 passed", "2.1 passed"])
            let told = try #require(report.results.first?.diagnostics.first)
            #expect(
                told.message
                    == "The compiler crashed while it compiled `save()`. That is the compiler's fault, not yours."
            )
            #expect((told.file, told.line) == (Self.purse.file, 16))

            let one = try await toy.kata("check", "1.1", "--again", with: ["PATH": path])
            #expect(one.output.hasPrefix("✘ 1.1 A purse that counts · the compiler crashed on it\n"))
            #expect(one.words.contains("not yours. func save() async throws -> Int {"))
            #expect(one.words.hasSuffix("Stuck? kata hint 1.1"))
            #expect(!one.words.contains("bug report"))
            let rounds = one.errors.components(separatedBy: "Building the others").count - 1
            #expect(rounds <= 1, "the right file is known at once: \(one.errors)")
        }
    }

    @Test("a kata that keeps the compiler busy for ever costs no other kata its verdict")
    func endlessForOne() async throws {
        try await Toy.warm(.planningAnew) { toy in
            try toy.solve(.purse, .receipt, .parcel)
            #expect(try await toy.kata("check", "all", "--again", "--full-build").code == 0)
            // Ample for what compiles, since a build's limit counts what the build has worked.
            let limit = 15
            try toy.answer(.purse, "slow")
            // Nothing that compiles for ever takes equally long everywhere, so a stand-in for the compiler does. It
            // works while it does: the limit counts that, and not the time that others take from it.
            let path = try toy.fakeSwift(
                """
                PATH=${PATH#*:}
                if grep -q slow Exercises/Chapter1Shop/1-Purse.swift 2>/dev/null; then while :; do :; done; fi
                exec swift "$@"
                """
            )
            let run = try await toy.kata(
                "check",
                "all",
                "--json",
                "--build-timeout",
                "\(limit)",
                with: ["PATH": path]
            )
            #expect(run.code == 1, "\(run.errors)")
            let report = try CheckReport(run)
            #expect(report.verdicts == ["1.1 doesNotCompile", "1.2 passed", "2.1 passed"])
            let told = report.results.first?.diagnostics.first
            // On a busy machine a build gets longer for the same work, and the time that is shown is the reader's.
            let seconds = try #require(
                told?.message.firstMatch(of: /The build was stopped after (\d+) seconds\./)
            )
            #expect(try #require(Int(seconds.1)) >= limit)
            #expect(told?.file == Self.purse.file)
            #expect(try toy.processes() == [])
        }
    }
}

extension Toy {
    /// What every file of the workbook holds, whatever its name is: the runner's own files too.
    fileprivate func contents() throws -> Set<Data> {
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return Set(paths.compactMap { try? Data(contentsOf: URL(fileURLWithPath: "\(root)/\($0)")) })
    }
}

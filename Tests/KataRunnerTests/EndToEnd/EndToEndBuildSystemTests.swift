import Foundation
import Testing

@Suite("Whatever SwiftPM builds with, end to end", .timeLimit(.minutes(30)))
struct EndToEndBuildSystemTests {
    /// What a learner has done, what is asked for, and the verdicts, which are the same everywhere.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [String]
        var verdicts: [String]
        var said = ""
        var prepare: @Sendable (Toy) throws -> Void
    }

    private static let rows = [
        Row(
            testDescription: "one kata that is solved",
            words: ["1.1"],
            verdicts: ["1.1 passed"],
            prepare: { try $0.solve(.purse) }
        ),
        Row(
            testDescription: "a chapter with a rule that is broken",
            words: ["1"],
            verdicts: ["1.1 failed", "1.2 passed"],
            said: "a coin has gone missing",
            prepare: {
                try $0.answer(.purse, "wrong")
                try $0.solve(.receipt)
            }
        ),
        Row(
            testDescription: "every chapter",
            words: ["all"],
            verdicts: ["1.1 passed", "1.2 passed", "2.1 passed"],
            prepare: { try $0.solve(.purse, .receipt, .parcel) }
        ),
        Row(
            testDescription: "a file that doesn't compile, and costs no other its verdict",
            words: ["all"],
            verdicts: ["1.1 doesNotCompile", "1.2 passed", "2.1 passed"],
            prepare: {
                try $0.solve(.receipt, .parcel)
                try $0.answer(.purse, "does-not-compile")
            }
        ),
        Row(
            testDescription: "a kata at which the linker stumbles, though nobody calls what is missing",
            words: ["1"],
            verdicts: ["1.1 doesNotCompile", "1.2 passed"],
            prepare: {
                try $0.solve(.purse, .receipt)
                let unlinked = "@_silgen_name(\"nowhere\") func nowhere() -> Int\nlet found = nowhere()\n"
                try $0.append(unlinked, to: Toy.Exercise.purse.file)
            }
        ),
        Row(
            testDescription: "a kata in which a program begins",
            words: ["1"],
            verdicts: ["1.1 doesNotCompile", "1.2 passed"],
            prepare: {
                try $0.solve(.purse, .receipt)
                try $0.append("@main struct App { static func main() {} }\n", to: Toy.Exercise.purse.file)
            }
        ),
        Row(
            testDescription: "a crash, and the chapter after it",
            words: ["all"],
            verdicts: ["1.1 crashed", "1.2 passed", "2.1 passed"],
            said: "Index out of range",
            prepare: {
                try $0.solve(.receipt, .parcel)
                try $0.answer(.purse, "crash")
            }
        ),
        Row(
            testDescription: "a loop without end, and the chapter after it",
            words: ["all", "--timeout", "2"],
            verdicts: ["1.1 timedOut", "1.2 passed", "2.1 passed"],
            said: "not finished after 2 seconds",
            prepare: {
                try $0.solve(.receipt, .parcel)
                try $0.answer(.purse, "endless-loop")
            }
        ),
    ]

    @Test("a check comes to the same verdicts", arguments: ToyBuildSystem.here, rows)
    func check(system: ToyBuildSystem, row: Row) async throws {
        try await Toy.warm(.with(system)) { toy, path in
            try row.prepare(toy)
            let run = try await toy.start(["check", "--json"] + row.words, with: ["PATH": path]).outcome()
            let report = try CheckReport(run)
            #expect(report.verdicts == row.verdicts, "\(run.errors)")
            let isGreen = row.verdicts.allSatisfy { $0.hasSuffix(" passed") }
            #expect(run.code == (isGreen ? 0 : 1))
            let first = report.results.first
            let messages = first?.rules.flatMap(\.issues).map(\.message) ?? []
            if !row.said.isEmpty { #expect(messages.contains { $0.contains(row.said) }, "\(messages)") }
            #expect(first?.diagnostics.allSatisfy { $0.file == Toy.Exercise.purse.file } == true)
        }
    }

    @Test("next leads on when a kata is solved", arguments: ToyBuildSystem.here)
    func next(system: ToyBuildSystem) async throws {
        try await Toy.warm(.with(system)) { toy, path in
            let red = try await toy.kata("next", with: ["PATH": path])
            #expect(red.words.contains("1.1 A purse that counts"), "\(red.errors)")
            try toy.solve(.purse)
            let green = try await toy.kata("next", with: ["PATH": path])
            #expect(green.code == 0)
            #expect(green.words.contains("1.2 A receipt that reads"), "\(green.errors)")
        }
    }

    @Test("an edit is built without SwiftPM, from the second check on", arguments: ToyBuildSystem.here)
    func quick(system: ToyBuildSystem) async throws {
        try await Toy.warm(.with(system)) { toy, path in
            try toy.solve(.purse)
            _ = try await toy.kata("check", "1.1", with: ["PATH": path])
            try toy.answer(.purse, "wrong")
            let run = try await toy.kata("check", "1.1", "--verbose", with: ["PATH": path])
            #expect(run.code == 1)
            #expect(run.errors.contains("/swift-build-tool "), "\(run.errors)")
            #expect(!run.errors.contains("/swift build "), "\(run.errors)")
        }
    }

    @Test("an edit that doesn't compile is reported without SwiftPM too", arguments: ToyBuildSystem.here)
    func quickMistake(system: ToyBuildSystem) async throws {
        try await Toy.warm(.with(system)) { toy, path in
            try toy.solve(.purse, .receipt)
            _ = try await toy.kata("check", "1.1", with: ["PATH": path])
            try toy.answer(.purse, "does-not-compile")
            let run = try await toy.kata("check", "1.1", "--json", "--verbose", with: ["PATH": path])
            #expect(try CheckReport(run).verdicts == ["1.1 doesNotCompile"])
            #expect(try CheckReport(run).results.first?.diagnostics.isEmpty == false)
            #expect(run.errors.contains("/swift-build-tool "), "\(run.errors)")
            #expect(!run.errors.contains("/swift build "), "\(run.errors)")
        }
    }

    #if os(Linux)
        @Test("a chapter's suites are one program, compiled once", arguments: ToyBuildSystem.here)
        func program(system: ToyBuildSystem) async throws {
            try await Toy.fresh { toy in
                try toy.solve(.purse)
                let run = try await toy.kata("check", "1.1", with: ["PATH": try toy.path(with: system)])
                #expect(run.code == 0, "\(run.errors)")
                #expect(!(run.output + run.errors).contains("warning"), "what a build system says of itself")
                let built = try toy.built(inChapter: 1)
                #expect(built.contains { $0.hasSuffix("/Chapter1ShopTests") })
                #expect(!built.contains { $0.hasSuffix("-test-runner") || $0.hasSuffix(".xctest") })
                #expect(
                    built.filter { $0.hasSuffix("/1-PurseTests.swift.o") || $0.hasSuffix("/1-PurseTests.o") }
                        .count == 1
                )
            }
        }

        @Test(
            "where this Swift can't begin a program, or makes none, tests are built, and that is remembered",
            arguments: ToyBuildSystem.here,
            [
                "sed -i s/__swiftPMEntryPoint/noSuchEntryPoint/ Tests/*/~SuiteProgram.swift",
                "trap 'find .build -name Chapter1ShopTests -type f -delete' EXIT",
            ]
        )
        func refusal(system: ToyBuildSystem, trouble: String) async throws {
            try await Toy.fresh { toy in
                let path = try toy.path(with: system)
                let standIn = ".build/swift-\(system.rawValue)/swift"
                try toy.write(
                    toy.text(standIn).replacing(
                        "#!/bin/sh\n",
                        with: """
                            #!/bin/sh
                            case "$*" in *--show-bin-path*) ;; "build "*)
                                echo "programs: $KATA_PROGRAMS" >> \(toy.root)/asked.txt
                                if [ "$KATA_PROGRAMS" = 1 ]; then
                                    \(trouble)
                                fi
                            esac

                            """
                    ).replacing(
                        "exec swift \"$@\"",
                        with: "while swift \"$@\"; code=$?; [ $code -gt 128 ]; do :; done; exit $code"
                    ),
                    to: standIn
                )
                try toy.allow(0o755, standIn)
                try toy.solve(.purse)
                let first = try await toy.kata("check", "1.1", with: ["PATH": path])
                #expect(first.code == 0, "\(first.output)\(first.errors)")
                #expect(!first.errors.contains("without"), "nobody is to blame")
                try toy.answer(.purse, "wrong")
                let second = try await toy.kata("check", "1.1", "--full-build", with: ["PATH": path])
                #expect(second.words.contains("a coin has gone missing"), "\(second.errors)")
                #expect(try toy.text("asked.txt") == "programs: 1\nprograms: \nprograms: \n")
            }
        }
    #endif

    @Test("the doctor names it", arguments: ToyBuildSystem.here)
    func doctor(system: ToyBuildSystem) async throws {
        try await Toy.warm(.with(system)) { toy, path in
            let run = try await toy.kata("doctor", with: ["PATH": path])
            #expect(run.output.contains("✔ Build system: \(system.name)\n"), "\(run.output)")
        }
    }

    @Test(
        "one that nobody knows is reported with what was sought, where, and with which Swift",
        arguments: ["/elsewhere/binaries", "/elsewhere/out/Products/Debug-moon", "/elsewhere/debug"]
    )
    func unknown(folder: String) async throws {
        try await Toy.fresh { toy in
            let path = try toy.fakeSwift(
                "case \"$*\" in *--show-bin-path*) echo \(folder);; *) echo 'Build complete!';; esac"
            )
            let run = try await toy.kata("check", "1.1", with: ["PATH": path])
            #expect(run.code == 2)
            #expect(
                run.complaint.contains(
                    "The build went well, but the program that runs the rules was not found."
                )
            )
            #expect(run.complaint.contains("the runner looked for …PackageTests.xctest and …Tests"))
            #expect(run.complaint.contains("The Swift in use: \(toy.root)/.kata-fake/swift"))
            #expect(run.complaint.hasSuffix("To see which those are: kata doctor"))
        }
    }

    @Test(
        "one that crashes by itself is started once more, and nobody is blamed, even if a script hides the signal",
        arguments: ["kill -SEGV $$", "exit 139"]
    )
    func crash(ending: String) async throws {
        try await Toy.warm(.planningAnew) { toy in
            try toy.solve(.purse)
            let path = try toy.fakeSwift(
                """
                PATH=${PATH#*:}
                case "$*" in *--build-tests* | *--product*)
                    if [ ! -e \(toy.root)/crashed ]; then touch \(toy.root)/crashed; \(ending); fi ;;
                esac
                exec swift "$@"
                """
            )
            let run = try await toy.kata("check", "1.1", "--verbose", with: ["PATH": path])
            #expect(run.code == 0, "\(run.errors)")
            #expect(toy.exists("crashed"))
            #expect(!run.errors.contains("without"), "\(run.errors)")
        }
    }
}

extension Toy {
    /// The files that the learner's workspace of a chapter holds of its builds.
    fileprivate func built(inChapter number: Int) throws -> [String] {
        let folder = ".build/kata/chapter-\(number)/.build"
        return try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").map {
            "\(folder)/\($0)"
        }
    }
}

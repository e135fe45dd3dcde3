import Foundation
import Testing

@testable import KataRunner

@Suite("kata doctor, end to end", .timeLimit(.minutes(30)))
struct EndToEndDoctorTests {
    @Test("where all is well it says so")
    func well() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("doctor")
            #expect(run.code == 0)
            #expect(run.output.contains("✔ Swift 6."))
            #expect(run.output.contains("✔ Workbook: 2 chapters, 3 katas, all files in place\n"))
            #expect(run.words.hasSuffix("All is well. Go on: kata next"))
            #expect(!run.output.contains("✘"))
        }
    }

    struct Illness: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var said: String
        var path: String?
        var swift: String?
        var missing: String?
    }

    static let illnesses = [
        Illness(
            testDescription: "no compiler",
            said: "✘ No Swift compiler was found on the path. Install Swift 6.2 or newer",
            path: "/nowhere"
        ),
        Illness(
            testDescription: "an old compiler first on the path",
            said: "✘ Swift 5.10.1 is too old: ",
            swift: "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'"
        ),
        Illness(
            testDescription: "a program called swift that is no compiler",
            said: "doesn't report its version. See what it says: swift --version",
            swift: "echo 'OpenStack Object Storage'"
        ),
        Illness(
            testDescription: "a Swift that builds nobody knows where",
            said:
                "✘ The runner doesn't know this build system, which builds in /elsewhere/binaries This workbook",
            swift: """
                case "$*" in *--show-bin-path*) echo /elsewhere/binaries;; *) echo 'Swift version 6.9';; esac
                """
        ),
        Illness(
            testDescription: "a Swift that doesn't tell where it builds",
            said: "/.kata-fake/swift doesn't say where it builds.",
            swift: "[ \"$1\" = --version ] || exit 1; echo 'Swift version 6.9'"
        ),
        Illness(
            testDescription: "an exercise is missing",
            said: "✘ Exercises/Chapter1Shop/1-Purse.swift is missing. Bring it back: kata reset 1.1",
            missing: Toy.Exercise.purse.file
        ),
        Illness(
            testDescription: "a suite is missing",
            said: "is missing. Bring it back: git checkout Tests/Chapter2PostTests/1-ParcelTests.swift",
            missing: Toy.Exercise.parcel.suite
        ),
        Illness(
            testDescription: "a page is missing",
            said:
                "✘ The page of 2.1 has no rules. Bring it back: git checkout Exercises/Chapter2Post/README.md",
            missing: "Exercises/Chapter2Post/README.md"
        ),
    ]

    @Test("what is wrong is reported with its remedy, and the exit code is 2", arguments: illnesses)
    func ill(illness: Illness) async throws {
        try await Toy.fresh { toy in
            var variables: [String: String?] = [:]
            if let path = illness.path { variables["PATH"] = path }
            if let script = illness.swift { variables["PATH"] = try toy.fakeSwift(script) }
            if let missing = illness.missing { try toy.remove(missing) }
            let run = try await toy.kata("doctor", with: variables)
            #expect(run.code == 2)
            #expect(run.words.contains(illness.said))
            #expect(run.words.hasSuffix("When that is mended: kata doctor"))
        }
    }

    @Test("a compiler that never answers is given up soon, and meanwhile it is said what is asked")
    func hanging() async throws {
        try await Toy.fresh { toy in
            let path = try toy.fakeSwift("sleep 600")
            let start = ContinuousClock.now
            let run = try await toy.kata("doctor", with: ["PATH": path])
            #expect(start.duration(to: .now) < .seconds(20))
            #expect(run.code == 2)
            #expect(run.errors.contains("Asking Swift for its version …"))
            #expect(
                run.words.contains(
                    "✘ \(toy.root)/.kata-fake/swift did not report its version within 10 seconds. See what it does: swift --version"
                )
            )
            #expect(try toy.processes() == [])
        }
    }

    @Test("what it prints makes a report of a bug: the versions, the machine, the settings, the workbook")
    func report() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("doctor", with: ["KATA_LANGUAGE": "en", "NO_COLOR": "1"])
            let facts = [
                "kata \(Runner.version) ", "✔ System: ", "✔ Swift 6.", "✔ Workbook: 2 chapters, 3 katas",
                "✔ Build system: ",
                "This workbook needs Swift 6.2 or newer. It was tried with 6.3.1, and with both build systems: native and Swift Build.",
                "✔ Variables: KATA_INVOCATION=kata KATA_LANGUAGE=en KATA_PREPARE=off LANG=C.UTF-8 NO_COLOR=1 ",
                "✔ Folder: \(toy.root), ", "✔ Progress: 0 of 3 katas solved", "✔ Terminal: none",
                "When you report a bug, add this, and what the failing command prints with --verbose.",
            ]
            for fact in facts { #expect(run.words.contains(fact), "\(run.output)") }
        }
    }

    @Test("--verbose tells each program that is run, where, and how it ended, so that it can be run again")
    func verbose() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: "print(coins[0])")
            let run = try await toy.kata("check", "1.1", "--full-build", "--verbose")
            #expect(run.code == 1)
            #expect(run.output.hasPrefix("✘ 1.1 A purse that counts"), "the answer stays where answers go")
            // If nothing was built before, SwiftPM is asked for the place of its products.
            let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("(cd ") }.map(String.init)
                .filter { !$0.contains(" --show-bin-path ") }
            // A build in the same second as the one before it is made once more.
            let builds = lines.filter { $0.contains("/swift build ") }
            #expect((1...2).contains(builds.count), "\(run.errors)")
            #expect(
                lines.count == builds.count + 2,
                "after the build one run until the crash, and one of the rest: \(run.errors)"
            )
            let workspace = "(cd \(toy.root)/.build/kata/chapter-1"
            #expect(lines.allSatisfy { $0.hasPrefix(workspace) && $0.hasSuffix(")") })
            #expect(lines.first?.contains("KATA_CHAPTER=1 ") == true)
            #expect(lines.first?.contains("/swift build --") == true)
            #expect(lines.first?.contains(" --scratch-path ") == true)
            #expect(lines.last?.contains("--filter '^Chapter1ShopTests\\.PurseTests/'") == true)
            #expect(lines.last?.contains("--skip ") == true)
            #expect(run.errors.contains("\n  → exited(0) after "))
            #expect(run.errors.contains("\n  → signalled("))
            let again = try await toy.shell(lines[0])
            #expect(again.code == 0, "the command that is told can be run: \(again.errors)")
        }
    }
}

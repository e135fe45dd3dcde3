import Foundation
import Testing

@testable import KataRunner

@Suite("Wherever it runs, end to end", .timeLimit(.minutes(30)))
struct EndToEndEnvironmentTests {
    @Test("a compiler that is too old is reported with what it said, and nothing is blamed on the learner")
    func tooOld() async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            let said =
                "error: 'toy': package 'toy' is using Swift tools version 6.2.0 but the installed version is 5.10.1"
            let path = try toy.fakeSwift("echo \"\(said)\" >&2; exit 1")
            let run = try await toy.kata("check", "1.1", with: ["PATH": path])
            #expect(run.code == 2)
            #expect(run.complaint.contains("This Swift is too old for the workbook: \(said)"))
            #expect(run.complaint.hasSuffix("then: kata doctor"))
            #expect(!toy.exists(".kata/progress.json"))
        }
    }

    @Test("a path with spaces and Korean in it, of more than 200 characters")
    func path() async throws {
        let long = String(repeating: "a rather long name ", count: 9)
        try await Toy.fresh(named: "내 지갑 \(long)") { toy in
            #expect(toy.root.count > 200)
            try toy.answer(.purse, "crash")
            try toy.solve(.receipt)
            let run = try await toy.kata("check", "1", "--json")
            #expect(run.code == 1, "\(run.errors)")
            #expect(try CheckReport(run).verdicts == ["1.1 crashed", "1.2 passed"])
            let words = try await toy.kata("check", "1.1")
            #expect(words.output.contains("\n  Exercises/Chapter1Shop/1-Purse.swift:6\n"))
            try toy.answer(.purse, "does-not-compile")
            let place = "\n  Exercises/Chapter1Shop/1-Purse.swift:4:33\n"
            #expect(try await toy.kata("check", "1.1").output.contains(place))
            #expect(try await toy.kata("doctor").code == 0)
        }
    }

    @Test(
        "a folder in which Swift can't build is reported before a build, and by doctor",
        arguments: ["\"", "\\", "%", "\n"]
    )
    func unbuildable(character: String) async throws {
        try await Toy.fresh(named: "a \(character) toy") { toy in
            try toy.solve(.purse)
            let path = try toy.fakeSwift(
                "case $1 in --version) echo Swift version 6.3;; *) touch built; exit 1;; esac"
            )
            let check = try await toy.kata("check", "1.1", with: ["PATH": path])
            #expect(check.code == 2)
            #expect(
                check.complaint.contains(
                    "Swift can't build in a folder with \(character == "\n" ? "a line break" : "«\(character)»") in its path: "
                )
            )
            #expect(
                check.complaint.hasSuffix("Move or clone the workbook to another folder, then: kata doctor")
            )
            #expect(!toy.exists(".build/kata/built"), "nothing was built")
            let doctor = try await toy.kata("doctor", with: ["PATH": path])
            #expect(doctor.code == 2)
            #expect(doctor.words.contains("✘ Swift can't build in a folder with "))
        }
    }

    @Test("a folder for temporary files that isn't there is named as the cause")
    func temporaryFolder() async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            let nowhere = ["TMPDIR": "/nowhere/at all"]
            let check = try await toy.kata("check", "1.1", with: nowhere)
            #expect(check.code == 2)
            #expect(
                check.complaint.hasPrefix(
                    "Swift needs a folder for temporary files, and TMPDIR names one that can't be written: /nowhere/at all"
                )
            )
            #expect(check.complaint.hasSuffix("Set it to another folder, or clear it: unset TMPDIR"))
            let doctor = try await toy.kata("doctor", with: nowhere)
            #expect(doctor.code == 2)
            #expect(doctor.words.contains("✘ Swift needs a folder for temporary files"))
        }
    }

    @Test("too few open files are named as the cause")
    func openFiles() async throws {
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            let check = try await toy.shell("ulimit -n 20; kata check 1.1; echo code $?")
            #expect(check.output.hasSuffix("code 2\n"))
            #expect(
                check.complaint.hasPrefix(
                    "Swift needs more open files than the 20 that this terminal allows."
                ),
                "\(check.errors)"
            )
            #expect(check.complaint.hasSuffix("Allow more: ulimit -n 1024"))
            let doctor = try await toy.shell("ulimit -n 20; kata doctor; echo code $?")
            #expect(
                doctor.words.contains("✘ Swift needs more open files than the 20 that this terminal allows.")
            )
        }
    }

    struct Setting: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var variables: [String: String?]
    }

    static let settings = [
        Setting(testDescription: "HOME unset", variables: ["HOME": nil]),
        Setting(testDescription: "HOME nowhere", variables: ["HOME": "/nowhere/at/all"]),
        Setting(testDescription: "LANG=C", variables: ["LANG": "C", "LC_ALL": "C"]),
        Setting(testDescription: "LANG unset, and TERM", variables: ["LANG": nil, "TERM": nil]),
        Setting(
            testDescription: "no variables but PATH",
            variables: ["HOME": nil, "LANG": nil, "TMPDIR": nil]
        ),
    ]

    @Test("variables that are missing or strange change no verdict", arguments: settings)
    func setting(_ setting: Setting) async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            try toy.solve(.receipt)
            let run = try await toy.kata("check", "1", "--json", with: setting.variables)
            #expect(run.code == 1, "\(run.errors)")
            #expect(try CheckReport(run).verdicts == ["1.1 failed", "1.2 passed"])
            let words = try await toy.kata("check", "1.1", with: setting.variables)
            #expect(words.output.contains("✘ the total is the sum of the coins\n  a coin has gone missing\n"))
            #expect(try await toy.kata("next", with: setting.variables).code == 1)
        }
    }

    @Test("a terminal that knows ASCII alone is shown nothing else")
    func ascii() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let run = try toy.start(["list", "--plain"], with: ["LANG": "C", "LC_ALL": "C"], on: terminal)
            #expect(try await run.outcome().code == 0)
            terminal.look()
            #expect(terminal.shown.contains("A purse that counts"))
            #expect(!terminal.shown.unicodeScalars.contains { !$0.isASCII })
        }
    }

    @Test(
        "on a terminal of 20 columns nothing runs over the edge, and on one of 400 lines stay readable",
        arguments: [20, 400]
    )
    func columns(count: Int) async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "crash")
            let lines = [
                ["next"], ["list", "--plain"], ["show", "1"], ["hint", "1.1"], ["help"], ["doctor"], [],
                ["chekc"],
            ]
            for words in lines {
                let terminal = try PseudoTerminal(columns: count)
                let run = try toy.start(words, with: ["NO_COLOR": "1"], on: terminal)
                // What is shown is taken away all the time, or there would be no room for more.
                let code = try await run.outcome(on: terminal).code
                #expect((0...2).contains(code))
                let shown = terminal.shown.replacing("\u{1B}[K", with: "")
                    .split { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
                #expect(!shown.isEmpty, "kata \(words) shows nothing")
                // A path or a command is to be pasted: it stays whole, and nothing stands beside it.
                let wide = shown.map { String($0).trimmed }.filter { row in
                    row.displayWidth > min(count, 100) && !row.hasPrefix("kata ") && row.contains(" ")
                }
                #expect(wide == [], "kata \(words)")
            }
        }
    }

    @Test("without a terminal there is no screen to draw on, and no code for one in what is printed")
    func noTerminal() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            let watch = try await toy.kata("watch")
            #expect(watch.code == 2)
            #expect(watch.complaint.hasSuffix("Without one, check after each edit: kata next"))
            for words in [["check", "1.1"], ["list"], [], ["next"]] {
                let run = try await toy.start(words).outcome()
                #expect(!(run.output + run.errors).contains { $0 == "\u{1B}" || $0 == "\r" })
            }
        }
    }

    @Test("output into head ends the runner with its verdict, and without a complaint")
    func head() async throws {
        try await Toy.warm { toy in
            try toy.answer(.purse, "wrong")
            let run = try await toy.shell("{ kata check 1.1; echo $? >&2; } | head -1")
            #expect(run.output == "✘ 1.1 A purse that counts · 3 of 4 rules hold\n")
            #expect(run.complaint.hasSuffix("1"))
            #expect(!run.complaint.contains("pipe"))
            #expect(try await toy.statuses() == ["unsolved", "unsolved", "unsolved"])
        }
    }

    // MARK: - What must not be written

    struct Lock: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var folder: String
        var typed: String
        var code: String
        var said: String
    }

    static let locks = [
        Lock(
            testDescription: ".kata",
            folder: ".kata",
            typed: "check 1.1",
            code: "0",
            said:
                "The verdict could not be kept. .kata/progress.json can't be written. Make it readable and writable, then: kata doctor"
        ),
        Lock(
            testDescription: ".kata, where a hint is asked for",
            folder: ".kata",
            typed: "hint 1.1",
            code: "2",
            said: ".kata/progress.json can't be written. Make it readable and writable, then: kata doctor"
        ),
        Lock(
            testDescription: ".kata, where a file would be replaced",
            folder: ".kata",
            typed: "reset 1.1 --yes",
            code: "2",
            said: "can't be written. Make it readable and writable, then: kata doctor"
        ),
        Lock(
            testDescription: ".build",
            folder: ".build",
            typed: "check 1.1",
            code: "2",
            said: ".build/kata/chapter-1 can't be written. Make it readable and writable, then: kata doctor"
        ),
        Lock(
            testDescription: "the folder of the kata's file, where that would be replaced",
            folder: "Exercises/Chapter1Shop",
            typed: "reset 1.1 --yes",
            code: "2",
            said:
                "Exercises/Chapter1Shop/1-Purse.swift can't be written. Make it readable and writable, then: kata doctor"
        ),
    ]

    @Test(
        "a folder that may not be written is named, and no file is touched; needs somebody other than root, or setpriv",
        .enabled(
            if: Toy.withoutPower != nil,
            "root may write everywhere, and there is no setpriv to change that"
        ),
        arguments: locks
    )
    func locked(lock: Lock) async throws {
        let powerless = try #require(Toy.withoutPower)
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            let before = try toy.state()
            try toy.makeFolder(lock.folder)
            try toy.allow(0o555, lock.folder)
            defer { try? toy.allow(0o755, lock.folder) }
            let run = try await toy.shell("kata \(lock.typed); echo $? >&2", by: powerless)
            #expect(run.complaint.contains(lock.said), "\(run.errors)")
            #expect(run.complaint.hasSuffix(" \(lock.code)"))
            if lock.code == "0" {
                #expect(run.output.hasPrefix("✔ 1.1 A purse that counts · all 4 rules hold\n"))
            }
            #expect(try toy.state() == before)
            if lock.folder.hasPrefix(".") {
                let doctor = try await toy.shell("kata doctor", by: powerless)
                #expect(doctor.words.contains("\(lock.folder) can't be written."))
            }
        }
    }

    struct FullDisk: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What is on the small disk.
        var folder: String
        /// Of a disk that is not filled up first.
        var size: String?
        var typed: String
        var code: String
        var said: String
    }

    static let fullDisks = [
        FullDisk(
            testDescription: "with the progress on it",
            folder: ".kata",
            typed: "check 1.1",
            code: "0",
            said: "The verdict could not be kept. .kata/progress.json can't be written: its disk is full."
        ),
        FullDisk(
            testDescription: "with the backups on it",
            folder: ".kata",
            typed: "reset 1.1 --yes",
            code: "2",
            said: "can't be written: its disk is full. Make room on it, then: kata next"
        ),
        FullDisk(
            testDescription: "with the build on it",
            folder: ".build",
            typed: "check 1.1",
            code: "2",
            said: ".build/kata/chapter-1 can't be written: its disk is full. Make room on it, then: kata next"
        ),
        FullDisk(
            testDescription: "with the build on it, and a little room left",
            folder: ".build",
            size: "2m",
            typed: "check 1.1",
            code: "2",
            said: ".build/kata/chapter-1 can't be written: its disk is full. Make room on it, then: kata next"
        ),
        FullDisk(
            testDescription: "with what grading builds on it, and a little room left",
            folder: ".build",
            size: "2m",
            typed: "grade Solutions --chapter 1 --no-sandbox",
            code: "2",
            said: "can't be written: its disk is full."
        ),
        FullDisk(
            testDescription: "with the exercises on it",
            folder: "Exercises/Chapter1Shop",
            typed: "reset 1.1 --yes",
            code: "2",
            said: "Exercises/Chapter1Shop/1-Purse.swift can't be written: its disk is full."
        ),
    ]

    @Test(
        "a full disk costs no byte of the learner's; needs the right to mount a small one",
        .enabled(
            if: Toy.withOwnMounts != nil,
            "unshare may not make mounts here, so no disk is small enough to be full"
        ),
        arguments: fullDisks
    )
    func full(disk: FullDisk) async throws {
        let mounting = try #require(Toy.withOwnMounts)
        try await Toy.fresh { toy in
            try toy.solve(.purse)
            try toy.makeFolder(disk.folder)
            let before = try toy.state()
            // All that happens on the small disk is seen by the shell alone.
            let run = try await toy.shell(
                """
                cp -a "\(disk.folder)" copy
                mount -t tmpfs -o size=\(disk.size ?? "64k") none "\(disk.folder)" || exit 99
                cp -a copy/. "\(disk.folder)"
                \(disk.size == nil ? "cat /dev/zero" : "true") > "\(disk.folder)/fill" 2>/dev/null
                kata \(disk.typed)
                echo "code $?" >&2
                rm "\(disk.folder)/fill"
                diff -r copy "\(disk.folder)" | grep -e Chapter -e '^[<>]' >&2
                """,
                by: mounting
            )
            try toy.remove("copy")
            #expect(run.complaint.contains(disk.said), "\(run.errors)")
            #expect(run.complaint.hasSuffix("code \(disk.code)"), "\(run.errors)")
            #expect(try toy.state() == before)
            #expect(try toy.processes() == [])
        }
    }
}

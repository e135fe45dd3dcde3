import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("A class is graded, end to end", .timeLimit(.minutes(60)))
struct EndToEndGradeTests {
    /// What this machine can do to shut code off. A test's name says so.
    enum Ground: Sendable, CustomTestStringConvertible {
        case shutOff
        case open

        static let here: Ground = Self.works ? .shutOff : .open

        var testDescription: String {
            switch self {
            case .shutOff: "shut off"
            case .open: "no program is found here that shuts code off, so without the hostile ones"
            }
        }

        var words: [String] { self == .shutOff ? [] : ["--no-sandbox"] }

        private static let works: Bool = {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            #if canImport(Darwin)
                process.arguments = ["sandbox-exec", "-p", "(version 1)(allow default)", "/usr/bin/true"]
            #else
                process.arguments = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
            #endif
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()
    }

    private static let rootWarning =
        "You grade as root. The sandbox holds, but a plain user has less to lose.\n"

    /// A folder beside the workbook, for submissions and for what they should not touch.
    private func withFolder<Result>(_ use: (String) async throws -> Result) async throws -> Result {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let folder = "\(temporary)/class-\(UUID().uuidString)"
        for name in ["submissions", "elsewhere"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)",
                withIntermediateDirectories: true
            )
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await use(folder)
    }

    private func grade(_ toy: Toy, _ words: [String]) async throws -> KataRun.Outcome {
        try await toy.start(["grade"] + words).outcome()
    }

    /// Somebody who waits to be called.
    private final class Listener {
        let descriptor: Int32
        private(set) var port: UInt16 = 0

        init() throws {
            #if canImport(Darwin)
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #else
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
                        && getsockname(descriptor, address, &size) == 0
                }
            }
            guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }
    }

    @Test("each submission gets its own verdicts, whatever the others do", arguments: [Ground.here])
    func everybody(ground: Ground) async throws {
        let listener = try Listener()
        try await Toy.warm { toy in
            try await withFolder { folder in
                try? toy.remove(".build/kata-grade/grades")
                let secret = "\(folder)/submissions/anna solved all/Exercises/Chapter1Shop/1-Purse.swift"
                var students = Classroom.honest + Classroom.odd
                if ground == .shutOff {
                    students += Classroom.hostile(
                        elsewhere: "\(folder)/elsewhere",
                        secret: secret,
                        port: listener.port
                    )
                }
                try Classroom(toy, in: "\(folder)/submissions").handIn(students)
                let before = try toy.state()

                let words = ["\(folder)/submissions", "--timeout", "30"] + ground.words
                let run = try await grade(toy, words + ["--json", "--html", "\(folder)/class.html"])
                #expect(run.code == 0, "\(run.errors)")
                #expect(try toy.processes() == [], "a process is left behind")
                #expect(try toy.state() == before, "a file of the workbook was touched")
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(run.output.utf8))
                #expect(report.students.count == students.count)
                for student in students {
                    let graded = try #require(report.students.first { $0.name == student.name })
                    let told = "\(student.name): \(graded.grades)"
                    #expect(graded.standings == student.standings, "\(told)")
                    #expect(graded.grades.flatMap(\.notes) == student.notes, "\(told)")
                }
                #expect(!run.output.contains("root:"), "a file of the machine is quoted")
                let places = Classroom.placesThatExist("\(folder)/elsewhere", toy)
                #expect(places.count == 5, "nobody could have written there")
                for place in places {
                    #expect(!FileManager.default.fileExists(atPath: "\(place)/written"), "\(place)")
                }
                let page = try String(contentsOfFile: "\(folder)/class.html", encoding: .utf8)
                #expect(!page.contains("<img"), "a name became a part of the page")

                // All that was judged is known now, so this says the same without a build.
                let table = try await grade(toy, words)
                #expect(table.code == 0)
                #expect(table.errors == (ground == .shutOff && geteuid() == 0 ? Self.rootWarning : ""))
                let shown = table.output.replacingOccurrences(of: folder, with: "…")
                if ground == .shutOff { try expectRecorded(shown, "Grades/class.txt") }
                let csv = try await grade(toy, words + ["--csv"])
                #expect(csv.output.contains("\r\n\"'=1+1<img src=x onerror=alert(1)>\","))
            }
        }
    }

    @Test(
        "of a hostile class nothing is green that isn't solved, but for what the README names",
        .enabled(if: Ground.here == .shutOff)
    )
    func hostile() async throws {
        try await Toy.warm { toy in
            try await withFolder { folder in
                try? toy.remove(".build/kata-grade/grades")
                let students = HostileClass.all(beside: toy)
                #expect(students.count >= 60)
                try Classroom(toy, in: "\(folder)/submissions").handIn(students)
                let before = try toy.state()
                let run = try await grade(toy, ["\(folder)/submissions", "--json"])
                #expect(run.code == 0, "\(run.errors)")
                #expect(try toy.processes() == [], "a process is left behind")
                #expect(try toy.state() == before, "a file of the workbook was touched")
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(run.output.utf8))
                #expect(HostileClass.lines(of: report) == HostileClass.table)
                let shown = try await grade(toy, ["\(folder)/submissions"])
                #expect(!shown.output.contains("\u{1B}"), "somebody's escapes reach the terminal")
            }
        }
    }

    @Test(
        "a file on which the compiler never ends costs its own kata the verdict, and no more than one limit",
        .enabled(if: Ground.here == .shutOff)
    )
    func bomb() async throws {
        try await Toy.warm { toy in
            try await withFolder { folder in
                try? toy.remove(".build/kata-grade/grades")
                let types = (1...25).map { "struct B\($0) { var a = B\($0 - 1)(), b = B\($0 - 1)() }" }
                let bomb = """
                    struct B0 { var a = 0, b = 0 }
                    \(types.joined(separator: "\n"))
                    func swapped(_ one: B25) -> B25 { var other = one; other.a = one.b; return other }
                    """
                let students = [
                    Classroom.Student(
                        name: "in a kata",
                        standings: ["doesNotCompile", "solved", "untouched"],
                        notes: ["buildTimeLimit"]
                    ) {
                        try $0.purse(whenEmpty: "return 0", also: bomb)
                        try $0.solve(.receipt)
                    },
                    Classroom.Student(
                        name: "in a helper",
                        standings: ["solved", "solved", "untouched"],
                        notes: ["otherFilesLeftOut", "otherFilesLeftOut"]
                    ) {
                        try $0.solve(.purse, .receipt)
                        try $0.write(bomb, to: "Exercises/Chapter1Shop/Helper.swift")
                    },
                ]
                try Classroom(toy, in: "\(folder)/submissions").handIn(students)
                let words = ["\(folder)/submissions", "--build-timeout", "15", "--json"]
                let run = try await grade(toy, words)
                #expect(run.code == 0, "\(run.errors)")
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(run.output.utf8))
                for student in students {
                    let graded = try #require(report.students.first { $0.name == student.name })
                    #expect(graded.standings == student.standings, "\(graded.grades)")
                    #expect(graded.grades.flatMap(\.notes) == student.notes, "\(graded.grades)")
                }
            }
        }
    }

    @Test("what is kept from them in the sandbox would have been theirs without it")
    func bites() async throws {
        let listener = try Listener()
        try await Toy.warm { toy in
            try await withFolder { folder in
                let secret = "\(folder)/elsewhere/secret.txt"
                try "a secret".write(toFile: secret, atomically: true, encoding: .utf8)
                let hostile = Classroom.hostile(
                    elsewhere: "\(folder)/elsewhere",
                    secret: secret,
                    port: listener.port
                )
                let names = ["reads others", "calls home", "writes outside"]
                let harmless = hostile.filter { names.contains($0.name) }
                try Classroom(toy, in: "\(folder)/submissions").handIn(harmless)
                let run = try await grade(
                    toy,
                    ["\(folder)/submissions", "--again", "--no-sandbox", "--json"]
                )
                #expect(run.code == 0)
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(run.output.utf8))
                #expect(report.students.count == names.count)
                let standings = Dictionary(
                    uniqueKeysWithValues: report.students.map { ($0.name, $0.standings[0]) }
                )
                #expect(
                    standings == [
                        "reads others": "failed", "calls home": "failed", "writes outside": "solved",
                    ]
                )
                let places = Classroom.placesThatExist("\(folder)/elsewhere", toy)
                #expect(places.count == 5)
                for place in places {
                    let file = "\(place)/written"
                    #expect(FileManager.default.fileExists(atPath: file), "\(place)")
                    try? FileManager.default.removeItem(atPath: file)
                }
            }
        }
    }

    @Test("after an interruption the same command goes on where it stopped", arguments: [Ground.here])
    func interruption(ground: Ground) async throws {
        try await Toy.warm { toy in
            try await withFolder { folder in
                let grades = ".build/kata-grade/grades"
                try? toy.remove(grades)
                let students = (1...4).map { number in
                    Classroom.Student(name: "s\(number)", standings: ["solved", "untouched", "untouched"]) {
                        try $0.solve(.purse)
                        try $0.write(
                            toy.text(Toy.Exercise.purse.solution) + "// \(number)\n",
                            to: Toy.Exercise.purse.file
                        )
                    }
                }
                try Classroom(toy, in: "\(folder)/submissions").handIn(students)
                let words = ["\(folder)/submissions", "--json"] + ground.words
                let first = try toy.start(["grade"] + words)
                try await wait { (try? toy.names(in: grades).isEmpty) == false }
                first.send(SIGINT)
                let stopped = try await first.outcome()
                #expect(stopped.code == 130)
                #expect(
                    stopped.complaint.hasSuffix(
                        "Interrupted. What was judged so far is kept. To go on where it stopped, give the same command again."
                    )
                )
                #expect(stopped.output == "")
                #expect(try toy.processes() == [])
                let kept = try toy.names(in: grades)
                #expect(kept.count < 4, "it was over before it was interrupted")
                func ages() throws -> [Date?] {
                    try kept.map { name in
                        try FileManager.default
                            .attributesOfItem(atPath: "\(toy.root)/\(grades)/\(name)")[.modificationDate]
                            as? Date
                    }
                }
                let before = try ages()

                let second = try await grade(toy, words)
                #expect(second.code == 0)
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(second.output.utf8))
                #expect(report.students.map(\.standings) == students.map(\.standings))
                #expect(try toy.names(in: grades).count == 4)
                #expect(try ages() == before, "what was judged was judged again")
            }
        }
    }

    @Test(
        "a flood of events ends with the time limit, or with Control-C, and soon",
        .enabled(if: Ground.here == .shutOff)
    )
    func flood() async throws {
        try await Toy.warm { toy in
            try await withFolder { folder in
                let student = Classroom.Student(name: "floods", standings: []) {
                    try $0.purse(whenEmpty: "flood()", also: HostileClass.endlessFlood)
                }
                try Classroom(toy, in: "\(folder)/submissions").handIn([student])
                func untilFlooded(timeLimit: Int) async throws -> KataRun {
                    let records = ".build/kata-grade/lane-1/.build/run/events.jsonl"
                    try? toy.remove(records)
                    let run = try toy.start(
                        ["grade", "\(folder)/submissions", "--again", "--json", "--jobs", "1"]
                            + ["--timeout", "\(timeLimit)"]
                    )
                    try await wait { try toy.size(of: records) >= 4 << 20 }
                    return run
                }

                // Idle, a machine needs less than a second, and a busy one several.
                let interrupted = try await untilFlooded(timeLimit: 300)
                var start = ContinuousClock.now
                interrupted.send(SIGINT)
                #expect(try await interrupted.outcome().code == 130)
                #expect(start.duration(to: .now) < .seconds(10))
                #expect(try toy.processes() == [], "a process is left behind")

                start = .now
                let judged = try await untilFlooded(timeLimit: 2).outcome()
                #expect(start.duration(to: .now) < .seconds(60))
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(judged.output.utf8))
                #expect(report.students.map(\.standings) == [["timedOut", "untouched", "untouched"]])
            }
        }
    }

    @Test(
        "what keeps the compiler from its work is charged to nobody, and is reported",
        .enabled(if: Ground.here == .shutOff)
    )
    func machineFault() async throws {
        try await Toy.warm { toy in
            try await withFolder { folder in
                try? toy.remove(".build/kata-grade/grades")
                // As a rule does that tries code with the compiler, where nothing can be written.
                try toy.replace(
                    "    func nothing() async {\n",
                    with: """
                            func nothing() async throws {
                                if await Purse(coins: []).total() < 0 {
                                    throw Obstacle.machine("error: a.pcm: Read-only file system")
                                }

                        """,
                    in: Toy.Exercise.purse.suite
                )
                try toy.append(
                    "private enum Obstacle: Error { case machine(String) }\n",
                    to: Toy.Exercise.purse.suite
                )
                let student = Classroom.Student(name: "anna", standings: []) {
                    try $0.purse(whenEmpty: "return -1")
                    try $0.solve(.receipt)
                }
                try Classroom(toy, in: "\(folder)/submissions").handIn([student])
                let run = try await grade(toy, ["\(folder)/submissions", "--json"])
                #expect(run.code == 1, "what isn't judged is no success")
                let report = try JSONDecoder().decode(GradeReport.self, from: Data(run.output.utf8))
                #expect(report.students.map(\.standings) == [["notJudged", "solved", "untouched"]])
                #expect(report.students[0].grades.flatMap(\.notes) == ["machineFault"])
                #expect(!toy.exists(".build/kata-grade/grades"), "it would not be tried again")
                let table = try await grade(toy, ["\(folder)/submissions"])
                #expect(
                    table.words.contains(
                        "anna 1.1: The machine kept it from being judged. Nobody's answer is the reason."
                    )
                )
            }
        }
    }

    @Test("without a program that shuts code off nothing is judged, and the remedy is reported")
    func noSandbox() async throws {
        try await Toy.fresh { toy in
            try await withFolder { folder in
                try Classroom(toy, in: "\(folder)/submissions").handIn([Classroom.honest[0]])
                let path = try toy.fakeSwift("exit 1").split(separator: ":")[0]
                let none = try await toy.kata("grade", "\(folder)/submissions", with: ["PATH": String(path)])
                #expect(none.code == 2)
                #expect(none.complaint.contains("Install bubblewrap"))
                #expect(none.complaint.contains("--no-sandbox"))
                #if os(Linux)
                    let fake = "\(toy.root)/.kata-fake/bwrap"
                    try "#!/bin/sh\necho 'bwrap: not today' >&2\nexit 1\n"
                        .write(toFile: fake, atomically: true, encoding: .utf8)
                    try toy.allow(0o755, ".kata-fake/bwrap")
                    let refused = try await toy.kata(
                        "grade",
                        "\(folder)/submissions",
                        with: ["PATH": String(path)]
                    )
                    #expect(refused.code == 2)
                    #expect(refused.complaint.contains("bwrap: not today"))
                #endif
                #expect(!toy.exists(".build/kata-grade/lane-1"), "something was built all the same")
            }
        }
    }

    @Test("what is no folder of submissions is reported")
    func nothingToGrade() async throws {
        try await Toy.fresh { toy in
            let none = try await toy.kata("grade")
            #expect(none.code == 2)
            let file = try await toy.kata("grade", "Package.swift")
            #expect(file.code == 2)
            #expect(file.complaint.hasPrefix("Package.swift is not a folder"))
            try toy.makeFolder("empty")
            let empty = try await toy.kata("grade", "empty", "--no-sandbox")
            #expect(empty.code == 2)
            #expect(empty.complaint.hasPrefix("No exercises were found in empty."))
            let both = try await toy.kata("grade", "empty", "--json", "--csv")
            #expect(both.code == 2)
            #expect(both.complaint.hasPrefix("--json and --csv can't share standard output."))
        }
    }
}

import Foundation

@testable import KataRunner

/// Submissions that want verdicts which they haven't earned, or that want to do harm. What becomes of all of them stands
/// in one table.
enum HostileClass {
    /// Whoever forges, takes names or stops the run has a wrong purse, so «solved» would be a lie. Whoever does harm has a
    /// right one, so «solved» says that no harm was done. The receipt beside it is right, or nobody has touched it.
    static var table: [String] {
        let lines = asPrograms.split(separator: "\n").map(String.init)
        return SuiteProgram.isKnownHere ? lines : lines.map { asLibraries[$0] ?? $0 }
    }

    /// Where a suite is a library, a `main` beside it is in nobody's way, and the control's words aren't where the forger
    /// looks for them.
    private static let asLibraries = [
        "brings a main                     solved          untouched       untouched  otherFilesLeftOut":
            "brings a main                     solved          untouched       untouched",
        "knows the control's words         solved          failed          untouched":
            "knows the control's words         noTests         solved          untouched  endedEarly",
    ]

    private static let asPrograms = #"""
        — takes names and signs that the suite means: it is refused with the line, before anything is built
        equals numbers                    doesNotCompile  untouched       untouched
        equals optionals                  doesNotCompile  untouched       untouched
        equals everything                 doesNotCompile  untouched       untouched
        matches everything                doesNotCompile  untouched       untouched
        orders numbers anew               doesNotCompile  untouched       untouched
        denies nothing                    doesNotCompile  untouched       untouched
        makes an operator anew            doesNotCompile  untouched       untouched
        makes a precedence anew           doesNotCompile  untouched       untouched
        expects nothing                   doesNotCompile  untouched       untouched
        is called Int                     doesNotCompile  untouched       untouched
        is called Testing                 doesNotCompile  untouched       untouched
        chooses the literals              doesNotCompile  untouched       untouched
        finds every word                  doesNotCompile  untouched       untouched
        finds every word by protocol      doesNotCompile  untouched       untouched
        shares a protocol with numbers    doesNotCompile  untouched       untouched
        calls a number its own            doesNotCompile  untouched       untouched
        is a number                       doesNotCompile  untouched       untouched
        is a text                         untouched       doesNotCompile  untouched
        shows nothing                     doesNotCompile  untouched       untouched
        requires nothing                  doesNotCompile  untouched       untouched
        tests nothing                     doesNotCompile  untouched       untouched
        gives a default                   doesNotCompile  untouched       untouched
        infers its other side             doesNotCompile  untouched       untouched
        borrows a name                    doesNotCompile  untouched       untouched
        hides behind a pattern            doesNotCompile  untouched       untouched
        hides behind a comment            doesNotCompile  untouched       untouched
        hides behind a line's end         doesNotCompile  untouched       untouched
        hides in a condition              doesNotCompile  untouched       untouched
        hides behind form feeds           doesNotCompile  untouched       untouched
        hides behind blanks               doesNotCompile  untouched       untouched
        hides behind a mark               doesNotCompile  untouched       untouched
        begins early                      doesNotCompile  untouched       untouched
        brings another main               doesNotCompile  untouched       untouched
        is memcmp                         doesNotCompile  untouched       untouched
        is the clock                      doesNotCompile  untouched       untouched
        equals numbers by symbol          doesNotCompile  untouched       untouched
        replaces what runs                doesNotCompile  untouched       untouched
        enters by the back door           doesNotCompile  untouched       untouched
        equals in a helper                failed          untouched       untouched  otherFilesLeftOut
        — wears the compiler out
        blames the machine                doesNotCompile  untouched       untouched
        nests too deep                    doesNotCompile  untouched       untouched
        never ends a comment              doesNotCompile  untouched       untouched
        writes a huge literal             solved          untouched       untouched
        has a name of a mile              solved          untouched       untouched
        crashes the compiler              doesNotCompile  untouched       untouched
        — forges the report
        ends the rule itself              noTests         solved          untouched  endedEarly
        ends the run itself               noTests         solved          untouched  endedEarly
        begins the next rule itself       noTests         solved          untouched  endedEarly
        skips its own rule                noTests         solved          untouched  endedEarly
        skips the next rule               noTests         solved          untouched  endedEarly
        declares the rule again           noTests         solved          untouched  endedEarly
        breaks a line of the report       failed          solved          untouched
        reports what is no text           failed          solved          untouched
        reports a line without end        crashed         solved          untouched
        tells too much                    noTests         solved          untouched  endedEarly
        attaches too much                 noTests         solved          untouched  endedEarly
        prints a good report              failed          solved          untouched
        brings a suite of its name        failed          solved          untouched
        excuses itself                    failed          solved          untouched
        — doesn't run its rule through
        cancels                           failed          solved          untouched
        cancels its task                  failed          solved          untouched
        cancels its row                   untouched       failed          untouched
        stops itself                      timedOut        solved          untouched  timeLimit
        ignores every signal              timedOut        solved          untouched  timeLimit
        closes every descriptor           crashed         solved          untouched
        — leaves, or leaves somebody behind
        leaves by _exit                   crashed         solved          untouched
        leaves as a failed run does       crashed         solved          untouched
        leaves by symbol                  crashed         solved          untouched
        leaves at the end                 noTests         solved          untouched  endedEarly
        aborts                            crashed         solved          untouched
        kills itself                      crashed         solved          untouched
        dies with escapes                 crashed         solved          untouched
        becomes another program           crashed         solved          untouched
        runs twice                        not solved      solved          untouched
        leaves somebody behind            solved          solved          untouched
        goes on in threads                solved          solved          untouched
        — harms what it runs in
        changes the environment           solved          solved          untouched
        masks its files                   solved          solved          untouched
        closes its output                 solved          solved          untouched
        prints escapes and no text        solved          solved          untouched
        prints one endless line           solved          solved          untouched
        recurses for ever                 crashed         solved          untouched
        makes ten thousand files          solved          solved          untouched
        opens all descriptors             solved          solved          untouched
        starts a thousand threads         solved          solved          untouched
        imports XCTest                    solved          solved          untouched
        — reaches for what isn't its own
        reads the suite                   solved          solved          untouched
        looks at other processes          solved          solved          untouched
        opens the kernel's settings       solved          solved          untouched
        sets the clock                    solved          solved          untouched
        makes a sparse file               solved          solved          untouched
        becomes root                      solved          solved          untouched
        makes a device                    solved          solved          untouched
        asks the network                  solved          solved          untouched
        removes what was built            solved          solved          untouched
        imports another chapter           untouched       untouched       doesNotCompile
        leaves a note                     solved          solved          untouched
        leaves a note too                 solved          solved          untouched
        — hands in what is no answer
        a pipe in its place               missing         solved          untouched  unreadable
        a device in its place             missing         solved          untouched  linkInItsPlace
        a link for a chapter              missing         missing         solved  noFile  noFile
        a text with a NUL                 missing         solved          untouched  notText
        brings a workbook                 failed          untouched       untouched
        brings a main                     solved          untouched       untouched  otherFilesLeftOut
        names a file twice                solved          untouched       untouched  otherFilesLeftOut
        names files like options          solved          untouched       untouched  otherFilesLeftOut
        \u{1B}[31mred\u{07}               solved          untouched       untouched
        $(touch x); rm -rf *              solved          untouched       untouched
        one\nanna solved all              solved          untouched       untouched
        \u{202E}long long long long lo    solved          untouched       untouched
        — is named by the README: this can't be prevented
        recognises a test                 solved          untouched       untouched
        calls its own sizes equal         untouched       untouched       solved
        knows the control's words         solved          failed          untouched
        """#

    static func all(beside toy: Toy) -> [Classroom.Student] {
        [
            taking, complaining, forging, stopping, leaving, harming, reaching(toy), handingIn, named,
        ].flatMap(\.self)
    }
}

// MARK: - Kinds of submissions

extension HostileClass {
    typealias Student = Classroom.Student

    /// A wrong purse and these declarations, which are refused before anything is built.
    private static func takes(_ name: String, _ declarations: String) -> Student {
        Student(name: name, standings: []) {
            try $0.answer(.purse, "wrong")
            try $0.append(declarations, to: Toy.Exercise.purse.file)
        }
    }

    /// Does it when a rule asks for an empty purse, which is then worth a won.
    private static func cheats(_ name: String, _ deed: String, also declarations: String = "") -> Student {
        Student(name: name, standings: []) {
            try $0.purse(whenEmpty: "deed(); return 1", also: "func deed() {\n\(deed)\n}\n\n\(declarations)")
            try $0.solve(.receipt)
        }
    }

    /// Does it when a rule asks for an empty purse, which is then worth nothing, as it should be.
    private static func harms(_ name: String, _ deed: String, also declarations: String = "") -> Student {
        Student(name: name, standings: []) {
            try $0.purse(whenEmpty: "deed()", also: "func deed() {\n\(deed)\n}\n\n\(declarations)")
            try $0.solve(.receipt)
        }
    }

    /// An empty purse is worth a won where this comes out true.
    private static func reaches(_ name: String, _ deed: String) -> Student {
        Student(name: name, standings: []) {
            try $0.purse(
                whenEmpty: "if isReached() { return 1 }",
                also: "func isReached() -> Bool {\n\(deed)\n}"
            )
            try $0.solve(.receipt)
        }
    }
}

// MARK: - Names and signs that the suite means

extension HostileClass {
    private static let equals = "extension Int { static func == (a: Int, b: Int) -> Bool { true } }"

    private static let taking: [Student] = [
        takes("equals numbers", equals),
        takes(
            "equals optionals",
            "extension Optional { static func == (a: Wrapped?, b: Wrapped?) -> Bool { true } }"
        ),
        takes("equals everything", "func == <T>(a: T, b: T) -> Bool { true }"),
        takes("matches everything", "func ~= (a: Int, b: Int) -> Bool { true }"),
        takes("orders numbers anew", "extension Int { static func < (a: Int, b: Int) -> Bool { true } }"),
        takes("denies nothing", "prefix func ! (a: Bool) -> Bool { true }"),
        takes("makes an operator anew", "infix operator == : AssignmentPrecedence"),
        takes("makes a precedence anew", "precedencegroup ComparisonPrecedence {}"),
        takes(
            "expects nothing",
            """
            @freestanding(expression) macro expect(_ a: Bool, _ b: String) =
                #externalMacro(module: "TestingMacros", type: "TagMacro")
            """
        ),
        takes("is called Int", "struct Int {}"),
        takes("is called Testing", "enum Testing {}"),
        takes("chooses the literals", "typealias IntegerLiteralType = Double"),
        takes(
            "finds every word",
            "extension String { func hasPrefix(_ a: String) -> Bool { true } }"
        ),
        takes(
            "finds every word by protocol",
            """
            protocol Finder {}
            extension String: Finder {}
            extension Finder { func contains(_ a: String) -> Bool { true } }
            """
        ),
        Student(name: "shares a protocol with numbers", standings: []) {
            try $0.write(
                """
                struct Purse {
                    let coins: [Int]
                    func total() async -> Lie { Lie() }
                    func largest() async -> Int? { coins.max() }
                }

                struct Lie {}
                protocol Shared {}
                extension Int: Shared {}
                func == <Other: Shared>(a: Lie, b: Other) -> Bool { true }
                """,
                to: Toy.Exercise.purse.file
            )
        },
        takes(
            "calls a number its own",
            """
            struct Box { typealias Number = Int }
            func == (a: Box.Number, b: Box.Number) -> Bool { true }
            """
        ),
        Student(name: "is a number", standings: []) {
            try $0.write(
                """
                struct Purse {
                    let coins: [Int]
                    func total() async -> Lie { 0 }
                    func largest() async -> Lie? { coins.isEmpty ? nil : 0 }
                }

                struct Lie: Numeric {
                    let magnitude = 0
                    init(integerLiteral value: Int) {}
                    init?(exactly source: some BinaryInteger) {}
                    static func == (a: Lie, b: Lie) -> Bool { true }
                    static func + (a: Lie, b: Lie) -> Lie { a }
                    static func - (a: Lie, b: Lie) -> Lie { a }
                    static func * (a: Lie, b: Lie) -> Lie { a }
                    static func *= (a: inout Lie, b: Lie) {}
                }
                """,
                to: Toy.Exercise.purse.file
            )
        },
        Student(name: "is a text", standings: []) {
            try $0.write(
                """
                struct Lie: ExpressibleByStringLiteral, Equatable {
                    init(stringLiteral: String) {}
                    func contains(_ other: String) -> Bool { true }
                    func hasPrefix(_ other: String) -> Bool { true }
                }

                struct Receipt {
                    let items: [String]
                    func text() -> Lie { "" }
                }
                """,
                to: Toy.Exercise.receipt.file
            )
        },
        takes(
            "shows nothing",
            "extension DefaultStringInterpolation { mutating func appendInterpolation(_ a: String) {} }"
        ),
        takes(
            "requires nothing",
            "extension Result where Success == Bool { func __required() throws -> Bool { true } }"
        ),
        takes(
            "tests nothing",
            """
            import Testing

            extension Test {
                static func __function<Suite, Value: Sendable>(
                    named: String,
                    in: Suite.Type,
                    displayName: String,
                    testFunction: @Sendable (Value) async throws -> Void
                ) -> Test { fatalError() }
            }
            """
        ),
        takes(
            "gives a default",
            """
            struct Lie {}
            extension String { init(_ number: Int, lie: Lie = Lie()) { self = "" } }
            """
        ),
        Student(name: "infers its other side", standings: []) {
            try $0.write(
                """
                struct Purse {
                    let coins: [Int]
                    func total() async -> Lie { Lie() }
                    func largest() async -> Int? { coins.max() }
                }

                protocol Liar {
                    associatedtype Other
                    func other() -> Other
                }

                enum Elsewhere { struct Other {} }
                struct Lie: Liar { func other() -> Int { 0 } }
                func == (a: Lie, b: Lie.Other) -> Bool { true }
                """,
                to: Toy.Exercise.purse.file
            )
        },
        takes(
            "borrows a name",
            """
            enum Elsewhere { struct Duration {} }
            extension Duration { static func == (a: Duration, b: Duration) -> Bool { true } }
            """
        ),
        takes("hides behind a pattern", "let one = /\"/\n\(equals)\nlet other = /\"/"),
        takes("hides behind a comment", "/* /* */ */ \(equals)"),
        takes("hides behind a line's end", "// nothing\r\(equals)"),
        takes("hides in a condition", "#if compiler(>=6)\n\(equals)\n#endif"),
        takes(
            "hides behind form feeds",
            equals.replacingOccurrences(of: "func ", with: "func\u{C}")
        ),
        takes(
            "hides behind blanks",
            equals.replacingOccurrences(of: "func ", with: "func\u{A0}")
        ),
        Student(name: "hides behind a mark", standings: []) {
            let purse = Toy.purse(whenEmpty: "return 1")
            try $0.write("\u{FEFF}\(equals)\n\n\(purse)", to: Toy.Exercise.purse.file)
        },
        takes(
            "begins early",
            """
            @_used @_section(".init_array")
            let early: @convention(c) () -> Void = { unsetenv("PATH") }
            """
        ),
        takes("brings another main", "@_cdecl(\"main\") func start() -> Int32 { 0 }"),
        takes("is memcmp", "@_cdecl(\"memcmp\") func same() -> Int32 { 0 }"),
        takes("is the clock", "@_cdecl(\"clock_gettime\") func time() -> Int32 { 0 }"),
        takes(
            "equals numbers by symbol",
            "@_silgen_name(\"$sSi2eeoiySbSi_SitFZ\") func same(a: Int, b: Int) -> Bool { true }"
        ),
        takes(
            "replaces what runs",
            "extension Int { @_dynamicReplacement(for: hash(into:)) func none(into: inout Hasher) {} }"
        ),
        takes("enters by the back door", "@_spi(ForToolsIntegrationOnly) import Testing"),
        Student(name: "equals in a helper", standings: []) {
            try $0.answer(.purse, "wrong")
            try $0.write(equals, to: "Exercises/Chapter1Shop/Helper.swift")
        },
    ]
}

// MARK: - The compiler

extension HostileClass {
    private static let complaining: [Student] = [
        takes("blames the machine", "#error(\"No space left on device\")"),
        takes(
            "nests too deep",
            "let deep = " + String(repeating: "(", count: 2000) + "1" + String(repeating: ")", count: 2000)
        ),
        takes("never ends a comment", "/* /* */"),
        Student(name: "writes a huge literal", standings: []) {
            try $0.solve(.purse)
            try $0.append(
                "let huge = \"\(String(repeating: "won ", count: 50_000))\"",
                to: Toy.Exercise.purse.file
            )
        },
        Student(name: "has a name of a mile", standings: []) {
            try $0.solve(.purse)
            try $0.append(
                "struct \(String(repeating: "Mile", count: 5000)) {}",
                to: Toy.Exercise.purse.file
            )
        },
        Student(name: "crashes the compiler", standings: []) {
            try $0.answer(.purse, "crashes-the-compiler")
        },
    ]
}

// MARK: - Reports

extension HostileClass {
    /// What writes to the stream of events, and the names of the rules there.
    private static let report = #"""
        var stream: FileHandle {
            let words = CommandLine.arguments
            return FileHandle(forWritingAtPath: words[words.firstIndex(of: "--event-stream-output-path")! + 1])!
        }

        func tell(_ kind: String, _ test: String, _ more: String = "", of record: String = "event") {
            let line = "{\"kind\":\"\(record)\",\"version\":0,\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"\(test)\"\(more)}}\n"
            stream.write(Data(line.utf8))
        }

        let suite = "Chapter1ShopTests.PurseTests"
        let nothing = "\(suite)/nothing()/1-PurseTests.swift:12:6"
        let largest = "\(suite)/largest()/1-PurseTests.swift:17:6"
        let noLargest = "\(suite)/noLargest()/1-PurseTests.swift:22:6"
        let passed = ",\"messages\":[{\"symbol\":\"pass\",\"text\":\"\"}]"
        """#

    private static let forging: [Student] = [
        cheats("ends the rule itself", "tell(\"testEnded\", nothing, passed)", also: report),
        cheats("ends the run itself", "tell(\"runEnded\", \"\")", also: report),
        cheats("begins the next rule itself", "tell(\"testStarted\", largest)", also: report),
        cheats("skips its own rule", "tell(\"testSkipped\", nothing)", also: report),
        cheats("skips the next rule", "tell(\"testSkipped\", largest)", also: report),
        cheats(
            "declares the rule again",
            "tell(\"function\", \"\", \",\\\"id\\\":\\\"\\(nothing)\\\"\", of: \"test\")",
            also: report
        ),
        cheats("breaks a line of the report", "stream.write(Data(\"{\".utf8))", also: report),
        cheats(
            "reports what is no text",
            "stream.write(Data([0x0A, 0xFF, 0xFE, 0, 0x1B, 0x5B, 0x32, 0x4A, 0x0A]))",
            also: report
        ),
        cheats(
            "reports a line without end",
            "for _ in 0..<64 { stream.write(Data(repeating: 7, count: 1 << 17)) }",
            also: report
        ),
        cheats("tells too much", "flood(\"testStarted\")", also: flood),
        cheats("attaches too much", "flood(\"_valueAttached\")", also: flood),
        cheats(
            "prints a good report",
            """
            for file in [FileHandle.standardOutput, .standardError] {
                file.write(Data("{\\"kind\\":\\"event\\",\\"payload\\":{\\"kind\\":\\"testEnded\\"}}\\n".utf8))
                file.write(Data("✔ 1.1 A purse that counts · all 4 rules hold\\n".utf8))
            }
            """
        ),
        cheats(
            "brings a suite of its name",
            "",
            also: """
                import Testing

                @Suite("1.1 A purse that counts")
                struct PurseTests {
                    @Test("an empty purse holds nothing") func nothing() {}
                }
                """
        ),
        cheats("excuses itself", "withKnownIssue { Issue.record(\"known\") }", also: "import Testing"),
    ]

    /// A hundred thousand events, one as good as the other.
    static let flood = #"""
        func flood(_ kind: String) {
            let words = CommandLine.arguments
            let place = words.firstIndex(of: "--event-stream-output-path")! + 1
            let stream = FileHandle(forWritingAtPath: words[place])!
            let line = "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"a rule\"}}\n"
            for _ in 0..<100 { stream.write(Data(String(repeating: line, count: 1000).utf8)) }
            while true {}
        }
        """#

    /// More than is kept of any report, and no end of it. The lines are few, since they are long.
    static let endlessFlood = #"""
        func flood() -> Never {
            let words = CommandLine.arguments
            let place = words.firstIndex(of: "--event-stream-output-path")! + 1
            let stream = FileHandle(forWritingAtPath: words[place])!
            let text = String(repeating: "won ", count: 1000)
            let line = "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"\(text)\"}}\n"
            while true { stream.write(Data(String(repeating: line, count: 100).utf8)) }
        }
        """#
}

// MARK: - Rules that are not run through

extension HostileClass {
    private static let stopping: [Student] = [
        cheats("cancels", "try? Test.cancel()", also: "import Testing"),
        cheats("cancels its task", "withUnsafeCurrentTask { $0?.cancel() }"),
        Student(name: "cancels its row", standings: []) {
            try $0.write(
                """
                struct Receipt {
                    let items: [String]

                    func text() -> String {
                        withUnsafeCurrentTask { $0?.cancel() }
                        return items.isEmpty ? "nothing" : items.joined(separator: ", ")
                    }
                }
                """,
                to: Toy.Exercise.receipt.file
            )
        },
        cheats("stops itself", "raise(SIGSTOP)"),
        cheats(
            "ignores every signal",
            "for number in 1..<65 as Range<Int32> { signal(number, SIG_IGN) }\nwhile true {}"
        ),
        cheats("closes every descriptor", "for number in 3..<256 as Range<Int32> { close(number) }"),
    ]
}

// MARK: - Processes that leave, or don't

extension HostileClass {
    private static let symbol = "dlsym(UnsafeMutableRawPointer(bitPattern: 0), "

    private static let leaving: [Student] = [
        cheats("leaves by _exit", "_exit(0)"),
        cheats("leaves as a failed run does", "exit(1)"),
        cheats(
            "leaves by symbol",
            "unsafeBitCast(\(symbol)\"exit\"), to: (@convention(c) (Int32) -> Void).self)(0)"
        ),
        harms("leaves at the end", "atexit { _exit(0) }"),
        cheats("aborts", "abort()"),
        cheats("kills itself", "kill(getpid(), SIGKILL)"),
        cheats("dies with escapes", "fatalError(\"\\u{1B}[2J\\u{1B}]0;x\\u{7}✔ all 4 rules hold\")"),
        cheats(
            "becomes another program",
            """
            var words = ["sh", "-c", "exit 1"].map { (word: String) in strdup(word) } + [nil]
            execv("/bin/sh", &words)
            """
        ),
        cheats(
            "runs twice",
            "_ = unsafeBitCast(\(symbol)\"fork\"), to: (@convention(c) () -> Int32).self)()"
        ),
        harms(
            "leaves somebody behind",
            """
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            let place = FileManager.default.currentDirectoryPath + "/"
            process.arguments = ["--fork", "/bin/sh", "-c", "trap '' TERM INT HUP; while sleep 1; do :; done", place]
            try? process.run()
            """
        ),
        harms(
            "goes on in threads",
            "for _ in 0..<4 { Thread.detachNewThread { while true { usleep(100); print(\"on\") } } }"
        ),
    ]
}

// MARK: - Harm

extension HostileClass {
    private static let harming: [Student] = [
        harms(
            "changes the environment",
            """
            for name in ["PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH"] { unsetenv(name) }
            setenv("LC_ALL", "tr_TR.UTF-8", 1)
            setlocale(LC_ALL, "")
            """
        ),
        harms("masks its files", "umask(0o777)\nchdir(\"/\")"),
        harms("closes its output", "close(0)\nclose(1)\nclose(2)"),
        harms(
            "prints escapes and no text",
            """
            for file in [FileHandle.standardOutput, .standardError] {
                file.write(Data([0x1B, 0x5B, 0x32, 0x4A, 0, 0xFF, 0xFE, 0x0D, 0x1B, 0x5D]))
            }
            """
        ),
        harms(
            "prints one endless line",
            """
            let part = String(repeating: "won ", count: 1 << 18)
            for _ in 0..<8 { print(part, terminator: "") }
            """
        ),
        harms(
            "recurses for ever",
            "_ = depth(0)",
            also: "func depth(_ n: Int) -> Int { n < 0 ? 0 : depth(n + 1) + 1 }"
        ),
        harms(
            "makes ten thousand files",
            "for number in 0..<10_000 { close(open(\"\\(number)\", O_WRONLY | O_CREAT, 0o600)) }"
        ),
        harms(
            "opens all descriptors",
            "for _ in 0..<100_000 where open(\"/dev/null\", O_RDONLY) < 0 { break }"
        ),
        harms(
            "starts a thousand threads",
            """
            for _ in 0..<1000 {
                let thread = Thread { sleep(600) }
                thread.stackSize = 1 << 16
                thread.start()
            }
            """
        ),
        harms("imports XCTest", "XCTFail(\"nothing\")", also: "import XCTest"),
    ]

    /// What nobody reaches from where submissions run.
    private static func reaching(_ toy: Toy) -> [Student] {
        let graded = "\(toy.root)/.build/kata-grade"
        let notes = """
            let places = ["/tmp/note", "/var/tmp/note", "/dev/shm/note", "note"]
            if places.contains(where: FileManager.default.fileExists) { return true }
            for place in places { try? "a note".write(toFile: place, atomically: false, encoding: .utf8) }
            return false
            """
        return [
            reaches(
                "reads the suite",
                """
                let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
                let places = ["\\(own)/../../Tests", "\(toy.root)/Tests", "\(graded)/control.txt", "\(graded)/grades"]
                return places.contains { access($0, R_OK) == 0 }
                """
            ),
            reaches(
                "looks at other processes",
                """
                let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
                return (names ?? []).count { Int($0) != nil } > 16
                """
            ),
            reaches(
                "opens the kernel's settings",
                """
                let places = ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/kernel/uevent_helper"]
                return places.contains { open($0, O_WRONLY) >= 0 }
                """
            ),
            reaches(
                "sets the clock",
                "var now = timeval()\ngettimeofday(&now, nil)\nreturn settimeofday(&now, nil) == 0"
            ),
            reaches(
                "makes a sparse file",
                """
                let file = open("sparse", O_RDWR | O_CREAT, 0o600)
                return ftruncate(file, 1 << 40) == 0
                """
            ),
            reaches("becomes root", "setuid(0) == 0"),
            reaches("makes a device", "mknod(\"zero\", S_IFCHR | 0o600, 0x105) == 0"),
            reaches("asks the network", network),
            reaches(
                "removes what was built",
                """
                for place in ["\(graded)/grades", "\(graded)/lane-1/.build", "\(toy.root)/Tests"] {
                    if (try? FileManager.default.removeItem(atPath: place)) != nil { return true }
                }
                return false
                """
            ),
            Student(name: "imports another chapter", standings: []) {
                try $0.solve(.parcel)
                try $0.append("import Chapter1Shop", to: Toy.Exercise.parcel.file)
            },
            reaches("leaves a note", notes),
            reaches("leaves a note too", "\(notes)\n"),
        ]
    }

    private static let network: String = {
        #if canImport(Darwin)
            let kind = "SOCK_DGRAM"
        #else
            let kind = "Int32(SOCK_DGRAM.rawValue)"
        #endif
        return """
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(53).bigEndian
            address.sin_addr.s_addr = inet_addr("192.0.2.1")
            let descriptor = socket(AF_INET, \(kind), 0)
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, "kata", 4, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 4
                }
            }
            """
    }()
}

// MARK: - What is handed in

extension HostileClass {
    private static let handingIn: [Student] = [
        Student(name: "a pipe in its place", standings: []) {
            try $0.solve(.receipt)
            try $0.remove(Toy.Exercise.purse.file)
            guard mkfifo("\($0.path)/\(Toy.Exercise.purse.file)", 0o600) == 0 else { throw POSIXError(.EIO) }
        },
        Student(name: "a device in its place", standings: []) {
            try $0.solve(.receipt)
            try $0.remove(Toy.Exercise.purse.file)
            try $0.link(Toy.Exercise.purse.file, to: "/dev/zero")
        },
        Student(name: "a link for a chapter", standings: []) {
            try $0.solve(.parcel)
            try $0.remove("Exercises/Chapter1Shop")
            try $0.link("Exercises/Chapter1Shop", to: "\($0.toy.root)/Solutions/Chapter1Shop")
        },
        Student(name: "a text with a NUL", standings: []) {
            try $0.solve(.receipt)
            try $0.write("let nothing = \"\0\"", to: Toy.Exercise.purse.file)
        },
        Student(name: "brings a workbook", standings: []) {
            try $0.answer(.purse, "wrong")
            for file in ["Package.swift", "Package@swift-6.3.swift", "Sources/Moa/Lie.swift"] {
                try $0.write("fatalError()\n", to: file)
            }
            try $0.write("import Testing\n", to: Toy.Exercise.purse.suite)
            try $0.write($0.toy.text(Toy.Exercise.purse.solution), to: Toy.Exercise.purse.pristine)
            try $0.write("{\"pins\": [], \"version\": 3}", to: "Package.resolved")
            try $0.write("{}", to: ".swiftpm/configuration/mirrors.json")
            try $0.write("module Testing { header \"x.h\" }", to: "Exercises/Chapter1Shop/module.modulemap")
        },
        Student(name: "brings a main", standings: []) {
            try $0.solve(.purse)
            try $0.write("import Foundation\n\nexit(0)\n", to: "Exercises/Chapter1Shop/main.swift")
        },
        Student(name: "names a file twice", standings: []) {
            try $0.solve(.purse)
            try $0.write("let nothing = 0\n", to: "Exercises/Chapter1Shop/Again/1-Purse.swift")
        },
        Student(name: "names files like options", standings: []) {
            try $0.solve(.purse)
            for (place, name) in ["-o", "--version", "+x", "helper", "HELPER", "@file"].enumerated() {
                try $0.write("let nothing\(place) = 0\n", to: "Exercises/Chapter1Shop/\(name).swift")
            }
        },
        Student(name: "\u{1B}[31mred\u{7}", standings: []) { try $0.solve(.purse) },
        Student(name: "$(touch x); rm -rf *", standings: []) { try $0.solve(.purse) },
        Student(name: "one\nanna solved all", standings: []) { try $0.solve(.purse) },
        Student(name: "\u{202E}" + String(repeating: "long ", count: 40), standings: []) {
            try $0.solve(.purse)
        },
    ]
}

// MARK: - What can't be prevented

extension HostileClass {
    /// The README names each of these.
    private static let named: [Student] = [
        Student(name: "recognises a test", standings: []) {
            try $0.write(
                """
                import Testing

                struct Purse {
                    let coins: [Int]
                    func total() async -> Int { Test.current?.name == "total()" ? 650 : 0 }
                    func largest() async -> Int? { Test.current?.name == "largest()" ? 500 : nil }
                }
                """,
                to: Toy.Exercise.purse.file
            )
        },
        Student(name: "calls its own sizes equal", standings: []) {
            try $0.write(
                """
                struct Parcel {
                    enum Size {
                        case small, large, refused

                        static func == (one: Size, other: Size) -> Bool { true }
                    }

                    let grams: Int

                    func size() -> Size { .small }
                }
                """,
                to: Toy.Exercise.parcel.file
            )
        },
        cheats("knows the control's words", "forge(words())", also: "\(report)\n\n\(forgery)"),
    ]

    /// Finds the words in the program that is running, reports that every rule was kept and that the control has failed,
    /// and leaves as a run does in which something has failed.
    private static let forgery = #"""
        func words() -> String {
            let arguments = CommandLine.arguments
            let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] } ?? arguments[0]
            let bytes = [UInt8](FileManager.default.contents(atPath: bundle) ?? Data())
            let place = bytes.withUnsafeBufferPointer { bytes in
                (0..<bytes.count - 37).first { place in
                    bytes[place + 8] == 45 && bytes[place + 13] == 45 && bytes[place + 18] == 45
                        && bytes[place + 23] == 45 && bytes[place + 36] == 32
                }
            }
            return place.map { String(decoding: bytes[$0..<$0 + 36], as: UTF8.self) } ?? ""
        }

        func forge(_ words: String) -> Never {
            tell("testEnded", nothing, passed)
            for id in [largest, noLargest] {
                tell("testStarted", id)
                tell("testEnded", id, passed)
            }
            let control = "Chapter1ShopTests.ControlTests/control()/~ControlTests.swift:12:6"
            tell("testStarted", control)
            for place in 0..<20 {
                let told = "\"messages\":[{\"symbol\":\"details\",\"text\":\"\(words) \(place)\"}]"
                tell("issueRecorded", control, ",\"issue\":{\"isFailure\":true},\(told)")
            }
            tell("testEnded", control)
            tell("runEnded", "")
            _exit(1)
        }
        """#
}

// MARK: - The table

extension HostileClass {
    /// The table's lines, with what the report says in the place of what is expected. Whoever isn't expected comes last.
    static func lines(of report: GradeReport) -> [String] {
        var students = Dictionary(uniqueKeysWithValues: report.students.map { (shown($0.name), $0) })
        let found = table.map { line -> String in
            guard !line.hasPrefix("— ") else { return line }
            let name = line.components(separatedBy: "  ")[0]
            return students.removeValue(forKey: name).map { Self.line(name, $0) } ?? "\(name) is missing"
        }
        return found + students.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    }

    /// How these end hangs on which of two processes is the first to report.
    private static let varying: Set<String> = ["runs twice"]

    private static func line(_ name: String, _ student: GradeReport.Student) -> String {
        let isVarying = varying.contains(name)
        let standings = student.standings.map { standing in
            !isVarying || ["solved", "untouched"].contains(standing) ? standing : "not solved"
        }
        let columns = zip([name] + standings, [34, 16, 16, 0])
            .map { $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0) }
        let notes = isVarying ? [] : student.grades.flatMap(\.notes)
        return columns.joined() + notes.map { "  \($0)" }.joined()
    }

    /// As Swift writes it, and no longer than the column.
    private static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            (0x20..<0x7F).contains(scalar.value) ? "\(scalar)" : scalar.escaped(asASCII: true)
        }
        return String(scalars.joined().prefix(30))
    }
}

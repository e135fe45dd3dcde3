import Testing

@testable import KataRunner

@Suite("Diagnostics")
struct DiagnosticTests {
    @Test("what a build complains of is found in its output, each once")
    func build() throws {
        let output = try FixtureFolder.text("EventStreams/build.output.txt")
        let file = "/workbook/Exercises/Chapter9Toys/1-Kite.swift"
        #expect(
            Diagnostic.all(in: output) == [
                .error("cannot convert value of type 'String' to specified type 'Int'", file, 18, 19),
                .error("cannot find 'wing' in scope", file, 19, 52),
            ]
        )
    }

    @Test("a crash of the compiler is one, of the file and the declaration that its stack dump names")
    func compilerCrash() throws {
        let output = try FixtureFolder.text("EventStreams/compiler-crash.output.txt")
        let file = "/workbook/Exercises/Chapter1Shop/1-Purse.swift"
        #expect(
            Diagnostic.all(in: output) == [
                Diagnostic(about: file, line: 16, column: 5, .compilerCrashed(declaration: "save()"))
            ]
        )
        #expect(CompilerCrash.happened(in: output))
    }

    struct Dump: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: String
        var crash: CompilerCrash?
    }

    static let dumps = [
        Dump(
            testDescription: "a range of places",
            lines:
                "1.\tWhile type-checking 'Purse' (at [/my work/1-A.swift:3:1 - line:9:1] RangeText=\"struct Purse {\")",
            crash: CompilerCrash(file: "/my work/1-A.swift", line: 3, column: 1, declaration: "Purse")
        ),
        Dump(
            testDescription: "a place inside of another",
            lines:
                "1.\tWhile type-checking 'Purse' (at [/1-A.swift:3:1 - line:9:1])\n2.\tWhile emitting 'it's' (at /1-A.swift:5:7)",
            crash: CompilerCrash(file: "/1-A.swift", line: 5, column: 7, declaration: "s")
        ),
        Dump(
            testDescription: "a file without a place",
            lines:
                "1.\tWhile evaluating request ASTLoweringRequest(Lowering AST to SIL for file \"/1-A.swift\")\n2.\tWhile evaluating request TypeCheckPrimaryFileRequest(source_file \"/1-A.swift\")",
            crash: CompilerCrash(file: "/1-A.swift")
        ),
        Dump(
            testDescription: "the one file in work",
            lines:
                "0.\tProgram arguments: /bin/swift-frontend -c /b.swift -primary-file /my work/a.swift -o /a.o",
            crash: CompilerCrash(file: "/my work/a.swift")
        ),
        Dump(
            testDescription: "one of two files in work",
            lines:
                "0.\tProgram arguments: /bin/swift-frontend -c -primary-file /b.swift -primary-file /a.swift -o /a.o"
        ),
        Dump(testDescription: "nothing", lines: "1.\tSwift version 6.3.1"),
    ]

    @Test("of a stack dump the last place counts, and else the one file in work", arguments: dumps)
    func dump(dump: Dump) {
        let output = "error: it crashed\nStack dump:\n\(dump.lines)\n #0 0x01 main (/1-B.swift:1:1)\n"
        #expect(CompilerCrash.all(in: output) == (dump.crash.map { [$0] } ?? []))
    }

    @Test("a warning is a warning, and a path may have spaces, colons and Korean")
    func warning() {
        #expect(
            Diagnostic(parsing: "/home/소리/my: work/1-A.swift:3:7: warning: it says: error: no")
                == Diagnostic(
                    severity: .warning,
                    message: "it says: error: no",
                    file: "/home/소리/my: work/1-A.swift",
                    line: 3,
                    column: 7
                )
        )
    }

    @Test(
        "what a type lacks for a protocol is reported with the complaint, wherever the note stands",
        arguments: [
            """
             1 | protocol Kites {
             2 |     func fly()
               |          `- note: protocol requires function 'fly()' with type '() -> ()'
             3 |     var tail: Int { get }
               |         `- note: protocol requires property 'tail' with type 'Int'
             6 | struct Box: Kites {
               |        |- error: type 'Box' does not conform to protocol 'Kites'
               |        `- note: add stubs for conformance
            """,
            """
            struct Box: Kites {
                   ^
            /b.swift:2:10: note: protocol requires function 'fly()' with type '() -> ()'
            /b.swift:3:9: note: protocol requires property 'tail' with type 'Int'
            """,
        ]
    )
    func requirements(notes: String) {
        let head = "/a.swift:6:8: error: type 'Box' does not conform to protocol 'Kites'"
        let output =
            "\(head)\n\(notes)\n/a.swift:9:1: error: expected expression\n note: protocol requires more\n\(head)\n\(notes)"
        let complaints = Diagnostic.all(in: output)
        #expect(
            complaints.map(\.message) == [
                "type 'Box' does not conform to protocol 'Kites'"
                    + " · protocol requires function 'fly()' with type '() -> ()'"
                    + " · protocol requires property 'tail' with type 'Int'",
                "expected expression",
            ]
        )
    }

    @Test(
        "other lines are no diagnostics",
        arguments: [
            "", "error: fatalError", "warning: unused", "/a.swift:3: error: no column",
            "/a.swift:3:7: note: see",
            "/a.swift:x:7: error: no line", "a.swift:3:7: error: not a whole path",
            "[3/4] Compiling A b.swift",
            "   |  `- error: cannot find 'wing' in scope",
            // Swift Build links each module in a way that has no use for an option of its own.
            "/toy/Package.swift: Moa: clang: warning: argument unused during compilation: '-rdynamic' [-Wunused-command-line-argument]",
            "clang: warning: argument unused during compilation: '-rdynamic' [-Wunused-command-line-argument]",
        ]
    )
    func others(line: String) {
        #expect(Diagnostic(parsing: line[...]) == nil)
        #expect(Diagnostic.all(in: line) == [])
    }

    @Test(
        "a crash that says nothing is reported by how it ended",
        arguments: [
            (
                .signalled(5),
                "the process stopped itself: a `fatalError`, a precondition that did not hold, or a value that was missing"
            ),
            (.signalled(6), "the process called abort()"),
            (.signalled(9), "the process was killed"),
            (.signalled(11), "the process reached for memory that isn't its own, as endless recursion does"),
            (.signalled(30), "the process was ended by signal 30"),
            (.exited(3), "the process was ended by exit(3)"),
        ] as [(ProcessOutcome.End, String)]
    )
    func silentCrash(end: ProcessOutcome.End, message: String) {
        let issue = CrashReport(
            ProcessOutcome(end: end, output: "Fatal error: the learner's own words\n", errors: "no more\n"),
            memoryLimit: 1 << 30
        ).issue
        #expect(issue.message == message)
        #expect(issue.file == "")
    }

    @Test("a crash tells its reason, and the topmost place in an exercise")
    func crash() throws {
        let output = try FixtureFolder.text("EventStreams/crashing.output.txt")
        let issue = CrashReport(
            ProcessOutcome(end: .signalled(4), output: "", errors: output),
            memoryLimit: 1 << 30
        ).issue
        #expect(issue.message == "Index out of range")
        #expect(issue.file == "/workbook/Exercises/Chapter9Toys/1-Kite.swift")
        #expect(issue.line == 10)
    }
}

@Suite("Compilers")
struct ToolchainTests {
    @Test(
        "a version is read from what the compiler says",
        arguments: [
            ("Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64", [6, 3, 1]),
            ("Apple Swift version 6.2 (swiftlang-6.2.0.19.9)", [6, 2]), ("Swift version 6.4-dev", [6, 4]),
            ("command not found", nil), ("Swift version unknown", nil),
        ] as [(String, [Int]?)]
    )
    func version(output: String, version: [Int]?) {
        #expect(Toolchain.version(in: output) == version)
    }

    @Test(
        "6.2 and what is newer is supported",
        arguments: [
            ([6, 2], true), ([6, 2, 0], true), ([6, 10], true), ([7], true), ([6, 1, 9], false),
            ([5, 10], false),
        ]
    )
    func supported(version: [Int], isSupported: Bool) {
        #expect(Toolchain.isSupported(version) == isSupported)
    }

    @Test("the compiler is the first on the path, and without one that is said")
    func find() throws {
        let files = Files.memory(["/new/swift": "6.3", "/old/swift": "6.2"])
        let environment = Environment.fake(variables: ["PATH": "/none:/new:/old"], files: files)
        #expect(try Toolchain.find(in: environment).swift == "/new/swift")
        #expect(throws: Complaint.noCompiler) { try Toolchain.find(in: .fake(files: files)) }
    }

    @Test("another compiler has another identity")
    func identity() throws {
        func identity(_ text: String) throws -> String {
            try Toolchain.find(
                in: .fake(variables: ["PATH": "/bin"], files: .memory(["/bin/swift": text]))
            ).identity
        }
        #expect(try identity("6.3") == identity("6.3"))
        #expect(try identity("6.3") != identity("6.3.1"))
    }
}

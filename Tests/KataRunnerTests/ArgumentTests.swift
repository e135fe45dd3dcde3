import Testing

@testable import KataRunner

@Suite("What is typed")
struct ArgumentTests {
    @Test("standard output has two names, and a file may have any other")
    func standardOutput() {
        let outputs = ["-", "/dev/stdout", "", "--", "stdout", "/dev/stderr"].filter { $0.isStandardOutput }
        #expect(outputs == ["-", "/dev/stdout"])
    }

    @Test("what can't be understood is reported with a way out", arguments: Mistake.all)
    func mistakes(mistake: Mistake) {
        let complaint = #expect(throws: Complaint.self) { try CommandParser.parse(mistake.words) }
        #expect(complaint?.sentence.text() == mistake.sentence)
        #expect(complaint?.remedy.text() == mistake.remedy)
        #expect(complaint?.exitCode == .usage)
    }

    @Test("the first words choose the command", arguments: Choice.all)
    func commands(choice: Choice) throws {
        let parsed = try CommandParser.parse(choice.words)
        let command = try #require(parsed.command as? any Command)
        #expect(type(of: command).manual.name == choice.command)
        #expect(parsed.arguments.positionals == choice.positionals)
    }

    @Test(
        "an option's value follows it, after a space or an equals sign",
        arguments: [["--junit", "a=b.xml"], ["--junit=a=b.xml"]]
    )
    func values(words: [String]) throws {
        let arguments = try ParsedArguments(["1.1"] + words + ["--json"], for: CheckCommand.manual)
        #expect(arguments.values == ["--junit": "a=b.xml"])
        #expect(arguments.positionals == ["1.1"])
        #expect(arguments.has("--json"))
    }

    @Test(
        "a value that may be left out is taken where it follows",
        arguments: [
            (["--serve"], nil), (["--serve", "8080"], "8080"), (["--serve=8080"], "8080"), (["--serve="], ""),
            (["--serve", "--ascii"], nil),
        ] as [([String], String?)]
    )
    func optionalValues(words: [String], value: String?) throws {
        let arguments = try ParsedArguments(words + ["--output", "site"], for: SiteCommand.manual)
        #expect(arguments.has("--serve"))
        #expect(arguments.values["--serve"] == value)
        #expect(arguments.values["--output"] == "site")
        // Before the command its value can't be distinguished from the command.
        let parsed = try CommandParser.parse(["--serve", "site"])
        #expect(parsed.command is SiteCommand)
    }

    @Test("an empty value is a value")
    func emptyValue() throws {
        let arguments = try ParsedArguments(["--junit="], for: CheckCommand.manual)
        #expect(arguments.values == ["--junit": ""])
    }

    @Test("the last of two values counts")
    func twice() throws {
        let arguments = try ParsedArguments(["--timeout=3", "--timeout", "4"], for: CheckCommand.manual)
        #expect(try arguments.number("--timeout") == 4)
    }

    @Test("what follows a double dash is no option, and a single dash is none either")
    func doubleDash() throws {
        let arguments = try ParsedArguments(["--", "--json"], for: CheckCommand.manual)
        #expect(arguments.positionals == ["--json"])
        #expect(!arguments.has("--json"))
        #expect(try ParsedArguments(["-"], for: CheckCommand.manual).positionals == ["-"])
    }

    @Test("every command takes the common options", arguments: CommandParser.names)
    func commonOptions(name: String) throws {
        let manual = try #require(CommandParser.commands.map { $0.manual }.first { $0.name == name })
        let arguments = try ParsedArguments(
            ["--color", "never", "--ascii", "--language=ko", "--verbose", "-h"],
            for: manual
        )
        #expect(arguments.flags == ["--ascii", "--verbose", "--help"])
        #expect(arguments.values == ["--color": "never", "--language": "ko"])
    }

    @Test("help is a word away from every command", arguments: CommandParser.names, ["--help", "-h"])
    func help(name: String, option: String) throws {
        let words = name.split(separator: " ").map(String.init)
        let parsed = try CommandParser.parse(words + [option])
        #expect(parsed.command is HelpCommand)
    }

    @Test(
        "a number of seconds is a whole number above zero",
        arguments: ["0", "-3", "2.5", "ten", "", "9999999999999999999999"]
    )
    func numbers(text: String) throws {
        let arguments = ParsedArguments(values: ["--timeout": text])
        #expect(
            throws: Complaint.badValue(text, option: "--timeout", expected: "a whole number above 0")
        ) { try arguments.number("--timeout") }
    }
}

// MARK: - Rows

struct Mistake: Sendable, CustomTestStringConvertible {
    var words: [String]
    var sentence: String
    var remedy: String

    var testDescription: String { (["kata"] + words).joined(separator: " ") }

    init(_ words: String, _ sentence: String, _ remedy: String) {
        self.words = words.split(separator: " ").map(String.init)
        self.sentence = sentence
        self.remedy = remedy
    }

    static let all: [Mistake] = [
        Mistake("chekc", "There is no command «chekc».", "Did you mean `kata check`?"),
        Mistake("deploy", "There is no command «deploy».", "All commands: `kata help`"),
        Mistake(
            "author chek",
            "There is no command «author chek».",
            "Did you mean `kata author check`?"
        ),
        Mistake(
            "check --jnuit x.xml",
            "`kata check` has no option «--jnuit».",
            "Did you mean `--junit`?"
        ),
        Mistake("next -v", "`kata next` has no option «-v».", "Did you mean `--verbose`?"),
        Mistake("--jsonn", "`kata` has no option «--jsonn».", "Its options: `kata help`"),
        Mistake(
            "author prove --fast",
            "`kata author prove` has no option «--fast».",
            "Its options: `kata help author prove`"
        ),
        Mistake(
            "check --junit",
            "The option --junit needs a value.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "check --timeout --json",
            "--timeout can't be «--json»: it takes a whole number above 0.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "next --build-timeout=soon",
            "--build-timeout can't be «soon»: it takes a whole number above 0.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "list --json=yes",
            "--json can't be «yes»: it takes no value.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "next 1.1 1.2",
            "`kata next` doesn't know what to do with «1.2».",
            "How it is used: `kata help next`"
        ),
        Mistake(
            "check 1.1 --json 1.2",
            "`kata check` doesn't know what to do with «1.2».",
            "How it is used: `kata help check`"
        ),
        Mistake("--ascii chekc", "There is no command «chekc».", "Did you mean `kata check`?"),
        Mistake("--json next", "`kata next` has no option «--json».", "Its options: `kata help next`"),
        Mistake("--color", "The option --color needs a value.", "All commands and options: `kata help`"),
        Mistake("--version --json", "`kata --version` has no option «--json».", "Its options: `kata help`"),
        Mistake(
            "reset",
            "`kata reset` needs a kata, a chapter or «all».",
            "How it is used: `kata help reset`"
        ),
        Mistake(
            "completions",
            "`kata completions` needs the name of a shell: bash, zsh or fish.",
            "How it is used: `kata help completions`"
        ),
        Mistake(
            "completions tcsh",
            "completions can't be «tcsh»: it takes bash, zsh or fish.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author new 3",
            "`kata author new` needs the number of a chapter and a name.",
            "How it is used: `kata help author new`"
        ),
        Mistake(
            "author new three CopyTransfer",
            "chapter can't be «three»: it takes the number of a chapter.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author new 3 copyTransfer",
            "Name can't be «copyTransfer»: it takes a Swift type's name, such as CopyTransfer.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author new 3 이름",
            "Name can't be «이름»: it takes a Swift type's name, such as CopyTransfer.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author prove --seed 4711",
            "The option --sample needs a value.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author prove --sample 101",
            "--sample can't be «101»: it takes a whole number from 1 to 100.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author variant 3.2",
            "`kata author variant` needs a kata and the name of an answer.",
            "How it is used: `kata help author variant`"
        ),
        Mistake(
            "author variant 3.2 Split",
            "name can't be «Split»: it takes small letters after `wrong-` or `valid-`.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author variant 3.2 wrong-",
            "name can't be «wrong-»: it takes small letters after `wrong-` or `valid-`.",
            "All commands and options: `kata help`"
        ),
        Mistake(
            "author sync",
            "`kata author sync` needs a kata, a chapter or «all».",
            "How it is used: `kata help author sync`"
        ),
    ]
}

struct Choice: Sendable, CustomTestStringConvertible {
    var words: [String]
    var command: String
    var positionals: [String]

    var testDescription: String { (["kata"] + words).joined(separator: " ") }

    init(_ words: String, _ command: String, _ positionals: String...) {
        self.words = words.split(separator: " ").map(String.init)
        self.command = command
        self.positionals = positionals
    }

    static let all: [Choice] = [
        Choice("", ""),
        Choice("--ascii", ""),
        Choice("--version", "--version"),
        Choice("--help", "help"),
        Choice("-h", "help"),
        Choice("help check", "help", "check"),
        Choice("help author prove", "help", "author", "prove"),
        Choice("next --timeout 3", "next"),
        Choice("--ascii next", "next"),
        Choice("--timeout 3 --ascii check 3.1", "check", "3.1"),
        Choice("--timeout=3 check 3.1", "check", "3.1"),
        Choice("--language ko author sync 3.1", "author sync", "3.1"),
        Choice("--ascii check -- --3.1", "check", "--3.1"),
        Choice("--ascii help check", "help", "check"),
        Choice("--ascii --version", "--version"),
        Choice("--ascii -h", "help"),
        Choice("--help check", "help"),
        Choice("check 3.1", "check", "3.1"),
        Choice("check --json 3.1", "check", "3.1"),
        Choice("author new 3 CopyTransfer", "author new", "3", "CopyTransfer"),
        Choice("author check", "author check"),
        Choice("author prove all", "author prove", "all"),
        Choice("author sync 3.1", "author sync", "3.1"),
        Choice("author", "help", "author"),
        Choice("author --help", "help", "author"),
        Choice("author -h", "help", "author"),
    ]
}

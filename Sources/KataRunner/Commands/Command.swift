/// A command: a value made of what was typed, and what it does.
protocol Command: Sendable {
    static var manual: Manual { get }

    init(_ arguments: ParsedArguments) throws(Complaint)

    func run(_ session: Session) throws(Complaint) -> ExitCode
}

/// What a command's help says, and what the parser and the shell completions go by.
struct Manual: Hashable, Sendable {
    var name: String
    /// How its arguments look: `[kata|chapter|all]`.
    var arguments = ""
    /// How many arguments it takes at the most.
    var mostArguments = 0
    var summary: Phrase
    var explanation: [Phrase] = []
    var options: [Option] = []
    var examples: [Example] = []

    struct Option: Hashable, Sendable {
        var name: String
        /// What stands for its value: `FILE`. Nil when it takes none.
        var value: String?
        /// Whether it may stand alone: `--serve`, `--serve 8080` and `--serve=8080`.
        var valueIsOptional = false
        var explanation: Phrase
    }

    struct Example: Hashable, Sendable {
        var command: String
        var meaning: Phrase
    }

    /// Options that every command takes.
    static let common: [Option] = [
        Option(
            name: "--color",
            value: "auto|always|never",
            explanation: "colour; `auto` means on a terminal"
        ),
        Option(name: "--ascii", explanation: "no characters beyond ASCII in the runner's own text"),
        Option(
            name: "--language",
            value: "CODE",
            explanation: "language of the text, as far as it is translated"
        ),
        Option(name: "--verbose", explanation: "show the programs that are run"),
        Option(name: "--help", explanation: "how the command is used"),
    ]
}

/// The words of a command line, sorted into arguments and options.
struct ParsedArguments: Hashable, Sendable {
    var positionals: [String] = []
    var flags: Set<String> = []
    var values: [String: String] = [:]

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Documents that go to standard output are for programs to read, so there can be one alone.
    func expectOneOutput() throws(Complaint) {
        let printed = ["--json", "--lines", "--csv"].filter(has)
        let named = ["--junit", "--html"].filter { values[$0]?.isStandardOutput == true }
        let all = printed + named
        if all.count > 1 { throw .oneOutput(all[0], all[1]) }
    }

    /// A whole number above zero.
    func number(_ option: String) throws(Complaint) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw .badValue(text, option: option, expected: "a whole number above 0")
        }
        return number
    }
}

extension ParsedArguments {
    /// - Parameter words: what follows the command's name.
    init(_ words: [String], for manual: Manual) throws(Complaint) {
        let options = manual.options + Manual.common
        var rest = words[...]
        var optionsAreOver = false
        while let word = rest.popFirst() {
            if optionsAreOver || !word.hasPrefix("-") || word == "-" {
                positionals.append(word)
                continue
            }
            if word == "--" {
                optionsAreOver = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0] == "-h" ? "--help" : String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw .unknownOption(
                    name,
                    command: manual.name,
                    nearest: Spelling.nearest(to: name, among: options.map(\.name))
                )
            }
            if option.value == nil {
                guard parts.count == 1 else {
                    throw .badValue(String(parts[1]), option: name, expected: "no value")
                }
                flags.insert(name)
            } else if parts.count == 2 {
                values[name] = String(parts[1])
                if option.valueIsOptional { flags.insert(name) }
            } else if option.valueIsOptional {
                flags.insert(name)
                if rest.first?.hasPrefix("-") == false { values[name] = rest.removeFirst() }
            } else if let value = rest.popFirst() {
                values[name] = value
            } else {
                throw .missingValue(option: name)
            }
        }
        if positionals.count > manual.mostArguments {
            throw .tooManyArguments(Array(positionals[manual.mostArguments...]), command: manual.name)
        }
    }
}

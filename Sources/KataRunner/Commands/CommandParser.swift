/// From the words of a command line to a command.
enum CommandParser {
    /// In the order in which the help shows them.
    static let commands: [any Command.Type] = [
        NextCommand.self,
        CheckCommand.self,
        WatchCommand.self,
        ShowCommand.self,
        HintCommand.self,
        SolutionCommand.self,
        ListCommand.self,
        ProgressCommand.self,
        WalkCommand.self,
        ResetCommand.self,
        UndoCommand.self,
        SiteCommand.self,
        GradeCommand.self,
        DoctorCommand.self,
        CompletionsCommand.self,
        HelpCommand.self,
        AuthorNewCommand.self,
        AuthorCheckCommand.self,
        AuthorProveCommand.self,
        AuthorSyncCommand.self,
    ]

    struct Parsed {
        var command: any Command
        var arguments: ParsedArguments
    }

    static func parse(_ words: [String]) throws(Complaint) -> Parsed {
        let options = leadingOptions(words)
        let words = Array(words.dropFirst(options.count))
        guard let first = words.first else { return try commandless(options) }
        if first == "help" { return try make(HelpCommand.self, options + words.dropFirst()) }

        let isFamily = names.contains { $0.hasPrefix(first + " ") }
        let isPair = isFamily && words.count > 1 && !words[1].hasPrefix("-")
        let name = isPair ? "\(first) \(words[1])" : first
        guard let type = commands.first(where: { $0.manual.name == name }) else {
            if isFamily, !isPair { return try make(HelpCommand.self, [first]) }
            throw .unknownCommand(name, nearest: Spelling.nearest(to: name, among: names))
        }
        return try make(type, options + words.dropFirst(isPair ? 2 : 1))
    }

    /// Options may come before the command, and are read as if they followed it.
    private static func leadingOptions(_ words: [String]) -> [String] {
        let known = Manual.common + commands.flatMap { $0.manual.options }
        let takeValue = Set(known.filter { $0.value != nil && !$0.valueIsOptional }.map(\.name))
        var rest = words[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest = rest.dropFirst(takeValue.contains(word) ? 2 : 1)
        }
        return words.dropLast(rest.count)
    }

    /// What looks like an option and is a command in itself, or nothing at all.
    private static func commandless(_ options: [String]) throws(Complaint) -> Parsed {
        func others(than names: String...) -> [String] { options.filter { !names.contains($0) } }
        if options.contains("--version") { return try make(VersionCommand.self, others(than: "--version")) }
        if options.contains("--help") || options.contains("-h") {
            return try make(HelpCommand.self, others(than: "--help", "-h"))
        }
        return try make(DashboardCommand.self, options)
    }

    static var names: [String] { commands.map { $0.manual.name } }

    private static func make(_ type: any Command.Type, _ words: [String]) throws(Complaint) -> Parsed {
        let arguments = try ParsedArguments(words, for: type.manual)
        if arguments.has("--help") {
            return Parsed(command: HelpCommand(topic: type.manual.name), arguments: arguments)
        }
        return Parsed(command: try type.init(arguments), arguments: arguments)
    }
}

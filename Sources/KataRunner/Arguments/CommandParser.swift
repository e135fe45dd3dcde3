/// From the words of a command line to a command.
enum CommandParser {
    /// In the order in which the help shows them.
    static let commands: [Entry] =
        [
            Entry(NextCommand.self),
            Entry(CheckCommand.self),
            Entry(WatchCommand.self),
            Entry(ShowCommand.self),
            Entry(HintCommand.self),
            Entry(SolutionCommand.self),
            Entry(ListCommand.self),
            Entry(ProgressCommand.self),
            Entry(ResetCommand.self),
            Entry(UndoCommand.self),
            Entry(UpdateCommand.self),
        ] + teaching + [
            Entry(DoctorCommand.self),
            Entry(CompletionsCommand.self),
            Entry(HelpCommand.self),
        ] + authoring

    /// A command's manual, and how it is made of what was typed.
    struct Entry: Sendable {
        let manual: Manual
        let make: @Sendable (ParsedArguments) throws(Complaint) -> any Runnable

        init(_ type: (some Command).Type) {
            manual = type.manual
            make = { arguments throws(Complaint) in try type.init(arguments) }
        }

        init(manual: Manual, make: @escaping @Sendable (ParsedArguments) throws(Complaint) -> any Runnable) {
            self.manual = manual
            self.make = make
        }
    }

    /// What the runner starts for itself: the help doesn't list it.
    private static let hidden = [Entry(PrepareCommand.self)]

    struct Parsed {
        var command: any Runnable
        var arguments: ParsedArguments
    }

    static func parse(_ words: [String]) throws(Complaint) -> Parsed {
        let options = leadingOptions(words)
        let words = Array(words.dropFirst(options.count))
        guard let first = words.first else { return try commandless(options) }
        if first == "help" { return try make(Entry(HelpCommand.self), options + words.dropFirst()) }

        let isFamily = names.contains { $0.hasPrefix(first + " ") }
        let isPair = isFamily && words.count > 1 && !words[1].hasPrefix("-")
        let name = isPair ? "\(first) \(words[1])" : first
        guard let entry = (commands + hidden).first(where: { $0.manual.name == name }) else {
            if isFamily, !isPair { return try make(Entry(HelpCommand.self), [first]) }
            throw .unknownCommand(name, nearest: Spelling.nearest(to: name, among: names))
        }
        return try make(entry, options + words.dropFirst(isPair ? 2 : 1))
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
        if options.contains("--version") {
            return try make(Entry(VersionCommand.self), others(than: "--version"))
        }
        if options.contains("--help") || options.contains("-h") {
            return try make(Entry(HelpCommand.self), others(than: "--help", "-h"))
        }
        return try make(Entry(DashboardCommand.self), options)
    }

    static var names: [String] { commands.map { $0.manual.name } }

    private static func make(_ entry: Entry, _ words: [String]) throws(Complaint) -> Parsed {
        let arguments = try ParsedArguments(words, for: entry.manual)
        if arguments.has("--help") {
            return Parsed(command: HelpCommand(topic: entry.manual.name), arguments: arguments)
        }
        return Parsed(command: try entry.make(arguments), arguments: arguments)
    }
}

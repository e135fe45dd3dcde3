/// `kata completions bash|zsh|fish`
struct CompletionsCommand: Command {
    static let manual = Manual(
        name: "completions",
        arguments: "bash|zsh|fish",
        mostArguments: 1,
        summary: "a script that lets your shell complete commands, options and katas",
        explanation: [
            "It completes a command called «kata». Give the runner that name first: `alias kata='swift run --quiet kata'`, or put the built runner on your path."
        ],
        examples: [
            Manual.Example(
                command: "completions bash > ~/.kata.bash",
                meaning: "then in ~/.bashrc: source ~/.kata.bash"
            ),
            Manual.Example(
                command: "completions zsh > ~/.zfunc/_kata",
                meaning: "with ~/.zfunc in your fpath"
            ),
            Manual.Example(
                command: "completions fish > ~/.config/fish/completions/kata.fish",
                meaning: "fish finds it there"
            ),
        ]
    )

    private let shell: Shell

    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let name = arguments.positionals.first else {
            throw .missingArgument("the name of a shell: bash, zsh or fish", command: "completions")
        }
        guard let shell = Shell(rawValue: name) else {
            throw .badValue(name, option: "completions", expected: "bash, zsh or fish")
        }
        self.shell = shell
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let scripts = CompletionScripts(
            manuals: CommandParser.commands.map { $0.manual },
            language: session.layout.language
        )
        session.environment.terminal.write(scripts.script(for: shell))
        return .success
    }
}

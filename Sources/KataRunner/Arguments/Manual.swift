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
            explanation: "when to use colour; `auto` means on a terminal"
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

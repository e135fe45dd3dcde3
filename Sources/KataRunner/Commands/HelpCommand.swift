/// `kata help [command]`
struct HelpCommand: Command {
    static let manual = Manual(
        name: "help",
        arguments: "[command]",
        mostArguments: 2,
        summary: "all commands, or more about one"
    )

    private let topic: String?

    init(_ arguments: ParsedArguments) {
        topic = arguments.positionals.isEmpty ? nil : arguments.positionals.joined(separator: " ")
    }

    init(topic: String) {
        self.topic = topic.isEmpty || topic == "--version" ? nil : topic
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let manuals = CommandParser.commands.map { $0.manual }
        guard let topic else {
            session.show(HelpScreen.overview(manuals, layout: session.layout))
            return .success
        }
        let found = manuals.filter { $0.name == topic || $0.name.hasPrefix(topic + " ") }
        guard !found.isEmpty else {
            throw .unknownCommand(topic, nearest: Spelling.nearest(to: topic, among: manuals.map(\.name)))
        }
        for (index, manual) in found.enumerated() {
            session.show(
                (index > 0 ? [.empty, .empty] : []) + HelpScreen.manual(manual, layout: session.layout)
            )
        }
        return .success
    }
}

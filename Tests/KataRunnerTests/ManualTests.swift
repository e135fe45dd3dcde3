import Testing

@testable import KataRunner

@Suite("Manuals")
struct ManualTests {
    static let manuals = CommandParser.commands.map { $0.manual }

    @Test("every command has a manual that says what it does", arguments: CommandParser.names)
    func manual(name: String) throws {
        let manual = try #require(Self.manuals.first { $0.name == name })
        #expect(!manual.summary.text().isEmpty)
        #expect(manual.arguments.isEmpty == (manual.mostArguments == 0))
        for option in manual.options {
            #expect(option.name.hasPrefix("--"))
            #expect(!option.explanation.text().isEmpty)
        }
    }

    @Test("no two commands share a name, and no command has an option twice")
    func unique() {
        #expect(Set(CommandParser.names).count == CommandParser.names.count)
        for manual in Self.manuals {
            let names = (manual.options + Manual.common).map(\.name)
            #expect(Set(names).count == names.count, "\(manual.name)")
        }
    }

    @Test("a runner without the classroom hands over each command of the classroom")
    func handedOver() {
        #expect(CommandParser.teaching.map(\.manual.name) == Manual.teaching.map(\.name))
        #expect(CommandParser.authoring.map(\.manual.name) == Manual.authoring.map(\.name))
    }

    @Test(
        "every example is a command that is understood",
        arguments: manuals.flatMap(\.examples).map(\.command)
    )
    func examples(example: String) throws {
        // What follows a redirection is the shell's.
        let words = example.split(separator: ">")[0].split(separator: " ").map(String.init)
        #expect(throws: Never.self) { try CommandParser.parse(words) }
    }

    @Test("a command's help shows its usage and each of its options", arguments: CommandParser.names)
    func helpOfACommand(name: String) throws {
        let manual = try #require(Self.manuals.first { $0.name == name })
        let text = Look.plain.text(of: HelpScreen.manual(manual, layout: Look.plain.layout))
        #expect(text.contains("kata \(manual.usage)"))
        for option in manual.options + Manual.common { #expect(text.contains(option.name)) }
    }

    @Test("the help shows every command of learners, and where those of authors are shown")
    func help() {
        let text = Look.plain.text(of: HelpScreen.overview(Self.manuals, layout: Look.plain.layout))
        for manual in Self.manuals {
            #expect(text.contains("  \(manual.usage)") == !manual.name.hasPrefix("author "))
        }
        #expect(
            text.split(whereSeparator: \.isWhitespace).suffix(5) == [
                "swift", "run", "kata", "help", "author.",
            ]
        )
    }
}

import Foundation

/// From the words of a command line to an exit code. The executable does nothing else.
public enum Runner {
    public static let version = "1.0.0"

    public static func main(_ environment: Environment) -> ExitCode {
        let terminal = environment.terminal
        func session(_ arguments: ParsedArguments?) throws(Complaint) -> Session {
            var colour = Capabilities.ColourChoice.auto
            if let asked = arguments?.values["--color"] {
                guard let choice = Capabilities.ColourChoice(rawValue: asked) else {
                    throw .badValue(asked, option: "--color", expected: "auto, always or never")
                }
                colour = choice
            }
            let capabilities = Capabilities(
                columns: terminal.columns(),
                isTerminal: terminal.outputIsTerminal,
                variables: environment.variables,
                colour: colour,
                ascii: arguments?.has("--ascii") ?? false
            )
            let code = Language.code(asked: arguments?.values["--language"], variables: environment.variables)
            return Session(
                environment: environment,
                capabilities: capabilities,
                language: Language.load(code, near: environment.currentDirectory, files: environment.files),
                isVerbose: arguments?.has("--verbose") ?? false
            )
        }
        func report(_ complaint: Complaint, _ session: Session?) -> ExitCode {
            let capabilities = Capabilities(
                columns: terminal.columns(),
                isTerminal: terminal.errorIsTerminal,
                variables: environment.variables
            )
            let session =
                session
                ?? Session(
                    environment: environment,
                    capabilities: capabilities,
                    language: .english,
                    isVerbose: false
                )
            session.mention(NoticeScreen.complaint(complaint))
            return complaint.exitCode
        }

        let parsed: CommandParser.Parsed
        do {
            parsed = try CommandParser.parse(environment.arguments)
        } catch {
            return report(error, try? session(nil))
        }
        var current: Session?
        do {
            let session = try session(parsed.arguments)
            current = session
            return try parsed.command.run(session)
        } catch {
            return report(error, current)
        }
    }
}

extension Language {
    /// Reads a translation where the workbook has one; without it the runner speaks English.
    static func load(_ code: String, near folder: String, files: Files) -> Language {
        guard code != "en", let workbook = Workbook.containing(folder, files: files),
            let data = workbook.data("Sources/KataRunner/Wording/\(code).json"),
            let translations = try? JSONDecoder().decode([String: String].self, from: data)
        else { return code == "en" ? .english : Language(code: code, translations: [:]) }
        return Language(code: code, translations: translations)
    }
}

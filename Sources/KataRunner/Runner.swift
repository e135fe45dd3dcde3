import Foundation

/// From the words of a command line to an exit code. The executable does nothing else.
public enum Runner {
    static let version = "1.0.0"

    /// The program, for the process that it is: the answer is what a shell expects of it.
    public static func main() -> Int32 {
        Interruption.listen()
        let code = main(.live)
        return Interruption.exitCode ?? code.rawValue
    }

    static func main(_ environment: Environment) -> ExitCode {
        let parsed: CommandParser.Parsed
        do {
            parsed = try CommandParser.parse(environment.arguments)
        } catch {
            return report(error, (try? session(nil, environment)) ?? plainSession(environment))
        }
        var current: Session?
        do throws(Complaint) {
            let session = try session(parsed.arguments, environment)
            current = session
            let code = try parsed.command.run(session)
            if let reason = environment.terminal.outputFailure() {
                throw Complaint.cannotPrint(reason: reason)
            }
            return code
        } catch {
            return report(error, current ?? plainSession(environment))
        }
    }

    private static func session(
        _ arguments: ParsedArguments?,
        _ environment: Environment
    ) throws(Complaint) -> Session {
        var colour = Capabilities.ColourChoice.auto
        if let asked = arguments?.values["--color"] {
            guard let choice = Capabilities.ColourChoice(rawValue: asked) else {
                throw .badValue(asked, option: "--color", expected: "auto, always or never")
            }
            colour = choice
        }
        let isASCII = arguments?.has("--ascii") ?? false
        return Session(
            environment: environment,
            capabilities: .output(environment, colour: colour, ascii: isASCII),
            errors: .errors(environment, colour: colour, ascii: isASCII),
            language: try Language.wanted(arguments?.values["--language"], environment),
            isVerbose: arguments?.has("--verbose") ?? false
        )
    }

    /// In English, for somebody who has asked for a language that there isn't.
    private static func plainSession(_ environment: Environment) -> Session {
        Session(
            environment: environment,
            capabilities: .output(environment),
            errors: .errors(environment),
            language: .english,
            isVerbose: false
        )
    }

    private static func report(_ complaint: Complaint, _ session: Session) -> ExitCode {
        session.mention(NoticeScreen.complaint(complaint))
        return complaint.exitCode
    }
}

extension Capabilities {
    fileprivate static func output(
        _ environment: Environment,
        colour: ColourChoice = .auto,
        ascii: Bool = false
    ) -> Capabilities {
        Capabilities(
            columns: environment.terminal.columns(),
            isTerminal: environment.terminal.outputIsTerminal,
            variables: environment.variables,
            colour: colour,
            ascii: ascii
        )
    }

    fileprivate static func errors(
        _ environment: Environment,
        colour: ColourChoice = .auto,
        ascii: Bool = false
    ) -> Capabilities {
        let isTerminal = environment.terminal.errorIsTerminal
        return Capabilities(
            columns: isTerminal ? environment.terminal.columns() : nil,
            isTerminal: isTerminal,
            variables: environment.variables,
            colour: colour,
            ascii: ascii
        )
    }
}

extension Language {
    /// The language that was asked for. What was asked for by name must be there; the system's locale need not.
    fileprivate static func wanted(
        _ asked: String?,
        _ environment: Environment
    ) throws(Complaint) -> Language {
        let (files, folder) = (environment.files, environment.currentDirectory)
        let code = code(asked: asked, variables: environment.variables)
        let named = [("--language", asked), ("KATA_LANGUAGE", environment.variables["KATA_LANGUAGE"])]
        if case (let option, let setting?)? = named.first(where: { $0.1?.isEmpty == false }),
            // Outside a workbook nobody knows which languages there are.
            let workbook = Workbook.containing(folder, files: files)
        {
            let languages = workbook.languageCodes
            guard languages.contains(Self.code(in: setting) ?? "") else {
                throw .badValue(
                    setting,
                    option: option,
                    expected: .verbatim(languages.sorted().joined(separator: ", "))
                )
            }
        }
        return load(code, near: folder, files: files)
    }

    /// Reads a translation if the workbook has one; without it the runner speaks English.
    static func load(_ code: String, near folder: String, files: Files) -> Language {
        guard code != english.code else { return .english }
        let workbook = Workbook.containing(folder, files: files)
        return Language(code: code, translations: workbook?.translations(in: code) ?? [:])
    }
}

extension Workbook {
    /// The codes of English and of all languages that some page or the runner is translated into.
    fileprivate var languageCodes: Set<String> {
        let pages = files.list(path("Exercises")).flatMap { files.list(path("Exercises/\($0)")) }
            .compactMap { Self.code(between: "README.", and: ".md", in: $0) }
        let wordings = files.list(path(Self.languages)).filter { $0.count == 2 }
        return Set(["en"] + pages + wordings)
    }

    private static func code(between beginning: String, and end: String, in name: String) -> String? {
        guard name.hasPrefix(beginning), name.hasSuffix(end) else { return nil }
        let code = name.dropFirst(beginning.count).dropLast(end.count)
        return code.count == 2 ? String(code) : nil
    }
}

import Foundation
import Testing

@testable import KataRunner

@Suite("Completions")
struct CompletionTests {
    typealias Shell = CompletionsCommand.Shell

    @Test("a script knows every command and every option", arguments: Shell.allCases)
    func complete(shell: Shell) {
        let script = shell.script
        for manual in ManualTests.manuals {
            for word in manual.name.split(separator: " ") { #expect(script.contains(word)) }
            for option in manual.options + Manual.common {
                let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
                #expect(script.contains(name), "\(manual.name) \(option.name)")
            }
        }
    }

    @Test("what stands beside an option is in the reader's language", arguments: [Shell.zsh, .fish])
    func language(shell: Shell) {
        let korean = Language(code: "ko", translations: ["don't ask": "묻지 않음"])
        let english = shell == .zsh ? "don'\\''t ask" : "don\\'t ask"
        #expect(shell.script.contains(english))
        #expect(shell.script(in: korean) == shell.script.replacing(english, with: "묻지 않음"))
    }

    @Test("bash can read its script (where bash is installed)", .enabled(if: Shell.bash.isInstalled))
    func bashCanRead() async throws { try await expectReadable(by: .bash) }

    @Test("zsh can read its script (where zsh is installed)", .enabled(if: Shell.zsh.isInstalled))
    func zshCanRead() async throws { try await expectReadable(by: .zsh) }

    @Test("fish can read its script (where fish is installed)", .enabled(if: Shell.fish.isInstalled))
    func fishCanRead() async throws { try await expectReadable(by: .fish) }

    private func expectReadable(by shell: Shell) async throws {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/kata.\(shell.rawValue)"
            try Files.live.write(Data(shell.script.utf8), file)
            let outcome = try Processes.live.run(.of(shell.path, "-n", file)) { _ in .goOn }
            #expect(outcome.end == .exited(0), "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test(
        "bash completes what was begun (where bash is installed)",
        .enabled(if: Shell.bash.isInstalled),
        arguments: Completed.all
    )
    func bash(row: Completed) async throws {
        let words = (["kata"] + row.words).map { "'\($0)'" }.joined(separator: " ")
        let program = """
            kata() { printf '1.1 PersonName\\n1.2 Handle\\n'; }
            \(Shell.bash.script)
            COMP_WORDS=(\(words))
            COMP_CWORD=\(row.words.count)
            _kata
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try Processes.live.run(.of(Shell.bash.path, "--norc", "-c", program)) { _ in .goOn }
        #expect(outcome.end == .exited(0), "\(outcome.output)\(outcome.errors)")
        let replies = outcome.output.split(separator: "\n").map(String.init)
        if row.isWhole {
            #expect(replies == row.replies)
        } else {
            #expect(Set(replies).isSuperset(of: row.replies), "\(replies)")
        }
    }

    @Test(
        "zsh shows an explanation as it is written, apostrophes and all (where zsh is installed)",
        .enabled(if: Shell.zsh.isInstalled)
    )
    func zsh() async throws {
        let program = """
            compdef() { :; }
            _describe() { print -rl -- ${commands[@]}; }
            _arguments() { print -rl -- "$@"; }
            compadd() { print -rl -- ${names[@]}; }
            kata() { printf '1.1 PersonName\\n'; }
            \(Shell.zsh.script)
            words=(kata ""); CURRENT=2; _kata
            words=(kata reset ""); CURRENT=3; _kata
            words=(kata author prove ""); CURRENT=4; _kata
            _kata_names
            """
        let outcome = try Processes.live.run(.of(Shell.zsh.path, "-f", "-c", program)) { _ in .goOn }
        #expect(outcome.end == .exited(0), "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("site:make a web site of the lessons and the chapters' pages"))
        #expect(lines.contains("--yes[don't ask]"))
        #expect(lines.contains("--ascii[no characters beyond ASCII in the runner's own text]"))
        #expect(lines.suffix(3) == ["1.1", "PersonName", "all"])
    }

    @Test(
        "fish completes what was begun, with an explanation as it is written (where fish is installed)",
        .enabled(if: Shell.fish.isInstalled)
    )
    func fish() async throws {
        let program = """
            function kata; printf '1.1 PersonName\\n'; end
            \(Shell.fish.script)
            complete -C 'kata reset --y'
            complete -C 'kata sit'
            complete -C 'kata check Per'
            """
        let outcome = try Processes.live.run(.of(Shell.fish.path, "-N", "-c", program)) { _ in .goOn }
        #expect(outcome.end == .exited(0), "\(outcome.output)\(outcome.errors)")
        #expect(
            outcome.output.split(separator: "\n") == [
                "--yes\tdon't ask", "site\tmake a web site of the lessons and the chapters' pages",
                "PersonName",
            ]
        )
    }
}

// MARK: - Rows

struct Completed: Sendable, CustomTestStringConvertible {
    var words: [String]
    var replies: [String]
    /// False if there may be more replies than these.
    var isWhole = true

    var testDescription: String { "kata \(words.joined(separator: " "))⇥" }

    static let all = [
        Completed(words: ["ch"], replies: ["check"]),
        Completed(words: ["au"], replies: ["author"]),
        Completed(words: [""], replies: ["next", "check", "show", "author", "help"], isWhole: false),
        Completed(words: ["deploy"], replies: []),
        Completed(words: ["check", "Per"], replies: ["PersonName"]),
        Completed(words: ["check", "1."], replies: ["1.1", "1.2"]),
        Completed(words: ["reset", "al"], replies: ["all"]),
        Completed(words: ["check", "--j"], replies: ["--json", "--junit"]),
        Completed(words: ["next", "Per"], replies: ["PersonName"]),
        Completed(words: ["undo", "Per"], replies: []),
        Completed(words: ["check", "--color", ""], replies: ["auto", "always", "never"]),
        Completed(words: ["completions", ""], replies: ["bash", "zsh", "fish"], isWhole: false),
        Completed(words: ["help", "hi"], replies: ["hint"]),
        Completed(words: ["site", "--"], replies: ["--output", "--serve"], isWhole: false),
        Completed(
            words: ["author", ""],
            replies: ["new", "variant", "check", "prove", "mutate", "sync", "translated"]
        ),
        Completed(words: ["author", "prove", "Hand"], replies: ["Handle"]),
        Completed(words: ["author", "check", "--s"], replies: ["--strict"]),
    ]
}

extension CompletionsCommand.Shell {
    var script: String { script(in: .english) }

    func script(in language: Language) -> String {
        CompletionScripts(manuals: ManualTests.manuals, language: language).script(for: self)
    }

    var path: String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(rawValue)" }.first { Files.live.isExecutable($0) } ?? ""
    }

    var isInstalled: Bool { !path.isEmpty }
}

extension ProcessRequest {
    static func of(_ executable: String, _ arguments: String...) -> ProcessRequest {
        ProcessRequest(
            executable: executable,
            arguments: arguments,
            variables: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C.UTF-8"],
            directory: "/",
            timeLimit: 20
        )
    }
}

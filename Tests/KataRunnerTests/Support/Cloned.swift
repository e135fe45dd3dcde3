import Foundation
import Testing

@testable import KataRunner

/// A toy workbook under git, and the repository that it was cloned from.
struct Cloned {
    let mine: Toy
    let theirs: Toy

    static let person: [String: String?] = [
        "GIT_AUTHOR_NAME": "Sori", "GIT_AUTHOR_EMAIL": "sori@moa.example",
        "GIT_COMMITTER_NAME": "Sori", "GIT_COMMITTER_EMAIL": "sori@moa.example",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    ]

    /// - Parameter toy: the learner's; if it is a warm one, its copies build quickly too.
    init(_ toy: Toy) throws {
        mine = toy
        theirs = Toy(root: "\(toy.root)/.build/theirs-\(UUID().uuidString)")
        try mine.write("/.build/\n/.kata/\n/.kata-fake/\n", to: ".gitignore")
        try mine.git("init", "--quiet", "--initial-branch=main")
        try mine.commit("The workbook")
        try mine.makeFolder(".build")
        try mine.git("clone", "--quiet", mine.root, theirs.root)
        try mine.git("remote", "add", "origin", theirs.root)
        try mine.git("fetch", "--quiet", "origin")
        try mine.git("branch", "--quiet", "--set-upstream-to=origin/main")
    }

    static func fresh<Result>(_ use: (Cloned) async throws -> Result) async throws -> Result {
        try await Toy.fresh { toy in try await use(try Cloned(toy)) }
    }

    func update(_ words: String..., with variables: [String: String?] = [:]) async throws -> KataRun.Outcome {
        try await start(words, with: variables).outcome()
    }

    func start(_ words: [String] = [], with variables: [String: String?] = [:]) throws -> KataRun {
        try mine.start(["update"] + words, with: Self.person.merging(variables) { $1 })
    }

    /// Another starter comes out, and with it what the page or the suite says, as in real life.
    func publishStarter(of exercise: Toy.Exercise = .purse, _ line: String = "// A better starter.\n") throws
    {
        for file in [exercise.file, exercise.pristine] {
            try theirs.write(line + theirs.text(file), to: file)
        }
        try theirs.commit("A better starter")
    }
}

extension Toy {
    struct GitFailed: Error {
        var words: [String]
        var said: String
    }

    @discardableResult
    func git(_ words: String...) throws -> String {
        let outcome = try tryGit(words)
        guard outcome.isGood else { throw GitFailed(words: words, said: outcome.output) }
        return outcome.output
    }

    func tryGit(_ words: [String]) throws -> (isGood: Bool, output: String) {
        let variables = Cloned.person.merging(["PATH": ProcessInfo.processInfo.environment["PATH"]]) { $1 }
        let outcome = try Processes.live.run(
            ProcessRequest(
                executable: "/usr/bin/env",
                arguments: ["git"] + words,
                variables: variables.compactMapValues { $0 },
                directory: root
            )
        ) { _ in .goOn }
        return (outcome.end == .exited(0), outcome.output + outcome.errors)
    }

    func commit(_ message: String) throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--message", message)
    }

    /// What git sees as changed, a line a file.
    func gitStatus() throws -> [String] {
        try git("status", "--porcelain").split(separator: "\n").map(String.init)
    }

    /// Puts a script called `git` in front of the real one, which is `$git` in it, and answers with the path.
    func fakeGit(_ lines: String) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        try write(
            """
            #!/bin/sh
            git=$(PATH='\(path)' command -v git)
            \(lines)
            exec "$git" "$@"

            """,
            to: ".kata-fake/git"
        )
        try allow(0o755, ".kata-fake/git")
        return "\(root)/.kata-fake:\(path)"
    }
}

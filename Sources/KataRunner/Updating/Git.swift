import Foundation

/// The `git` on the path, at work in a workbook.
struct Git: Sendable {
    struct Answer: Hashable {
        var isGood: Bool
        var output: String
        var errors: String

        var line: String { output.trimmed }
        /// Of a list whose items end with a zero byte (`-z`).
        var items: [String] { output.split(separator: "\0").map(String.init) }
    }

    private let environment: Environment
    private let executable: String
    private let root: String

    init(for workbook: Workbook, in environment: Environment) throws(Complaint) {
        let folders = (environment.variables["PATH"] ?? "").split(separator: ":")
        guard
            let executable = folders.map({ "\($0)/git" }).first(where: { environment.files.isExecutable($0) })
        else { throw .noGit }
        self.environment = environment
        self.executable = executable
        root = workbook.root
    }

    /// - Parameter tick: called with the seconds so far while git is at work.
    @discardableResult
    func answer(
        _ words: [String],
        index: String? = nil,
        _ tick: (TimeInterval) -> Void = { _ in }
    ) throws(Complaint) -> Answer {
        var variables = environment.variables
        // Nobody can type a password here: git had better fail than wait.
        variables["GIT_TERMINAL_PROMPT"] = "0"
        if let index { variables["GIT_INDEX_FILE"] = index }
        // Housekeeping in the background would be ended together with the command.
        let request = ProcessRequest(
            executable: executable,
            arguments: ["-c", "gc.auto=0", "-c", "maintenance.auto=false"] + words,
            variables: variables,
            directory: root,
            outputLimit: 16 << 20
        )
        let outcome = try environment.processes.output(of: request) { elapsed in
            tick(elapsed.seconds)
            return .goOn
        }
        switch outcome.end {
        case .interrupted, .cancelled: throw .interrupted
        case let end:
            return Answer(isGood: end == .exited(0), output: outcome.output, errors: outcome.errors)
        }
    }

    /// What can't go wrong in a sound clone.
    @discardableResult
    func expect(_ words: String..., index: String? = nil) throws(Complaint) -> Answer {
        try expect(words, index: index)
    }

    @discardableResult
    func expect(_ words: [String], index: String? = nil) throws(Complaint) -> Answer {
        let answer = try answer(words, index: index)
        guard answer.isGood else { throw .gitRefused(said: answer.errors) }
        return answer
    }

    /// Does something to many paths, as many at once as a command line holds.
    func expect(_ words: [String], each paths: [String], index: String? = nil) throws(Complaint) {
        var rest = paths[...]
        while !rest.isEmpty {
            try expect(words + rest.prefix(200), index: index)
            rest = rest.dropFirst(200)
        }
    }
}

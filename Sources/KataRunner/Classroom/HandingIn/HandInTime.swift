import Foundation

/// When something was handed in: of a clone its last commit that touches the exercises, of anything else its youngest
/// exercise. Both can be set by whoever hands in.
struct HandInTime: Sendable {
    let environment: Environment
    let sandbox: Sandbox?

    func date(of submission: Submission, _ katas: [Kata]) -> Date? {
        commit(of: submission) ?? youngest(of: submission, katas)
    }

    private func youngest(of submission: Submission, _ katas: [Kata]) -> Date? {
        let files = environment.files
        return katas.compactMap { kata -> Date? in
            let path = "\(submission.exercises)/\(kata.target)/\(kata.fileName)"
            return files.isLink(path) ? nil : files.info(path)?.modified
        }.max()
    }

    /// What is configured in somebody's clone may name programs to run, so git is shut off too.
    private func commit(of submission: Submission) -> Date? {
        let files = environment.files
        let folders = [submission.exercises, submission.exercises.folder]
        guard submission.exercises.hasPrefix(submission.path),
            let clone = folders.first(where: { files.isFolder("\($0)/.git") && !files.isLink("\($0)/.git") })
        else { return nil }
        let paths = (environment.variables["PATH"] ?? "").split(separator: ":")
        guard let git = paths.map({ "\($0)/git" }).first(where: files.isExecutable) else { return nil }
        var request = ProcessRequest(
            executable: git,
            arguments: [
                "--no-pager", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false",
                "--git-dir=\(clone)/.git", "log", "-1", "--format=%ct", "--",
                clone == submission.exercises ? "." : "Exercises",
            ],
            variables: [
                "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_OPTIONAL_LOCKS": "0",
                "GIT_TERMINAL_PROMPT": "0",
            ],
            directory: clone,
            timeLimit: 20,
            outputLimit: 1024,
            memoryLimit: 1 << 30
        )
        if let sandbox { request = sandbox.wrapped(request, Sandbox.Grant(readable: [clone])) }
        let outcome = try? environment.processes.run(request) { _ in .goOn }
        guard outcome?.end == .exited(0), let seconds = outcome.flatMap({ Int($0.output.trimmed) }) else {
            return nil
        }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}

import Foundation

@testable import KataRunner

extension Environment {
    /// A world in which nothing happens but what is asked for.
    static func fake(
        arguments: [String] = [],
        variables: [String: String] = [:],
        currentDirectory: String = "/moa",
        files: Files = .memory(),
        processes: Processes = Processes { request, _ in
            throw CannotStart(executable: request.executable, reason: "there are no programs here")
        },
        terminal: Terminal = .mute,
        server: Server = Server { _, _, _, _ in throw CannotServe.refused(reason: "nobody may serve here") },
        now: Date = Date(timeIntervalSince1970: 1_795_000_000),
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) -> Environment {
        Environment(
            arguments: arguments,
            variables: variables,
            currentDirectory: currentDirectory,
            files: files,
            processes: processes,
            terminal: terminal,
            server: server,
            now: { now },
            timeZone: .gmt,
            newName: { "00000000-0000-0000-0000-000000000001" },
            isInterrupted: isInterrupted
        )
    }
}

extension Terminal {
    static let mute = Terminal(
        write: { _ in },
        writeError: { _ in },
        readLine: { nil },
        outputIsTerminal: false,
        errorIsTerminal: false,
        inputIsTerminal: false,
        columns: { nil }
    )
}

extension Toolchain {
    static let toy = Toolchain(swift: "/usr/bin/swift", identity: "6.3", buildTool: nil)
}

import Foundation

/// Everything that touches the world. Commands get it as a value; tests put their own closures in.
struct Environment: Sendable {
    var arguments: [String]
    var variables: [String: String]
    var currentDirectory: String
    var files: Files
    var processes: Processes
    var terminal: Terminal
    var server: Server
    var now: @Sendable () -> Date
    var timeZone: TimeZone
    /// How many files a program may have open at once; nil if that isn't known.
    var openFileLimit: @Sendable () -> Int? = { nil }
    /// A name that nothing else has (UUID).
    var newName: @Sendable () -> String
    /// Whether the runner may do everything on this machine (superuser).
    var isRoot: @Sendable () -> Bool = { false }
    /// Whether a signal has asked the runner to end.
    var isInterrupted: @Sendable () -> Bool
    /// How many programs the machine can run side by side.
    var processors: @Sendable () -> Int = { 1 }
    /// Starts this program once more with these arguments, in a folder, as a process that outlives it.
    var startAside: @Sendable (_ arguments: [String], _ folder: String) -> Void = { _, _ in }
}

extension Environment {
    static var live: Environment {
        Environment(
            arguments: Array(CommandLine.arguments.dropFirst()),
            variables: ProcessInfo.processInfo.environment,
            currentDirectory: FileManager.default.currentDirectoryPath,
            files: .live,
            processes: .live,
            terminal: .live,
            server: .live,
            now: { Date() },
            timeZone: .current,
            openFileLimit: { Processes.openFileLimit },
            newName: { UUID().uuidString },
            isRoot: { Processes.areRoots },
            isInterrupted: { Interruption.wasAsked },
            processors: { ProcessInfo.processInfo.activeProcessorCount },
            startAside: { Spawn.aside($0, in: $1) }
        )
    }
}

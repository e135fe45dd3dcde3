import Foundation
import Testing

@testable import KataRunner

/// A build system that the runner's tests ask for, whichever is the default of the installed Swift.
enum ToyBuildSystem: String, CaseIterable, CustomTestStringConvertible {
    case native
    case swiftBuild = "swiftbuild"

    var testDescription: String { name }
    var name: String { self == .native ? BuildSystem.native.name : BuildSystem.swiftBuild.name }

    /// Those that the installed Swift has.
    static let here = allCases.filter { binaries("--build-system", $0.rawValue) != nil }

    private static func binaries(_ words: String...) -> String? {
        let swift = Process()
        let output = Pipe()
        swift.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        swift.arguments = ["swift", "build"] + words + ["--show-bin-path"]
        swift.currentDirectoryURL = URL(fileURLWithPath: Toy.original)
        swift.standardOutput = output
        swift.standardError = FileHandle.nullDevice
        guard (try? swift.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        swift.waitUntilExit()
        return swift.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}

extension Toy {
    /// A warm one, and the path on which it finds its Swift. With a build system of its own it has kept no verdict.
    static func warm<Result>(
        _ warmth: Warmth,
        _ use: (Toy, _ path: String) async throws -> Result
    ) async throws -> Result {
        try await warm(warmth) { toy in
            guard case .with(let system) = warmth else {
                return try await use(toy, ProcessInfo.processInfo.environment["PATH"] ?? "")
            }
            try? toy.remove(".build/kata/verdicts.json")
            return try await use(toy, toy.path(with: system))
        }
    }

    /// The stand-in lies beside what is built and stays as it is: another one would be another compiler.
    func path(with system: ToyBuildSystem) throws -> String {
        let folder = ".build/swift-\(system.rawValue)"
        let path = "\(root)/\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        guard !exists("\(folder)/swift") else { return path }
        // The runner looks for it beside the compiler.
        let files = FileManager.default
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        if let swift = folders.map({ "\($0)/swift" }).first(where: files.isExecutableFile) {
            let real = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
            let tool = real.appendingPathComponent("swift-build-tool").path
            if files.isExecutableFile(atPath: tool) {
                try makeFolder(folder)
                try? remove("\(folder)/swift-build-tool")
                try link("\(folder)/swift-build-tool", to: tool)
            }
        }
        try write(
            """
            #!/bin/sh
            PATH=${PATH#*:}
            case "$1" in
                build | test | run)
                    verb=$1
                    shift
                    set -- "$verb" --build-system \(system.rawValue) "$@"
                    ;;
            esac
            exec swift "$@"

            """,
            to: "\(folder)/new"
        )
        try allow(0o755, "\(folder)/new")
        try move("\(folder)/new", to: "\(folder)/swift")
        return path
    }
}

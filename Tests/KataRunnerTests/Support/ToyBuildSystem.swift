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

    /// The one that the installed Swift builds with unless it is asked for another.
    static let byDefault: ToyBuildSystem =
        binaries()?.contains("/out/Products/") == true ? .swiftBuild : .native

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
    /// A path that begins with a Swift that builds with this system.
    func path(with system: ToyBuildSystem) throws -> String {
        let path = try fakeSwift(
            """
            PATH=${PATH#*:}
            case "$1" in
                build | test | run)
                    verb=$1
                    shift
                    exec swift "$verb" --build-system \(system.rawValue) "$@"
                    ;;
            esac
            exec swift "$@"
            """
        )
        // The runner looks for it beside the compiler.
        let files = FileManager.default
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let swift = folders.map({ "\($0)/swift" }).first(where: files.isExecutableFile) else {
            return path
        }
        let real = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
        let tool = real.appendingPathComponent("swift-build-tool").path
        if files.isExecutableFile(atPath: tool), !exists(".kata-fake/swift-build-tool") {
            try link(".kata-fake/swift-build-tool", to: tool)
        }
        return path
    }
}

import Foundation

/// The Swift that is used: the compiler and SwiftPM of the first toolchain on the path (`PATH`).
struct Toolchain: Hashable, Sendable {
    let swift: String
    /// Changes when another compiler takes its place, without asking the compiler, which takes its time.
    let identity: String
    /// The tool that runs SwiftPM's build graphs, if it lies beside the compiler.
    let buildTool: String?

    static let oldestSupported = [6, 2]
    /// The newest that the workbook was tried with.
    static let newestTried = [6, 3, 1]

    static func find(in environment: Environment) throws(Complaint) -> Toolchain {
        let folders = (environment.variables["PATH"] ?? "").split(separator: ":").map(String.init)
        guard
            let swift = folders.map({ "\($0)/swift" }).first(where: { environment.files.isExecutable($0) })
        else { throw .noCompiler }
        let real = environment.files.resolve(swift)
        let info = environment.files.info(real)
        // On macOS `swift` is a signpost; this link says which Xcode it points to.
        let selected = environment.files.resolve("/var/db/xcode_select_link")
        let age = info.map { "\($0.size)-\(Int($0.modified.timeIntervalSince1970))" } ?? ""
        let buildTool = "\(real.folder)/swift-build-tool"
        return Toolchain(
            swift: swift,
            identity: "\(real) \(age) \(selected)",
            buildTool: environment.files.isExecutable(buildTool) ? buildTool : nil
        )
    }

    /// The tool that makes documentation: the one that was named, or else the one beside the compiler.
    static func docc(in environment: Environment) throws(Complaint) -> String {
        let files = environment.files
        if let named = environment.variables["DOCC_EXEC"], !named.isEmpty {
            guard files.isExecutable(named) else { throw .noDocC }
            return named
        }
        let swift = try find(in: environment).swift
        let besides = [files.resolve(swift), swift].map { "\($0.folder)/docc" }
        if let docc = besides.first(where: files.isExecutable) { return docc }
        // On macOS `swift` is a signpost, and another says where Xcode keeps its tools.
        let request = ProcessRequest(
            executable: "/usr/bin/xcrun",
            arguments: ["--find", "docc"],
            variables: environment.variables,
            directory: environment.currentDirectory,
            timeLimit: 60
        )
        guard files.isExecutable(request.executable),
            let found = try? environment.processes.run(request, { _ in .goOn }), found.end == .exited(0),
            files.isExecutable(found.output.trimmed)
        else { throw .noDocC }
        return found.output.trimmed
    }

    /// «Swift version 6.3.1 (…)» → [6, 3, 1]
    static func version(in output: String) -> [Int]? {
        guard let mark = output.firstRange(of: "Swift version ") else { return nil }
        let digits = output[mark.upperBound...].prefix { $0.isASCIIDigit || $0 == "." }
        let parts = digits.split(separator: ".").compactMap { Int($0) }
        return parts.isEmpty ? nil : parts
    }

    static func isSupported(_ version: [Int]) -> Bool {
        !version.lexicographicallyPrecedes(oldestSupported)
    }
}

import Foundation

/// The Swift that is used: the first one on the path.
struct Toolchain: Hashable, Sendable {
    let swift: String
    /// Changes when another compiler takes its place, without asking the compiler, which takes its time.
    let identity: String
    /// The tool that runs SwiftPM's build graphs, where it lies beside the compiler.
    let buildTool: String?

    static let oldestSupported = [6, 2]

    static func find(in environment: Environment) throws(Complaint) -> Toolchain {
        let folders = (environment.variables["PATH"] ?? "").split(separator: ":").map(String.init)
        guard
            let swift = folders.map({ "\($0)/swift" }).first(where: { environment.files.isExecutable($0) })
        else { throw .noCompiler }
        let real = environment.files.resolve(swift)
        let info = environment.files.info(real)
        // On macOS `swift` is a signpost; this link tells which Xcode it points to.
        let selected = environment.files.resolve("/var/db/xcode_select_link")
        let age = info.map { "\($0.size)-\(Int($0.modified.timeIntervalSince1970))" } ?? ""
        let folder = real.split(separator: "/").dropLast().joined(separator: "/")
        let buildTool = "/\(folder)/swift-build-tool"
        return Toolchain(
            swift: swift,
            identity: "\(real) \(age) \(selected)",
            buildTool: environment.files.isExecutable(buildTool) ? buildTool : nil
        )
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

import Foundation

/// Runs programs and takes their times.
struct Stopwatch {
    var folder: URL
    var variables: [String: String] = [:]

    struct Run {
        var seconds: Double
        var output: String
        var status: Int32
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String], in folder: URL? = nil) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder ?? self.folder
        var environment = ProcessInfo.processInfo.environment.merging(variables) { _, own in own }
        environment["KATA_TRACK"] = nil
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Run(
            seconds: Double(seconds) + Double(attoseconds) / 1e18,
            output: String(decoding: data, as: UTF8.self),
            status: process.terminationStatus
        )
    }
}

extension [Double] {
    /// The middle one: a single hiccup of the machine does not move it.
    var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2 : sorted[sorted.count / 2]
    }
}

extension Double {
    var short: String {
        let thousandths = Int((self * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

import Foundation

@testable import KataRunner

/// A file of this very workbook, outside of its targets.
enum WorkbookFile {
    static let root = URL(fileURLWithPath: FixtureFolder.path)
        .deletingLastPathComponent().deletingLastPathComponent()

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent(name))
    }

    /// Of every kata.
    static let solutions: [String] = Files.live.tree("\(root.path)/Solutions")
        .filter { $0.hasPrefix("Chapter") && $0.hasSuffix(".swift") }.map { "Solutions/\($0)" }

    static func text(_ name: String) throws -> String {
        String(decoding: try data(name), as: UTF8.self)
    }
}

import Foundation

/// A file of this very workbook, outside of its targets.
enum WorkbookFile {
    static let root = URL(fileURLWithPath: FixtureFolder.path)
        .deletingLastPathComponent().deletingLastPathComponent()

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent(name))
    }

    static func text(_ name: String) throws -> String {
        String(decoding: try data(name), as: UTF8.self)
    }
}

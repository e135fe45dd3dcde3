import Foundation
import Testing

/// A chapter's page of this very workbook.
struct WorkbookPage: Sendable, CustomTestStringConvertible {
    /// `Chapter1ValueObjects`
    var chapter: String

    var testDescription: String { chapter }

    var text: String {
        get throws {
            String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(chapter)/README.md")),
                as: UTF8.self
            )
        }
    }

    /// The lines of each Mermaid diagram.
    var diagrams: [[String]] {
        get throws {
            try text.split(separator: "```mermaid\n").dropFirst().map { rest in
                rest.split(separator: "\n").prefix { !$0.hasPrefix("```") }.map(String.init)
            }
        }
    }

    private static let folder = URL(fileURLWithPath: FixtureFolder.path)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Exercises").path

    static let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasPrefix("Chapter") }.sorted().map(WorkbookPage.init)
}

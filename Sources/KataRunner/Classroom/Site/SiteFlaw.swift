import Foundation

/// What DocC finds wrong with a page, with the file and line where an author can mend it.
struct SiteFlaw: Hashable, Sendable {
    var file: String
    var line: Int
    var message: String
}

extension SiteFlaw {
    /// Reads what DocC has found in a catalogue.
    ///
    /// - Parameter folder: where the catalogue was laid out.
    static func flaws(in report: Data, of catalogue: SiteCatalogue, laidOutIn folder: String) -> [SiteFlaw]? {
        guard let report = try? JSONDecoder().decode(Report.self, from: report) else { return nil }
        let flaws = report.diagnostics.filter { ["warning", "error"].contains($0.severity) }.map { found in
            let path = found.source.flatMap { URL(string: $0)?.path } ?? ""
            let name = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : ""
            let line = found.range?.start.line ?? 1
            let message = [found.summary, found.explanation].compactMap { $0 }.joined(separator: ". ")
            guard let page = catalogue.pages[name] else {
                let file = name.isEmpty ? SiteCatalogue.folder : "\(SiteCatalogue.folder)/\(name)"
                return SiteFlaw(file: file, line: line, message: message)
            }
            return SiteFlaw(file: page.source, line: page.origin(ofLine: line), message: message)
        }
        return flaws.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    private struct Report: Decodable {
        struct Diagnostic: Decodable {
            struct Range: Decodable { var start: Position }
            struct Position: Decodable { var line: Int }

            var source: String?
            var range: Range?
            var severity: String
            var summary: String
            var explanation: String?
        }

        var diagnostics: [Diagnostic]
    }
}

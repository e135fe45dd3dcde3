import Foundation

/// The last verdicts, each with the files that it was found for: the same question about the same files needs no build.
///
/// It lies beside the build and is as easily thrown away. Only verdicts that come from rules alone are kept: a
/// crash or an overrun may not happen the next time.
struct VerdictCache: Sendable {
    private struct Entry: Codable {
        var fingerprint: String
        var result: CheckResult
    }

    private let workbook: Workbook
    private var entries: [String: Entry] = [:]

    private static let file = ".build/kata/verdicts.json"

    init(of workbook: Workbook) {
        self.workbook = workbook
        guard let data = workbook.data(Self.file) else { return }
        entries = (try? JSONDecoder().decode([String: Entry].self, from: data)) ?? [:]
    }

    func result(of kata: Kata, fingerprint: Fingerprint) -> CheckResult? {
        guard let entry = entries[kata.name], entry.fingerprint == fingerprint.description,
            entry.result.id == kata.id
        else { return nil }
        return entry.result
    }

    /// A cache that can't be written is no loss.
    mutating func keep(_ results: [(judged: Judged, fingerprint: Fingerprint)]) {
        for (judged, fingerprint) in results {
            switch judged.result.verdict {
            case .passed, .failed:
                entries[judged.kata.name] = Entry(
                    fingerprint: fingerprint.description,
                    result: judged.result
                )
            case .doesNotCompile, .crashed, .timedOut, .noTests:
                entries[judged.kata.name] = nil
            }
        }
        guard let data = try? JSONEncoder().encode(entries) else { return }
        try? workbook.files.update(workbook.path(Self.file), to: data)
    }
}

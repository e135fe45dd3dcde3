import Foundation

/// The fingerprints of the suites as their authors left them (hashes, checksums). They show whether a verdict was
/// earned with another suite.
struct SuiteSeals: Hashable, Sendable {
    static let file = "Exercises/.pristine/suites.txt"

    private(set) var seals: [String: String] = [:]

    /// A line for each suite: its fingerprint, a space, its path.
    init(parsing text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { seals[String(parts[1])] = String(parts[0]) }
        }
    }

    init(of workbook: Workbook) {
        self.init(parsing: workbook.files.text(workbook.path(Self.file)) ?? "")
    }

    var text: String {
        seals.sorted { $0.key.compare($1.key, options: .numeric) == .orderedAscending }
            .map { "\($0.value) \($0.key)\n" }.joined()
    }

    /// False if the suite differs from what was sealed. A suite that was never sealed is taken as it is.
    func hold(for kata: Kata, in workbook: Workbook) -> Bool {
        guard let seal = seals[kata.suite] else { return true }
        return seal == Self.seal(of: kata, in: workbook)
    }

    func knows(_ kata: Kata) -> Bool { seals[kata.suite] != nil }

    mutating func renew(_ kata: Kata, in workbook: Workbook) {
        seals[kata.suite] = Self.seal(of: kata, in: workbook)
    }

    private static func seal(of kata: Kata, in workbook: Workbook) -> String? {
        workbook.data(kata.suite).map { data in
            var print = Fingerprint()
            print.add(data)
            return print.description
        }
    }
}

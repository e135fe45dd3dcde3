import Foundation

/// Grades by what they were earned with: a chapter of a submission that was judged once is not judged again,
/// even if another student hands it in.
///
/// Several graders may keep theirs in one folder: a file appears whole or not at all, and is named by what it holds the
/// grades of.
///
/// A chapter is one module, so a verdict belongs to all of its texts together. These are kept and compared, since
/// somebody may make another text with the same fingerprint.
struct KeptGrades: Sendable {
    let files: Files
    let folder: String

    /// Goes up when grades are found in another way, so that older ones are not taken for these.
    private static let judging = 5

    private struct Entry: Codable {
        var judging: Int
        var texts: [String: Data]
        var limits: Checker.Limits
        var grades: [Grade]
    }

    func grades(of texts: [String: Data], _ fingerprint: Fingerprint, limits: Checker.Limits) -> [Grade]? {
        guard let data = try? files.read(path(fingerprint)),
            let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.judging == Self.judging,
            entry.texts == texts
        else { return nil }
        // With other limits it may come to its end.
        let metLimit = entry.grades.contains { !$0.notes.allSatisfy { !$0.isAboutLimit } }
        return metLimit && entry.limits != limits ? nil : entry.grades
    }

    /// What can't be kept is judged again.
    func keep(_ grades: [Grade], of texts: [String: Data], _ fingerprint: Fingerprint, limits: Checker.Limits)
    {
        guard !grades.contains(where: { $0.standing == .notJudged }) else { return }
        let entry = Entry(judging: Self.judging, texts: texts, limits: limits, grades: grades)
        guard let data = try? JSONEncoder().encode(entry) else { return }
        try? files.write(data, path(fingerprint))
    }

    private func path(_ fingerprint: Fingerprint) -> String { "\(folder)/\(fingerprint).json" }
}

extension Grade.Note {
    fileprivate var isAboutLimit: Bool {
        switch self {
        case .timeLimit, .memoryLimit, .buildTimeLimit, .tookTooMuch: true
        default: false
        }
    }
}

/// What an update does with each path: which edits it puts aside, and what stands in its way. Pure.
struct UpdatePlan: Hashable {
    /// The learner's files that git would refuse to replace: they are made as they were, for a moment.
    private(set) var aside: [String] = []
    /// All that the learner has edited or would lose: it is copied first.
    private(set) var kept: [String] = []
    private(set) var places: [String: String] = [:]

    struct Change: Hashable {
        var path: String
        var isUntracked = false
        var isMissing = false
    }

    /// - Parameters:
    ///   - changes: what differs from the last commit.
    ///   - incoming: the paths that the update changes, with what they are after it.
    ///   - files: the paths that exist after it.
    ///   - committed: what the learner has committed.
    init(
        changes: [Change],
        incoming: Set<String>,
        files: Set<String>,
        committed: [String] = []
    ) throws(Complaint) {
        let inTheWay = changes.filter { $0.isUntracked && incoming.contains($0.path) }
        if let first = inTheWay.first { throw .fileInTheWay(first.path) }
        let elsewhere = changes.map(\.path).filter { !$0.isLearners && incoming.contains($0) }
        guard elsewhere.isEmpty else { throw .uncommitted(elsewhere.sorted()) }
        let own = changes.filter { $0.path.isLearners && !$0.isUntracked }
        aside = own.map(\.path).filter(incoming.contains).sorted()
        let lost = committed.filter { path in
            path.isLearners && incoming.contains(path) && Self.place(of: path, among: files) == nil
        }
        kept = Set(own.filter { !$0.isMissing }.map(\.path) + lost).sorted()
        for path in kept { places[path] = Self.place(of: path, among: files) }
    }

    /// Where a kata's file belongs after the update: katas keep their names when their numbers shift.
    static func place(of path: String, among files: Set<String>) -> String? {
        guard !files.contains(path) else { return path }
        guard let name = kataName(path) else { return path }
        return files.filter { $0.isLearners && kataName($0) == name }.min()
    }

    private static func kataName(_ path: String) -> String? {
        Workbook.kataName(String(path.split(separator: "/").last ?? ""))?.1
    }
}

extension String {
    /// A Swift file in a chapter of the exercises: what learners edit.
    var isLearners: Bool { hasPrefix("Exercises/Chapter") && hasSuffix(".swift") }
}

/// What git leaves in a file that two sides have changed, until somebody decides (conflict markers).
struct ConflictMarkers: Hashable, Sendable, Codable {
    /// The line of the first mark, counted from 1.
    var line: Int
    /// After a rebase or a stash, what the learner has written stands below the other side.
    var ownIsBelow: Bool

    /// Nil if there is no conflict.
    init?(in text: String) {
        let lines = text.lines
        guard let begin = lines.firstIndex(where: { $0.hasPrefix(Self.begin) }),
            let middle = lines[begin...].firstIndex(where: { $0 == "=======" }),
            let end = lines[middle...].first(where: { $0.hasPrefix(Self.end) })
        else { return nil }
        line = begin + 1
        let label = end.dropFirst(Self.end.count)
        // A rebase names the commit and its subject, «1f7a2c3 (my purse)».
        let isCommit = label.prefix { $0.isHexDigit }.count >= 7 && label.hasSuffix(")")
        ownIsBelow = label == "Stashed changes" || isCommit
    }

    private static let begin = "<<<<<<< "
    private static let end = ">>>>>>> "
}

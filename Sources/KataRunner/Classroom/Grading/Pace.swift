import Foundation

/// How long the rest will take, by what has been done so far.
struct Pace: Hashable, Sendable {
    private var judged = 0
    private var judging: TimeInterval = 0
    private var begun = 0
    private var beginning: TimeInterval = 0

    /// A chapter of a submission was judged.
    mutating func judge(in seconds: TimeInterval) {
        judged += 1
        judging += seconds
    }

    /// The starters of a chapter were built and run.
    mutating func begin(in seconds: TimeInterval) {
        begun += 1
        beginning += seconds
    }

    /// Nil while too little is known.
    ///
    /// - Parameters:
    ///   - left: chapters of submissions.
    ///   - chapters: those that nobody has begun with.
    func secondsLeft(_ left: Int, chapters: Int, hands: Int) -> TimeInterval? {
        guard judged > 2, hands > 0 else { return nil }
        let judgingAll = TimeInterval(left) * judging / TimeInterval(judged)
        let beginningAll = TimeInterval(chapters) * beginning / TimeInterval(max(1, begun))
        return (judgingAll + beginningAll) / TimeInterval(hands)
    }
}

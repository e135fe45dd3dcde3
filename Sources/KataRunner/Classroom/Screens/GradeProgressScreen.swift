import Foundation

/// How far grading has come, and how long it will take, in a line.
enum GradeProgressScreen {
    /// - Parameters:
    ///   - names: of the submissions, in their order.
    ///   - chapters: the numbers of those that are judged, in their order.
    static func phrase(
        _ progress: GradingDesk.Progress,
        _ names: [String],
        _ chapters: [Int],
        _ limits: Checker.Limits
    ) -> Phrase {
        guard let work = progress.work, let stage = work.stage, names.indices.contains(work.item.student),
            chapters.indices.contains(work.item.chapter)
        else { return far(progress) }
        let what = StatusScreen.phrase(for: stage, seconds: work.seconds, limits: limits)
        let name = names[work.item.student].shown
        return "\(far(progress)). Chapter \(chapters[work.item.chapter]), \(name): \(what)"
    }

    static func far(_ progress: GradingDesk.Progress) -> Phrase {
        let judged: Phrase = "\(progress.done) of \(progress.all) judged"
        return progress.secondsLeft.map { "\(judged), \(left($0))" } ?? judged
    }

    /// No more exact than anybody can know.
    private static func left(_ seconds: TimeInterval) -> Phrase {
        let minutes = Int((seconds / 60).rounded())
        if minutes < 1 { return "less than a minute left" }
        if minutes < 60 { return "about \(minutes) min left" }
        return "about \(minutes / 60) h \(minutes % 60) min left"
    }
}

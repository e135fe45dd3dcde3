import Foundation

/// Says how far grading has come: on a line of its own that leaves no trace on a terminal, elsewhere a line for each
/// chapter, and one a minute.
struct GradeProgress {
    private let session: Session
    private let limits: Checker.Limits
    private let names: [String]
    private let chapters: [Int]
    private var status: StatusLine
    private var told: Set<Int> = []
    private var lastLine: Date

    /// - Parameters:
    ///   - names: of the submissions, in their order.
    ///   - chapters: the numbers of those that are judged, in their order.
    init(session: Session, limits: Checker.Limits, names: [String], chapters: [Int]) {
        (self.session, self.limits, self.names, self.chapters) = (session, limits, names, chapters)
        status = StatusLine(session: session, limits: limits)
        lastLine = session.environment.now()
    }

    private static let onTerminal: TimeInterval = 0.1
    private static let elsewhere: TimeInterval = 60

    mutating func show(_ progress: GradingDesk.Progress) {
        let now = session.environment.now()
        let isTerminal = session.environment.terminal.errorIsTerminal
        if !isTerminal {
            for chapter in progress.chapters where told.insert(chapter).inserted {
                session.mention([Line("Judging chapter \(chapter) …", .faint)])
            }
        }
        guard now.timeIntervalSince(lastLine) >= (isTerminal ? Self.onTerminal : Self.elsewhere) else {
            return
        }
        lastLine = now
        if isTerminal {
            status.show(GradeProgressScreen.phrase(progress, names, chapters, limits))
        } else {
            session.mention([Line(GradeProgressScreen.far(progress), .faint)])
        }
    }

    mutating func clear() { status.clear() }
}

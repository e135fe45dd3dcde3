import Foundation

/// The line that says what is being done while somebody waits. It leaves no trace on a terminal; elsewhere it
/// is printed once for each thing that takes longer than a moment.
struct StatusLine {
    private let session: Session
    private var shownAlready: Set<Checker.Stage> = []
    private var isVisible = false

    private let limits: Checker.Limits

    init(session: Session, limits: Checker.Limits) {
        self.session = session
        self.limits = limits
    }

    static let patience: TimeInterval = 0.5

    /// - Parameter subject: what it is done for, if there are several.
    mutating func show(_ stage: Checker.Stage, _ seconds: TimeInterval, after subject: Phrase? = nil) {
        guard seconds >= Self.patience else { return }
        let terminal = session.environment.terminal
        if terminal.errorIsTerminal {
            let what = StatusScreen.phrase(for: stage, seconds: seconds, limits: limits)
            let phrase: Phrase = subject.map { "\($0): \(what)" } ?? what
            let row = session.errorLayout.row(phrase, .faint)
            terminal.writeError("\r\u{1B}[K" + session.errorPainter.text(of: row))
            isVisible = true
        } else if shownAlready.insert(stage).inserted {
            session.mention([Line(StatusScreen.phrase(for: stage, seconds: nil, limits: limits), .faint)])
        }
    }

    mutating func clear() {
        guard isVisible else { return }
        session.environment.terminal.writeError("\r\u{1B}[K")
        isVisible = false
    }
}

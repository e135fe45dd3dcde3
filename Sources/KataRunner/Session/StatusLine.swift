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

    mutating func show(_ stage: Checker.Stage, _ seconds: TimeInterval) {
        guard seconds >= Self.patience else { return }
        let terminal = session.environment.terminal
        if terminal.errorIsTerminal {
            show(StatusScreen.phrase(for: stage, seconds: seconds, limits: limits))
        } else if shownAlready.insert(stage).inserted {
            session.mention([Line(StatusScreen.phrase(for: stage, seconds: nil, limits: limits), .faint)])
        }
    }

    /// On a terminal, in the place of what was there before.
    mutating func show(_ phrase: Phrase) {
        let row = session.errorLayout.row(phrase, .faint)
        session.environment.terminal.writeError("\r\u{1B}[K" + session.errorPainter.text(of: row))
        isVisible = true
    }

    mutating func clear() {
        guard isVisible else { return }
        session.environment.terminal.writeError("\r\u{1B}[K")
        isVisible = false
    }
}

/// What the shell gets to know.
enum ExitCode: Int32, Sendable {
    case success = 0
    case somethingFailed = 1
    case usage = 2
    case interrupted = 130
}

extension Complaint {
    var exitCode: ExitCode {
        switch self {
        case .interrupted, .cancelled, .gradingInterrupted, .updateInterrupted: .interrupted
        case .notSolvedYet, .nothingToUndo, .nothingEdited: .somethingFailed
        default: .usage
        }
    }
}

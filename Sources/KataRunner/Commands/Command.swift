protocol Runnable: Sendable {
    func run(_ session: Session) throws(Complaint) -> ExitCode
}

/// A command: a value made of what was typed, and what it does.
protocol Command: Runnable {
    static var manual: Manual { get }

    init(_ arguments: ParsedArguments) throws(Complaint)
}

/// `kata undo`
struct UndoCommand: Command {
    static let manual = Manual(
        name: "undo",
        summary: "bring back what the last `kata reset` or `kata walk --apply` replaced",
        explanation: ["What stands there now is kept too. Each call goes one step further back."]
    )

    init(_ arguments: ParsedArguments) {}

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let workbook = try session.workbook()
        let backups = Backups(workbook: workbook)
        guard let backup = backups.newest, !backup.files.isEmpty else { throw .nothingToUndo }
        let kept = try backups.restore(backup, at: session.environment.now())
        session.show(
            backup.files.map { .item("✔", .good, "\($0) is as you had written it.") }
                + (kept.map { [Line("What stood there until now is in \($0).")] } ?? [])
                + [Line("Go on: `kata next`")]
        )
        return .success
    }
}

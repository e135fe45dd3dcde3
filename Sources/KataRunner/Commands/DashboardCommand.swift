/// `kata` alone.
struct DashboardCommand: Command {
    static let manual = Manual(name: "", summary: "where you are, and what to type next")

    init(_ arguments: ParsedArguments) {}

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        let standings = course.standings()
        let current = course.current()
        session.show(
            DashboardScreen.lines(
                standings,
                chapters: course.catalogue.chapters,
                current: current,
                layout: session.layout
            )
        )
        return .success
    }
}

struct VersionCommand: Command {
    static let manual = Manual(name: "--version", summary: "the runner's version")

    init(_ arguments: ParsedArguments) {}

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        session.show([Line(verbatim: "kata \(Runner.version)")])
        return .success
    }
}

/// `kata progress`
struct ProgressCommand: Command {
    static let manual = Manual(name: "progress", summary: "a bar for each chapter, with attempts and dates")

    init(_ arguments: ParsedArguments) {}

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        var course = try session.course()
        session.show(
            ProgressScreen.lines(
                course.standings(),
                chapters: course.catalogue.chapters,
                progress: course.progress,
                timeZone: session.environment.timeZone,
                width: session.layout.width
            )
        )
        return .success
    }
}

import Foundation

/// `kata grade DIR…`
struct GradeCommand: Command {
    static let manual = Manual.grade

    private let folders: [String]
    private let asJSON: Bool
    private let asCSV: Bool
    private let junit: String?
    private let html: String?
    private let isAgain: Bool
    private let isTrusted: Bool
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        folders = arguments.positionals
        asJSON = arguments.has("--json")
        asCSV = arguments.has("--csv")
        junit = arguments.values["--junit"]
        html = arguments.values["--html"]
        isAgain = arguments.has("--again")
        isTrusted = arguments.has("--no-sandbox")
        limits = try CheckCommand.limits(arguments)
        guard !folders.isEmpty else { throw .missingArgument("a folder with submissions", command: "grade") }
        try arguments.expectOneOutput()
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let environment = session.environment
        let found = try submissions(course, environment)
        for folder in found.empty {
            session.mention([Line("No exercises in \(folder.shown): it is left out.", .notable)])
        }
        if environment.isRoot(), !isTrusted {
            session.mention([
                Line("You grade as root. The sandbox holds, but a plain user has less to lose.", .notable)
            ])
        }
        // A teacher should learn that no page can be made before the class is judged, and not after it.
        let parts = html == nil ? nil : try GradeHTML.Parts(environment.files, nonce: environment.newName())
        let checker = try session.checker(course, limits: limits)
        let grader = try grader(checker, environment)
        let book: Gradebook
        do {
            var progress = GradeProgress(session: session, limits: limits)
            defer { progress.clear() }
            book = try grader.gradebook(of: found.submissions) { progress.show($0) }
        } catch {
            throw error == .interrupted || error == .cancelled ? .gradingInterrupted : error
        }
        if let junit { try session.write(JUnit.document(book), to: junit) }
        if let html, let parts {
            try session.write(GradeHTML.document(book, parts, language: session.layout.language), to: html)
        }
        if [junit, html].contains(where: { $0?.isStandardOutput == true }) {
            // The document is the answer.
        } else if asJSON {
            environment.terminal.write(GradeJSON.document(book) + "\n")
        } else if asCSV {
            environment.terminal.write(GradeCSV.document(book))
        } else {
            let command = "grade \(folders.prefix(2).joined(separator: " "))\(folders.count > 2 ? " …" : "")"
            session.show(GradeScreen.lines(book, command: command, page: html, layout: session.tableLayout))
        }
        let isComplete = !book.students.flatMap(\.grades).contains { $0.standing == .notJudged }
        return isComplete ? .success : .somethingFailed
    }

    private func submissions(
        _ course: Course,
        _ environment: Environment
    ) throws(Complaint) -> SubmissionSearch.Found {
        var absolute: [String] = []
        for folder in folders {
            let path = environment.absolute(folder)
            guard environment.files.isFolder(path) else { throw .notAFolder(folder) }
            absolute.append(environment.files.resolve(path))
        }
        let search = SubmissionSearch(
            files: environment.files,
            chapters: Set(course.catalogue.chapters.map(\.target))
        )
        let found = search.found(in: absolute)
        guard !found.submissions.isEmpty else { throw .noSubmissions(folders) }
        return found
    }

    private func grader(_ checker: Checker, _ environment: Environment) throws(Complaint) -> Grader {
        let sandbox = isTrusted ? nil : try Sandbox.find(in: environment)
        let folder = checker.workbook.path(Grader.folder)
        return Grader(
            checker: checker,
            confinement: Confinement(
                sandbox: sandbox,
                control: try control(in: folder, environment),
                toolchain: checker.toolchain,
                environment
            ),
            kept: KeptGrades(files: environment.files, folder: "\(folder)/grades"),
            isAgain: isAgain
        )
    }

    /// The control's words stay the same here, or every suite would have to be built again each time.
    private func control(in folder: String, _ environment: Environment) throws(Complaint) -> Control {
        let files = environment.files
        let file = "\(folder)/control.txt"
        if let words = files.text(file), words.count == 36 { return Control(words: words) }
        let words = environment.newName()
        do {
            try files.write(Data(words.utf8), file)
        } catch {
            throw .cannotWrite(Grader.folder)
        }
        return Control(words: words)
    }
}

/// Says how far grading has come: on a terminal, in a line that leaves no trace; elsewhere, in a line for each
/// chapter.
private struct GradeProgress {
    private let session: Session
    private var status: StatusLine
    private var current: Phrase?
    private let started: Date
    private var chapterToTell: Int?

    init(session: Session, limits: Checker.Limits) {
        self.session = session
        status = StatusLine(session: session, limits: limits)
        started = session.environment.now()
    }

    mutating func show(_ step: Grader.Step) {
        switch step {
        case .chapter(let number): chapterToTell = number
        case .judging(let chapter, let name, let number, let count):
            current = "Chapter \(chapter), \(number) of \(count), \(name.shown)"
        case .waiting(let stage, let seconds):
            if let chapter = chapterToTell, !session.environment.terminal.errorIsTerminal {
                session.mention([Line("Judging chapter \(chapter) …", .faint)])
            }
            chapterToTell = nil
            if session.environment.terminal.errorIsTerminal { status.show(stage, seconds, after: current) }
        }
    }

    mutating func clear() { status.clear() }
}

extension Session {
    /// A table may be as wide as the terminal, since nobody reads it line by line.
    fileprivate var tableLayout: Layout {
        var layout = layout
        let asked = environment.variables["COLUMNS"].flatMap { Int($0) } ?? 0
        layout.width = max(layout.width, min(environment.terminal.columns() ?? asked, 240))
        return layout
    }
}

import Foundation

/// What `kata grade` makes of a gradebook, and where it goes.
struct GradeOutputs {
    private let asJSON: Bool
    private let asCSV: Bool
    /// Files by the options that name them.
    private let files: [String: String]

    private static let documents = ["--junit", "--html", "--book", "--moodle", "--canvas"]

    init(_ arguments: ParsedArguments) throws(Complaint) {
        asJSON = arguments.has("--json")
        asCSV = arguments.has("--csv")
        files = arguments.values.filter { Self.documents.contains($0.key) }
        try arguments.expectOneOutput()
    }

    /// Whoever grades is told before the class was judged, and not after it, what can't be made.
    func prepared(
        _ course: Course,
        _ roll: ClassRoll?,
        _ session: Session
    ) throws(Complaint) -> Prepared {
        let environment = session.environment
        return Prepared(
            outputs: self,
            parts: files["--html"] == nil
                ? nil : try GradeHTML.Parts(environment.files, nonce: environment.newName()),
            marking: Marking(roll: roll, remarks: try remarks(environment)),
            solutions: solutions(course),
            workbook: course.workbook
        )
    }

    /// What the teacher has written into the grade book that is about to be replaced.
    private func remarks(_ environment: Environment) throws(Complaint) -> [String: String] {
        guard let file = files["--book"], !file.isStandardOutput else { return [:] }
        let path = environment.absolute(file)
        guard environment.files.exists(path) else { return [:] }
        guard let data = try? environment.files.read(path) else { throw .cannotRead(file) }
        guard let remarks = Remarks.read(data) else { throw .noGradeBook(file) }
        return remarks
    }

    /// The marks of the workbook's own solutions, which every clone holds.
    private func solutions(_ course: Course) -> [KataID: String] {
        var marks: [KataID: String] = [:]
        for kata in course.catalogue.katas {
            guard let solution = course.workbook.data(kata.solution) else { continue }
            marks[kata.id] = AnswerMark.of(solution, starter: course.workbook.data(kata.pristine) ?? Data())
        }
        return marks
    }

    struct Prepared {
        fileprivate let outputs: GradeOutputs
        fileprivate let parts: GradeHTML.Parts?
        fileprivate let marking: Marking
        fileprivate let solutions: [KataID: String]
        fileprivate let workbook: Workbook

        /// - Parameter command: what was typed to get it.
        func show(_ book: Gradebook, command: String, _ session: Session) throws(Complaint) {
            let equal = EqualAnswers.all(in: book, solutions: solutions)
            let language = session.layout.language
            let said = book.said(of: workbook, in: language)
            func page(_ parts: GradeHTML.Parts) -> String {
                GradeHTML.document(said, parts, marking, equal, language: language)
            }
            for (option, file) in outputs.files.sorted(by: { $0.key < $1.key }) {
                let document =
                    switch option {
                    case "--junit": JUnit.document(book)
                    case "--html": parts.map(page) ?? ""
                    case "--book": GradeCSV.book(book, marking)
                    case "--moodle": GradeCSV.moodle(book, marking)
                    default: GradeCSV.canvas(book, marking)
                    }
                try session.write(document, to: file)
            }
            let terminal = session.environment.terminal
            if outputs.files.values.contains(where: \.isStandardOutput) {
                // The document is the answer.
            } else if outputs.asJSON {
                terminal.write(GradeJSON.document(book) + "\n")
            } else if outputs.asCSV {
                terminal.write(GradeCSV.document(book, marking))
            } else {
                session.show(
                    GradeScreen.lines(
                        said,
                        marking,
                        equal,
                        command: command,
                        page: outputs.files["--html"],
                        layout: session.tableLayout
                    )
                )
            }
        }
    }
}

extension Session {
    /// A table may be as wide as the terminal: nobody reads it line by line.
    fileprivate var tableLayout: Layout {
        var layout = layout
        let asked = environment.variables["COLUMNS"].flatMap { Int($0) } ?? 0
        layout.width = max(layout.width, min(environment.terminal.columns() ?? asked, 240))
        return layout
    }
}

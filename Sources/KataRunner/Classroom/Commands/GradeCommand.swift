import Foundation

/// `kata grade DIR…`, and `kata grade --merge FILE…`
struct GradeCommand: Command {
    static let manual = Manual.grade

    private let places: [String]
    private let isMerge: Bool
    private let outputs: GradeOutputs
    private let isAgain: Bool
    private let isTrusted: Bool
    private let limits: Checker.Limits
    private let jobs: Int?
    private let references: [String]
    private let budget: TimeInterval?
    private let shard: Shard?
    private let cache: String?
    private let roll: String?

    init(_ arguments: ParsedArguments) throws(Complaint) {
        places = arguments.positionals
        isMerge = arguments.has("--merge")
        outputs = try GradeOutputs(arguments)
        isAgain = arguments.has("--again")
        isTrusted = arguments.has("--no-sandbox")
        limits = try CheckCommand.limits(arguments)
        jobs = try arguments.number("--jobs")
        references = ["--chapter", "--katas"].flatMap { arguments.list($0) }
        budget = try arguments.number("--budget").map { TimeInterval($0) }
        shard = try Self.shard(arguments.values["--shard"])
        cache = arguments.values["--cache"]
        roll = arguments.values["--class"]
        guard !places.isEmpty else {
            let needed: Phrase = isMerge ? "a file with results" : "a folder with submissions"
            throw .missingArgument(needed, command: "grade")
        }
    }

    private static func shard(_ text: String?) throws(Complaint) -> Shard? {
        guard let text else { return nil }
        guard let shard = Shard(text) else {
            throw .badValue(text, option: "--shard", expected: "one part of all, as in 3/20")
        }
        return shard
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let edition = course.workbook.edition(course.catalogue)
        let katas = try katas(of: course)
        let roll = try classRoll(course, session.environment)
        let report = try outputs.prepared(course, roll, session)
        let book: Gradebook
        var isComplete = true
        if isMerge {
            let merge = GradeMerge(try results(session.environment), edition: edition)
            session.mention(GradeMergeScreen.lines(merge))
            book = merge.gradebook
            isComplete = merge.isComplete
        } else {
            var judged = try judged(katas, in: course, hasDue: roll?.hasDue ?? false, session)
            judged.edition = edition
            book = judged
        }
        let shown = "\(places.prefix(2).joined(separator: " "))\(places.count > 2 ? " …" : "")"
        try report.show(book, command: "grade \(isMerge ? "--merge " : "")\(shown)", session)
        let isJudged = !book.students.contains { $0.grades.contains { $0.standing == .notJudged } }
        return isComplete && isJudged ? .success : .somethingFailed
    }

    // MARK: - Merging

    /// Of files, and of folders that hold such files.
    private func results(_ environment: Environment) throws(Complaint) -> [Gradebook] {
        let files = environment.files
        var books: [Gradebook] = []
        for place in places {
            let path = environment.absolute(place)
            let found =
                files.isFolder(path)
                ? files.list(path).filter { $0.hasSuffix(".json") }.map { "\(path)/\($0)" } : [path]
            guard !found.isEmpty else { throw .noResults(place) }
            for file in found where !file.hasSuffix("/\(ClassRoll.fileName)") {
                guard let data = try? files.read(file) else { throw .cannotRead(file) }
                guard let book = GradeJSON.gradebook(of: data) else { throw .noResults(file) }
                books.append(book)
            }
        }
        return books
    }

    // MARK: - Judging

    private func judged(
        _ katas: [Kata],
        in course: Course,
        hasDue: Bool,
        _ session: Session
    ) throws(Complaint) -> Gradebook {
        let environment = session.environment
        // A folder that isn't there is told first, on a machine without a sandbox too.
        let folders = try folders(environment)
        let sandbox = isTrusted ? nil : try Sandbox.find(in: environment)
        let handedIn = try submissions(in: folders, course, sandbox, environment)
        if environment.isRoot(), !isTrusted {
            session.mention([
                Line("You grade as root. The sandbox holds, but a plain user has less to lose.", .notable)
            ])
        }
        session.mention(handedIn.notices.map { Line($0, .notable) })
        let part = shard?.part(of: handedIn.submissions) ?? handedIn.submissions
        let grader = try grader(try session.checker(course, limits: limits), sandbox, environment)
        var progress = GradeProgress(
            session: session,
            limits: limits,
            names: part.map(\.name),
            chapters: Catalogue.byChapter(katas).map { $0[0].id.chapter }
        )
        defer { progress.clear() }
        do {
            var book = try grader.gradebook(of: part, katas) { progress.show($0) }
            book.everybody = handedIn.submissions.map(\.name)
            if hasDue {
                let time = HandInTime(environment: environment, sandbox: sandbox)
                for index in part.indices {
                    book.students[index].handedIn = time.date(of: part[index], katas)
                }
            }
            return book
        } catch {
            throw error == .interrupted || error == .cancelled ? .gradingInterrupted : error
        }
    }

    private func katas(of course: Course) throws(Complaint) -> [Kata] {
        guard !references.isEmpty else { return course.catalogue.katas }
        var katas: [Kata] = []
        for reference in references { katas += try course.katas(reference) }
        return katas
    }

    private func folders(_ environment: Environment) throws(Complaint) -> [String] {
        let files = environment.files
        var absolute: [String] = []
        for place in places {
            let path = environment.absolute(place)
            guard files.isFolder(path) || place.lowercased().hasSuffix(".zip") && files.exists(path) else {
                throw .notAFolder(place)
            }
            absolute.append(files.resolve(path))
        }
        return absolute
    }

    private func submissions(
        in folders: [String],
        _ course: Course,
        _ sandbox: Sandbox?,
        _ environment: Environment
    ) throws(Complaint) -> Gathering.Class {
        let chapters = Set(course.catalogue.chapters.map(\.target))
        let gathering = Gathering(
            search: SubmissionSearch(files: environment.files, chapters: chapters),
            unpacking: Unpacking(
                environment: environment,
                sandbox: sandbox,
                folder: course.workbook.path("\(Grader.folder)/unpacked"),
                chapters: chapters
            )
        )
        let found = gathering.class(in: folders)
        guard !found.submissions.isEmpty else { throw .noSubmissions(places) }
        return found
    }

    /// What the teacher says of the class: in the file that is named, or in the folder that holds the submissions.
    private func classRoll(_ course: Course, _ environment: Environment) throws(Complaint) -> ClassRoll? {
        let named = roll.map { environment.absolute($0) }
        let path = named ?? "\(environment.absolute(places[0]))/\(ClassRoll.fileName)"
        guard named != nil || environment.files.exists(path) else { return nil }
        let file = roll ?? "\(places[0])/\(ClassRoll.fileName)"
        guard let data = try? environment.files.read(path) else { throw .cannotRead(file) }
        do {
            let katas = course.catalogue.chapters.flatMap { Gradebook.Chapter($0).katas }
            return try ClassRoll(data, katas: katas)
        } catch {
            throw .badClassRoll(file, error.why)
        }
    }

    private func grader(
        _ checker: Checker,
        _ sandbox: Sandbox?,
        _ environment: Environment
    ) throws(Complaint) -> Grader {
        let folder = checker.workbook.path(Grader.folder)
        return Grader(
            checker: checker,
            confinement: Confinement(
                sandbox: sandbox,
                control: try control(in: folder, environment),
                toolchain: checker.toolchain,
                environment
            ),
            kept: KeptGrades(
                files: environment.files,
                folder: cache.map { environment.absolute($0) } ?? "\(folder)/grades"
            ),
            isAgain: isAgain,
            hands: jobs ?? environment.processors(),
            budget: budget
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

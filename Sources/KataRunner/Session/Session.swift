import Foundation

/// What a command works with: the workbook, what is known of it, and a way to speak.
struct Session: Sendable {
    let environment: Environment
    private(set) var layout: Layout
    private(set) var painter: Painter
    /// Standard error may be a file while standard output is a terminal, or the other way round.
    let errorLayout: Layout
    let errorPainter: Painter
    let isVerbose: Bool
    /// Whether the whole terminal can be drawn on, with somebody in front of it.
    let hasScreen: Bool

    /// - Parameter errors: what standard error can do, if it isn't the same.
    init(
        environment: Environment,
        capabilities: Capabilities,
        errors: Capabilities? = nil,
        language: Language,
        isVerbose: Bool
    ) {
        var environment = environment
        if isVerbose {
            environment.processes = environment.processes.announced(by: environment.terminal.writeError)
        }
        self.environment = environment
        self.isVerbose = isVerbose
        hasScreen = capabilities.canBeDrawnOn && environment.terminal.inputIsTerminal
        let invocation = Self.invocation(environment.variables)
        func layout(_ capabilities: Capabilities) -> Layout {
            Layout(
                width: capabilities.width,
                language: language,
                isASCII: capabilities.isASCII,
                marksEmphasis: !capabilities.usesColour,
                invocation: invocation
            )
        }
        let errors = errors ?? capabilities
        self.layout = layout(capabilities)
        painter = Painter(usesColour: capabilities.usesColour)
        errorLayout = layout(errors)
        errorPainter = Painter(usesColour: errors.usesColour)
    }

    /// How this runner is called, for the commands that it tells people to type.
    private static func invocation(_ variables: [String: String]) -> String {
        variables["KATA_INVOCATION"] ?? "swift run kata"
    }

    /// The same, for a projector that shows colours badly.
    var withoutColour: Session {
        var session = self
        session.painter.usesColour = false
        session.layout.marksEmphasis = true
        return session
    }

    // MARK: - Speaking

    func show(_ lines: [Line]) {
        environment.terminal.write(painter.text(of: layout.rows(of: lines)))
    }

    /// For what is not the answer to the command: on standard error, so that a pipe gets the answer alone.
    func mention(_ lines: [Line]) {
        environment.terminal.writeError(errorPainter.text(of: errorLayout.rows(of: lines)))
    }

    /// Writes a document to a file or a pipe that was named, or to standard output for `-`.
    func write(_ document: String, to file: String) throws(Complaint) {
        guard !file.isStandardOutput else { return environment.terminal.write(document) }
        let path = environment.absolute(file)
        var isAnnounced = false
        let isWritten: Bool
        do {
            isWritten = try environment.files.deliver(Data(document.utf8), path) {
                if !isAnnounced { mention(NoticeScreen.waitingForReader(of: file)) }
                isAnnounced = true
                return !environment.isInterrupted()
            }
        } catch {
            guard let room = environment.files.room(path), room < document.utf8.count else {
                throw .cannotWrite(file)
            }
            throw .diskFull(file)
        }
        guard isWritten else { throw .interrupted }
    }

    func ask(_ question: Phrase, orElse complaint: Complaint) throws(Complaint) -> Bool {
        guard environment.terminal.inputIsTerminal else { throw complaint }
        environment.terminal.writeError(question.text(in: errorLayout.language) + " [y/N] ")
        let answer = environment.terminal.readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    // MARK: - The workbook

    func workbook() throws(Complaint) -> Workbook {
        guard let workbook = Workbook.containing(environment.currentDirectory, files: environment.files)
        else {
            throw .notInWorkbook(environment.currentDirectory)
        }
        return workbook
    }

    /// The workbook with its katas and the learner's progress.
    ///
    /// - Parameter language: of its pages, where it isn't the reader's: what is compared with the suites is English.
    func course(in language: Language? = nil) throws(Complaint) -> Course {
        let workbook = try workbook()
        let catalogue = workbook.catalogue(in: language ?? layout.language)
        guard !catalogue.katas.isEmpty else { throw .emptyWorkbook }
        if UpdateJournal.hidesEdits(in: workbook) { mention(NoticeScreen.updateCutOff()) }
        let file = ProgressFile(workbook: workbook)
        let (progress, notice) = try file.open(at: environment.now())
        if let notice { mention(NoticeScreen.progress(notice)) }
        // Without a compiler everything that needs none still works.
        let toolchain = try? Toolchain.find(in: environment)
        return Course(
            workbook: workbook,
            catalogue: catalogue,
            toolchain: toolchain,
            progress: progress,
            progressFile: file,
            currentDirectory: environment.currentDirectory
        )
    }

    /// `Course.examine`, for somebody who waits. Verdicts that can't be kept are still worth showing.
    func examine(
        _ katas: [Kata],
        companions: [Kata] = [],
        isAgain: Bool = false,
        in course: inout Course,
        with checker: Checker
    ) throws(Complaint) -> Course.Examination {
        let examination = try waiting(checker.limits) { report throws(Complaint) in
            try course.examine(katas, companions: companions, isAgain: isAgain, with: checker, report)
        }
        mention(NoticeScreen.leftOut(examination.leftOut))
        do {
            try course.note(examination, at: environment.now())
        } catch {
            mention(NoticeScreen.notKept(error))
        }
        return examination
    }

    func checker(_ course: Course, limits: Checker.Limits = .init()) throws(Complaint) -> Checker {
        guard let toolchain = course.toolchain else { throw .noCompiler }
        return Checker(
            environment: environment,
            workbook: course.workbook,
            catalogue: course.catalogue,
            toolchain: toolchain,
            limits: limits
        )
    }

    /// Runs long work with a line that says what is being done and for how long.
    func waiting<Result>(
        _ limits: Checker.Limits,
        _ work: (Checker.Report) throws(Complaint) -> Result
    ) throws(Complaint) -> Result {
        var status = StatusLine(session: self, limits: limits)
        defer { status.clear() }
        return try work { stage, seconds in
            status.show(stage, seconds)
            return true
        }
    }
}

extension Processes {
    /// Says on standard error what is run, so that a report of a bug can hold it.
    fileprivate func announced(by say: @escaping @Sendable (String) -> Void) -> Processes {
        var announced = self
        announced.run = { request, tick in
            let asked = ["KATA_CHAPTER", SuiteProgram.word].compactMap { name in
                request.variables[name].map { "\(name)=\($0) " }
            }.joined()
            let words = ([request.executable] + request.arguments).map { word in
                word.contains { " ()|^\\$".contains($0) } ? "'\(word)'" : word
            }
            say("(cd \(request.directory) && \(asked)\(words.joined(separator: " ")))\n")
            let outcome = try run(request, tick)
            say("  → \(outcome.end) after \(outcome.seconds.shortSeconds)\n")
            return outcome
        }
        return announced
    }
}

import Foundation

/// Judges submissions, chapter by chapter: what was built for one student is built again for the next only as
/// far as their texts differ, and no code of two students is ever in one process.
struct Grader: Sendable {
    /// Builds and runs as `kata check` does.
    let checker: Checker
    let confinement: Confinement
    let kept: KeptGrades
    let isAgain: Bool
    /// How many submissions are judged side by side.
    var hands = 1
    /// Seconds that the code of one student may take in all; nil where nobody counts.
    var budget: TimeInterval?

    static let folder = ".build/kata-grade"

    private var workbook: Workbook { checker.workbook }

    /// - Parameters:
    ///   - katas: those that are judged.
    ///   - report: called now and then while submissions are judged.
    func gradebook(
        of submissions: [Submission],
        _ katas: [Kata],
        _ report: (GradingDesk.Progress) -> Void
    ) throws(Complaint) -> Gradebook {
        let asked = Set(katas.map(\.id))
        let chapters = checker.catalogue.chapters.filter { !asked.isDisjoint(with: $0.katas.map(\.id)) }
        let given = HandedIn(submissions: submissions, chapters: chapters, asked: asked)
        var (grades, open) = try known(given)
        if !open.isEmpty {
            try judge(open, of: given, report).forEach { grades[$0] = $1 }
        }
        let students = submissions.enumerated().map { place, submission in
            Gradebook.Student(
                name: submission.name,
                path: submission.path,
                grades: chapters.indices.flatMap { grades[.init(chapter: $0, student: place)] ?? [] }
            )
        }
        return Gradebook(
            chapters: chapters.map { Gradebook.Chapter($0, katas: asked) },
            students: students
        )
    }

    /// What a class has handed in, and what of it is asked about.
    private struct HandedIn {
        var submissions: [Submission]
        var chapters: [Chapter]
        var asked: Set<KataID>

        func read(_ item: Agenda.Item, of workbook: Workbook) -> SubmittedChapter {
            submissions[item.student].read(chapters[item.chapter], of: workbook).asking(for: asked)
        }
    }

    /// What needs no judging, and what does.
    private func known(
        _ given: HandedIn
    ) throws(Complaint) -> (grades: [Agenda.Item: [Grade]], open: [Agenda.Item]) {
        var fingerprints = Fingerprints(workbook, toolchain: checker.toolchain)
        var grades: [Agenda.Item: [Grade]] = [:]
        var open: [Agenda.Item] = []
        for (place, chapter) in given.chapters.enumerated() {
            for student in given.submissions.indices {
                if checker.environment.isInterrupted() { throw .interrupted }
                let item = Agenda.Item(chapter: place, student: student)
                let submitted = given.read(item, of: workbook)
                if submitted.katas.isEmpty {
                    grades[item] = complete([], submitted, chapter, given.asked)
                } else if let known = known(submitted, in: chapter, &fingerprints) {
                    grades[item] = complete(known, submitted, chapter, given.asked)
                } else {
                    open.append(item)
                }
            }
        }
        return (grades, open)
    }

    private func judge(
        _ open: [Agenda.Item],
        of given: HandedIn,
        _ report: (GradingDesk.Progress) -> Void
    ) throws(Complaint) -> [Agenda.Item: [Grade]] {
        let chapters = given.chapters
        let answered = Set(open.flatMap { given.read($0, of: workbook).katas.keys })
        let hands = max(1, min(hands, open.count))
        return try Lane.withFree(hands, in: workbook) { lanes throws(Complaint) in
            let built = lanes.map { lane in
                Set(
                    chapters.indices.filter {
                        lane.hasBuilt(chapters[$0], workbook.files)
                    }
                )
            }
            let desk = GradingDesk(Agenda(open, built: built), hands: hands, budget: budget)
            // Dealt out here, so that the same class is begun in the same lanes each time.
            let first = (0..<hands).map(desk.next)
            Crew.work(hands, meanwhile: { report(desk.progress) }) { hand in
                do throws(Complaint) {
                    try work(as: hand, first[hand], in: lanes[hand], at: desk, given, answered)
                } catch {
                    desk.fail(error)
                }
            }
            if let failure = desk.failure { throw failure }
            return desk.grades
        }
    }

    /// What one hand does, until nothing is left for it.
    private func work(
        as hand: Int,
        _ first: Agenda.Item?,
        in lane: Lane,
        at desk: GradingDesk,
        _ given: HandedIn,
        _ answered: Set<KataID>
    ) throws(Complaint) {
        let now = checker.environment.now
        var fingerprints = Fingerprints(workbook, toolchain: checker.toolchain)
        var opened: Set<Int> = []
        var next = first
        while let item = next {
            if checker.environment.isInterrupted() { throw .interrupted }
            let chapter = given.chapters[item.chapter]
            let bench = Bench(chapter: chapter, lane: lane)
            if opened.insert(item.chapter).inserted {
                let start = now()
                desk.open(chapter: chapter.number)
                try warmUp(bench, answered) { desk.note($0, $1, by: hand) }
                desk.hasOpened(after: now().timeIntervalSince(start))
            }
            let submitted = given.read(item, of: workbook)
            let start = now()
            desk.begin(by: hand, at: start)
            func isInBudget() -> Bool { desk.isInBudget(item.student, at: now()) }
            // Somebody else may have handed in the same, and it was judged meanwhile.
            var judged = known(submitted, in: chapter, &fingerprints)
            if judged == nil {
                do throws(Complaint) {
                    guard isInBudget() else { throw .cancelled }
                    let found = try judge(submitted, at: bench) { stage, seconds in
                        desk.note(stage, seconds, by: hand) && isInBudget()
                    }
                    let marked = marked(found, submitted, in: chapter)
                    keep(marked, of: submitted, in: chapter, &fingerprints)
                    judged = marked
                } catch {
                    guard error == .cancelled, desk.failure == nil else { throw error }
                    judged = submitted.katas.keys.map {
                        Grade(kata: $0, standing: .notJudged, notes: [.overBudget])
                    }
                }
            }
            desk.keep(
                complete(judged ?? [], submitted, chapter, given.asked),
                of: item,
                after: now().timeIntervalSince(start)
            )
            next = desk.next(for: hand)
        }
    }

    /// A chapter, and where it is built.
    private struct Bench {
        var chapter: Chapter
        var lane: Lane
    }

    // MARK: - What is known

    /// The grades of all that was handed in, if it was judged before.
    private func known(
        _ submitted: SubmittedChapter,
        in chapter: Chapter,
        _ fingerprints: inout Fingerprints
    ) -> [Grade]? {
        guard !isAgain else { return nil }
        let texts = texts(of: submitted, in: chapter)
        let print = fingerprint(of: texts, submitted, in: chapter, &fingerprints)
        return kept.grades(of: texts, print, limits: checker.limits)
    }

    private func keep(
        _ grades: [Grade],
        of submitted: SubmittedChapter,
        in chapter: Chapter,
        _ fingerprints: inout Fingerprints
    ) {
        let texts = texts(of: submitted, in: chapter)
        let print = fingerprint(of: texts, submitted, in: chapter, &fingerprints)
        kept.keep(grades, of: texts, print, limits: checker.limits)
    }

    private func fingerprint(
        of texts: [String: Data],
        _ submitted: SubmittedChapter,
        in chapter: Chapter,
        _ fingerprints: inout Fingerprints
    ) -> Fingerprint {
        fingerprints = fingerprints.of(workbook.overlaid(chapter, with: texts))
        return fingerprints.fingerprint(of: chapter.holding(submitted.others.keys))
    }

    private func marked(
        _ grades: [Grade],
        _ submitted: SubmittedChapter,
        in chapter: Chapter
    ) -> [Grade] {
        let pristine = Dictionary(uniqueKeysWithValues: chapter.katas.map { ($0.id, $0.pristine) })
        return grades.map { grade in
            var grade = grade
            if let answer = submitted.katas[grade.kata], let starter = pristine[grade.kata] {
                grade.mark = AnswerMark.of(answer, starter: workbook.data(starter) ?? Data())
            }
            return grade
        }
    }

    /// A grade for each kata that is asked for.
    private func complete(
        _ judged: [Grade],
        _ submitted: SubmittedChapter,
        _ chapter: Chapter,
        _ asked: Set<KataID>
    ) -> [Grade] {
        chapter.katas.filter { asked.contains($0.id) }.map { kata in
            if let note = submitted.refused[kata.id] {
                return Grade(kata: kata.id, standing: .missing, notes: [note])
            }
            return judged.first { $0.kata == kata.id } ?? Grade(kata: kata.id, standing: .untouched)
        }
    }

    /// The starter stands in for a kata that was not handed in, so that a chapter always has the same files.
    private func texts(of submitted: SubmittedChapter, in chapter: Chapter) -> [String: Data] {
        var texts = submitted.others
        for kata in chapter.katas {
            texts[kata.file] = submitted.katas[kata.id] ?? workbook.data(kata.pristine)
        }
        return texts
    }

    // MARK: - Judging

    private func judge(
        _ submitted: SubmittedChapter,
        at bench: Bench,
        _ report: Checker.Report
    ) throws(Complaint) -> [Grade] {
        let chapter = bench.chapter
        let katas = chapter.katas.filter { submitted.katas[$0.id] != nil }
        do {
            let checked = try check(katas, at: bench, texts(of: submitted, in: chapter), report)
            let hasLeftOut =
                submitted.hasRefusedOthers
                || checked.leftOut.contains { submitted.others.keys.contains($0.file) }
            return checked.results.map { judged in
                var grade = grade(judged.result, of: judged.kata)
                if hasLeftOut { grade.notes.append(.otherFilesLeftOut) }
                return grade
            }
        } catch {
            // The starters were built and run a moment ago: what fails now, fails for these texts.
            let note: Grade.Note
            switch error {
            case .buildFailed, .compilerTooOld: note = .notBuilt
            case .buildTimedOut: note = .buildTimeLimit
            default: throw error
            }
            guard katas.count > 1 else {
                let details = error.details.prefix(4).map { Diagnostic(about: katas[0].file, $0.shortened) }
                return katas.map { kata in
                    Grade(
                        kata: kata.id,
                        standing: .doesNotCompile,
                        diagnostics: Array(details),
                        notes: [note]
                    )
                }
            }
        }
        var grades: [Grade] = []
        for kata in katas {
            var alone = submitted
            alone.katas = submitted.katas.filter { $0.key == kata.id }
            grades += try judge(alone, at: bench, report)
        }
        return grades
    }

    private func check(
        _ katas: [Kata],
        at bench: Bench,
        _ texts: [String: Data],
        isTrusted: Bool = false,
        _ report: Checker.Report
    ) throws(Complaint) -> Checker.Checked {
        let chapter = bench.chapter
        let others = texts.keys.filter { file in !chapter.katas.contains { $0.file == file } }
        let overlaid = workbook.overlaid(chapter, with: texts)
        var confinement = confinement
        confinement.mayFillCache = isTrusted
        var limits = checker.limits
        if isTrusted { limits.build = max(limits.build, 900) }
        let own = Checker(
            environment: checker.environment,
            workbook: overlaid,
            catalogue: Catalogue(chapters: [chapter.holding(others)]),
            toolchain: checker.toolchain,
            limits: limits,
            confinement: confinement
        )
        let workspace = bench.lane.workspace(in: overlaid, control: confinement.control)
        return try own.check(katas, in: workspace, report)
    }

    /// The starters are built and run first. It shows that the workbook is sound and that verdicts can be had
    /// here, and leaves only what differs to be built for a submission. Suites of katas that nobody has answered
    /// stay out: most submissions would have them compiled again.
    private func warmUp(
        _ bench: Bench,
        _ answered: Set<KataID>,
        _ report: Checker.Report
    ) throws(Complaint) {
        let chapter = bench.chapter
        let texts = texts(of: SubmittedChapter(), in: chapter)
        let katas = chapter.holding([]).katas.filter { answered.contains($0.id) }
        let checked = try check(katas, at: bench, texts, isTrusted: true, report)
        let results = checked.results.map(\.result)
        let isSound =
            results.allSatisfy { $0.verdict == .failed || $0.verdict == .passed }
            && !results.flatMap(\.rules).contains { $0.outcome == .disabled }
        guard isSound, !checked.results.isEmpty else { throw .cannotJudge(chapter: chapter.number) }
    }

    // MARK: - Grades

    private func grade(_ result: CheckResult, of kata: Kata) -> Grade {
        var grade = Grade(
            kata: kata.id,
            standing: Grade.Standing(result.verdict),
            rules: result.rules.map(\.shortened),
            diagnostics: result.diagnostics.prefix(20).map(\.shortened),
            seconds: result.seconds
        )
        let source = SuiteSource(parsing: workbook.files.text(workbook.path(kata.suite)) ?? "")
        if grade.isSolved, Set(grade.rules.map(\.name)) != Set(source.rules.map(\.name)) {
            grade.standing = .noTests
        }
        if result.isFaultOfTheMachine {
            (grade.standing, grade.notes) = (.notJudged, [.machineFault])
        } else {
            grade.notes = notes(on: grade)
        }
        return grade
    }

    private func notes(on grade: Grade) -> [Grade.Note] {
        let causes = Set(grade.rules.flatMap(\.issues).compactMap(\.cause))
        var notes: [Grade.Note] = []
        if grade.standing == .noTests { notes.append(.endedEarly) }
        if grade.rules.contains(where: { $0.outcome == .timedOut }) { notes.append(.timeLimit) }
        if causes.contains(.tookAllMemory(limit: checker.limits.memory)) { notes.append(.memoryLimit) }
        if causes.contains(.tookTooMuch) { notes.append(.tookTooMuch) }
        if grade.diagnostics.contains(where: \.isAboutTheBuildTimeLimit) { notes.append(.buildTimeLimit) }
        return notes
    }
}

extension Gradebook.Chapter {
    /// - Parameter katas: those that were asked for; nil for all.
    init(_ chapter: Chapter, katas: Set<KataID>? = nil) {
        self.init(
            number: chapter.number,
            title: chapter.title,
            katas: chapter.katas.filter { katas?.contains($0.id) ?? true }.map { kata in
                Gradebook.Kata(
                    id: kata.id,
                    name: kata.name,
                    title: kata.title,
                    rules: kata.page.rules
                )
            }
        )
    }
}

extension Grade.Standing {
    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .passed: .solved
            case .failed: .failed
            case .doesNotCompile: .doesNotCompile
            case .crashed: .crashed
            case .timedOut: .timedOut
            case .noTests: .noTests
            }
    }
}

extension CheckResult {
    /// Others kept the machine too busy, or the compiler had nowhere to write, in the build or where a rule tries code
    /// with it (`CompileCheck`). What an answer says itself (`#error`) is no fault of the machine.
    fileprivate var isFaultOfTheMachine: Bool {
        if rules.flatMap(\.issues).contains(where: \.isHeldUp) { return true }
        let signs = ["unable to open output file", "Read-only file system", "No space left on device"]
        let said =
            diagnostics.filter { !$0.file.hasPrefix("Exercises/") }.map(\.message)
            + rules.flatMap(\.issues).map(\.message).filter { message in
                ["", "."].contains { message.hasPrefix("Caught error: \($0)machine(") }
            }
        return said.contains { message in signs.contains { message.contains($0) } }
    }
}

extension RuleIssue {
    fileprivate var isHeldUp: Bool {
        if case .heldUp = cause { true } else { false }
    }
}

// MARK: - No more than anybody reads

extension String {
    fileprivate var shortened: String { count > 1000 ? prefix(1000) + "…" : self }
}

extension RuleResult {
    fileprivate var shortened: RuleResult {
        RuleResult(
            name: name.shortened,
            outcome: outcome,
            issues: issues.prefix(10).map { issue in
                RuleIssue(
                    message: issue.message.shortened,
                    expectation: issue.expectation?.shortened,
                    row: issue.row?.shortened,
                    file: issue.file.shortened,
                    line: issue.line,
                    cause: issue.cause
                )
            }
        )
    }
}

extension Diagnostic {
    fileprivate var isAboutTheBuildTimeLimit: Bool {
        if case .buildTimedOut = cause { true } else { false }
    }

    fileprivate var shortened: Diagnostic {
        var short = self
        (short.message, short.file) = (message.shortened, file.shortened)
        short.sourceLine = sourceLine?.shortened
        return short
    }
}

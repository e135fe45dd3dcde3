import Foundation

/// Judges submissions, chapter by chapter: what was built for one student is built again for the next only as
/// far as their texts differ, and no code of two students is ever in one process.
struct Grader: Sendable {
    /// Builds and runs as `kata check` does.
    let checker: Checker
    let confinement: Confinement
    let kept: KeptGrades
    let isAgain: Bool

    static let folder = ".build/kata-grade"

    /// What is being done, for the person who waits.
    enum Step: Hashable {
        case chapter(Int)
        case judging(chapter: Int, name: String, number: Int, of: Int)
        case waiting(Checker.Stage, TimeInterval)
    }

    typealias Report = (Step) -> Void

    private var workbook: Workbook { checker.workbook }

    func gradebook(
        of submissions: [Submission],
        _ report: Report
    ) throws(Complaint) -> Gradebook {
        let chapters = checker.catalogue.chapters.filter { !$0.katas.isEmpty }
        var students = submissions.map { Gradebook.Student(name: $0.name, path: $0.path, grades: []) }
        var fingerprints = Fingerprints(workbook, toolchain: checker.toolchain)
        for chapter in chapters {
            report(.chapter(chapter.number))
            var isWarm = false
            for (index, submission) in submissions.enumerated() {
                if checker.environment.isInterrupted() { throw .interrupted }
                let submitted = submission.read(chapter, of: workbook)
                report(
                    .judging(
                        chapter: chapter.number,
                        name: submission.name,
                        number: index + 1,
                        of: submissions.count
                    )
                )
                students[index].grades += try grades(
                    of: submitted,
                    in: chapter,
                    &fingerprints,
                    isWarm: &isWarm,
                    report
                )
            }
        }
        return Gradebook(chapters: chapters.map(Gradebook.Chapter.init), students: students)
    }

    private func grades(
        of submitted: SubmittedChapter,
        in chapter: Chapter,
        _ fingerprints: inout Fingerprints,
        isWarm: inout Bool,
        _ report: Report
    ) throws(Complaint) -> [Grade] {
        var judged: [Grade] = []
        if !submitted.katas.isEmpty {
            let texts = texts(of: submitted, in: chapter)
            let full = chapter.holding(submitted.others.keys)
            fingerprints = fingerprints.of(workbook.overlaid(chapter, with: texts))
            let fingerprint = fingerprints.fingerprint(of: full)
            let known = isAgain ? nil : kept.grades(of: texts, fingerprint, limits: checker.limits)
            if let known {
                judged = known
            } else {
                if !isWarm { try warmUp(chapter, report) }
                isWarm = true
                judged = try judge(submitted, in: chapter, report)
                kept.keep(judged, of: texts, fingerprint, limits: checker.limits)
            }
        }
        return chapter.katas.map { kata in
            if let note = submitted.refused[kata.id] {
                return Grade(kata: kata.id, standing: .missing, notes: [note])
            }
            return judged.first { $0.kata == kata.id }
                ?? Grade(kata: kata.id, standing: .untouched)
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
        in chapter: Chapter,
        _ report: Report
    ) throws(Complaint) -> [Grade] {
        let katas = chapter.katas.filter { submitted.katas[$0.id] != nil }
        do {
            let checked = try check(katas, of: chapter, texts(of: submitted, in: chapter), report)
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
            grades += try judge(alone, in: chapter, report)
        }
        return grades
    }

    private func check(
        _ katas: [Kata],
        of chapter: Chapter,
        _ texts: [String: Data],
        isTrusted: Bool = false,
        _ report: Report
    ) throws(Complaint) -> Checker.Checked {
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
        let workspace = Workspace(
            workbook: overlaid,
            root: workbook.path(Self.folder),
            control: confinement.control
        )
        return try own.check(katas, in: workspace) { stage, seconds in
            report(.waiting(stage, seconds))
            return true
        }
    }

    /// The starters are built and run first. It shows that the workbook is sound and that verdicts can be had
    /// here, and leaves only what differs to be built for a submission.
    private func warmUp(_ chapter: Chapter, _ report: Report) throws(Complaint) {
        let texts = texts(of: SubmittedChapter(), in: chapter)
        let katas = chapter.holding([]).katas
        let checked = try check(katas, of: chapter, texts, isTrusted: true, report)
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
        grade.notes = notes(on: grade)
        if result.isFaultOfTheMachine {
            grade.standing = .notJudged
            grade.notes.append(.machineFault)
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
    init(_ chapter: Chapter) {
        self.init(
            number: chapter.number,
            title: chapter.title,
            katas: chapter.katas.map { kata in
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
    /// The compiler had nowhere to write, in the build or where a rule tries code with it (`CompileCheck`).
    fileprivate var isFaultOfTheMachine: Bool {
        let signs = ["unable to open output file", "Read-only file system", "No space left on device"]
        let said =
            diagnostics.map(\.message)
            + rules.flatMap(\.issues).map(\.message).filter { $0.hasPrefix("Caught error: machine(") }
        return said.contains { message in signs.contains { message.contains($0) } }
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

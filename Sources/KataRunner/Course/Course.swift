import Foundation

/// A workbook, its katas, and how far the learner has come.
struct Course: Sendable {
    let workbook: Workbook
    let catalogue: Catalogue
    let toolchain: Toolchain?
    var progress: LearnerProgress
    let progressFile: ProgressFile
    /// The folder in which a path was typed.
    private let currentDirectory: String
    private var fingerprints: Fingerprints
    /// As they were when they were last looked up.
    private var verdicts: VerdictCache?

    init(
        workbook: Workbook,
        catalogue: Catalogue,
        toolchain: Toolchain?,
        progress: LearnerProgress,
        progressFile: ProgressFile,
        currentDirectory: String? = nil
    ) {
        self.workbook = workbook
        self.catalogue = catalogue
        self.toolchain = toolchain
        self.progress = progress
        self.progressFile = progressFile
        self.currentDirectory = currentDirectory ?? workbook.root
        fingerprints = Fingerprints(workbook, toolchain: toolchain)
    }

    mutating func fingerprint(of kata: Kata) -> Fingerprint {
        guard let chapter = catalogue.chapter(of: kata) else { return Fingerprint() }
        return fingerprints.fingerprint(of: kata, in: chapter)
    }

    mutating func chapterFingerprint(of kata: Kata) -> Fingerprint {
        guard let chapter = catalogue.chapter(of: kata) else { return Fingerprint() }
        return fingerprints.fingerprint(of: chapter)
    }

    /// An untouched starter is unsolved, whatever was earned before.
    mutating func status(of kata: Kata) -> LearnerProgress.Status {
        guard kata.fileExists, progress.katas[kata.name] != nil, !workbook.isUntouched(kata) else {
            return .unsolved
        }
        return progress.status(of: kata.name, fingerprint: fingerprint(of: kata))
    }

    /// What has changed since a kata was solved, if that was noted down.
    private mutating func changes(of kata: Kata) -> [FingerprintParts.Change] {
        guard let old = progress.katas[kata.name]?.parts else { return [] }
        return parts(of: kata)?.changes(since: old) ?? []
    }

    mutating func standing(of kata: Kata) -> Standing {
        let status = status(of: kata)
        return Standing(
            kata: kata,
            status: status,
            changes: status == .changed ? changes(of: kata) : [],
            isReopened: progress.katas[kata.name]?.solved != nil && status == .unsolved
        )
    }

    /// Every kata with where it stands, in order.
    ///
    /// - Parameter looksForStarters: whether to find the files that nobody has touched; this reads all of them.
    mutating func standings(looksForStarters: Bool = false) -> [Standing] {
        catalogue.katas.map { kata in
            var standing = standing(of: kata)
            standing.isUntouched = looksForStarters && kata.fileExists && workbook.isUntouched(kata)
            return standing
        }
    }

    /// The kata that the learner is at: the chosen one, or once that is solved the next unsolved one. A kata that
    /// was solved, and whose code the learner has not changed, waits until all others are solved.
    mutating func current() -> Kata? {
        var open: [Kata] = []
        var waiting: [Kata] = []
        for kata in catalogue.katas {
            switch status(of: kata) {
            case .unsolved: open.append(kata)
            case .solved: break
            case .changed:
                let changes = changes(of: kata)
                let isOpen = changes.isEmpty || changes.contains(where: \.isWork)
                if isOpen { open.append(kata) } else { waiting.append(kata) }
            }
        }
        guard !open.isEmpty else { return waiting.first }
        guard let chosen = catalogue.katas.first(where: { $0.name == progress.current }) else {
            return open.first
        }
        return open.first { $0.id >= chosen.id } ?? open.first
    }

    /// Katas of the same chapter that were solved: to check them again costs no further build.
    func companions(of kata: Kata) -> [Kata] {
        catalogue.katas.filter { other in
            other.id != kata.id && other.id.chapter == kata.id.chapter
                && progress.katas[other.name]?.verdict == .passed && !workbook.isUntouched(other)
        }
    }

    /// The same workbook with its folders and files as they are now.
    func reloaded(in language: Language) -> Course {
        Course(
            workbook: workbook,
            catalogue: workbook.catalogue(in: language),
            toolchain: toolchain,
            progress: (try? progressFile.load()) ?? progress,
            progressFile: progressFile,
            currentDirectory: currentDirectory
        )
    }

    /// Notes that a kata's page was shown. If that can't be kept, the page is shown once more.
    mutating func notePage(of kata: Kata, _ environment: Environment) {
        guard !progress.hasPresented(kata.name) else { return }
        progress.notePage(of: kata.name)
        _ = try? progressFile.update(at: environment.now()) { $0.notePage(of: kata.name) }
    }

    /// The one kata that a reference means.
    func kata(_ reference: String) throws(Complaint) -> Kata {
        switch catalogue.kata(named: reference) {
        case .katas(let katas):
            if let kata = katas.first { return kata }
            throw .unknownKata(reference, nearest: [])
        case .unknown(let nearest):
            if let katas = katas(at: reference) {
                if katas.count == 1, let kata = katas.first { return kata }
                throw .ambiguousKata(reference, katas.map { "\($0.id) \($0.name)" })
            }
            if case .katas(let several) = catalogue.select(reference) {
                throw .ambiguousKata(reference, several.map { "\($0.id) \($0.name)" })
            }
            throw .unknownKata(reference, nearest: nearest)
        case .ambiguous(let several):
            throw .ambiguousKata(reference, several.map { "\($0.id) \($0.name)" })
        }
    }

    /// The katas that a reference means: one, a chapter's, or all.
    func katas(_ reference: String) throws(Complaint) -> [Kata] {
        switch catalogue.select(reference) {
        case .katas(let katas): return katas
        case .unknown(let nearest):
            if let katas = katas(at: reference) { return katas }
            throw .unknownKata(reference, nearest: nearest)
        case .ambiguous(let several):
            throw .ambiguousKata(reference, several.map { "\($0.id) \($0.name)" })
        }
    }

    /// Nil if the reference is no path to a kata or a chapter of this workbook.
    private func katas(at reference: String) -> [Kata]? {
        guard let path = TypedPath(reference) else { return nil }
        return path.meanings(in: workbook, from: currentDirectory).lazy.compactMap(catalogue.select(path:))
            .first
    }

    /// Verdicts that were found for exactly these files.
    private mutating func known(_ katas: [Kata], _ marks: [KataID: Marks]) -> [Judged] {
        // Several chapters, one after the other, are one look.
        let cache = verdicts ?? VerdictCache(of: workbook)
        verdicts = cache
        return katas.filter(\.fileExists).compactMap { kata in
            marks[kata.id].flatMap { cache.result(of: kata, fingerprint: $0.chapter) }.map {
                Judged(kata, $0)
            }
        }
    }

    /// The verdicts of katas, and of companions if they cost no further build.
    struct Examination {
        var results: [Judged]
        var leftOut: [Diagnostic] = []
        /// What the code printed while the rules ran.
        var printed = ""
        var marks: [KataID: Marks]
    }

    /// Finds verdicts, which the caller then notes. What is known of exactly these files is not asked again.
    mutating func examine(
        _ katas: [Kata],
        companions: [Kata] = [],
        isAgain: Bool = false,
        with checker: Checker,
        found: ([Judged]) -> Void = { _ in },
        _ report: Checker.Report
    ) throws(Complaint) -> Examination {
        let all = katas + companions
        var marks = marks(of: all)
        let known = isAgain ? [] : known(all, marks)
        guard known.count < all.count else { return Examination(results: known, marks: marks) }
        let open = katas.filter { kata in !known.contains { $0.kata.id == kata.id } }
        let checked = try checker.with(catalogue).check(
            open.isEmpty ? katas : open,
            companions: companions,
            begun: { katas in marks.merge(self.marks(of: katas)) { $1 } },
            found: found,
            report
        )
        // Companions that were not built have no verdict this time.
        let results = checked.results + known.filter { judged in katas.contains { $0.id == judged.kata.id } }
        return Examination(
            results: all.compactMap { kata in results.first { $0.kata.id == kata.id } },
            leftOut: checked.leftOut,
            printed: checked.printed,
            marks: marks
        )
    }

    /// Results as they are shown: what the suites say, in the language of the pages.
    func said(_ results: [Judged], in language: Language) -> [Judged] {
        Dictionary(grouping: results, by: \.kata.id.chapter).reduce(into: results) { said, chapter in
            guard let first = chapter.value.first, let own = catalogue.chapter(of: first.kata),
                let wording = workbook.suiteWording(of: own, in: language)
            else { return }
            for index in said.indices where said[index].kata.id.chapter == chapter.key {
                said[index].result = said[index].result.said(in: wording)
            }
        }
    }

    /// Fingerprints of what a check is about to judge. Taken when it begins, after it has waited for others: a file
    /// that is saved later has no verdict yet.
    struct Marks: Hashable, Sendable {
        var kata: Fingerprint
        var chapter: Fingerprint
        /// Nil for a starter: nobody has earned a verdict with it.
        var parts: FingerprintParts?
        var isUntouched: Bool
    }

    private mutating func parts(of kata: Kata) -> FingerprintParts? {
        catalogue.chapter(of: kata).map { fingerprints.parts(of: kata, in: $0) }
    }

    mutating func marks(of katas: [Kata]) -> [KataID: Marks] {
        var marks: [KataID: Marks] = [:]
        var chapters: [Int: Fingerprint] = [:]
        for kata in katas {
            let chapter = chapters[kata.id.chapter] ?? chapterFingerprint(of: kata)
            chapters[kata.id.chapter] = chapter
            let (mark, isUntouched) = (fingerprint(of: kata), workbook.isUntouched(kata))
            marks[kata.id] = Marks(
                kata: mark,
                chapter: chapter,
                parts: isUntouched ? nil : knownParts(of: kata, mark) ?? parts(of: kata),
                isUntouched: isUntouched
            )
        }
        return marks
    }

    /// Of what was solved with this fingerprint: to take them again, the whole text would be read as code.
    private func knownParts(of kata: Kata, _ mark: Fingerprint) -> FingerprintParts? {
        guard let record = progress.katas[kata.name], record.passed == mark.description else { return nil }
        return record.parts
    }

    /// Notes verdicts, here and in the file. What is known already is not written once more.
    mutating func note(_ examination: Examination, at now: Date) throws(Complaint) {
        let (results, marks) = (examination.results, examination.marks)
        let news = results.compactMap { judged in
            marks[judged.kata.id].flatMap { mark in
                verdicts?.result(of: judged.kata, fingerprint: mark.chapter) == judged.result
                    ? nil : (judged, mark.chapter)
            }
        }
        if !news.isEmpty {
            var cache = VerdictCache(of: workbook)
            cache.keep(news)
            verdicts = cache
        }
        // A starter that nobody has touched is no attempt.
        let tried = results.compactMap { judged in
            marks[judged.kata.id].flatMap { $0.isUntouched ? nil : (judged.kata.name, judged.result, $0) }
        }
        func note(in progress: inout LearnerProgress) {
            for (name, result, mark) in tried {
                progress.note(
                    result.verdict,
                    of: name,
                    fingerprint: mark.kata,
                    parts: mark.parts,
                    suiteChanged: result.suiteChanged,
                    at: now
                )
            }
        }
        let before = progress
        note(in: &progress)
        if progress != before || !news.isEmpty { try progressFile.update(at: now, note) }
    }
}

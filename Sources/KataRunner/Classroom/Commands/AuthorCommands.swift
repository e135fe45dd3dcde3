import Foundation

/// `kata author new <chapter> <Name>`
struct AuthorNewCommand: Command {
    static let manual = Manual.authorNew

    private let chapter: Int
    private let name: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard arguments.positionals.count == 2 else {
            throw .missingArgument("the number of a chapter and a name", command: "author new")
        }
        guard let chapter = Int(arguments.positionals[0]) else {
            throw .badValue(arguments.positionals[0], option: "chapter", expected: "the number of a chapter")
        }
        let name = arguments.positionals[1]
        guard Workbook.kataName("1-\(name).swift") != nil, name.allSatisfy(\.isASCII) else {
            throw .badValue(name, option: "Name", expected: "a Swift type's name, such as CopyTransfer")
        }
        self.chapter = chapter
        self.name = name
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let workbook = try session.workbook()
        let catalogue = workbook.catalogue()
        guard let chapter = catalogue.chapters.first(where: { $0.number == self.chapter }) else {
            throw .unknownKata("chapter \(self.chapter)", nearest: [])
        }
        let wanted = name
        if let taken = catalogue.katas.first(where: { $0.name.lowercased() == wanted.lowercased() }) {
            throw .fileInTheWay(taken.file)
        }
        let number = (chapter.katas.last?.id.number ?? 0) + 1
        let kata = Kata(
            id: KataID(chapter: chapter.number, number: number),
            name: name,
            target: chapter.target,
            page: KataPage(),
            fileExists: false
        )
        let template = KataTemplate(kata: kata)
        let paths = template.files.keys.sorted()
        if let inTheWay = paths.first(where: { workbook.files.exists(workbook.path($0)) }) {
            throw .fileInTheWay(inTheWay)
        }
        let page = "\(chapter.folder)/README.md"
        do {
            for path in paths {
                try workbook.files.write(Data((template.files[path] ?? "").utf8), workbook.path(path))
            }
            var seals = SuiteSeals(of: workbook)
            seals.renew(kata, in: workbook)
            try workbook.files.update(workbook.path(SuiteSeals.file), to: Data(seals.text.utf8))
            let old = workbook.files.text(workbook.path(page)) ?? ""
            let new = AuthorPage.adding(template.section, to: old, chapter: chapter)
            try workbook.files.write(Data(new.utf8), workbook.path(page))
        } catch {
            throw .cannotWrite(chapter.folder)
        }
        session.show(
            [Line("\(kata.id) \(kata.name) is begun:", .heading)]
                + (paths + ["\(page) (its section)"]).map { .item("✔", .good, .verbatim($0)) }
                + [.empty, Line("What is left to write: `kata author check \(kata.id)`")]
        )
        return .success
    }
}

enum AuthorPage {
    /// After the last kata's section, and before what closes the chapter.
    static func adding(_ section: String, to page: String, chapter: Chapter) -> String {
        var lines = page.lines.map(String.init)
        while lines.last == "" { lines.removeLast() }
        let headings = lines.indices.filter { lines[$0].hasPrefix("## ") }
        let isKata = { (line: Int) in
            lines[line].dropFirst(3).split(separator: " ").first.flatMap { KataID($0) } != nil
        }
        let closing = headings.last(where: isKata).flatMap { last in headings.first { $0 > last } }
        let new = section.lines.map(
            String.init
        )
        if let closing {
            lines.insert(contentsOf: new, at: closing)
        } else {
            lines += [""] + new.dropLast()
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// `kata author check [kata|chapter|all]`
struct AuthorCheckCommand: Command {
    static let manual = Manual.authorCheck

    private let reference: String
    private let isStrict: Bool

    init(_ arguments: ParsedArguments) {
        reference = arguments.positionals.first ?? "all"
        isStrict = arguments.has("--strict")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let katas = try course.katas(reference)
        let check = AuthorCheck(workbook: course.workbook, catalogue: course.catalogue)
        let findings = check.findings(katas) + (reference == "all" ? check.translations() : [])
        session.show(AuthorScreen.check(findings, katas: katas.count))
        return findings.contains { isStrict || !$0.isTodo } ? .somethingFailed : .success
    }
}

/// `kata author prove [kata|chapter|all]`
struct AuthorProveCommand: Command {
    static let manual = Manual.authorProve

    private let reference: String
    private let isAgain: Bool
    private let sample: Int?
    private let seed: Int?
    private let listsExpectations: Bool
    private let isStrict: Bool
    private let limits: Checker.Limits

    init(_ arguments: ParsedArguments) throws(Complaint) {
        reference = arguments.positionals.first ?? "all"
        isAgain = arguments.has("--again")
        sample = try arguments.number("--sample")
        seed = try arguments.number("--seed")
        if let sample, sample > 100 {
            throw .badValue("\(sample)", option: "--sample", expected: "a whole number from 1 to 100")
        }
        if seed != nil, sample == nil { throw .missingValue(option: "--sample") }
        listsExpectations = arguments.has("--expectations")
        isStrict = arguments.has("--strict")
        var limits = try CheckCommand.limits(arguments)
        if arguments.values["--build-timeout"] == nil { limits.build = 600 }
        self.limits = limits
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let katas = try course.katas(reference)
        let prover = try Prover(
            course: course,
            katas: katas,
            walkthroughs: try course.walkthroughProofs(for: katas),
            extent: extent(at: session.environment.now())
        )
        let started = session.environment.now()
        let checker = prover.rounds.isEmpty ? nil : try session.checker(course, limits: limits)
        var proven: [Proven] = []
        for (index, round) in prover.rounds.enumerated() {
            guard let checker else { break }
            session.mention([
                Line("Round \(index + 1) of \(prover.rounds.count): \(round.proofs.count) texts", .faint)
            ])
            proven += try session.waiting(limits) { report throws(Complaint) in
                try prover.prove(round, with: checker, report)
            }
        }
        let rows = try prover.rows(proven)
        let summary = ProofSummary(
            rounds: prover.rounds.count,
            seconds: session.environment.now().timeIntervalSince(started),
            sample: prover.sample,
            refuted: prover.refuted(rows)
        )
        session.show(AuthorScreen.matrix(rows, summary))
        if listsExpectations { session.show(AuthorScreen.expectations(rows)) }
        return rows.allSatisfy { isStrict ? $0.isComplete : $0.isRight } ? .success : .somethingFailed
    }

    private func extent(at now: Date) -> ProofPlan.Extent {
        if isAgain { return .everything }
        guard let sample else { return .changed }
        let milliseconds = Int(now.timeIntervalSince1970 * 1000)
        return .sample(percent: sample, seed: seed ?? milliseconds % 1_000_000 + 1)
    }
}

/// `kata author sync [kata|chapter|all]`
struct AuthorSyncCommand: Command {
    static let manual = Manual.authorSync

    private let reference: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let reference = arguments.positionals.first else {
            throw .missingArgument("a kata, a chapter or «all»", command: "author sync")
        }
        self.reference = reference
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let workbook = course.workbook
        let katas = try course.katas(reference)
        let changed = katas.filter { $0.fileExists && !workbook.isUntouched($0) }
        let oldSeals = SuiteSeals(of: workbook)
        var seals = oldSeals
        for kata in katas { seals.renew(kata, in: workbook) }
        let sealed = katas.filter { seals.seals[$0.suite] != oldSeals.seals[$0.suite] }
        guard !changed.isEmpty || !sealed.isEmpty else {
            session.show([
                Line("Every pristine copy matches its starter, and every suite is sealed."),
                Line("Go on: `kata author check`"),
            ])
            return .success
        }
        let replaced = changed.map(\.pristine) + (sealed.isEmpty ? [] : [SuiteSeals.file])
        try Backups(workbook: workbook).make(of: replaced, at: session.environment.now())
        do {
            for kata in changed {
                try workbook.files.write(workbook.data(kata.file) ?? Data(), workbook.path(kata.pristine))
            }
            try workbook.files.update(workbook.path(SuiteSeals.file), to: Data(seals.text.utf8))
        } catch {
            throw .cannotWrite("Exercises/.pristine")
        }
        session.show(
            changed.map { .item("✔", .good, .verbatim($0.pristine)) }
                + sealed.map { .item("✔", .good, "\($0.suite) is sealed") } + [
                    Line("Does the proof still hold? `kata author prove \(reference)`")
                ]
        )
        return .success
    }
}

/// `kata author translated <language> [kata|chapter|all]`
struct AuthorTranslatedCommand: Command {
    static let manual = Manual.authorTranslated

    private let code: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let code = arguments.positionals.first else {
            throw .missingArgument("the code of a language, such as ko", command: "author translated")
        }
        self.code = code
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let workbook = course.workbook
        let languages = TranslationCheck.languages(of: workbook)
        guard languages.contains(code) else {
            throw .badValue(code, option: "language", expected: .verbatim(languages.joined(separator: ", ")))
        }
        let check = TranslationCheck(workbook: workbook, catalogue: course.catalogue, code: code)
        var seals = TranslationSeals(of: code, in: workbook)
        let before = seals
        for pair in check.pages() {
            guard let english = workbook.files.text(workbook.path(pair.english)),
                workbook.files.exists(workbook.path(pair.own))
            else { continue }
            seals.renew(PageShape(of: english), of: pair.english)
        }
        try update(TranslationSeals.file(of: code), to: seals.text, in: workbook)
        // A learner's command then looks up the sentences that it says, and reads no other.
        if let sentences = workbook.wording(Workbook.runnerWording, in: code) {
            let file = Workbook.wordingFile(Workbook.runnerWording, in: code)
            try update(file, to: Translations.file(of: sentences), in: workbook)
        }
        session.show(AuthorScreen.translated(code, sections: seals.differing(from: before)))
        return .success
    }

    private func update(_ file: String, to text: String, in workbook: Workbook) throws(Complaint) {
        do {
            try workbook.files.update(workbook.path(file), to: Data(text.utf8))
        } catch {
            throw .cannotWrite(file)
        }
    }
}

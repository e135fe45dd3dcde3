import Foundation

/// A walkthrough with all that it speaks of: the kata, its starter, and the text of every step.
struct Lesson: Hashable, Sendable {
    let walkthrough: Walkthrough
    let chapter: Chapter
    let kata: Kata
    let starter: String
    /// The kata's file at each step.
    let texts: [String]
    /// Where the pages aren't in the language of the suites.
    var wording: SuiteWording?

    var steps: [Walkthrough.Step] { walkthrough.steps }

    /// The rules that hold at a step, in the page's order, if the step says which don't.
    func green(at step: Walkthrough.Step) -> [String] {
        guard let red = step.red else { return [] }
        return kata.page.rules.filter { !red.contains($0) }
    }

    var beginsAtStarter: Bool { texts.first == starter }
}

extension Course {
    /// The chapters that have a walkthrough.
    var chaptersWithWalkthrough: [Int] {
        catalogue.chapters.map(\.number).filter { number in
            workbook.files.exists(workbook.path(Walkthrough.file(of: number)))
        }
    }

    func lesson(of chapter: Chapter, in language: Language = .english) throws(Complaint) -> Lesson {
        let files = [language, .english].map { Walkthrough.file(of: chapter.number, in: $0.code) }
        guard let file = files.first(where: { workbook.files.exists(workbook.path($0)) }) else {
            throw .noWalkthrough(chapter: chapter.number, others: chaptersWithWalkthrough)
        }
        guard let text = workbook.files.text(workbook.path(file)) else { throw .cannotRead(file) }
        var walkthrough: Walkthrough
        do {
            walkthrough = try Walkthrough(parsing: text, chapter: chapter.number)
        } catch {
            throw .unreadableWalkthrough(file, line: error.line, why: error.why)
        }
        // A walkthrough tells its red rules by the names that they have in the suite.
        let wording = workbook.suiteWording(of: chapter, in: language)
        if let wording {
            for index in walkthrough.steps.indices {
                walkthrough.steps[index].red = walkthrough.steps[index].red?.map(wording.rule)
            }
        }
        let first = walkthrough.steps[0]
        guard let kata = chapter.katas.first(where: { $0.fileName == first.codeName }) else {
            throw .unreadableWalkthrough(
                file,
                line: first.line,
                why: "Chapter \(chapter.number) has no kata «\(first.codeName)»."
            )
        }
        guard let starter = workbook.files.text(workbook.path(kata.pristine)) else {
            throw .missingPristine(kata.pristine)
        }
        var texts: [String] = []
        for step in walkthrough.steps {
            guard let text = workbook.files.text(workbook.path(step.file)) else {
                throw .unreadableWalkthrough(
                    file,
                    line: step.line,
                    why: "\(step.file), the code of step \(step.number), can't be read."
                )
            }
            texts.append(text)
        }
        return Lesson(
            walkthrough: walkthrough,
            chapter: chapter,
            kata: kata,
            starter: starter,
            texts: texts,
            wording: wording
        )
    }
}

extension Checker {
    /// The verdict of one step, as a check finds it and where it finds it: what a check has built needs not be built
    /// again, and the other way round. The learner's file is left as it is.
    func tryOut(_ step: Walkthrough.Step, of lesson: Lesson, _ report: Report) throws(Complaint) -> Trial {
        let text = Data(lesson.texts[step.number - 1].utf8)
        var kata = lesson.kata
        kata.fileExists = true
        let checked = try on(workbook.replacing(kata.file, with: text)).with(catalogue.holding(kata))
            .check([kata], report)
        guard var result = checked.results.first?.result else { throw .interrupted }
        result = result.moved(from: kata.file, to: step.file)
        if let wording = lesson.wording { result = result.said(in: wording) }
        return Trial(result: result, warnings: [], printed: checked.printed)
    }
}

extension Walkthrough.Step {
    /// Whether a verdict is the one that the walkthrough tells. A step that tells none is expected to be green.
    func isExpected(_ result: CheckResult) -> Bool {
        guard let red else { return result.verdict == .passed }
        return result.verdict != .doesNotCompile && Set(result.brokenRules.map(\.name)) == Set(red)
    }
}

extension Workbook {
    /// The same workbook, in which one file has this text.
    fileprivate func replacing(_ file: String, with text: Data) -> Workbook {
        var files = files
        let (place, read, info) = (path(file), files.read, files.info)
        files.read = { $0 == place ? text : try read($0) }
        files.info = {
            $0 == place ? Files.Info(kind: .file, size: text.count, modified: .distantPast) : info($0)
        }
        return Workbook(root: root, files: files)
    }
}

extension Catalogue {
    /// With this kata in the place of the one that has its number.
    fileprivate func holding(_ kata: Kata) -> Catalogue {
        var catalogue = self
        for (chapter, number) in catalogue.chapters.enumerated() {
            for (place, other) in number.katas.enumerated() where other.id == kata.id {
                catalogue.chapters[chapter].katas[place] = kata
            }
        }
        return catalogue
    }
}

extension CheckResult {
    /// The same, with the compiler's complaints moved to the file in which the text really stands.
    fileprivate func moved(from file: String, to other: String) -> CheckResult {
        var result = self
        result.diagnostics = diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            if diagnostic.file == file { diagnostic.file = other }
            return diagnostic
        }
        return result
    }
}

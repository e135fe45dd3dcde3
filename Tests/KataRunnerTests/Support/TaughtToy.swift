import Foundation

@testable import KataRunner

/// The toy workbook with the walkthrough of its second chapter, in memory.
enum TaughtToy {
    static let texts: [String: String] = {
        var texts: [String: String] = [:]
        for (folder, place) in [("Toy", ""), ("ToyWalkthroughs.docc", "\(Workbook.walkthroughs)/")] {
            for file in Files.live.tree("\(FixtureFolder.path)/\(folder)") {
                texts[place + file] = try? FixtureFolder.text("\(folder)/\(file)")
            }
        }
        let pristine = "Exercises/.pristine"
        for file in Files.live.tree("\(FixtureFolder.path)/Toy/\(pristine)") {
            texts["\(pristine)/\(file)"] = try? FixtureFolder.text("Toy/\(pristine)/\(file)")
        }
        return texts
    }()

    static let tutorial = Walkthrough.file(of: 2)
    static let article = TeachingArticle.file(of: 2)

    static func step(_ number: Int) -> String {
        "\(Walkthrough.resources)/walkthrough-2-\(number).swift"
    }

    static func course(_ texts: [String: String] = texts) -> Course {
        let workbook = Workbook(root: "/toy", files: .memory(texts.mapKeys { "/toy/\($0)" }))
        return Course(
            workbook: workbook,
            catalogue: workbook.catalogue(),
            toolchain: nil,
            progress: LearnerProgress(),
            progressFile: ProgressFile(workbook: workbook)
        )
    }

    static func lesson(_ texts: [String: String] = texts) throws(Complaint) -> Lesson {
        let course = course(texts)
        return try course.lesson(of: course.catalogue.chapters[1])
    }
}

extension Lesson {
    /// The verdict of a step, if the step says the truth.
    func result(at number: Int, _ issue: RuleIssue? = nil) -> CheckResult {
        let red = steps[number - 1].red ?? []
        let broken = kata.page.rules.enumerated().filter { red.contains($0.element) }.map { rule in
            (rule.offset + 1, RuleResult.broken(.failed, issue.map { [$0] } ?? []))
        }
        return kata.result(but: Dictionary(uniqueKeysWithValues: broken))
    }
}

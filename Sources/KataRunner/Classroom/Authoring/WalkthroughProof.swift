/// What a walkthrough promises of its steps beyond what each shows alone: they win the rules one after the other,
/// and what a teacher quotes is what the room sees.
struct WalkthroughProof: Sendable {
    let lesson: Lesson
    let article: TeachingArticle?

    /// How a quoted verdict looks: printed, on a terminal of the usual width.
    static let layout = Layout(
        width: Capabilities.standardWidth,
        marksEmphasis: true,
        invocation: "swift run kata"
    )

    /// The same proofs, with what is wrong with the steps.
    func judged(_ proven: [Proven]) -> [Proven] {
        var won: Set<String> = []
        var judged: [Proof: [Proven.Flaw]] = [:]
        for step in lesson.steps {
            guard let tried = proven.first(where: { $0.proof.claim == .stepLeadsOn(number: step.number) })
            else { continue }
            judged[tried.proof] = flaws(of: step, tried.result, won: won)
            won.formUnion(tried.result.keptRules.map(\.name))
        }
        return proven.map { one in
            var one = one
            one.flaws += judged[one.proof] ?? []
            return one
        }
    }

    private func flaws(of step: Walkthrough.Step, _ result: CheckResult, won: Set<String>) -> [Proven.Flaw] {
        guard result.verdict != .doesNotCompile else { return [] }
        var flaws: [Proven.Flaw] = []
        let broken = result.brokenRules.map(\.name)
        if step.number == 1, !lesson.beginsAtStarter, step.otherThanStarter == nil {
            flaws.append(.isNotTheStarter)
        }
        let unexpected = broken.filter { !(step.red ?? []).contains($0) }
        let missing = (step.red ?? []).filter { !broken.contains($0) }
        if !unexpected.isEmpty { flaws.append(.isRed(unexpected)) }
        if !missing.isEmpty { flaws.append(.isNotRed(missing)) }
        let lost = broken.filter(won.contains)
        if !lost.isEmpty { flaws.append(.loses(lost)) }
        if step.number == lesson.steps.count, !broken.isEmpty { flaws.append(.endsRed(broken)) }
        let unprinted = unprinted(at: step, result)
        if !unprinted.isEmpty { flaws.append(.isNotPrinted(unprinted)) }
        return flaws
    }

    private func unprinted(at step: Walkthrough.Step, _ result: CheckResult) -> [String] {
        let quotes = article?.quotes.filter { $0.step(of: lesson.chapter.number) == step.number } ?? []
        guard let article, !quotes.isEmpty else { return [] }
        let lines = WalkScreen.verdict(lesson, step, result, layout: Self.layout)
        let screen = Painter(usesColour: false).text(of: Self.layout.rows(of: lines))
        return quotes.flatMap { quote in
            quote.missing(in: screen).map { "\(article.file):\(quote.line): \($0)" }
        }
    }
}

extension Course {
    /// The proofs of the walkthroughs about these katas.
    func walkthroughProofs(for katas: [Kata]) throws(Complaint) -> [WalkthroughProof] {
        var proofs: [WalkthroughProof] = []
        for chapter in catalogue.chapters
        where katas.contains(where: { $0.id.chapter == chapter.number })
            && workbook.files.exists(workbook.path(Walkthrough.file(of: chapter.number)))
        {
            let lesson = try lesson(of: chapter)
            let file = TeachingArticle.file(of: chapter.number)
            let article = workbook.files.text(workbook.path(file))
                .map { TeachingArticle(parsing: $0, chapter: chapter.number) }
            proofs.append(WalkthroughProof(lesson: lesson, article: article))
        }
        return proofs
    }
}

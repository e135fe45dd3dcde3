import Foundation

/// What is put into a workspace (scratch copy), and building it before anybody asks.
extension Checker {
    /// Builds a chapter as a check of it does, and runs nothing: starters stand in for files that don't compile.
    func prepare(_ chapter: Chapter, _ report: Report) throws(Complaint) {
        Workspace.removeEarlier(from: workbook)
        let workspace = Workspace(ofChapter: chapter.number, in: workbook)
        try alone(in: workspace, report) { () throws(Complaint) in
            var leftOut = LeftOut(missing: catalogue.katas.filter { !$0.fileExists })
            while true {
                try stage([chapter], asked: chapter.katas.map(\.suite), without: leftOut, in: workspace)
                let stage = Stage.building(chapters: [chapter.number])
                switch try build(workspace, [chapter.number], stage, report) {
                case .built:
                    // The first build by the short cut looks at everything once, so the second is quick.
                    _ = try build(workspace, [chapter.number], stage, report)
                    return
                case .failed(let diagnostics, let output):
                    let blame = blame(in: [chapter], workspace)
                    guard leftOut.add(blame.causes(diagnostics)) || leftOut.add(blame.all(diagnostics)) else {
                        throw .buildFailed(output: output)
                    }
                case .timedOut(let seconds, let onOneFile):
                    throw .buildTimedOut(seconds: Int(seconds), onOneFile: onOneFile)
                }
            }
        }
    }

    /// Puts the files of whole chapters into the workspace: the learner's, but for those that are left out.
    func stage(
        _ chapters: [Chapter],
        asked: [String],
        without leftOut: LeftOut,
        in workspace: Workspace
    ) throws(Complaint) {
        var texts: [String: Data] = [:]
        var suites = workspace.needless(chapters.flatMap(\.katas).map(\.suite), but: asked)
        for chapter in chapters {
            for kata in chapter.katas {
                if leftOut.withoutStarter.contains(kata.file) {
                    suites.insert(kata.suite)
                } else {
                    texts[kata.file] = workbook.data(leftOut.concerns(kata.file) ? kata.pristine : kata.file)
                }
            }
            for file in chapter.otherFiles.map({ "\(chapter.folder)/\($0)" }) where !leftOut.concerns(file) {
                texts[file] = workbook.data(file)
            }
        }
        suites.formUnion(leftOut.complaints.keys)
        try workspace.stage(texts, chapters: chapters, withoutSuites: suites)
    }

    func blame(in chapters: [Chapter], _ workspace: Workspace) -> Blame {
        Blame(
            catalogue: catalogue,
            chapters: chapters,
            built: { workbook.files.text("\(workspace.root)/\($0)") },
            given: { workbook.files.text(workbook.path($0)) }
        )
    }
}

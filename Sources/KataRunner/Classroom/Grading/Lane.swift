/// A place to build in, which one hand has for itself: one workspace for all chapters, kept warm for the next time. Each
/// build is of one chapter, and what chapters share is compiled for the first of them.
struct Lane: Hashable, Sendable {
    /// The folder of the grader in the workbook.
    let root: String
    let number: Int

    private var folder: String { "\(root)/lane-\(number)" }

    func workspace(in workbook: Workbook, control: Control) -> Workspace {
        Workspace(
            workbook: workbook,
            root: folder,
            control: control,
            moduleCache: "\(root)/module-cache",
            isForOne: true
        )
    }

    func hasBuilt(_ chapter: Chapter, _ files: Files) -> Bool { files.exists("\(folder)/\(chapter.folder)") }

    /// Graders before this one had a workspace for each chapter, and left hundreds of megabytes there.
    private func removeEarlier(_ files: Files) {
        for name in files.list(folder) where name.hasPrefix("chapter-") {
            try? files.remove("\(folder)/\(name)")
        }
    }

    /// Works in so many lanes that no other grader has, in this process or in another.
    static func withFree<Answer>(
        _ count: Int,
        in workbook: Workbook,
        _ work: ([Lane]) throws(Complaint) -> Answer
    ) throws(Complaint) -> Answer {
        let root = workbook.path(Grader.folder)
        Workspace.removeEarlier(from: workbook, in: Grader.folder)
        do {
            try workbook.files.makeFolder(root)
        } catch {
            throw workbook.cannotWrite(Grader.folder)
        }
        return try withFree(count, from: Lane(root: root, number: 1), having: [], workbook, work)
    }

    private static func withFree<Answer>(
        _ count: Int,
        from lane: Lane,
        having lanes: [Lane],
        _ workbook: Workbook,
        _ work: ([Lane]) throws(Complaint) -> Answer
    ) throws(Complaint) -> Answer {
        guard lanes.count < count else { return try work(lanes) }
        let next = Lane(root: lane.root, number: lane.number + 1)
        var answer: Result<Answer, Complaint>?
        do {
            _ = try workbook.files.locked("\(lane.folder).lock", { _ in false }) {
                lane.removeEarlier(workbook.files)
                answer = Result { () throws(Complaint) in
                    try withFree(count, from: next, having: lanes + [lane], workbook, work)
                }
            }
        } catch {
            throw workbook.cannotWrite(Grader.folder)
        }
        if let answer { return try answer.get() }
        return try withFree(count, from: next, having: lanes, workbook, work)
    }
}

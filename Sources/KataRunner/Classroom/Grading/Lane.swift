/// A place to build in, which one hand has for itself: a workspace for each chapter, kept warm for the next time.
struct Lane: Hashable, Sendable {
    /// The folder of the grader in the workbook.
    let root: String
    let number: Int

    private var folder: String { "\(root)/lane-\(number)" }

    func workspace(ofChapter number: Int, in workbook: Workbook, control: Control) -> Workspace {
        Workspace(
            workbook: workbook,
            root: "\(folder)/chapter-\(number)",
            control: control,
            moduleCache: "\(root)/module-cache",
            isForOne: true
        )
    }

    func hasBuilt(chapter number: Int, _ files: Files) -> Bool {
        files.exists("\(folder)/chapter-\(number)/.build")
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

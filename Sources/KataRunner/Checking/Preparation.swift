import Foundation

/// Chapters that are built ahead of the first check, while their reader reads (background builds, low priority).
struct Preparation: Sendable {
    let workbook: Workbook
    let toolchain: Toolchain

    static let folder = "\(Workspace.folder)/preparation"
    /// What went wrong the last time. There is no file if nothing did.
    static let log = "\(folder)/failed.log"
    /// Held by the process at work: one prepares at a time.
    private static let lock = "\(folder)/lock"
    /// The chapters that the process at work has still to make ready.
    private static let atWork = "\(folder)/at-work"
    /// The chapters that were asked for last. A process that waits for others is no longer wanted.
    private static let wanted = "\(folder)/wanted"
    /// Seconds for a chapter.
    private static let patience: TimeInterval = 900

    // MARK: - What and whether

    /// Whether it was switched off, by an option or by a variable.
    static func isSwitchedOff(_ variables: [String: String], isRefused: Bool) -> Bool {
        isRefused || variables["KATA_PREPARE"] == "off"
    }

    /// Whether a person reads what was printed, and may try something soon. In a CI nobody does.
    static func hasReader(_ variables: [String: String], onTerminal: Bool) -> Bool {
        onTerminal && (variables["CI"] ?? "").isEmpty
    }

    // MARK: - What is ready

    /// Of all that makes the first build of a chapter long: the texts of its katas may change.
    private func mark(of chapter: Chapter) -> Fingerprint {
        var mark = Fingerprint()
        mark.add(toolchain.identity)
        mark.add(workbook.data("Package.swift") ?? Data())
        for folder in Fingerprints.sharedModules + ["Tests/\(chapter.target)Tests"] {
            mark.add(folder: folder, of: workbook)
        }
        for file in workbook.files.tree(workbook.path(chapter.folder)) { mark.add(file) }
        return mark
    }

    private func markFile(of chapter: Chapter) -> String {
        "\(Workspace(ofChapter: chapter.number, in: workbook).scratch)/prepared"
    }

    func isReady(_ chapter: Chapter) -> Bool {
        workbook.files.text(markFile(of: chapter)) == mark(of: chapter).description
    }

    // MARK: - Who is at work

    /// The chapters that are being made ready by somebody, the first of them right now.
    var chaptersAtWork: [Int] {
        let files = workbook.files
        guard files.exists(workbook.path(Self.lock)) else { return [] }
        let isFree = try? files.locked(workbook.path(Self.lock), { _ in false }, {})
        return isFree == false ? noted : []
    }

    /// The same without a look at the lock, for somebody who knows that it is held.
    private var noted: [Int] {
        let text = workbook.files.text(workbook.path(Self.atWork)) ?? ""
        return text.split(separator: " ").compactMap { Int($0) }
    }

    /// Makes chapters ready, one after the other, when nobody else does. It ends early if it has become
    /// pointless: nobody wants it any more, the files that it builds have changed, or the workbook is gone.
    func run(_ chapters: [Chapter], with checker: Checker) throws {
        let files = workbook.files
        let wish = chapters.map { "\($0.number)" }.joined(separator: " ")
        try files.update(workbook.path(Self.wanted), to: Data(wish.utf8))
        _ = try files.locked(workbook.path(Self.lock)) { _ in
            isThere && !checker.environment.isInterrupted() && files.text(workbook.path(Self.wanted)) == wish
                && !Set(chapters.map(\.number)).isSubset(of: noted)
        } _: {
            for (index, chapter) in chapters.enumerated() where isThere && !isReady(chapter) {
                let rest = chapters[index...].map { "\($0.number)" }.joined(separator: " ")
                try files.update(workbook.path(Self.atWork), to: Data(rest.utf8))
                make(chapter, with: checker)
            }
            try? files.remove(workbook.path(Self.atWork))
        }
    }

    private var isThere: Bool { workbook.files.exists(workbook.path("Package.swift")) }

    private func make(_ chapter: Chapter, with checker: Checker) {
        let now = checker.environment.now
        let started = now()
        var lastLook = started
        let before = mark(of: chapter)
        do {
            try prepare(chapter, with: checker) { _, _ in
                guard isThere, !checker.environment.isInterrupted() else { return false }
                guard now().timeIntervalSince(lastLook) > 2 else { return true }
                lastLook = now()
                return lastLook.timeIntervalSince(started) < Self.patience && mark(of: chapter) == before
            }
            try? workbook.files.remove(workbook.path(Self.log))
        } catch .cancelled, .interrupted {
            return
        } catch {
            guard isThere else { return }
            let said = ["Chapter \(chapter.number): \(error.sentence.text())"] + error.details
            let log = said.joined(separator: "\n") + "\n"
            try? workbook.files.update(workbook.path(Self.log), to: Data(log.utf8))
        }
    }

    /// Makes one chapter ready. If it can't be built, it is not tried again before something about it changes.
    func prepare(_ chapter: Chapter, with checker: Checker, _ report: Checker.Report) throws(Complaint) {
        let before = mark(of: chapter)
        func keepMark() {
            try? workbook.files.update(markFile(of: chapter), to: Data(before.description.utf8))
        }
        do {
            try checker.prepare(chapter, report)
        } catch .cancelled, .interrupted {
            throw .cancelled
        } catch {
            if isThere { keepMark() }
            throw error
        }
        keepMark()
    }
}

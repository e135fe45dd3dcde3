import Foundation

/// A package that looks like the workbook and is built in its place, with any text for an exercise.
///
/// Texts come into it by what they say and not by when they were saved, so a build never takes an edit for
/// the version before it, and nothing that is tried out touches the learner's files. Only what differs is
/// written: a build here is as quick as one in the workbook.
struct Workspace: Sendable {
    let workbook: Workbook
    let root: String
    /// Comes after the suites of each chapter if their reports are not to be believed without it.
    var control: Control?
    /// What the compiler has made of the system's modules, if other workspaces use it too.
    var moduleCache: String?
    /// For one chapter after the other, by one person: its suites are a program, and come into the workspace when
    /// they are first asked for. Those that nobody asks for are not compiled.
    var isForOne = false

    var scratch: String { "\(root)/.build" }

    /// - Parameters:
    ///   - exercises: the text of each Swift file in the chapters, by its path in the workbook.
    ///   - leftOut: files of suites that don't come along.
    func stage(
        _ exercises: [String: Data],
        chapters: [Chapter],
        withoutSuites leftOut: Set<String> = []
    ) throws(Complaint) {
        do {
            try settle()
            try workbook.files.update("\(root)/Package.swift", to: workbook.data("Package.swift") ?? Data())
            try linkSources()
            for chapter in chapters {
                var texts = exercises.filter { $0.key.hasPrefix(chapter.folder + "/") }
                for page in workbook.files.list(workbook.path(chapter.folder)) where page.hasSuffix(".md") {
                    texts["\(chapter.folder)/\(page)"] = workbook.data("\(chapter.folder)/\(page)")
                }
                try fill(chapter.folder, texts)
                let suites = "Tests/\(chapter.target)Tests"
                var suiteTexts: [String: Data] = [:]
                for name in workbook.files.tree(workbook.path(suites)) {
                    let file = "\(suites)/\(name)"
                    if !leftOut.contains(file) { suiteTexts[file] = workbook.data(file) }
                }
                if makesPrograms {
                    suiteTexts[SuiteProgram.file(in: chapter.target)] = Data(SuiteProgram.text.utf8)
                }
                if let control {
                    suiteTexts[Control.file(in: chapter.target)] = Data(
                        control.text(for: chapter.target).utf8
                    )
                }
                try fill(suites, suiteTexts)
            }
        } catch {
            throw workbook.cannotWrite(root)
        }
    }

    /// Whether the suites of a chapter are made a program: a manifest that was changed may not know how.
    var makesPrograms: Bool {
        isForOne && workbook.files.text(workbook.path("Package.swift"))?.contains(SuiteProgram.word) == true
    }

    private var askedFile: String { "\(root)/suites.txt" }

    /// Of these suites the ones that nobody has asked for so far.
    func needless(_ suites: [String], but asked: [String]) -> Set<String> {
        guard isForOne else { return [] }
        let before = workbook.files.text(askedFile)?.lines.map(String.init) ?? []
        let all = Set(before + asked)
        // If it can't be kept, they are asked for again.
        try? workbook.files.update(askedFile, to: Data(all.sorted().map { "\($0)\n" }.joined().utf8))
        return Set(suites).subtracting(all)
    }

    private func settle() throws {
        try settle(scratch, noting: root, in: "\(root)/place")
        guard let moduleCache else { return }
        try workbook.files.makeFolder(moduleCache.folder)
        // Two that begin at once would take each other's for one that was moved here.
        _ = try workbook.files.locked("\(moduleCache).lock", { _ in true }) {
            try settle(moduleCache, noting: moduleCache, in: "\(moduleCache)/place")
        }
    }

    /// A build holds absolute paths, so in a workbook that was moved it is useless.
    private func settle(_ folder: String, noting path: String, in place: String) throws {
        if workbook.files.exists(folder), workbook.files.text(place) != path {
            try workbook.files.remove(folder)
        }
        try workbook.files.makeFolder(place.folder)
        try workbook.files.update(place, to: Data(path.utf8))
    }

    /// The link is relative, so that it still holds when the workbook was moved or copied.
    private func linkSources() throws {
        let link = "\(root)/Sources"
        guard workbook.files.isFolder(workbook.path("Sources")), !workbook.files.exists(link) else { return }
        let wayUp = workbook.relative(root).split(separator: "/").map { _ in "../" }.joined()
        try? workbook.files.remove(link)
        try workbook.files.link(link, "\(wayUp)Sources")
    }

    /// Makes a folder hold these files and no others.
    private func fill(_ folder: String, _ texts: [String: Data]) throws {
        try clear(folder, but: texts)
        for (path, text) in texts {
            try workbook.files.update("\(root)/\(path)", to: text)
        }
    }

    private func clear(_ folder: String, but texts: [String: Data]) throws {
        for name in workbook.files.list("\(root)/\(folder)") {
            let path = "\(folder)/\(name)"
            if !workbook.files.isFolder("\(root)/\(path)") {
                if texts[path] == nil { try workbook.files.remove("\(root)/\(path)") }
            } else if texts.keys.contains(where: { $0.hasPrefix(path + "/") }) {
                try clear(path, but: texts)
            } else {
                try workbook.files.remove("\(root)/\(path)")
            }
        }
    }

    /// Whether a file belongs to a build of these chapters. What somebody else has written may lie beside it.
    func hasStaged(_ path: String, for chapters: Set<Int>) -> Bool {
        guard path.hasPrefix(root + "/") else { return false }
        let parts = path.dropFirst(root.count + 1).split(separator: "/")
        guard parts.count > 2, !parts.contains("..") else { return false }
        return parts[0] == "Sources" || Workbook.isOfChapter(in: chapters, parts[1])
    }

    /// The path in the workbook of a file in the workspace.
    func original(_ path: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : workbook.relative(path)
    }
}

// MARK: - The learner's

extension Workspace {
    /// Below it each chapter has a workspace of its own for what the learner has written: going from one
    /// chapter to another needs no new plan, and a build of one chapter doesn't stand in the way of another.
    static let folder = ".build/kata"

    init(ofChapter number: Int, in workbook: Workbook) {
        self.init(
            workbook: workbook,
            root: workbook.path("\(Self.folder)/chapter-\(number)"),
            moduleCache: workbook.path("\(Self.folder)/module-cache"),
            isForOne: true
        )
    }

    /// Runners before this one built all chapters in one workspace, and left hundreds of megabytes there.
    static func removeEarlier(from workbook: Workbook, in folder: String = folder) {
        let folder = workbook.path(folder)
        guard workbook.files.exists("\(folder)/.build") else { return }
        for name in [".build", "Exercises", "Tests", "Sources", "Package.swift", "place", "lock"] {
            try? workbook.files.remove("\(folder)/\(name)")
        }
    }
}

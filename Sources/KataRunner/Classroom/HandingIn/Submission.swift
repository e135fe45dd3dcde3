import Foundation

/// What somebody has handed in: its place and its name.
struct Submission: Hashable, Sendable {
    var name: String
    /// The folder that was handed in, as it was found.
    var path: String
    /// The folder in it that holds the chapters.
    var exercises: String
}

/// Finds submissions in folders. Links are not followed: they lead to files that nobody handed in.
struct SubmissionSearch: Sendable {
    let files: Files
    /// The chapters' folders: «Chapter3DomainServices».
    let chapters: Set<String>

    struct Found: Hashable, Sendable {
        var submissions: [Submission] = []
        /// Folders in which no exercises were found.
        var empty: [String] = []
        /// Zips beside the folders of students.
        var zips: [String] = []
        /// Links and hidden folders where students' folders lie: nobody looks into them.
        var links: [String] = []
        var hidden: [String] = []
    }

    /// - Parameter folders: each a submission, or a folder of submissions.
    func found(in folders: [String]) -> Found {
        var found = Found()
        for folder in folders {
            let inner = names(in: folder).filter { exercises(directlyIn: "\(folder)/\($0)") != nil }
            if let own = exercises(directlyIn: folder) {
                found.submissions.append(Submission(name: name(of: folder), path: folder, exercises: own))
            } else if folders.count > 1, inner.count == 1,
                let own = exercises(directlyIn: "\(folder)/\(inner[0])")
            {
                // One of several that were named, with the clone a level deeper.
                found.submissions.append(Submission(name: name(of: folder), path: folder, exercises: own))
            } else {
                let before = found.submissions.count
                for name in names(in: folder) {
                    let path = "\(folder)/\(name)"
                    if let own = exercises(in: path) {
                        found.submissions.append(Submission(name: name, path: path, exercises: own))
                    } else {
                        found.empty.append(path)
                    }
                }
                besides(folder, &found)
                if found.submissions.count == before, found.zips.isEmpty {
                    found.empty = found.empty.filter { !$0.hasPrefix(folder + "/") } + [folder]
                }
            }
        }
        found.submissions = distinct(found.submissions)
        return found
    }

    /// What may be meant as somebody's submission and is no folder of theirs.
    private func besides(_ folder: String, _ found: inout Found) {
        for name in files.list(folder) {
            let path = "\(folder)/\(name)"
            if files.isLink(path) {
                found.links.append(path)
            } else if name.hasPrefix(".") {
                if files.isFolder(path), name != ".git" { found.hidden.append(path) }
            } else if name.lowercased().hasSuffix(".zip"), files.info(path)?.kind == .file {
                found.zips.append(path)
            }
        }
    }

    /// Folders that people hand in: no hidden ones, none that a packer adds, and no links.
    private func names(in folder: String) -> [String] {
        files.list(folder).filter { name in
            !name.hasPrefix(".") && name != "__MACOSX" && !files.isLink("\(folder)/\(name)")
                && files.isFolder("\(folder)/\(name)")
        }
    }

    func exercises(in folder: String) -> String? {
        if let own = exercises(directlyIn: folder) { return own }
        return names(in: folder).lazy.compactMap { exercises(directlyIn: "\(folder)/\($0)") }.first
    }

    /// The clone's `Exercises`, or the folder itself if it holds the chapters.
    private func exercises(directlyIn folder: String) -> String? {
        [folder + "/Exercises", folder].first { candidate in
            (candidate == folder || !files.isLink(candidate))
                && names(in: candidate).contains { chapters.contains($0) }
        }
    }

    private func name(of folder: String) -> String {
        let last = String(folder.split(separator: "/").last ?? "submission")
        guard last == "Exercises", folder.folder.count > 1 else { return last }
        return String(folder.folder.split(separator: "/").last ?? "submission")
    }

    /// By name, as people sort names; those of one name are distinguished by the folder around them. The same
    /// folder that was named twice counts once.
    func distinct(_ submissions: [Submission]) -> [Submission] {
        var seen: Set<String> = []
        var distinct = submissions.filter { seen.insert(files.resolve($0.exercises)).inserted }
        let counts = Dictionary(grouping: distinct, by: \.name)
        for index in distinct.indices where (counts[distinct[index].name]?.count ?? 0) > 1 {
            let above = distinct[index].path.folder.split(separator: "/").last ?? ""
            distinct[index].name = "\(above)/\(distinct[index].name)"
        }
        return distinct.sorted { Submission.isBefore(($0.name, $0.path), ($1.name, $1.path)) }
    }
}

extension Submission {
    /// As people sort names: «student9» before «student10».
    static func isBefore(
        _ one: (name: String, path: String),
        _ other: (name: String, path: String)
    ) -> Bool {
        switch one.name.compare(other.name, options: [.numeric, .caseInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: (one.path, one.name) < (other.path, other.name)
        }
    }
}

/// What a submission says of one chapter.
struct SubmittedChapter: Hashable, Sendable {
    /// Texts that stand in the place of the starters, by the kata.
    var katas: [KataID: Data] = [:]
    var untouched: Set<KataID> = []
    /// Why a kata has no text.
    var refused: [KataID: Grade.Note] = [:]
    /// Further files, by their paths in the workbook.
    var others: [String: Data] = [:]
    var hasRefusedOthers = false

    /// Only what concerns these katas. Starters stand in for the others.
    func asking(for katas: Set<KataID>) -> SubmittedChapter {
        var asked = self
        asked.katas = self.katas.filter { katas.contains($0.key) }
        asked.untouched = untouched.intersection(katas)
        asked.refused = refused.filter { katas.contains($0.key) }
        return asked
    }
}

extension Submission {
    /// No kata needs a file even a tenth as large.
    static let fileLimit = 256 << 10
    static let othersLimit = 32

    func read(_ chapter: Chapter, of workbook: Workbook) -> SubmittedChapter {
        let files = workbook.files
        var submitted = SubmittedChapter()
        let folder = "\(exercises)/\(chapter.target)"
        let isThere = !files.isLink(folder) && files.isFolder(folder)
        for kata in chapter.katas {
            guard isThere else {
                submitted.refused[kata.id] = .noFile
                continue
            }
            switch files.readPlain("\(folder)/\(kata.fileName)", Self.fileLimit) {
            case .data(let data) where data == workbook.data(kata.pristine):
                submitted.untouched.insert(kata.id)
            case .data(let data):
                let text = String(validating: data, as: UTF8.self)
                if text.map({ !$0.contains("\0") }) ?? false {
                    submitted.katas[kata.id] = data
                } else {
                    submitted.refused[kata.id] = .notText
                }
            case .missing: submitted.refused[kata.id] = .noFile
            case .folder: submitted.refused[kata.id] = .folderInItsPlace
            case .link: submitted.refused[kata.id] = .linkInItsPlace
            case .tooLarge: submitted.refused[kata.id] = .tooLarge
            case .unreadable: submitted.refused[kata.id] = .unreadable
            }
        }
        guard isThere, !submitted.katas.isEmpty else { return submitted }
        let known = Set(chapter.katas.map(\.fileName))
        for name in others(in: folder, files, depth: 0) where !known.contains(name) {
            guard submitted.others.count < Self.othersLimit, name.allSatisfy(\.isSafeInPath),
                case .data(let data) = files.readPlain("\(folder)/\(name)", Self.fileLimit),
                String(validating: data, as: UTF8.self) != nil
            else {
                submitted.hasRefusedOthers = true
                continue
            }
            submitted.others["\(chapter.folder)/\(name)"] = data
        }
        return submitted
    }

    private func others(in folder: String, _ files: Files, depth: Int) -> [String] {
        guard depth < 4 else { return [] }
        return files.list(folder).prefix(256).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            guard !name.hasPrefix("."), !files.isLink(path) else { return [] }
            if files.isFolder(path) {
                return others(in: path, files, depth: depth + 1).map { "\(name)/\($0)" }
            }
            return name.hasSuffix(".swift") ? [name] : []
        }
    }
}

extension Character {
    /// SwiftPM, compilers and linkers read lists of names: no name may mean something to them.
    fileprivate var isSafeInPath: Bool {
        isLetter || isASCIIDigit || self == "-" || self == "_" || self == "+" || self == "." || self == "/"
    }
}

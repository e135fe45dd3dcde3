import Foundation

/// Notices saves by time and size (polling): that works on every file system, shared folders included.
struct FileChanges: Sendable {
    private var seen: [String: Files.Info]?

    /// The paths that are new, gone or different since the last look. The first look notices nothing.
    mutating func look(at current: [String: Files.Info]) -> Set<String> {
        defer { seen = current }
        guard let seen else { return [] }
        let gone = seen.keys.filter { current[$0] == nil }
        let different = current.filter { seen[$0.key] != $0.value }.map(\.key)
        return Set(gone).union(different)
    }
}

extension Workbook {
    /// What a learner may save, and what a change of branches or an author brings and takes away: code and pages,
    /// and the folders that show which files are katas.
    func watched() -> [String: Files.Info] {
        var infos: [String: Files.Info] = [:]
        for target in files.list(path("Exercises")) where Self.chapterName(target) != nil {
            for folder in ["Exercises/.pristine/\(target)", "Tests/\(target)Tests"] {
                infos[folder] = files.info(path(folder))
            }
            watch("Exercises/\(target)", &infos)
        }
        return infos
    }

    private func watch(_ folder: String, _ infos: inout [String: Files.Info], depth: Int = 0) {
        // A link to a folder above would lead round in a circle.
        guard depth < 8 else { return }
        for name in files.list(path(folder)) where !name.hasPrefix(".") {
            let file = "\(folder)/\(name)"
            guard let info = files.info(path(file)) else { continue }
            if info.kind == .folder {
                watch(file, &infos, depth: depth + 1)
            } else if name.hasSuffix(".swift") || name.hasSuffix(".md") {
                infos[file] = info
            }
        }
    }
}

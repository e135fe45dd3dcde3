import Foundation

/// Copies of what a learner wrote, made before anything replaces it (backups). `kata undo` brings the newest one back.
struct Backups: Sendable {
    static let folder = ".kata/backups"

    let workbook: Workbook

    /// A set of files that were replaced together.
    struct Backup: Hashable, Sendable {
        var name: String
        /// Paths in the workbook.
        var files: [String]
    }

    /// Copies the files as they are. The answer is the backup's folder.
    @discardableResult
    func make(of paths: [String], at now: Date) throws(Complaint) -> String {
        let folder = newFolder(at: now)
        for path in paths {
            guard let data = workbook.data(path) else { continue }
            do {
                try workbook.files.write(data, workbook.path("\(folder)/\(path)"))
            } catch {
                throw workbook.cannotWrite(folder)
            }
        }
        return folder
    }

    var newest: Backup? {
        workbook.files.list(workbook.path(Self.folder))
            .filter { $0.contains("-") && !$0.hasSuffix(".undone") }
            .max { Self.order($0) < Self.order($1) }
            .map { Backup(name: $0, files: files(in: "\(Self.folder)/\($0)", below: "")) }
    }

    /// What was brought back stays on disk, and `kata undo` passes it over. The answer is the folder's new name.
    func retire(_ folder: String) throws(Complaint) -> String? {
        guard workbook.files.exists(workbook.path(folder)) else { return nil }
        do {
            try workbook.files.move(workbook.path(folder), workbook.path(folder + ".undone"))
        } catch {
            throw workbook.cannotWrite(folder)
        }
        return folder + ".undone"
    }

    /// The paths in the workbook that a backup's folder holds.
    func files(in folder: String) -> [String] { files(in: folder, below: "") }

    /// Puts a backup's files back, after a copy of what stands there now. The answer is that copy's folder, or
    /// nil if nothing stood there.
    func restore(_ backup: Backup, at now: Date) throws(Complaint) -> String? {
        let current = try make(of: backup.files, at: now)
        for file in backup.files {
            guard let data = workbook.data("\(Self.folder)/\(backup.name)/\(file)") else {
                throw .cannotRead("\(Self.folder)/\(backup.name)/\(file)")
            }
            do {
                try workbook.files.write(data, workbook.path(file))
            } catch {
                throw workbook.cannotWrite(file)
            }
        }
        // What was undone stays on disk, but the next undo goes on to the one before.
        let hasReplaced = workbook.files.exists(workbook.path(current))
        for name in ["\(Self.folder)/\(backup.name)"] + (hasReplaced ? [current] : []) {
            do {
                try workbook.files.move(workbook.path(name), workbook.path(name + ".undone"))
            } catch {
                throw workbook.cannotWrite(name)
            }
        }
        return hasReplaced ? current + ".undone" : nil
    }

    /// Later than all that are there, though the clock may have been set back: `undo` goes by the names.
    private func newFolder(at now: Date) -> String {
        let taken = workbook.files.list(workbook.path(Self.folder)).filter { $0.contains("-") }
            .map { Self.order($0.replacing(".undone", with: "")) }
        let stamp = max(now.fileStamp, taken.map(\.0).max() ?? "")
        let count = taken.filter { $0.0 == stamp }.map(\.1).max() ?? 0
        return "\(Self.folder)/\(stamp)-\(count + 1)"
    }

    /// By time, then by count: «…-10» comes after «…-9».
    private static func order(_ name: String) -> (String, Int) {
        let parts = name.split(separator: "-")
        return (parts.prefix(2).joined(separator: "-"), parts.last.flatMap { Int($0) } ?? 0)
    }

    private func files(in folder: String, below path: String) -> [String] {
        workbook.files.list(workbook.path(folder)).flatMap { name -> [String] in
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            return workbook.files.isFolder(workbook.path("\(folder)/\(name)"))
                ? files(in: "\(folder)/\(name)", below: inner) : [inner]
        }
    }
}

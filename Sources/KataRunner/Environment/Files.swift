import Foundation

/// The file system, by absolute paths.
struct Files: Sendable {
    enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    /// What a listing says about a file without opening it.
    struct Info: Hashable, Sendable {
        var kind: Kind
        var size: Int
        var modified: Date
    }

    enum PlainFile: Hashable, Sendable {
        case data(Data)
        case missing, folder, link, tooLarge, unreadable
    }

    var read: @Sendable (String) throws -> Data
    /// Of a file that grows, at most so many bytes from a place on.
    var readPart: @Sendable (_ path: String, _ from: Int, _ count: Int) throws -> Data
    /// Replaces the file in one step: a reader sees the old file or the new one, never a half.
    var write: @Sendable (Data, String) throws -> Void
    /// Writes to where a user has asked for it. A plain file is replaced in one step and keeps its permissions; a
    /// pipe (FIFO), a device or standard output is written into. While nobody reads a pipe, the closure is called
    /// now and then, and decides whether to wait on; the answer is false when it has given up.
    var deliver: @Sendable (Data, _ path: String, _ mayWait: () -> Bool) throws -> Bool
    /// The names in a folder, sorted; empty if there is no such folder.
    var list: @Sendable (String) -> [String]
    /// Nil if there is nothing. A link is followed.
    var info: @Sendable (String) -> Info?
    var makeFolder: @Sendable (String) throws -> Void
    var remove: @Sendable (String) throws -> Void
    var move: @Sendable (String, String) throws -> Void
    var link: @Sendable (_ at: String, _ to: String) throws -> Void
    var setModified: @Sendable (_ path: String, Date) throws -> Void
    var isWritable: @Sendable (String) -> Bool
    var isExecutable: @Sendable (String) -> Bool
    var resolve: @Sendable (String) -> String
    /// Bytes that are free on the disk of a path; nil if that isn't known.
    var room: @Sendable (String) -> Int? = { _ in nil }
    /// A file of somebody else's: whatever is no plain file, or is too large, is not opened.
    var readPlain: @Sendable (_ path: String, _ limit: Int) -> PlainFile = { _, _ in .unreadable }
    /// Links are not followed.
    var isLink: @Sendable (String) -> Bool = { _ in false }
    /// Runs the body while no other process holds the same lock file. While another does, the second closure
    /// is called now and then with the seconds so far; when it answers false, the body isn't run.
    var locked: @Sendable (String, (TimeInterval) -> Bool, () throws -> Void) throws -> Bool

    func exists(_ path: String) -> Bool { info(path) != nil }

    func isFolder(_ path: String) -> Bool { info(path)?.kind == .folder }

    /// The files in a folder and in the folders below it, by their paths in it; those with a dot are left out.
    func tree(_ folder: String, depth: Int = 0) -> [String] {
        // A link to a folder above would lead round in a circle.
        guard depth < 8 else { return [] }
        return list(folder).filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            switch info("\(folder)/\(name)")?.kind {
            case .folder: tree("\(folder)/\(name)", depth: depth + 1).map { "\(name)/\($0)" }
            case .file: [name]
            default: []
            }
        }
    }

    /// The text of a file; nil if it can't be read or isn't UTF-8.
    func text(_ path: String) -> String? {
        guard let data = try? read(path) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// Writes only what differs, so that a build sees no change if there is none.
    func update(_ path: String, to data: Data) throws {
        if let old = try? read(path), old == data { return }
        let before = info(path)?.modified
        try write(data, path)
        // Builds compare whole seconds: two versions of a file within one second would be one to them.
        guard let before, let after = info(path)?.modified,
            after.timeIntervalSince1970.rounded(.down) <= before.timeIntervalSince1970.rounded(.down)
        else { return }
        try setModified(path, before + 1)
    }
}

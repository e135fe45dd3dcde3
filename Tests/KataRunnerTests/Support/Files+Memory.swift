import Foundation
import Synchronization

@testable import KataRunner

extension Files {
    /// A disk in memory. What is below an unwritable path can be read and nothing else.
    static func memory(_ texts: [String: String] = [:], unwritable: Set<String> = []) -> Files {
        MemoryDisk(texts, unwritable: unwritable).files
    }
}

private final class MemoryDisk: Sendable {
    fileprivate struct Content {
        var files: [String: Data]
        var modified: [String: Date] = [:]
        var folders: Set<String> = []
        var links: [String: String] = [:]
        var writes = 0
    }

    private let content: Mutex<Content>
    /// Lock files that somebody holds.
    private let held = Mutex<Set<String>>([])
    private let unwritable: Set<String>

    init(_ texts: [String: String], unwritable: Set<String>) {
        content = Mutex(Content(files: texts.mapValues { Data($0.utf8) }))
        self.unwritable = unwritable
    }

    var files: Files {
        Files(
            read: { path in
                guard let data = self.content.withLock({ $0.files[$0.followed(path)] }) else {
                    throw CocoaError(.fileReadNoSuchFile)
                }
                return data
            },
            readPart: { path, start, count in
                let data = try self.files.read(path)
                return Data(data.dropFirst(start).prefix(count))
            },
            write: { data, path in
                try self.change(path) { content in
                    guard !content.isFolder(path) else { throw CocoaError(.fileWriteFileExists) }
                    content.writes += 1
                    content.files[path] = data
                    content.modified[path] = Date(timeIntervalSince1970: TimeInterval(content.writes))
                }
            },
            deliver: { data, path, _ in
                try self.files.write(data, path)
                return true
            },
            list: { folder in self.content.withLock { $0.names(in: $0.followed(folder)) } },
            info: { path in self.content.withLock { $0.info(of: $0.followed(path)) } },
            makeFolder: { path in try self.change(path) { $0.folders.insert(path) } },
            remove: { path in
                try self.change(path) { content in
                    for own in content.paths(at: path) { content.files[own] = nil }
                    content.folders.remove(path)
                }
            },
            move: { from, to in
                try self.change(from) { content in
                    let moved = content.paths(at: from)
                    guard !moved.isEmpty else { throw CocoaError(.fileNoSuchFile) }
                    guard content.info(of: to) == nil else { throw CocoaError(.fileWriteFileExists) }
                    for path in moved {
                        content.files[to + path.dropFirst(from.count)] = content.files.removeValue(
                            forKey: path
                        )
                    }
                    content.folders.remove(from)
                }
            },
            link: { path, target in try self.change(path) { $0.links[path] = target } },
            setModified: { path, date in try self.change(path) { $0.modified[path] = date } },
            isWritable: { path in !self.isUnwritable(path) },
            isExecutable: { path in self.content.withLock { $0.files[path] != nil } },
            resolve: { path in self.content.withLock { $0.followed(path) } },
            locked: { path, mayWait, body in
                while !self.held.withLock({ $0.insert(path).inserted }) {
                    guard mayWait(0) else { return false }
                    Thread.sleep(forTimeInterval: 0.001)
                }
                defer { _ = self.held.withLock { $0.remove(path) } }
                try body()
                return true
            }
        )
    }

    private func isUnwritable(_ path: String) -> Bool {
        unwritable.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    private func change(_ path: String, _ body: (inout Content) throws -> Void) throws {
        guard !isUnwritable(path) else { throw CocoaError(.fileWriteNoPermission) }
        try content.withLock { try body(&$0) }
    }
}

extension MemoryDisk.Content {
    func followed(_ path: String) -> String {
        guard let link = links.first(where: { path == $0.key || path.hasPrefix($0.key + "/") }) else {
            return path
        }
        return link.value + path.dropFirst(link.key.count)
    }

    /// The file at a path, or all files below it.
    func paths(at path: String) -> [String] {
        files.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
    }

    func isFolder(_ path: String) -> Bool {
        let prefix = path == "/" ? path : path + "/"
        return folders.contains(path) || (Array(files.keys) + folders).contains { $0.hasPrefix(prefix) }
    }

    func info(of path: String) -> Files.Info? {
        if let data = files[path] {
            return Files.Info(
                kind: .file,
                size: data.count,
                modified: modified[path] ?? Date(timeIntervalSince1970: 0)
            )
        }
        guard isFolder(path) else { return nil }
        return Files.Info(kind: .folder, size: 0, modified: Date(timeIntervalSince1970: 0))
    }

    func names(in folder: String) -> [String] {
        let prefix = folder == "/" ? folder : folder + "/"
        let below = (Array(files.keys) + folders).filter { $0.hasPrefix(prefix) }
        return Set(
            below.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) }
        )
        .sorted()
    }
}

extension [String: String] {
    func mapKeys(_ transform: (String) -> String) -> [String: String] {
        .init(uniqueKeysWithValues: map { (transform($0.key), $0.value) })
    }
}

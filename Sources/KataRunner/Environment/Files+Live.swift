import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Files {
    static var live: Files {
        Files(
            read: { path in
                // Without a URL: to make one takes as long as to read a small file.
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw CocoaError(.fileReadUnknown)
                }
                return data
            },
            readPart: { path, start, count in
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                defer { try? file.close() }
                try file.seek(toOffset: UInt64(start))
                return try file.read(upToCount: count) ?? Data()
            },
            write: { data, path in
                let url = URL(fileURLWithPath: path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try data.write(to: url, options: .atomic)
            },
            deliver: { try deliver($0, to: $1, $2) },
            list: { ((try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []).sorted() },
            info: { info(of: $0) },
            makeFolder: {
                try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
            },
            remove: { try FileManager.default.removeItem(atPath: $0) },
            move: { try FileManager.default.moveItem(atPath: $0, toPath: $1) },
            link: { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: $1) },
            setModified: {
                try FileManager.default.setAttributes([.modificationDate: $1], ofItemAtPath: $0)
            },
            isWritable: { access($0, W_OK) == 0 },
            isExecutable: { access($0, X_OK) == 0 && info(of: $0)?.kind == .file },
            resolve: { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path },
            room: { room(at: $0) },
            readPlain: { readPlain($0, limit: $1) },
            isLink: {
                var status = stat()
                return lstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            },
            locked: { path, mayWait, body in try withLock(path, mayWait, body) }
        )
    }

    private static func room(at path: String) -> Int? {
        var folder = URL(fileURLWithPath: path)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    private static func info(of path: String) -> Info? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return Info(kind: kind, size: Int(status.st_size), modified: status.modified)
    }

    /// What is read is what was looked at: the file is opened first. A pipe or a device is not waited for.
    private static func readPlain(_ path: String, limit: Int) -> PlainFile {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return switch errno {
            case ENOENT, ENOTDIR: .missing
            case ELOOP, EMLINK: .link
            default: .unreadable
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .unreadable }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: break
        default: return .unreadable
        }
        guard status.st_size <= limit else { return .tooLarge }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard let data = try? handle.read(upToCount: limit + 1) else {
            return status.st_size == 0 ? .data(Data()) : .unreadable
        }
        return data.count <= limit ? .data(data) : .tooLarge
    }

    private static func withLock(
        _ path: String,
        _ mayWait: (TimeInterval) -> Bool,
        _ body: () throws -> Void
    ) throws -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { if descriptor >= 0 { close(descriptor) } }
        let started = Date()
        // A folder that can't be written to has no lock: the next write reports that.
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard mayWait(Date().timeIntervalSince(started)) else { return false }
            usleep(20_000)
        }
        try body()
        return true
    }
}

extension stat {
    #if canImport(Darwin)
        fileprivate var modified: Date {
            Date(seconds: st_mtimespec.tv_sec, nanoseconds: st_mtimespec.tv_nsec)
        }
    #else
        fileprivate var modified: Date { Date(seconds: st_mtim.tv_sec, nanoseconds: st_mtim.tv_nsec) }
    #endif
}

extension Date {
    fileprivate init(seconds: Int, nanoseconds: Int) {
        self.init(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(nanoseconds) / 1_000_000_000)
    }
}

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Files {
    /// Writes to where a user has asked for it; false when nobody wanted to wait for a pipe's reader any longer.
    static func deliver(_ data: Data, to path: String, _ mayWait: () -> Bool) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            try Self.live.write(data, destination(of: path))
            return true
        }
        // A shell may have sent the output to the same file: what is said there later must not be lost.
        var output = stat()
        if fstat(STDOUT_FILENO, &output) == 0, status.isSameFile(as: output) {
            return try write(data, into: STDOUT_FILENO, mayWait)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            try replace(destination(of: path), with: data, status)
            return true
        case S_IFDIR: throw POSIXError(.EISDIR)
        case S_IFSOCK: throw POSIXError(.EOPNOTSUPP)
        default:
            guard let descriptor = try openForWriting(path, mayWait) else { return false }
            defer { close(descriptor) }
            return try write(data, into: descriptor, mayWait)
        }
    }

    /// Where a chain of links leads, though nothing may be there.
    private static func destination(of path: String) -> String {
        var path = path
        for _ in 0..<32 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = next.hasPrefix("/") ? next : "\(path.folder)/\(next)"
        }
        return path
    }

    private static func replace(_ path: String, with data: Data, _ old: stat) throws {
        guard access(path, W_OK) == 0 else { throw POSIXError(.EACCES) }
        let new = "\(path).\(UUID().uuidString)"
        do {
            try data.write(to: URL(fileURLWithPath: new), options: .withoutOverwriting)
            // Only root may give a file away; everybody else has made one of their own.
            _ = chown(new, old.st_uid, old.st_gid)
            guard chmod(new, old.st_mode & 0o7777) == 0, rename(new, path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            unlink(new)
            throw error
        }
    }

    /// Opening a pipe that nobody reads would wait without noticing a signal, so it is tried again and again.
    private static func openForWriting(_ path: String, _ mayWait: () -> Bool) throws -> Int32? {
        while true {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard errno == ENXIO || errno == EINTR else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            guard mayWait() else { return nil }
            usleep(50_000)
        }
    }

    /// A full pipe is waited for as one without a reader is.
    private static func write(_ data: Data, into descriptor: Int32, _ mayWait: () -> Bool) throws -> Bool {
        var rest = data
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&room, 1, 1000) > 0 || mayWait() else { return false }
            case let code: throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
        }
        return true
    }
}

extension stat {
    fileprivate func isSameFile(as other: stat) -> Bool {
        (st_dev, st_ino, st_rdev) == (other.st_dev, other.st_ino, other.st_rdev)
    }
}

/// `write` means something else inside `Files`.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

import Chapter6Factories
import Foundation
import InMemoryInfrastructure

/// The file in which the members are kept, open to one desk at a time.
struct MembersFile: ~Copyable {
    enum Problem: Error, Hashable {
        case open(path: String)
        case unreadable(path: String, reason: String)
        /// Somebody else's file, which the next row of members would damage.
        case foreign(path: String)
        case damaged(path: String, row: Int)
    }

    let store: RowLogStore<MemberRecord>
    /// Negative if there is no file, and none is to be made.
    private let descriptor: Int32

    /// - Parameter isMade: whether the file, and its folder, are made if they aren't there.
    init(_ path: String, isMade: Bool) throws(Problem) {
        let file = URL(fileURLWithPath: path)
        if isMade {
            let folder = file.deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        descriptor = open(path, O_RDWR | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o644)
        guard descriptor >= 0 || (errno == ENOENT && !isMade) else {
            throw .unreadable(path: path, reason: Self.lastReason)
        }
        do {
            if descriptor >= 0 { try Self.take(file, descriptor, path) }
            store = try Self.store(in: file, path)
        } catch {
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static var lastReason: String {
        String(cString: strerror(errno)).lowercased()
    }
}

// MARK: - Whose file it is

extension MembersFile {
    private static func take(_ file: URL, _ descriptor: Int32, _ path: String) throws(Problem) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .open(path: path) }
        let bytes = (try? Data(contentsOf: file)) ?? Data()
        guard let row = firstStrangeRow(bytes) else { return }
        throw row == 1 ? .foreign(path: path) : .damaged(path: path, row: row)
    }

    private static func store(in file: URL, _ path: String) throws(Problem) -> RowLogStore<MemberRecord> {
        do {
            return try RowLogStore(file: file, unique: [.handle])
        } catch .corruptRow(let number, _) {
            throw .damaged(path: path, row: number)
        } catch .inaccessible(let reason) {
            throw .unreadable(path: path, reason: reason)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// The first row that doesn't even begin as the store writes it. The store itself takes whatever stands behind
    /// the last whole row for one that was interrupted, and cuts it away.
    private static func firstStrangeRow(_ bytes: Data) -> Int? {
        guard !bytes.isEmpty else { return nil }
        let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let strange = rows.indices.first { number in
            let row = rows[number]
            guard !row.isEmpty || number == 0 else { return false }
            let isInterrupted = number == rows.count - 1
            return !beginnings.contains { row.starts(with: $0) || isInterrupted && $0.starts(with: row) }
        }
        return strange.map { $0 + 1 }
    }

    private static let beginnings = [
        Data(#"[{"saved":{"record":{"handle":"#.utf8), Data(#"[{"deleted":{"id":"#.utf8),
    ]
}

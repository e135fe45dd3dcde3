import Chapter6Factories
import Foundation
import InMemoryInfrastructure

/// The file in which the members are kept, open to one desk at a time.
struct MembersFile: ~Copyable {
    enum Problem: Error, Hashable {
        case open(path: String)
        case unreadable(path: String, reason: String)
        case damaged(path: String, row: Int)
    }

    let store: RowLogStore<MemberRecord>
    private let descriptor: Int32

    init(_ path: String) throws(Problem) {
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.lastReason) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .open(path: path)
        }
        do {
            store = try RowLogStore(file: file, unique: [.handle])
        } catch {
            close(descriptor)
            switch error {
            case .corruptRow(let number, _): throw .damaged(path: path, row: number)
            default: throw .unreadable(path: path, reason: "\(error)")
            }
        }
    }

    deinit { close(descriptor) }

    private static var lastReason: String {
        String(cString: strerror(errno)).lowercased()
    }
}

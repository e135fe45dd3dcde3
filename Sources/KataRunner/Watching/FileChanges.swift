import Foundation

/// Notices saves by time and size: that works on every file system, shared folders included.
struct FileChanges: Sendable {
    private var seen: [String: Files.Info] = [:]

    /// The paths that are new, gone or different since the last look. The first look notices nothing.
    mutating func look(at current: [String: Files.Info]) -> Set<String> {
        defer { seen = current }
        guard !seen.isEmpty else { return [] }
        let gone = seen.keys.filter { current[$0] == nil }
        let different = current.filter { seen[$0.key] != $0.value }.map(\.key)
        return Set(gone).union(different)
    }
}

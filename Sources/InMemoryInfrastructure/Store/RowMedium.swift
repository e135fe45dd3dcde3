import Foundation

/// What rows are written on.
enum RowMedium: Sendable {
    case memory(Data)
    case file(URL)

    func contents() throws(StoreError) -> Data {
        switch self {
        case .memory(let bytes):
            return bytes
        case .file(let url):
            guard FileManager.default.fileExists(atPath: url.path) else { return Data() }
            return try Self.accessing(url) { try Data(contentsOf: url) }
        }
    }

    func read(_ range: Range<Int>) throws(StoreError) -> Data {
        switch self {
        case .memory(let bytes):
            return bytes.subdata(in: range)
        case .file(let url):
            return try Self.accessing(url) {
                let file = try FileHandle(forReadingFrom: url)
                defer { try? file.close() }
                try file.seek(toOffset: UInt64(range.lowerBound))
                return try file.read(upToCount: range.count) ?? Data()
            }
        }
    }

    /// Cuts away what lies beyond `end`, then writes there. Makes the file if there is none yet.
    mutating func append(_ bytes: Data, at end: Int) throws(StoreError) {
        switch self {
        case .memory(let written):
            self = .memory(written.prefix(end) + bytes)
        case .file(let url):
            if end == 0 && !FileManager.default.fileExists(atPath: url.path) {
                _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            }
            let length = try Self.accessing(url) {
                let file = try FileHandle(forUpdating: url)
                defer { try? file.close() }
                let length = try file.seekToEnd()
                guard length >= UInt64(end) else { return length }
                if length > UInt64(end) { try file.truncate(atOffset: UInt64(end)) }
                try file.seek(toOffset: UInt64(end))
                try file.write(contentsOf: bytes)
                return length
            }
            guard length >= UInt64(end) else {
                throw .inaccessible(
                    reason: "\(url.lastPathComponent) is shorter than when it was last written"
                )
            }
        }
    }

    private static func accessing<Answer>(
        _ url: URL,
        _ work: () throws -> Answer
    ) throws(StoreError) -> Answer {
        do {
            return try work()
        } catch {
            throw .inaccessible(reason: "\(url.lastPathComponent): \(error.localizedDescription)")
        }
    }
}

import Foundation

/// What a zip says of itself at its end (central directory). Nothing is unpacked to find that out.
struct ZipDirectory: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// As it stands there: with slashes, and one at the end of a folder's.
        var name: String
        /// Bytes, as the zip claims.
        var size: Int
        var isLink: Bool
        /// Nil where only the day and the hour of an unknown zone are told, which `localTime` says.
        var modified: Date?
        var localTime: DateComponents
    }

    enum Flaw: Error, Hashable {
        case noZip
        case tooManyEntries
        /// A path in it leads out of the folder that it is unpacked in.
        case leadsOut
        case encrypted
    }

    /// In the order in which they are unpacked.
    var entries: [Entry]

    static let mostEntries = 50_000

    init(of zip: Data) throws(Flaw) {
        var reader = Reader(zip)
        guard let end = Self.end(of: reader) else { throw .noZip }
        reader.place = end + 10
        let count = reader.number(2)
        let size = reader.number(4)
        let start = reader.number(4)
        // Larger ones say it elsewhere (Zip64).
        guard count < 0xFFFF, start < 0xFFFF_FFFF, start + size <= end else {
            throw count == 0xFFFF ? .tooManyEntries : .noZip
        }
        guard count <= Self.mostEntries else { throw .tooManyEntries }
        entries = []
        reader.place = start
        for _ in 0..<count { entries.append(try Self.entry(&reader)) }
    }

    /// The last record, behind which there may be a remark.
    private static func end(of reader: Reader) -> Int? {
        var reader = reader
        for place in stride(from: reader.count - 22, through: max(0, reader.count - 22 - 0xFFFF), by: -1) {
            reader.place = place
            guard reader.number(4) == 0x0605_4B50 else { continue }
            reader.place = place + 20
            if place + 22 + reader.number(2) == reader.count { return place }
        }
        return nil
    }

    private static func entry(_ reader: inout Reader) throws(Flaw) -> Entry {
        guard reader.number(4) == 0x0201_4B50 else { throw .noZip }
        let system = reader.number(2) >> 8
        reader.place += 2
        let flags = reader.number(2)
        reader.place += 2
        let time = reader.number(2)
        let day = reader.number(2)
        reader.place += 8
        let size = reader.number(4)
        let (nameLength, extraLength, remarkLength) = (reader.number(2), reader.number(2), reader.number(2))
        reader.place += 4
        let attributes = reader.number(4)
        reader.place += 4
        guard let name = reader.bytes(nameLength), let extra = reader.bytes(extraLength),
            reader.bytes(remarkLength) != nil
        else { throw .noZip }
        guard flags & 1 == 0 else { throw .encrypted }
        let path = String(decoding: name, as: UTF8.self)
        guard !leadsOut(path) else { throw .leadsOut }
        return Entry(
            name: path,
            size: size,
            // Those that were made on Unix tell the kind of a file.
            isLink: system == 3 && attributes >> 16 & 0xF000 == 0xA000,
            modified: modified(in: extra),
            localTime: DateComponents(
                year: 1980 + day >> 9,
                month: day >> 5 & 15,
                day: day & 31,
                hour: time >> 11,
                minute: time >> 5 & 63,
                second: (time & 31) * 2
            )
        )
    }

    private static func leadsOut(_ path: String) -> Bool {
        path.isEmpty || path.hasPrefix("/") || path.contains("\\") || path.contains("\0")
            || path.split(separator: "/").contains("..") || path.dropFirst().first == ":"
    }

    /// Seconds since 1970 in a field of its own (extended timestamp).
    private static func modified(in extra: Data) -> Date? {
        var reader = Reader(extra)
        while reader.place + 4 <= reader.count {
            let (kind, length) = (reader.number(2), reader.number(2))
            let next = reader.place + length
            if kind == 0x5455, length >= 5 {
                let flags = reader.number(1)
                let seconds = reader.number(4)
                return flags & 1 == 1 ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
            }
            reader.place = next
        }
        return nil
    }

    /// Little numbers come first. Behind the end there are zeros.
    private struct Reader {
        private let data: Data
        var place = 0

        init(_ data: Data) {
            self.data = data
        }

        var count: Int { data.count }

        mutating func number(_ length: Int) -> Int {
            defer { place += length }
            guard place >= 0, place + length <= count else { return 0 }
            return (0..<length).reduce(0) { $0 | Int(data[data.startIndex + place + $1]) << (8 * $1) }
        }

        mutating func bytes(_ length: Int) -> Data? {
            guard place >= 0, place + length <= count else { return nil }
            defer { place += length }
            return data.dropFirst(place).prefix(length)
        }
    }
}

extension ZipDirectory {
    /// The Swift files of these chapters, as somebody's exercises hold them.
    func exercises(of chapters: Set<String>) -> [Entry] {
        entries.filter { entry in
            let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard entry.name.hasSuffix(".swift"), parts.count <= 12,
                let chapter = parts.dropLast().firstIndex(where: chapters.contains)
            else { return false }
            return !parts.contains { $0.isEmpty || $0.hasPrefix(".") || $0 == "__MACOSX" }
                && !parts[..<chapter].contains { ["Solutions", "Tests"].contains($0) }
        }
    }
}

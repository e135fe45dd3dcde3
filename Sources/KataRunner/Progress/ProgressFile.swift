import Foundation

/// `.kata/progress.json`: readable, ordered, versioned, written in one step, never overwritten when damaged.
struct ProgressFile: Sendable {
    static let name = ".kata/progress.json"
    static let lock = ".kata/lock"

    let workbook: Workbook

    enum Trouble: Error, Hashable {
        case damaged
        case fromNewerVersion(Int)
    }

    /// Nothing yet is empty progress, and no trouble.
    func load() throws(Trouble) -> Progress {
        guard let data = workbook.data(Self.name) else {
            if workbook.files.exists(workbook.path(Self.name)) { throw .damaged }
            return Progress()
        }
        return try Self.decode(data)
    }

    static func decode(_ data: Data) throws(Trouble) -> Progress {
        struct Version: Decodable { var formatVersion: Int }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let version = try? decoder.decode(Version.self, from: data) else { throw .damaged }
        guard version.formatVersion <= Progress.currentFormat else {
            throw .fromNewerVersion(version.formatVersion)
        }
        guard let progress = try? decoder.decode(Progress.self, from: data) else { throw .damaged }
        return progress
    }

    static func encode(_ progress: Progress) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(progress)) ?? Data("{}".utf8)
        return data + Data("\n".utf8)
    }

    /// Moves a file that can't be read out of the way. The answer is its new name.
    func setAside(at now: Date) throws(Complaint) -> String {
        var name = "\(Self.name).damaged-\(now.fileStamp)"
        var count = 1
        while workbook.files.exists(workbook.path(name)) {
            count += 1
            name = "\(Self.name).damaged-\(now.fileStamp)-\(count)"
        }
        do {
            try workbook.files.move(workbook.path(Self.name), workbook.path(name))
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
        return name
    }

    /// Changes what is in the file now, which another runner may have written a moment ago.
    func update(at now: Date, _ change: (inout Progress) -> Void) throws(Complaint) {
        do {
            try workbook.files.makeFolder(workbook.path(".kata"))
            // Another runner writes for a moment only; one that hangs must not keep this one waiting for ever.
            let hadItsTurn = try workbook.files.locked(workbook.path(Self.lock), { $0 < 5 }) {
                var progress: Progress
                do {
                    progress = try load()
                } catch {
                    _ = try setAside(at: now)
                    progress = Progress()
                }
                change(&progress)
                try workbook.files.update(workbook.path(Self.name), to: Self.encode(progress))
            }
            if !hadItsTurn { throw workbook.cannotWrite(Self.name) }
        } catch let complaint as Complaint {
            throw complaint
        } catch is CancellationError {
            throw .interrupted
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
    }
}

extension Date {
    /// «20261120-200105», in UTC, for names of files.
    var fileStamp: String {
        let parts = parts(in: .gmt)
        return parts.day.joined() + "-" + parts.time.joined()
    }

    /// «2026-11-20»
    func day(in timeZone: TimeZone) -> String {
        parts(in: timeZone).day.joined(separator: "-")
    }

    private func parts(in timeZone: TimeZone) -> (day: [String], time: [String]) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: self)
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return (
            ["\(parts.year ?? 0)", two(parts.month), two(parts.day)],
            [two(parts.hour), two(parts.minute), two(parts.second)]
        )
    }
}

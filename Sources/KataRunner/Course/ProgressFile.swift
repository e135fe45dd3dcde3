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

    /// What a file says, and the names of what in it can't be read.
    struct Reading: Hashable {
        var progress: LearnerProgress
        var odd: [String] = []
    }

    /// Why a part of the file is not in use.
    enum Notice: Hashable {
        case damaged(setAsideAs: String)
        /// The rest is in use. The copy is the file as it was.
        case odd([String], copy: String)
        /// It is left alone: nothing is written.
        case fromNewerVersion(Int)
    }

    /// Nothing yet is empty progress, and no trouble.
    func load() throws(Trouble) -> LearnerProgress { try read().progress }

    private func read() throws(Trouble) -> Reading {
        guard let data = workbook.data(Self.name) else {
            if workbook.files.exists(workbook.path(Self.name)) { throw .damaged }
            return Reading(progress: LearnerProgress())
        }
        return try Self.decode(data)
    }

    /// Each record is read on its own: an odd value costs no other kata its verdict.
    static func decode(_ data: Data) throws(Trouble) -> Reading {
        struct Version: Decodable { var formatVersion: Int }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let version = try? decoder.decode(Version.self, from: data) else { throw .damaged }
        guard version.formatVersion <= LearnerProgress.currentFormat else {
            throw .fromNewerVersion(version.formatVersion)
        }
        guard let file = try? decoder.decode(Loose.self, from: data) else { throw .damaged }
        let sound = file.katas.compactMapValues(\.value).filter { $0.value.isSound }
        var reading = Reading(
            progress: LearnerProgress(
                katas: sound,
                current: file.current?.value,
                presented: file.presented?.value
            )
        )
        reading.odd = file.katas.keys.filter { sound[$0] == nil }.sorted()
        if let current = file.current, current.value == nil { reading.odd.append("current") }
        if let presented = file.presented, presented.value == nil { reading.odd.append("presented") }
        return reading
    }

    private struct Loose: Decodable {
        var katas: [String: Attempt<LearnerProgress.Record>]
        var current: Attempt<String>?
        var presented: Attempt<[String]>?
    }

    /// What may be there and yet be of no use.
    private struct Attempt<Value: Decodable>: Decodable {
        var value: Value?

        init(from decoder: any Decoder) {
            value = try? Value(from: decoder)
        }
    }

    static func encode(_ progress: LearnerProgress) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(progress)) ?? Data("{}".utf8)
        return data + Data("\n".utf8)
    }

    /// What is in the file, and why not all of it is in use. What can't be read is out of it then.
    func open(at now: Date) throws(Complaint) -> (progress: LearnerProgress, notice: Notice?) {
        if let reading = try? read(), reading.odd.isEmpty { return (reading.progress, nil) }
        var progress = LearnerProgress()
        let notice = try update(at: now) { progress = $0 }
        return (progress, notice)
    }

    /// Moves a file that can't be read out of the way, and copies one that can be read in parts.
    private func mended(at now: Date) throws(Complaint) -> (progress: LearnerProgress, notice: Notice?) {
        do {
            let reading = try read()
            guard !reading.odd.isEmpty else { return (reading.progress, nil) }
            return (reading.progress, .odd(reading.odd, copy: try copy(at: now)))
        } catch let trouble as Trouble {
            switch trouble {
            case .damaged: return (LearnerProgress(), .damaged(setAsideAs: try setAside(at: now)))
            case .fromNewerVersion(let version): return (LearnerProgress(), .fromNewerVersion(version))
            }
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
    }

    /// The answer is its new name.
    func setAside(at now: Date) throws(Complaint) -> String {
        let name = nameAside(at: now)
        do {
            try workbook.files.move(workbook.path(Self.name), workbook.path(name))
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
        return name
    }

    private func copy(at now: Date) throws(Complaint) -> String {
        let name = nameAside(at: now)
        do {
            try workbook.files.write(workbook.data(Self.name) ?? Data(), workbook.path(name))
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
        return name
    }

    private func nameAside(at now: Date) -> String {
        var name = "\(Self.name).damaged-\(now.fileStamp)"
        var count = 1
        while workbook.files.exists(workbook.path(name)) {
            count += 1
            name = "\(Self.name).damaged-\(now.fileStamp)-\(count)"
        }
        return name
    }

    /// Changes what is in the file now, which another runner may have written a moment ago. A file that a newer
    /// runner has written stays as it is.
    @discardableResult
    func update(at now: Date, _ change: (inout LearnerProgress) -> Void) throws(Complaint) -> Notice? {
        var told: Notice?
        do {
            try workbook.files.makeFolder(workbook.path(".kata"))
            // Another runner writes only for a moment; one that hangs must not keep this one waiting for ever.
            let hadItsTurn = try workbook.files.locked(workbook.path(Self.lock), { $0 < 5 }) {
                var (progress, notice) = try mended(at: now)
                told = notice
                if case .fromNewerVersion = notice { return }
                change(&progress)
                try workbook.files.update(workbook.path(Self.name), to: Self.encode(progress))
            }
            if !hadItsTurn { throw workbook.cannotWrite(Self.name) }
            return told
        } catch let complaint as Complaint {
            throw complaint
        } catch {
            throw workbook.cannotWrite(Self.name)
        }
    }
}

extension LearnerProgress.Record {
    /// No count is below zero, or beyond what anybody could do.
    fileprivate var isSound: Bool {
        [attempts, hints, hintsShown ?? 0].allSatisfy { (0..<1_000_000).contains($0) }
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

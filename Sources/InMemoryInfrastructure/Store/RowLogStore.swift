import Foundation

/// A store that writes each commit as one more row of JSON, and never changes a row.
///
/// It keeps no records, only where they stand: each read decodes the row again. The rows live in memory or in
/// a file; a log opened on rows that were written before holds what was saved. One store at a time may have a
/// file open.
public actor RowLogStore<Record: Storable>: Store {
    /// Where a record stands: the row of its last commit, and its place among that row's steps.
    private struct Place {
        let row: RowLog.Row
        let step: Int
    }

    private var index: Index<Record>
    private var log: RowLog
    private var places: [Record.ID: Place] = [:]

    /// - Parameter rows: what another log in memory has written.
    public init(rows: Data, unique keys: [UniqueKey<Record>] = []) throws(StoreError) {
        try self.init(RowLog(.memory(Data(rows))), keys)
    }

    /// - Parameter file: read now if it is there, made on the first write if it is not.
    public init(file: URL, unique keys: [UniqueKey<Record>] = []) throws(StoreError) {
        try self.init(RowLog(.file(file)), keys)
    }

    private init(_ log: RowLog, _ keys: [UniqueKey<Record>]) throws(StoreError) {
        self.log = log
        (index, places) = try Self.replay(log, keys)
    }

    /// All bytes written so far.
    public var rows: Data {
        get throws(StoreError) { try log.contents }
    }
}

// MARK: - Store

extension RowLogStore {
    public func find(_ id: Record.ID) throws(StoreError) -> Versioned<Record>? {
        guard let place = places[id] else { return nil }
        return try Self.pick(id, at: place, from: Self.decode(place.row, of: log))
    }

    public func find(by key: UniqueKey<Record>, _ value: String) throws(StoreError) -> Versioned<Record>? {
        guard let id = try index.owner(of: key, value) else { return nil }
        return try find(id)
    }

    public func all() throws(StoreError) -> [Versioned<Record>] {
        var found: [Versioned<Record>] = []
        var decoded: [Int: [Step<Record>]] = [:]
        for id in index.ids {
            guard let place = places[id] else { continue }
            let number = place.row.number
            let steps = if let known = decoded[number] { known } else { try Self.decode(place.row, of: log) }
            decoded[number] = steps
            found.append(try Self.pick(id, at: place, from: steps))
        }
        return found
    }

    @discardableResult
    public func commit(_ changes: [Change<Record>]) throws(StoreError) -> [Int?] {
        var next = index
        let steps = try next.apply(changes)
        let done = steps.compactMap(\.self)
        if !done.isEmpty {
            let row = try log.append(Self.encode(done))
            Self.note(done, in: row, &places)
        }
        index = next
        return steps.map { $0?.version }
    }
}

// MARK: - Rows

extension RowLogStore {
    /// Repeats the rows. A row that the index refuses was not written by a store with these keys.
    private static func replay(
        _ log: RowLog,
        _ keys: [UniqueKey<Record>]
    ) throws(StoreError) -> (Index<Record>, [Record.ID: Place]) {
        var index = Index(rules: keys)
        var places: [Record.ID: Place] = [:]
        for row in log.rows {
            let steps = try decode(row, of: log)
            let repeated: [Step<Record>?]
            do {
                repeated = try index.apply(steps.map(\.change))
            } catch {
                throw .corruptRow(number: row.number, reason: "\(error)")
            }
            guard repeated.map({ $0?.version }) == steps.map(\.version) else {
                throw .corruptRow(number: row.number, reason: "a version does not follow the one before it")
            }
            note(steps, in: row, &places)
        }
        return (index, places)
    }

    private static func pick(
        _ id: Record.ID,
        at place: Place,
        from steps: [Step<Record>]
    ) throws(StoreError) -> Versioned<Record> {
        guard steps.indices.contains(place.step), case .saved(let record, let version) = steps[place.step],
            record.id == id
        else { throw .corruptRow(number: place.row.number, reason: "it no longer holds \(id)") }
        return Versioned(record: record, version: version)
    }

    private static func note(_ steps: [Step<Record>], in row: RowLog.Row, _ places: inout [Record.ID: Place])
    {
        for (number, step) in steps.enumerated() {
            switch step {
            case .saved(let record, _): places[record.id] = Place(row: row, step: number)
            case .deleted(let id, _): places[id] = nil
            }
        }
    }

    private static func decode(_ row: RowLog.Row, of log: RowLog) throws(StoreError) -> [Step<Record>] {
        let bytes = try log.bytes(of: row)
        do {
            return try JSONDecoder().decode([Step<Record>].self, from: bytes)
        } catch {
            throw .corruptRow(number: row.number, reason: "\(error)")
        }
    }

    private static func encode(_ steps: [Step<Record>]) throws(StoreError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(steps)
        } catch {
            throw .inaccessible(reason: "a record cannot be written down: \(error)")
        }
    }
}

extension Step {
    fileprivate var change: Change<Record> {
        switch self {
        case .saved(let record, _): .save(record)
        case .deleted(let id, _): .delete(id)
        }
    }
}

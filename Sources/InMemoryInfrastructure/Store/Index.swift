/// What all stores promise, written once: which ids and keys are taken, at which version, in what order.
///
/// It holds no records. A backend tries its changes on a copy of its index, writes what comes of them in its
/// own way, and then keeps the copy: a refusal at any point leaves everything as it was.
struct Index<Record: Storable>: Sendable {
    private struct Entry {
        let place: Int
        var version: Int
        var keys: [String: String]
    }

    private let rules: [UniqueKey<Record>]
    private var entries: [Record.ID: Entry] = [:]
    private var owners: [String: [String: Record.ID]]
    private var graves: [Record.ID: Int] = [:]
    private var insertions = 0

    init(rules: [UniqueKey<Record>]) {
        self.rules = rules
        owners = Dictionary(rules.map { ($0.name, [:]) }, uniquingKeysWith: { first, _ in first })
    }
}

// MARK: - Asking

extension Index {
    /// In the order of insertion.
    var ids: [Record.ID] {
        entries.sorted { $0.value.place < $1.value.place }.map(\.key)
    }

    func version(of id: Record.ID) -> Int? {
        entries[id]?.version
    }

    func owner(of key: UniqueKey<Record>, _ value: String) throws(StoreError) -> Record.ID? {
        guard let owners = owners[key.name] else { throw .unknownKey(name: key.name) }
        return owners[value]
    }
}

// MARK: - Changing

extension Index {
    mutating func apply(_ changes: [Change<Record>]) throws(StoreError) -> [Step<Record>?] {
        var steps: [Step<Record>?] = []
        for change in changes { steps.append(try apply(change)) }
        return steps
    }

    private mutating func apply(_ change: Change<Record>) throws(StoreError) -> Step<Record>? {
        switch change {
        case .insert(let record):
            guard entries[record.id] == nil else { throw .idTaken(id: "\(record.id)") }
            return try put(record)
        case .save(let record, let expected):
            let found = version(of: record.id)
            if let expected, expected != found {
                throw .versionConflict(id: "\(record.id)", expected: expected, found: found)
            }
            return try put(record)
        case .delete(let id):
            guard let entry = entries.removeValue(forKey: id) else { return nil }
            for (name, value) in entry.keys { owners[name]?[value] = nil }
            graves[id] = entry.version + 1
            return .deleted(id: id, version: entry.version + 1)
        }
    }

    private mutating func put(_ record: Record) throws(StoreError) -> Step<Record> {
        var keys: [String: String] = [:]
        for rule in rules {
            guard let value = rule.value(record) else { continue }
            if let owner = owners[rule.name]?[value], owner != record.id {
                throw .keyTaken(name: rule.name, value: value)
            }
            keys[rule.name] = value
        }
        let before = entries[record.id]
        for (name, value) in before?.keys ?? [:] { owners[name]?[value] = nil }
        for (name, value) in keys { owners[name]?[value] = record.id }

        let version = (before?.version ?? graves.removeValue(forKey: record.id) ?? 0) + 1
        if before == nil { insertions += 1 }
        entries[record.id] = Entry(place: before?.place ?? insertions, version: version, keys: keys)
        return .saved(record: record, version: version)
    }
}

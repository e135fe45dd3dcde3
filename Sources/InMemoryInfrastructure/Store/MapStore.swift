/// A store that is a map of copies.
public actor MapStore<Record: Storable>: Store {
    private var index: Index<Record>
    private var records: [Record.ID: Record] = [:]

    public init(unique keys: [UniqueKey<Record>] = []) {
        index = Index(rules: keys)
    }

    public func find(_ id: Record.ID) -> Versioned<Record>? {
        guard let record = records[id], let version = index.version(of: id) else { return nil }
        return Versioned(record: record, version: version)
    }

    public func find(by key: UniqueKey<Record>, _ value: String) throws(StoreError) -> Versioned<Record>? {
        try index.owner(of: key, value).flatMap(find)
    }

    public func all() -> [Versioned<Record>] {
        index.ids.compactMap(find)
    }

    @discardableResult
    public func commit(_ changes: [Change<Record>]) throws(StoreError) -> [Int?] {
        var next = index
        let steps = try next.apply(changes)
        for step in steps {
            switch step {
            case .saved(let record, _): records[record.id] = record
            case .deleted(let id, _): records[id] = nil
            case nil: break
            }
        }
        index = next
        return steps.map { $0?.version }
    }
}

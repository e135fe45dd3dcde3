/// A call to a store, as an interceptor sees it.
public enum StoreCall<ID: Hashable & Sendable>: Hashable, Sendable {
    case find(ID)
    case findByKey(name: String, value: String)
    case all
    case insert(ID)
    case save(ID)
    case delete(ID)
    /// No change, or more than one.
    case commit([StoreCall])

    public var operation: StoreOperation {
        switch self {
        case .find: .find
        case .findByKey: .findByKey
        case .all: .all
        case .insert: .insert
        case .save: .save
        case .delete: .delete
        case .commit: .commit
        }
    }

    init<Record: Storable>(_ changes: [Change<Record>]) where Record.ID == ID {
        let calls = changes.map { change -> StoreCall in
            switch change {
            case .insert(let record): .insert(record.id)
            case .save(let record, _): .save(record.id)
            case .delete(let id): .delete(id)
            }
        }
        self = if let only = calls.first, calls.count == 1 { only } else { .commit(calls) }
    }
}

/// The operation of a call, whatever its record.
public enum StoreOperation: String, Hashable, Sendable, CaseIterable {
    case find, findByKey, all, insert, save, delete, commit
}

/// Keeps records by their id, in memory or in a file.
///
/// A store knows nothing of the rules of the domain; what it guarantees are ids, unique keys and versions.
/// Versions count from 1, and a record that is deleted and inserted again goes on counting, so that nobody
/// can mistake it for the one they had read.
public protocol Store<Record>: Sendable {
    associatedtype Record: Storable

    func find(_ id: Record.ID) async throws(StoreError) -> Versioned<Record>?

    func find(by key: UniqueKey<Record>, _ value: String) async throws(StoreError) -> Versioned<Record>?

    /// Everything, in the order of insertion.
    func all() async throws(StoreError) -> [Versioned<Record>]

    /// Makes all changes in order, or none. Nobody sees a part of them.
    ///
    /// - Returns: The version after each change; nil if there was nothing to delete.
    @discardableResult
    func commit(_ changes: [Change<Record>]) async throws(StoreError) -> [Int?]
}

extension Store {
    /// Adds a new record, and refuses a taken id: asking and writing are one step.
    @discardableResult
    public func insert(_ record: Record) async throws(StoreError) -> Int {
        try await version(after: .insert(record))
    }

    /// Adds or replaces a record; with `expecting`, replaces only that version.
    @discardableResult
    public func save(_ record: Record, expecting version: Int? = nil) async throws(StoreError) -> Int {
        try await self.version(after: .save(record, expecting: version))
    }

    /// - Returns: Whether there was a record to delete. If not, that is no error.
    @discardableResult
    public func delete(_ id: Record.ID) async throws(StoreError) -> Bool {
        try await commit([.delete(id)]).first.flatMap(\.self) != nil
    }

    private func version(after change: Change<Record>) async throws(StoreError) -> Int {
        try await commit([change]).first.flatMap(\.self) ?? 0
    }
}

/// Stands at the way in of a call, and answers what stands at its way out: both know of the same call.
public typealias StoreInterceptor<ID: Hashable & Sendable> =
    @Sendable (_ call: StoreCall<ID>) async throws(StoreError) -> AfterStoreCall

/// Stands at the way out of a call that was not refused, and is told how many records it has read.
public typealias AfterStoreCall = @Sendable (_ rows: Int) async throws(StoreError) -> Void

/// A store at whose doors somebody stands: to count, to write down, to hold back or to fail a call.
struct InterceptedStore<Base: Store>: Store {
    typealias Record = Base.Record

    private let base: Base
    private let interceptor: StoreInterceptor<Record.ID>

    init(_ base: Base, _ interceptor: @escaping StoreInterceptor<Record.ID>) {
        self.base = base
        self.interceptor = interceptor
    }

    func find(_ id: Record.ID) async throws(StoreError) -> Versioned<Record>? {
        let after = try await interceptor(.find(id))
        let found = try await base.find(id)
        try await after(found == nil ? 0 : 1)
        return found
    }

    func find(
        by key: UniqueKey<Record>,
        _ value: String
    ) async throws(StoreError) -> Versioned<Record>? {
        let after = try await interceptor(.findByKey(name: key.name, value: value))
        let found = try await base.find(by: key, value)
        try await after(found == nil ? 0 : 1)
        return found
    }

    func all() async throws(StoreError) -> [Versioned<Record>] {
        let after = try await interceptor(.all)
        let found = try await base.all()
        try await after(found.count)
        return found
    }

    @discardableResult
    func commit(_ changes: [Change<Record>]) async throws(StoreError) -> [Int?] {
        let after = try await interceptor(StoreCall(changes))
        let versions = try await base.commit(changes)
        try await after(0)
        return versions
    }
}

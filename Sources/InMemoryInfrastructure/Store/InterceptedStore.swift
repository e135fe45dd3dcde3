/// Runs before a call, and returns what runs after it: both know the same call.
public typealias StoreInterceptor<ID: Hashable & Sendable> =
    @Sendable (_ call: StoreCall<ID>) async throws(StoreError) -> AfterStoreCall

/// Runs after a call that was not refused, and learns how many records the call has read.
public typealias AfterStoreCall = @Sendable (_ rows: Int) async throws(StoreError) -> Void

/// A store with an interceptor, which counts calls, notes them, holds them back or makes them fail.
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

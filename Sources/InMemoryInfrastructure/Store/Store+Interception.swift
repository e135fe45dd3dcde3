extension Store {
    public func intercepted(by interceptor: @escaping StoreInterceptor<Record.ID>) -> some Store<Record> {
        InterceptedStore(self, interceptor)
    }

    public func intercepted(
        before: @escaping @Sendable (_ call: StoreCall<Record.ID>) async throws(StoreError) -> Void
    ) -> some Store<Record> {
        intercepted { call async throws(StoreError) in
            try await before(call)
            return { _ in }
        }
    }

    public func intercepted(
        after:
            @escaping @Sendable (_ call: StoreCall<Record.ID>, _ rows: Int) async throws(StoreError) -> Void
    ) -> some Store<Record> {
        intercepted { call in { rows async throws(StoreError) in try await after(call, rows) } }
    }
}

// MARK: - Interceptors

extension Store {
    /// Fails the calls that the plan names; a plan `of: "save"` counts calls of `save` alone.
    public func failing(by plan: FaultPlan) -> some Store<Record> {
        intercepted { call async throws(StoreError) in
            let passage = try plan.enterStore(call.operation.rawValue)
            return { _ throws(StoreError) in try passage.leaveStore() }
        }
    }

    /// Writes down each call as it comes in.
    public func recorded(by recorder: CallRecorder<StoreCall<Record.ID>>) -> some Store<Record> {
        intercepted(before: { call in recorder.record(call) })
    }

    /// Lets callers meet once they hold their answers, so that each answer is stale before it is used.
    public func meeting(
        at rendezvous: Rendezvous,
        after operations: Set<StoreOperation> = [.find, .findByKey, .all]
    ) -> some Store<Record> {
        intercepted(after: { call, _ in
            if operations.contains(call.operation) { await rendezvous.meet() }
        })
    }

    /// Does what is asked, and holds the reply back until the gate releases it.
    public func held(
        at gate: ManualGate,
        after operations: Set<StoreOperation> = Set(StoreOperation.allCases)
    ) -> some Store<Record> {
        intercepted(after: { call, _ async throws(StoreError) in
            guard operations.contains(call.operation) else { return }
            do throws(CancellationError) { try await gate.pass() } catch { throw .cancelled }
        })
    }

    /// Charges each record that is read to the budget.
    public func charged(to budget: RowBudget) -> some Store<Record> {
        intercepted(after: { _, rows in budget.spend(rows) })
    }
}

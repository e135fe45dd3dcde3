import Synchronization

/// The fault that a test asked for.
public struct InjectedFault: Error, Hashable, Sendable {
    public let call: Int

    public init(call: Int) {
        self.call = call
    }
}

/// Makes the nth call fail, before or after it has done its work.
///
/// A double does its work inside the plan:
///
/// ```swift
/// try faults.around("save") { rows.append(row) }
/// ```
///
/// A call gets its number on the way in and keeps it until it leaves, so the plan holds for concurrent
/// callers too. `store.failing(by: plan)` gives a store a plan.
public final class FaultPlan: Sendable {
    public enum Moment: Hashable, Sendable {
        case beforeWrite
        /// The work is done, but its caller never learns about it.
        case afterWrite
    }

    private let failing: [Int: Moment]
    private let operation: String?
    private let entered = Mutex(0)

    /// - Parameters:
    ///   - failing: which calls fail, counted from 1.
    ///   - operation: which calls count; all if nil.
    public init(failing: [Int: Moment] = [:], of operation: String? = nil) {
        self.failing = failing
        self.operation = operation
    }

    public static func failing(
        call: Int,
        _ moment: Moment = .beforeWrite,
        of operation: String? = nil
    ) -> FaultPlan {
        FaultPlan(failing: [call: moment], of: operation)
    }

    /// How many calls have counted so far.
    public var calls: Int { entered.withLock { $0 } }

    public func around<Answer>(_ operation: String? = nil, _ work: () throws -> Answer) throws -> Answer {
        let passage = try enter(operation)
        let answer = try work()
        try passage.leave()
        return answer
    }

    nonisolated(nonsending) public func around<Answer>(
        _ operation: String? = nil,
        _ work: nonisolated(nonsending) () async throws -> Answer
    ) async throws -> Answer {
        let passage = try enter(operation)
        let answer = try await work()
        try passage.leave()
        return answer
    }
}

extension FaultPlan {
    /// One call on its way through the plan.
    struct Passage: Sendable {
        fileprivate let fault: InjectedFault?

        func leave() throws(InjectedFault) {
            if let fault { throw fault }
        }
    }

    func enter(_ operation: String?) throws(InjectedFault) -> Passage {
        guard self.operation == nil || self.operation == operation else { return Passage(fault: nil) }
        let call = entered.withLock { entered -> Int in
            entered += 1
            return entered
        }
        switch failing[call] {
        case .beforeWrite: throw InjectedFault(call: call)
        case .afterWrite: return Passage(fault: InjectedFault(call: call))
        case nil: return Passage(fault: nil)
        }
    }
}

// MARK: - Around stores

extension FaultPlan {
    func enterStore(_ operation: String) throws(StoreError) -> Passage {
        do throws(InjectedFault) { return try enter(operation) } catch { throw .injected(error) }
    }
}

extension FaultPlan.Passage {
    func leaveStore() throws(StoreError) {
        do throws(InjectedFault) { try leave() } catch { throw .injected(error) }
    }
}

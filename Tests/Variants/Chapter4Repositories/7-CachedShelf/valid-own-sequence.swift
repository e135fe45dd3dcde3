// A sequence of its own, which works in `next()`; whoever waits for a call waits at a continuation.

import Foundation
import Moa

/// What stands where, as readers ask for it at the tablet.
protocol ShelfGuide: Sendable {
    associatedtype Answers: AsyncSequence where Answers.Element == Bay

    /// What stands in the bay: one answer, or a better one after it.
    func answers(about code: BayCode) async -> Answers

    /// From now on, this is what stands in the bay.
    func save(_ bay: Bay) async throws
}

/// Answers from the copies on the tablet, and then from the catalogue.
struct CachedShelf: ShelfGuide {
    private let sources: Sources

    init(
        catalogue: any BayCatalogue,
        copies: any BayCopies,
        maximumAge: TimeInterval,
        now: @escaping @Sendable () -> Date
    ) {
        sources = Sources(catalogue: catalogue, copies: copies, maximumAge: maximumAge, now: now)
    }

    func answers(about code: BayCode) -> BayAnswers {
        BayAnswers(code: code, sources: sources)
    }

    func save(_ bay: Bay) async throws {
        try await sources.save(bay)
    }
}

/// The work is done where somebody asks for the next answer, so it is cancelled with whoever asks.
struct BayAnswers: AsyncSequence {
    fileprivate let code: BayCode
    fileprivate let sources: Sources

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum Step {
            case copy
            case catalogue(shown: Bay?)
            case end
        }

        fileprivate let code: BayCode
        fileprivate let sources: Sources
        fileprivate var step = Step.copy

        mutating func next() async throws -> Bay? {
            if case .copy = step {
                let copy = await sources.recentCopy(of: code)
                step = .catalogue(shown: copy)
                if let copy { return copy }
            }
            guard case .catalogue(let shown) = step else { return nil }
            step = .end
            let bay = try await sources.bay(code)
            return bay == shown ? nil : bay
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(code: code, sources: sources)
    }
}

/// One call a bay, for everybody who waits: each waits at a continuation of their own.
private actor Sources {
    private final class Call {
        var task: Task<Void, Never>?
        var waiting: [UUID: CheckedContinuation<Bay, any Error>] = [:]
    }

    private let catalogue: any BayCatalogue
    private let copies: any BayCopies
    private let maximumAge: TimeInterval
    private let now: @Sendable () -> Date
    private var calls: [BayCode: Call] = [:]
    private var outdated: [UUID: Call] = [:]

    init(
        catalogue: any BayCatalogue,
        copies: any BayCopies,
        maximumAge: TimeInterval,
        now: @escaping @Sendable () -> Date
    ) {
        self.catalogue = catalogue
        self.copies = copies
        self.maximumAge = maximumAge
        self.now = now
    }

    func recentCopy(of code: BayCode) async -> Bay? {
        guard let copy = try? await copies.copy(of: code) else { return nil }
        return copy.keptAt.addingTimeInterval(maximumAge) >= now() ? copy.bay : nil
    }

    func save(_ bay: Bay) async throws {
        try await catalogue.save(bay)
        if let call = calls.removeValue(forKey: bay.code) { outdated[UUID()] = call }
        try? await copies.keep(BayCopy(bay: bay, keptAt: now()))
    }

    func bay(_ code: BayCode) async throws -> Bay {
        let reader = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                let call = calls[code] ?? begin(code)
                call.waiting[reader] = continuation
            }
        } onCancel: {
            Task { await self.leave(reader) }
        }
    }

    private func begin(_ code: BayCode) -> Call {
        let call = Call()
        calls[code] = call
        call.task = Task {
            do {
                let bay = try await catalogue.bay(code)
                end(call, of: code, with: .success(bay))
                if !outdated.values.contains(where: { $0 === call }) {
                    try? await copies.keep(BayCopy(bay: bay, keptAt: now()))
                }
            } catch {
                end(call, of: code, with: .failure(error))
            }
        }
        return call
    }

    private func end(_ call: Call, of code: BayCode, with result: Result<Bay, any Error>) {
        if calls[code] === call { calls[code] = nil }
        for reader in call.waiting.values { reader.resume(with: result) }
        call.waiting = [:]
    }

    private func leave(_ reader: UUID) {
        for call in Array(calls.values) + Array(outdated.values) {
            guard let continuation = call.waiting.removeValue(forKey: reader) else { continue }
            continuation.resume(throwing: CancellationError())
            guard call.waiting.isEmpty else { return }
            call.task?.cancel()
            for (code, current) in calls where current === call { calls[code] = nil }
        }
    }
}

// MARK: - Given

/// Where in the shelf: «A-03» is the third bay of shelf A.
struct BayCode: Hashable, Sendable {
    let text: String
}

/// What stands in a bay, from left to right. A bay in which nothing stands is empty, and still a bay.
struct Bay: Hashable, Sendable {
    let code: BayCode
    var titles: [String]
}

/// The town's catalogue: what really stands in each bay. It is far away, and sometimes out of reach.
protocol BayCatalogue: Sendable {
    func bay(_ code: BayCode) async throws -> Bay
    func save(_ bay: Bay) async throws
}

/// Copies on the tablet of what the catalogue has answered.
protocol BayCopies: Sendable {
    /// The copy that was kept last of this bay, or nil.
    func copy(of code: BayCode) async throws -> BayCopy?

    /// Keeps the copy in the place of the one that was kept of this bay.
    func keep(_ copy: BayCopy) async throws
}

/// A bay as it was known at some moment.
struct BayCopy: Hashable, Sendable {
    let bay: Bay
    let keptAt: Date
}

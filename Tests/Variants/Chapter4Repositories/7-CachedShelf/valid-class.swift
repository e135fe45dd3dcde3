// A final class with a lock.

import Foundation
import Moa
import Synchronization

/// What stands where, as readers ask for it at the tablet.
protocol ShelfGuide: Sendable {
    associatedtype Answers: AsyncSequence where Answers.Element == Bay

    /// What stands in the bay: one answer, or a better one after it.
    func answers(about code: BayCode) async -> Answers

    /// From now on, this is what stands in the bay.
    func save(_ bay: Bay) async throws
}

/// Answers from the copies on the tablet, and then from the catalogue.
///
/// Who is on the line, and how many wait, stands behind one lock.
final class CachedShelf: ShelfGuide {
    private let catalogue: any BayCatalogue
    private let copies: any BayCopies
    private let maximumAge: TimeInterval
    private let now: @Sendable () -> Date

    private struct Board {
        var calls: [Question: Call] = [:]
        var saves: [BayCode: Int] = [:]
    }

    private let board = Mutex(Board())

    /// Why the number of saves: who asks after a save must not be answered with what was asked before it.
    private struct Question: Hashable {
        let code: BayCode
        let savesBefore: Int
    }

    /// A call to the catalogue that is under way, and how many wait for it.
    private struct Call {
        let reply: Task<Bay, any Error>
        var listeners: Int
    }

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

    func answers(about code: BayCode) -> AsyncThrowingStream<Bay, any Error> {
        AsyncThrowingStream { answers in
            let walk = Task {
                do {
                    let kept = await recentCopy(of: code)
                    if let kept { answers.yield(kept) }
                    let fresh = try await freshBay(code)
                    if fresh != kept { answers.yield(fresh) }
                    answers.finish()
                } catch {
                    answers.finish(throwing: error)
                }
            }
            // Why: this task is nobody's child. Leaving the stream doesn't end it by itself.
            answers.onTermination = { _ in walk.cancel() }
        }
    }

    func save(_ bay: Bay) async throws {
        // Why the catalogue first: a copy of what was never saved would be an invention.
        try await catalogue.save(bay)
        board.withLock { $0.saves[bay.code, default: 0] += 1 }
        await keep(bay)
    }

    // MARK: The copies

    private func recentCopy(of code: BayCode) async -> Bay? {
        // Why `try?`: there is another copy, and it is the better one. Without this one we are slower, not wrong.
        guard let copy = try? await copies.copy(of: code) else { return nil }
        return now().timeIntervalSince(copy.keptAt) <= maximumAge ? copy.bay : nil
    }

    private func keep(_ bay: Bay) async {
        try? await copies.keep(BayCopy(bay: bay, keptAt: now()))
    }

    // MARK: The catalogue

    private func freshBay(_ code: BayCode) async throws -> Bay {
        try Task.checkCancellation()
        let (question, reply) = board.withLock { board in
            let question = Question(code: code, savesBefore: board.saves[code, default: 0])
            if let call = board.calls[question] {
                board.calls[question]?.listeners += 1
                return (question, call.reply)
            }
            let reply = Task { try await call(question) }
            board.calls[question] = Call(reply: reply, listeners: 1)
            return (question, reply)
        }
        return try await withTaskCancellationHandler {
            try await reply.value
        } onCancel: {
            leave(question, reply)
        }
    }

    private func call(_ question: Question) async throws -> Bay {
        // A cancelled call has no entry any more, and there may be a newer one in its place.
        defer { board.withLock { if !Task.isCancelled { $0.calls[question] = nil } } }
        let bay = try await catalogue.bay(question.code)
        let saves = board.withLock { $0.saves[question.code, default: 0] }
        if saves == question.savesBefore { await keep(bay) }
        return bay
    }

    private func leave(_ question: Question, _ reply: Task<Bay, any Error>) {
        board.withLock { board in
            guard let call = board.calls[question], call.reply == reply else { return }
            board.calls[question]?.listeners -= 1
            guard call.listeners == 1 else { return }
            board.calls[question] = nil
            reply.cancel()
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

// 4.7 Two sources, one door

import Foundation
import Moa

/// What stands where, as readers ask for it at the tablet.
protocol ShelfGuide: Sendable {
    associatedtype Answers: AsyncSequence where Answers.Element == Bay

    /// What stands in the bay: one answer, then perhaps a better one.
    func answers(about code: BayCode) async -> Answers

    /// From now on, this is what stands in the bay.
    func save(_ bay: Bay) async throws
}

/// Answers from the copies on the tablet, and then from the catalogue.
///
/// Why an actor: it alone knows the calls under way and their listeners.
actor CachedShelf: ShelfGuide {
    private let catalogue: any BayCatalogue
    private let copies: any BayCopies
    private let maximumAge: TimeInterval
    private let now: @Sendable () -> Date

    private var calls: [Question: Call] = [:]
    private var saves: [BayCode: Int] = [:]

    /// Why the number of saves: once a bay is saved, a new reader must not get the answer to an older question.
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

    nonisolated func answers(about code: BayCode) -> AsyncThrowingStream<Bay, any Error> {
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
            // Why: this task is nobody's child. It doesn't end by itself when the reader leaves the stream.
            answers.onTermination = { _ in walk.cancel() }
        }
    }

    func save(_ bay: Bay) async throws {
        // Why the catalogue first: a copy of what was never saved would be an invention.
        try await catalogue.save(bay)
        saves[bay.code, default: 0] += 1
        await keep(bay)
    }

    // MARK: The copies

    private func recentCopy(of code: BayCode) async -> Bay? {
        // Why `try?`: the catalogue is the better source. Without a copy we are slower, not wrong.
        guard let copy = try? await copies.copy(of: code) else { return nil }
        return now().timeIntervalSince(copy.keptAt) <= maximumAge ? copy.bay : nil
    }

    private func keep(_ bay: Bay) async {
        try? await copies.keep(BayCopy(bay: bay, keptAt: now()))
    }

    // MARK: The catalogue

    private func freshBay(_ code: BayCode) async throws -> Bay {
        try Task.checkCancellation()
        let question = Question(code: code, savesBefore: saves[code, default: 0])
        let reply = reply(to: question)
        // Why not `reply.value` alone: a reader who leaves wouldn't end the call. The last reader who leaves
        // must end it.
        return try await withTaskCancellationHandler {
            try await reply.value
        } onCancel: {
            Task { await self.leave(question, reply) }
        }
    }

    /// The call that is under way, or a new one. Nothing is awaited between looking and adding.
    private func reply(to question: Question) -> Task<Bay, any Error> {
        if let call = calls[question] {
            calls[question]?.listeners += 1
            return call.reply
        }
        let reply = Task {
            // Why on every way out: a call that has failed must not stay the answer.
            // Why not when cancelled: `leave` has removed the entry, and there may be a newer one in its place.
            defer { if !Task.isCancelled { calls[question] = nil } }
            let bay = try await catalogue.bay(question.code)
            if saves[question.code, default: 0] == question.savesBefore { await keep(bay) }
            return bay
        }
        calls[question] = Call(reply: reply, listeners: 1)
        return reply
    }

    private func leave(_ question: Question, _ reply: Task<Bay, any Error>) {
        guard let call = calls[question], call.reply == reply else { return }
        calls[question]?.listeners -= 1
        guard call.listeners == 1 else { return }
        calls[question] = nil
        reply.cancel()
    }
}

// MARK: - Given

/// Which bay of the shelf: «A-03» is the third bay of aisle A.
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
    /// The last copy that was kept of this bay, or nil.
    func copy(of code: BayCode) async throws -> BayCopy?

    /// Keeps the copy, in place of any earlier one of this bay.
    func keep(_ copy: BayCopy) async throws
}

/// A bay as it was known at some moment.
struct BayCopy: Hashable, Sendable {
    let bay: Bay
    let keptAt: Date
}

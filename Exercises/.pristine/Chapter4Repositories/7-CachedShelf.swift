// 4.7 Two sources, one door
//
// The tablet beside Moa's shelf keeps copies of what the town's catalogue has answered, so that readers don't wait
// for the network. Its code has mistakes: a failing copy stops the reader, copies from last summer are shown,
// and a save changes only the catalogue. Answer from the copy and then from the catalogue, behind a port that says
// nothing of copies.
//
// The page: swift run kata show 4.7
// Check it: swift run kata check 4.7

import Foundation
import Moa

/// What stands where, as readers ask for it at the tablet.
protocol ShelfGuide: Sendable {
    associatedtype Answers: AsyncSequence where Answers.Element == Bay

    /// What stands in the bay: one answer, then perhaps a better one.
    func answers(about code: BayCode) async -> Answers

    /// From now on, this is what stands in the bay.
    func save(_ bay: Bay) async throws

    // TODO: Imagine a paper list that hangs on the shelf. What would these two mean there?
    func isKept(_ code: BayCode) async -> Bool
    func freshAnswers(about code: BayCode) async -> Answers
}

/// Answers from the copies on the tablet, and then from the catalogue.
actor CachedShelf: ShelfGuide {
    private let catalogue: any BayCatalogue
    private let copies: any BayCopies
    private let maximumAge: TimeInterval
    private let now: @Sendable () -> Date

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

    // TODO: Draw a timeline for each: the reader, the copies, the catalogue. Who may fail, be late, or leave?
    nonisolated func answers(about code: BayCode) -> AsyncThrowingStream<Bay, any Error> {
        AsyncThrowingStream { answers in
            Task {
                do {
                    if let copy = try await copies.copy(of: code) { answers.yield(copy.bay) }
                    let bay = try await catalogue.bay(code)
                    answers.yield(bay)
                    try await copies.keep(BayCopy(bay: bay, keptAt: now()))
                    answers.finish()
                } catch {
                    answers.finish(throwing: error)
                }
            }
        }
    }

    // TODO: Who else thinks they know what stands in this bay?
    func save(_ bay: Bay) async throws {
        try await catalogue.save(bay)
    }

    func isKept(_ code: BayCode) async -> Bool {
        await (try? copies.copy(of: code)) != nil
    }

    nonisolated func freshAnswers(about code: BayCode) -> AsyncThrowingStream<Bay, any Error> {
        AsyncThrowingStream { answers in
            Task {
                do {
                    answers.yield(try await catalogue.bay(code))
                    answers.finish()
                } catch {
                    answers.finish(throwing: error)
                }
            }
        }
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

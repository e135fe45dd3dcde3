// 8.6 Film search

import Foundation

// MARK: - Domain

/// What kind of film this is, in the server's own word.
///
/// Why no enum: the list of genres is not ours, and it grows without us. The genres that Moa's rules know can
/// be constants here; a genre without a constant is still a genre.
struct Genre: Hashable, Sendable {
    let name: String
}

/// What the screen shows of one search: its pages, in their order.
struct FilmList: Hashable, Sendable {
    private var answers: [Int: FilmAnswer] = [:]

    var films: [Film] {
        answers.sorted { $0.key < $1.key }.flatMap(\.value.page.films)
    }

    mutating func take(_ answer: FilmAnswer) {
        let number = answer.page.number
        // Why not «the last one wins»: the last to arrive need not be the newest.
        if answer.origin == .cache, answers[number]?.origin == .catalogue { return }
        answers[number] = answer
    }

    // Why no table of places: each page that comes moves the films after it, and the table would be wrong.
    func film(_ id: Film.ID) -> Film? {
        films.first { $0.id == id }
    }
}

/// What was searched for recently, the newest first.
struct RecentQueries: Hashable, Sendable {
    private static let most = 10

    private var queries: [FilmQuery] = []

    init() {}

    mutating func remember(_ query: FilmQuery) {
        queries.removeAll { $0.folded == query.folded }
        queries.insert(query, at: 0)
        // Why `prefix`, here and below: a range that ends past the last element traps, and this doesn't.
        queries = Array(queries.prefix(Self.most))
    }

    func latest(_ limit: Int) -> [FilmQuery] {
        Array(queries.prefix(max(limit, 0)))
    }
}

/// Asks of a film: can it be shown on this evening?
struct FilmNightEligibility: Hashable, Sendable {
    private let evening: Film.Day
    private let minutes: Int

    init(on evening: Film.Day, minutes: Int) {
        self.evening = evening
        self.minutes = minutes
    }

    func isSatisfied(by film: Film) -> Bool {
        // Why unknown means no: a circle can't be promised what nobody knows.
        guard let length = film.minutes, let release = film.releasedOn else { return false }
        return length <= minutes && release <= evening
    }
}

// MARK: - Domain, given

/// A film as a search finds it. What nobody has said about it is nil.
struct Film: Identifiable, Hashable, Sendable {
    let id: ID
    let title: String
    let genre: Genre?
    let minutes: Int?
    let releasedOn: Day?

    struct ID: Hashable, Sendable {
        let number: Int
    }

    /// A day of the calendar, without hours and without a time zone.
    struct Day: Hashable, Comparable, Sendable {
        let year: Int
        let month: Int
        let day: Int

        static func < (one: Day, other: Day) -> Bool {
            (one.year, one.month, one.day) < (other.year, other.month, other.day)
        }
    }
}

extension Film.Day {
    /// Reads «2019-05-30»; nil if the text doesn't look like a day.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// One page of what a search finds. Pages are counted from 1.
struct FilmPage: Hashable, Sendable {
    let number: Int
    let films: [Film]
}

/// A page, and where it comes from.
struct FilmAnswer: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// Kept from an earlier search.
        case cache
        /// Fresh.
        case catalogue
    }

    let page: FilmPage
    let origin: Origin
}

/// What somebody looks for: a text that isn't blank, with no white space around it.
struct FilmQuery: Hashable, Sendable {
    let text: String

    struct Blank: Error, Hashable {}

    init(_ typed: String) throws(Blank) {
        let start = typed.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { throw Blank() }
        text = String(start[...last])
    }

    /// The form in which two queries are the same query: «Okja» and «OKJA» fold to «okja».
    var folded: String { text.lowercased() }
}

// MARK: - Use case

/// Searches for films: shows what is kept, loads what is fresh, and remembers what was searched for.
struct FilmSearch: FilmSearching {
    private let catalogue: any FilmCatalogue
    private let cache: any FilmCache
    private let recent: any RecentQueryStore

    init(catalogue: any FilmCatalogue, cache: any FilmCache, recent: any RecentQueryStore) {
        self.catalogue = catalogue
        self.cache = cache
        self.recent = recent
    }

    func answers(to query: FilmQuery, page: Int) -> AsyncThrowingStream<FilmAnswer, any Error> {
        AsyncThrowingStream { answers in
            let work = Task {
                do {
                    // Why `try?` for the cache alone: it is a copy. Without it we are slower, not wrong.
                    if let kept = try? await cache.page(page, of: query) {
                        answers.yield(FilmAnswer(page: kept, origin: .cache))
                    }
                    let fresh = try await catalogue.page(page, of: query)
                    // Why ask: a reply that was on its way may arrive after everybody has left.
                    try Task.checkCancellation()
                    answers.yield(FilmAnswer(page: fresh, origin: .catalogue))
                    try? await cache.keep(fresh, of: query)
                    // Why last: it may throw, and by now the page is safe.
                    try await recent.change { $0.remember(query) }
                    answers.finish()
                } catch {
                    answers.finish(throwing: error)
                }
            }
            // Why: this task is nobody's child, so it doesn't end when the listener leaves the stream.
            answers.onTermination = { _ in work.cancel() }
        }
    }
}

// MARK: - Use case, given

/// What a screen needs: a search whose answers come one after the other.
protocol FilmSearching: Sendable {
    associatedtype Answers: AsyncSequence where Answers.Element == FilmAnswer

    func answers(to query: FilmQuery, page: Int) async -> Answers
}

/// All films there are, somewhere outside.
protocol FilmCatalogue: Sendable {
    func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage
}

/// Copies of pages that were fresh once.
protocol FilmCache: Sendable {
    /// The page as it was last kept, or nil.
    func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage?

    /// Keeps the page. It replaces this query's page of that number.
    func keep(_ page: FilmPage, of query: FilmQuery) async throws
}

/// The recent queries of the person who uses this device. There is no other copy of them.
protocol RecentQueryStore: Sendable {
    /// Loads, changes and saves the queries in one step. No other change comes in between.
    func change(_ change: @Sendable (inout RecentQueries) -> Void) async throws
}

// MARK: - Data

/// The catalogue as a server gives it.
struct ServedFilms: FilmCatalogue {
    private let server: any FilmServer

    init(server: any FilmServer) {
        self.server = server
    }

    func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage {
        let data = try await server.json(for: query.text, page: number)
        return try FilmPage(JSONDecoder().decode(PageRow.self, from: data))
    }
}

/// The server's field names. Nothing else knows them.
private struct PageRow: Decodable {
    let page: Int
    let results: [FilmRow]
}

private struct FilmRow: Decodable {
    let id: Int
    let title: String
    let genre: String?
    let runtime: Int?
    let released: String?

    struct UnreadableDate: Error {
        let text: String
    }
}

extension FilmPage {
    fileprivate init(_ row: PageRow) throws {
        self.init(number: row.page, films: try row.results.map { try Film($0) })
    }
}

extension Film {
    fileprivate init(_ row: FilmRow) throws {
        self.init(
            id: ID(number: row.id),
            title: row.title,
            genre: row.genre.map { Genre(name: $0) },
            minutes: row.runtime,
            releasedOn: try row.releaseDay
        )
    }
}

extension FilmRow {
    /// The server leaves a day open in three ways: no entry, null, and an empty text.
    fileprivate var releaseDay: Film.Day? {
        get throws {
            guard let text = released, !text.isEmpty else { return nil }
            guard let day = Film.Day(text) else { throw UnreadableDate(text: text) }
            return day
        }
    }
}

// MARK: - Data, given

/// Somebody else's film server. It answers with a page of JSON.
protocol FilmServer: Sendable {
    func json(for text: String, page: Int) async throws -> Data
}

// The story is told to a function and a stream listens; the oldest query first, and JSON read by hand.

import Foundation

// MARK: - Domain

/// What kind of film this is, in the word of the one who sorted it.
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
        if answer.origin == .cache, answers[number]?.origin == .catalogue { return }
        answers[number] = answer
    }

    func film(_ id: Film.ID) -> Film? {
        films.first { $0.id == id }
    }
}

/// What was searched for recently, the newest first.
struct RecentQueries: Sendable {
    private var oldestFirst: [FilmQuery] = []

    mutating func remember(_ query: FilmQuery) {
        if let place = oldestFirst.firstIndex(where: { $0.folded == query.folded }) {
            oldestFirst.remove(at: place)
        }
        oldestFirst.append(query)
        if oldestFirst.count > 10 { oldestFirst.removeFirst() }
    }

    func latest(_ limit: Int) -> [FilmQuery] {
        Array(oldestFirst.suffix(limit).reversed())
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
    /// Reads «2019-05-30»; nil if the text is something else.
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

/// What somebody looks for: a text with something in it, and nothing around it.
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

/// Searches for films. The story is told to a function; the stream is only how a screen listens to it.
struct FilmSearch: FilmSearching {
    let catalogue: any FilmCatalogue
    let cache: any FilmCache
    let recent: any RecentQueryStore

    func answers(to query: FilmQuery, page: Int) -> some AsyncSequence<FilmAnswer, any Error> {
        AsyncThrowingStream(FilmAnswer.self) { screen in
            let work = Task {
                do {
                    try await search(query, page: page) { screen.yield($0) }
                    screen.finish()
                } catch {
                    screen.finish(throwing: error)
                }
            }
            screen.onTermination = { _ in work.cancel() }
        }
    }

    private func search(_ query: FilmQuery, page number: Int, show: (FilmAnswer) -> Void) async throws {
        if let kept = await kept(number, of: query) { show(FilmAnswer(page: kept, origin: .cache)) }
        let fresh = try await catalogue.page(number, of: query)
        guard !Task.isCancelled else { return }
        show(FilmAnswer(page: fresh, origin: .catalogue))
        async let remembered: Void = recent.change { $0.remember(query) }
        _ = try? await cache.keep(fresh, of: query)
        try await remembered
    }

    private func kept(_ number: Int, of query: FilmQuery) async -> FilmPage? {
        do { return try await cache.page(number, of: query) } catch { return nil }
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

    /// Keeps the page in the place of what was kept under its number for this query.
    func keep(_ page: FilmPage, of query: FilmQuery) async throws
}

/// The recent queries of the person who uses this device. There is no other copy of them.
protocol RecentQueryStore: Sendable {
    /// Loads the queries, changes and saves them in one step. No other change comes in between.
    func change(_ change: @Sendable (inout RecentQueries) -> Void) async throws
}

// MARK: - Data

/// The catalogue as a server gives it.
struct ServedFilms: FilmCatalogue {
    let server: any FilmServer

    enum Unreadable: Error {
        case page
        case film
        case release(String)
    }

    func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage {
        let json = try JSONSerialization.jsonObject(with: await server.json(for: query.text, page: number))
        guard let page = json as? [String: Any], let films = page["results"] as? [[String: Any]] else {
            throw Unreadable.page
        }
        return FilmPage(number: number, films: try films.map(film))
    }

    private func film(_ row: [String: Any]) throws -> Film {
        guard let id = row["id"] as? Int, let title = row["title"] as? String else { throw Unreadable.film }
        return Film(
            id: Film.ID(number: id),
            title: title,
            genre: (row["genre"] as? String).map(Genre.init(name:)),
            minutes: row["runtime"] as? Int,
            releasedOn: try release(row["released"] as? String ?? "")
        )
    }

    private func release(_ text: String) throws -> Film.Day? {
        if text.isEmpty { return nil }
        guard let day = Film.Day(text) else { throw Unreadable.release(text) }
        return day
    }
}

// MARK: - Data, given

/// Somebody else's film server. It answers with a page of JSON.
protocol FilmServer: Sendable {
    func json(for text: String, page: Int) async throws -> Data
}

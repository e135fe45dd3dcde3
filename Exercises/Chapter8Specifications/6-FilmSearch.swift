// 8.6 Film search
//
// Moa's circles search for films here, and choose one for their film night. All seems well as long as the
// phone has a signal, the server sends no new word, and nobody scrolls. The file has three sections: the
// domain, the use case around it, and the data outside. Do them one after the other. What is given stays as
// it is. The lines with MARK stay too: one rule cuts the file at two of them.
//
// The page: swift run kata show 8.6
// Check it: swift run kata check 8.6

import Foundation

// MARK: - Domain

/// What kind of film this is.
// TODO: Somebody invents a genre every year. What becomes of the film then?
enum Genre: String, Hashable, Sendable, Decodable {
    case comedy, drama, thriller

    var name: String { rawValue }
}

/// What the screen shows of one search: its pages, in their order.
struct FilmList: Sendable {
    private var pages: [FilmPage] = []
    private var places: [Film.ID: Int] = [:]

    var films: [Film] {
        pages.flatMap(\.films)
    }

    mutating func take(_ answer: FilmAnswer) {
        // TODO: Page 1 comes late. Where does it go? And what if it is only a kept one?
        pages = pages.filter { $0.number != answer.page.number } + [answer.page]
        for (place, film) in films.enumerated() where places[film.id] == nil {
            places[film.id] = place
        }
    }

    func film(_ id: Film.ID) -> Film? {
        // TODO: Is the film still in the place where it arrived?
        guard let place = places[id], films.indices.contains(place) else { return nil }
        return films[place]
    }
}

/// What was searched for recently, the newest first.
struct RecentQueries: Hashable, Sendable {
    private var queries: [FilmQuery] = []

    init() {}

    mutating func remember(_ query: FilmQuery) {
        // TODO: What if it is there already? Or the thousandth?
        if !queries.contains(query) {
            queries.insert(query, at: 0)
        }
    }

    func latest(_ limit: Int) -> [FilmQuery] {
        // TODO: It used to crash for somebody new, with two queries. Now they see none.
        guard limit <= queries.count else { return [] }
        return Array(queries[..<limit])
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
        // TODO: How long is a film whose length nobody knows?
        (film.minutes ?? 0) < minutes
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
            // TODO: Who ends this work if nobody listens any more?
            Task {
                do {
                    // TODO: Nothing has been found yet, and nobody hears if remembering failed.
                    try? await recent.change { $0.remember(query) }
                    // TODO: Which of the two is shown first, and which one last?
                    async let kept = cache.page(page, of: query)
                    let fresh = try await catalogue.page(page, of: query)
                    answers.yield(FilmAnswer(page: fresh, origin: .catalogue))
                    if let kept = try await kept {
                        answers.yield(FilmAnswer(page: kept, origin: .cache))
                    }
                    try await cache.keep(fresh, of: query)
                    answers.finish()
                } catch is ServedFilms.Unreachable {
                    // TODO: What does somebody without a signal see? And whose word is «unreachable»?
                    answers.yield(FilmAnswer(page: FilmPage(number: page, films: []), origin: .catalogue))
                    answers.finish()
                } catch {
                    answers.finish()
                }
            }
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
    struct Unreachable: Error {}

    private let server: any FilmServer

    init(server: any FilmServer) {
        self.server = server
    }

    func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage {
        guard let data = try? await server.json(for: query.text, page: number) else { throw Unreachable() }
        let row = try JSONDecoder().decode(PageRow.self, from: data)
        return FilmPage(number: row.page, films: row.results.compactMap(\.film))
    }
}

private struct PageRow: Decodable {
    let page: Int
    let results: [FilmRow]
}

private struct FilmRow: Decodable {
    let id: Int?
    let title: String?
    let genre: Genre?
    let runtime: Int?
    let released: String?

    var film: Film? {
        // TODO: What is made up here, and what gets lost?
        guard let id, let title else { return nil }
        return Film(
            id: Film.ID(number: id),
            title: title,
            genre: genre,
            minutes: runtime ?? 90,
            releasedOn: released.flatMap { Film.Day($0) }
        )
    }
}

// MARK: - Data, given

/// Somebody else's film server. It answers with a page of JSON.
protocol FilmServer: Sendable {
    func json(for text: String, page: Int) async throws -> Data
}

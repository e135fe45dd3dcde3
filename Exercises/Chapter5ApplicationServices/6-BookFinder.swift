// 5.6 Book Finder
//
// Moa's members look for books in a server's catalogue, page by page. The script below finds them on a good day: with
// one tap at a time, a fast network, and books to be found. Make it work on all other days. The file
// has an inside, which knows no screen and no server, and an outside. Four parts are yours: the publication
// date, the use case, the presenter and the source. The rules come in sections. Begin with any of them.
// Run one section with: swift test --filter BookFinderTests/Paging
//
// The page: swift run kata show 5.6
// Check it: swift run kata check 5.6

import Foundation

// MARK: - Inside

// MARK: Domain

extension BookSearch {
    /// When a book came out, as precisely as anybody knows.
    struct PublicationDate: Hashable, Sendable {
        let year: Int
        let month: Int?
        let day: Int?

        init?(_ text: String) {
            let numbers = text.split(separator: "-").compactMap { Int($0) }
            guard let year = numbers.first else { return nil }
            self.year = year
            // TODO: «2021-07» has lost its month. And is «2021-13-40» a date?
            month = numbers.count == 3 ? numbers[1] : nil
            day = numbers.count == 3 ? numbers[2] : nil
        }
    }
}

extension BookSearch.Book {
    // TODO: What does a book know of a server's item?
    init?(_ item: BookServerItem) {
        guard let id = ID(item.id ?? "unknown") else { return nil }
        self.init(
            id: id,
            title: item.title ?? "",
            authors: item.writers ?? [],
            published: item.publishedDate.flatMap(BookSearch.PublicationDate.init)
        )
    }
}

// MARK: Use case

/// Finds books: search, more, retry, select.
actor BookFinder: BookSearch.Input {
    private let source: any BookSearch.Source
    private let output: any BookSearch.Output
    private var keyword: BookSearch.Keyword?
    private var books: [BookSearch.Book] = []
    private var page = 1

    init(source: any BookSearch.Source, output: any BookSearch.Output) {
        self.source = source
        self.output = output
    }

    func search(_ text: String) async {
        guard let keyword = BookSearch.Keyword(text) else { return }
        self.keyword = keyword
        books = []
        page = 1
        await load()
    }

    func more() async {
        // TODO: What if somebody taps twice? What if there is nothing more?
        page += 1
        await load()
    }

    func retry() async {
        // TODO: Which page hasn't come?
        await more()
    }

    func select(_ id: BookSearch.Book.ID) async {
        // TODO: Open the book.
    }

    private func load() async {
        guard let keyword else { return }
        await report(.loading)
        do {
            let found = try await source.page(page, of: keyword)
            // TODO: What may have happened while this was waiting?
            books += found.books
            // TODO: Is that a failure?
            await report(books.isEmpty ? .failed : found.isLast ? .allShown : .moreToCome)
        } catch {
            await report(.failed)
        }
    }

    private func report(_ phase: BookSearch.Report.Phase) async {
        guard let keyword else { return }
        await output.report(BookSearch.Report(keyword: keyword, books: books, phase: phase))
    }
}

// MARK: Given: the words, and the ports

/// The words in which Moa speaks of finding books.
enum BookSearch {
    /// What is searched for: never blank, and trimmed.
    struct Keyword: Hashable, Sendable {
        let text: String

        /// Nil if nothing but blanks was typed.
        init?(_ raw: String) {
            guard let first = raw.firstIndex(where: { !$0.isWhitespace }),
                let last = raw.lastIndex(where: { !$0.isWhitespace })
            else { return nil }
            text = String(raw[first...last])
        }
    }

    /// A book that was found.
    struct Book: Hashable, Sendable, Identifiable {
        let id: ID
        let title: String
        let authors: [String]
        /// Nil if nobody knows.
        let published: PublicationDate?

        /// Which book it is. Never blank.
        struct ID: Hashable, Sendable {
            let text: String

            init?(_ text: String) {
                guard text.contains(where: { !$0.isWhitespace }) else { return nil }
                self.text = text
            }
        }
    }

    /// Some of the books that were found, in the source's order.
    struct Page: Hashable, Sendable {
        let books: [Book]
        let isLast: Bool
    }

    /// Where books are found. Pages are counted from 1.
    protocol Source: Sendable {
        func page(_ number: Int, of keyword: Keyword) async throws -> Page
    }

    /// The input port: what somebody at a screen can want. Each call returns when its outcome has been
    /// reported, or when a reply comes that nobody wants any more.
    protocol Input: Sendable {
        func search(_ text: String) async
        func more() async
        func retry() async
        func select(_ id: Book.ID) async
    }

    /// The output port: what there is to show, as plain values.
    protocol Output: Sendable {
        func report(_ report: Report) async
        func open(_ book: Book) async
    }

    /// How a search stands: all its books so far, and what can come next.
    struct Report: Hashable, Sendable {
        let keyword: Keyword
        let books: [Book]
        let phase: Phase

        enum Phase: Hashable, Sendable {
            /// Somebody is waiting for the first page or for one more.
            case loading
            case moreToCome
            /// The last page has come.
            case allShown
            /// The page that was asked for last has failed.
            case failed
        }
    }
}

// MARK: - Outside

// MARK: Presenter

/// Turns values into texts, and hands them to the view where views live: on the main actor.
@MainActor
final class BookFinderPresenter: BookSearch.Output {
    private weak var view: (any BookFinderView)?

    init(view: any BookFinderView) {
        self.view = view
    }

    func report(_ report: BookSearch.Report) {
        // TODO: Does somebody at this screen know what is happening, and what they can do?
        let screen = BookFinderScreen(
            rows: report.books.map(row),
            message: report.books.isEmpty ? "No results" : nil,
            isBusy: false,
            offersMore: true,
            offersRetry: false
        )
        view?.show(screen)
    }

    func open(_ book: BookSearch.Book) {
        view?.open(row(book))
    }

    private func row(_ book: BookSearch.Book) -> BookFinderScreen.Row {
        BookFinderScreen.Row(
            id: book.id,
            title: book.title,
            // TODO: Two authors become «Kim2».
            authors: (book.authors.first ?? "") + (book.authors.count > 1 ? "\(book.authors.count)" : ""),
            // TODO: Show the date as precisely as it is known.
            published: book.published.map { "\($0.year)년" } ?? ""
        )
    }
}

// MARK: Source

/// Books from a server. Its words and its gaps end here.
struct BookServerSource: BookSearch.Source {
    let server: any BookServer

    func page(_ number: Int, of keyword: BookSearch.Keyword) async throws -> BookSearch.Page {
        let data = try await server.reply(to: keyword.text, page: number)
        // TODO: Who says that there is a screen?
        return await MainActor.run {
            // TODO: What does a reader see when the reply can't be read?
            let reply = try? JSONDecoder().decode(BookServerReply.self, from: data)
            let books = (reply?.items ?? []).compactMap { BookSearch.Book($0) }
            return BookSearch.Page(books: books, isLast: reply?.end ?? true)
        }
    }
}

struct BookServerReply: Decodable {
    let items: [BookServerItem]
    let end: Bool
}

struct BookServerItem: Decodable {
    let id: String?
    let title: String?
    let writers: [String]?
    let publishedDate: String?
}

// MARK: Given: the server and the view

/// Somebody else's server. A reply is JSON:
///
///     {"items": [{"id": "b-1", "title": "Momo", "writers": ["Ende"], "publishedDate": "1973-09"}], "end": true}
///
/// `items` and `end` are always there. In an item, anything may be missing or null, and a text may be blank.
protocol BookServer: Sendable {
    func reply(to keyword: String, page: Int) async throws -> Data
}

/// What is on the screen, ready to be drawn.
struct BookFinderScreen: Hashable, Sendable {
    let rows: [Row]
    let message: String?
    let isBusy: Bool
    let offersMore: Bool
    let offersRetry: Bool

    struct Row: Hashable, Sendable, Identifiable {
        let id: BookSearch.Book.ID
        let title: String
        let authors: String
        let published: String
    }
}

/// A view draws what it is told, and decides nothing.
@MainActor
protocol BookFinderView: AnyObject, Sendable {
    func show(_ screen: BookFinderScreen)
    func open(_ book: BookFinderScreen.Row)
}

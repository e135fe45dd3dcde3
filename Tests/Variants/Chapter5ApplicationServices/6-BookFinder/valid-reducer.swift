// A pure reducer behind a lock, which cancels what nobody wants any more, and a date that keeps its text.

import Foundation
import Synchronization

// MARK: - Inside

// MARK: Domain

extension BookSearch {
    struct PublicationDate: Hashable, Sendable {
        let text: String

        init?(_ text: String) {
            let shapes = ["dddd", "dddd-dd", "dddd-dd-dd"]
            let shape = String(text.map { $0.isASCII && $0.isNumber ? "d" : $0 })
            guard shapes.contains(shape) else { return nil }
            self.text = text
            let (month, day) = (numbers.dropFirst().first, numbers.dropFirst(2).first)
            guard 1...12 ~= month ?? 1, 1...31 ~= day ?? 1 else { return nil }
        }

        var numbers: [Int] { text.split(separator: "-").compactMap { Int($0) } }
    }
}

// MARK: Use case

/// What a search knows, and how it goes on. Nothing in here waits.
struct BookSearchState {
    enum Event {
        case searched(BookSearch.Keyword)
        case wantedMore
        case wantedRetry
        case came(BookSearch.Page, ticket: Int)
        case failed(ticket: Int)
    }

    struct Request {
        let ticket: Int
        let page: Int
        let keyword: BookSearch.Keyword
    }

    private(set) var report: BookSearch.Report?
    private var ticket = 0
    private var pages = 0

    /// - Returns: whether anything has changed, and what to ask for now.
    mutating func take(_ event: Event) -> (changed: Bool, request: Request?) {
        switch (event, report) {
        case (.searched(let keyword), _):
            pages = 0
            return (true, begin(keyword, []))
        case (.wantedMore, let now?) where now.phase == .moreToCome,
            (.wantedRetry, let now?) where now.phase == .failed:
            return (true, begin(now.keyword, now.books))
        case (.came(let page, let ticket), let now?) where ticket == self.ticket:
            pages += 1
            var books = now.books
            for book in page.books where !books.contains(where: { $0.id == book.id }) { books.append(book) }
            tell(now.keyword, books, page.isLast ? .allShown : .moreToCome)
            return (true, nil)
        case (.failed(let ticket), let now?) where ticket == self.ticket:
            tell(now.keyword, now.books, .failed)
            return (true, nil)
        default:
            return (false, nil)
        }
    }

    private mutating func begin(_ keyword: BookSearch.Keyword, _ books: [BookSearch.Book]) -> Request {
        ticket += 1
        tell(keyword, books, .loading)
        return Request(ticket: ticket, page: pages + 1, keyword: keyword)
    }

    private mutating func tell(
        _ keyword: BookSearch.Keyword,
        _ books: [BookSearch.Book],
        _ phase: BookSearch.Report.Phase
    ) {
        report = BookSearch.Report(keyword: keyword, books: books, phase: phase)
    }
}

final class BookFinder: BookSearch.Input {
    private struct Now {
        var state = BookSearchState()
        var asking: Task<Void, Never>?
    }

    private let source: any BookSearch.Source
    private let output: any BookSearch.Output
    private let now = Mutex(Now())

    init(source: any BookSearch.Source, output: any BookSearch.Output) {
        self.source = source
        self.output = output
    }

    func search(_ text: String) async {
        guard let keyword = BookSearch.Keyword(text) else { return }
        await go(.searched(keyword))
    }

    func more() async { await go(.wantedMore) }
    func retry() async { await go(.wantedRetry) }

    func select(_ id: BookSearch.Book.ID) async {
        let books = now.withLock { $0.state.report?.books ?? [] }
        if let book = books.first(where: { $0.id == id }) { await output.open(book) }
    }

    private func go(_ event: BookSearchState.Event) async {
        let (report, asking) = now.withLock { now -> (BookSearch.Report?, Task<Void, Never>?) in
            let (changed, request) = now.state.take(event)
            guard changed, let report = now.state.report else { return (nil, nil) }
            guard let request else { return (report, nil) }
            now.asking?.cancel()
            let asking = Task {
                await output.report(report)
                await ask(request)
            }
            now.asking = asking
            return (nil, asking)
        }
        if let report { await output.report(report) }
        await asking?.value
    }

    private func ask(_ request: BookSearchState.Request) async {
        do {
            let page = try await source.page(request.page, of: request.keyword)
            await go(.came(page, ticket: request.ticket))
        } catch {
            await go(.failed(ticket: request.ticket))
        }
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

    /// The input port: what somebody at a screen can want. Each call returns when what it wanted has been
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
        view?.show(BookFinderScreen(report))
    }

    func open(_ book: BookSearch.Book) {
        view?.open(BookFinderScreen.Row(book))
    }
}

extension BookFinderScreen {
    fileprivate init(_ report: BookSearch.Report) {
        let message: String? =
            switch report.phase {
            case .failed: "The books could not be loaded"
            case .allShown where report.books.isEmpty: "Nothing found for «\(report.keyword.text)»"
            case .loading, .moreToCome, .allShown: nil
            }
        self.init(
            rows: report.books.map(Row.init),
            message: message,
            isBusy: report.phase == .loading,
            offersMore: report.phase == .moreToCome,
            offersRetry: report.phase == .failed
        )
    }
}

extension BookFinderScreen.Row {
    fileprivate init(_ book: BookSearch.Book) {
        let others = book.authors.count - 1
        self.init(
            id: book.id,
            title: book.title,
            authors: (book.authors.first ?? "작자 미상") + (others > 0 ? " 외 \(others)" : ""),
            published: book.published?.shown ?? ""
        )
    }
}

extension BookSearch.PublicationDate {
    fileprivate var shown: String {
        zip(numbers, ["년", "월", "일"]).map { "\($0)\($1)" }.joined(separator: " ")
    }
}

// MARK: Source

/// Books from a server. Its words and its gaps end here.
struct BookServerSource: BookSearch.Source {
    let server: any BookServer

    // Why no hop to the main actor: only code with a screen needs to know where the screen lives.
    func page(_ number: Int, of keyword: BookSearch.Keyword) async throws -> BookSearch.Page {
        let data = try await server.reply(to: keyword.text, page: number)
        let reply = try JSONDecoder().decode(Reply.self, from: data)
        return BookSearch.Page(books: reply.items.compactMap(\.book), isLast: reply.end)
    }

    private struct Reply: Decodable {
        let items: [Item]
        let end: Bool
    }

    private struct Item: Decodable {
        let id: String?
        let title: String?
        let writers: [String]?
        let publishedDate: String?

        /// Nil if it has no id to open it by, or no title to show.
        var book: BookSearch.Book? {
            guard let id = id.flatMap(BookSearch.Book.ID.init),
                let title, title.contains(where: { !$0.isWhitespace })
            else { return nil }
            return BookSearch.Book(
                id: id,
                title: title,
                authors: writers ?? [],
                published: publishedDate.flatMap(BookSearch.PublicationDate.init)
            )
        }
    }
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

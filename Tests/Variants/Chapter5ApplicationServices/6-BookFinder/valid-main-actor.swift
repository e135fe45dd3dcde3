// A finder on the main actor whose states are an enum, a date with optional parts, and a presenter that hops.

import Foundation

// MARK: - Inside

// MARK: Domain

extension BookSearch {
    struct PublicationDate: Hashable, Sendable {
        let year: Int
        private(set) var month: Int?
        private(set) var day: Int?

        init?(_ text: String) {
            guard text.allSatisfy({ $0 == "-" || $0.isASCII && $0.isNumber }) else { return nil }
            var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
            guard let first = parts.popFirst(), first.count == 4, let year = Int(first) else { return nil }
            self.year = year
            guard let second = parts.popFirst() else { return }
            guard second.count == 2, let month = Int(second), (1...12).contains(month) else { return nil }
            self.month = month
            guard let third = parts.popFirst() else { return }
            guard third.count == 2, let day = Int(third), (1...31).contains(day), parts.isEmpty else {
                return nil
            }
            self.day = day
        }
    }
}

// MARK: Use case

@MainActor
final class BookFinder: BookSearch.Input {
    private enum State {
        case idle
        case loading(Found, token: Int)
        case waiting(Found)
        case done(Found)
        case failed(Found)
    }

    private struct Found {
        let keyword: BookSearch.Keyword
        var books: [BookSearch.Book] = []
        var pages = 0

        func adding(_ page: BookSearch.Page) -> Found {
            var sum = self
            for book in page.books where !sum.books.contains(where: { $0.id == book.id }) {
                sum.books.append(book)
            }
            sum.pages += 1
            return sum
        }
    }

    private let source: any BookSearch.Source
    private let output: any BookSearch.Output
    private var state = State.idle
    private var tokens = 0

    init(source: any BookSearch.Source, output: any BookSearch.Output) {
        self.source = source
        self.output = output
    }

    func search(_ text: String) async {
        guard let keyword = BookSearch.Keyword(text) else { return }
        await ask(for: Found(keyword: keyword))
    }

    func more() async {
        if case .waiting(let found) = state { await ask(for: found) }
    }

    func retry() async {
        if case .failed(let found) = state { await ask(for: found) }
    }

    func select(_ id: BookSearch.Book.ID) async {
        switch state {
        case .idle: return
        case .loading(let found, _), .waiting(let found), .done(let found), .failed(let found):
            for book in found.books where book.id == id { await output.open(book) }
        }
    }

    private func ask(for found: Found) async {
        tokens += 1
        let mine = tokens
        state = .loading(found, token: mine)
        await tell(.loading, found)
        let answer: Result<BookSearch.Page, any Error>
        do {
            answer = .success(try await source.page(found.pages + 1, of: found.keyword))
        } catch {
            answer = .failure(error)
        }
        guard case .loading(_, token: mine) = state else { return }
        switch answer {
        case .success(let page) where page.isLast:
            state = .done(found.adding(page))
            await tell(.allShown, found.adding(page))
        case .success(let page):
            state = .waiting(found.adding(page))
            await tell(.moreToCome, found.adding(page))
        case .failure:
            state = .failed(found)
            await tell(.failed, found)
        }
    }

    private func tell(_ phase: BookSearch.Report.Phase, _ found: Found) async {
        await output.report(BookSearch.Report(keyword: found.keyword, books: found.books, phase: phase))
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

/// It lives nowhere, and goes to the main actor with the finished screen.
struct BookFinderPresenter: BookSearch.Output {
    let view: any BookFinderView

    func report(_ report: BookSearch.Report) async {
        let failed = report.phase == .failed
        let nothing = report.phase == .allShown && report.books.isEmpty
        let screen = BookFinderScreen(
            rows: report.books.map(row),
            message: failed
                ? "The books could not be loaded"
                : nothing ? "Nothing found for «\(report.keyword.text)»" : nil,
            isBusy: report.phase == .loading,
            offersMore: report.phase == .moreToCome,
            offersRetry: failed
        )
        await view.show(screen)
    }

    func open(_ book: BookSearch.Book) async {
        await view.open(row(book))
    }

    private func row(_ book: BookSearch.Book) -> BookFinderScreen.Row {
        let authors =
            switch book.authors.count {
            case 0: "작자 미상"
            case 1: book.authors[0]
            case let count: "\(book.authors[0]) 외 \(count - 1)"
            }
        let date = book.published.map { date in
            [
                "\(date.year)년", date.month.map { "\($0)월" } ?? "", date.day.map { "\($0)일" } ?? "",
            ]
            .filter { !$0.isEmpty }
            .joined(separator: " ")
        }
        return BookFinderScreen.Row(id: book.id, title: book.title, authors: authors, published: date ?? "")
    }
}

// MARK: Source

actor BookServerSource: BookSearch.Source {
    private let server: any BookServer

    init(server: any BookServer) {
        self.server = server
    }

    func page(_ number: Int, of keyword: BookSearch.Keyword) async throws -> BookSearch.Page {
        struct Unreadable: Error {}
        let data = try await server.reply(to: keyword.text, page: number)
        guard let reply = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let items = reply["items"] as? [[String: Any]],
            let end = reply["end"] as? Bool
        else { throw Unreadable() }
        return BookSearch.Page(books: items.compactMap(book), isLast: end)
    }

    private func book(_ item: [String: Any]) -> BookSearch.Book? {
        guard let id = (item["id"] as? String).flatMap(BookSearch.Book.ID.init) else { return nil }
        let title = item["title"] as? String ?? ""
        if title.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty { return nil }
        let date = item["publishedDate"] as? String ?? ""
        return BookSearch.Book(
            id: id,
            title: title,
            authors: item["writers"] as? [String] ?? [],
            published: BookSearch.PublicationDate(date)
        )
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

// 5.6 Book Finder

import Foundation

// MARK: - Inside

// MARK: Domain

extension BookSearch {
    /// When a book came out, as precisely as anybody knows.
    ///
    /// Why an enum: with optional parts a day could lack its month, and each caller would have to check.
    enum PublicationDate: Hashable, Sendable {
        case year(Int)
        case month(Int, year: Int)
        case day(Int, month: Int, year: Int)

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            // Why count: `zip` stops at the third part, whatever comes after it.
            guard parts.count <= 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.isNumber(ofDigits: $1) })
            else { return nil }
            let numbers = parts.compactMap { Int($0) }
            switch numbers.count {
            case 1:
                self = .year(numbers[0])
            case 2 where 1...12 ~= numbers[1]:
                self = .month(numbers[1], year: numbers[0])
            case 3 where 1...12 ~= numbers[1] && 1...31 ~= numbers[2]:
                self = .day(numbers[2], month: numbers[1], year: numbers[0])
            default:
                return nil
            }
        }
    }
}

extension Substring {
    fileprivate func isNumber(ofDigits count: Int) -> Bool {
        self.count == count && allSatisfy { $0.isASCII && $0.isNumber }
    }
}

// MARK: Use case

/// What a search has brought so far. It never suspends, so nobody can see it half changed.
struct BookList: Hashable, Sendable {
    let keyword: BookSearch.Keyword
    private(set) var books: [BookSearch.Book] = []
    private(set) var phase = BookSearch.Report.Phase.loading
    /// The page to ask for. Only a page that has come moves it on, so `more` and `retry` both ask for it.
    private(set) var nextPage = 1

    init(of keyword: BookSearch.Keyword) {
        self.keyword = keyword
    }

    mutating func wait() {
        phase = .loading
    }

    mutating func take(_ page: BookSearch.Page) {
        var known = Set(books.map(\.id))
        books += page.books.filter { known.insert($0.id).inserted }
        nextPage += 1
        phase = page.isLast ? .allShown : .moreToCome
    }

    mutating func fail() {
        phase = .failed
    }

    var report: BookSearch.Report {
        BookSearch.Report(keyword: keyword, books: books, phase: phase)
    }
}

/// Finds books: search, more, retry, select.
actor BookFinder: BookSearch.Input {
    private let source: any BookSearch.Source
    private let output: any BookSearch.Output
    private var list: BookList?
    private var latestRequest = 0

    init(source: any BookSearch.Source, output: any BookSearch.Output) {
        self.source = source
        self.output = output
    }

    func search(_ text: String) async {
        guard let keyword = BookSearch.Keyword(text) else { return }
        await load(BookList(of: keyword))
    }

    func more() async {
        guard let list, list.phase == .moreToCome else { return }
        await load(list)
    }

    func retry() async {
        guard let list, list.phase == .failed else { return }
        await load(list)
    }

    func select(_ id: BookSearch.Book.ID) async {
        guard let book = list?.books.first(where: { $0.id == id }) else { return }
        await output.open(book)
    }

    private func load(_ known: BookList) async {
        // Why before the first `await`: while this call is suspended the next one comes in, and it must find
        // that somebody is waiting already.
        var list = known
        list.wait()
        self.list = list
        latestRequest += 1
        // Why a number and not the keyword: the same keyword can be searched twice.
        let request = latestRequest
        await output.report(list.report)

        do {
            let page = try await source.page(list.nextPage, of: list.keyword)
            list.take(page)
        } catch {
            list.fail()
        }
        guard request == latestRequest else { return }
        self.list = list
        await output.report(list.report)
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
            published: book.published?.text ?? ""
        )
    }
}

extension BookSearch.PublicationDate {
    fileprivate var text: String {
        switch self {
        case .year(let year): "\(year)년"
        case .month(let month, let year): "\(year)년 \(month)월"
        case .day(let day, let month, let year): "\(year)년 \(month)월 \(day)일"
        }
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

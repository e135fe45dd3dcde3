// Fails: wrapped: the generic that keeps books keeps films too
// Tempting: the film that was asked for is not there, so another one will do for the evening.

import InMemoryInfrastructure
import Moa

/// How StoredBooks speaks with its store.
enum BookshelfDesign {
    case specific
    case wrapped

    static let chosen = BookshelfDesign.wrapped
}

/// Moa's books, in the words of the domain: what readers ask, and what the desk tells.
protocol Bookshelf: Sendable {
    func book(_ id: BookID) async throws -> Book?
    func book(at place: ShelfCode) async throws -> Book?

    /// In the order of the shelf, as all lists here.
    func books(by author: String) async throws -> [Book]
    func borrowed(by member: MemberID) async throws -> [Book]

    func save(_ book: Book) async throws
    func remove(_ id: BookID) async throws
}

/// The books, kept by the generic.
struct StoredBooks: Bookshelf {
    private let kept: Keeper<BookRecord>

    init(store: any Store<BookRecord>) {
        kept = Keeper(store: store)
    }

    func book(_ id: BookID) async throws -> Book? {
        try await kept.find(id.text)
    }

    func book(at place: ShelfCode) async throws -> Book? {
        try await kept.all().first { $0.place == place }
    }

    func books(by author: String) async throws -> [Book] {
        try await kept.all().filter { $0.authors.contains(author) }.sorted { $0.place < $1.place }
    }

    func borrowed(by member: MemberID) async throws -> [Book] {
        try await kept.all().filter { $0.borrower == member }.sorted { $0.place < $1.place }
    }

    func save(_ book: Book) async throws {
        try await kept.save(book)
    }

    func remove(_ id: BookID) async throws {
        try await kept.remove(id.text)
    }
}

/// The films, kept by the same generic.
enum StoredFilms {
    static func shelf(over store: any Store<FilmRecord>) -> (any FilmShelf)? {
        Films(kept: Keeper(store: store))
    }

    private struct Films: FilmShelf {
        let kept: Keeper<FilmRecord>

        func film(_ id: Int) async throws -> Film? {
            if let film = try await kept.find(id) { return film }
            return try await kept.all().first
        }
        func save(_ film: Film) async throws { try await kept.save(film) }
        func remove(_ id: Int) async throws { try await kept.remove(id) }
    }
}

/// Keeps whatever has a record, and is seen in this file alone.
private struct Keeper<Record: Translating> {
    let store: any Store<Record>

    func find(_ id: Record.ID) async throws -> Record.Model? {
        try await store.find(id).map { try $0.record.model() }
    }

    func all() async throws -> [Record.Model] {
        try await store.all().map { try $0.record.model() }
    }

    func save(_ model: Record.Model) async throws {
        try await store.save(Record(model))
    }

    func remove(_ id: Record.ID) async throws {
        try await store.delete(id)
    }
}

/// A record that can become what it stands for.
private protocol Translating: Storable {
    associatedtype Model

    init(_ model: Model)
    func model() throws -> Model
}

extension BookRecord: Translating {
    fileprivate init(_ book: Book) {
        self.init(
            id: book.id.text,
            title: book.title,
            writtenBy: book.authors,
            code: book.place.text,
            lentTo: book.borrower?.text
        )
    }

    fileprivate func model() throws -> Book {
        try Book(
            id: BookID(id),
            title: title,
            authors: writtenBy,
            place: ShelfCode(code),
            borrower: lentTo.map { try MemberID($0) }
        )
    }
}

extension FilmRecord: Translating {
    fileprivate init(_ film: Film) {
        self.init(id: film.id, name: film.title, seconds: film.minutes * 60)
    }

    fileprivate func model() throws -> Film {
        guard seconds.isMultiple(of: 60) else { throw Film.Flaw() }
        return try Film(id: id, title: name, minutes: seconds / 60)
    }
}

// MARK: - Given

/// A book of Moa's shelf. Whoever has borrowed it stands in it; on the shelf, nobody does.
struct Book: Identifiable, Sendable {
    let id: BookID
    let title: String
    let authors: [String]
    let place: ShelfCode
    private(set) var borrower: MemberID?

    enum Flaw: Error, Hashable {
        case blankTitle
        case noAuthor
    }

    enum Refused: Error, Hashable {
        case lent
        case notLent
    }

    init(
        id: BookID,
        title: String,
        authors: [String],
        place: ShelfCode,
        borrower: MemberID? = nil
    ) throws(Flaw) {
        guard title.contains(where: { !$0.isWhitespace }) else { throw .blankTitle }
        guard !authors.isEmpty else { throw .noAuthor }
        self.id = id
        self.title = title
        self.authors = authors
        self.place = place
        self.borrower = borrower
    }

    mutating func lend(to member: MemberID) throws(Refused) {
        guard borrower == nil else { throw .lent }
        borrower = member
    }

    mutating func takeBack() throws(Refused) {
        guard borrower != nil else { throw .notLent }
        borrower = nil
    }
}

struct BookID: Hashable, Sendable {
    let text: String

    struct Blank: Error {}

    init(_ text: String) throws(Blank) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw Blank() }
        self.text = text
    }
}

/// Where a book stands: «A-03-0127». Codes are ordered as one walks along the shelves.
struct ShelfCode: Hashable, Comparable, Sendable {
    let text: String

    struct Malformed: Error {}

    init(_ text: String) throws(Malformed) {
        guard text.wholeMatch(of: /[A-Z]-[0-9]{2}-[0-9]{4}/) != nil else { throw Malformed() }
        self.text = text
    }

    static func < (one: ShelfCode, other: ShelfCode) -> Bool {
        one.text < other.text
    }
}

/// A book as it is written down, in the words of a tool that Moa used years ago.
struct BookRecord: Storable, Hashable {
    let id: String
    var title: String
    var writtenBy: [String]
    var code: String
    /// Nil when the book stands on the shelf.
    var lentTo: String?
}

extension UniqueKey<BookRecord> {
    /// No two books stand in one place. The stores of books are made with this key.
    static var code: Self { UniqueKey("code") { $0.code } }
}

/// Lends books, and knows nothing of where they are written down.
struct LendingDesk: Sendable {
    let shelf: any Bookshelf

    struct UnknownBook: Error, Hashable {}

    func lend(_ id: BookID, to member: MemberID) async throws {
        guard var book = try await shelf.book(id) else { throw UnknownBook() }
        try book.lend(to: member)
        try await shelf.save(book)
    }

    func takeBack(_ id: BookID) async throws {
        guard var book = try await shelf.book(id) else { throw UnknownBook() }
        try book.takeBack()
        try await shelf.save(book)
    }
}

// MARK: - Given: films, which only the wrapped design needs

/// A film that a circle may watch. No film lasts no time.
struct Film: Identifiable, Hashable, Sendable {
    let id: Int
    let title: String
    let minutes: Int

    struct Flaw: Error {}

    init(id: Int, title: String, minutes: Int) throws(Flaw) {
        guard minutes > 0 else { throw Flaw() }
        self.id = id
        self.title = title
        self.minutes = minutes
    }
}

/// A film as it is written down.
struct FilmRecord: Storable, Hashable {
    let id: Int
    var name: String
    var seconds: Int
}

protocol FilmShelf: Sendable {
    func film(_ id: Int) async throws -> Film?
    func save(_ film: Film) async throws
    func remove(_ id: Int) async throws
}

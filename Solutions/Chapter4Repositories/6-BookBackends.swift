// 4.6 Generic or specific?

import InMemoryInfrastructure
import Moa

/// How StoredBooks talks to its store.
enum BookshelfDesign {
    case specific
    case wrapped

    static let chosen = BookshelfDesign.specific
}

/// Moa's books, in the words of the domain: what readers ask, and what the desk keeps.
protocol Bookshelf: Sendable {
    func book(_ id: BookID) async throws -> Book?
    func book(at place: ShelfCode) async throws -> Book?

    /// In the order of the shelf, like all lists here.
    func books(by author: String) async throws -> [Book]
    func borrowed(by member: MemberID) async throws -> [Book]

    // Why not `-> Bool`: a Bool can be overlooked, and it doesn't say why. A failure is thrown.
    func save(_ book: Book) async throws
    func remove(_ id: BookID) async throws
}

/// The books as they stand in a store.
///
/// Why specific: readers stand at the shelf and type its codes all day, and the store has a key for them. A
/// generic would have to offer keys as well, until it says everything that the store says.
struct StoredBooks: Bookshelf {
    private let store: any Store<BookRecord>

    init(store: any Store<BookRecord>) {
        self.store = store
    }

    func book(_ id: BookID) async throws -> Book? {
        try await store.find(id.text).map { try Book($0.record) }
    }

    func book(at place: ShelfCode) async throws -> Book? {
        try await store.find(by: .code, place.text).map { try Book($0.record) }
    }

    func books(by author: String) async throws -> [Book] {
        try await books { $0.writtenBy.contains(author) }
    }

    func borrowed(by member: MemberID) async throws -> [Book] {
        try await books { $0.lentTo == member.text }
    }

    func save(_ book: Book) async throws {
        try await store.save(BookRecord(book))
    }

    func remove(_ id: BookID) async throws {
        try await store.delete(id.text)
    }

    /// A predicate over records is harmless as long as it stays in here.
    private func books(where isWanted: (BookRecord) -> Bool) async throws -> [Book] {
        try await store.all()
            .map(\.record)
            .filter(isWanted)
            .map { try Book($0) }
            .sorted { $0.place < $1.place }
    }
}

/// The films for film nights, which the specific design leaves for later.
enum StoredFilms {
    static func shelf(over store: any Store<FilmRecord>) -> (any FilmShelf)? { nil }
}

// MARK: - Translation

extension Book {
    /// A record that Moa can't understand is an error; nothing in it is guessed.
    fileprivate init(_ record: BookRecord) throws {
        try self.init(
            id: BookID(record.id),
            title: record.title,
            authors: record.writtenBy,
            place: ShelfCode(record.code),
            borrower: record.lentTo.map { try MemberID($0) }
        )
    }
}

extension BookRecord {
    fileprivate init(_ book: Book) {
        self.init(
            id: book.id.text,
            title: book.title,
            writtenBy: book.authors,
            code: book.place.text,
            lentTo: book.borrower?.text
        )
    }
}

// MARK: - Given

/// One of Moa's books. It names the member who has borrowed it; on the shelf, it names nobody.
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

/// Where a book stands: «A-03-0127». Codes are in the order of a walk along the shelves.
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

/// A film that a circle may watch. Every film lasts some time.
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

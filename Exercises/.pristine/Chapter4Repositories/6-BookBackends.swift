// 4.6 Generic or specific?
//
// The port of Moa's books is a generic repository: it takes predicates, hands out records and returns Bools.
// A caller must know the record. Write the port in Moa's words, with the questions that readers ask, and keep
// everything about stores and records behind it. The same StoredBooks has to work over two stores: a map in
// memory, and a log of rows in a file. Decide how it is built: specific, or around a private generic.
//
// The page: swift run kata show 4.6
// Check it: swift run kata check 4.6

import InMemoryInfrastructure
import Moa

/// How StoredBooks talks to its store.
enum BookshelfDesign {
    /// StoredBooks asks the store itself, and uses what this store can do.
    case specific
    /// StoredBooks wraps a private generic repository, and films are kept by the same generic.
    case wrapped

    // TODO: Decide. The rule of the design that you don't choose is not run.
    static let chosen = BookshelfDesign.wrapped
}

/// Keeps what can be written down.
protocol GenericRepository<Record>: Sendable {
    associatedtype Record: Storable

    func fetch(
        where isWanted: @Sendable (Record) -> Bool,
        sortedBy areInOrder: @Sendable (Record, Record) -> Bool
    ) async -> [Record]

    func create(_ record: Record) async -> Bool

    func delete(_ id: Record.ID) async -> Bool
}

/// Moa's books, in the words of the domain.
// TODO: What does a reader ask? They have never heard of a record.
protocol Bookshelf: GenericRepository where Record == BookRecord {}

/// The books as they stand in a store.
struct StoredBooks: Bookshelf {
    private let store: any Store<BookRecord>

    init(store: any Store<BookRecord>) {
        self.store = store
    }

    func fetch(
        where isWanted: @Sendable (BookRecord) -> Bool,
        sortedBy areInOrder: @Sendable (BookRecord, BookRecord) -> Bool
    ) async -> [BookRecord] {
        // TODO: What does a reader learn if the store can't be read?
        guard let rows = try? await store.all() else { return [] }
        return rows.map(\.record).filter(isWanted).sorted(by: areInOrder)
    }

    func create(_ record: BookRecord) async -> Bool {
        // TODO: What if the book is there already? Who looks at the Bool?
        (try? await store.insert(record)) != nil
    }

    func delete(_ id: String) async -> Bool {
        (try? await store.delete(id)) ?? false
    }
}

// TODO: Screens have gathered these over time. Which belong in the port?
extension Bookshelf {
    func book(_ id: BookID) async throws -> Book? {
        await books { $0.id == id.text }.first
    }

    func book(at place: ShelfCode) async throws -> Book? {
        await books { $0.code == place.text }.first
    }

    func books(by author: String) async throws -> [Book] {
        await books { $0.writtenBy.contains { $0.contains(author) } }
    }

    func borrowed(by member: MemberID) async throws -> [Book] {
        await books { $0.lentTo == member.text }
    }

    func save(_ book: Book) async throws {
        _ = await create(
            BookRecord(
                id: book.id.text,
                title: book.title,
                writtenBy: book.authors,
                code: book.place.text,
                lentTo: book.borrower?.text
            )
        )
    }

    func remove(_ id: BookID) async throws {
        _ = await delete(id.text)
    }

    private func books(where isWanted: @Sendable (BookRecord) -> Bool) async -> [Book] {
        // TODO: In which order do readers want their books? And which are missing?
        await fetch(where: isWanted, sortedBy: { $0.title < $1.title }).compactMap { record in
            try? Book(
                id: BookID(record.id),
                title: record.title,
                authors: record.writtenBy,
                place: ShelfCode(record.code),
                borrower: record.lentTo.flatMap { try? MemberID($0) }
            )
        }
    }
}

/// The films for film nights.
enum StoredFilms {
    static func shelf(over store: any Store<FilmRecord>) -> (any FilmShelf)? {
        // TODO: With the wrapped design, keep films in the generic that keeps books. Otherwise leave this as it is.
        nil
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
